"""What a table plays for, as the planner asks it: who plays on from a plan, how far, and what the end is worth."""

from __future__ import annotations

from collections.abc import Mapping

from fujikoro_nb.bots.planner.swift import SwiftPlay
from fujikoro_nb.bots.points import PointsPlay
from fujikoro_nb.bots.together.plan import Phase, Plan
from fujikoro_nb.bots.together.play import GroupPlay
from fujikoro_nb.bots.together.worth import GROUP, LAST_LIFE, LIFE
from fujikoro_nb.bots.worth import AWAKE, RIVAL, position_worth
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.party import VICTORIES
from fujikoro_nb.engine.fujikoro.rules.group.goals import goals_met
from fujikoro_nb.engine.kernel import Seat

DECIDED = 150.0
"""What it is worth to a group to have won, and what it costs to have lost."""
_BEATEN = 60.0
"""The legendary dragon beaten; before that, the chance to beat it now counts as much of it."""
_GOAL = 8.0
_EXIT = 5.0
"""The way out is known."""
_OUT = 10.0
"""A samurai that has left as all have to, once everything else is done."""


class Aim:
    """For points."""

    name = "points"

    def policy(self) -> PointsPlay:
        """Who answers for all seats after the plan."""
        return SwiftPlay()

    def turns(self, players: int) -> int:
        """Turns that are played out: to the end of the next own one."""
        return players + 1

    def worth(self, state: GameState, seat: Seat) -> float:
        """What a seat has there; of a finished game nothing but the points is left."""
        if state.agenda:
            return position_worth(state, seat)
        rivals = [one.score for index, one in enumerate(state.samurai) if index != seat]
        return state.samurai[seat].score - RIVAL * max(rivals, default=0)

    def standing(self, state: GameState, seat: Seat) -> float:
        """What it is worth to end a fight on one's feet, in the same measure: a turn is not spent on getting up."""
        return AWAKE


class GroupAim(Aim):
    """For the goals of a group. Its plan is dear to make, so one round is played out."""

    name = "group"

    def policy(self) -> PointsPlay:
        """The plan of the group."""
        return GroupPlay()

    def turns(self, players: int) -> int:
        """One round."""
        return players

    def worth(self, state: GameState, seat: Seat) -> float:
        """Boards and lives, how near the group is to its goals, and whether all is decided."""
        party = state.party
        assert party is not None, "a group"
        total = GROUP.position(state, seat)
        if party.outcome:
            return total + (DECIDED if party.outcome in VICTORIES else -DECIDED)
        plan = Plan(state)
        total += _BEATEN * (1.0 if plan.phase == Phase.HOME else plan.chance)
        total += _GOAL * sum(is_met for _, is_met in goals_met(state))
        total += _EXIT * (plan.exit is not None)
        return total + _OUT * (plan.phase == Phase.HOME) * (state.players - len(plan.here))

    def standing(self, state: GameState, seat: Seat) -> float:
        """The life that a fall costs (coop.lives.knockout-costs-life); with the last one the game is lost as well."""
        party = state.party
        if party is None or not state.has_lives:
            return super().standing(state, seat)
        return LIFE if party.lives[seat] > 1 else LAST_LIFE + DECIDED


_AIMS: Mapping[bool, Aim] = {True: Aim(), False: GroupAim()}


def aim_of(view: GameState) -> Aim:
    """What is played for: points where there are any."""
    return _AIMS[view.has_points]
