"""One table: its log, its state, who writes, undo and redo. Every change is one transaction, durable when it ends."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any, Protocol

import msgspec
import sqlalchemy as sa

from fujikoro_nb.store.entries import Change, Entry, Holder, Kind, Merged
from fujikoro_nb.store.errors import Conflict, Damaged, NoTable, Refused, TakenOver
from fujikoro_nb.store.records import (
    MAX_ENTRIES,
    MAX_LABEL,
    MAX_NAME,
    Head,
    Lease,
    State,
    apply,
    back,
    checked_changes,
    checked_id,
    checked_text,
    first_link,
    link,
    read_changes,
    read_parts,
    write_changes,
    write_parts,
)
from fujikoro_nb.store.rows import Row
from fujikoro_nb.store.schema import ENTRIES, HEADS, STATES

FOLDED_EVERY = 64
"""A folded state is kept every so many entries; reading folds fewer than that."""
MOST_AT_ONCE = 500
"""Entries in one answer of `Table.since`."""
WRITTEN = "fujikoro-written"
"""Where a connection keeps the rows that its transaction adds: see `Store.writing`."""
READ_AT_ONCE = 64
"""Entries that are read together on the way back through a log."""


class Place(Protocol):
    """Where a table lies: what `Table` needs of the store."""

    clock: Callable[[], float]

    def reading(self) -> AbstractContextManager[sa.Connection]: ...  # noqa: D102 - see Store

    def writing(self) -> AbstractContextManager[sa.Connection]: ...  # noqa: D102


class Table:
    """A group's evening. Cheap to make: it holds the code only, and every method asks the database.

    Every method may raise NoTable, Busy, NotStored and Damaged; what else is said at each. May be used from several
    threads. Methods block for the length of a disk write (milliseconds), or two seconds while another program holds
    the database: a server calls them in a thread.
    """

    def __init__(self, place: Place, code: str) -> None:
        self._place, self.code = place, code

    # ---- reading

    def head(self) -> Head:
        """Title, version and who writes."""
        with self._place.reading() as connection:
            return head_of(_row(connection, self.code))

    def state(self) -> State:
        """The table as it is now."""
        with self._place.reading() as connection:
            row = _row(connection, self.code)
            return State(
                head=head_of(row),
                parts=parts_at(connection, self.code, row.version),
                undo=_label(connection, self.code, row.done),
                redo=_label(connection, self.code, row.undone),
            )

    def since(self, version: int, *, most: int = MOST_AT_ONCE) -> tuple[Entry, ...]:
        """The entries after a version in their order, at most 500; ask again with the last one's version."""
        with self._place.reading() as connection:
            _row(connection, self.code)
            # A number beyond the last entry there can be is no number of the database either.
            after = max(0, min(int(version), MAX_ENTRIES))
            wanted = (ENTRIES.c.code == self.code) & (ENTRIES.c.version > after)
            rows = connection.execute(
                sa.select(ENTRIES)
                .where(wanted)
                .order_by(ENTRIES.c.version)
                .limit(max(1, min(int(most), MOST_AT_ONCE)))
            )
            return tuple(entry_of(row) for row in rows)

    def last(self, part: str) -> Entry | None:
        """The change that `undo` of this part would take back; None when there is nothing."""
        with self._place.reading() as connection:
            _row(connection, self.code)
            return _last_of(connection, self.code, part)

    # ---- writing

    def take(self, writer: str, name: str) -> Lease:
        """Become the one who writes: always possible, and seen by all as an entry. Older leases end.

        ``writer`` is an id of the device that may be public, ``name`` what people read. Raises Refused.
        """
        checked_id(writer, "writer")
        checked_text(name, "name", MAX_NAME)
        token = secrets.token_urlsafe(24)
        with self._place.writing() as connection:
            row = _row(connection, self.code, to_write=True)
            written = self._write(connection, row, kind="take", label=name, by=(writer, name))
            connection.execute(
                HEADS.update()
                .where(HEADS.c.code == self.code)
                .values(
                    lease=_hash(token), writer=writer, name=name, taken=written.version, taken_at=written.at
                )
            )
            return Lease(token, written.version, written.at, before=holder_of(row))

    def append(
        self, token: str, expected: int, changes: Iterable[Change], *, label: str, key: str | None = None
    ) -> int:
        """Store a change that was made on version ``expected``; its own version, once it is on the disk.

        ``label`` says what undo would take back. With a ``key`` that the caller chose, the same change sent again is
        stored once and answers the same version, also after a take-over: after `NotStored` or a lost answer, send it
        again. Raises Conflict when another entry came first, TakenOver with an old lease, Refused for bounds.
        """
        wanted = tuple(changes)
        checked_text(label, "label", MAX_LABEL)
        with self._place.writing() as connection:
            row = _row(connection, self.code, to_write=True)
            sent = self._sent(connection, key)
            if sent is not None:
                return _same(sent, "change", label, wanted)
            self._allow(connection, row, token, expected)
            return self._write(
                connection,
                row,
                kind="change",
                label=label,
                by=(row.writer, row.name),
                changes=wanted,
                key=key,
            ).version

    def undo(self, token: str, expected: int, *, part: str | None = None, key: str | None = None) -> int:
        """Bring the parts to what they were before the last change that is not undone yet, whoever made it.

        With a ``part``: that one alone, before the last change of it; what was done to others since stays.
        The change stays in the log; the new entry says of which version it is and carries its label.
        Raises Refused when there is nothing, else as `append`.
        """
        return self._turn("undo", token, expected, key, part)

    def redo(self, token: str, expected: int, *, key: str | None = None) -> int:
        """Bring back what the last `undo` took, if nothing was changed since. Raises as `undo`."""
        return self._turn("redo", token, expected, key)

    def merge(
        self, make: Callable[[dict[str, bytes], int, Entry | None], Merged | None], *, key: str
    ) -> tuple[int, bool]:
        """Store a change that needs no lease: ``make`` judges who asks, and makes it on the table as it is.

        It gets the parts, the version that the change will have, and what was stored under this key already: then, and
        where it gives None, nothing is stored. Answers the version at which the table holds the change, and whether it
        was stored now. No other change comes between; whatever ``make`` raises leaves the table as it was.

        Raises Refused for bounds.
        """
        with self._place.writing() as connection:
            row = _row(connection, self.code, to_write=True)
            sent = self._sent(connection, key)
            merged = make(parts_at(connection, self.code, row.version), row.version + 1, sent)
            if sent is not None or merged is None:
                return (row.version if sent is None else sent.version), False
            checked_id(merged.writer, "writer")
            checked_text(merged.name, "name", MAX_NAME)
            checked_text(merged.label, "label", MAX_LABEL)
            written = self._write(
                connection,
                row,
                kind="change",
                label=merged.label,
                by=(merged.writer, merged.name),
                changes=merged.changes,
                key=key,
            )
            return written.version, True

    # ---- behind

    def _turn(self, kind: Kind, token: str, expected: int, key: str | None, part: str | None = None) -> int:
        with self._place.writing() as connection:
            row = _row(connection, self.code, to_write=True)
            sent = self._sent(connection, key)
            if sent is not None:
                return _same(sent, kind, None, None)
            self._allow(connection, row, token, expected)
            top = row.done if kind == "undo" else row.undone
            if part is not None:
                last = _last_of(connection, self.code, part)
                top = 0 if last is None else last.version
            if not top:
                raise Refused(f"nothing-to-{kind}")
            entry = _entry(connection, self.code, top)
            if kind == "undo":
                now = parts_at(connection, self.code, row.version)
                before = parts_at(connection, self.code, top - 1)
                touched = (change.part for change in entry.changes) if part is None else (part,)
                changes = back(now, before, touched)
                of = top
            else:
                # The parts are what they were when it was made first, so it can be carried out again.
                of = entry.of
                entry = _entry(connection, self.code, of)
                changes = entry.changes
            return self._write(
                connection,
                row,
                kind=kind,
                label=entry.label,
                by=(row.writer, row.name),
                changes=changes,
                key=key,
                of=of,
            ).version

    def _sent(self, connection: sa.Connection, key: str | None) -> Entry | None:
        """What was stored under the key."""
        if key is None:
            return None
        checked_id(key, "key")
        row = connection.execute(
            sa.select(ENTRIES).where((ENTRIES.c.code == self.code) & (ENTRIES.c.key == key))
        ).first()
        return None if row is None else entry_of(row)

    def _allow(self, connection: sa.Connection, row: Any, token: str, expected: int) -> None:
        if (
            row.lease is None
            or not isinstance(token, str)
            or not hmac.compare_digest(row.lease, _hash(token))
        ):
            raise TakenOver(holder_of(row))
        if row.version != expected:
            raise Conflict(msgspec.structs.replace(_entry(connection, self.code, row.version), changes=()))

    def _write(
        self,
        connection: sa.Connection,
        row: Any,
        *,
        kind: Kind,
        label: str,
        by: tuple[str, str],
        changes: tuple[Change, ...] = (),
        key: str | None = None,
        of: int = 0,
    ) -> Entry:
        """Add the entry after the head's row."""
        if row.version >= MAX_ENTRIES:
            raise Refused("table-full", max=MAX_ENTRIES)
        sizes = msgspec.msgpack.decode(row.sizes, type=dict[str, int])
        if changes or kind == "change":  # a take-over has none, nor has undoing what changed nothing
            changes, sizes = checked_changes(changes, sizes)
        done, undone = self._tops(connection, row, kind, of)
        entry = Entry(row.version + 1, kind, label, by[0], by[1], self._place.clock(), of, changes)
        sum_ = add_entry(connection, self.code, entry, row.link, (done, undone), key)
        connection.execute(
            HEADS.update()
            .where(HEADS.c.code == self.code)
            .values(
                version=entry.version,
                link=sum_,
                sizes=msgspec.msgpack.encode(sizes),
                done=done,
                undone=undone,
                changed_at=entry.at,
            )
        )
        if entry.version % FOLDED_EVERY == 0:
            add_state(
                connection, self.code, entry.version, sum_, parts_at(connection, self.code, entry.version)
            )
        return entry

    def _tops(self, connection: sa.Connection, row: Any, kind: Kind, of: int) -> tuple[int, int]:
        """The tops of both stacks after an entry of this kind: see ENTRIES."""
        version = row.version + 1
        match kind:
            case "undo" if of != row.done:  # of one part, below changes of others: those stay on the stack
                return row.done, version
            case "undo":
                return _tops_at(connection, self.code, of - 1)[0], version
            case "redo":
                return of, _tops_at(connection, self.code, row.undone - 1)[1]
            case "take":
                return row.done, row.undone
            case _:
                return version, 0


