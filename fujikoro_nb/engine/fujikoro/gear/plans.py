"""Ways to make laid patterns legal gear of a wanted size: what must be there, and where it may grow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from fujikoro_nb.engine.fujikoro.gear.grid import Mask, cells_of, grow
from fujikoro_nb.engine.fujikoro.gear.lay import Union
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.shapes import WeaponRules, is_connected, joined, supersets, weapon_rules
from fujikoro_nb.engine.fujikoro.rulings import Rulings

NEVER = 1000
"""More cubes than any board holds."""


class Plan(NamedTuple):
    """One way to make a union legal: it starts from ``cells`` and can grow to any size from ``least`` to ``most``."""

    cells: Mask
    room: Mask
    """Where it may grow."""
    least: int
    most: int
    wood: int
    """Wood to add so that every weapon is usable; 0 when nobody asks."""
    left_least: int = 0
    """With two weapons: the least size of the left one, else 0."""
    left_wood: int = 0
    """With two weapons: how much of the wood goes into the left one."""


class Board(NamedTuple):
    """What one search needs of the board."""

    area: Mask
    most: int
    rules: WeaponRules | None
    """None for helmet and sandals, where connection does not matter."""
    one_handed_wood: int
    two_handed_wood: int
    one_handed_cubes: int
    is_two_handed: bool
    """Every weapon is two-handed wherever it lies."""


def board_of(
    kind: GearKind, limits: BoardLimits, *, is_unlocked: bool, is_usable: bool, rulings: Rulings
) -> Board:
    """The limits of one kind of gear. ``is_usable`` asks for weapons that all work in combat."""
    if kind != GearKind.WEAPON:
        limit = limits.helmet_cubes if kind == GearKind.HELMET else limits.sandals_cubes
        area = limits.area_mask(kind)
        return Board(area, min(limit.value, area.bit_count()), None, 0, 0, 0, False)
    rules = weapon_rules(limits, is_unlocked=is_unlocked, rulings=rulings)
    return Board(
        rules.area,
        rules.most,
        rules,
        limits.one_handed_wood.value if is_usable else 0,
        limits.two_handed_wood.value if is_usable else 0,
        limits.one_handed_cubes.value,
        limits.only_hands is not None and limits.only_hands.value == 2,
    )


class Form(NamedTuple):
    """A kind of legal gear before anybody looks at cells: its size in cubes and the wood it needs."""

    least: int
    most: int
    wood: int


def forms_of(board: Board) -> list[Form]:
    """One weapon in one hand, one in two hands, two weapons; or one form for helmet and sandals."""
    rules, one, two = board.rules, board.one_handed_wood, board.two_handed_wood
    if rules is None:
        return [Form(0, board.most, 0)]
    forms = []
    if not board.is_two_handed:
        forms.append(Form(1, min(rules.one, board.one_handed_cubes), one))
    if rules.both or board.is_two_handed or rules.one > board.one_handed_cubes:
        forms.append(Form(1, max(rules.both, rules.one), two))
    if rules.each:
        forms.append(Form(2, 2 * rules.each, 2 * one))
    return forms


def plans(union: Union, board: Board) -> Iterator[Plan]:
    """Every way to make a union legal."""
    rules, cells = board.rules, union.cells
    if rules is None:
        yield Plan(cells, board.area, cells.bit_count(), board.most, 0)
        return
    left, right = cells & rules.left, cells & rules.right
    for part, here in ((rules.left, left), (rules.right, right)):
        if here == cells:
            yield from _plans_in_part(union, part, board, rules)
    if rules.both:
        base = _over_both(cells, rules)
        if base:
            yield _single(union, base, rules.area, rules.both, board.two_handed_wood)
    if rules.each:
        yield from _plans_for_two(union, left, right, board, rules)


def _single(union: Union, base: Mask, room: Mask, most: int, wood_needed: int, least: int = 0) -> Plan:
    wood = max(0, wood_needed - union.wood.bit_count())
    size = max(least, base.bit_count(), union.cells.bit_count() + wood)
    return Plan(base, room, size, most, wood)


def _plans_in_part(union: Union, part: Mask, board: Board, rules: WeaponRules) -> Iterator[Plan]:
    most = min(rules.one, part.bit_count())  # a part may be smaller than the largest weapon
    base = joined(union.cells, part, most)
    if not base:
        return
    if board.is_two_handed:
        yield _single(union, base, part, most, board.two_handed_wood)
        return
    one_handed = board.one_handed_cubes
    yield _single(union, base, part, min(most, one_handed), board.one_handed_wood)
    if most > one_handed:  # the reading that makes a weapon two-handed by its size
        yield _single(union, base, part, most, board.two_handed_wood, one_handed + 1)


@lru_cache(maxsize=4096)
def _over_both(cells: Mask, rules: WeaponRules) -> Mask:
    """A smallest legal weapon over both parts that holds these cells; 0 when there is none."""
    for extra in range(rules.both - cells.bit_count() + 1):
        for found in supersets(cells, rules.area, extra):
            if found & rules.left and found & rules.right:
                return found
    return 0


def _plans_for_two(union: Union, left: Mask, right: Mask, board: Board, rules: WeaponRules) -> Iterator[Plan]:
    if left.bit_count() > rules.each or right.bit_count() > rules.each:
        return
    wood_left = max(0, board.one_handed_wood - (union.wood & rules.left).bit_count())
    wood_right = max(0, board.one_handed_wood - (union.wood & rules.right).bit_count())
    if left and right:
        base = _two_weapons(left, right, wood_left, wood_right, rules)
    else:
        base = joined(union.cells, rules.left if left else rules.right, rules.each)
        other = rules.right if left else rules.left
        base = base if other & ~grow(base) else 0
    if not base:
        return
    least_left = max(1, (base & rules.left).bit_count(), left.bit_count() + wood_left)
    least_right = max(1, (base & rules.right).bit_count(), right.bit_count() + wood_right)
    if least_left <= rules.each and least_right <= rules.each:
        wood = wood_left + wood_right
        yield Plan(base, rules.area, least_left + least_right, 2 * rules.each, wood, least_left, wood_left)


@lru_cache(maxsize=4096)
def _two_weapons(left: Mask, right: Mask, more_left: int, more_right: int, rules: WeaponRules) -> Mask:
    """The smallest two legal weapons that hold these cells and at least so many more; 0 when there are none."""
    if grow(left) & right:
        return 0
    for extra in range(more_left + more_right, 2 * rules.each - left.bit_count() - right.bit_count() + 1):
        for more in range(more_left, extra - more_right + 1):
            for cells in rules.pairs(left, right, more, extra - more):
                return cells
    return 0


def grown(plan: Plan, size: int, board: Board, preferred: Mask) -> Mask:
    """Cells of a plan, grown to ``size`` by neighbours: preferred cells first, then in reading order."""
    if board.rules is None:
        return _picked(plan.cells, size, plan.room, preferred)
    if not plan.left_least:
        cells = _grown_piece(plan.cells, size, plan.room, preferred)
        assert cells, "a connected room has neighbours until it is full"
        return cells
    rules = board.rules
    most_left = min(rules.each, size - (plan.least - plan.left_least))
    least_left = max(plan.left_least, size - rules.each)
    left_size = min(max((preferred & rules.left).bit_count(), least_left), most_left)
    for wanted in (preferred, 0):
        for left in sorted(range(least_left, most_left + 1), key=lambda each: abs(each - left_size)):
            cells = _grown_pair(plan.cells, left, size - left, rules, wanted)
            if cells:
                return cells
    raise AssertionError("two weapons have room to grow away from each other")


def _picked(cells: Mask, size: int, room: Mask, preferred: Mask) -> Mask:
    for source in (preferred & room, room):
        for cell in cells_of(source & ~cells):
            if cells.bit_count() < size:
                cells |= 1 << cell
    return cells


def _grown_piece(cells: Mask, size: int, room: Mask, preferred: Mask, shunned: Mask = 0) -> Mask:
    """A connected piece grown to a size inside a room; 0 when it cannot be."""
    while cells.bit_count() < size:
        edge = grow(cells) & room & ~cells
        best = edge & preferred or edge & ~shunned or edge
        if not best:
            return 0
        cells |= best & -best
    return cells


def _grown_pair(cells: Mask, left_size: int, right_size: int, rules: WeaponRules, preferred: Mask) -> Mask:
    left, right = cells & rules.left, cells & rules.right
    # A weapon that has to be begun lies as far from the other part as it can.
    if not left:
        free = rules.left & ~grow(right)
        left = (free & preferred & -(free & preferred)) or free & -free
    if not right:
        free = rules.right & ~grow(left)
        right = (free & preferred & -(free & preferred)) or 1 << free.bit_length() - 1
    left = _grown_piece(left, left_size, rules.left & ~grow(right), preferred, grow(rules.right))
    right = _grown_piece(right, right_size, rules.right & ~grow(left), preferred, grow(rules.left))
    return left | right if left and right else 0


def all_usable(wood: Mask, cells: Mask, board: Board) -> bool:
    """Whether every weapon of a legal grid works in combat, if the board was asked for that."""
    rules = board.rules
    if rules is None or not board.two_handed_wood:
        return True
    left, right = cells & rules.left, cells & rules.right
    if not is_connected(cells):
        needed = board.one_handed_wood
        return (wood & left).bit_count() >= needed and (wood & right).bit_count() >= needed
    is_two_handed = board.is_two_handed or (left and right) or cells.bit_count() > board.one_handed_cubes
    return wood.bit_count() >= (board.two_handed_wood if is_two_handed else board.one_handed_wood)


def is_legal(cells: Mask, board: Board) -> bool:
    """Whether gear may lie on exactly these cells."""
    if board.rules is not None:
        return board.rules.allows(cells)
    return cells.bit_count() <= board.most and not cells & ~board.area


def fewest_extra(cells: Mask, wood: Mask, spare_wood: int, board: Board) -> int:
    """How many cubes these cells need at least to be legal, and usable if asked, with so much wood to spend.

    NEVER when no further cubes help.
    """
    if is_legal(cells, board) and all_usable(wood, cells, board):
        return 0
    if board.rules is None:
        return NEVER
    together = Union(wood, cells & ~wood, 0, cells, ())
    fitting = (
        plan.least for plan in plans(together, board) if plan.wood <= spare_wood and plan.least <= plan.most
    )
    return min(fitting, default=NEVER + cells.bit_count()) - cells.bit_count()
