"""A damaged set of files: noticed, kept aside, and what can be read of all of them made whole again.

Beside ``tables.sqlite`` lie what SQLite itself keeps there (``-wal``, ``-shm``), the mirror (`mirror`), the copies
(`copies`) and ``tables.sqlite.lock``, held by everybody who has the file open, so that it is never moved under another
program. After a fault each table is made of the longest run of entries that fit each other, from all files together.
Where the log breaks off, the last state that can still be read (a folded state beyond the break counts) is put in by an
entry of kind ``mend``, and all leases end: nobody goes on with a version that they had seen before without looking.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import sqlalchemy as sa

from fujikoro_nb.store import copies, mirror
from fujikoro_nb.store.aside import BESIDE, free_stem, move_mirror, put_aside, put_others_aside
from fujikoro_nb.store.checking import (
    UNREADABLE,
    Heads,
    has_our_shape,
    heads,
    is_there,
    is_whole,
    lacking,
    read_only,
    sync,
)
from fujikoro_nb.store.entries import Change, Drop, Entry, Put
from fujikoro_nb.store.errors import Damaged, NotOpened, Refused, StoreError
from fujikoro_nb.store.log import add_entry, add_state
from fujikoro_nb.store.records import MAX_ENTRIES, apply, first_link, read_parts, resize
from fujikoro_nb.store.rows import Folded, R, Row, Top, query_of
from fujikoro_nb.store.schema import FORMAT, HEADS, make_sqlite, sqlite_engine, translated
from fujikoro_nb.texts import say

_TRIED = 200
"""Rows that are asked for one by one in a table of which none was found."""
MOST_LISTED = 10
"""Tables that a report names one by one."""


class MendedTable(msgspec.Struct, frozen=True):
    """One table after a damage."""

    code: str
    version: int
    is_whole: bool
    """All entries are there; otherwise its last entry is of kind ``mend``."""
    back: int = 0
    """Entries that the file itself had lost, and the others had."""
    missing: int = 0
    """Entries that were stored and are nowhere; when it is not whole and this is 0, nobody can know."""


class Mended(msgspec.Struct, frozen=True):
    """What was done about damaged files."""

    aside: Path | None
    """Where the damaged file of the tables is now; None when there was none."""
    tables: tuple[MendedTable, ...]
    others: tuple[Path, ...] = ()
    """Where damaged files beside it are now."""
    is_rebuilt: bool = True
    """False: the tables themselves were whole, and only something beside them was damaged."""
    is_unsure: bool = False
    """The mirror was damaged or gone: if the log beside the file was harmed as well, nothing can tell."""

    def said(self, *, language: str = "en") -> str:
        """The report for the person who runs the server."""
        kept = ", ".join(path.name for path in self.others)
        if not self.is_rebuilt:
            lines = [say("table.beside-mended", language=language, file=kept)] if kept else []
            if self.is_unsure:
                lines.append(say("table.mirror-lost", language=language))
            if kept:
                lines.append(say("table.mended-kept", language=language))
            return "\n".join(lines)
        cut = [table for table in self.tables if not table.is_whole]
        if self.aside is None:
            lines = [say("table.restored", language=language, count=len(self.tables))]
        else:
            lines = [say("table.mended", language=language, file=self.aside.name)]
            if whole := len(self.tables) - len(cut):
                lines.append(say("table.mended-whole", language=language, count=whole))
        if cut:
            lines.append(say("table.mended-cut", language=language, count=len(cut)))
        if kept:
            lines.append(say("table.mended-aside", language=language, file=kept))
        back = sum(table.back for table in self.tables)
        if back:
            lines.append(say("table.mended-back", language=language, count=back))
        lines += [self._missing(table, language) for table in cut[:MOST_LISTED]]
        if self.aside is not None or kept:
            lines.append(say("table.mended-kept", language=language))
        return "\n".join(lines)

    def _missing(self, table: MendedTable, language: str) -> str:
        if table.missing:
            return say("table.mended-missing", language=language, code=table.code, count=table.missing)
        return say("table.mended-unsure", language=language, code=table.code)


# ---- what is wrong


def is_good(path: Path, *, check: bool) -> bool | None:
    """Whether the file may be used as it is; None when nothing of ours is there.

    With ``check`` all is read; without it only what tells at once that something was lost. Raises NotOpened for the
    file of another program or a newer version, unless what lies beside it says that it was ours; Busy, NotStored.
    """
    try:
        there = is_there(path)
    except Damaged:
        return False
    except NotOpened as refused:
        if refused.reason in ("foreign", "newer") and _was_ours(path, refused.reason):
            return False
        if refused.reason == "foreign" and _is_empty(path):
            return None  # its making was killed, by a version that marked it last
        raise
    # First what the others know, then the file: it holds what was stored meanwhile.
    told = mirror.read(path) if check else mirror.read_end(path)
    if told.format is not None and told.format > FORMAT:
        raise NotOpened("newer", place=str(path), format=told.format, max=FORMAT)
    if not there:
        return False if copies.copies(path) or told.heads else None
    try:
        if (check and not is_whole(path)) or lacking(path, told.heads):
            return False
    except UNREADABLE:
        return False
    latest = copies.copy_of(path)
    return not (check and latest.is_file() and copies.is_behind(path, latest, told.removed))


def _was_ours(path: Path, reason: str) -> bool:
    """Whether the mark in the header was harmed: the copies or the mirror have ours.

    A newer version would have marked the mirror as well, and its file need not look like ours.
    """
    told = mirror.read(path)
    beside = told.format == FORMAT or (told.format is None and any(map(copies.is_ours, copies.copies(path))))
    return beside and (reason == "foreign" or has_our_shape(path))


def _is_empty(path: Path) -> bool:
    """Whether no program has made a table in it yet."""
    try:
        with translated(), read_only(path) as connection:
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            return bool(tables == 0)
    except UNREADABLE:
        return False


# ---- putting it right


def begin(path: Path) -> None:
    """Make the file of a new place; whoever is killed meanwhile leaves none, or a good one. Raises OSError."""
    made = _made(path)
    for ending in BESIDE:
        made.with_name(made.name + ending).unlink(missing_ok=True)
    make_sqlite(made)
    sync(made)
    mirror.begin(path, {})
    for ending in BESIDE[1:]:
        path.with_name(path.name + ending).unlink(missing_ok=True)
    made.replace(path)


def _made(path: Path) -> Path:
    return path.with_name(f"{path.name}.mended")


def finish(path: Path) -> None:
    """Go on with a mending that was killed between its last two steps, and forget one that was killed before."""
    made = _made(path)
    if made.exists() and not path.exists():
        put_aside(path, free_stem(path, datetime.now(UTC)))
        made.replace(path)
    for ending in BESIDE:
        made.with_name(made.name + ending).unlink(missing_ok=True)


def mend(path: Path, clock: Callable[[], float]) -> Mended:
    """Build a good file from what is readable and put the damaged ones aside. Only when nobody else has it open.

    A damaged file is only read and renamed. Raises NotOpened when the disk refuses; Busy, NotStored.
    """
    made = _made(path)
    try:
        rebuilding = _Rebuilding(path, clock())
        make_sqlite(made)
        tables = rebuilding.write(made)
        sync(made)
        stem = free_stem(path, datetime.fromtimestamp(clock(), UTC))
        aside = put_aside(path, stem)
        made.replace(path)
        others = put_others_aside(path, stem)
        mirror.begin(path, heads(path) or {}, rebuilding.told.removed)
    except (OSError, sa.exc.DBAPIError) as error:
        raise NotOpened("not-mended", place=str(path)) from error
    return Mended(aside, tables, others)


def tidy(path: Path, today: Callable[[], datetime], *, is_alone: bool) -> Mended | None:
    """See to what lies beside a good file: copy and mirror, each made anew if it is not what it should be.

    Returns what was damaged. A full disk is no reason to refuse reading: then they stay as they are.
    """
    told = mirror.read(path)
    # A place of an earlier version has neither mirror nor copies of days: the first copy begins them.
    is_harmed = not told.is_clean and bool(mirror.segments(path) or copies.days(path))
    if copies.is_up_to_date(path) and told.is_clean:
        return None
    others: list[Path] = []
    with contextlib.suppress(StoreError, OSError):
        latest = copies.copy_of(path)
        if is_alone:
            # Others append to it: while they do, it stays.
            if is_harmed:
                others += move_mirror(path, free_stem(path, today().astimezone(UTC)))
            if latest.is_file() and not is_whole(latest):
                others.append(copies.put_aside(latest))
        copies.make(path, today().date(), removed=told.removed)
    if not others and not is_harmed:
        return None
    return Mended(None, (), tuple(others), is_rebuilt=False, is_unsure=is_harmed)


# ---- reading what is left


class _Source:
    """Everything of one file that can be read."""

    def __init__(self, path: Path) -> None:
        self.rows: dict[tuple[str, int], list[Row]] = {}
        self.folded: dict[str, list[Folded]] = {}
        self.tops: dict[str, Top] = {}
        with contextlib.suppress(*UNREADABLE), read_only(path) as connection:
            self.rows = {(row.code, row.version): [row] for row in _readable(connection, Row)}
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
            with translated():  # who holds the file meanwhile has not damaged it: Busy goes on
                for rowid, *row in connection.execute(f"{query} {order}", places):
                    rows[rowid] = tuple(row)
        except UNREADABLE:
            return False
        return True

    if not walk("LIMIT 0"):  # not even the table can be found
        return
    if not walk("ORDER BY rowid"):
        low = max(rows, default=0)
        walk("ORDER BY rowid DESC")
        # Where both ends fail at once the root is harmed, and so is every way to a row.
        most = MAX_ENTRIES if rows else _TRIED
        high = min((rowid for rowid in rows if rowid > low), default=low + most)
        for rowid in range(low + 1, high):
            walk("WHERE rowid = :rowid", rowid=rowid)
    for rowid in sorted(rows):
        with contextlib.suppress(msgspec.ValidationError):
            yield msgspec.convert(rows[rowid], kind)


def _goes_on(row: Row, before: int) -> bool:
    """Whether the row fits, and says something."""
    if not row.fits(before):
        return False
    try:
        row.entry()
    except Damaged:
        return False
    return True


def _carried_out(run: list[Row], parts: Mapping[str, bytes]) -> list[Row]:
    """As far as it can be carried out on these parts: what cannot be ends a run like what is missing."""
    sizes = {part: len(value) for part, value in parts.items()}
    for at, row in enumerate(run):
        try:
            for change in row.entry().changes:
                resize(sizes, change)
        except Refused:
            return run[:at]
    return run


class _Rebuilding:
    """A file made anew from what the damaged one, the mirror and the copies hold."""

    def __init__(self, path: Path, now: float) -> None:
        self.path, self.now = path, now
        self.told = mirror.read(path)
        self.damaged = _Source(path) if path.exists() else None
        self.sources = [] if self.damaged is None else [self.damaged]
        self.is_sure = self.told.is_clean
        """The mirror says of every table how far it had come."""
        self.known: dict[str, tuple[int, int]] = dict(self.told.heads)
        """How far each table had come, as far as something that is whole says it."""
        for copy in copies.copies(path):
            self._add_copy(copy)
            if self.is_sure and all(self._reaches(code, *head) for code, head in self.known.items()):
                break  # what is older knows no more

    def _add_copy(self, copy: Path) -> None:
        self.sources.append(_Source(copy))
        held: Heads = (heads(copy) or {}) if is_whole(copy) else {}
        for code, (version, sum_) in held.items():
            if code not in self.told.removed and version > self.known.get(code, (0, 0))[0]:
                self.known[code] = (version, sum_)

    def _reaches(self, code: str, version: int, sum_: int) -> bool:
        run = self._run(code, 0, first_link(code), {})
        return len(run) >= version and run[version - 1].link == sum_

    def _codes(self) -> list[str]:
        """Tables that are to be there. One that the damaged file or the mirror had lost may stand in a copy alone."""
        found = {code for source in self.sources for code in source.codes()} | set(self.told.heads)
        found |= {code for code, _ in self.told.rows}
        return sorted(found - self.told.removed.keys())

    def _rows(self, code: str, version: int) -> Iterator[Row]:
        for source in self.sources:
            yield from source.rows.get((code, version), ())
        yield from self.told.rows.get((code, version), ())

    def _run(self, code: str, version: int, sum_: int, parts: Mapping[str, bytes]) -> list[Row]:
        """The longest run of entries after a version that fit each other, each from whichever file has it unharmed.

        ``parts`` are those that the first of them finds.
        """
        runs: list[list[Row]] = [[]]
        best: list[Row] = []
        while runs:
            best = runs[0]
            version += 1
            grown: list[list[Row]] = []
            for run in runs:
                before = run[-1].link if run else sum_
                next_ = {row.link: row for row in self._rows(code, version) if _goes_on(row, before)}
                if len(runs) == len(next_) == 1:  # as nearly always: nothing is copied
                    run.extend(next_.values())
                    grown.append(run)
                else:
                    grown += [[*run, row] for row in next_.values()]
            runs = grown
        return _carried_out(best, parts)

    def write(self, made: Path) -> tuple[MendedTable, ...]:
        """Fill a new file."""
        engine = sqlite_engine(made)
        try:
            with engine.connect().execution_options(writes=True) as connection, connection.begin():
                rebuilt = (self._rebuild(connection, code) for code in self._codes())
                return tuple(table for table in rebuilt if table is not None)
        finally:
            engine.dispose()

    def _rebuild(self, connection: sa.Connection, code: str) -> MendedTable | None:
        """Write one table as far as it can be known; None when nothing of it can be read."""
        run = self._run(code, 0, first_link(code), {})
        sum_ = run[-1].link if run else first_link(code)
        parts: dict[str, bytes] = {}
        for row in run:
            apply(parts, row.entry().changes)
        best_at, best = self._beyond(code, len(run), parts)
        if not run and not best_at:
            return None
        whole = self._is_all(code, len(run), sum_)
        tops = [source.tops[code] for source in self.sources if code in source.tops]
        title = run[0].label if run else tops[0].title if tops else code
        sum_ = first_link(code)
        entries = [(row.entry(), (row.done, row.undone), row.key) for row in run]
        if not run:
            entries.append((Entry(1, "create", title, "-", "-", self.now), (0, 0), None))
        if not whole:
            changes: tuple[Change, ...] = tuple(Drop(part) for part in parts if part not in best)
            changes += tuple(Put(part, value) for part, value in best.items() if parts.get(part) != value)
            version = len(entries) + 1
            mend = Entry(version, "mend", title, "-", "-", self.now, changes=changes)
            entries.append((mend, (version, 0), None))
        folded = {(state.version, state.link): state for state in self._folded(code)}
        for entry, both, key in entries:
            sum_ = add_entry(connection, code, entry, sum_, both, key)
            state = folded.get((entry.version, sum_))
            if state is not None:
                add_state(connection, code, entry.version, sum_, read_parts(state.parts))
        connection.execute(
            HEADS.insert().values(
                code=code,
                title=title,
                made_at=entries[0][0].at,
                changed_at=entries[-1][0].at,
                version=len(entries),
                link=sum_,
                sizes=msgspec.msgpack.encode({part: len(value) for part, value in best.items()}),
                done=entries[-1][1][0],
                undone=entries[-1][1][1],
            )
        )
        known = self.known.get(code, (0, 0))[0]
        missing = 0 if whole else max(known - best_at, 0)
        return MendedTable(code, len(entries), is_whole=whole, back=self._back(code, run), missing=missing)

    def _is_all(self, code: str, version: int, sum_: int) -> bool:
        """Whether a run of entries is all that there was."""
        known = self.known.get(code)
        if known is not None and known[0] >= version and known != (version, sum_):
            return False
        if known is not None and self.is_sure:
            return True
        # A copy does not know what came after it, so only the damaged file itself can say that nothing is missing.
        top = None if self.damaged is None else self.damaged.tops.get(code)
        return top is not None and (top.version, top.link) == (version, sum_)

    def _back(self, code: str, run: Iterable[Row]) -> int:
        held = {} if self.damaged is None else self.damaged.rows
        return sum(row not in held.get((code, row.version), ()) for row in run)

    def _folded(self, code: str) -> Iterator[Folded]:
        for source in self.sources:
            yield from source.folded.get(code, [])

    def _beyond(self, code: str, version: int, parts: dict[str, bytes]) -> tuple[int, dict[str, bytes]]:
        """The latest state that can be read, and its version: the end of the run, or of a folded state after it."""
        best_at, best = version, parts
        for state in self._folded(code):
            if state.version > version:
                held = read_parts(state.parts)
                run = self._run(code, state.version, state.link, held)
                if state.version + len(run) > best_at:
                    best_at, best = state.version + len(run), held
                    for row in run:
                        apply(best, row.entry().changes)
        return best_at, best
