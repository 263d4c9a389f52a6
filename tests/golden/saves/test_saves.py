"""Committed saves of the board game: every later version opens them and plays them again to the last answer."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.characters import PEOPLE
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Answer
from fujikoro_nb.engine.kernel.save import FORMAT, plain, read_save, read_snapshot
from fujikoro_nb.play.seats import GameSession, opened
from tests.golden.saves.make import CAST

SAVES = sorted(Path(__file__).parent.glob("*-format-*.json"))


class NoDealer:
    """Stands for the dealer where nothing may be dealt."""

    def deal(self, options: object, draw: int, /) -> Answer:
        """Fail: a replay asks for no random numbers."""
        raise AssertionError("dealt during a replay")


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_committed_saves_open_and_replay(path: Path) -> None:
    data = path.read_bytes()
    session: GameSession = GameSession.load(GAME, data, dealer=NoDealer())
    assert (session.disagreement, session.unplayed) == (None, ())
    kept = json.loads(data)
    assert len(session.lines) == len(kept["entries"])
    assert session.replay()[0] == session.state
    save = read_save(data)
    state = plain(save.start)
    for snapshot in save.snapshots:
        state = read_snapshot(save, snapshot, state)
    if save.snapshots:
        assert save.snapshots[-1].after == len(session.lines)
        assert json.loads(msgspec.json.encode(session.state)) == state


def test_committed_game_is_played_to_its_end() -> None:
    """Two bots, 377 answers, and a tie that the order of leaving decides (end.tie)."""
    session, agreed = opened((Path(__file__).parent / "game-format-2.json").read_bytes())
    assert session.question is None
    assert [(chair.name, chair.player) for chair in agreed.chairs] == [
        ("Aiko", "heuristic"),
        ("Botan", "heuristic"),
    ]
    assert [samurai.palace for samurai in session.state.samurai] == ["big", "big"]


def test_committed_game_of_characters_is_played_to_its_end() -> None:
    """A save holds each character whole: what it may is what it could when the game was played."""
    session, agreed = opened((Path(__file__).parent / "characters-format-2.json").read_bytes())
    assert session.question is None
    played = [board.character for board in session.state.boards]
    assert [one.name for one in played] == [*CAST]
    assert [one.colour for one in played] == [chair.colour for chair in agreed.chairs]
    assert agreed.chairs[0].colour == "white"
    assert played == [PEOPLE[name] for name in CAST]


def test_a_save_keeps_the_numbers_that_it_was_played_with() -> None:
    """The white dragon of the house was quicker when these games were played; new games get the new one."""
    white = {dragon.id: dragon for dragon in house_pack().dragons}["house-dragon-white-1"]
    for path in (path for path in SAVES if not path.stem.startswith("characters")):
        session: GameSession = GameSession.load(GAME, path.read_bytes(), dealer=NoDealer())
        kept = [dragon for dragon in session.record.start.piles.dragons if dragon.id == white.id]
        assert [(one.initiative, one.health) for one in kept] == [(12, 60)], path.stem
    assert white.initiative == 8


def test_every_format_has_its_saves() -> None:
    """A new format leaves the files of the old ones as they are and adds its own (see make.py)."""
    formats = {json.loads(path.read_bytes())["format"] for path in SAVES}
    assert formats == set(range(2, FORMAT + 1))
