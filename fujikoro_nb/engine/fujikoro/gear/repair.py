"""Mending an illegal weapon grid: craft.weapon.illegal-fix, craft.weapon.fix-minimal.

What may stay is a maximal legal set of the cubes that lie there; what goes is the rest. Maximal legal sets have a
plain build, so they are made directly instead of being sifted from all subsets:

* a weapon over both parts is a whole connected piece, or as large as such a weapon may be;
* a weapon inside a part is as large as it may be, or a whole connected piece of that part once the cells that
  touch the other part's weapon are gone.
"""

from __future__ import annotations

from collections.abc import Iterator

from fujikoro_nb.engine.fujikoro.gear.grid import Mask, grow, pieces
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits
from fujikoro_nb.engine.fujikoro.gear.shapes import (
    WeaponRules,
    connected_sets_of,
    is_connected,
    weapon_rules,
)
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import cites


@cites("craft.weapon.illegal-fix", "craft.weapon.fix-minimal")
def repairs(
    gear: Gear, limits: BoardLimits, *, is_unlocked: bool = True, rulings: Rulings = ADOPTED
) -> Iterator[Mask]:
    """Every set of weapon cubes whose removal, nothing shifted, makes the grid legal, and that has no cube in vain.

    Smallest removals first, lazily: the first of a crowded grid come at once, all of them may be millions, so take
    what you show. A legal grid gives the one empty set. The grid without any cube is legal.

    >>> from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
    >>> from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
    >>> from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
    >>> broken = parse_gear("MWW.M:MMM", GearKind.WEAPON, SYMMETRIC)
    >>> [removed.bit_count() for removed in repairs(broken, SYMMETRIC)]
    [1, 3]
    """
    there = gear.weapon.occupied
    rules = weapon_rules(limits, is_unlocked=is_unlocked, rulings=rulings)
    for staying in maximal_legal_sets(there, rules):
        yield there & ~staying


def maximal_legal_sets(there: Mask, rules: WeaponRules) -> Iterator[Mask]:
    """Every legal subset of these cells that no larger legal subset contains, largest first, then in a fixed order."""
    usable = there & rules.area
    for size in range(min(rules.most, usable.bit_count()), 0, -1):
        found: set[Mask] = set()
        for staying in _candidates(usable, size, rules):
            if staying not in found and is_maximal(staying, usable, rules):
                found.add(staying)
                yield staying
    if not usable:
        yield 0


def is_maximal(staying: Mask, there: Mask, rules: WeaponRules) -> bool:
    """Whether no further cells of ``there`` make a larger legal set together with these legal ones."""
    left, right = staying & rules.left, staying & rules.right
    edge = grow(staying) & there & ~staying
    if left and right and is_connected(staying):
        return not edge or staying.bit_count() >= rules.both
    if _reaches_over(staying, there, rules):
        return False
    if left and right:
        can_left_grow = left.bit_count() < rules.each and edge & rules.left & ~grow(right)
        can_right_grow = right.bit_count() < rules.each and edge & rules.right & ~grow(left)
        return not (can_left_grow or can_right_grow)
    part = rules.left if left else rules.right
    can_grow = staying.bit_count() < rules.one and edge & part
    has_second = staying.bit_count() <= rules.each and there & ~part & ~grow(staying)
    return not (can_grow or has_second)


def _reaches_over(staying: Mask, there: Mask, rules: WeaponRules) -> bool:
    """Whether these cells, lying in one part or as two weapons, are inside a legal weapon over both parts."""
    left, right = staying & rules.left, staying & rules.right
    spare = rules.both - staying.bit_count()
    target = right if left and right else there & ~(rules.left if left else rules.right)
    reach = left or right
    for _ in range(spare + bool(left and right)):
        reach = grow(reach) & there
        if reach & target:
            return True
    return False


def _candidates(there: Mask, size: int, rules: WeaponRules) -> Iterator[Mask]:
    """Legal sets of one size, every maximal one among them: two weapons, one over both parts, one in a part."""
    left, right = there & rules.left, there & rules.right
    if rules.each:
        for cells in range(min(size - 1, rules.each), 0, -1):
            if size - cells <= rules.each:
                yield from _pairs(left, right, cells, size - cells, rules)
    if size <= rules.both:
        for piece in _whole_or_largest(there, size, rules.both):
            if piece & rules.left and piece & rules.right:
                yield piece
    if size <= rules.one:
        for part in (left, right):
            yield from _whole_or_largest(part, size, rules.one)


def _pairs(left: Mask, right: Mask, size: int, other_size: int, rules: WeaponRules) -> Iterator[Mask]:
    is_largest = size == rules.each
    weapons = connected_sets_of(left, size) if is_largest else _pieces_beside(left, right, size)
    for weapon in weapons:
        for other in _whole_or_largest(right & ~grow(weapon), other_size, rules.each):
            yield weapon | other


def _pieces_beside(left: Mask, right: Mask, size: int) -> Iterator[Mask]:
    """What can be left of a part, whole pieces only, when some of the cells that touch the other part must go."""
    border = left & grow(right)
    blocked = border
    seen: set[Mask] = set()
    while True:  # every subset of the border, from all of it down to none
        for piece in pieces(left & ~blocked):
            if piece.bit_count() == size and piece not in seen:
                seen.add(piece)
                yield piece
        if not blocked:
            return
        blocked = (blocked - 1) & border


def _whole_or_largest(cells: Mask, size: int, limit: int) -> Iterator[Mask]:
    """Connected sets of one size that cannot grow: whole pieces below the limit, any at the limit."""
    if size == limit:
        yield from connected_sets_of(cells, size)
    else:
        for piece in pieces(cells):
            if piece.bit_count() == size:
                yield piece
