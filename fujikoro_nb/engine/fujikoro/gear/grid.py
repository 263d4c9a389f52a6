"""Cells, areas and layouts as integer bit masks.

All three gear areas share one numbering: cell = row * STRIDE + column, both 0-based from the top left. STRIDE is one
more than the widest board (Masako's ten columns), so the last column is always empty and a sideways shift can never
wrap into a neighbouring row.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material

STRIDE = 11
MAX_COLUMNS = STRIDE - 1
MAX_ROWS = 5

Cell = int
"""Bit index of a cell: row * STRIDE + column, 0-based."""

Mask = int
"""A set of cells, one bit a cell."""

_ROW = (1 << STRIDE) - 1


def cell_at(column: int, row: int) -> Cell:
    """The cell of a 1-based column and row, as people count them.

    >>> cell_at(1, 1), cell_at(5, 3)
    (0, 26)
    """
    return (row - 1) * STRIDE + column - 1


def column_row(cell: Cell) -> tuple[int, int]:
    """1-based column and row of a cell."""
    row, column = divmod(cell, STRIDE)
    return column + 1, row + 1


def cells_of(mask: Mask) -> Iterator[Cell]:
    """The cells of a mask, row by row."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(*places: tuple[int, int]) -> Mask:
    """A mask of 1-based (column, row) pairs."""
    mask = 0
    for column, row in places:
        mask |= 1 << cell_at(column, row)
    return mask


@cache
def rectangle(columns: int, rows: int, *, first_column: int = 1) -> Mask:
    """A full rectangle, its top row being row 1."""
    line = ((1 << columns) - 1) << (first_column - 1)
    return sum(line << (row * STRIDE) for row in range(rows))


def grow(mask: Mask) -> Mask:
    """The mask and every cell that shares an edge with it (also beyond any area: intersect with one)."""
    return mask | mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE


def pieces(mask: Mask) -> tuple[Mask, ...]:
    """The orthogonally connected pieces, ordered by their first cell (craft.weapon.connected)."""
    found = []
    while mask:
        piece = mask & -mask
        while (larger := grow(piece) & mask) != piece:
            piece = larger
        found.append(piece)
        mask ^= piece
    return tuple(found)


def extent(mask: Mask) -> tuple[int, int]:
    """Width and height of the bounding box, in cells; (0, 0) for no cell.

    >>> extent(mask_of((1, 1), (2, 1), (2, 2), (3, 2)))
    (3, 2)
    """
    if not mask:
        return 0, 0
    top = ((mask & -mask).bit_length() - 1) // STRIDE
    bottom = (mask.bit_length() - 1) // STRIDE
    columns = 0
    for row in range(top, bottom + 1):
        columns |= mask >> (row * STRIDE) & _ROW
    return columns.bit_length() - (columns & -columns).bit_length() + 1, bottom - top + 1


class Layout(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Resource cubes on one area: three disjoint masks, one a material."""

    wood: Mask = 0
    metal: Mask = 0
    tooth: Mask = 0

    @property
    def occupied(self) -> Mask:
        """All cells with a cube."""
        return self.wood | self.metal | self.tooth

    @property
    def cubes(self) -> Cubes:
        """The cubes by material."""
        return Cubes(self.wood.bit_count(), self.metal.bit_count(), self.tooth.bit_count())

    def __len__(self) -> int:
        return self.occupied.bit_count()

    def __bool__(self) -> bool:
        return bool(self.wood or self.metal or self.tooth)

    def at(self, cell: Cell) -> Material | None:
        """The cube on a cell."""
        bit = 1 << cell
        if self.wood & bit:
            return Material.WOOD
        if self.metal & bit:
            return Material.METAL
        return Material.TOOTH if self.tooth & bit else None

    def only(self, mask: Mask) -> Layout:
        """The cubes on the cells of ``mask``."""
        return Layout(self.wood & mask, self.metal & mask, self.tooth & mask)

    def without(self, mask: Mask) -> Layout:
        """The layout with the cells of ``mask`` empty."""
        return Layout(self.wood & ~mask, self.metal & ~mask, self.tooth & ~mask)

    def with_cube(self, cell: Cell, material: Material) -> Layout:
        """The layout with this cube on this cell, in place of whatever lay there."""
        bit = 1 << cell
        wood, metal, tooth = self.wood & ~bit, self.metal & ~bit, self.tooth & ~bit
        if material == "W":
            return Layout(wood | bit, metal, tooth)
        return Layout(wood, metal | bit, tooth) if material == "M" else Layout(wood, metal, tooth | bit)

    def __or__(self, other: Layout) -> Layout:
        """Both layouts laid over each other; the caller makes sure that no cell is claimed twice."""
        return Layout(self.wood | other.wood, self.metal | other.metal, self.tooth | other.tooth)

    def __iter__(self) -> Iterator[tuple[Cell, Material]]:
        for cell in cells_of(self.occupied):
            material = self.at(cell)
            assert material is not None, "an occupied cell has a cube"
            yield cell, material


EMPTY = Layout()
