"""All tables of one place: a file in the user's data folder, or a club's PostgreSQL server."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import sqlalchemy as sa

from fujikoro_nb.content.owner import data_folder
from fujikoro_nb.store import checking, copies, mending
from fujikoro_nb.store.codes import new_code, read_code
from fujikoro_nb.store.entries import Change, Entry
from fujikoro_nb.store.errors import Damaged, NoTable, NotOpened, NotStored, Refused, StoreError
from fujikoro_nb.store.log import WRITTEN, Table, add_entry, head_of
from fujikoro_nb.store.place import Presence
from fujikoro_nb.store.records import MAX_TABLES, MAX_TITLE, Head, checked_changes, checked_text, first_link
from fujikoro_nb.store.rows import Row
from fujikoro_nb.store.schema import (
    ENTRIES,
    HEADS,
    STATES,
    WAIT_SECONDS,
    keep_log,
    make_postgres,
    make_sqlite,
    postgres_engine,
    sqlite_engine,
    translated,
)
from fujikoro_nb.store.upkeep import Upkeep

FILE = "tables.sqlite"
LENT = "FUJIKORO_TABLES_LENT"
"""The environment's name for a file in a folder that may not be written, and its copy: see `Store.lend`."""
_LAST_MOMENT = 253_402_300_799.0
"""The last second of the year 9999."""
_UNWRITABLE = {errno.EROFS, errno.EACCES, errno.EPERM}


