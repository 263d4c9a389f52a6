"""Where a samurai may walk: one definition for single steps, whole paths and what a page marks as reachable."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.game import MOST_STEPS, Halt, Move, Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.table_top import MOST_ON_A_SPACE
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, neighbours, space
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, absorption
from fujikoro_nb.engine.fujikoro.rules.fights.suffer import paid_with, payments_by_cells
from fujikoro_nb.engine.fujikoro.rules.mountain.lava_price import lava_entered, lava_portion, lava_price
from fujikoro_nb.engine.fujikoro.rules.mountain.terrain import Terrain, terrain
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Refusal, Seat, cites, refuse

MOST_LISTED_STEPS = 3
"""With more steps left not every path is listed, but one to every space, because there are too many."""

Path = tuple[SpaceId, ...]


def has_complete_sandals(board: Board) -> bool:
    """Whether the sandals of a board add a step."""
    return are_sandals_complete(board.gear, board.limits)


@cites("move.steps.sandals-magic-not-cube", "move.lava.incomplete-ok")
def are_sandals_complete(gear: Gear, limits: BoardLimits) -> bool:
    """Whether resource cubes, the green one not among them, fill the sandals."""
    return len(gear.sandals) >= limits.sandals_cubes.value


@cites("move.steps.base", "move.sandals.extra-step-kept", "char.masako.move", "char.daisuke.move-three")
def steps_of_a_move(board: Board, rulings: Rulings) -> int:
    """Steps of a move action, judged as it begins."""
    is_complete = has_complete_sandals(board)
    steps = board.limits.steps.value + is_complete
    if board.played is UNSET:
        return steps
    return steps + board.played.steps(is_complete=is_complete, rulings=rulings)


@cites("move.lava.affordable", "move.lava.value-table", "move.lava.overpay")
def can_pay(board: Board, spaces: int, rulings: Rulings) -> bool:
    """Whether the sandals as they are can pay for so many lava spaces."""
    if spaces == 0:
        return True
    portion = lava_portion(spaces, rulings)
    price = lava_price(portion)
    if absorption(board.gear, GearKind.SANDALS, rulings=rulings) < price:
        return False
    return spaces == portion or any(
        can_pay(paid_with(board, GearKind.SANDALS, one, rulings)[0], spaces - portion, rulings)
        for one in payments_by_cells(board.gear, GearKind.SANDALS, price, rulings)
    )


@cites("example.tomoe-two-moves")
def check_path(state: GameState, move: Move, path: Path) -> Refusal | None:
    """Nothing, or the first rule that a whole path breaks; the samurai has not moved yet.

    Every step is judged, then the end: a path that cannot end or be paid is refused before its first step.
    """
    if not path:
        return refuse("move.steps.base", "nowhere")
    if len(path) > MOST_STEPS:
        return refuse("move.steps.base", "at-once", most=MOST_STEPS)
    scout = _Scout(state, move)
    way = scout.start
    for to in path:
        further = scout.onward(way, to)
        if isinstance(further, Refusal):
            return further
        way = further
    return scout.check_lava(way) or scout.check_end(way)


class _Way(msgspec.Struct, frozen=True, gc=False):
    """A walk so far, the spaces that it entered and what they cost."""

    path: Path
    at: SpaceId
    lava: int
    """Lava spaces that the sandals have to pay for."""
    free: int
    """Further ones that cost nothing (scroll.lava-walk)."""
    stop: str = ""
    """Whom it has met, so that it goes no further: a dragon, or a monk who fights."""


class _Look(NamedTuple):
    """What a samurai sees of a space that it could enter."""

    refusal: Refusal | None
    is_lava: bool
    stop: str
    """Who stops whoever enters it: a dragon, or a monk who fights."""


_DRAGON, _MONK, _GUARD = "dragon", "monk", "guard"


class _Onward(NamedTuple):
    """One space that can be entered from the one beside it, told by `_Scout.onward` and `_Scout.check_end`."""

    to: SpaceId
    lava: int
    """1 where the step has to be paid for, unless it is free."""
    is_end: bool
    """Whether a walk may end there."""
    is_stop: bool
    """Whether it must."""


class _Sight:
    """What was found out on one mountain, for everybody who finds no room on the same spaces.

    Samurai come by the same spaces again and again, and listing hundreds of paths costs more than all else in a turn.
    """

    def __init__(self) -> None:
        self.looks: dict[SpaceId, _Look] = {}
        self.steps: dict[SpaceId, _Onward | None] = {}
        self.onward: dict[SpaceId, tuple[_Onward, ...]] = {}
        self.listed: dict[tuple[SpaceId, int, int, int], _Listed] = {}


@lru_cache(maxsize=16)
def _sight(terrain: Terrain, full: frozenset[SpaceId], sneaks: bool) -> _Sight:
    return _Sight()


def _sight_of(state: GameState, seat: Seat, *, sneaks: bool) -> _Sight:
    """What is known already of everything that a step of this samurai depends on."""
    spaces = [one.space for one in state.samurai if one.space]
    full = _NOWHERE
    if len(set(spaces)) < len(spaces):  # one alone is no crowd
        crowds = [one for one in spaces if spaces.count(one) >= MOST_ON_A_SPACE]
        full = frozenset(one for one in crowds if not state.has_room(one, for_seat=seat))
    return _sight(terrain(state), full, sneaks)


_NOWHERE: frozenset[SpaceId] = frozenset()


class _Scout:
    """Goes ahead on every way of one move."""

    def __init__(self, state: GameState, move: Move) -> None:
        self._state = state
        self._move = move
        self._sneaks = state.boards[move.seat].character.sneaks
        self.sight = _sight_of(state, move.seat, sneaks=self._sneaks)
        self._seen = self.sight.looks

    @property
    def start(self) -> _Way:
        """Where the samurai stands now."""
        return _Way((), self._move.path[-1], self._move.lava, self._move.free)

    def onward(self, way: _Way, to: SpaceId) -> _Way | Refusal:
        """One step further, or the rule that it breaks however the walk may go on; lava is not paid yet."""
        if to not in neighbours(way.at):
            return refuse("map.adjacency", space=to[:40], at=way.at)
        return self._entered(way, to, self._look(to))

    def onwards(self, at: SpaceId) -> tuple[_Onward, ...]:
        """All steps that `onward` allows from a space, which are the same whoever comes there."""
        known = self.sight.onward.get(at)
        if known is None:
            seen = self.sight.steps
            steps = [seen[to] if to in seen else self._step(at, to) for to in neighbours(at)]
            known = self.sight.onward[at] = tuple([step for step in steps if step is not None])
        return known

    def _step(self, at: SpaceId, to: SpaceId) -> _Onward | None:
        """A step between two spaces that are side by side; whether it can be done is the same from all sides."""
        way = self._entered(_Way((), at, 0, 0), to, self._look(to))
        step = None
        if isinstance(way, _Way):
            step = _Onward(to, way.lava, self.check_end(way) is None, bool(way.stop))
        self.sight.steps[to] = step
        return step

    @cites("char.daisuke.sneak", "char.daisuke.sneak-capacity", "scenario.4.competitive.monks-conquered")
    def _entered(self, way: _Way, to: SpaceId, look: _Look) -> _Way | Refusal:
        """char.daisuke.sneak-capacity: whoever sneaks by finds no room either where two are. Monks see everybody."""
        if look.refusal is not None:
            return look.refusal
        if way.stop:
            if way.stop == _DRAGON:
                return refuse("move.dragon.stop", space=way.at)
            if way.stop == _GUARD:
                return refuse("scenario.7.solo.combat-at-temple", "stop", space=way.at)
            return refuse("scenario.4.competitive.monks-conquered", "stop", space=way.at)
        if len(way.path) == self._move.steps:
            return _too_long(self._state, self._move)
        stop = look.stop
        if stop and self._sneaks:
            stop = _MONK if self._state.has_monk_on(to) else ""
        if stop and look.is_lava:
            if stop == _DRAGON:
                return refuse("move.dragon.entry-not-lava", space=to)
            return refuse("scenario.4.competitive.monks-conquered", "lava", space=to)
        lava, free = lava_entered(way.lava, way.free) if look.is_lava else (way.lava, way.free)
        return _Way((*way.path, to), to, lava, free, stop)

    def _look(self, to: SpaceId) -> _Look:
        look = self._seen.get(to)
        if look is None:
            state = self._state
            refusal = check_space(state, self._move.seat, to)
            stop = _DRAGON if state.dragon_on(to) is not None else _MONK if state.has_monk_on(to) else ""
            if not stop and state.scene is not UNSET and state.guard_on(to) is not None:
                stop = _GUARD
            look = _Look(refusal, refusal is None and state.is_lava(to), stop)
            self._seen[to] = look
        return look

    def check_lava(self, way: _Way) -> Refusal | None:
        """Nothing, or that the sandals could not pay for what was entered."""
        if way.lava == 0:
            return None
        if self._state.leaves_loot:
            return check_tokens(self._state, self._move.seat, way.lava)
        board = self._state.fighter(self._move.seat)
        if can_pay(board, way.lava, self._state.rulings):
            return None
        worth = absorption(board.gear, GearKind.SANDALS, rulings=self._state.rulings)
        return refuse("move.lava.affordable", points=worth, damage=lava_price(way.lava))

    def check_end(self, way: _Way) -> Refusal | None:
        """Nothing, or why the walk cannot end where it leads."""
        if not self._seen[way.at].is_lava:
            return None
        return refuse("move.bonus.no-lava-end") if self._move.is_bonus else refuse("move.end.not-lava")


@cites("scenario.1.competitive.tokens-cross-lava")
def check_tokens(state: GameState, seat: Seat, spaces: int) -> Refusal | None:
    """Nothing, or that there are fewer status tokens than steps onto lava: sandals pay for none."""
    tokens = state.tokens_of(seat)
    if spaces <= tokens:
        return None
    return refuse("scenario.1.competitive.tokens-cross-lava", tokens=tokens, spaces=spaces)


@cites("map.adjacency", "map.space.central-temple", "map.space.bridge", "map.unexplored")
def check_space(state: GameState, seat: Seat, to: SpaceId) -> Refusal | None:
    """Nothing, or why a space beside cannot be entered at all; lava and dragons are judged elsewhere."""
    if not state.is_revealed(space(to).place):
        return refuse("move.revealed-only", space=to)
    if not state.has_room(to, for_seat=seat):
        return refuse("map.capacity.two", space=to)
    return None


@cites("move.steps.sandals")
def _too_long(state: GameState, move: Move) -> Refusal:
    if move.is_bonus:
        return refuse("move.bonus.one-step")
    if has_complete_sandals(state.fighter(move.seat)):
        return refuse("move.steps.base", "too-long", left=move.steps)
    return refuse("move.steps.sandals", left=move.steps)


class _Listed:
    """The walks that the map allows, whatever the sandals can pay, and what each asks the sandals to pay for."""

    def __init__(self, walks: list[Walk], lava: list[int]) -> None:
        self._lava = lava
        self._every = walks
        self._within: dict[int, tuple[Walk, ...]] = {}
        self.most = max(lava, default=0)

    def within(self, paid: int) -> tuple[Walk, ...]:
        """Those that ask for no more."""
        known = self._within.get(paid)
        if known is None:
            pairs = zip(self._every, self._lava, strict=True)
            known = self._within[paid] = tuple([walk for walk, lava in pairs if lava <= paid])
        return known


def _listed(state: GameState, move: Move) -> _Listed:
    scout = _Scout(state, move)
    at = (move.path[-1], move.steps, move.lava, move.free)
    listed = scout.sight.listed.get(at)
    if listed is None:
        listed = scout.sight.listed[at] = _all_ways(scout, move)
    return listed


def _all_ways(scout: _Scout, move: Move) -> _Listed:
    """Every way that can be gone, the shortest first; with many steps left only one to each space."""
    is_sparse = move.steps > MOST_LISTED_STEPS
    reached: set[tuple[SpaceId, int, int]] = set()
    walks: list[Walk] = []
    costs: list[int] = []
    edge: list[tuple[Path, SpaceId, int, int]] = [((), move.path[-1], move.lava, move.free)]
    most = min(move.steps, MOST_STEPS)
    for length in range(1, most + 1):
        beyond = []
        for path, at, lava, free in edge:
            for to, cost, is_end, is_stop in scout.onwards(at):
                paid, left = lava_entered(lava, free) if cost else (lava, free)
                if is_sparse:
                    there = (to, paid, left)
                    if there in reached:
                        continue
                    reached.add(there)
                way = (*path, to)
                if is_end:
                    walks.append(Walk(way))
                    costs.append(paid)
                if length < most and not is_stop:
                    beyond.append((way, to, paid, left))
        edge = beyond
    return _Listed(walks, costs)


def walks(state: GameState, move: Move) -> tuple[Walk, ...]:
    """Every path that may be walked now, the shortest first; with many steps left only one to each space.

    A path is one answer however long it is, so a walk of two steps may also be given as two walks of one.
    """
    listed = _listed(state, move)
    if listed.most == 0:
        return listed.within(0)
    if state.leaves_loot:
        return listed.within(min(listed.most, state.tokens_of(move.seat)))
    board = state.fighter(move.seat)
    paid = next((spaces for spaces in range(listed.most, 0, -1) if can_pay(board, spaces, state.rulings)), 0)
    return listed.within(paid)


class Crossing(NamedTuple):
    """The lava spaces of a walk."""

    paid: int
    """Those that the sandals have to pay for."""
    free: int
    """Those that cost nothing (scroll.lava-walk)."""


DRY = Crossing(0, 0)
"""Of a walk that enters none."""


def crossing(state: GameState, move: Move, path: Path) -> Crossing:
    """The lava that a walk of this move enters, if nothing stops it; what was entered before is not counted."""
    owed, free = move.lava, move.free
    for to in path:
        if state.is_lava(to):
            owed, free = lava_entered(owed, free)
    return Crossing(owed - move.lava, move.free - free)


@cites("move.lava.cost")
def walk_cost(state: GameState, move: Move, path: Path) -> int:
    """Points that a walk adds to what the sandals have to pay for this move, if nothing stops it."""
    return 0 if state.leaves_loot else lava_price(crossing(state, move, path).paid)


def check_halt(state: GameState, move: Move) -> Refusal | None:
    """Whether a move may end without a further step; between two walks a samurai stands on firm ground.

    turn.pass-fallback: a move of no step is legal, or at some tables only when there is no other one.
    """
    is_empty = len(move.path) == 1 and not move.is_bonus
    if is_empty and state.rulings.reading("turn.pass-fallback") == "one-step" and can_walk(state, move):
        return refuse("turn.pass-fallback")
    return None


def can_walk(state: GameState, move: Move) -> bool:
    """Whether there is any step to take."""
    return bool(walks(state, move))


def answers_of(state: GameState, move: Move) -> tuple[Walk | Halt, ...]:
    """Everything that a samurai on its way may answer."""
    every = walks(state, move)
    return (Halt(), *every) if check_halt(state, move) is None else every


@cites(
    "combat.retreat.lava-origin",
    "combat.retreat.where",
    "combat.defeat.where",
    "final.eruption.no-dragon",
    "char.daisuke.combat-origin",
)
def way_back(state: GameState, path: Path) -> SpaceId:
    """Where one goes back to whom its last step brought into a fight: the last firm space before that step.

    char.daisuke.combat-origin: who went further on a dragon's tile goes back to the space before the tile.
    """
    entry = len(path) - 1
    if state.dragon_on(path[-1]) is not None:
        here = [space(at).place == space(path[-1]).place for at in path]
        # One that stood on the tile as the move began goes back to where it stood.
        entry = next((at for at in range(entry, 0, -1) if here[at] and not here[at - 1]), 1)
    return next(before for before in reversed(path[:entry]) if not state.is_lava(before))
