"""How far a layout is from holding a pattern, and where: the cubes that would still have to be laid.

The strip asks this for every card after every tap, so all ways to lie are made once a pattern and area, and counting is
six operations on masks.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from fujikoro_nb.engine.fujikoro.grid import STRIDE, Cell, Layout, Mask, cells_of
from fujikoro_nb.engine.fujikoro.match import places


class Lying(NamedTuple):
    """One way for a pattern to lie inside an area."""

    wood: Mask
    metal: Mask
    tooth: Mask

    @property
    def layout(self) -> Layout:
        """The cubes where they lie."""
        return Layout(self.wood, self.metal, self.tooth)

    def missing(self, layout: Layout) -> Layout:
        """The cubes of the pattern that are not there."""
        return Layout(self.wood & ~layout.wood, self.metal & ~layout.metal, self.tooth & ~layout.tooth)


@lru_cache(maxsize=512)
def ways_to_lie(pattern: Layout, area: Mask) -> tuple[Lying, ...]:
    """Every way to lay the pattern inside the area, turned at will (gearcard.match.rotation)."""
    return tuple(
        Lying(place.cubes.wood, place.cubes.metal, place.cubes.tooth) for place in places(pattern, area)
    )


def nearest(pattern: Layout, layout: Layout, area: Mask) -> tuple[int, tuple[Lying, ...]]:
    """The smallest number of cubes to lay, and every way to lie that needs just so many, the cheapest first.

    0 is a match. Cheap is what swaps no cube already laid, then what needs few teeth, then little metal. An area too
    small for the pattern gives the pattern's size and no way.
    """
    no_wood, no_metal, no_tooth = ~layout.wood, ~layout.metal, ~layout.tooth
    best, found = len(pattern), []
    for lying in ways_to_lie(pattern, area):
        wood, metal, tooth = lying
        distance = (
            (wood & no_wood).bit_count() + (metal & no_metal).bit_count() + (tooth & no_tooth).bit_count()
        )
        if distance < best:
            best, found = distance, [lying]
        elif distance == best:
            found.append(lying)
    occupied = layout.occupied

    def price(lying: Lying) -> tuple[int, int, int]:
        missing = lying.missing(layout)
        return (missing.occupied & occupied).bit_count(), missing.tooth.bit_count(), missing.metal.bit_count()

    found.sort(key=price)
    return best, tuple(found)


def in_drawing(pattern: Layout, lying: Lying, missing: Layout) -> tuple[Cell, ...]:
    """The cells of the pattern's own drawing that stand for the missing cubes of one way to lie."""
    for turn in (
        _drawn_turn(pattern, quarter, is_mirrored=mirror) for mirror in (False, True) for quarter in range(4)
    ):
        placed = _moved_onto(turn, lying.layout)
        if placed is not None:
            return tuple(cell for cell, there in placed if missing.occupied >> there & 1)
    raise AssertionError("a way to lie is a turn of its pattern")


_Pairs = tuple[tuple[Cell, tuple[int, int]], ...]


@lru_cache(maxsize=2048)
def _drawn_turn(pattern: Layout, quarter: int, *, is_mirrored: bool) -> tuple[Layout, _Pairs]:
    """A turned pattern: each cell of the drawing with its (row, column) after the turn."""
    pairs = []
    for cell, _ in pattern:
        row, column = divmod(cell, STRIDE)
        if is_mirrored:
            column = -column
        for _ in range(quarter):
            row, column = column, -row
        pairs.append((cell, (row, column)))
    return pattern, tuple(pairs)


def _moved_onto(turn: tuple[Layout, _Pairs], there: Layout) -> list[tuple[Cell, Cell]] | None:
    """Drawing cell and real cell of each cube when the turned pattern covers exactly these cubes, otherwise None."""
    pattern, pairs = turn
    cells = list(cells_of(there.occupied))
    top, left = min(cell // STRIDE for cell in cells), min(cell % STRIDE for cell in cells)
    up = min(row for _, (row, _) in pairs)
    west = min(column for _, (_, column) in pairs)
    placed = []
    for cell, (row, column) in pairs:
        real = (row - up + top) * STRIDE + column - west + left
        if there.at(real) != pattern.at(cell):
            return None
        placed.append((cell, real))
    return placed
