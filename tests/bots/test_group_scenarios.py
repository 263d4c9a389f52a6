"""What a group goes for in scenarios: the central tile, where a dragon is caught alive; every dragon that is left."""

from __future__ import annotations

import pytest

from fujikoro_nb.bots.bot import why_sentence
from fujikoro_nb.bots.goals import EXPLORE, FIGHT
from fujikoro_nb.bots.heuristic import HeuristicBot
from fujikoro_nb.bots.together.aims import LEFT, LURE, MEET, WAY, aims
from fujikoro_nb.bots.together.plan import Phase, Plan
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import neighbour_places
from fujikoro_nb.engine.fujikoro.modes import COOP
from fujikoro_nb.engine.kernel import Seat
from tests.support.fights import dragon
from tests.support.game_positions import GAME, realm
from tests.support.gear_positions import board

ARMED = board(weapon="WWMMM", helmet="MMMM/M")
WHITE = dragon("12/1/1", colour="white")
RED, BLUE = dragon("9/1/1"), dragon("5/1/1", colour="blue")


def far_away(scenario: int) -> GameState:
    """Both in a temple, the white dragon far away, and no explored way to the central tile."""
    return realm(
        ARMED,
        ARMED,
        mode=COOP,
        scenario=scenario,
        at=("temple-1", "temple-1"),
        tiles={"III-10": "......."},
        dragons={"III-10": WHITE},
    ).state


def best_ground(state: GameState) -> tuple[str, float]:
    found = [(goal.worth, goal.thing) for goal in aims(Plan(state), Seat(0)) if goal.kind == EXPLORE]
    worth, at = max(found)
    return at, worth


@pytest.mark.rule("scenario.6.coop.goal-capture")
def test_who_wants_the_dragon_alive_uncovers_the_way_to_the_central_tile() -> None:
    hunted, plain = far_away(6), far_away(0)
    assert Plan(hunted).is_hunt and not Plan(plain).is_hunt
    at, worth = best_ground(hunted)
    assert worth >= WAY > best_ground(plain)[1]
    assert at in neighbour_places("temple-1")


def beaten(scenario: int) -> Plan:
    """The legendary dragon is beaten, two others live."""
    return Plan(
        realm(
            ARMED,
            ARMED,
            mode=COOP,
            scenario=scenario,
            legend=True,
            tiles={"I-1": ".......", "I-3": "......."},
            dragons={"I-1": RED, "I-3": BLUE},
        ).state
    )


@pytest.mark.rule("scenario.5.coop.goal")
def test_once_the_legendary_dragon_is_beaten_the_group_goes_for_the_weakest_that_is_left() -> None:
    """Without the scenario all go home."""
    plan = beaten(5)
    assert (plan.phase, plan.legend, plan.lair) == (Phase.MEET, BLUE, "I-3")
    assert plan.chance > 0.9
    there = [goal for goal in aims(plan, Seat(0)) if goal.kind in (FIGHT, LURE, MEET)]
    assert there and LEFT in {goal.thing for goal in there}
    assert beaten(0).phase == Phase.HOME


def test_why_it_goes_for_a_dragon_that_is_left_is_said() -> None:
    state = beaten(5).state
    question = GAME.question(state)
    assert question is not None
    choice = HeuristicBot().choose(GAME, state, question)
    assert choice.why.key == "last-dragons"
    assert "nobody may leave before it is beaten" in why_sentence(choice.why)
