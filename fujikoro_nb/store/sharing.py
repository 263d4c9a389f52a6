"""A page's hold on a table: every change is on the disk before it is shown, and others' changes are found again."""

from __future__ import annotations

import functools
import os
import secrets
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self
from urllib.parse import urlsplit

import msgspec

from fujikoro_nb.engine.kernel import Session
from fujikoro_nb.engine.kernel.save import Save
from fujikoro_nb.store import (
    Add,
    Change,
    Conflict,
    Cut,
    Entry,
    Lease,
    Put,
    Refused,
    State,
    StoreError,
    TakenOver,
    game_log,
)
from fujikoro_nb.store.guesses import Guesses, TooSoon
from fujikoro_nb.texts import say

if TYPE_CHECKING:
    from fujikoro_nb.store import Mended, Store, Table

ADDRESS = "FUJIKORO_TABLES"
"""The environment's name for a database address; unset: a file in the user's data folder."""

READER_KEY = "FUJIKORO_READER_KEY"
"""The environment's name for the key of people who look on; empty: nobody needs one."""

SEATS_KEY = "FUJIKORO_SEATS_KEY"
"""The environment's name for the key of phones that write seats; empty: nobody needs one; unset: there are no seats."""

MENDED = "FUJIKORO_MENDED"
"""The environment's name for what became of each table, when the server found the file of the tables damaged."""

MOST_TRIES = 6
"""Of a change beside which others write other parts."""

MOST_TOLD = 20
"""Changes of others that wait to be told."""

READERS_PLACE = "FUJIKORO_READERS_PLACE"
"""The environment's name for where tables are read and seats written, on this host; unset: where the page is served."""


GUESSES = Guesses(30)
"""Of this process: one kernel, one page. People type codes, and thirty in a minute nobody types."""


def readers_link(origin: str, code: str) -> str:
    """The address for people who look on; with their key, which opens nothing else, where one is needed.

    >>> readers_link("http://127.0.0.1:3776", "BCDFGH")
    'http://127.0.0.1:3776/table/BCDFGH'
    """
    key = os.environ.get(READER_KEY, "")
    place = os.environ.get(READERS_PLACE, "/")
    return f"{origin}{place}table/{code}" + (f"?token={key}" if key else "")


def seats_link(origin: str, code: str) -> str:
    """The address for phones that write seats, with their key; empty where this host has no seats."""
    key = os.environ.get(SEATS_KEY)
    if key is None:
        return ""
    place = os.environ.get(READERS_PLACE, "/")
    return f"{origin}{place}table/{code}/seat" + (f"?token={key}" if key else "")


def page_origin(address: str) -> str:
    """Scheme, name and port of a page that a browser shows; empty where the address is none.

    >>> page_origin("https://club.example:8000/voila/render/storm.ipynb#duel=open")
    'https://club.example:8000'
    >>> page_origin("http://[::1"), page_origin("http://"), page_origin("http://a:b@c/"), page_origin("ftp://club.example/")
    ('', '', '', '')
    """
    try:
        parts = urlsplit(address)
        name, port = parts.hostname, parts.port
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not name or parts.username is not None:
        return ""
    host = f"[{name}]" if ":" in name else name
    return f"{parts.scheme}://{host}" + ("" if port is None else f":{port}")


class AfterDamage(msgspec.Struct, frozen=True, array_like=True):
    """What became of one table: see `MendedTable`."""

    is_whole: bool
    back: int = 0
    missing: int = 0
    unsure_at: int = 0
    """The version at which nothing could tell whether more had been stored; 0 when that was clear."""


_AFTER = msgspec.json.Decoder(dict[str, AfterDamage])


def tell_mended(mended: Mended, versions: Mapping[str, int]) -> None:
    """Let the processes that are started from now on know what was damaged. ``versions``: of each table as it is."""
    if mended.is_rebuilt:
        told = {one.code: AfterDamage(one.is_whole, one.back, one.missing) for one in mended.tables}
    elif mended.is_unsure:
        told = {code: AfterDamage(is_whole=True, unsure_at=version) for code, version in versions.items()}
    else:
        return
    os.environ[MENDED] = msgspec.json.encode(told).decode()


