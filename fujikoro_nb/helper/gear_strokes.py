"""Strokes on a board of gear: cubes laid and taken off, green cubes without a carrier, and what to call the change."""

from __future__ import annotations

from collections.abc import Iterable

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Cell, Layout, Mask, cell_at, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.helper.said import Said, sentence

KINDS = (GearKind.WEAPON, GearKind.HELMET, GearKind.SANDALS)
"""In the order in which a page shows them."""


def painted(
    layout: Layout,
    material: str,
    cells: Iterable[tuple[int, int]],
    *,
    free: Mask,
    left: Cubes | None,
) -> tuple[Layout, bool]:
    """The layout after a stroke over (column, row) cells, and whether the hand ran out before its end.

    ``.`` takes cubes off; cells outside ``free`` stay; ``left`` is what is still in hand, None without a bound.
    """
    cube = None if material == "." else Material(material)
    for column, row in cells:
        cell = cell_at(column, row)
        there = layout.at(cell)
        if not free >> cell & 1 or there == cube:
            continue
        if left is not None:
            left += Cubes.one(there) if there else Cubes()
            if cube and not left.count(cube):
                return layout, True
            left -= Cubes.one(cube) if cube else Cubes()
        layout = layout.with_cube(cell, cube) if cube else layout.without(1 << cell)
    return layout, False


def with_carriers(gear: Gear) -> Gear:
    """The gear without green cubes that have no cube left to lie on (magic.carrier-destroyed)."""
    if gear.weapon_magic is not None and gear.weapon.at(gear.weapon_magic) is None:
        gear = gear.without_magic(GearKind.WEAPON)
    for kind in (GearKind.HELMET, GearKind.SANDALS):
        if gear.is_magical(kind) and not gear.layout(kind):
            gear = gear.without_magic(kind)
    return gear


def gear_change(before: Gear, after: Gear) -> Said:
    """What changed, as undo names it: one cube with its place, or how many cells of what. They must differ.

    >>> from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
    >>> from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
    >>> gear_change(Gear(), parse_gear("W", GearKind.HELMET, SYMMETRIC)).said()
    'wood on the helmet, row 1, column 1'
    """
    changed = [
        (kind, cell, after.layout(kind).at(cell))
        for kind in KINDS
        for cell in cells_of(_difference(before.layout(kind), after.layout(kind)))
    ]
    kinds = {kind for kind, _, _ in changed}
    if len(changed) == 1:
        kind, cell, material = changed[0]
        column, row = column_row(cell)
        shown = material or before.layout(kind).at(cell)
        key = "change-laid" if material else "change-off"
        key += "" if kind == GearKind.WEAPON else "-worn"
        said = sentence(f"craft-grid.{key}", row=row, column=column)
        return said.with_words(material=f"word.{shown}", kind=f"word.{kind}")
    if not changed:
        kind = next(kind for kind in KINDS if _magic_of(before, kind) != _magic_of(after, kind))
        key = "change-magic" if after.is_magical(kind) else "change-magic-off"
        return sentence(f"craft-grid.{key}").with_words(kind=f"word.{kind}")
    if len(kinds) > 1:
        return sentence("craft-grid.change-gear", cells=len(changed))
    return sentence("craft-grid.change-cells", cells=len(changed)).with_words(kind=f"word.{changed[0][0]}")


def _difference(one: Layout, other: Layout) -> Mask:
    return (one.wood ^ other.wood) | (one.metal ^ other.metal) | (one.tooth ^ other.tooth)


def _magic_of(gear: Gear, kind: GearKind) -> Cell | bool | None:
    return {"weapon": gear.weapon_magic, "helmet": gear.helmet_magic, "sandals": gear.sandals_magic}[kind]
