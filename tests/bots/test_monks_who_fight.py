"""Where monks fight: who would lose to one builds its gear where none comes, and says so."""

from __future__ import annotations

import pytest

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.bots.bot import why_sentence
from fujikoro_nb.bots.chances import Chances
from fujikoro_nb.bots.goals import EXPLORE, GATHER, courage, goals_for_points
from fujikoro_nb.bots.herding import comers
from fujikoro_nb.bots.points import PointsPlay
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Seat
from tests.support.game_positions import GAME, Realm, realm
from tests.support.gear_positions import board

TILES = {"I-1": ".......", "II-1": "......."}
STRONG, HELMET = "WWMMM/WMM", "MMMM/MMM"


def table(weapon: str, helmet: str, *, monks: tuple[str, ...] = ("I-1.4",), scenario: int = 4) -> Realm:
    """Seat 0 on the central tile, a monk beside it."""
    scene = {"monks": monks} if scenario else None
    return realm(
        board(weapon=weapon, helmet=helmet),
        board(),
        scenario=scenario,
        tiles=TILES,
        at=("centre",),
        **({"scene": scene} if scene else {}),  # type: ignore[arg-type]
    )


def worths(state: GameState) -> dict[tuple[str, str, str], float]:
    return {(one.kind, one.at, one.thing): one.worth for one in goals_for_points(state, Seat(0), Chances())}


@pytest.mark.rule("scenario.4.competitive.monk-terrain")
def test_open_ground_counts_less_for_who_would_lose_and_safe_ground_as_much() -> None:
    weak, strong = table("WM", "W").state, table(STRONG, HELMET).state
    assert courage(weak, Seat(0), Chances()) < 1 == courage(strong, Seat(0), Chances())
    with_monk, without = worths(weak), worths(table("WM", "W", monks=()).state)
    both = set(with_monk) & set(without)
    open_ground = {key for key in both if key[0] == EXPLORE and key[1].startswith("I")}
    safe = {key for key in both if key[:2] == (GATHER, "centre")}
    assert open_ground and all(with_monk[key] < without[key] for key in open_ground)
    assert safe and all(with_monk[key] == without[key] for key in safe)


@pytest.mark.rule("scenario.4.competitive.monk-move")
def test_only_tiles_that_a_monk_reaches_frighten_and_only_who_would_lose() -> None:
    near = comers(table("WM", "W").state, Seat(0), Chances())
    assert near["I-1"] < 0 and near["II-1"] < 0
    assert not {"centre", "temple-1", "III-5"} & set(near)
    assert comers(table(STRONG, HELMET).state, Seat(0), Chances()) == {}
    assert comers(table("WM", "W", scenario=0).state, Seat(0), Chances()) == {}


def test_why_somebody_stays_on_the_central_tile_is_said() -> None:
    game = table("WM", "W")
    question = GAME.question(game.state)
    assert question is not None
    choice = PointsPlay().choose(GAME, game.state, question)
    assert choice.why.key == "shelter"
    assert "where no monk comes" in why_sentence(choice.why)


@pytest.mark.parametrize("number", [4, 5, 9])
def test_a_game_beside_a_random_bot_ends_soon(number: int) -> None:
    """Who was beaten again and again, and never built anything, played hundreds of turns on these."""
    session = new_session(players=2, seed=f"trial scenario 4 2 {number}", scenario=4)
    kinds = ["heuristic" if seat == number % 2 else "random" for seat in range(2)]
    played = play_out(session, bots_of(kinds, players=2, seed=number), most_turns=100)
    assert played.ended_by == "end"
