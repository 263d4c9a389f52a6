"""Draw or stop, and how many."""

from __future__ import annotations

from fujikoro_nb.puzzles.kind import PuzzleKind
from fujikoro_nb.puzzles.small import draw_or_stop
from fujikoro_nb.puzzles.small.kind import Small

KIND: PuzzleKind = Small(
    name="draws", table="draw-puzzle", make=draw_or_stop.make, recipes=draw_or_stop.RECIPES
)
