"""The tables of the database, and the two kinds of it: one SQLite file, or a PostgreSQL server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import event, exc

from fujikoro_nb.store.errors import Busy, Damaged, NotOpened, NotStored

FORMAT = 1
"""Of what is stored; a higher one was written by a newer version and is refused."""
APPLICATION = 0x46754A4B
"""Marks an SQLite file as ours, in its header."""
WAIT_SECONDS = 2.0
"""How long a change waits for another program's before it is `Busy`."""

METADATA = sa.MetaData()

HEADS = sa.Table(
    "fujikoro_tables",
    METADATA,
    # What can be made again from the entries, but for the lease; here so that one row answers and is locked.
    sa.Column("code", sa.String(6), primary_key=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("made_at", sa.Double, nullable=False),
    sa.Column("changed_at", sa.Double, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("link", sa.BigInteger, nullable=False),  # the check of the last entry
    sa.Column("sizes", sa.LargeBinary, nullable=False),  # bytes of each part
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("undone", sa.Integer, nullable=False),
    sa.Column("lease", sa.String(64)),  # the hash of the token
    sa.Column("writer", sa.Text),
    sa.Column("name", sa.Text),
    sa.Column("taken", sa.Integer),
    sa.Column("taken_at", sa.Double),
)

ENTRIES = sa.Table(
    "fujikoro_entries",
    METADATA,
    sa.Column("code", sa.String(6), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("writer", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("of", sa.Integer, nullable=False),
    # Tops of two stacks after this entry: the change that undo takes back, and the undo that redo takes back. What
    # lies below a top stands in the entry before it, so that neither stack is ever stored or folded.
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("undone", sa.Integer, nullable=False),
    sa.Column("key", sa.Text),
    sa.Column("changes", sa.LargeBinary, nullable=False),
    sa.Column("link", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("code", "key"),
)

STATES = sa.Table(
    "fujikoro_states",
    METADATA,
    # Folded now and then, so that reading a long log stays short.
    sa.Column("code", sa.String(6), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("link", sa.BigInteger, nullable=False),
    sa.Column("parts", sa.LargeBinary, nullable=False),
    sa.Column("check", sa.BigInteger, nullable=False),
)

ABOUT = sa.Table("fujikoro_about", METADATA, sa.Column("format", sa.Integer, nullable=False))


# ---- SQLite


def sqlite_engine(path: Path) -> sa.Engine:
    """Connections to the file: a change is on the disk when its transaction has ended."""
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)), connect_args={"timeout": WAIT_SECONDS}
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: Any) -> None:
        prepare_sqlite(connection)

    @event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        # Two deferred transactions that both read and then write would make one of them fail.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def prepare_sqlite(connection: sqlite3.Connection) -> None:
    """Set what is not kept in the file."""
    connection.isolation_level = None  # Python's own implicit BEGIN comes too late for a lock
    for pragma in ("synchronous=FULL", "fullfsync=1", "foreign_keys=1"):
        connection.execute(f"PRAGMA {pragma}")


def make_sqlite(path: Path) -> None:
    """Make the tables in a new file, and mark it. A file that has them already stays as it is."""
    path.touch(mode=0o600)
    connection = sqlite3.connect(path, timeout=WAIT_SECONDS)
    try:
        prepare_sqlite(connection)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("BEGIN IMMEDIATE")
        dialect = sa.create_engine("sqlite://").dialect
        for table in METADATA.sorted_tables:
            if table is not ABOUT:
                connection.execute(
                    str(sa.schema.CreateTable(table, if_not_exists=True).compile(dialect=dialect))
                )
        connection.execute(f"PRAGMA application_id={APPLICATION}")
        connection.execute(f"PRAGMA user_version={FORMAT}")
        connection.execute("COMMIT")
        # The mark must stand in the file itself, where it is read before anything opens it as a database.
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()


def keep_log(path: Path) -> None:
    """Let a file of ours keep its changes in ``-wal``, as from its making on: a harmed header may say otherwise.

    Only when nobody else has it open. Raises sqlite3.Error.
    """
    connection = sqlite3.connect(path, timeout=WAIT_SECONDS)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
    finally:
        connection.close()


# ---- PostgreSQL


def postgres_engine(url: sa.URL) -> sa.Engine:
    """Connections to the server. Raises NotOpened without the extra ``club``."""
    if find_spec("psycopg") is None:
        raise NotOpened("no-driver")
    wait = f"-c lock_timeout={int(WAIT_SECONDS * 1000)}"
    return sa.create_engine(
        url.set(drivername="postgresql+psycopg"),
        pool_pre_ping=True,  # a server that was started again costs no change
        connect_args={"options": f"{wait} -c synchronous_commit=on", "connect_timeout": 10},
    )


def make_postgres(engine: sa.Engine, place: str) -> None:
    """Make the tables if they are not there. Raises NotOpened for a newer format."""
    with engine.begin() as connection:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(APPLICATION)))
        METADATA.create_all(connection)
        held = connection.scalar(sa.select(sa.func.max(ABOUT.c.format)))
        if held is None:
            connection.execute(ABOUT.insert().values(format=FORMAT))
        elif held > FORMAT:
            raise NotOpened("newer", place=place, format=held, max=FORMAT)


# ---- what goes wrong

_SQLITE_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_SQLITE_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_SQLITE_REFUSED = {
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
}
_POSTGRES: dict[object, tuple[type[Busy | NotStored | Damaged], str]] = {
    "55P03": (Busy, "busy"),
    "40P01": (Busy, "busy"),
    "40001": (Busy, "busy"),
    "53100": (NotStored, "disk-full"),
    "58030": (NotStored, "not-written"),
    "25006": (NotStored, "not-written"),
    "XX001": (Damaged, "damaged"),
    "XX002": (Damaged, "damaged"),
}


@contextmanager
def translated() -> Iterator[None]:
    """Turn the database's errors into ours. One that only a fault of ours can cause goes on as it is."""
    try:
        yield
    except exc.TimeoutError as error:  # all connections in use
        raise Busy("busy") from error
    except exc.DBAPIError as error:
        found = _ours(error.orig, is_gone=error.connection_invalidated)
        if found is None:
            raise
        raise found from error
    except sqlite3.Error as error:
        found = _ours(error, is_gone=False)
        if found is None:
            raise
        raise found from error
    except (UnicodeDecodeError, msgspec.MsgspecError) as error:  # a text or a record that is none
        raise Damaged("damaged") from error


def _ours(error: BaseException | None, *, is_gone: bool) -> Busy | NotStored | Damaged | None:
    if isinstance(error, sqlite3.Error):
        if str(error).startswith(("no such table", "no such column", "Could not decode")):
            return Damaged("damaged")  # what we never ask of tables that we made
        return _of_sqlite(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_MISUSE))
    state = getattr(error, "sqlstate", None)
    if state in _POSTGRES:
        kind, reason = _POSTGRES[state]
        return kind(reason)
    # No state: the answer never came. 08: connection, 57: the server is stopped or ended us, 53: out of something.
    if is_gone or state is None or state[:2] in {"08", "57", "53"}:
        return NotStored("unreachable")
    return None


def _of_sqlite(extended: int) -> Busy | NotStored | Damaged | None:
    code = extended & 0xFF
    # Shorter than it says of itself, or a place that the disk cannot read any more.
    if extended in (sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_READ):
        return Damaged("damaged")
    if code in _SQLITE_BUSY:
        return Busy("busy")
    if code == sqlite3.SQLITE_FULL:
        return NotStored("disk-full")
    if code in _SQLITE_DAMAGED:
        return Damaged("damaged")
    return NotStored("not-written") if code in _SQLITE_REFUSED else None
