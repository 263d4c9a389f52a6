"""What there is to reach on the mountain, how far away it is, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

import msgspec

from fujikoro_nb.bots.patience import holds_back
from fujikoro_nb.bots.worth import MONK, MONK_IN_BACKPACK, figures_worth, heap_worth
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import (
    LEVELS,
    PLACES,
    SPACES,
    PlaceId,
    PlaceKind,
    SpaceId,
    neighbours,
    place,
    places_beside,
    space,
)
from fujikoro_nb.engine.fujikoro.board.mountain import AdventureDisc, Loot, MonkDisc, ScrollDisc, TokenThing
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.stowing import room, things
from fujikoro_nb.engine.fujikoro.components import Dragon, SpaceKind
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.gather import laid_out
from fujikoro_nb.engine.fujikoro.rules.group.steps import from_above
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import is_barred, is_secret_exit_open
from fujikoro_nb.engine.fujikoro.rules.mountain.explore import has_tiles
from fujikoro_nb.engine.fujikoro.rules.mountain.final import steps_until
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import steps_of_a_move
from fujikoro_nb.engine.fujikoro.rules.scrolls import POINTS as SCROLL_POINTS
from fujikoro_nb.engine.kernel import Seat

EXPLORE, GATHER, FIGHT, ESCAPE, CONQUER = "explore", "gather", "fight", "escape", "conquer"

CENTRE = SpaceId("centre")

_NEW_GROUND = 0.8
"""What a new tile is worth beside its points."""

_NEAR_TEMPLE = 3
"""What it is worth instead beside a temple, for who goes there before it wants points."""
_TEMPLES = tuple(one.id for one in PLACES if one.kind == PlaceKind.TEMPLE)

_SCROLL, _ADVENTURE, _BLUEPRINT = 3.5, 1.2, 2.5
_TOOTH = Cubes(tooth=1)
_LEAST_CHANCE = 0.55
"""A dragon that is less likely to be beaten is left alone while there is anything else to do."""

FEARLESS = 0.8
"""Who beats a monk so often lets him come."""
_BRAVE = 0.2
"""Nobody waits for ever: what lies out there keeps so much of its worth."""
_LAST_HOPE = 0.05
"""Who has nothing else to do, because dragons stand in every way, tries such odds."""
LOST_FIGHT = 3.0
_FREES = 12.0
"""What it is worth in the Final Chapter to beat a dragon that keeps everybody on the mountain."""
FAR = 14
"""Steps beyond which nothing counts."""


class Chance(Protocol):
    """How likely a samurai is to beat somebody alone."""

    def __call__(self, state: GameState, seat: Seat, dragon: Dragon, /) -> float:
        """A dragon."""

    def of_monk(self, state: GameState, seat: Seat, /) -> float:
        """A monk who fights."""


class Goal(msgspec.Struct, frozen=True):
    """Something to do on a space: explore, gather, fight a dragon or a monk by entering, or leave the mountain."""

    kind: str
    at: SpaceId
    worth: float
    percent: int = 0
    """The chance to win a fight."""
    thing: str = ""
    """What is gathered, or the place that is explored."""
    figure: int = 0
    """Points at the end for the dragon, where it is collected."""

    @property
    def actions(self) -> int:
        """Actions that it takes when the samurai is there."""
        return int(self.kind in (EXPLORE, GATHER))


class Prospect(msgspec.Struct, frozen=True):
    """The best goal from a space: its worth for each action that it takes from there, and how many steps away it is."""

    rate: float
    goal: Goal
    steps: int


NOBODY: Mapping[PlaceId, float] = {}


class Outlook:
    """The goals of one seat in one position. Distances are walked on firm ground and end on a dragon's tile."""

    def __init__(
        self,
        state: GameState,
        seat: Seat,
        goals: Iterable[Goal],
        *,
        far: int = FAR,
        comers: Mapping[PlaceId, float] = NOBODY,
    ) -> None:
        self._state = state
        self._seat = seat
        self._far = far
        self.comers = comers
        """What it is worth to be on a tile when dragons come; nothing where they come to nobody."""
        self.steps = steps_of_a_move(state.boards[seat], state.rulings)
        self.goals: dict[SpaceId, list[Goal]] = {}
        for goal in goals:
            self.goals.setdefault(goal.at, []).append(goal)

    def here(self, kind: str) -> Goal | None:
        """The best goal of a kind where the samurai is."""
        return max(self.all_here(kind), key=lambda goal: goal.worth, default=None)

    def all_here(self, kind: str) -> list[Goal]:
        """The goals of a kind where the samurai is."""
        there = self.goals.get(self._state.samurai[self._seat].space, [])
        return [goal for goal in there if goal.kind == kind]

    def best_from(self, start: SpaceId, *, spent: int = 0) -> Prospect | None:
        """The goal with the most worth an action from a space; ``spent`` actions go before."""
        best: Prospect | None = None
        for at, steps in self.reached(start):
            for goal in self.goals.get(at, ()):
                moves = -(-steps // self.steps)
                rate = goal.worth / max(1, spent + moves + goal.actions)
                if best is None or rate > best.rate:
                    best = Prospect(rate, goal, steps)
        return best

    def reached(self, start: SpaceId) -> Iterator[tuple[SpaceId, int]]:
        """Every space that can be walked to, with how many steps away it is."""
        state, seat = self._state, self._seat
        stops = is_guarded(state, start)
        for at, steps in walked(state, start, lambda to: is_firm(state, seat, to)):
            if steps >= self._far or (stops and steps):
                return
            yield at, steps


def is_firm(state: GameState, seat: Seat, to: SpaceId) -> bool:
    """Whether a walk without sandals may end there."""
    return state.is_revealed(space(to).place) and not state.is_lava(to) and state.has_room(to, for_seat=seat)


def is_guarded(state: GameState, at: SpaceId) -> bool:
    """Whether whoever enters a space has to fight there: a dragon, or a monk."""
    return state.dragon_on(at) is not None or state.has_monk_on(at)


def walked(
    state: GameState, start: SpaceId, may_enter: Callable[[SpaceId], bool]
) -> Iterator[tuple[SpaceId, int]]:
    """Every space that a walk can come to, nearest first, with its steps; where somebody has to be fought it ends."""
    seen, edge, steps = {start}, [start], 0
    while edge:
        beyond: list[SpaceId] = []
        for at in edge:
            yield at, steps
            if at != start and is_guarded(state, at):
                continue
            for to in neighbours(at):
                if to not in seen and may_enter(to):
                    seen.add(to)
                    beyond.append(to)
        edge, steps = beyond, steps + 1


# ---- all goals of a position


def goals_for_points(state: GameState, seat: Seat, chance: Chance) -> Iterator[Goal]:
    """What brings points, or what points are made with; less of it where a monk would come who cannot be beaten."""
    share = courage(state, seat, chance)
    for goal in _all_goals(state, seat, chance):
        is_open = share < 1 and goal.kind in (EXPLORE, GATHER) and not state.is_safe(goal.at)
        yield msgspec.structs.replace(goal, worth=share * goal.worth) if is_open else goal


def courage(state: GameState, seat: Seat, chance: Chance) -> float:
    """How much counts what lies where monks who fight may come: all of it for who beats them, or where none is."""
    if state.plot.warriors is None or not state.staged.monks:
        return 1.0
    odds = chance.of_monk(state, seat)
    return 1.0 if odds >= FEARLESS else max(_BRAVE, odds)


def _all_goals(state: GameState, seat: Seat, chance: Chance) -> Iterator[Goal]:
    for one in SPACES:
        if not state.is_revealed(one.place) or state.is_lava(one.id):
            continue
        if state.has_monk_on(one.id):
            yield from _monks(state, seat, one.id, chance)
            continue
        tile = state.tile_on(one.place)
        if tile is not None and tile.dragon is not None:
            yield from _fights(state, seat, one.id, tile.dragon, chance)
            continue
        yield from _explorations(state, seat, one.id)
        yield from _finds(state, seat, one.id)
    yield from _ways_out(state, seat)


def _fights(state: GameState, seat: Seat, at: SpaceId, dragon: Dragon, chance: Chance) -> Iterator[Goal]:
    if holds_back(state, seat, dragon.victory_points):
        return
    odds = chance(state, seat, dragon)
    figure = figures_worth(state, seat, dragon) - figures_worth(state, seat)
    worth = odds * (dragon.victory_points + figure) - (1 - odds) * LOST_FIGHT
    if is_barred(state) and state.is_final_chapter:
        worth += _FREES * odds  # nobody leaves before it is beaten
    if odds >= _LEAST_CHANCE:
        yield Goal(FIGHT, at, worth, round(100 * odds), dragon.id, figure)
    elif odds >= _LAST_HOPE:
        yield Goal(FIGHT, at, 0.25 + odds, round(100 * odds), dragon.id)


def _monks(state: GameState, seat: Seat, at: SpaceId, chance: Chance) -> Iterator[Goal]:
    """A monk who fights: what he is worth as one of one's own, and what it costs to be beaten by him."""
    warriors, odds = state.plot.warriors, chance.of_monk(state, seat)
    assert warriors is not None, "he fights"
    gain = monk_worth(state.boards[seat])
    worth = odds * gain - (1 - odds) * (LOST_FIGHT + warriors.fine(state.samurai[seat].score))
    if worth > 0:
        yield Goal(CONQUER, at, worth, round(100 * odds))


def monk_worth(board: Board) -> float:
    """What one more monk is worth: on the best free spot, else in the backpack, or nothing where there is no room."""
    open_spots = [worth for spot, worth in MONK.items() if spot in board.free_spots]
    return max(open_spots) if open_spots else MONK_IN_BACKPACK * bool(room(board) - things(board.backpack))


def _explorations(state: GameState, seat: Seat, at: SpaceId) -> Iterator[Goal]:
    for beside in places_beside(at):
        if state.is_revealed(beside) or not has_tiles(state, beside):
            continue
        points = state.mode.tile_points[LEVELS.index(place(beside).level or LEVELS[0])]
        if holds_back(state, seat, points):
            continue
        if holds_back(state, seat, state.mode.final_points):  # a way to blueprints counts, points do not yet
            points = max(0, _NEAR_TEMPLE - min(from_above(beside, temple) for temple in _TEMPLES))
        yield Goal(EXPLORE, at, points + _NEW_GROUND, thing=beside)


def _finds(state: GameState, seat: Seat, at: SpaceId) -> Iterator[Goal]:
    """What could be gathered there."""
    board = state.boards[seat]
    free = room(board) - things(board.backpack)
    where = place(space(at).place)
    if where.kind in (PlaceKind.CENTRE, PlaceKind.TEMPLE):
        cubes = laid_out(state.charts, where.kind)
        if not (where.kind == PlaceKind.CENTRE and state.has_rope):
            yield from _heap(at, cubes, free)
    if where.kind == PlaceKind.TEMPLE:
        kinds = _blueprints_of_use(state, board, int(where.id[-1]) - 1)
        if kinds and free:
            yield Goal(GATHER, at, _BLUEPRINT * min(2, kinds, free), thing="blueprints")
    tile = state.tile_on(where.id)
    match tile.things[int(at[-1])] if tile is not None else None:
        case TokenThing(token=token, is_used=False):
            yield from _heap(at, token.cubes, free)
        case MonkDisc():
            if board.free_spots or free:
                yield Goal(GATHER, at, monk_worth(board), thing="monk")
        case ScrollDisc(colour=colour) if colour == state.samurai[seat].colour and free:
            if not holds_back(state, seat, SCROLL_POINTS):
                yield Goal(GATHER, at, _SCROLL, thing="scroll")
        case Loot():
            yield Goal(
                GATHER, at, state.plot.token_points + (heap_worth(_TOOTH) if free else 0), thing="loot"
            )
        case AdventureDisc():
            yield Goal(GATHER, at, _ADVENTURE, thing="adventure")


def _blueprints_of_use(state: GameState, board: Board, temple: int) -> float:
    """How many blueprints of a temple this board can use; face down, as many as one may expect."""
    held = {one.kind for one in board.blueprints}
    if state.plot.has_blind_temples:
        return state.staged.blueprints_in(temple) and (len(GearKind) - len(held)) * 2 / len(GearKind)
    return len({one.kind for one in state.temples[temple]} - held)


def _heap(at: SpaceId, cubes: Cubes, free: int) -> Iterator[Goal]:
    """Cubes for which there is room; they are worth more than they seem, because gear is made of them."""
    if free > 0 and cubes:
        yield Goal(GATHER, at, 1.8 * heap_worth(cubes) * min(1.0, free / len(cubes)), thing="resources")


# ---- leaving the mountain


def _ways_out(state: GameState, seat: Seat) -> Iterator[Goal]:
    """In the Final Chapter: the rope on the central tile once it is there or nearly, and the secret exit."""
    if not state.is_final_chapter or not state.samurai[seat].is_on_map:
        return
    left = steps_until(state, "end") - state.plot.leaves_later
    rope = steps_until(state, "rope")
    if rope <= 1 or left <= 3:
        yield Goal(ESCAPE, CENTRE, 40.0 - 10.0 * max(0, rope), thing="big")
    if not is_secret_exit_open(is_final=True, rulings=state.rulings) or left > 4:
        return
    for spot in PLACES:
        tile = state.tile_on(spot.id)
        for number in range(7) if tile is not None else ():
            assert tile is not None, "asked before"
            if tile.face(number).kind == SpaceKind.EXIT:
                yield Goal(ESCAPE, SpaceId(f"{spot.id}.{number}"), 12.0, thing="small")
