"""Connected sets of cells: listed, counted, joined up; and the weapon rules boiled down to masks and sizes.

Legality of a weapon grid is geometry alone, so a search needs only which cells there are and how many cubes a
piece may have where. `weapon_rules` derives that once from limits, monk and rulings; `gear.inspect_weapon` stays the
definition, and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from fujikoro_nb.engine.fujikoro.gear.grid import STRIDE, Mask, grow
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings


def first_piece(mask: Mask) -> Mask:
    """The connected piece that holds the first cell; 0 for no cell."""
    piece = mask & -mask
    while True:
        larger = (piece | piece << 1 | piece >> 1 | piece << STRIDE | piece >> STRIDE) & mask
        if larger == piece:
            return piece
        piece = larger


def is_connected(mask: Mask) -> bool:
    """Whether the cells hang together along edges; no cell does."""
    return first_piece(mask) == mask


def connected_sets(area: Mask, max_cells: int) -> Iterator[Mask]:
    """Every connected set of 1 to ``max_cells`` cells of an area, each once.

    >>> sum(1 for _ in connected_sets(0b11 << STRIDE | 0b11, 4))
    13
    """
    # Redelmeier: a set is grown only by cells that were not passed over before, so no set is met twice.
    stack: list[tuple[Mask, Mask, Mask]] = []
    passed = 0
    rest = area if max_cells > 0 else 0
    while rest:
        start = rest & -rest
        rest ^= start
        stack.append((start, grow(start) & area & ~start & ~passed, passed))
        passed |= start
    stack.reverse()
    while stack:
        cells, edge, banned = stack.pop()
        yield cells
        if cells.bit_count() == max_cells:
            continue
        while edge:
            cell = edge & -edge
            edge ^= cell
            near = (cell << 1 | cell >> 1 | cell << STRIDE | cell >> STRIDE) & area
            stack.append((cells | cell, edge | (near & ~(cells | banned)), banned))
            banned |= cell


def count_connected_sets(area: Mask, max_cells: int) -> tuple[int, ...]:
    """How many connected sets of 1, 2, ... ``max_cells`` cells an area has.

    The same walk as `connected_sets`, but the two largest sizes are counted at their grandparents: a set with an edge
    of m cells to choose from has m larger ones and m(m-1)/2 plus the new neighbours still larger ones.
    """
    counts = [0] * (max_cells + 3)
    passed = 0
    rest = area
    while rest:
        start = rest & -rest
        rest ^= start
        counts[1] += 1
        edge = grow(start) & area & ~start & ~passed
        _count_from(area & ~passed & ~start & ~edge, edge, 1, max(max_cells - 2, 1), counts)
        passed |= start
    return tuple(counts[1 : max_cells + 1])


def _count_from(fresh: Mask, edge: Mask, size: int, last: int, counts: list[int]) -> None:
    """Count what grows from one set: ``edge`` may be added, ``fresh`` has touched neither the set nor its edge."""
    if size == last:
        larger = edge.bit_count()
        counts[size + 1] += larger
        counts[size + 2] += (
            larger * (larger - 1) // 2
            + (edge << 1 & fresh).bit_count()
            + (edge >> 1 & fresh).bit_count()
            + (edge << STRIDE & fresh).bit_count()
            + (edge >> STRIDE & fresh).bit_count()
        )
        return
    counts[size + 1] += edge.bit_count()
    while edge:
        cell = edge & -edge
        edge ^= cell
        near = (cell << 1 | cell >> 1 | cell << STRIDE | cell >> STRIDE) & fresh
        _count_from(fresh ^ near, edge | near, size + 1, last, counts)


def connected_sets_of(area: Mask, cells: int) -> Iterator[Mask]:
    """Every connected set of exactly so many cells of an area, each once, found one after another."""
    if cells < 1:
        return
    passed = 0
    rest = area
    while rest:
        start = rest & -rest
        rest ^= start
        yield from supersets(start, area & ~passed, cells - 1)
        passed |= start


def supersets(mask: Mask, area: Mask, extra: int) -> Iterator[Mask]:
    """Every connected set that holds ``mask`` and exactly ``extra`` more cells of the area, each once.

    ``mask`` may be in several pieces, then the extra cells join them; no set comes when they cannot.
    """
    if not mask or mask & ~area:
        return
    piece = first_piece(mask)
    stack = [(piece, mask ^ piece, area, extra)]
    while stack:
        piece, others, area, extra = stack.pop()
        if not extra:
            if not others:
                yield piece
            continue
        if not _has_room(piece, others, area, extra):
            continue
        edge = grow(piece) & area & ~piece
        children = []
        while edge:
            cell = edge & -edge
            edge ^= cell
            larger = piece | cell
            touched = others & grow(cell)
            if touched:
                larger = _flooded(larger, larger | others)
            children.append((larger, others & ~larger, area, extra - 1))
            area ^= cell
        stack.extend(reversed(children))


def _flooded(piece: Mask, within: Mask) -> Mask:
    while (larger := grow(piece) & within) != piece:
        piece = larger
    return piece


def _has_room(piece: Mask, others: Mask, area: Mask, extra: int) -> bool:
    """Whether ``extra`` cells can be added and the nearest other piece reached by them."""
    if others:
        reach = piece
        for _ in range(extra + 1):
            reach = grow(reach) & area
            if reach & others:
                return True
        return False
    room = piece
    wanted = piece.bit_count() + extra
    while room.bit_count() < wanted:
        larger = grow(room) & area
        if larger == room:
            return False
        room = larger
    return True


@lru_cache(maxsize=4096)
def joined(mask: Mask, area: Mask, max_cells: int) -> Mask:
    """A smallest connected set of at most ``max_cells`` cells that holds ``mask``; 0 when there is none.

    Among the smallest the first that `supersets` finds.
    """
    for extra in range(max_cells - mask.bit_count() + 1):
        for cells in supersets(mask, area, extra):
            return cells
    return 0


class WeaponRules(msgspec.Struct, frozen=True):
    """The weapon grid as masks and sizes. A limit of 0 cubes means that such a weapon is not allowed at all.

    Parts are taken to be no longer than a one-handed weapon may be, as on every player board.
    """

    left: Mask
    right: Mask
    """0 while no monk opens it."""
    one: int
    """Most cubes of the only weapon on the grid, lying in one part."""
    each: int
    """Most cubes of each of two weapons, one a part."""
    both: int
    """Most cubes of a weapon that covers both parts."""

    @property
    def area(self) -> Mask:
        """All cells that may be used."""
        return self.left | self.right

    @property
    def most(self) -> int:
        """Most cubes on a legal grid."""
        return max(self.one, self.both, 2 * self.each)

    def allows(self, mask: Mask) -> bool:
        """Whether cubes on exactly these cells are legal weapons: `gear.inspect_weapon` without a fault."""
        left, right = mask & self.left, mask & self.right
        if (left | right) != mask:
            return False
        if is_connected(mask):
            return mask.bit_count() <= (self.both if left and right else self.one)
        return (
            0 < left.bit_count() <= self.each
            and 0 < right.bit_count() <= self.each
            and not grow(left) & right
            and is_connected(left)
            and is_connected(right)
        )

    def completions(self, mask: Mask, extra: int) -> Iterator[Mask]:
        """Every legal set of cells that holds ``mask`` and exactly ``extra`` more, each once.

        No weapon is begun in an empty part beside another one: that never helps.
        """
        left, right = mask & self.left, mask & self.right
        if (left | right) != mask or not mask:
            return
        size = mask.bit_count() + extra
        for part, here in ((self.left, left), (self.right, right)):
            if here == mask and size <= self.one:
                yield from supersets(mask, part, extra)
        if size <= self.both:
            for cells in supersets(mask, self.area, extra):
                if cells & self.left and cells & self.right:
                    yield cells
        if left and right:
            for more in range(extra + 1):
                yield from self.pairs(left, right, more, extra - more)

    def pairs(self, left: Mask, right: Mask, more_left: int, more_right: int) -> Iterator[Mask]:
        """Every two legal weapons that hold these cells and exactly so many more in each part, each pair once."""
        if left.bit_count() + more_left > self.each or right.bit_count() + more_right > self.each:
            return
        for cells in supersets(left, self.left & ~grow(right), more_left):
            for others in supersets(right, self.right & ~grow(cells), more_right):
                yield cells | others


@lru_cache(maxsize=64)
def weapon_rules(limits: BoardLimits, *, is_unlocked: bool = True, rulings: Rulings = ADOPTED) -> WeaponRules:
    """The rules of a board's weapon grid, with or without the weapon monk."""
    area = limits.weapon
    is_open = is_unlocked or limits.is_weapon_grid_open
    hands = 0 if limits.only_hands is None else limits.only_hands.value
    one = limits.two_handed_cubes.value if hands == 2 else limits.one_handed_cubes.value
    each = limits.one_handed_cubes.value
    if hands == 0 and is_open and rulings.reading("craft.weapon.hand-type") == "any-place":
        one = max(one, limits.two_handed_cubes.value)  # a weapon beyond one hand's size counts as two-handed
    assert limits.one_handed_length.value >= max(area.left_columns, area.right_columns, area.rows)
    return WeaponRules(
        left=area.left,
        right=area.right if is_open else 0,
        one=one,
        each=each if is_open and limits.weapons.value >= 2 and hands != 2 else 0,
        both=limits.two_handed_cubes.value if is_open and hands != 1 else 0,
    )
