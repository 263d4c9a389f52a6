"""A game page's hold on a table: every step is on the disk before it is shown, and others' steps are found again."""

from __future__ import annotations

import functools
import os
import secrets
from typing import Any, ClassVar

from fujikoro_nb.engine.kernel import Session
from fujikoro_nb.engine.kernel.save import Save
from fujikoro_nb.table import game_log
from fujikoro_nb.table.store import Add, Change, Cut, Lease, Put, Store, Table

ADDRESS = "FUJIKORO_TABLES"
"""The environment's name for a database address; unset: a file in the user's data folder."""

READER_KEY = "FUJIKORO_READER_KEY"
"""The environment's name for the key of people who look on; empty: nobody needs one."""

MENDED = "FUJIKORO_MENDED"
"""The environment's name for a text that is there when the server found the file of the tables damaged."""


READERS_PLACE = "FUJIKORO_READERS_PLACE"
"""The environment's name for where tables are read on this host; unset: where the page itself is served."""


def readers_link(origin: str, code: str) -> str:
    """The address for people who look on; with their key, which opens nothing else, where one is needed.

    >>> readers_link("http://127.0.0.1:3776", "BCDFGH")
    'http://127.0.0.1:3776/table/BCDFGH'
    """
    key = os.environ.get(READER_KEY, "")
    place = os.environ.get(READERS_PLACE, "/")
    return f"{origin}{place}table/{code}" + (f"?token={key}" if key else "")


@functools.cache
def tables() -> Store:
    """The tables of this process, opened when they are first needed. Raises StoreError."""
    return Store.open(os.environ.get(ADDRESS), check=False)


class SharedGame:
    """One device at one table. Who has no lease looks on; `take` makes it the one who writes.

    ``stored`` is the game as this device last knew it to be on the disk, ``version`` that of the table then.
    """

    left_out: ClassVar[tuple[str, ...]] = ()
    """Contents of a save that are each device's own."""

    def __init__(self, table: Table, writer: str, name: str) -> None:
        self.table, self.writer, self.name = table, writer, name
        self.lease: Lease | None = None
        self.version = 0
        self.stored = b""

    @classmethod
    def begin(cls, title: str, session: Session[Any], *, writer: str, name: str) -> SharedGame:
        """A new table with this game, and this device writes. Raises StoreError."""
        stored = game_log.written(session, without=cls.left_out)
        shared = cls(tables().create(title, [Put(game_log.PART, stored)]), writer, name)
        shared.stored = stored
        shared.take()
        return shared

    @classmethod
    def join(cls, code: str, *, writer: str, name: str) -> SharedGame:
        """A table that is there, looked at. Raises NoTable and other StoreError."""
        return cls(tables().table(code), writer, name)

    def take(self) -> None:
        """Write from now on, whoever did. Raises StoreError."""
        self.lease = self.table.take(self.writer, self.name)
        self.version = self.lease.version

    def news(self) -> Save | None:
        """The game when the table has another one than this device knows, else None. Raises StoreError, Unreadable."""
        head = self.table.head()
        if head.version == self.version:
            return None
        state = self.table.state()
        holder = state.head.holder
        if self.lease is not None and (holder is None or holder.version != self.lease.version):
            self.lease = None  # somebody else took over
        self.version = state.version
        part = state.parts.get(game_log.PART, b"")
        if part == self.stored:
            return None
        self.stored = part
        return game_log.read(part) if part else None

    def keep(self, session: Session[Any], label: str) -> None:
        """Put the game as it is now on the disk, if it is another one. Raises Conflict, TakenOver, other StoreError."""
        now = game_log.written(session, without=self.left_out)
        changes = self._changes(now)
        if not changes:
            return
        token = "" if self.lease is None else self.lease.token
        self.version = self.table.append(token, self.version, changes, label=label, key=secrets.token_hex(12))
        self.stored = now

    def _changes(self, now: bytes) -> tuple[Change, ...]:
        before = self.stored
        if now == before:
            return ()
        if now.startswith(before):
            return (Add(game_log.PART, now[len(before) :]),)
        if before.startswith(now):
            return (Cut(game_log.PART, len(now)),)
        return (Put(game_log.PART, now),)
