"""The golden playthroughs, compared line by line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fujikoro_nb.engine.fujikoro.characters import PEOPLE
from tests.golden.playthroughs import fights, games, playthrough, small

FOLDER = Path(__file__).parent
PLAYTHROUGHS = {**playthrough.PLAYTHROUGHS, **fights.PLAYTHROUGHS, **games.PLAYTHROUGHS, **small.PLAYTHROUGHS}


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
    for name in (
        name for name, golden in games.GAMES.items() if golden.mode == "competitive" and not golden.characters
    ):
        text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        assert "(end." in text
        cited |= {chapter for chapter in CHAPTERS if f"({chapter}." in text}
    assert cited == set(CHAPTERS)


def test_every_character_is_played_with_what_it_alone_may() -> None:
    """Each sits at one of the games; what only they are asked, or what happens through them, stands there."""
    cast = [name for golden in games.GAMES.values() for name in golden.characters]
    assert sorted(cast) == sorted(PEOPLE)
    told = ""
    for name in (name for name, golden in games.GAMES.items() if golden.characters):
        told += (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert [rule for rule in OF_CHARACTERS if f"({rule})" not in told] == []
    four = (FOLDER / "cast-four.txt").read_text(encoding="utf-8")
    rests, crafts = (
        four.count("event rests (turn.rest.returns-all) seat=0"),
        four.count("seat 0 is asked: craft"),
    )
    assert 0 < rests < crafts, "Yoshihiro crafts after other actions too"


def test_games_of_a_group_pass_through_every_part_of_it() -> None:
    """Setup, rounds, dragons that walk and attack, teeth, trade, lives and the eruption; each game reaches its end."""
    told = ""
    for name in (
        name for name, golden in games.GAMES.items() if golden.mode != "competitive" and not golden.scenario
    ):
        text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        assert "group-loses" in text or "time-is-up" in text or "group-wins" in text
        told += text
    assert {part for part in GROUP if f"event {part} " not in told} == set()


@pytest.mark.rule("scenario.8.solo.competitive-board")
def test_a_ronin_wins_with_the_points_of_dragons() -> None:
    """Two green dragons, seven points each as the competitive board prints them; fifty in all are what is wanted."""
    text = (FOLDER / "scenario-8-won.txt").read_text(encoding="utf-8").splitlines()
    points = [line for line in text if "event reward (scenario.8.solo.competitive-board)" in line]
    beaten = [line for line in text if "event dragon-defeated" in line]
    assert [line.rpartition(" points=")[2] for line in points] == ["7", "7"]
    assert len(beaten) == 2 and all("green" in line for line in beaten)
    assert any("event group-wins " in line for line in text)
    own = next(line for line in reversed(text) if line.startswith("  seat 0:"))
    assert int(re.search(r"(\d+) points", own)[1]) >= FIFTY  # type: ignore[index]


FIFTY = 50
"""Printed in the scenario."""

GROUP = (
    "first-player",
    "card-dealt",
    "first-piece",
    "round-begins",
    "final-round",
    "dragon-wakes",
    "dragon-walks",
    "dragon-stays",
    "dragon-attacks",
    "teeth-shared",
    "traded",
    "life-lost",
    "erupts",
)

OF_CHARACTERS = (
    "char.masatsura.setup",
    "char.mitsuhide.lava-jump",
    "char.mitsuhide.start-scroll",
    "char.tomoe.blueprint-with-two-weapons",
    "char.daisuke.steal-scroll",
    "char.daisuke.retreat-any-roll",
)

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
