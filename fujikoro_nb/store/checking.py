"""Whether an SQLite file of tables is ours and unharmed, and whether it holds all that others know of it.

SQLite itself notices a broken page, but not a flipped bit in a text: so every entry carries a check that builds on the
entry before, and reading a whole file proves that nothing in it is changed or foreign. What is not in it, such as
changes that were lost with ``-wal``, only others can tell: the mirror and the copies.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from fujikoro_nb.store.errors import Damaged, NotOpened, Refused
from fujikoro_nb.store.records import first_link, resize
from fujikoro_nb.store.rows import Folded, Row, Top, query_of
from fujikoro_nb.store.schema import ABOUT, APPLICATION, FORMAT, METADATA, prepare_sqlite, translated

UNREADABLE = (
    sqlite3.Error,
    UnicodeDecodeError,
    OverflowError,  # these two come of a length that is none
    MemoryError,
    msgspec.MsgspecError,
    Damaged,
    Refused,  # an entry that could never have been stored
)
"""Every error that reading a damaged file may raise."""

_HEADER_BYTES = 100

Heads = Mapping[str, tuple[int, int]]
"""Version and check of the last entry of each table."""


def is_there(path: Path) -> bool:
    """Whether the file is one of ours, by its header. Raises Damaged when it is no database, NotOpened for a foreign
    or newer one; an empty file or none is not there.
    """
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise NotOpened("no-access", place=str(path)) from error
    if not header:
        return False
    if len(header) < _HEADER_BYTES or not header.startswith(b"SQLite format 3\0"):
        raise Damaged("damaged")
    number, application = (int.from_bytes(header[at : at + 4], "big") for at in (60, 68))
    if application != APPLICATION:
        raise NotOpened("foreign", place=str(path))
    if number > FORMAT:
        raise NotOpened("newer", place=str(path), format=number, max=FORMAT)
    if number < FORMAT:  # there was never a lower one
        raise Damaged("damaged")
    return True


@contextlib.contextmanager
def read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing in the file, not even what SQLite itself would tidy up.

    A text that is none comes with marks in the place of what cannot be read: its check does not fit then.
    """
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=2.0)
    connection.text_factory = _text
    try:
        yield connection
    finally:
        connection.close()


def _text(stored: bytes) -> str:
    return stored.decode("utf-8", "replace")


def is_whole(path: Path) -> bool:
    """Read everything: SQLite's own check, the tables as we make them, every entry's check and every folded state's.

    Raises Busy, NotStored.
    """
    try:
        with translated(), read_only(path) as connection:
            connection.execute("BEGIN")
            if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                return False
            return _shape(connection) == _our_shape() and _all_fit(connection)
    except UNREADABLE:
        return False


def has_our_shape(path: Path) -> bool:
    """Whether the tables in the file are those that this version makes, whatever its header says.

    Raises Busy, NotStored.
    """
    try:
        with translated(), read_only(path) as connection:
            return _shape(connection) == _our_shape()
    except UNREADABLE:
        return False


