"""Committed saves of the small games: every later version opens them and plays them again to the last answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fujikoro_nb.commands.game_files import open_game, read_game_file

SAVES = sorted((Path(__file__).parent / "small").glob("*-format-*.json"))


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_committed_save_opens_and_replays(path: Path) -> None:
    session = open_game(read_game_file(path))
    assert (session.disagreement, session.unplayed, session.question) == (None, (), None)
    assert len(session.lines) == len(json.loads(path.read_bytes())["entries"])
    assert session.replay()[0] == session.state
    assert session.game.name == path.stem.partition("-")[0]


def test_both_games_are_there() -> None:
    assert {path.stem.partition("-")[0] for path in SAVES} == {"makai", "fuji99"}
