"""What a game night does to a store: killed processes, a full disk, a locked file, two writers, a wrong clock."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from fujikoro_nb.store import Add, Busy, NotOpened, NotStored, Put, Store, Table
from fujikoro_nb.store.copies import copies
from fujikoro_nb.store.mirror import Begin, append, segments
from fujikoro_nb.store.records import Lease
from tests.support.postgres import Server

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def writing(
    act: str, address: str, table: Table, lease: Lease, *rest: str
) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.store.writer", act, address, table.code, lease.token, *rest]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def kill_a_writer(address: str, table: Table, lease: Lease, answers: int) -> None:
    """Kill -9 after so many answers; all that were given must be there, and the log must go on."""
    before = table.head().version
    with writing("for-ever", address, table, lease) as process:
        assert process.stdout is not None
        told = [int(process.stdout.readline()) for _ in range(answers)]
        process.kill()
        told += [int(line) for line in process.stdout if line.endswith("\n")]
    assert told == list(range(before + 1, before + 1 + len(told)))
    state = table.state()
    # The one that was under way may be stored too: nobody was told either way.
    assert state.version in (told[-1], told[-1] + 1)
    lines = [int(line) for line in state.parts["game"].split()]
    assert lines[-len(told) :] == [version - 1 for version in told] or lines[-len(told) - 1 : -1] == [
        version - 1 for version in told
    ]
    assert lines == list(range(lease.version, state.version))


def test_kill_9_loses_nothing_that_was_answered(address: str, table: Table, lease: Lease) -> None:
    for answers in (1, 23):
        kill_a_writer(address, table, lease, answers)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_hundred_kills(address: str, store: Store, table: Table, lease: Lease) -> None:
    for number in range(200):
        kill_a_writer(address, table, lease, 1 + number % 23)
    store.copy()  # checks every entry


def test_the_first_opened_after_a_kill_finds_all(at_file: str, file: Path) -> None:
    # Nobody else has the file open when the writer dies: its log file is read by the next one.
    with Store.open(at_file) as store:
        table = store.create("Friday")
        lease = table.take("phone-1", "Ann")
    with writing("for-ever", at_file, table, lease) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(20)]
    assert file.with_name("tables.sqlite-wal").exists()
    with Store.open(at_file) as store:
        assert store.mended is None
        assert store.table(table.code).head().version >= int(told[-1])


def test_killed_between_write_and_answer_the_page_sends_again(
    address: str, table: Table, lease: Lease
) -> None:
    with writing("die", address, table, lease) as process:
        assert process.wait() == -9
    version = table.append(lease.token, lease.version, [Add("game", b"last\n")], label="answer", key="tap-1")
    assert version == table.head().version == lease.version + 1
    assert table.state().parts["game"] == b"last\n"


def test_two_processes_race_and_no_line_is_lost(address: str, table: Table, lease: Lease) -> None:
    with (
        writing("race", address, table, lease, "a", "80") as one,
        writing("race", address, table, lease, "b", "80") as two,
    ):
        assert [process.communicate()[0] for process in (one, two)] == ["done\n", "done\n"]
    lines = table.state().parts["game"].decode().split("\n")[:-1]
    for who in "ab":
        assert [line for line in lines if line[0] == who] == [f"{who} {number}" for number in range(80)]
    assert table.head().version == lease.version + 160


def test_what_is_stored_is_never_told_as_not_stored(at_file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the commit a look at the entry before may find the file busy: the answer is still the new version."""

    def is_busy(code: str, version: int) -> None:
        raise Busy("busy")

    with Store.open(at_file) as store:
        table = store.create("Friday")
        lease = table.take("phone-1", "Ann")
    with Store.open(at_file) as other:
        monkeypatch.setattr(other._upkeep, "_row", is_busy)
        mine = other.table(table.code)
        assert mine.append(lease.token, lease.version, [Put("game", b"x")], label="answer", key="tap") == 3
        assert mine.head().version == 3
    with Store.open(at_file) as store:
        assert store.mended is None
        assert store.table(table.code).state().parts == {"game": b"x"}


def test_a_full_disk_is_said_and_nothing_is_lost(at_file: str, file: Path) -> None:
    # The system itself refuses the write in the middle of a transaction, as a full disk does; no root is needed.
    with Store.open(at_file) as store:
        table = store.create("Friday", [Put("game", b"")])
        lease = table.take("phone-1", "Ann")
        with writing("fill", at_file, table, lease, "300000") as process:
            said, _ = process.communicate()
        assert said.split("\n")[:3] == ["NotStored not-written", "True True", "1"]
        assert process.returncode == 0
        assert table.state().parts["gear"] == b"W"
        assert store.copy() is not None  # all checks hold


