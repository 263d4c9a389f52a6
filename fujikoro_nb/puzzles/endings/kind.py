"""The last three matches, with open hands: which card wins the tournament whatever the others play, or whom to back."""

from __future__ import annotations

import random

from fujikoro_nb.puzzles.kind import PuzzleKind
from fujikoro_nb.puzzles.small import make_win, whom_to_back
from fujikoro_nb.puzzles.small.kind import Small
from fujikoro_nb.puzzles.small.puzzle import SmallPuzzle


def make(source: random.Random, recipe: str, name: str) -> SmallPuzzle | None:
    """Whom to back, or a card; those without end are cards, as their links have always been."""
    if recipe == "back":
        return whom_to_back.make(source, name)
    return make_win.make(source, recipe, name)


KIND: PuzzleKind = Small(name="endings", table="ending-puzzle", make=make, recipes=make_win.ENDINGS)
