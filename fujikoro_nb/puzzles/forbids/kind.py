"""Which rule forbids it: like "legal or not", with rules to choose from."""

from __future__ import annotations

from fujikoro_nb.puzzles.legal.kind import Acts

KIND = Acts(name="forbids", table="forbids-puzzle", file="book_05.yaml", has_endless=False)
