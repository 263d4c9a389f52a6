"""A game on a table: what is on the disk after each step is the whole part, though only what it adds is written."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.engine.kernel import Session
from fujikoro_nb.store import Add, Put, game_log, sharing
from fujikoro_nb.store.sharing import SharedGame
from tests.laws.games import begun, eager
from tests.support.open_tables import close_tables


@pytest.fixture(autouse=True)
def _own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(sharing.ADDRESS, f"sqlite:///{tmp_path}/tables.sqlite")
    close_tables()
    yield
    close_tables()


def go_on(session: Session[Any], chance: random.Random) -> None:
    if session.can_deal:
        session.deal()
    else:
        session.play(eager(chance, list(session.options)))


def on_disk(shared: SharedGame) -> bytes:
    return bytes(shared.table.state().parts[game_log.PART])


def test_what_is_stored_is_the_whole_part_on_every_way() -> None:
    """Answers, undo, redo, another device's steps and a session that was read anew."""
    chance, session = random.Random(3), begun(2)
    shared = SharedGame.begin("Friday", session, writer="w" * 12, name="Ann")
    for _ in range(120):
        step = chance.random()
        if step < 0.15:
            session.undo()
        elif step < 0.25:
            session.redo()
        elif step < 0.3:
            session = Session.load(session.game, game_log.read(shared.stored), dealer=session.dealer)
        elif step < 0.35:
            other = SharedGame.join(shared.table.code, writer="o" * 12, name="Bob")
            theirs = other.news()
            assert theirs is not None
            session = Session.load(session.game, theirs, dealer=session.dealer)
            other.take()
            go_on(session, chance)
            other.keep(session, "theirs")
            shared.latest()
            shared.take()
        else:
            go_on(session, chance)
        shared.keep(session, "a step")
        assert on_disk(shared) == shared.stored == game_log.written(session)


def test_a_step_writes_what_it_adds() -> None:
    session, chance = begun(2), random.Random(4)
    shared = SharedGame.begin("Friday", session, writer="w" * 12, name="Ann")
    kinds = []
    for step in range(12):
        go_on(session, chance) if step != 6 else session.undo()
        shared.keep(session, "a step")
        kinds.append([type(change) for change in shared.table.since(shared.version - 1)[0].changes])
    # A roll was taken back and came again: the part begins with a mark of that, so it was written anew.
    assert kinds[:6] + kinds[8:] == [[Add]] * 10
    assert kinds[6:8] == [[Put]] * 2


def test_what_cannot_be_stored_is_not_known_as_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    session, chance = begun(2), random.Random(5)
    shared = SharedGame.begin("Friday", session, writer="w" * 12, name="Ann")
    go_on(session, chance)
    shared.keep(session, "a step")
    before = shared.stored
    go_on(session, chance)
    other = SharedGame.join(shared.table.code, writer="o" * 12, name="Bob")
    other.latest()
    other.take()
    with pytest.raises(sharing.TakenOver):
        shared.keep(session, "a step")
    assert shared.stored == before == on_disk(shared)
    shared.take()
    shared.latest()
    shared.keep(session, "a step")
    assert shared.stored == on_disk(shared) == game_log.written(session)