# ---- rows, for the store and for mending too


def add_entry(
    connection: sa.Connection, code: str, entry: Entry, before: int, tops: tuple[int, int], key: str | None
) -> int:
    """Insert an entry; its check."""
    stored = write_changes(entry.changes)
    sum_ = link(before, entry, stored, *tops, key)
    row = Row(
        code,
        entry.version,
        entry.kind,
        entry.label,
        entry.writer,
        entry.name,
        entry.at,
        entry.of,
        *tops,
        key,
        stored,
        sum_,
    )
    connection.execute(ENTRIES.insert().values(msgspec.structs.asdict(row)))
    connection.info.get(WRITTEN, []).append(row)
    return sum_


def add_state(connection: sa.Connection, code: str, version: int, sum_: int, parts: dict[str, bytes]) -> None:
    """Insert a folded state."""
    stored = write_parts(parts)
    connection.execute(
        STATES.insert().values(
            code=code, version=version, link=sum_, parts=stored, check=zlib.crc32(stored, sum_)
        )
    )


def parts_at(connection: sa.Connection, code: str, version: int) -> dict[str, bytes]:
    """The parts after an entry: the last folded state and what came after it. Raises Damaged."""
    parts: dict[str, bytes] = {}
    at, sum_ = 0, first_link(code)
    folded = connection.execute(
        sa.select(STATES)
        .where((STATES.c.code == code) & (STATES.c.version <= version))
        .order_by(STATES.c.version.desc())
        .limit(1)
    ).first()
    if folded is not None:
        if zlib.crc32(folded.parts, folded.link) != folded.check:
            raise Damaged("damaged")
        at, sum_, parts = folded.version, folded.link, read_parts(folded.parts)
    rows = connection.execute(
        sa.select(ENTRIES)
        .where((ENTRIES.c.code == code) & (ENTRIES.c.version > at) & (ENTRIES.c.version <= version))
        .order_by(ENTRIES.c.version)
    )
    for row in rows:
        entry = entry_of(row)
        sum_ = link(sum_, entry, row.changes, row.done, row.undone, row.key)
        at += 1
        if entry.version != at or row.link != sum_:
            raise Damaged("damaged")
        apply(parts, entry.changes)
    if at != version:
        raise Damaged("damaged")
    return parts


