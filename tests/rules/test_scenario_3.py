"""Scenario 3, hot in here: the countdown runs twice, the first time with lava only."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.modes import COOP, SOLO
from fujikoro_nb.engine.fujikoro.rules.group.rounds import early_eruption_of, eruption_of, last_of
from fujikoro_nb.engine.fujikoro.rules.mountain.final import steps_until
from fujikoro_nb.engine.kernel import Seat
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import adopted_but, board
from tests.support.groups import idle, kinds, outcome_of, round_of, turn_over

LAST = 8
"""Spaces of the track; the rope lies on the fourth (house), the end on the last (final.track.length)."""
HOT = {"I-1": ".12345."}
ADVENTURES = msgspec.structs.replace(COOP, has_adventures=True)
RESET = "scenario.3.competitive.reset-if-running"
TOKENS = "scenario.3.coop.adventure-tokens-rounds"
TEMPLES = ("temple-1", "temple-2")


def rivals(players: int = 2, **more: object) -> Realm:
    """Rivals in temples, before a turn."""
    known: dict[str, object] = {"scenario": 3, "at": TEMPLES[:players]}
    return realm(*(board(),) * players, **{**known, **more})  # type: ignore[arg-type]


def given(state: GameState, seat: int, points: int) -> tuple[GameState, list[str]]:
    """The state after an award, and what happened."""
    state, events = state.award(Seat(seat), points)
    return state, [event.kind for event in events]


def warm(space: int, **more: object) -> Realm:
    """The first countdown runs for seat 0, its token here."""
    return rivals(marker=0, countdown=space, scores=(12, 0), scene={"is_warm": True}, **more)


@pytest.mark.rule("scenario.3.competitive.lava-phase-trigger")
def test_ten_points_begin_a_countdown_of_lava() -> None:
    """9 are not enough; nothing of the Final Chapter is there yet, and a second player with ten changes nothing."""
    state, happened = given(rivals().state, 0, 9)
    assert (state.marker, happened) == (None, [])
    state, happened = given(state, 0, 1)
    assert (state.marker, happened, state.is_final_chapter) == (0, ["lava-phase"], False)
    state, happened = given(state, 1, 15)
    assert (state.marker, happened) == (0, [])
    assert (steps_until(state, "rope"), steps_until(state, "end"), steps_until(state, "lava", 3)) == (0, 0, 3)
    plain, happened = given(realm(board(), board()).state, 0, 10)
    assert (plain.marker, happened) == (None, []), "without the scenario ten points are ten points"


@pytest.mark.rule("scenario.3.competitive.lava-phase-trigger")
def test_the_first_countdown_has_no_rope_and_no_end() -> None:
    """Eight spaces with all the lava; who stands on the central tile stays, and the game goes on behind them."""
    game = warm(0, at=("centre", "temple-1"), tiles=HOT)
    for space in range(1, LAST + 1):
        assert game.state.countdown == space - 1
        turn_over(game)
        turn_over(game)
    assert (game.state.countdown, game.state.is_over, game.state.has_rope) == (LAST, False, False)
    assert (game.at(), game.asked, len(game.happened("erupts"))) == ("centre", "act", 5)
    assert kinds(game, "rope-arrives", "end-reached") == []
    turn_over(game)
    assert game.state.countdown == LAST, "there is no further space"


@pytest.mark.rule("scenario.3.competitive.lava-phase-trigger")
def test_the_secret_exit_is_shut_in_the_first_countdown() -> None:
    """It opens with the real Final Chapter."""
    game = turn_over(warm(2, tiles={"II-1": "...X..."}, at=("II-1.3", "temple-1")))
    assert game.at() == "II-1.3"
    game = rivals(tiles={"II-1": "...X..."}, at=("II-1.3", "temple-1"), marker=0, scores=(30, 0))
    assert turn_over(game).samurai().palace == "small"


@pytest.mark.rule("scenario.3.competitive.real-final")
def test_thirty_points_begin_the_real_one() -> None:
    """29 do not; the marker goes to whoever has thirty, the token begins again, with rope and end."""
    state, happened = given(warm(LAST).state, 1, 29)
    assert (state.marker, happened) == (0, [])
    state, happened = given(state, 1, 1)
    assert (state.marker, state.countdown, state.is_final_chapter) == (1, 0, True)
    assert happened == ["final-chapter", "token-back"]
    assert (steps_until(state, "rope"), steps_until(state, "end")) == (4, LAST)
    state, happened = given(state, 0, 40)
    assert (state.marker, happened) == (1, []), "it begins once"


@pytest.mark.rule("scenario.3.competitive.real-final")
def test_the_real_one_ends_the_game() -> None:
    game = rivals(marker=0, countdown=LAST - 1, scores=(30, 0))
    turn_over(game)
    assert (game.asked, game.state.is_over) == (None, True)


@pytest.mark.rule("scenario.3.competitive.reset-if-running")
def test_a_running_one_goes_back() -> None:
    """Marker on 6, somebody reaches 30 in the own turn: after that turn on space 1."""
    state, _ = given(warm(6).state, 0, 18)
    assert (state.countdown, state.marker) == (0, 0)
    game = rivals(marker=0, countdown=0, scores=(30, 0))
    assert turn_over(game).state.countdown == 1
    one = adopted_but(RESET, "space-one")
    found = [given(warm(space, rulings=one).state, 0, 18)[0].countdown for space in (0, 1, 6, LAST)]
    assert found == [0, 1, 1, 0], "not before the first step, nor where it is over"


@pytest.mark.rule("scenario.3.competitive.jump-over-both")
def test_over_both_in_one_turn() -> None:
    """9 to 31 at once, or by way of ten: the real one, with its rope."""
    state, happened = given(rivals(scores=(9, 0)).state, 0, 22)
    assert (happened, state.is_final_chapter, state.countdown) == (["final-chapter"], True, 0)
    state, _ = given(rivals(scores=(9, 0)).state, 0, 3)
    state, _ = given(state, 0, 19)
    assert (state.is_final_chapter, state.countdown, state.marker) == (True, 0, 0)
    assert steps_until(state, "rope") == 4


@pytest.mark.rule("scenario.3.competitive.lava-persists")
def test_lava_of_the_first_countdown_stays() -> None:
    """It lies there; a tile explored later gets it; a space from which a token took it has it again."""
    state, _ = given(warm(6, tiles=HOT, lava=("I-1.1", "I-1.3")).state, 0, 18)
    assert state.lava == ("I-1.1", "I-1.3")
    assert [number for number in range(1, 6) if state.has_erupted(number)] == [1, 2, 3, 4, 5]
    fresh = rivals().state
    assert not any(map(fresh.has_erupted, range(1, 6)))
    early, _ = given(warm(2).state, 0, 18)
    assert [number for number in range(1, 6) if early.has_erupted(number)] == [1, 2]
    game = rivals(
        marker=0, countdown=1, scene={"ran": LAST}, scores=(30, 0), tiles=HOT, lava=("I-1.1", "I-1.3")
    )
    turn_over(game)
    assert game.state.lava == ("I-1.1", "I-1.2", "I-1.3"), "number 2 was taken away and comes again"


# ---- together


def together(players: int = 3, **more: object) -> Realm:
    """A group in temples before a round; nothing to do but to wait."""
    known: dict[str, object] = {"scenario": 3, "mode": COOP, "at": ("temple-1",) * players}
    return realm(*(board(),) * players, **{**known, **more})  # type: ignore[arg-type]


def until_round(game: Realm, number: int) -> Realm:
    """Nobody does anything until this round has begun."""
    return idle(game, until=lambda one: round_of(one) >= number)


@pytest.mark.rule("scenario.3.coop.lava-phase")
def test_rounds_six_to_thirteen_bring_lava() -> None:
    game = together(round_number=5, tiles=HOT)
    assert (round_of(game), game.state.countdown) == (5, 0)
    for number in range(6, 14):
        until_round(game, number)
        assert (round_of(game), game.state.countdown) == (number, number - 5)
        assert not game.state.has_rope
    assert game.state.lava == tuple(f"I-1.{number}" for number in range(1, 6))
    assert len(game.happened("early-eruption")) == 1
    assert outcome_of(game) == ""


@pytest.mark.rule("scenario.3.coop.lava-phase")
def test_the_first_eruption_has_no_rope_where_a_group_has_one() -> None:
    rope = adopted_but("coop.final.no-rope", "rope")
    game = until_round(together(round_number=10, countdown=4, scene={"is_warm": True}, rulings=rope), 13)
    assert game.state.countdown == LAST and not game.state.has_rope


@pytest.mark.rule("scenario.3.coop.second-countdown")
def test_the_token_goes_back_and_the_real_eruption_follows() -> None:
    """Rounds 14 to 18 bring nothing, 19 to 26 lava again; then the time is up."""
    game = until_round(together(round_number=13, countdown=7, scene={"is_warm": True}), 14)
    assert (game.state.countdown, game.state.scene.is_warm) == (0, False)  # type: ignore[union-attr]
    until_round(game, 18)
    assert (game.state.countdown, kinds(game, "final-phase")) == (0, [])
    until_round(game, 19)
    assert (game.state.countdown, kinds(game, "final-phase")) == (1, ["final-phase"])
    idle(game)
    assert (outcome_of(game), round_of(game), game.state.countdown) == ("lost-time", 26, LAST)


@pytest.mark.rule("scenario.3.coop.second-countdown")
def test_rounds_by_players() -> None:
    """5 + 8 + 5 + 8 with several, 5 + 8 + 10 + 8 alone."""
    for players, mode, first, last in (
        (1, SOLO, 24, 31),
        (1, COOP, 24, 31),
        (2, COOP, 19, 26),
        (6, COOP, 19, 26),
    ):
        state = together(players, mode=mode).state
        assert (early_eruption_of(state), eruption_of(state), last_of(state)) == (6, first, last)


@pytest.mark.rule("scenario.3.coop.adventure-tokens-rounds")
def test_adventure_tokens_shorten_one_of_them() -> None:
    """5 + 8 + 3 + 8, or 3 + 8 + 5 + 8."""
    for reading, early in (("second", 6), ("first", 4)):
        state = together(2, mode=ADVENTURES, rulings=adopted_but(TOKENS, reading)).state
        assert (early_eruption_of(state), eruption_of(state), last_of(state)) == (early, 17, 24)


@pytest.mark.rule("scenario.3.coop.lava-returns")
def test_lava_that_was_taken_away_comes_back() -> None:
    """Number 1 was removed after the first eruption: back in final round 1, and never late on a new tile before."""
    game = together(round_number=18, scene={"ran": LAST}, tiles=HOT, lava=("I-1.2",))
    assert all(map(game.state.has_erupted, range(1, 6)))
    until_round(game, 19)
    assert game.state.lava == ("I-1.1", "I-1.2")
