"""All minimal solutions: cubes in hand laid on a fixed gear, and whole gears built from a heap of cubes.

What makes a puzzle unique, and what a proof of it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from operator import itemgetter

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import STRIDE, Layout, Mask, pieces
from fujikoro_nb.engine.fujikoro.gear.lay import Need, Union, apart, laid, overlapping
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.match import turns
from fujikoro_nb.engine.fujikoro.gear.matchset import Card
from fujikoro_nb.engine.fujikoro.gear.plans import Board, all_usable, board_of, fewest_extra, is_legal
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings

Planes = tuple[Mask, Mask, Mask]
Group = tuple[int, Callable[[], Sequence[Union]]]
"""How many cubes a hand must give, and the ways to lay the patterns that ask for so many."""


def placements_of_hand(
    fixed: Gear,
    kind: GearKind,
    hand: Cubes,
    cards: Sequence[Card],
    limits: BoardLimits,
    *,
    is_unlocked: bool = True,
    is_usable: bool = False,
    only_fewest: bool = True,
    rulings: Rulings = ADOPTED,
) -> tuple[Layout, ...]:
    """Every minimal set of cubes from the hand, laid on empty cells, after which all cards match and the gear is legal.

    Each solution is the added cubes alone; the fixed ones stay where they are. Two solutions differ when some cell
    holds another material. ``only_fewest``: those with the fewest cubes; otherwise all in which no cube is superfluous
    (no smaller part of the set is a solution), fewest first, which are many for a big hand on an empty grid.
    ``is_usable`` wants every weapon on the grid to work in combat. The one empty set means that nothing is missing.
    """
    assert cards, "a hand without a card to reach is no question"
    if any(card.kind != kind for card in cards):
        return ()
    board = board_of(kind, limits, is_unlocked=is_unlocked, is_usable=is_usable, rulings=rulings)
    there = fixed.layout(kind)
    groups = _by_missing([card.pattern for card in cards], there, hand, board, rulings)
    found = _fewest(groups, there, hand, board) if only_fewest else _irredundant(groups, there, hand, board)
    in_order = sorted(found) if only_fewest else sorted(found, key=lambda one: (_count(one), one))
    return tuple(Layout(*planes) for planes in in_order)


def _fewest(groups: list[Group], there: Layout, hand: Cubes, board: Board) -> set[Planes]:
    """The solutions with the fewest added cubes."""
    best = len(hand)
    reached: list[tuple[Union, int]] = []
    for missing, unions in groups:
        if missing > best:
            break
        for union in unions():
            extra = _least_extra(union, there, hand, board) if missing < best else 0
            if missing + extra > best:
                continue
            if missing + extra < best:
                best, reached = missing + extra, []
            reached.append((union, extra))
    return {one for union, extra in reached for one in _solutions(union, extra, there, hand, board)}


def _irredundant(groups: list[Group], there: Layout, hand: Cubes, board: Board) -> set[Planes]:
    """The solutions without a superfluous cube, of any size."""
    found: set[Planes] = set()
    for size in range(len(hand) + 1):
        new = {
            one
            for missing, unions in groups
            if missing <= size
            for union in unions()
            if size == missing or 0 < _least_extra(union, there, hand, board) <= size - missing
            for one in _solutions(union, size - missing, there, hand, board)
        }
        found |= {one for one in new if not any(_is_inside(other, one) for other in found)}
    return found


def _count(planes: Planes) -> int:
    return sum(plane.bit_count() for plane in planes)


def _is_inside(one: Planes, other: Planes) -> bool:
    return not (one[0] & ~other[0] or one[1] & ~other[1] or one[2] & ~other[2])


def _by_missing(
    patterns: Sequence[Layout], there: Layout, hand: Cubes, board: Board, rulings: Rulings
) -> list[Group]:
    """The ways to lay all patterns over the fixed cubes, grouped by how many of their cubes are missing, fewest first.

    Groups that ask for more than the hand has are left out.
    """
    *others, last = (
        [one for one in laid(pattern, board.area, rulings) if _agrees(one, there)] for pattern in patterns
    )
    empty = ~there.occupied
    groups: list[tuple[Need, Callable[[], Sequence[Union]]]] = []
    if not others:
        groups.extend((need, partial(tuple, several)) for need, several in _counted(last, empty).items())
    else:
        firsts: Sequence[Union] = others[0]
        for more in others[1:]:
            firsts = (*overlapping(firsts, more), *apart(firsts, more))
        shared = _counted(overlapping(firsts, last), empty)
        groups.extend((need, partial(tuple, several)) for need, several in shared.items())
        seconds = _counted(last, empty)
        for need, several in _counted(firsts, empty).items():
            for more_need, more in seconds.items():
                total = Need(*(a + b for a, b in zip(need, more_need, strict=True)))
                groups.append((total, lru_cache(partial(apart, several, more))))
    reachable = [(sum(need), unions) for need, unions in groups if hand.covers(Cubes(*need))]
    return sorted(reachable, key=itemgetter(0))


def _agrees(union: Union, there: Layout) -> bool:
    same = union.wood & there.wood | union.metal & there.metal | union.tooth & there.tooth
    return union.cells & there.occupied == same


def _counted(unions: Sequence[Union], empty: Mask) -> dict[Need, list[Union]]:
    groups: dict[Need, list[Union]] = {}
    for union in unions:
        need = Need(
            (union.wood & empty).bit_count(),
            (union.metal & empty).bit_count(),
            (union.tooth & empty).bit_count(),
        )
        groups.setdefault(need, []).append(union)
    return groups


def _solutions(union: Union, extra: int, there: Layout, hand: Cubes, board: Board) -> Iterator[Planes]:
    """The added cubes of a union and exactly ``extra`` more that make the gear legal, and usable if asked."""
    empty = ~there.occupied
    wood, metal, tooth = union.wood & empty, union.metal & empty, union.tooth & empty
    cells, all_wood = there.occupied | union.cells, there.wood | union.wood
    if not extra:
        if is_legal(cells, board) and all_usable(all_wood, cells, board):
            yield wood, metal, tooth
        return
    assert board.rules is not None, "only weapons need cubes in between"
    spare = (
        hand.wood - wood.bit_count(),
        hand.metal - metal.bit_count(),
        hand.tooth - tooth.bit_count(),
    )
    least_wood = max(0, min(board.one_handed_wood, board.two_handed_wood) - all_wood.bit_count())
    for larger in board.rules.completions(cells, extra):
        for more in _coloured(larger & ~cells, spare, least_wood):
            if all_usable(all_wood | more[0], larger, board):
                yield wood | more[0], metal | more[1], tooth | more[2]


def _least_extra(union: Union, there: Layout, hand: Cubes, board: Board) -> int:
    """How many cubes more a union needs at least to be legal and usable; a great number when nothing helps."""
    spare_wood = hand.wood - (union.wood & ~there.wood).bit_count()
    return fewest_extra(union.cells | there.occupied, union.wood | there.wood, spare_wood, board)


def _coloured(cells: Mask, spare: tuple[int, int, int], least_wood: int) -> Iterator[Planes]:
    """Every way to lay cubes from the spare ones on all these cells, so many of wood at least."""
    if not cells:
        yield 0, 0, 0
        return
    cell = cells & -cells
    wood, metal, tooth = spare
    if wood:
        for more in _coloured(cells ^ cell, (wood - 1, metal, tooth), least_wood - 1):
            yield more[0] | cell, more[1], more[2]
    if cells.bit_count() > least_wood:
        if metal:
            for more in _coloured(cells ^ cell, (wood, metal - 1, tooth), least_wood):
                yield more[0], more[1] | cell, more[2]
        if tooth:
            for more in _coloured(cells ^ cell, (wood, metal, tooth - 1), least_wood):
                yield more[0], more[1], more[2] | cell


def minimal_crafts(
    gear: Gear,
    kind: GearKind,
    cards: Sequence[Card],
    backpack: Cubes,
    limits: BoardLimits,
    *,
    is_unlocked: bool = True,
    is_usable: bool = False,
    up_to_motion: bool = True,
    rulings: Rulings = ADOPTED,
) -> tuple[Layout, ...]:
    """All gears of one kind with the fewest cubes that contain every card.

    They are built from the gear's own cubes and the backpack's. ``up_to_motion`` counts as one what differs only by
    shifting and quarter turns: each weapon for itself, helmet and sandals as a whole; the first in the order of cells
    stands for all. Otherwise every layout that differs in some cell counts. Mirror images always differ, and so does
    another material on any cell.
    """
    heap = gear.layout(kind).cubes + backpack
    layouts = placements_of_hand(
        Gear(), kind, heap, cards, limits, is_unlocked=is_unlocked, is_usable=is_usable, rulings=rulings
    )
    if not up_to_motion:
        return layouts
    classes: dict[tuple[Planes, ...], Layout] = {}
    shifted: set[Planes] = set()
    for layout in layouts:
        cornered = _cornered(layout, layout.occupied)
        if cornered not in shifted:
            shifted.add(cornered)
            classes.setdefault(motion_class(layout, kind), layout)
    return tuple(classes.values())


def count_minimal(
    gear: Gear,
    kind: GearKind,
    cards: Sequence[Card],
    backpack: Cubes,
    limits: BoardLimits,
    *,
    is_unlocked: bool = True,
    is_usable: bool = False,
    up_to_motion: bool = True,
    rulings: Rulings = ADOPTED,
) -> int:
    """How many `minimal_crafts` there are; 1 means that a puzzle has one solution."""
    return len(
        minimal_crafts(
            gear,
            kind,
            cards,
            backpack,
            limits,
            is_unlocked=is_unlocked,
            is_usable=is_usable,
            up_to_motion=up_to_motion,
            rulings=rulings,
        )
    )


def motion_class(layout: Layout, kind: GearKind) -> tuple[Planes, ...]:
    """Equal for layouts that differ only by shifts and quarter turns: of each weapon, or of a whole helmet."""
    cells = layout.occupied
    groups = pieces(cells) if kind == GearKind.WEAPON else (cells,)
    return tuple(sorted(_turned_first(_cornered(layout, group)) for group in groups))


def _cornered(layout: Layout, cells: Mask) -> Planes:
    """The cubes on these cells, pushed to the top left."""
    row = ((cells & -cells).bit_length() - 1) // STRIDE
    folded = cells | cells >> STRIDE | cells >> 2 * STRIDE | cells >> 3 * STRIDE | cells >> 4 * STRIDE
    columns = folded & (1 << STRIDE) - 1
    shift = row * STRIDE + (columns & -columns).bit_length() - 1
    return (layout.wood & cells) >> shift, (layout.metal & cells) >> shift, (layout.tooth & cells) >> shift


@lru_cache(maxsize=4096)
def _turned_first(planes: Planes) -> Planes:
    return min((turn.layout.wood, turn.layout.metal, turn.layout.tooth) for turn in turns(Layout(*planes)))
