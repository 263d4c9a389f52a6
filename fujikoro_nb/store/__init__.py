"""Table sessions: a group's evening as an append-only log that several devices share and no crash shortens.

    store = Store.open()
    table = store.create("Friday", [Put("gear", b"WWM")])
    lease = table.take("phone-1", "Ann")
    version = table.append(lease.token, lease.version, [Put("gear", b"WWMT")], label="gear", key="b1")
    table.undo(lease.token, version)

What is answered is on the disk. See `Store`, `Table`, `records` for the data, and `mending` for damaged files.

Rows have had one form so far (`schema.FORMAT`). What a part means is not known here: who put it there also reads what
older releases wrote, `helper/stored.py` an evening, `play/stored.py` a game, `engine/kernel/save.py` its answers.

The database's library is loaded with the first store, not with this package: most pages sit at no table, and a third of
their start went into it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fujikoro_nb.store.codes import read_code
from fujikoro_nb.store.entries import Add, Change, Cut, Drop, Entry, Holder, Merged, Put
from fujikoro_nb.store.errors import (
    Busy,
    Conflict,
    Damaged,
    NoTable,
    NotOpened,
    NotStored,
    Refused,
    StoreError,
    TakenOver,
)
from fujikoro_nb.store.records import Head, Lease, State, apply

if TYPE_CHECKING:
    from fujikoro_nb.store.log import Table
    from fujikoro_nb.store.mending import Mended, MendedTable
    from fujikoro_nb.store.store import Store

__all__ = [
    "Add",
    "Busy",
    "Change",
    "Conflict",
    "Cut",
    "Damaged",
    "Drop",
    "Entry",
    "Head",
    "Holder",
    "Lease",
    "Mended",
    "MendedTable",
    "Merged",
    "NoTable",
    "NotOpened",
    "NotStored",
    "Put",
    "Refused",
    "State",
    "Store",
    "StoreError",
    "Table",
    "TakenOver",
    "apply",
    "read_code",
]

_WITH_DATABASE = {"Mended": "mending", "MendedTable": "mending", "Store": "store", "Table": "log"}


def __getattr__(name: str) -> Any:
    if name not in _WITH_DATABASE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WITH_DATABASE[name]}"), name)
