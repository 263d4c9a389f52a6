"""The actions of a turn seen together: what each brings, and where the samurai stands when the turn is over.

What is further away than this turn is promised by a field over the whole map: the best goal that can be walked to,
worth a share less with each action on the way.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import takewhile

import msgspec

from fujikoro_nb.bots.goals import FIGHT, GATHER, Goal, is_firm, walked
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceKind, SpaceId, neighbours, place, space
from fujikoro_nb.engine.kernel import Seat

KEPT = 0.85
"""What is left of a goal's worth with each action that goes before it."""
DISC = 0.1
"""What it costs to spend a disc."""
NEVER = 1000.0
"""What it costs to attack a dragon that is no prey."""
_DEPTH = 3
"""Goals that are remembered for each space: two of them may be reached in this turn."""

Name = tuple[str, str]
Danger = Callable[[SpaceId, bool], float]
"""What it costs to end a turn on a space, and whether the dragon there is beaten by then."""


def name_of(goal: Goal) -> Name:
    """What makes two goals the same one: a place is explored from many spaces, but once."""
    return (goal.kind, f"{goal.at} {goal.thing}" if goal.kind == GATHER else goal.thing)


def comes_again(goal: Goal) -> bool:
    """Whether the next turn offers the same once more."""
    return goal.thing == "resources" and place(space(goal.at).place).kind != PlaceKind.VOLCANO


class Promise(msgspec.Struct, frozen=True):
    """What a space promises for later turns."""

    worth: float
    goal: Goal | None = None
    is_here: bool = False


NOTHING = Promise(0.0)


class Field:
    """The promise of every space, and where a move from it can end."""

    def __init__(self, state: GameState, seat: Seat, goals: Iterable[Goal], steps: int) -> None:
        self._state, self._seat, self.steps = state, seat, steps
        self._firm: dict[SpaceId, bool] = {}
        self._reached: dict[SpaceId, tuple[SpaceId, ...]] = {}
        self._kept: dict[SpaceId, list[tuple[float, Goal]]] = {}
        self._spread(goals)

    def _spread(self, goals: Iterable[Goal]) -> None:
        step = KEPT ** (1 / self.steps)
        names: dict[SpaceId, set[Name]] = {}
        beside: dict[SpaceId, list[SpaceId]] = {}
        edge: list[tuple[float, int, SpaceId]] = []
        numbered = list(goals)
        named = [name_of(goal) for goal in numbered]
        for number, goal in enumerate(numbered):
            edge.append((-goal.worth * KEPT**goal.actions, number, goal.at))
        heapq.heapify(edge)
        while edge:
            negative, number, at = heapq.heappop(edge)
            seen, name = names.setdefault(at, set()), named[number]
            if name in seen or len(seen) == _DEPTH:
                continue
            seen.add(name)
            self._kept.setdefault(at, []).append((-negative, numbered[number]))
            if at not in beside:
                # A walk ends on a dragon's tile, so no way leads through it.
                beside[at] = self._beside(at) if self._is_firm(at) else []
            for to in beside[at]:
                there = names.get(to, ())
                if name not in there and len(there) < _DEPTH:
                    heapq.heappush(edge, (negative * step, number, to))

    def _beside(self, at: SpaceId) -> list[SpaceId]:
        state = self._state
        return [
            to for to in neighbours(at) if state.is_revealed(space(to).place) and state.dragon_on(to) is None
        ]

    def _is_firm(self, to: SpaceId) -> bool:
        if to not in self._firm:
            self._firm[to] = is_firm(self._state, self._seat, to)
        return self._firm[to]

    def promise(self, at: SpaceId, used: Collection[Name] = ()) -> Promise:
        """The best that can be walked to from there, but for what is done already."""
        for worth, goal in self._kept.get(at, ()):
            if name_of(goal) not in used or comes_again(goal):
                return Promise(worth, goal, goal.at == at)
        return NOTHING

    def reached(self, start: SpaceId) -> tuple[SpaceId, ...]:
        """Where one move from there can end, there itself among them."""
        if start not in self._reached:
            near = takewhile(lambda one: one[1] <= self.steps, walked(self._state, start, self._is_firm))
            self._reached[start] = tuple(sorted(at for at, _ in near))
        return self._reached[start]


class Turns:
    """Judges what can still be done in a turn."""

    def __init__(
        self,
        state: GameState,
        seat: Seat,
        goals: Mapping[SpaceId, list[Goal]],
        danger: Danger,
        *,
        steps: int,
        rest: float,
    ) -> None:
        self._state = state
        self._seat = seat
        self.goals = goals
        self._danger = danger
        self._rest = rest
        self.field = Field(state, seat, [goal for some in goals.values() for goal in some], steps)
        self._ended: dict[tuple[SpaceId, tuple[Name, ...]], tuple[float, Goal | None]] = {}

    def ended(self, at: SpaceId, used: tuple[Name, ...] = ()) -> tuple[float, Goal | None]:
        """The turn ends there: what may come later, less the danger."""
        key = (at, used)
        if key not in self._ended:
            promise = self.field.promise(at, used)
            barred = NEVER if self._state.dragon_on(at) is not None else 0.0
            self._ended[key] = promise.worth - self._danger(at, False) - barred, promise.goal
        return self._ended[key]

    def _fought(
        self, at: SpaceId, fight: Goal, used: tuple[Name, ...], discs: int, actions: int
    ) -> tuple[float, Goal | None]:
        """A fight, and the way back to where the samurai came from, today or later."""
        back = self.field.promise(self._state.samurai[self._seat].space, (*used, name_of(fight))).worth
        later = back - DISC if actions and discs > 0 else KEPT * back - self._danger(at, True)
        return fight.worth + later, fight

    def _fight(self, at: SpaceId, used: tuple[Name, ...]) -> Goal | None:
        if self._state.dragon_on(at) is None:
            return None
        fights = [goal for goal in self.goals.get(at, ()) if goal.kind == FIGHT and name_of(goal) not in used]
        return max(fights, key=lambda goal: goal.worth, default=None)

    def followed(
        self, at: SpaceId, used: tuple[Name, ...], discs: int, actions: int, *, may_rest: bool = True
    ) -> tuple[float, Goal | None]:
        """The best that so many more actions make of standing there; the goal is what leads the samurai on."""
        fight = self._fight(at, used)
        if fight is not None:
            return self._fought(at, fight, used, discs, actions)
        if not actions:
            return self.ended(at, used)
        value, goal = self.ended(at, used)
        best = (value + (self._rest if may_rest else 0.0), goal)
        if discs <= 0:
            return best
        for one in self.goals.get(at, ()):
            if one.actions and name_of(one) not in used:
                found = one.worth - DISC + self.followed(at, (*used, name_of(one)), discs - 1, actions - 1)[0]
                if found > best[0]:
                    best = found, one
        for to in self.field.reached(at):
            if to != at:
                later, towards = self.followed(to, used, discs - 1, actions - 1)
                if later - DISC > best[0]:
                    best = later - DISC, towards
        return best

    def moved(self, start: SpaceId, discs: int, actions: int) -> tuple[float, Goal | None]:
        """The best that a move from there and so many actions after it bring."""
        ends = [to for to in self.field.reached(start) if to != start]
        found = [self.followed(to, (), discs, actions) for to in ends]
        return max(found, key=lambda one: one[0], default=self.ended(start))
