"""Puzzles answered by trying everything: the oracle for small ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Cell, Layout, cells_of
from fujikoro_nb.puzzles.crafting.puzzle import Puzzle, is_answer


def brute_force(puzzle: Puzzle) -> frozenset[Layout]:
    """All answers that use the whole hand, found without looking at cards or pieces."""
    position = puzzle.position
    free = tuple(cells_of(position.area & ~position.layout.occupied))
    return frozenset(
        layout
        for chosen in combinations(free, len(position.hand))
        for layout in _coloured(position.layout, chosen, position.cubes)
        if is_answer(puzzle, layout)
    )


def _coloured(start: Layout, cells: tuple[Cell, ...], cubes: Cubes) -> Iterator[Layout]:
    """Every way to put these cubes on these cells."""
    if not cells:
        yield start
        return
    for material in MATERIALS:
        if cubes.count(material):
            yield from _coloured(start.with_cube(cells[0], material), cells[1:], cubes - Cubes.one(material))
