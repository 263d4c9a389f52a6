"""A group's way out on its page: from when the exit is found, as the planner and the engine have it."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import SMALL, escaped
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.play.seats import BOTS
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.views.game.end import final_lines
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.fights import dragon
from tests.support.game_ends import NAMES, answer, page_of
from tests.support.gear_positions import board
from tests.support.groups import group

EXIT = {"I-1": ".......", "II-1": "...X..."}
"""The exit faces the middle; I-1 lies between."""
RING = {f"I-{number}": "......." for number in range(1, 6)}


def mountain(**more: object) -> GameState:
    """Two of a group, round 26 of 28: one beside the tile with the exit, one on the central tile."""
    known: dict[str, object] = {"tiles": EXIT, "at": ("I-1.1", "centre"), "legend": True, "round_number": 26}
    return group(board(), board(), **{**known, **more}).state


def told(page: GamePage) -> list[tuple[str, str]]:
    return [(line["text"], line["rule"]) for line in page.final]


@pytest.mark.rule("coop.goal.everyone-escaped", "coop.final.eight-rounds")
def test_rounds_left_and_how_soon_whoever_is_asked_is_out() -> None:
    """20 rounds and 8 for two: in round 26 this turn and two more; the walk from I-1.1 to the exit is one move."""
    page = page_of(mountain())
    assert page.asked["kind"] == "act"
    assert told(page) == [
        (
            "Aiko has 3 own turns left, this one included; time is up after round 28.",
            "coop.final.eight-rounds",
        ),
        ("Out by II-1, south-east: possible in this turn.", "coop.goal.escape-at-turn-end"),
    ]
    answer(page, "move")
    assert page.asked["kind"] == "walk" and "possible in this turn" in page.final[1]["text"]


@pytest.mark.rule("coop.goal.escape-at-turn-end")
def test_the_way_is_the_engines() -> None:
    """The walk that the plan counts on is played, and the samurai is out at the end of its turn."""
    page = page_of(mountain())
    answer(page, "move")
    (walk,) = [one["text"] for one in page.asked["rows"] if one["text"].endswith("II-1.3")]
    answer(page, walk)
    answer(page, "halt")
    assert told(page)[1][0] == "Out by II-1, south-east: possible in this turn."
    answer(page, "move")
    answer(page, "halt")
    assert page.asked["who"] == "Botan"
    assert page.people[0]["where"] == "off the mountain"


@pytest.mark.rule("coop.goal.state-frozen-on-escape")
def test_whoever_is_out_has_no_way_to_look_for() -> None:
    out = escaped(mountain(), Seat(0), SMALL)[0]
    words = Words(NAMES, GamePage().say, "en")
    (line,) = final_lines(out, words, None, Seat(0))
    assert line["text"] == "Aiko is out, and everything on that board stays as it is."
    assert final_lines(out, words, None, Seat(1))[0]["text"].startswith("Everybody has to be out")


@pytest.mark.rule("coop.goal.escape-after-legendary")
def test_while_the_white_dragon_lives_the_way_is_told_as_if_it_fell_now() -> None:
    page = page_of(mountain(legend=False))
    assert told(page)[1] == (
        "If the white dragon fell now, out by II-1, south-east: possible in this turn.",
        "coop.goal.escape-after-legendary",
    )


@pytest.mark.rule("coop.dragon.move-triggers-combat")
def test_a_dragon_that_may_stand_in_the_way_is_named() -> None:
    """Six steps are two moves and more: a dragon that walks before the next turn can reach the exit's tile."""
    tiles = {**RING, "I-6": "......X", "II-12": "......."}
    state = mountain(
        tiles=tiles, at=("I-3.2", "centre"), dragons={"II-12": dragon("12/9/5")}, tokens={"II-12": "asleep"}
    )
    last = page_of(state).final[-1]
    assert last["rule"] == "coop.dragon.move-triggers-combat"
    assert last["text"].startswith("Only if no dragon comes onto ") and "I-6" in last["text"]


def test_without_an_exit_nothing_is_told_until_the_mountain_erupts() -> None:
    """The eruption of two begins with round 21."""
    bare = {"tiles": {"I-1": "......."}}
    assert page_of(mountain(round_number=20, **bare)).final == []
    (line,) = told(page_of(mountain(round_number=21, **bare)))
    assert line[0] == "Time is up after round 28, and nobody has found the secret exit yet."


def test_no_walk_leads_there() -> None:
    """Lava all round the middle of I-1, and bare feet."""
    page = page_of(mountain(tiles={**EXIT, "I-1": ".LLLLLL"}, at=("I-1.0", "centre")))
    assert told(page)[1] == (
        "Walking and resting alone leads to no exit.",
        "coop.goal.everyone-escaped",
    )


def test_while_a_bot_moves_the_exit_is_told() -> None:
    page = page_of(mountain(legend=False), first=BOTS[0])
    assert page.asked["part"] == "bot"
    assert told(page) == [
        (
            "Everybody has to be out by the secret exit (II-1) before round 28 is over.",
            "coop.final.eight-rounds",
        ),
        ("It opens when the white dragon is beaten.", "coop.goal.escape-after-legendary"),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_way_out_speaks_every_language(language: str) -> None:
    page = page_of(mountain(), language=language)
    assert "Aiko" in page.final[0]["text"] and "28" in page.final[0]["text"]
    assert "II-1" in page.final[1]["text"]


@pytest.mark.rule("scenario.6.coop.time-limit")
@pytest.mark.parametrize("language", LANGUAGES)
def test_where_the_dragon_has_to_be_caught_nobody_is_sent_to_an_exit(language: str) -> None:
    """Scenario 6 is lost after round 28 too, but nobody has to be out; before the eruption nothing presses."""
    page = page_of(mountain(scenario=6, legend=False), language=language)
    ((text, rule),) = told(page)
    assert "28" in text and rule == "coop.final.eight-rounds"
    assert told(page_of(mountain(scenario=6, legend=False, round_number=12))) == []
