"""Who wins this match, and who leads the next one."""

from __future__ import annotations

from fujikoro_nb.puzzles.kind import PuzzleKind
from fujikoro_nb.puzzles.small import who_wins
from fujikoro_nb.puzzles.small.kind import Small

KIND: PuzzleKind = Small(
    name="matches", table="match-puzzle", make=who_wins.make, recipes=tuple(who_wins.RECIPES)
)
