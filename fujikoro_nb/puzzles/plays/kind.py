"""Which card makes a monster win this match."""

from __future__ import annotations

from fujikoro_nb.puzzles.kind import PuzzleKind
from fujikoro_nb.puzzles.small import make_win
from fujikoro_nb.puzzles.small.kind import Small

KIND: PuzzleKind = Small(name="plays", table="play-puzzle", make=make_win.make, recipes=make_win.PLAYS)
