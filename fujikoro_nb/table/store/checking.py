"""Whether an SQLite file of tables is ours and unharmed, and the copy that is kept beside it.

SQLite itself notices a broken page, but not a flipped bit in a text: so every entry carries a check that builds on the
entry before, and reading a whole file proves that nothing is missing, changed or foreign.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from fujikoro_nb.table.store.errors import Damaged, NotOpened, NotStored
from fujikoro_nb.table.store.records import Entry, Kind, first_link, link, read_changes
from fujikoro_nb.table.store.schema import APPLICATION, FORMAT, translated

_HEADER_BYTES = 100


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
    """Of a row of HEADS, what cannot be made again from good entries, and what tells whether they are all there."""

    code: str
    title: str
    made_at: float
    version: int
    link: int


R = TypeVar("R", Row, Folded, Top)

_TABLES: dict[type, str] = {Row: "fujikoro_entries", Folded: "fujikoro_states", Top: "fujikoro_tables"}


def query_of(kind: type[R]) -> str:
    """SQL that gives the fields of a kind of row in their order."""
    columns = ", ".join(f'"{name}"' for name in kind.__struct_fields__)
    return f"SELECT {columns} FROM {_TABLES[kind]}"


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
    return True


@contextlib.contextmanager
def read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing in the file, not even what SQLite itself would tidy up."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=2.0)
    try:
        yield connection
    finally:
        connection.close()


def is_whole(path: Path) -> bool:
    """Read everything: SQLite's own check, every entry's and every folded state's. Raises Busy, NotStored."""
    try:
        with translated(), read_only(path) as connection:
            connection.execute("BEGIN")
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                return False
            return _all_fit(connection)
    except (Damaged, msgspec.ValidationError, sqlite3.OperationalError):  # the last: a text that is no text
        return False


def _all_fit(connection: sqlite3.Connection) -> bool:
    tops = {row[0]: msgspec.convert(row, Top) for row in connection.execute(query_of(Top))}
    folded = [msgspec.convert(row, Folded) for row in connection.execute(query_of(Folded))]
    links = {(state.code, state.version): state.link for state in folded}
    code, version, sum_, ends = "", 0, 0, {}
    for plain in connection.execute(f"{query_of(Row)} ORDER BY code, version"):
        row = msgspec.convert(plain, Row)
        if row.code != code:
            code, version, sum_ = row.code, 0, first_link(row.code)
        version += 1
        if row.version != version or not row.fits(sum_):
            return False
        sum_ = row.link
        ends[code] = (version, sum_)
        if links.pop((code, version), sum_) != sum_:
            return False
    return (
        not links
        and all(state.is_good for state in folded)
        and ends == {top.code: (top.version, top.link) for top in tops.values()}
    )


def copy_of(path: Path) -> Path:
    """Where the copy lies."""
    return path.with_name(f"{path.name}.copy")


def copy(path: Path) -> Path:
    """Make the copy anew while others go on writing; the old one goes when the new one has passed every check.

    Raises Damaged when what is stored does not, NotStored.
    """
    new = path.with_name(f"{path.name}.copy-new")
    try:
        new.unlink(missing_ok=True)
        new.touch(mode=0o600)
        with translated(), read_only(path) as source, contextlib.closing(sqlite3.connect(new)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # one file, not three
        if not is_whole(new):
            raise Damaged("damaged")
        sync(new)
        new.replace(copy_of(path))
    except OSError as error:
        raise NotStored("not-written") from error
    finally:
        new.unlink(missing_ok=True)
    return copy_of(path)


def sync(path: Path) -> None:
    """Bring a file to the disk. Raises OSError."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