def entry_of(row: Any) -> Entry:
    """A row of ENTRIES. Raises Damaged."""
    return Entry(
        row.version, row.kind, row.label, row.writer, row.name, row.at, row.of, read_changes(row.changes)
    )


def head_of(row: Any) -> Head:
    """A row of HEADS."""
    return Head(row.code, row.title, row.version, row.made_at, row.changed_at, holder_of(row))


def holder_of(row: Any) -> Holder | None:
    """Who writes, from a row of HEADS."""
    return None if row.lease is None else Holder(row.writer, row.name, row.taken, row.taken_at)


def _row(connection: sa.Connection, code: str, *, to_write: bool = False) -> Any:
    query = sa.select(HEADS).where(HEADS.c.code == code)
    row = connection.execute(query.with_for_update() if to_write else query).first()
    if row is None:
        raise NoTable("no-table", code=code)
    return row


def _entry(connection: sa.Connection, code: str, version: int) -> Entry:
    row = connection.execute(
        sa.select(ENTRIES).where((ENTRIES.c.code == code) & (ENTRIES.c.version == version))
    ).first()
    if row is None:
        raise Damaged("damaged")
    return entry_of(row)


def _last_of(connection: sa.Connection, code: str, part: str) -> Entry | None:
    """The last change of a part that is not undone; read from the newest entry back, and no further than needed."""
    undone: set[int] = set()
    for entry in _backwards(connection, code):
        if entry.kind not in ("change", "undo", "redo"):
            continue
        touches = any(change.part == part for change in entry.changes)
        made = entry.of or entry.version
        if entry.kind == "undo":
            if touches or not entry.changes:  # none: it took back what had changed nothing
                undone.add(made)
        elif touches and made not in undone:
            return entry if not entry.of else _entry(connection, code, made)
    return None


