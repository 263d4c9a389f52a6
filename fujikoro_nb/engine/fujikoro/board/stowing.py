"""What comes into a backpack, what has to go for it, and where everything lies afterwards.

The owner fixes the places at every change, because only the upper area can be lost (backpack.areas-tracked,
backpack.rearrange). Resource cubes may go to make room, discs never (backpack.discard.resources,
backpack.discard.objects); what finds no room is not taken (backpack.refuse).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import msgspec

from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board, Contents
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.kernel import Refusal, cites, refuse


class Stowed(msgspec.Struct, frozen=True):
    """A backpack with the new things in it, the old cubes given up for them, and the new cubes that found no room."""

    backpack: Backpack
    thrown: Cubes = Cubes()
    left: Cubes = Cubes()


def room(board: Board) -> int:
    """Spaces of the whole backpack."""
    return board.limits.backpack_lower + board.upper_spaces


def things(backpack: Backpack) -> int:
    """Spaces in use (backpack.unit: one a cube or disc)."""
    return len(backpack.lower) + len(backpack.upper)


def can_make_room(board: Board, spaces: int = 1) -> bool:
    """Whether so many spaces are free, or can be made free by throwing cubes away."""
    return room(board) - len(board.backpack.discs) >= spaces


def stowings(
    board: Board,
    cubes: Cubes,
    discs: tuple[str, ...] = (),
    *,
    must_take: bool = False,
    may_leave: bool = False,
) -> Iterator[Stowed]:
    """Every way to take new things in; for each choice of what goes, the one in which nothing else is moved first.

    ``must_take``: the new cubes may not be left behind. ``may_leave``: they may although there is room, but for one.
    """
    everything = tuple(sorted(board.backpack.discs + discs))
    excess = max(0, things(board.backpack) + len(cubes) + len(discs) - room(board))
    counts = [(drop, excess - drop) for drop in range(excess if must_take else 0, excess + 1)]
    if may_leave:
        counts += [(0, leave) for leave in range(excess + 1, len(cubes))]
    for drop, leave in counts:
        for thrown in _heaps(board.backpack.cubes, drop):
            for left in _heaps(cubes, leave):
                if may_leave and left == cubes:
                    continue
                if not must_take and _is_in_vain(thrown, cubes - left, may_swap=may_leave):
                    continue
                kept = board.backpack.cubes + cubes - thrown - left
                as_before = _as_before(board, thrown, cubes - left, discs)
                if as_before is not None:
                    yield Stowed(as_before, thrown, left)
                for backpack in arrangements(board, kept, everything):
                    if backpack != as_before:
                        yield Stowed(backpack, thrown, left)


def _is_in_vain(thrown: Cubes, taken: Cubes, *, may_swap: bool) -> bool:
    """Whether an old cube goes for a new one of its own material; ``may_swap``: one for one, when no other is kept."""
    if may_swap and thrown == taken and len(taken) == 1:
        return False
    return any(old and new for old, new in zip(_counts(thrown), _counts(taken), strict=True))


def _as_before(board: Board, thrown: Cubes, taken: Cubes, discs: tuple[str, ...]) -> Backpack | None:
    """Everything stays where it is: cubes are thrown out of the upper area first, new things go into the lower one
    as far as there is room. None for a backpack that was too full before.
    """
    lower, upper = board.backpack.lower, board.backpack.upper
    from_below = thrown.surplus_over(upper.cubes)
    free = board.limits.backpack_lower - len(lower) + len(from_below)
    if free < 0 or len(upper) > board.upper_spaces:
        return None
    discs_below = discs[:free]
    below = next(_heaps(taken, min(len(taken), free - len(discs_below))))
    return Backpack(
        Contents(lower.cubes - from_below + below, lower.discs + discs_below),
        Contents(upper.cubes - (thrown - from_below) + (taken - below), upper.discs + discs[free:]),
    )


def arrangements(board: Board, cubes: Cubes, discs: tuple[str, ...]) -> Iterator[Backpack]:
    """Every way to part these things between the two areas; the fullest lower area first."""
    if len(cubes) + len(discs) > room(board):
        return
    most = board.limits.backpack_lower
    least = max(0, len(cubes) + len(discs) - board.upper_spaces)
    for size in range(min(most, len(cubes) + len(discs)), least - 1, -1):
        for number in range(min(size, len(discs)), -1, -1):
            seen = set()
            for below in combinations(discs, number):
                if below in seen:
                    continue
                seen.add(below)
                for heap in _heaps(cubes, size - number):
                    above = _without(discs, below)
                    yield Backpack(Contents(heap, below), Contents(cubes - heap, above))


@cites("backpack.unit", "backpack.rearrange", "backpack.refuse", "gather.blueprint.final")
def check_stowing(
    board: Board,
    cubes: Cubes,
    discs: tuple[str, ...],
    stowed: Stowed,
    *,
    must_take: bool = False,
    may_leave: bool = False,
) -> Refusal | None:
    """Nothing, or why these things cannot be taken in like this.

    gather.blueprint.final: discs are as many afterwards as before and what is new.
    """
    after, thrown, left = stowed.backpack, stowed.thrown, stowed.left
    for heap in (after.lower.cubes, after.upper.cubes, thrown, left):
        if min(_counts(heap)) < 0 or max(_counts(heap)) > room(board) + len(cubes):
            return refuse("backpack.unit", "heap", most=room(board) + len(cubes))
    if after.discs != tuple(sorted(board.backpack.discs + discs)):
        return refuse("backpack.discard.objects")
    if not board.backpack.cubes.covers(thrown) or not cubes.covers(left):
        return refuse("backpack.discard.resources", "not-there")
    if after.cubes + thrown + left != board.backpack.cubes + cubes:
        return refuse("backpack.unit", "other-things")
    for name, contents, spaces in (
        ("lower", after.lower, board.limits.backpack_lower),
        ("upper", after.upper, board.upper_spaces),
    ):
        if len(contents) > spaces:
            return refuse("backpack.unit", "full", items=len(contents), room=spaces, area=name)
    if may_leave and left == cubes:
        return refuse("gather.token.partial", "nothing-kept")
    free = room(board) - things(after)
    is_swap = not must_take and _is_in_vain(thrown, cubes - left, may_swap=may_leave)
    if thrown and (free or is_swap):
        return refuse("backpack.discard.resources", cubes=str(thrown), free=free)
    if left and (must_take or (free and not may_leave)):
        return refuse("backpack.refuse", cubes=str(left), free=free)
    return None


def without_cube(backpack: Backpack, cube: Cubes, area: str) -> Backpack:
    """The backpack with cubes taken out of one area."""
    if area == "upper":
        upper = Contents(backpack.upper.cubes - cube, backpack.upper.discs)
        return Backpack(backpack.lower, upper)
    return Backpack(Contents(backpack.lower.cubes - cube, backpack.lower.discs), backpack.upper)


def without_disc(backpack: Backpack, disc: str, area: str) -> Backpack:
    """The backpack with one disc taken out of one area."""
    if area == "upper":
        upper = Contents(backpack.upper.cubes, _without(backpack.upper.discs, (disc,)))
        return Backpack(backpack.lower, upper)
    lower = Contents(backpack.lower.cubes, _without(backpack.lower.discs, (disc,)))
    return Backpack(lower, backpack.upper)


def area_of_cube(backpack: Backpack, cube: Cubes) -> str:
    """Where a cube is taken from when nobody says: the upper area, the only one that can be lost."""
    return "upper" if backpack.upper.cubes.covers(cube) else "lower"


def area_of_disc(backpack: Backpack, disc: str) -> str:
    """Where a disc is taken from when nobody says."""
    return "upper" if disc in backpack.upper.discs else "lower"


def _counts(cubes: Cubes) -> tuple[int, int, int]:
    return cubes.wood, cubes.metal, cubes.tooth


def _heaps(cubes: Cubes, size: int) -> Iterator[Cubes]:
    """Every heap of so many of these cubes."""
    for wood, metal in product(range(cubes.wood, -1, -1), range(cubes.metal, -1, -1)):
        tooth = size - wood - metal
        if 0 <= tooth <= cubes.tooth:
            yield Cubes(wood, metal, tooth)


def _without(discs: tuple[str, ...], taken: tuple[str, ...]) -> tuple[str, ...]:
    left = list(discs)
    for disc in taken:
        left.remove(disc)
    return tuple(left)
