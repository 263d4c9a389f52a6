"""Scenario 5, survival of the fittest: nobody leaves a revealed dragon behind."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.box import Piles
from fujikoro_nb.engine.fujikoro.board.geometry import place
from fujikoro_nb.engine.fujikoro.modes import COOP
from fujikoro_nb.engine.fujikoro.rules.mountain.comeback import called_back
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import escaped, is_exit_open, way_out
from fujikoro_nb.engine.kernel import Seat
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm, tile
from tests.support.gear_positions import adopted_but, board
from tests.support.groups import goals_of, idle, kinds, outcome_of, turn_over

EXIT = {"II-1": "...X..."}
OUT = "II-1.3"
LAIR = {"III-1": "......."}
GREEN = dragon("9/6/1")
ROPE = 4
"""The space of the house track on which it lies."""


def rivals(**more: object) -> Realm:
    """Two rivals in the Final Chapter, the rope on the central tile."""
    known: dict[str, object] = {"scenario": 5, "marker": 0, "countdown": ROPE, "scores": (30, 0)}
    return realm(board(), board(), **{**known, **more})  # type: ignore[arg-type]


@pytest.mark.rule("scenario.5.competitive.no-escape-while-dragon")
def test_nobody_leaves_while_a_dragon_lives() -> None:
    """Neither by the rope nor by the exit; without the scenario both lead out, and with no dragon they do here."""
    for where, tiles in (("centre", LAIR), (OUT, {**EXIT, **LAIR})):
        stays = turn_over(rivals(at=(where, "temple-1"), tiles=tiles, dragons={"III-1": GREEN}))
        assert (stays.at(), stays.happened("escaped")) == (where, [])
        assert turn_over(rivals(at=(where, "temple-1"), tiles=tiles)).samurai().palace
        plain = rivals(at=(where, "temple-1"), tiles=tiles, dragons={"III-1": GREEN}, scenario=0)
        assert turn_over(plain).samurai().palace


@pytest.mark.rule("scenario.5.competitive.no-escape-while-dragon")
def test_the_rope_that_takes_at_once_takes_nobody_either() -> None:
    """At tables where it takes who stands there as it arrives."""
    at_once = adopted_but("escape.rope.not-on-placement", "on-placement")
    for beasts, palace in (({"III-1": GREEN}, ""), ({}, "big")):
        game = rivals(countdown=ROPE - 1, tiles=LAIR, dragons=beasts, rulings=at_once)
        turn_over(game)
        assert [game.samurai(seat).palace for seat in (0, 1)] == [palace, palace]


@pytest.mark.rule("scenario.5.competitive.last-dragon-on-rope")
def test_who_waits_on_the_rope_leaves_at_the_own_turns_end() -> None:
    """The last dragon falls in the other one's turn: still there until the own next turn is over."""
    game = rivals(first=1, at=("centre", "temple-1"), tiles=LAIR, dragons={"III-1": GREEN})
    game.state = game.state.without_dragon(GREEN)
    turn_over(game)
    assert (game.at(), game.asked, game.seat) == ("centre", "act", 0)
    turn_over(game)
    assert game.samurai().palace == "big"


def gone(seats: tuple[tuple[int, str], ...], **more: object) -> Realm:
    """Who has left in this order, by which palace."""
    game = rivals(tiles=EXIT, **more)
    for seat, palace in seats:
        game.state, _ = escaped(game.state, Seat(seat), palace)
    return game


@pytest.mark.rule("scenario.5.competitive.return-on-reveal")
def test_a_revealed_dragon_calls_back_who_has_left() -> None:
    """By the exit: on its space; by the rope: on the central tile; points and what was handed in stay."""
    game = gone(((1, "small"), (0, "big")), scores=(30, 17))
    state, events = called_back(game.state)
    assert [(event.kind, dict(event.data)["seat"]) for event in events] == [
        ("comes-back", 1),
        ("comes-back", 0),
    ]
    assert [(one.space, one.palace, one.escape) for one in state.samurai] == [("centre", "", 0), (OUT, "", 0)]
    assert [one.score for one in state.samurai] == [30, 17]
    plain, events = called_back(realm(board(), board()).state)
    assert (plain.samurai[0].space, events) == ("centre", ())


