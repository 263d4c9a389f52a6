"""A damaged SQLite file: noticed, kept aside, and what can be read of it and of its copy made whole again.

Beside ``tables.sqlite`` lie ``tables.sqlite.copy``, made by `copy` only from what passed its checks, and
``tables.sqlite.lock``, held by everybody who has the file open, so that it is never moved under another program.
After a fault each table is made of the longest run of entries that fit each other, from the file
and from the copy together. Where the log breaks off, the last state that can still be read (a folded state beyond
the break counts) is put in by an entry of kind ``mend``, and all leases end: nobody goes on with a version that they
had seen before without looking.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import sqlalchemy as sa

from fujikoro_nb.table.store.checking import Folded, R, Row, Top, copy_of, query_of, read_only, sync
from fujikoro_nb.table.store.errors import NotOpened
from fujikoro_nb.table.store.log import add_entry, add_state
from fujikoro_nb.table.store.records import (
    MAX_ENTRIES,
    Change,
    Drop,
    Entry,
    Put,
    apply,
    first_link,
    read_parts,
)
from fujikoro_nb.table.store.schema import HEADS, make_sqlite, sqlite_engine
from fujikoro_nb.texts import say

_BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps beside a file and finds by its name."""


class MendedTable(msgspec.Struct, frozen=True):
    """One table after a damage."""

    code: str
    version: int
    is_whole: bool
    """All entries are there; otherwise its last entry is of kind ``mend``."""


class Mended(msgspec.Struct, frozen=True):
    """What was done about a damaged file."""

    aside: Path | None
    """Where the damaged file is now; None when there was none, only its copy."""
    tables: tuple[MendedTable, ...]

    def said(self, *, language: str = "en") -> str:
        """The report for the person who runs the server."""
        if self.aside is None:
            return say("table.restored", language=language, count=len(self.tables))
        cut = sum(not table.is_whole for table in self.tables)
        return say(
            "table.mended", language=language, file=self.aside.name, count=len(self.tables) - cut, cut=cut
        )


def _made(path: Path) -> Path:
    return path.with_name(f"{path.name}.mended")


def finish(path: Path) -> None:
    """Go on with a mending that was killed between its last two steps, and forget one that was killed before."""
    made = _made(path)
    if made.exists() and not path.exists():
        _put_aside(path, datetime.now(UTC))
        made.replace(path)
    for ending in _BESIDE:
        made.with_name(made.name + ending).unlink(missing_ok=True)


def mend(path: Path, clock: Callable[[], float]) -> Mended:
    """Build a good file from what is readable and put the damaged one aside. Only when nobody else has it open.

    The damaged file is only read and renamed. Raises NotOpened when the disk refuses.
    """
    made = _made(path)
    try:
        damaged = _Source(path) if path.exists() else None
        sources = [source for source in (damaged, _Source(copy_of(path))) if source is not None]
        make_sqlite(made)
        tables = _rebuild_all(made, damaged, sources, clock())
        sync(made)
        aside = _put_aside(path, datetime.fromtimestamp(clock(), UTC))
        made.replace(path)
    except (OSError, sa.exc.DBAPIError) as error:
        raise NotOpened("not-mended", place=str(path)) from error
    return Mended(aside, tables)


def _put_aside(path: Path, now: datetime) -> Path | None:
    """Rename the file and what SQLite keeps beside it; where it is now."""
    stem = f"{path.name}.damaged-{now:%Y%m%d-%H%M%S}"
    number = 1
    while any(path.with_name(f"{stem}{_nth(number)}{ending}").exists() for ending in _BESIDE):
        number += 1
    aside = path.with_name(stem + _nth(number))
    was_there = path.exists()
    for ending in _BESIDE:
        old = path.with_name(path.name + ending)
        if old.exists():
            old.rename(aside.with_name(aside.name + ending))
    return aside if was_there else None


def _nth(number: int) -> str:
    return "" if number == 1 else f"-{number}"


class _Source:
    """Everything of one file that can be read."""

    def __init__(self, path: Path) -> None:
        self.rows: dict[tuple[str, int], Row] = {}
        self.folded: dict[str, list[Folded]] = {}
        self.tops: dict[str, Top] = {}
        with contextlib.suppress(sqlite3.Error), read_only(path) as connection:
            self.rows = {(row.code, row.version): row for row in _readable(connection, Row)}
            self.tops = {top.code: top for top in _readable(connection, Top)}
            for state in _readable(connection, Folded):
                if state.is_good:
                    self.folded.setdefault(state.code, []).append(state)

    def codes(self) -> set[str]:
        return {*self.tops, *self.folded, *(code for code, _ in self.rows)}