def test_a_database_that_may_not_grow(at_file: str) -> None:
    # What SQLite itself answers to "no space left on device": error 13, by its own limit of pages.
    with Store.open(at_file) as store:
        table = store.create("Friday")
        lease = table.take("phone-1", "Ann")
        with store._engine.connect() as connection:  # the one connection of the pool keeps the limit
            connection.exec_driver_sql("PRAGMA max_page_count=60")
        version = lease.version
        with pytest.raises(NotStored) as caught:
            for _ in range(200):
                version = table.append(
                    lease.token, version, [Add("game", b"x" * 1000)], label="answer", key=f"k{version}"
                )
        assert caught.value.reason == "disk-full"
        assert table.state().parts["game"] == b"x" * 1000 * (version - lease.version)
        with store._engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count=100000")
        assert (
            table.append(lease.token, version, [Add("game", b"y")], label="answer", key=f"k{version}")
            == version + 1
        )


def test_a_full_disk_of_the_server(server: Server, at_server: str) -> None:
    # A real server's real answer (53100), asked for by a trigger, because its disk is this machine's.
    database = at_server.split("/")[3].split("?")[0]
    with Store.open(at_server) as store:
        table = store.create("Friday")
        lease = table.take("phone-1", "Ann")
        server.sql(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;"
            "CREATE TRIGGER full_disk AFTER INSERT ON fujikoro_entries EXECUTE FUNCTION full_disk();",
            database,
        )
        with pytest.raises(NotStored) as caught:
            table.append(lease.token, 2, [Put("gear", b"A")], label="a", key="tap-1")
        assert caught.value.reason == "disk-full"
        server.sql("DROP TRIGGER full_disk ON fujikoro_entries", database)
        assert table.head().version == 2
        assert table.append(lease.token, 2, [Put("gear", b"A")], label="a", key="tap-1") == 3


def test_a_file_that_somebody_locks_is_said_busy_and_readers_go_on(at_file: str, file: Path) -> None:
    with Store.open(at_file) as store:
        table = store.create("Friday", [Put("gear", b"WWM")])
        lease = table.take("phone-1", "Ann")
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Busy):
            table.append(lease.token, 2, [Put("gear", b"A")], label="a")
        assert table.state().parts == {"gear": b"WWM"}
        assert store.changes({}) == {table.code: 2}
        other.execute("ROLLBACK")
        other.close()
        assert table.append(lease.token, 2, [Put("gear", b"A")], label="a") == 3


def test_a_table_that_somebody_locks_in_the_server(at_server: str) -> None:
    with Store.open(at_server) as store:
        table, free = store.create("Friday"), store.create("Saturday")
        lease, theirs = table.take("phone-1", "Ann"), free.take("phone-2", "Ben")
        with psycopg.connect(at_server.replace("+psycopg", "")) as other:
            other.execute("SELECT 1 FROM fujikoro_tables WHERE code = %s FOR UPDATE", [table.code])
            with pytest.raises(Busy):
                table.append(lease.token, 2, [Put("gear", b"A")], label="a")
            assert free.append(theirs.token, 2, [Put("gear", b"A")], label="a") == 3  # only that one waits
        assert table.append(lease.token, 2, [Put("gear", b"A")], label="a") == 3


def test_a_server_that_falls_over_keeps_what_it_answered(server: Server, at_server: str) -> None:
    with Store.open(at_server) as store:
        table = store.create("Friday")
        lease = table.take("phone-1", "Ann")
        version = table.append(lease.token, 2, [Put("gear", b"A")], label="a", key="tap-1")
        server.stop("immediate")
        with pytest.raises(NotStored) as caught:
            table.append(lease.token, 3, [Put("gear", b"B")], label="b", key="tap-2")
        assert caught.value.reason == "unreachable"
        server.start()
        assert table.state().version == version
        assert table.append(lease.token, 3, [Put("gear", b"B")], label="b", key="tap-2") == 4


