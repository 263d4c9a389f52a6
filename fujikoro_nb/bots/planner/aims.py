"""What a table plays for, as the planner asks it: who plays on from a plan, how far, and what the end is worth."""

from __future__ import annotations

from fujikoro_nb.bots.planner.swift import SwiftPlay
from fujikoro_nb.bots.points import PointsPlay
from fujikoro_nb.bots.together.plan import Phase, Plan
from fujikoro_nb.bots.together.play import GroupPlay
from fujikoro_nb.bots.together.worth import GROUP, LAST_LIFE, LIFE, lives_worth
from fujikoro_nb.bots.worth import AWAKE, LIFE_KEPT, RIVAL, position_worth
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.party import VICTORIES, Party
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.group.goals import goals_met
from fujikoro_nb.engine.fujikoro.rules.group.rounds import rounds_left
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
_WON, _DONE, _WORN, _READY = 100.0, 40.0, 6.0, 15.0
"""Of a whole game: to have won; lost, but the legendary dragon is beaten; for each kind of magic that is worn then; and
the chance to beat the dragon that lives on."""
LAST_ROUNDS = 3
"""So few rounds of a group are played to the end of its game."""

# What comes of them is known, or shows in later rounds than are played out.
_ROUTINE = frozenset(
    (
        "part",
        "gather",
        "claim",
        "place-monk",
        "repair",
        "dragon-order",
        "first-player",
        "first-card",
        "first-slot",
        "first-piece",
    )
)


class Aim:
    """For points."""

    name = "points"
    sure: float | None = None
    """How sure the bot has to be that a plan is better than the usual one, in standard errors; None: takes the best."""
    sure_of_whole: float | None = None
    """The same where plans are played to the end of the game."""
    most: int | None = None
    """Plans that the bot compares; None: all."""
    routine: frozenset[str] = frozenset()
    """Kinds of questions that the bot answers as usual, though they could be compared."""

    def policy(self) -> PointsPlay:
        """Who answers for all seats after the plan."""
        return SwiftPlay()

    def turns(self, view: GameState) -> int:
        """Turns that are played out: to the end of the next own one."""
        return view.players + 1

    def compares(self, view: GameState) -> bool:
        """Whether the bot compares plans at all at such a point of the game."""
        return True

    def plays_whole(self, view: GameState) -> bool:
        """Whether the bot plays its plans to the end of the game."""
        return False

    def outcome(self, state: GameState, seat: Seat) -> float:
        """What a game that is played to its end is worth."""
        return self.worth(state, seat)

    def worth(self, state: GameState, seat: Seat) -> float:
        """What a seat has there; of a finished game nothing but the points is left."""
        return position_worth(state, seat) if state.agenda else self.settled(state, seat)

    def stake(self, state: GameState, seat: Seat) -> float:
        """What the planner chooses by."""
        return self.worth(state, seat)

    def settled(self, state: GameState, seat: Seat) -> float:
        """What a seat would have there if the game were over: what a game that ended is measured from."""
        rivals = [one.score for index, one in enumerate(state.samurai) if index != seat]
        return state.samurai[seat].score - RIVAL * max(rivals, default=0)

    def standing(self, state: GameState, seat: Seat) -> float:
        """What it is worth to end a fight on one's feet, in the same measure: a turn is not spent on getting up."""
        return AWAKE


class LastingAim(Aim):
    """For points, by who has lives and loses the game with the last one, or by too few points."""

    def worth(self, state: GameState, seat: Seat) -> float:
        """Points, gear and lives; of a finished game the points, and whether they have won it."""
        assert state.party is not None, "somebody with lives"
        return super().worth(state, seat) + _decided(state.party)

    def settled(self, state: GameState, seat: Seat) -> float:
        """Points, and the lives that are left."""
        party = state.party
        assert party is not None, "somebody with lives"
        return super().settled(state, seat) + LIFE_KEPT * sum(party.lives)

    def standing(self, state: GameState, seat: Seat) -> float:
        """The life that a fall costs; with the last one the game is lost as well (scenario.8.solo.loss)."""
        party = state.party
        if party is None or not state.has_lives:
            return super().standing(state, seat)
        return LIFE_KEPT if party.lives[seat] > 1 else LIFE_KEPT + DECIDED


