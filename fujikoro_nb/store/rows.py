"""Rows of the three tables as frozen data, for reading a file without the database's library."""

from __future__ import annotations

import zlib
from typing import TypeVar

import msgspec

from fujikoro_nb.store.entries import Entry, Kind
from fujikoro_nb.store.records import link, read_changes


class Row(msgspec.Struct, frozen=True, array_like=True):
    """A row of ENTRIES, in the order of its columns."""

    code: str
    version: int
    kind: Kind
    label: str
    writer: str
    name: str
    at: float
    of: int
    done: int
    undone: int
    key: str | None
    changes: bytes
    link: int

    def entry(self) -> Entry:
        """As the log gives it. Raises Damaged."""
        return Entry(
            self.version,
            self.kind,
            self.label,
            self.writer,
            self.name,
            self.at,
            self.of,
            read_changes(self.changes),
        )

    def fits(self, before: int) -> bool:
        """Built on an entry with this check, and unharmed."""
        plain = Entry(self.version, self.kind, self.label, self.writer, self.name, self.at, self.of)
        return link(before, plain, self.changes, self.done, self.undone, self.key) == self.link


class Folded(msgspec.Struct, frozen=True, array_like=True):
    """A row of STATES."""

    code: str
    version: int
    link: int
    parts: bytes
    check: int

    @property
    def is_good(self) -> bool:
        """Whether it is unharmed."""
        return zlib.crc32(self.parts, self.link) == self.check


class Top(msgspec.Struct, frozen=True, array_like=True):
    """A row of HEADS."""

    code: str
    title: str
    made_at: float
    changed_at: float
    version: int
    link: int
    sizes: bytes
    done: int
    undone: int
    lease: str | None
    writer: str | None
    name: str | None
    taken: int | None
    taken_at: float | None


R = TypeVar("R", Row, Folded, Top)

_TABLES: dict[type, str] = {Row: "fujikoro_entries", Folded: "fujikoro_states", Top: "fujikoro_tables"}


def query_of(kind: type[R]) -> str:
    """SQL that gives the fields of a kind of row in their order."""
    columns = ", ".join(f'"{name}"' for name in kind.__struct_fields__)
    return f"SELECT {columns} FROM {_TABLES[kind]}"
