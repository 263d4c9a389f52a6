"""Dragons that walk among rivals, and figures beside boards, as the page shows them."""

from __future__ import annotations

from functools import partial

import pytest

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.game.facts import facts_of
from fujikoro_nb.views.game.group import march_view
from fujikoro_nb.views.game.ledger import SOURCE_RULES, ledger_of
from fujikoro_nb.views.game.people import board_view, status_view
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.map.picture import map_picture
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import board
from tests.support.groups import idle

RING = {f"I-{number}": "......." for number in range(1, 7)}
PAIR = (dragon("9/9/1", colour="blue", name="b1"), dragon("9/9/1", colour="green", name="g1"))
SEEN = dragon("30/9/1", name="seen")


def rivals(**more: object) -> Realm:
    known: dict[str, object] = {
        "scenario": 2,
        "tiles": RING,
        "at": ("I-4.0", "temple-1"),
        "dragons": {"I-1": SEEN, "I-2": dragon("8/8/1", colour="blue", name="sleeper")},
        "tokens": {"I-2": "asleep"},
        "scene": {"figures": (PAIR, ())},
    }
    return realm(board(), board(), **{**known, **more})  # type: ignore[arg-type]


def words(language: str = "en") -> Words:
    return Words(("Ann", "Ben"), partial(say, language=language), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_dragons_go_is_said_and_who_decides(language: str) -> None:
    """One goes round the sleeping one, and by either side without it, as Ann decides; Ben is hidden on a temple."""
    shown = march_view(rivals().state, words(language))
    assert (shown["first"], [one["token"] for one in shown["dragons"]]) == (0, ["walks", "asleep"])
    one, sleeper = shown["dragons"]
    assert one["steps"] == ["I-6"]
    assert (sleeper["steps"], sleeper["rule"]) == ([], "scenario.2.competitive.status-tokens-apply")
    assert "Ann" in shown["said"] and "Ann" in one["text"] and "Ben" in shown["hidden"]
    lone = march_view(rivals(dragons={"I-1": SEEN}, tokens={}).state, words(language))["dragons"][0]
    assert (sorted(lone["steps"]), lone["rule"]) == (["I-2", "I-6"], "scenario.2.competitive.choice-maker")


def test_nothing_of_it_without_the_scenario_or_when_it_is_over() -> None:
    plain = rivals(scenario=0, scene={}, tokens={})
    assert march_view(plain.state, words()) == {}
    assert "figures" not in board_view(plain.state, Seat(0), words())
    over = rivals(marker=1, countdown=7, scores=(0, 30))
    idle(over)
    assert over.asked is None and march_view(over.state, words()) == {}
    assert map_picture(over.state)["walks"] == []


def test_the_map_marks_dragons_that_walk() -> None:
    """Each with its token and its mark, and an arrow to where it goes."""
    picture = map_picture(rivals().state)
    pieces = [one for space in picture["spaces"].values() for one in space.get("pieces", ())]
    marks = {one["id"]: (one["token"], one["mark"]) for one in pieces if one["kind"] == "dragon"}
    assert marks == {"seen": ("walks", "M"), "sleeper": ("asleep", "S")}
    assert [one["id"] for one in picture["walks"]] == ["seen"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_lie_beside_their_board(language: str) -> None:
    """With the letter of their size, not their colour alone, and what they count: 2 + 3, with a red one 20."""
    state = rivals().state
    shown = board_view(state, Seat(0), words(language))
    assert [(one["sign"], one["tone"]) for one in shown["figures"]] == [("S", "blue"), ("M", "green")]
    assert "5" in shown["figures_said"]
    red: tuple[Dragon, ...] = (*PAIR, dragon("9/9/1", colour="red", name="r1"))
    set_of_three = rivals(scene={"figures": (red, ())}).state
    said = board_view(set_of_three, Seat(0), words(language))["figures_said"]
    assert "20" in said and "1" in said
    assert board_view(state, Seat(1), words(language))["figures"] == []
    assert status_view(state, words(language), ())["march"]["first"] == 0


def test_what_a_joiner_is_told() -> None:
    """A red dragon would make the set of three: 5 + 10 more; whoever is beaten stands up in a temple."""
    red = dragon("9/9/1", colour="red", name="r1")
    game = rivals(at=("centre", "centre"), dragons={"I-1": red}, tokens={}, scene={"figures": ((), PAIR)})
    game.play("move", "walk I-1.4")
    assert (game.asked, game.seat) == ("join", 1)
    question = GAME.question(game.state)
    assert question is not None, "somebody is asked"
    shown = facts_of(game.state, question, words())
    rules = [one["rule"] for one in shown]
    assert "scenario.2.competitive.take-dragon" in rules and "scenario.2.competitive.knockout-temple" in rules
    assert any("15" in one["text"] for one in shown if one["rule"] == "scenario.2.competitive.take-dragon")


def test_where_the_points_came_from() -> None:
    """All that is told of figures is one source, with a rule."""
    session = new_session(players=2, seed=3, scenario=2)
    play_out(session, bots_of(["heuristic"], players=2, seed=3))
    found = ledger_of(session.lines, 2)
    for seat in (0, 1):
        assert sum(found[Seat(seat)].values()) == session.state.samurai[seat].score
    assert SOURCE_RULES["figures"] == "scenario.2.competitive.dragon-values"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_of_a_round_is_named(language: str) -> None:
    """While the first player is asked by which tile a dragon goes; who has just woken up waits for the next end."""
    beasts = {"I-1": SEEN, "II-9": dragon("8/8/1", colour="blue", name="sleeper")}
    tiles = {**RING, "II-9": "......."}
    game = rivals(dragons=beasts, tiles=tiles, tokens={"II-9": "asleep"})
    during = status_view(game.state, words(language), ())["said"]
    idle(game)
    assert game.asked == "dragon-step"
    shown = status_view(game.state, words(language), ())
    assert shown["said"] == say("game-group.march-now", language=language) != during
    texts = {one["id"]: one["text"] for one in shown["march"]["dragons"]}
    assert texts["sleeper"] == say("game-group.march-awake", language=language)