def _readable(connection: sqlite3.Connection, kind: type[R]) -> Iterator[R]:
    """The rows that lie on good pages: from the front until it fails, from the back, and one by one between."""
    rows: dict[int, tuple[object, ...]] = {}
    query = query_of(kind).replace("SELECT ", "SELECT rowid, ")

    def walk(order: str, **places: int) -> bool:
        try:
            for rowid, *row in connection.execute(f"{query} {order}", places):
                rows[rowid] = tuple(row)
        except sqlite3.Error:
            return False
        return True

    if not walk("ORDER BY rowid"):
        low = max(rows, default=0)
        walk("ORDER BY rowid DESC")
        high = min((rowid for rowid in rows if rowid > low), default=low + MAX_ENTRIES)
        for rowid in range(low + 1, high):
            walk("WHERE rowid = :rowid", rowid=rowid)
    for rowid in sorted(rows):
        with contextlib.suppress(msgspec.ValidationError):
            yield msgspec.convert(rows[rowid], kind)


def _rebuild_all(
    made: Path, damaged: _Source | None, sources: list[_Source], now: float
) -> tuple[MendedTable, ...]:
    engine = sqlite_engine(made)
    try:
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            codes = sorted({code for source in sources for code in source.codes()})
            rebuilt = (_rebuild(connection, code, damaged, sources, now) for code in codes)
            return tuple(table for table in rebuilt if table is not None)
    finally:
        engine.dispose()


def _rebuild(
    connection: sa.Connection, code: str, damaged: _Source | None, sources: list[_Source], now: float
) -> MendedTable | None:
    """Write one table as far as it can be known; None when nothing of it can be read."""
    run = _run(code, sources, 0, first_link(code))
    sum_ = run[-1].link if run else first_link(code)
    parts: dict[str, bytes] = {}
    for row in run:
        apply(parts, row.entry().changes)
    tops = [source.tops[code] for source in sources if code in source.tops]
    best_at, best = _beyond(code, sources, len(run), parts)
    if not run and not best_at:
        return None
    # A copy does not know what came after it, so only the damaged file itself can say that nothing is missing.
    whole = damaged is not None and _ends_at(damaged.tops.get(code), len(run), sum_)
    last, made_at = now, run[0].at if run else now
    title = run[0].label if run else tops[0].title if tops else code
    sum_ = first_link(code)
    entries = [(row.entry(), (row.done, row.undone), row.key) for row in run]
    if not run:
        entries.append((Entry(1, "create", title, "-", "-", now), (0, 0), None))
    if not whole:
        changes: tuple[Change, ...] = tuple(Drop(part) for part in parts if part not in best)
        changes += tuple(Put(part, value) for part, value in best.items() if parts.get(part) != value)
        version = len(entries) + 1
        entries.append((Entry(version, "mend", title, "-", "-", now, changes=changes), (version, 0), None))
    folded = {
        (state.version, state.link): state for source in sources for state in source.folded.get(code, [])
    }
    for entry, both, key in entries:
        sum_ = add_entry(connection, code, entry, sum_, both, key)
        last = entry.at
        state = folded.get((entry.version, sum_))
        if state is not None:
            add_state(connection, code, entry.version, sum_, read_parts(state.parts))
    connection.execute(
        HEADS.insert().values(
            code=code,
            title=title,
            made_at=made_at,
            changed_at=last,
            version=len(entries),
            link=sum_,
            sizes=msgspec.msgpack.encode({part: len(value) for part, value in best.items()}),
            done=entries[-1][1][0],
            undone=entries[-1][1][1],
        )
    )
    return MendedTable(code, len(entries), is_whole=whole)


def _ends_at(top: Top | None, version: int, sum_: int) -> bool:
    return top is not None and (top.version, top.link) == (version, sum_)


def _run(code: str, sources: list[_Source], version: int, sum_: int) -> list[Row]:
    """The entries after a version that fit each other, each from whichever source has it unharmed."""
    run: list[Row] = []
    while True:
        version += 1
        rows = [source.rows[code, version] for source in sources if (code, version) in source.rows]
        good = next((row for row in rows if row.fits(sum_)), None)
        if good is None:
            return run
        run.append(good)
        sum_ = good.link


def _beyond(
    code: str, sources: list[_Source], version: int, parts: dict[str, bytes]
) -> tuple[int, dict[str, bytes]]:
    """The latest state that can be read, and its version: at the end of the run, or from a folded state after it."""
    best_at, best = version, parts
    for state in (state for source in sources for state in source.folded.get(code, [])):
        if state.version > version:
            run = _run(code, sources, state.version, state.link)
            if state.version + len(run) > best_at:
                best_at, best = state.version + len(run), read_parts(state.parts)
                for row in run:
                    apply(best, row.entry().changes)
    return best_at, best
