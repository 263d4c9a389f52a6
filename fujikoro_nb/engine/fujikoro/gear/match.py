"""Does a gear contain a card's pattern? gearcard.match.contains, gearcard.match.rotation, magic.match.contains.

A pattern is compiled once into its distinct quarter turns. A turn is a list of (material plane, distance from the
anchor cell); shifting a plane down by the distance and intersecting leaves exactly the anchors at which every cube
fits, for all offsets at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from fujikoro_nb.engine.fujikoro.gear.grid import (
    MAX_COLUMNS,
    MAX_ROWS,
    STRIDE,
    Cell,
    Layout,
    Mask,
    cells_of,
    extent,
    rectangle,
)
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings


class Turn(msgspec.Struct, frozen=True):
    """One orientation of a pattern, pushed to the top left, and every anchor from which it stays on the grid."""

    layout: Layout
    columns: int
    rows: int
    anchors: Mask


class Placement(msgspec.Struct, frozen=True):
    """Where a pattern lies: its cubes at their real cells."""

    cubes: Layout

    @property
    def cells(self) -> Mask:
        """The covered cells."""
        return self.cubes.occupied


def _to_top_left(layout: Layout) -> Layout:
    mask = layout.occupied
    if not mask:
        return layout
    row = ((mask & -mask).bit_length() - 1) // STRIDE
    column = min(cell % STRIDE for cell in cells_of(mask))
    shift = row * STRIDE + column
    return Layout(layout.wood >> shift, layout.metal >> shift, layout.tooth >> shift)


def _mapped(layout: Layout, *, is_mirror: bool) -> Layout:
    """A quarter turn clockwise, or the mirror image left to right, pushed to the top left."""
    size = MAX_COLUMNS - 1
    result = Layout()
    for cell, material in layout:
        row, column = divmod(cell, STRIDE)
        new_row, new_column = (row, size - column) if is_mirror else (column, size - row)
        result = result.with_cube(new_row * STRIDE + new_column, material)
    return _to_top_left(result)


@lru_cache(maxsize=4096)
def turns(pattern: Layout, *, with_mirror: bool = False) -> tuple[Turn, ...]:
    """The distinct orientations of a pattern: one, two or four, twice that with mirror images.

    Orientations higher than a grid are kept out, because no gear can hold them.
    """
    seen: list[Layout] = []
    layout = _to_top_left(pattern)
    for _ in range(2 if with_mirror else 1):
        for _ in range(4):
            if layout not in seen:
                seen.append(layout)
            layout = _mapped(layout, is_mirror=False)
        layout = _mapped(layout, is_mirror=True)
    found = []
    for layout in seen:
        columns, rows = extent(layout.occupied)
        if rows <= MAX_ROWS and columns <= MAX_COLUMNS:
            anchors = rectangle(MAX_COLUMNS - columns + 1, MAX_ROWS - rows + 1)
            found.append(Turn(layout, columns, rows, anchors))
    return tuple(found)


def shifted(layout: Layout, cell: Cell) -> Layout:
    """A top-left layout moved so that its corner lies on ``cell``."""
    return Layout(layout.wood << cell, layout.metal << cell, layout.tooth << cell)


def _fitting_anchors(turn: Turn, layout: Layout) -> Mask:
    anchors = turn.anchors
    for plane, wanted in (
        (layout.tooth, turn.layout.tooth),
        (layout.metal, turn.layout.metal),
        (layout.wood, turn.layout.wood),
    ):
        for distance in cells_of(wanted):
            anchors &= plane >> distance
            if not anchors:
                return 0
    return anchors


def has_mirror(rulings: Rulings) -> bool:
    """Whether mirror images match too (gearcard.match.rotation)."""
    return rulings.reading("gearcard.match.rotation") == "turned-or-mirrored"


def placements(pattern: Layout, layout: Layout, *, rulings: Rulings = ADOPTED) -> tuple[Placement, ...]:
    """Every place where the layout contains the pattern, turned at will, extra cubes allowed."""
    return tuple(
        Placement(shifted(turn.layout, anchor))
        for turn in turns(pattern, with_mirror=has_mirror(rulings))
        for anchor in cells_of(_fitting_anchors(turn, layout))
    )


@lru_cache(maxsize=4096)  # after every action all gear is held against the same few patterns
def contains(layout: Layout, pattern: Layout, *, rulings: Rulings = ADOPTED) -> bool:
    """Whether the layout contains the pattern."""
    return any(_fitting_anchors(turn, layout) for turn in turns(pattern, with_mirror=has_mirror(rulings)))


def places(pattern: Layout, area: Mask, *, rulings: Rulings = ADOPTED) -> Iterable[Placement]:
    """Every way to lay the pattern inside an area, whatever lies there now."""
    for turn in turns(pattern, with_mirror=has_mirror(rulings)):
        for anchor in cells_of(turn.anchors):
            placement = Placement(shifted(turn.layout, anchor))
            if not placement.cells & ~area:
                yield placement
