"""Where a samurai may walk: one definition for single steps, whole paths and what a page marks as reachable."""

from __future__ import annotations

from collections.abc import Iterator

from fujikoro_nb.engine.fujikoro.board import Board
from fujikoro_nb.engine.fujikoro.gear import absorption
from fujikoro_nb.engine.fujikoro.geometry import SpaceId, neighbours, space
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.play import Halt, Move, Walk
from fujikoro_nb.engine.fujikoro.rules.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.suffer import paid_with, payments_by_cells
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Refusal, Seat, cites, refuse

LAVA_DAMAGE = 5
"""move.lava.cost"""

Path = tuple[SpaceId, ...]


@cites("move.steps.sandals-magic-not-cube", "move.lava.incomplete-ok")
def has_complete_sandals(board: Board) -> bool:
    """Whether resource cubes, the green one not among them, fill the sandals."""
    return len(board.gear.sandals) >= board.limits.sandals_cubes.value


@cites("move.steps.base", "move.sandals.extra-step-kept")
def steps_of_a_move(board: Board) -> int:
    """Steps of a move action, judged as it begins."""
    return board.limits.steps.value + has_complete_sandals(board)


@cites("move.lava.affordable", "move.lava.value-table", "move.lava.overpay")
def can_pay(board: Board, spaces: int, rulings: Rulings) -> bool:
    """Whether the sandals as they are can pay for so many lava spaces."""
    if rulings.reading("move.lava.pay-after") == "together":
        return absorption(board.gear, GearKind.SANDALS, rulings=rulings) >= LAVA_DAMAGE * spaces
    return spaces == 0 or (
        absorption(board.gear, GearKind.SANDALS, rulings=rulings) >= LAVA_DAMAGE
        and any(
            can_pay(paid_with(board, GearKind.SANDALS, one, rulings)[0], spaces - 1, rulings)
            for one in payments_by_cells(board.gear, GearKind.SANDALS, LAVA_DAMAGE, rulings)
        )
    )


def check_path(state: GameState, move: Move, path: Path) -> Refusal | None:
    """Nothing, or the first rule that a whole path breaks; the samurai has not moved yet.

    Every step is judged, then the end: a path that cannot end or be paid is refused before its first step.
    """
    if not path:
        return refuse("move.steps.base", "nowhere")
    return _check_on_the_way(state, move, path) or _check_end(state, move, path[-1])


def _check_on_the_way(state: GameState, move: Move, path: Path) -> Refusal | None:
    """The rules that a path breaks however it may go on."""
    at, has_met_dragon, lava = move.path[-1], False, move.lava
    for number, to in enumerate(path, start=1):
        refusal = check_step(state, move.seat, at, to)
        if refusal is not None:
            return refusal
        if has_met_dragon:
            return refuse("move.dragon.stop", space=at)
        if number > move.steps:
            return _too_long(state, move)
        is_lava = state.is_lava(to)
        has_met_dragon = state.dragon_on(to) is not None
        if has_met_dragon and is_lava:
            return refuse("move.dragon.entry-not-lava", space=to)
        lava += is_lava
        at = to
    if not can_pay(state.fighter(move.seat), lava, state.rulings):
        worth = absorption(state.fighter(move.seat).gear, GearKind.SANDALS, rulings=state.rulings)
        return refuse("move.lava.affordable", points=worth, damage=lava * LAVA_DAMAGE)
    return None


@cites("map.adjacency", "map.space.central-temple", "map.space.bridge", "map.unexplored")
def check_step(state: GameState, seat: Seat, at: SpaceId, to: SpaceId) -> Refusal | None:
    """Nothing, or why one step from a space to another is impossible; lava and dragons are judged elsewhere."""
    if to not in neighbours(at):
        return refuse("map.adjacency", space=to[:40], at=at)
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


def _check_end(state: GameState, move: Move, at: SpaceId) -> Refusal | None:
    if not state.is_lava(at):
        return None
    return refuse("move.bonus.no-lava-end") if move.is_bonus else refuse("move.end.not-lava")


def walks(state: GameState, move: Move) -> Iterator[Walk]:
    """Every path that may be walked now, the shortest first.

    A path is one answer however long it is, so a walk of two steps may also be given as two walks of one.
    """
    unfinished: list[Path] = [()]
    for _ in range(move.steps):
        longer = []
        for path in unfinished:
            at = path[-1] if path else move.path[-1]
            for to in neighbours(at):
                one = (*path, to)
                if _check_on_the_way(state, move, one) is None:
                    longer.append(one)
                    if _check_end(state, move, to) is None:
                        yield Walk(one)
        unfinished = longer


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
    return next(walks(state, move), None) is not None


def answers_of(state: GameState, move: Move) -> Iterator[Walk | Halt]:
    """Everything that a samurai on its way may answer."""
    if check_halt(state, move) is None:
        yield Halt()
    yield from walks(state, move)


@cites("combat.retreat.lava-origin", "combat.retreat.where", "combat.defeat.where")
def way_back(state: GameState, path: Path) -> SpaceId:
    """Where one who came this way goes back to from a dragon's tile, its last space: the last firm one before it.

    One that stood on the tile already goes back to where it stood.
    """
    tile = space(path[-1]).place
    first = len(path) - 1
    while first > 1 and space(path[first - 1]).place == tile:
        first -= 1
    return next(before for before in reversed(path[:first]) if not state.is_lava(before))