class Store:
    """The tables of one place; made by `open`. One a process is enough; several threads and processes may use it.

    Any method may raise Busy, NotStored or Damaged. After Damaged: close every Store of the place in all processes
    and open it again, which mends an SQLite file.
    """

    def __init__(
        self, engine: sa.Engine, path: Path | None, presence: Presence | None, clock: Callable[[], float]
    ) -> None:
        self._engine, self._path, self._presence, self.clock = engine, path, presence, clock
        self.mended: mending.Mended | None = None
        """What `open` did about damaged files; tell it to somebody."""
        self.is_read_only = False
        """The folder may not be written: tables can be looked at, as they were when the store was opened."""
        self._borrowed: tuple[Path, tempfile.TemporaryDirectory[str]] | None = None
        """What was copied, and where to, when the folder may not be written."""
        self._upkeep = None if path is None else Upkeep(path, self._stored_row)
        self._watching = threading.Lock()
        self._watch: sqlite3.Connection | None = None
        self._seen = 0
        self._versions: dict[str, int] = {}

    @classmethod
    def open(
        cls, address: str | None = None, *, check: bool = True, clock: Callable[[], float] = time.time
    ) -> Store:
        """The store at an address, made if it is not there.

        ``address``: None is ``tables.sqlite`` in the user's data folder (``FUJIKORO_DATA``), readable by its owner
        only; else ``sqlite:///FILE`` or ``postgresql+psycopg://USER:PASSWORD@HOST/DATABASE``. ``check`` reads the
        whole file first (0.1 s for 5,000 entries), compares it with mirror and copy, and renews these: for a server;
        a writer's own process leaves it out. A folder that may not be written gives a store to read from.
        ``clock`` gives seconds since 1970.

        Raises NotOpened for an address that makes no sense or a place that must be left as it is; Damaged when a
        damaged file is open elsewhere; Busy, NotStored.
        """
        clock = _sane(clock)
        if address is None:
            path = data_folder() / FILE
            return cls._open_file(path, check, clock)
        try:
            url = sa.make_url(address)
        except (sa.exc.ArgumentError, ValueError):
            raise NotOpened("address") from None  # not quoted: it may hold a password
        if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
            return cls._open_file(Path(url.database).absolute(), check, clock)
        if url.drivername not in ("postgresql", "postgresql+psycopg"):
            raise NotOpened("address")
        engine = postgres_engine(url)
        try:
            with translated():
                make_postgres(engine, f"{url.host}/{url.database}")
        except BaseException:
            engine.dispose()
            raise
        return cls(engine, None, None, clock)

    @classmethod
    def _open_file(cls, path: Path, check: bool, clock: Callable[[], float]) -> Store:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not os.access(path.parent, os.W_OK | os.X_OK):
                return cls._open_to_read(path, clock)
            presence = Presence(path.with_name(f"{path.name}.lock"))
        except ValueError:  # a name that no file can have
            raise NotOpened("address") from None
        except OSError as error:
            if error.errno in _UNWRITABLE:
                return cls._open_to_read(path, clock)
            raise NotOpened("no-access", place=str(path)) from error
        try:
            mended = _prepare(path, check, presence, clock)
            presence.share()
        except OSError as error:
            presence.leave()
            raise NotOpened("no-access", place=str(path)) from error
        except BaseException:
            presence.leave()
            raise
        store = cls(sqlite_engine(path), path, presence, clock)
        store.mended = mended
        return store

    @classmethod
    def _open_to_read(cls, path: Path, clock: Callable[[], float]) -> Store:
        """The tables as they are now, from a copy elsewhere: SQLite itself reads no log in a folder without writing."""
        original, _, lent = os.environ.get(LENT, "").rpartition(os.pathsep)
        if original == str(path) and Path(lent).is_file():  # the server's: not each of its kernels makes one
            store = cls(sqlite_engine(Path(lent)), Path(lent), None, clock)
            store.is_read_only = True
            return store
        borrowed = tempfile.TemporaryDirectory(prefix="fujikoro-tables-")
        copied = Path(borrowed.name) / path.name
        try:
            for ending in ("", "-wal"):
                beside = path.with_name(path.name + ending)
                if beside.exists():
                    shutil.copyfile(beside, copied.with_name(copied.name + ending))
            with translated():
                if not checking.is_there(copied):
                    make_sqlite(copied)
                elif not checking.is_whole(copied):
                    raise NotOpened("not-mended", place=str(path))
        except (OSError, Damaged) as error:
            borrowed.cleanup()
            raise NotOpened("no-access", place=str(path)) from error
        except NotOpened as error:
            borrowed.cleanup()
            raise NotOpened(error.reason, **{**error.data, "place": str(path)}) from error
        store = cls(sqlite_engine(copied), copied, None, clock)
        store.is_read_only, store._borrowed = True, (path, borrowed)
        return store

    def lend(self) -> None:
        """Let the processes that are started from now on read the copy of a folder that may not be written."""
        if self._borrowed is not None:
            os.environ[LENT] = f"{self._borrowed[0]}{os.pathsep}{self._path}"

    def close(self) -> None:
        """Let go of the place. The store cannot be used any more."""
        with self._watching:
            if self._watch is not None:
                self._watch.close()
                self._watch = None
        if self._upkeep is not None:
            self._upkeep.end()
        self._engine.dispose()
        if self._borrowed is not None:
            self._borrowed[1].cleanup()
            self._borrowed = None
        if self._presence is not None:
            self._presence.leave()
            self._presence = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- tables

    def create(self, title: str, changes: Iterable[Change] = ()) -> Table:
        """A new table with a fresh code; its log begins with an entry (version 1) that holds ``changes``.

        Nobody writes yet: `Table.take` comes next. Raises Refused for a title or parts out of bounds, or when there
        are 1,000 tables already.
        """
        checked_text(title, "title", MAX_TITLE)
        parts, sizes = checked_changes(changes, {}) if (changes := tuple(changes)) else ((), {})
        now = self.clock()
        entry = Entry(1, "create", title, "-", "-", now, changes=parts)
        with self.writing() as connection:
            held = set(connection.scalars(sa.select(HEADS.c.code)))
            if len(held) >= MAX_TABLES:
                raise Refused("too-many-tables", max=MAX_TABLES)
            code = next(code for code in iter(new_code, "") if code not in held)
            connection.execute(
                HEADS.insert().values(
                    code=code,
                    title=title,
                    made_at=now,
                    changed_at=now,
                    version=1,
                    link=0,
                    sizes=msgspec.msgpack.encode(sizes),
                    done=0,
                    undone=0,
                )
            )
            sum_ = add_entry(connection, code, entry, first_link(code), (0, 0), None)
            connection.execute(HEADS.update().where(HEADS.c.code == code).values(link=sum_))
        return Table(self, code)

    def table(self, code: str) -> Table:
        """The table of a code as somebody typed it (``bcd-fgh``). Raises NoTable."""
        table = self.at(code)
        table.head()
        return table

    def at(self, code: str) -> Table:
        """The same, where the first thing that is asked of it says that there is none. Raises NoTable for no code."""
        known = read_code(code)
        if known is None:
            raise NoTable("no-table", code=code)
        return Table(self, known)

    def tables(self) -> tuple[Head, ...]:
        """All tables, the one changed last first."""
        with self.reading() as connection:
            rows = connection.execute(sa.select(HEADS).order_by(HEADS.c.changed_at.desc(), HEADS.c.code))
            return tuple(head_of(row) for row in rows)

    def remove(self, code: str) -> None:
        """Forget a table with its whole log. Copies of before hold it until their week is over. Raises NoTable."""
        table = self.table(code)
        last = self._stored_row(table.code, table.head().version)
        try:
            with self.writing() as connection:
                if self._upkeep is not None:
                    self._upkeep.removing(table.code)
                for where in (HEADS, STATES, ENTRIES):
                    connection.execute(where.delete().where(where.c.code == table.code))
        except StoreError:
            if self._upkeep is not None and last is not None:
                self._upkeep.not_removed(last)
            raise
        # The latest copy knows it no more, or the mirror alone tells that it is gone.
        with suppress(StoreError):
            self.copy()

    # ---- watching

    def changes(self, after: Mapping[str, int]) -> dict[str, int]:
        """The version of every table that is not at the version of ``after``; 0 for one that is gone.

        Begin with an empty mapping, ``update`` it with each answer, and ask every half second: once a process, not
        once a reader. Changes of all processes are seen. In SQLite a call when nothing happened asks the file for
        one number; otherwise, and in PostgreSQL, it reads code and version of all tables.
        """
        with self._watching, translated():
            now = self._now()
        known = {code: now.get(code, 0) for code in (*now, *after)}
        return {code: version for code, version in known.items() if after.get(code, 0) != version}

    def _now(self) -> dict[str, int]:
        if self._path is None:
            query = sa.select(HEADS.c.code, HEADS.c.version)
            with self._engine.connect() as connection:
                return {row.code: row.version for row in connection.execute(query)}
        if self._watch is None:
            # The number counts what other connections did: this one never writes.
            self._watch = sqlite3.connect(self._path, timeout=WAIT_SECONDS, check_same_thread=False)
        (number,) = self._watch.execute("PRAGMA data_version").fetchone()
        if number != self._seen:
            self._versions = dict(self._watch.execute("SELECT code, version FROM fujikoro_tables"))
            self._seen = number
        return self._versions

    def copy(self) -> Path | None:
        """Renew ``tables.sqlite.copy`` from what is stored, after checking all of it; others go on writing.

        Done by itself while something is written, every five minutes. The two copies before it are kept, and one a day
        for a week. Raises Damaged when what is stored does not pass its checks or lacks what the copy before holds,
        Busy while another program makes one. None in PostgreSQL, which has its own ways.
        """
        return None if self._path is None else copies.make(self._path, self._local_time().date())

    def _local_time(self) -> datetime:
        return datetime.fromtimestamp(self.clock(), UTC).astimezone()

    # ---- for `Table`

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A transaction that sees one moment."""
        options = {} if self._path is not None else {"isolation_level": "REPEATABLE READ"}
        with self._transaction(options) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that is on the disk when it has ended without an error, and in the mirror as well."""
        if self.is_read_only:
            raise NotStored("read-only")
        rows: list[Row] = []
        with self._transaction({"writes": True}) as connection:
            kept = connection.info  # asked once: a connection that was lost would try to come back
            kept[WRITTEN] = rows
            try:
                yield connection
            finally:
                kept.pop(WRITTEN, None)
        if self._upkeep is not None:
            self._upkeep.stored(rows)

    def _stored_row(self, code: str, version: int) -> Row | None:
        with self.reading() as connection:
            wanted = (ENTRIES.c.code == code) & (ENTRIES.c.version == version)
            found = connection.execute(sa.select(ENTRIES).where(wanted)).first()
            return None if found is None else Row(*found)

    @contextmanager
    def _transaction(self, options: Mapping[str, object]) -> Iterator[sa.Connection]:
        with (
            translated(),
            self._engine.connect().execution_options(**options) as connection,
            connection.begin(),
        ):
            yield connection


def _sane(clock: Callable[[], float]) -> Callable[[], float]:
    """The clock, with what no date can be told of taken for the moment that was told before."""
    last = 0.0

    def now() -> float:
        nonlocal last
        moment = float(clock())
        if 0 <= moment <= _LAST_MOMENT:  # neither is true of what is no number
            last = moment
        return last

    return now


def _prepare(
    path: Path, check: bool, presence: Presence, clock: Callable[[], float]
) -> mending.Mended | None:
    """Leave a good file at the path; what had to be mended."""

    def today() -> datetime:
        return datetime.fromtimestamp(clock(), UTC).astimezone()

    with translated():
        if presence.is_alone:
            mending.finish(path)
        good = mending.is_good(path, check=check)
        if good:
            if presence.is_alone:
                keep_log(path)
            return mending.tidy(path, today, is_alone=presence.is_alone) if check else None
        if not presence.is_alone:
            raise Damaged("damaged-in-use", file=path.name)
        if good is None:
            mending.begin(path)
            return None
        mended = mending.mend(path, clock)
        with suppress(StoreError, OSError):  # a full disk is no reason to refuse reading
            copies.make(path, today().date())
        return mended