def after_damage(code: str) -> AfterDamage | None:
    """What became of a table when the server was started; None when nothing was wrong, or it is a newer table."""
    told = os.environ.get(MENDED)
    return _AFTER.decode(told).get(code) if told else None


def open_tables(language: str) -> Store | None:
    """The tables, for a server; None where they cannot be opened. The terminal says that, and what had to be mended.

    The processes that it starts afterwards know both as well.
    """
    from fujikoro_nb.store import Store

    spoken = language or "en"
    try:
        store = Store.open(os.environ.get(ADDRESS))
        is_unsure = store.mended is not None and store.mended.is_unsure
        versions = {table.code: table.version for table in store.tables()} if is_unsure else {}
    except StoreError as fault:
        print(fault.said(language=spoken), file=sys.stderr)  # noqa: T201
        return None
    if store.is_read_only:
        store.lend()
        print(say("table.read-only", language=spoken), file=sys.stderr)  # noqa: T201
    if store.mended is not None:
        tell_mended(store.mended, versions)
        print(store.mended.said(language=spoken), file=sys.stderr)  # noqa: T201
    return store


@functools.cache
def tables() -> Store:
    """The tables of this process, opened when they are first needed. Raises StoreError."""
    from fujikoro_nb.store import Store  # and with it the database's library

    return Store.open(os.environ.get(ADDRESS), check=False)


class SharedPart:
    """One device at one table, and the part of it that its page shows. A subclass names the part.

    Who has no lease looks on; `take` makes this device the one who writes. ``version`` is that of the table when
    this device last knew what was `stored`, ``others`` what else it held then.
    """

    part: ClassVar[str]

    def __init__(self, table: Table, writer: str, name: str) -> None:
        self.table, self.writer, self.name = table, writer, name
        self.lease: Lease | None = None
        self.version = 0
        self._stored: list[bytes] = []
        self.others: Mapping[str, bytes] = {}
        self._holder = ""
        self.last: Entry | None = None
        """What an undo of this part would take back."""
        self.told: tuple[Entry, ...] = ()
        """The last things that others did to this part since whoever shows them emptied this, in their order."""

    @classmethod
    def begin_with(cls, title: str, stored: bytes, *, writer: str, name: str) -> Self:
        """A new table with this part, and this device writes. Raises StoreError."""
        shared = cls(tables().create(title, [Put(cls.part, stored)]), writer, name)
        shared.stored, shared.version = stored, 1
        shared.take()
        return shared

    @classmethod
    def join(cls, code: str, *, writer: str, name: str) -> Self:
        """A table that is there, looked at. Raises NoTable, Refused after too many wrong codes, other StoreError.

        Nobody writes at a table of closed hands but their seats.
        """
        try:
            with GUESSES.trying("", code):
                table = tables().table(code)
            parts = table.state().parts
            if game_log.is_closed(parts):
                raise Refused("small-table" if game_log.SMALL in parts else "duel-table")
            return cls(table, writer, name)
        except TooSoon as fault:
            raise Refused("too-many-codes", seconds=fault.seconds) from None

    def take(self) -> None:
        """Write from now on, whoever did. Raises StoreError.

        What somebody stored since the last look is still news afterwards.
        """
        self.lease = self.table.take(self.writer, self.name)
        if self.lease.version == self.version + 1:
            self.version = self.lease.version

    @property
    def stored(self) -> bytes:
        """The part as this device last knew it to be on the disk; put together only when somebody asks."""
        if len(self._stored) > 1:
            self._stored = [b"".join(self._stored)]
        return self._stored[0] if self._stored else b""

    @stored.setter
    def stored(self, part: bytes) -> None:
        self._stored = [part]

    @property
    def is_ours(self) -> bool:
        """Whether this device writes, on this page or on another one, as far as is known."""
        return self.lease is not None or self._holder == self.writer

    def regain(self) -> bool:
        """Take back what another page of this very device took; whether this page may write. Raises StoreError."""
        if self.lease is not None:
            return True
        holder = self.table.head().holder
        if holder is None or holder.writer != self.writer:
            return False
        self.take()
        return True

    def latest(self) -> bytes | None:
        """The part when the table has another one than this device knows, else None; no part is empty.

        Raises StoreError.
        """
        if self.table.head().version == self.version:
            return None
        state = self.table.state()
        since = self.table.since(self.version) if self.version else ()
        holder = state.head.holder
        if self.lease is not None and (holder is None or holder.version != self.lease.version):
            self.lease = None  # somebody else took over
        self._holder = "" if holder is None else holder.writer
        mine = [entry for entry in since if any(change.part == self.part for change in entry.changes)]
        of_others = (entry for entry in mine if entry.writer != self.writer)
        self.told = (*self.told, *of_others)[-MOST_TOLD:]
        if mine or len(since) < state.version - self.version:
            self.last = self.table.last(self.part)
        is_first, self.version, self.others = not self.version, state.version, self._beside(state)
        now = state.parts.get(self.part, b"")
        if now == self.stored and not is_first:
            return None
        self.stored = now
        return now

    def put(self, now: bytes, label: str) -> None:
        """Put the part as it is now on the disk, if it is another one. Raises Conflict, TakenOver, other StoreError."""
        if changes := self._changes(now):
            self._append(changes, label)
            self.stored = now

    def _append(self, changes: tuple[Change, ...], label: str) -> None:
        """Put changes of the part on the disk. Raises as `put`."""
        key = secrets.token_hex(12)
        self.version = self._written(
            lambda token, version: self.table.append(token, version, changes, label=label, key=key)
        )
        self.last = Entry(self.version, "change", label, self.writer, self.name, 0.0)

    def undo(self) -> bytes:
        """Take back the last change of this part, whoever made it; the part as it is then. Raises as `put`, Refused."""
        key = secrets.token_hex(12)
        self.version = self._written(
            lambda token, version: self.table.undo(token, version, part=self.part, key=key)
        )
        self.stored = self.table.state().parts.get(self.part, b"")
        self.last = self.table.last(self.part)
        return self.stored

    def _written(self, write: Callable[[str, int], int]) -> int:
        """What a write answers; tried again when only other parts changed meanwhile, or this device on another page.

        Seats write beside this device, so that may be so some times in a row.
        """
        version = self.version
        for _ in range(MOST_TRIES - 1):
            try:
                return write("" if self.lease is None else self.lease.token, version)
            except (Conflict, TakenOver) as fault:
                if isinstance(fault, TakenOver):
                    if fault.holder is None or fault.holder.writer != self.writer:
                        raise
                    self.take()
                state = self.table.state()
                if self.lease is None or state.parts.get(self.part, b"") != self.stored:
                    raise
                self.others, version = self._beside(state), state.version
        return write("" if self.lease is None else self.lease.token, version)

    def _beside(self, state: State) -> Mapping[str, bytes]:
        return {part: value for part, value in state.parts.items() if part != self.part}

    def _changes(self, now: bytes) -> tuple[Change, ...]:
        before = self.stored
        if now == before:
            return ()
        if before and now.startswith(before):
            return (Add(self.part, now[len(before) :]),)
        if now and before.startswith(now):
            return (Cut(self.part, len(now)),)
        return (Put(self.part, now),)


