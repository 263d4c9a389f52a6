"""What the store says no to, each with a key and data; the sentences stand in ``texts/*/table.toml``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fujikoro_nb.store.labels import in_language
from fujikoro_nb.texts import say
from fujikoro_nb.texts.quote import LONGEST_QUOTE, shown

if TYPE_CHECKING:
    from fujikoro_nb.store.entries import Entry, Holder

_LONGEST_PLACE = 300
"""A path that is cut helps nobody; only the one who starts the server reads it."""


class StoreError(Exception):
    """Nothing was changed, unless the class says otherwise. ``reason`` and ``data`` are for programs."""

    def __init__(self, reason: str, **data: object) -> None:
        self.reason, self.data = reason, data
        super().__init__(f"{reason} {data}" if data else reason)

    def said(self, *, language: str = "en") -> str:
        """The sentence for the person; names and labels in it are shortened and shown on one line."""
        data = self.data
        if isinstance(label := data.get("label"), str):
            data = {**data, "label": in_language(label, language)}
        slots = {
            name: shown(datum, _LONGEST_PLACE if name in ("place", "file") else LONGEST_QUOTE)
            for name, datum in data.items()
        }
        return say(f"table.{self.reason}", language=language, **slots)


class NoTable(StoreError):
    """There is no table of this code (any more)."""


class Refused(StoreError):
    """What was asked cannot be: too large, too many, an unreadable name, nothing to undo."""


class Conflict(StoreError):
    """Somebody else's change came first; ``there`` is the last entry, without what it changed."""

    def __init__(self, there: Entry) -> None:
        self.there = there
        super().__init__("conflict", version=there.version, label=there.label, name=there.name)


class TakenOver(StoreError):
    """The lease is not the valid one; ``holder`` writes now, or nobody does (None)."""

    def __init__(self, holder: Holder | None) -> None:
        self.holder = holder
        if holder is None:
            super().__init__("nobody-writes")
        else:
            super().__init__("taken-over", name=holder.name)


class Busy(StoreError):
    """Another program holds the database; after two seconds of waiting nothing was changed."""


class NotStored(StoreError):
    """Disk full, disk fault or a database that does not answer.

    Whether a change that was under way is stored is not known: send it again with the same key.
    """


class NotOpened(StoreError):
    """The place holds something that this version cannot or must not use; it was left as it is."""


class Damaged(StoreError):
    """What is stored does not fit its checks. Close every `Store` of this place; the next `open` mends it."""
