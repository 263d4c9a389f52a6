"""Weapons laid afresh over both parts of the grid: long ones are quick, and hold more cubes than one hand does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, Mask, cells_of, column_row, mask_of, pieces
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind, WeaponArea
from fujikoro_nb.engine.fujikoro.gear.match import places
from fujikoro_nb.engine.fujikoro.rulings import Rulings

_SPARE_WOOD = 1
"""Wood beyond what a weapon needs: it may break."""
_SHORTEST = 6
"""Of how many cubes a weapon is made before it is worth being laid afresh."""
_MOST = 3
"""Ways to lay it that are looked at for each pattern."""


def long_weapons(board: Board, rulings: Rulings) -> Iterator[Layout]:
    """Weapons for two hands of the cubes at hand, each with a pattern that its samurai owns, the longest first."""
    if not board.is_weapon_grid_open:
        return
    limits = board.limits
    present = board.gear.weapon
    cubes = present.cubes + board.backpack.cubes
    most = min(limits.two_handed_cubes.value, len(cubes))
    if most < _SHORTEST:
        return
    patterns = board.patterns(GearKind.WEAPON)
    bare = () if patterns and board.gear.is_magical(GearKind.WEAPON) else (Layout(),)
    for pattern in (*bare, *patterns):
        if not cubes.covers(pattern.cubes):
            continue
        for base, spine in _spines(pattern, limits.weapon, most, rulings):
            yield _filled(base, spine, cubes, limits.two_handed_wood.value + _SPARE_WOOD)


@lru_cache(maxsize=256)
def _spines(
    pattern: Layout, area: WeaponArea, most: int, rulings: Rulings
) -> tuple[tuple[Layout, Mask], ...]:
    """The pattern as it may lie, with a row of cells through both parts of the grid that makes one weapon of it."""
    found: list[tuple[int, Layout, Mask]] = []
    laid = [one.cubes for one in places(pattern, area.mask, rulings=rulings)] if pattern else [Layout()]
    for base in laid:
        own = [column_row(cell) for cell in cells_of(base.occupied)]
        for row in {row for _, row in own} or {1}:
            inside = [column for column, at in own if at == row]
            length = min(area.columns, most - (len(own) - len(inside)))
            low = min((*inside, area.left_columns))
            high = max((*inside, area.left_columns + 1))
            if high - low + 1 > length:
                continue
            first = max(1, high - length + 1)
            spine = mask_of(*((column, row) for column in range(first, first + length)))
            if len(pieces(spine | base.occupied)) == 1:
                found.append((length, base, spine & ~base.occupied))
    found.sort(key=lambda one: -one[0])
    return tuple((base, spine) for _, base, spine in found[:_MOST])


def _filled(base: Layout, spine: Mask, cubes: Cubes, least_wood: int) -> Layout:
    """The pattern and its row, with wood enough for two hands and else the dearest cubes."""
    left = cubes.surplus_over(base.cubes)
    layout = base
    for cell in cells_of(spine):
        wants_wood = layout.cubes.wood < least_wood
        order = (Material.TOOTH, Material.METAL, Material.WOOD)
        material = next(one for one in (order[::-1] if wants_wood else order) if left.count(one))
        layout = layout.with_cube(cell, material)
        left -= Cubes.one(material)
    return layout
