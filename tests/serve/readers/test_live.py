"""What goes wrong with one table's readers stays with them, and what is no longer followed is let go of."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from ipywidgets.widgets import widget as known

from fujikoro_nb.helper.evening.hours import Hours
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.serve.readers.live import Live
from fujikoro_nb.serve.readers.one_table import Reading
from fujikoro_nb.store import NotStored, Put, State, Store, Table, game_log
from fujikoro_nb.texts import say
from fujikoro_nb.widgets.readers.score_reader import ScoreReader
from tests.serve.readers.evenings import evening, helper, put
from tests.serve.readers.test_reading import game

PATIENCE = 120.0
"""Seconds; only what never comes lasts so long."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{file}") as one:
        yield one


def change(table: Table, *names: str) -> None:
    """One more version of its evening."""
    lease = table.take("w" * 12, "Ann")
    table.append(lease.token, lease.version, [put(helper(evening(names)))], label="x")


def trouble_of(reading: Reading) -> list[str]:
    """What its page says is wrong."""
    assert reading.moment is not None
    return list(reading.moment.models["page"]["state"]["trouble"])


async def shown_again(live: Live, reading: Reading, version: int) -> None:
    """Until a reading shows this version of its table."""
    while reading.version < version:
        assert await live.next(reading, reading.moment, seconds=PATIENCE)


def test_a_damaged_table_stops_no_other(store: Store, file: Path) -> None:
    bad, good = store.create("bad", [put()]), store.create("good", [put()])

    async def follow() -> tuple[int, int, list[str]]:
        live = Live(store)
        damaged, whole = await live.follow(bad.code, "en"), await live.follow(good.code, "en")
        assert damaged.moment is not None
        before = damaged.moment.models["page.score"]["state"]
        change(bad, "Aiko", "Bo")
        with contextlib.closing(sqlite3.connect(file)) as rows, rows:
            rows.execute("update fujikoro_entries set label = 'other' where code = ?", (bad.code,))
        change(good, "Aiko", "Dan")
        await shown_again(live, whole, good.head().version)
        while not (trouble := trouble_of(damaged)):
            assert await live.next(damaged, damaged.moment, seconds=PATIENCE)
        assert not trouble_of(whole)
        assert damaged.moment is not None
        assert damaged.moment.models["page.score"]["state"] == before
        versions = damaged.version, whole.version
        live.close()
        return *versions, trouble

    seen = asyncio.run(follow())
    assert seen[0] < 3
    assert seen[1] == 3
    assert seen[2] == [say("table-view.as-before")], "who looks on is not left with an old picture unsaid"


def test_what_could_not_be_read_is_shown_when_it_can_be_again(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing new is done at the table meanwhile."""
    monkeypatch.setattr("fujikoro_nb.serve.readers.live.RETRY_SECONDS", 0.0)
    table = store.create("Friday", [put()])
    lease = table.take("w" * 12, "Ann")  # a version of its own, which is read before anything breaks
    read = Table.state
    faults = iter(range(3))

    def breaks(self: Table) -> State:
        if next(faults, None) is not None:
            raise NotStored("database")
        return read(self)

    async def follow() -> list[str]:
        live = Live(store)
        reading = await live.follow(table.code, "en")
        monkeypatch.setattr(Table, "state", breaks)
        table.append(lease.token, lease.version, [put(helper(evening(("Aiko", "Bo"))))], label="x")
        while not (trouble := trouble_of(reading)):
            assert await live.next(reading, reading.moment, seconds=PATIENCE)
        await shown_again(live, reading, table.head().version)
        assert not trouble_of(reading)
        live.close()
        return trouble

    assert asyncio.run(follow()) == [say("table-view.as-before")]
    assert caplog.text.count("cannot be shown") == 1, "said once"


def test_a_fault_of_ours_stops_no_other_table_and_is_logged(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = store.create("bad", [put()]), store.create("good", [put()])
    draw = ScoreReader.show

    def breaks(self: ScoreReader, one: Evening, hours: Hours | None = None) -> None:
        if [person.name for person in one.people] == ["Aiko", "Fault"]:
            raise ValueError("a fault of ours")
        draw(self, one, hours)

    monkeypatch.setattr(ScoreReader, "show", breaks)

    async def follow() -> None:
        live = Live(store)
        broken, whole = await live.follow(bad.code, "en"), await live.follow(good.code, "en")
        change(bad, "Aiko", "Fault")
        change(good, "Aiko", "Dan")
        await shown_again(live, whole, 3)
        change(bad, "Aiko", "Eve")
        await shown_again(live, broken, 5)  # the next change draws everything
        assert broken.moment is not None
        assert not trouble_of(broken)
        assert "Eve" in str(broken.moment.models["page.score"]["state"])
        live.close()

    asyncio.run(follow())
    assert "a fault of ours" in caplog.text


def test_a_reading_that_cannot_begin_is_followed_by_nobody(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = store.create("Friday", [put()])

    def breaks(*_: object) -> None:
        raise ValueError("a fault of ours")

    async def follow() -> int:
        live = Live(store)
        with monkeypatch.context() as patch:
            patch.setattr(ScoreReader, "show", breaks)
            with pytest.raises(ValueError, match="a fault of ours"):
                await live.follow(table.code, "en")
        reading = await live.follow(table.code, "en")
        followers = reading.followers
        live.close()
        return followers

    assert asyncio.run(follow()) == 1


def test_the_watch_that_ended_begins_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = store.create("Friday", [put()])
    changes = store.changes
    faults = iter([RuntimeError("a fault of ours")])

    def once(known: object) -> object:
        for fault in faults:
            raise fault
        return changes(known)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "changes", once)

    async def follow() -> None:
        live = Live(store)
        reading = await live.follow(table.code, "en")
        change(table, "Aiko", "Dan")
        await shown_again(live, reading, 3)
        live.close()

    asyncio.run(follow())


def test_a_reading_that_is_closed_leaves_no_widget(store: Store) -> None:
    table = store.create("Friday", [Put(game_log.PART, game_log.written(game())), put()])
    Reading(table, "en").close()  # makes what all widgets share
    before = set(known._instances)
    reading = Reading(table, "en")
    reading.read()
    assert set(known._instances) - before
    change(table, "Aiko", "Dan")
    reading.read()
    reading.close()
    assert set(known._instances) == before