@pytest.mark.rule("scenario.5.competitive.return-on-reveal")
def test_it_happens_on_the_reveal() -> None:
    """Seat 1 uncovers a dragon: seat 0, who was out by the rope, stands on the central tile before anything else."""
    piles = Piles(tiles=(tile("D......", level="II", name="lair"),), dragons=(GREEN,))
    game = rivals(first=1, at=("centre", "I-1.1"), tiles={"I-1": "......."}, piles=piles)
    game.state, _ = escaped(game.state, Seat(0), "big")
    game.play("explore", "place II-1", "draw lair", "turn 0")
    assert (game.at(), game.samurai().palace) == ("", "big")
    game.play(game.texts()[0])
    assert kinds(game, "dragon-appears", "comes-back") == ["dragon-appears", "comes-back"]
    assert (game.at(), game.asked, game.seat) == ("centre", "act", 1)
    turn_over(game)
    assert (game.asked, game.seat) == ("act", 0), "a turn as any other"


@pytest.mark.rule("scenario.5.competitive.return-on-reveal")
def test_where_the_exit_is_full() -> None:
    """Two stand on it: the next space of its tile; under lava as well (no source says where)."""
    game = realm(
        *(board(),) * 3, scenario=5, marker=0, tiles=EXIT, at=(OUT, OUT, "temple-1"), scores=(30, 0, 0)
    )
    state, _ = escaped(game.state, Seat(2), "small")
    assert called_back(state)[0].samurai[2].space == "II-1.0"
    burnt = realm(*(board(),) * 2, scenario=5, marker=0, tiles=EXIT, lava=(OUT, "II-1.0"))
    state, _ = escaped(burnt.state, Seat(1), "small")
    assert called_back(state)[0].samurai[1].space == "II-1.1"


@pytest.mark.rule("scenario.5.competitive.re-escape")
def test_who_came_back_may_leave_again() -> None:
    """As the next in the order of escapes, and for the shogun's next bonus."""
    game = gone(((0, "big"), (1, "big")))
    game.state, _ = called_back(game.state)
    turn_over(game)
    assert (game.samurai().palace, game.samurai().escape, game.samurai(1).palace) == ("big", 1, "")


# ---- together


def together(**more: object) -> Realm:
    """A group of two on the exit."""
    known: dict[str, object] = {"scenario": 5, "mode": COOP, "tiles": EXIT, "at": (OUT, OUT), "legend": True}
    return realm(board(), board(), **{**known, **more})  # type: ignore[arg-type]


@pytest.mark.rule("scenario.5.coop.goal")
def test_dragons_beaten_and_everybody_out() -> None:
    """No magical gear is asked for; without the scenario it is."""
    game = together()
    assert goals_of(game) == {"legend": True, "dragons": True, "all-out": False}
    turn_over(turn_over(game))
    assert (outcome_of(game), game.asked) == ("won", None)
    assert outcome_of(turn_over(turn_over(together(scenario=0)))) == "lost-time"


@pytest.mark.rule("scenario.5.coop.goal")
def test_a_table_may_ask_for_gear_too() -> None:
    game = together(rulings=adopted_but("scenario.5.coop.goal", "gear-too"))
    assert list(goals_of(game)) == ["legend", "dragons", "all-out", "magic-each", "magic-set"]


@pytest.mark.rule("scenario.5.coop.goal")
def test_another_dragon_keeps_the_group_there() -> None:
    """The legendary one is beaten, a blue one lives: nobody gets out."""
    lived = {"tiles": {**EXIT, **LAIR}, "dragons": {"III-1": GREEN}, "tokens": {"III-1": "asleep"}}
    game = together(**lived)
    assert (goals_of(game)["dragons"], is_exit_open(game.state), way_out(game.state, Seat(0))) == (
        False,
        False,
        "",
    )
    assert turn_over(game).at() == OUT
    white = together(legend=False)
    assert (goals_of(white)["legend"], turn_over(white).at()) == (False, OUT)


@pytest.mark.rule("scenario.5.coop.unrevealed-ignored")
def test_what_nobody_revealed_does_not_matter() -> None:
    """Dragons in the piles keep nobody; one revealed later shuts the exit again, and who is out stays out."""
    game = together()
    assert game.state.piles.dragons
    turn_over(game)
    assert game.samurai().palace == "small"
    laid = msgspec.structs.replace(game.laid("II-1"), dragon=GREEN)
    game.state = game.state.with_tile(place("II-1").id, laid)
    assert not is_exit_open(game.state)
    assert called_back(game.state) == (game.state, ())
    idle(game, until=lambda one: bool(one.happened("turn-over")[1:]))
    assert outcome_of(game) == ""
    assert kinds(game, "comes-back") == []
