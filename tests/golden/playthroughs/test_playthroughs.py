"""The golden playthroughs, compared line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.playthroughs import fights, games, playthrough

FOLDER = Path(__file__).parent
PLAYTHROUGHS = {**playthrough.PLAYTHROUGHS, **fights.PLAYTHROUGHS, **games.PLAYTHROUGHS}


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    played = PLAYTHROUGHS[name]().splitlines()
    for number, (expected, found) in enumerate(zip(golden, played, strict=False), 1):
        assert found == expected, f"{name}.txt, line {number}"
    assert len(played) == len(golden)


def test_every_file_is_played() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYTHROUGHS)


def test_whole_games_pass_through_every_chapter() -> None:
    """What is asked and what happens cites rules of every chapter that has events; each game reaches its end."""
    cited = set()
    for name in games.GAMES:
        text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        assert "(end." in text
        cited |= {chapter for chapter in CHAPTERS if f"({chapter}." in text}
    assert cited == set(CHAPTERS)


CHAPTERS = (
    "setup",
    "turn",
    "move",
    "explore",
    "gather",
    "backpack",
    "craft",
    "gearcard",
    "magic",
    "combat",
    "duel",
    "final",
    "escape",
    "bonus",
    "end",
    "scroll",
)