def _shape(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Columns and unique keys of all tables: a bit in the schema's text may give a column another name."""
    found: list[tuple[object, ...]] = []
    ours = "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'fujikoro%' ORDER BY name"
    for (name,) in connection.execute(ours):
        found.append((name, *connection.execute("SELECT * FROM pragma_table_info(?)", (name,))))
        keys = connection.execute(
            'SELECT i."unique", i.origin, group_concat(c.name) FROM pragma_index_list(?) AS i, '
            "pragma_index_info(i.name) AS c GROUP BY i.seq",
            (name,),
        )
        found += sorted(keys, key=repr)
    return found


@functools.cache
def _our_shape() -> list[tuple[object, ...]]:
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        METADATA.create_all(connection, [table for table in METADATA.sorted_tables if table is not ABOUT])
        plain: Any = connection.connection.dbapi_connection
        shape = _shape(plain)
    engine.dispose()
    return shape


def _all_fit(connection: sqlite3.Connection) -> bool:
    tops = {row[0]: msgspec.convert(row, Top) for row in connection.execute(query_of(Top))}
    folded = [msgspec.convert(row, Folded) for row in connection.execute(query_of(Folded))]
    links = {(state.code, state.version): state.link for state in folded}
    if not all(state.is_good for state in folded):
        return False
    fold = _Fold("")
    for plain in connection.execute(f"{query_of(Row)} ORDER BY code, version"):
        row = msgspec.convert(plain, Row)
        if row.code != fold.code:
            if fold.code and not fold.is_told_by(tops.pop(fold.code, None)):
                return False
            fold = _Fold(row.code)
        if not fold.goes_on_with(row) or links.pop((row.code, row.version), row.link) != row.link:
            return False
    if fold.code and not fold.is_told_by(tops.pop(fold.code, None)):
        return False
    return not links and not tops


class _Fold:
    """What the entries of one table add up to, as far as its head tells it."""

    def __init__(self, code: str) -> None:
        self.code, self.version, self.sum = code, 0, first_link(code)
        self.first: Row | None = None
        self.last: Row | None = None
        self.taken: Row | None = None
        self.sizes: dict[str, int] = {}

    def goes_on_with(self, row: Row) -> bool:
        """Whether the row comes next, unharmed; then it is taken."""
        if row.version != self.version + 1 or not row.fits(self.sum):
            return False
        self.version, self.sum = row.version, row.link
        self.first, self.last = self.first or row, row
        if row.kind == "take":
            self.taken = row
        for change in row.entry().changes:
            resize(self.sizes, change)
        return True

    def is_told_by(self, top: Top | None) -> bool:
        """Whether the head says the same."""
        first, last = self.first, self.last
        if top is None or first is None or last is None:
            return False
        said = (top.title, top.made_at, top.version, top.link, top.changed_at, top.done, top.undone)
        held = (first.label, first.at, last.version, last.link, last.at, last.done, last.undone)
        sizes = msgspec.msgpack.decode(top.sizes, type=dict[str, int])
        return said == held and sizes == self.sizes and self._has_holder(top)

    def _has_holder(self, top: Top) -> bool:
        """Whether who writes took over in the entry that the head names; of the lease only a hash is stored."""
        if top.lease is None:
            return (top.writer, top.name, top.taken, top.taken_at) == (None,) * 4
        row = self.taken
        if row is None or len(top.lease) != 64:
            return False
        return (top.writer, top.name, top.taken, top.taken_at) == (row.writer, row.name, row.version, row.at)


# ---- what others know


def heads(path: Path) -> dict[str, tuple[int, int]] | None:
    """How far each table of a file has come; None when that cannot be read. Raises Busy, NotStored."""
    try:
        with translated(), read_only(path) as connection:
            rows = connection.execute("SELECT code, version, link FROM fujikoro_tables")
            return {str(code): (int(version), int(sum_)) for code, version, sum_ in rows}
    except (*UNREADABLE, TypeError, ValueError):
        return None


def lacking(path: Path, known: Heads) -> list[str]:
    """The codes of tables of which the file lacks the entry that somebody knows.

    Raises what reading a damaged file may raise; Busy and NotStored, which say nothing of the file.
    """
    with translated(), read_only(path) as connection:
        return [
            code
            for code, (version, sum_) in known.items()
            if connection.execute(
                "SELECT link FROM fujikoro_entries WHERE code = ? AND version = ?", (code, version)
            ).fetchone()
            != (sum_,)
        ]


# ---- what brings it to the disk


def checkpoint(path: Path) -> bool:
    """Bring what lies in ``-wal`` into the file; whether all of it is there. Waits for nobody. Raises sqlite3.Error."""
    connection = sqlite3.connect(path, timeout=0)
    try:
        prepare_sqlite(connection)
        # Without readers and writers the log is emptied as well; else as much as can be is copied.
        for way in ("TRUNCATE", "PASSIVE"):
            busy, logged, copied = connection.execute(f"PRAGMA wal_checkpoint({way})").fetchone()
            if not busy and logged == copied:
                return True
        return False
    finally:
        connection.close()


def sync(path: Path) -> None:
    """Bring a file to the disk. Raises OSError."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