class SharedGame(SharedPart):
    """The game of a table."""

    part = game_log.PART
    left_out: ClassVar[tuple[str, ...]] = ()
    """Contents of a save that are each device's own."""
    _told: tuple[int, game_log.Told] | None = None
    """What the stored part says, and the version at which this device put it there."""

    @classmethod
    def begin(cls, title: str, session: Session[Any], *, writer: str, name: str) -> Self:
        """A new table with this game, and this device writes. Raises StoreError."""
        stored = game_log.written(session, without=cls.left_out)
        return cls.begin_with(title, stored, writer=writer, name=name)

    def news(self) -> Save | None:
        """The game when the table has another one than this device knows, else None. Raises StoreError, Unreadable."""
        part = self.latest()
        return game_log.read(part) if part else None

    def keep(self, session: Session[Any], label: str) -> None:
        """Put the game as it is now on the disk, if it is another one. Raises as `put`.

        A game that went on from what this device stored last adds its last answers, and nothing looks at the others.
        """
        now = game_log.told(session, without=self.left_out)
        before = self._told
        more = game_log.grown(before[1], now) if before is not None and before[0] == self.version else None
        if more is None:
            self.put(game_log.whole(now), label)
        elif more:
            self._append((Add(self.part, more),), label)
            self._stored.append(more)
        self._told = (self.version, now)
