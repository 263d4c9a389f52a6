"""Which rule forbids it: like "legal or not", with rules to choose from."""

from __future__ import annotations

from fujikoro_nb.puzzles.forbids.endless import endless
from fujikoro_nb.puzzles.kind import PuzzleKind
from fujikoro_nb.puzzles.legal.kind import Acts

KIND: PuzzleKind = Acts(
    name="forbids",
    table="forbids-puzzle",
    file="book_05.yaml",
    endless=endless,
    wrong={"f05": "f42"},  # two of its choices forbade it, each alone
)
