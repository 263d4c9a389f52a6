"""What keeping a table costs: a durable append beside a bare INSERT, reading a long log, watching for changes.

The peer is Python's sqlite3 by itself with the same pragmas, one INSERT of the same bytes a transaction, in the same
folder and in turn with ours: what the disk takes is in both. A bare INSERT asks nothing; ours asks who writes, which
version is the last and whether the change was sent before. PostgreSQL runs beside, waiting for the disk too.
"""

from __future__ import annotations

import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from _table import Row, against_limit, against_peer, median, percentile, show  # noqa: E402

from fujikoro_nb.store import Add, Put, Store, Table  # noqa: E402
from tests.support.postgres import running  # noqa: E402

ENTRIES = 5000
ANSWER = b'{"seat":0,"answer":{"kind":"walk","to":"I-1.4"}}\n'
"""About what one answer of a game takes."""
GEAR = b"x" * 3000
"""About what the whole link state of a helper takes."""


def seconds(act: Callable[[], object]) -> float:
    """By the clock on the wall: a durable write is mostly waiting for the disk."""
    begun = perf_counter()
    act()
    return perf_counter() - begun


class Bare:
    """The least that a durable line in an SQLite file takes."""

    def __init__(self, file: Path) -> None:
        self.connection = sqlite3.connect(file, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "fullfsync=1"):
            self.connection.execute(f"PRAGMA {pragma}")
        self.connection.execute("CREATE TABLE log (line BLOB)")

    def append(self) -> None:
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute("INSERT INTO log VALUES (?)", [ANSWER])
        self.connection.execute("COMMIT")


class Writer:
    """One who goes on writing at a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        lease = table.take("phone-1", "Ann")
        self.token, self.version = lease.token, lease.version

    def append(self) -> None:
        # Now and then gear changes, which is replaced whole.
        change = Put("gear", GEAR) if random.random() < 0.1 else Add("game", ANSWER)
        self.version = self.table.append(
            self.token, self.version, [change], label="answer", key=f"tap-{self.version}"
        )


def main() -> int:
    random.seed(6)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, running(is_safe=True) as server:
        bare = Bare(Path(folder) / "bare.sqlite")
        address = f"sqlite:///{Path(folder) / 'tables.sqlite'}"
        with Store.open(address) as store, Store.open(server.address("postgres")) as club:
            ours, theirs = Writer(store.create("Friday")), Writer(club.create("Friday"))
            times: dict[str, list[float]] = {"bare": [], "SQLite": [], "PostgreSQL": []}
            acts = {"bare": bare.append, "SQLite": ours.append, "PostgreSQL": theirs.append}
            for _ in range(ENTRIES):
                for name, act in acts.items():
                    times[name].append(seconds(act))
            rows += [
                against_peer(
                    f"append, {name}, p{percent}",
                    percentile(times[name], percent),
                    "bare sqlite3 INSERT",
                    percentile(times["bare"], percent),
                    at_least=0.15 if name == "SQLite" else 0.05,  # a server is another process
                )
                for name in ("SQLite", "PostgreSQL")
                for percent in (50, 95)
            ]
            rows += [
                against_limit(f"append, {name}, p95", percentile(times[name], 95), 0.02)
                for name in ("SQLite", "PostgreSQL")
            ]
            for name, kept, writer in (("SQLite", store, ours), ("PostgreSQL", club, theirs)):
                state = [seconds(writer.table.state) for _ in range(200)]
                rows.append(against_limit(f"state() of {ENTRIES} entries, {name}, p50", median(state), 0.005))
                rows.append(against_limit(f"changes(), none, {name}, p50", quiet(kept), 0.001))
            for _ in range(99):
                store.create("Saturday")
            busy = []
            for _ in range(200):
                ours.append()
                busy.append(seconds(lambda: store.changes({})))
            rows.append(against_limit("changes(), one of 100 tables, SQLite, p50", median(busy), 0.002))
            copies = [seconds(store.copy) for _ in range(5)]
            rows.append(against_limit("copy() with every check", median(copies), 1.0))
        opened = [seconds(lambda: Store.open(address).close()) for _ in range(5)]
        rows.append(against_limit("open() with every check", median(opened), 2.0))
    return show("Keeping a table", rows)


def quiet(store: Store) -> float:
    """The middle time of asking when nothing happened."""
    seen = store.changes({})
    return median([seconds(lambda: store.changes(seen)) for _ in range(500)])


if __name__ == "__main__":
    sys.exit(main())