class GroupAim(Aim):
    """For the goals of a group, whose plan is dear to make: one round is played out, and few plans are compared.

    The common plan is left only for what surely decides the game: what a round brings besides says nothing of the end
    that time sets, and chosen by that, plans lost fewer lives and twice as many games by time. Once the white dragon is
    beaten plans are played to the end of the game, alone from when it is gone for: little of it is left then.
    """

    name = "group"
    sure = 1.5
    sure_of_whole = 0.7
    most = 4
    routine = _ROUTINE

    def policy(self) -> PointsPlay:
        """The plan of the group."""
        return GroupPlay()

    def turns(self, view: GameState) -> int:
        """One round; the last ones are played to the end."""
        left = rounds_left(view)
        is_late = left is not None and left < LAST_ROUNDS
        return view.players * (left + 1 if left is not None and is_late else 1)

    def worth(self, state: GameState, seat: Seat) -> float:
        """Boards and lives, how near the group is to its goals, and whether all is decided."""
        party = state.party
        assert party is not None, "a group"
        total = GROUP.position(state, seat)
        if party.outcome:
            return total + _decided(party)
        plan = Plan(state)
        total += _BEATEN * (1.0 if plan.phase == Phase.HOME else plan.chance)
        total += _GOAL * sum(is_met for _, is_met in goals_met(state))
        total += _EXIT * (plan.exit is not None)
        return total + _OUT * (plan.phase == Phase.HOME) * (state.players - len(plan.here))

    def stake(self, state: GameState, seat: Seat) -> float:
        """Lives, the legendary dragon once it is beaten, and whether all is decided."""
        party = state.party
        assert party is not None, "a group"
        return lives_worth(party) + _BEATEN * party.has_beaten_legend + _decided(party)

    def settled(self, state: GameState, seat: Seat) -> float:
        """What it has counts to the end."""
        return self.worth(state, seat)

    def compares(self, view: GameState) -> bool:
        """A group plays as usual until the white dragon is beaten, but for the last rounds; so does who is alone until
        it goes for it. What one round brings says nothing of the end that time sets."""
        left = rounds_left(view)
        return left is None or self.plays_whole(view) or (view.players > 1 and left < LAST_ROUNDS)

    def plays_whole(self, view: GameState) -> bool:
        """Whether the clock runs, and the white dragon is beaten, or gone for by who is alone."""
        if rounds_left(view) is None:
            return False
        phase = Plan(view).phase
        return phase == Phase.HOME or (view.players == 1 and phase != Phase.GROW)

    def outcome(self, state: GameState, seat: Seat) -> float:
        """A victory, else how far the group came: it has beaten the dragon, or could have, and wears magic."""
        party = state.party
        assert party is not None, "a group"
        if party.outcome in VICTORIES:
            return _WON
        magic = sum(any(board.gear.is_magical(kind) for board in state.boards) for kind in GearKind)
        if party.has_beaten_legend:
            return _DONE + _WORN * magic
        plan = Plan(state)
        return _READY * plan.chance + _WORN / 2 * magic

    def standing(self, state: GameState, seat: Seat) -> float:
        """The life that a fall costs (coop.lives.knockout-costs-life); with the last one the game is lost as well."""
        party = state.party
        if party is None or not state.has_lives:
            return super().standing(state, seat)
        return LIFE if party.lives[seat] > 1 else LAST_LIFE + DECIDED


def _decided(party: Party) -> float:
    """What it is worth that the game is won or lost; nothing while it goes on."""
    return (DECIDED if party.outcome in VICTORIES else -DECIDED) if party.outcome else 0.0


_POINTS, _LASTING, _GROUP = Aim(), LastingAim(), GroupAim()


def aim_of(view: GameState) -> Aim:
    """What is played for: points where there are any, and the lives of who has some."""
    if not view.has_points:
        return _GROUP
    return _POINTS if view.party is None else _LASTING