def _backwards(connection: sa.Connection, code: str) -> Iterator[Entry]:
    """All entries, the newest first, a few at a time."""
    before: int | None = None
    while before is None or before > 1:
        older = ENTRIES.c.code == code
        if before is not None:
            older &= ENTRIES.c.version < before
        query = sa.select(ENTRIES).where(older).order_by(ENTRIES.c.version.desc()).limit(READ_AT_ONCE)
        rows = connection.execute(query).all()
        if not rows:
            return
        yield from map(entry_of, rows)
        before = rows[-1].version


def _label(connection: sa.Connection, code: str, version: int) -> str | None:
    return _entry(connection, code, version).label if version else None


def _tops_at(connection: sa.Connection, code: str, version: int) -> tuple[int, int]:
    row = connection.execute(
        sa.select(ENTRIES.c.done, ENTRIES.c.undone).where(
            (ENTRIES.c.code == code) & (ENTRIES.c.version == version)
        )
    ).first()
    if row is None:
        raise Damaged("damaged")
    return row.done, row.undone


def _same(sent: Entry, kind: Kind, label: str | None, changes: tuple[Change, ...] | None) -> int:
    """The version of what was stored under a key, if it is what is sent now. Raises Refused."""
    is_other = sent.kind != kind or (changes is not None and (sent.changes, sent.label) != (changes, label))
    if is_other:
        raise Refused("key-used", version=sent.version)
    return sent.version


def _hash(token: str) -> str:
    """Only this is stored: who reads the file or a copy of it cannot write at the table."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()
