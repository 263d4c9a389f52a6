"""Can a pattern be crafted at all? A second way to find out, which knows nothing of the engine's solver.

The cubes that must be added to join the parts of a weapon are wood: it is the cheapest and makes weapons usable.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fujikoro_nb.engine.fujikoro.gear.grid import STRIDE, Layout, Mask, cells_of, extent, grow, rectangle
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.match import places
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect


def craftable_layout(kind: GearKind, pattern: Layout, limits: BoardLimits) -> Layout | None:
    """A legal layout that contains the pattern, or None when there is none. The weapon grid is open.

    >>> from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
    >>> from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern
    >>> craftable_layout(GearKind.SANDALS, parse_pattern("MM/MM"), SYMMETRIC) is None
    True
    """
    if kind != GearKind.WEAPON:
        return next(
            (
                place.cubes
                for place in places(pattern, limits.area_mask(kind))
                if inspect(Gear().with_layout(kind, place.cubes), kind, limits).is_legal
            ),
            None,
        )
    most = max(limits.two_handed_cubes.value, 2 * limits.one_handed_cubes.value)
    if len(pattern) > most:
        return None
    spots = [place.cubes for place in places(pattern, limits.weapon.mask)]
    for find in (_as_one_weapon, _as_two_weapons):
        for cubes in spots:
            for cells in find(cubes.occupied, limits):
                layout = cubes | Layout(wood=cells & ~cubes.occupied)
                if inspect(Gear(weapon=layout), kind, limits, is_unlocked=True).is_legal:
                    return layout
    return None


def _as_one_weapon(cells: Mask, limits: BoardLimits) -> Iterator[Mask]:
    area = limits.weapon
    for part in (area.left, area.right):
        if not cells & ~part:
            yield from _joined(cells, part, limits.one_handed_cubes.value)
    two_handed = limits.two_handed_cubes.value
    if cells & area.left and cells & area.right:
        yield from _joined(cells, area.mask, two_handed)
        return
    # Nothing of the pattern lies in one of the parts: the weapon has to reach over the border.
    for beside in cells_of(_border(limits)):
        yield from _joined(cells | 1 << beside, area.mask, two_handed)


def _border(limits: BoardLimits) -> Mask:
    area = limits.weapon
    return rectangle(2, area.rows, first_column=area.left_columns)


def _as_two_weapons(cells: Mask, limits: BoardLimits) -> Iterator[Mask]:
    """One weapon in each part, not touching: in each row only one of them may stand at the border."""
    area, most = limits.weapon, limits.one_handed_cubes.value
    if not (cells & area.left and cells & area.right):
        return
    lines = [rectangle(area.columns, 1) << (row * STRIDE) & _border(limits) for row in range(area.rows)]
    for choice in range(1 << area.rows):
        left, right = area.left, area.right
        for row, line in enumerate(lines):
            if choice >> row & 1:
                left &= ~line
            else:
                right &= ~line
        if cells & ~(left | right):
            continue
        for one in _joined(cells & left, left, most):
            for other in _joined(cells & right, right, most):
                yield one | other


def _joined(cells: Mask, area: Mask, most: int) -> Iterator[Mask]:
    """The smallest connected set of at most ``most`` cells of the area round these cells, if there is one."""
    least = cells.bit_count()
    columns, rows = extent(cells)
    # A connected set is at least as long as a path from side to side and from top to bottom.
    for size in range(max(least, columns + rows - 1), most + 1):
        search = _Search(cells, area)
        found = search.grow(_flood(cells & -cells, cells), size - least, area)
        if found:
            yield found
            return


def _flood(start: Mask, within: Mask) -> Mask:
    while (larger := grow(start) & within | start) != start:
        start = larger
    return start


class _Search(msgspec.Struct):
    """Grow one piece by single cells until it has swallowed every wanted cell."""

    wanted: Mask
    area: Mask
    seen: dict[tuple[Mask, Mask], int] = msgspec.field(default_factory=dict)

    def grow(self, body: Mask, spare: int, free: Mask) -> Mask:
        """The body with at most ``spare`` further cells of ``free`` that holds every wanted cell, or 0."""
        missing = self.wanted & ~body
        if not missing:
            return body
        if spare < self._least(body, missing, free, spare):
            return 0
        key = (body, free)
        if self.seen.get(key, -1) >= spare:
            return 0
        self.seen[key] = spare
        for cell in cells_of(grow(body) & free & ~body & ~self.wanted):
            bit = 1 << cell
            found = self.grow(_flood(body | bit, self.wanted | body | bit), spare - 1, free)
            if found:
                return found
            free &= ~bit  # every set with this cell has been tried
        return 0

    def _least(self, body: Mask, missing: Mask, free: Mask, spare: int) -> int:
        """A number of added cells that is certainly needed; more than ``spare`` when out of reach.

        Walking from the body outwards, each step costs one cell except through wanted cells, which are there.
        """
        reached, steps = body, 0
        while missing & ~reached:
            if steps > spare:
                return steps
            reached = _flood(reached | grow(reached) & (free | self.wanted), self.wanted | reached)
            steps += 1
        # The last step onto a wanted cell itself costs nothing.
        return max(1, steps - 1)
