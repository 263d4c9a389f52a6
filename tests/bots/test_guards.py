"""Alone against the guards of the temples: which of them a bot goes for, and what it does not look for there."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.bots.goals import EXPLORE
from fujikoro_nb.bots.together.aims import WAY_ALONE, aims
from fujikoro_nb.bots.together.guards import guards, post_worth
from fujikoro_nb.bots.together.plan import Plan
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.modes import SOLO
from fujikoro_nb.engine.kernel import Seat
from tests.support.game_positions import realm
from tests.support.guarded import HERO, guard, guarded

TEMPLE = SpaceId("temple-1")
UNKNOWN = {"I-1": "......."}
"""The temple is not in sight: what lies before it is not uncovered."""


def alone(weapon: str, helmet: str) -> GameState:
    return guarded(guard(weapon, helmet), at=("I-1.0",), tiles=UNKNOWN).state


def worth_of_ground(state: GameState) -> dict[str, float]:
    return {goal.thing: goal.worth for goal in aims(Plan(state), Seat(0)) if goal.kind == EXPLORE}


@pytest.mark.rule("scenario.7.solo.goal")
def test_who_can_beat_a_guard_uncovers_the_way_to_it() -> None:
    weak, strong = alone("WM", "M"), alone("WWMMM", "MMMM/MMMM")
    assert post_worth(Plan(weak), Seat(0), TEMPLE) > 0 == post_worth(Plan(strong), Seat(0), TEMPLE)
    assert TEMPLE in {goal.at for goal in guards(Plan(weak), Seat(0))}
    towards, without = worth_of_ground(weak), worth_of_ground(strong)
    more = {at for at in towards if towards[at] >= without[at] + WAY_ALONE - 1}
    assert more and more <= {"II-2", "II-3"}


@pytest.mark.rule("scenario.7.solo.goal")
def test_two_lives_make_bolder_than_one() -> None:
    """What a guard lost stays lost, so the first life is well spent on it; the last one is not."""
    state = alone("WM", "M")
    party = state.party
    assert party is not None and party.lives == (2,)
    once = state.with_party(msgspec.structs.replace(party, lives=(1,)))
    assert Plan(state).least_alone < Plan(state).least < Plan(once).least_alone


@pytest.mark.rule("scenario.7.solo.goal")
def test_nobody_looks_for_a_dragon_that_need_not_be_beaten() -> None:
    """No outer tile is sought where only the guards count; without the scenario the legendary dragon lies there."""
    state = alone("WM", "M")
    assert not Plan(state).wants_legend and Plan(state).sought == {"II"}
    plain = realm(HERO, mode=SOLO, at=("I-1.0",), tiles=UNKNOWN).state
    assert Plan(plain).wants_legend and Plan(plain).sought == {"II", "III"}