def test_a_server_that_falls_over_while_a_change_waits_is_one_sentence(
    server: Server, at_server: str
) -> None:
    with Store.open(at_server) as store:
        table = store.create("Friday")
        lease = table.take("phone-1", "Ann")
        name = at_server.split("/")[3].split("?")[0]
        with psycopg.connect(f"host={server.folder} user=tables dbname={name}") as other:
            other.execute("SELECT * FROM fujikoro_tables FOR UPDATE")
            with ThreadPoolExecutor(1) as worker:
                waiting = worker.submit(
                    table.append, lease.token, lease.version, [Put("gear", b"A")], label="a", key="tap-1"
                )
                while not _waits_for_a_row(server, name):
                    assert not waiting.done()
                server.stop("immediate")
                fault = waiting.exception(timeout=30)
            with suppress(psycopg.Error):
                other.close()
        server.start()
        assert isinstance(fault, NotStored) and fault.reason == "unreachable"
        version = table.append(lease.token, lease.version, [Put("gear", b"A")], label="a", key="tap-1")
        assert version == lease.version + 1


def _waits_for_a_row(server: Server, name: str) -> bool:
    with psycopg.connect(f"host={server.folder} user=tables dbname={name}") as looking:
        query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        found = looking.execute(query).fetchone()
        return found is not None and found[0] > 0


def test_a_connection_that_breaks_costs_no_change(server: Server, at_server: str) -> None:
    with Store.open(at_server) as store:
        table = store.create("Friday")
        lease = table.take("phone-1", "Ann")
        server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        assert table.append(lease.token, 2, [Put("gear", b"A")], label="a") == 3


def test_a_clock_that_goes_backwards_harms_nothing(address: str) -> None:
    now = 2_000_000_000.0

    def clock() -> float:
        nonlocal now
        now -= 3600.0
        return now

    with Store.open(address, clock=clock) as store:
        table = store.create("Friday")
        lease = table.take("phone-1", "Ann")
        version, seen = lease.version, store.changes({})
        for number in range(70):
            version = table.append(lease.token, version, [Put("score", b"%d" % number)], label=f"{number}")
        assert store.changes(seen) == {table.code: version}
        assert table.state().parts == {"score": b"69"}
        table.undo(lease.token, version)
        assert table.state().parts == {"score": b"68"}
        entries = table.since(0)
        assert [entry.version for entry in entries] == list(range(1, version + 2))
        assert [entry.at for entry in entries] == sorted((entry.at for entry in entries), reverse=True)
    with Store.open(address) as store:
        assert store.mended is None and len(store.tables()) == 1


@pytest.mark.parametrize("is_marked_beside", [True, False])
def test_a_newer_format_is_left_as_it_is(at_file: str, file: Path, is_marked_beside: bool) -> None:
    with Store.open(at_file) as store:
        store.create("Friday")
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version=2")
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    if is_marked_beside:
        marked = Begin(2, {})
        for segment in segments(file):
            segment.unlink()
        append(file, [marked])
    else:  # carried here alone
        for beside in (*copies(file), *segments(file)):
            beside.unlink()
    before = file.read_bytes()
    with pytest.raises(NotOpened) as caught:
        Store.open(at_file)
    assert (caught.value.reason, caught.value.data) == ("newer", {"place": str(file), "format": 2, "max": 1})
    assert str(file) in caught.value.said()
    assert file.read_bytes() == before
    assert not list(file.parent.glob("*damaged*"))


def test_a_newer_format_in_the_server(server: Server, at_server: str) -> None:
    database = at_server.split("/")[3].split("?")[0]
    with Store.open(at_server) as store:
        store.create("Friday")
    server.sql("UPDATE fujikoro_about SET format = 2", database)
    with pytest.raises(NotOpened) as caught:
        Store.open(at_server)
    assert caught.value.reason == "newer"
    server.sql("UPDATE fujikoro_about SET format = 1", database)
    with Store.open(at_server) as store:
        assert len(store.tables()) == 1


def test_the_database_of_another_program_is_left_as_it_is(at_file: str, file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE photos (name)")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(NotOpened) as caught:
        Store.open(at_file)
    assert caught.value.reason == "foreign"
    assert file.read_bytes() == before


def test_many_processes_open_a_new_place_at_once(address: str) -> None:
    code = (
        "import sys; from fujikoro_nb.store import Store\n"
        "with Store.open(sys.argv[1]) as store: store.create('x')"
    )
    started = [subprocess.Popen([sys.executable, "-c", code, address], cwd=ROOT) for _ in range(3)]
    assert [process.wait() for process in started] == [0, 0, 0]
    with Store.open(address) as store:
        assert len(store.tables()) == 3 and store.mended is None
