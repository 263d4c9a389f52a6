"""The last three matches, with open hands: which card wins the tournament whatever the others play."""

from __future__ import annotations

from fujikoro_nb.puzzles.kind import PuzzleKind
from fujikoro_nb.puzzles.small import make_win
from fujikoro_nb.puzzles.small.kind import Small

KIND: PuzzleKind = Small(name="endings", table="ending-puzzle", make=make_win.make, recipes=make_win.ENDINGS)
