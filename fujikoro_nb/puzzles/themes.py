"""What a solver is strong at and what to train next, by the themes of the puzzles so far; and runs of right ones."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fujikoro_nb.puzzles.kept import MISSED_BELOW, Kept
from fujikoro_nb.puzzles.kind import AnyBook
from fujikoro_nb.puzzles.ladder import Solver, after

FEWEST = 2
"""Puzzles of a theme that say something of it."""


class Trained(msgspec.Struct, frozen=True):
    """How somebody does at a theme: rated by its puzzles alone, all at once, beginning unsure at their own rating."""

    theme: str
    solver: Solver
    solved: int
    left: int
    """Puzzles of it that were not played yet."""


def trained(kept: Kept, book: AnyBook) -> tuple[Trained, ...]:
    """The themes of which enough was played, the weakest first."""
    worth = dict(kept.done)
    begin = Solver(rating=kept.solver.rating)
    found = []
    for theme in {theme for entry in book.entries for theme in entry.rated.themes}:
        entries = [entry for entry in book.entries if theme in entry.rated.themes]
        played = [entry for entry in entries if entry.puzzle.id in worth]
        if len(played) >= FEWEST:
            results = [(entry.rated.rating, worth[entry.puzzle.id]) for entry in played]
            solved = sum(1 for _, brought in results if brought >= MISSED_BELOW)
            found.append(Trained(theme, after(begin, results), solved, len(entries) - len(played)))
    return tuple(sorted(found, key=lambda one: (one.solver.rating, one.theme)))


def to_train(themes: Iterable[Trained]) -> Trained | None:
    """The weakest theme that has puzzles left."""
    return next((one for one in themes if one.left), None)


def right_runs(kept: Kept) -> tuple[int, int]:
    """How many rated puzzles were right in a row: now, and at most.

    >>> right_runs(Kept(done=(("a", 100), ("b", 70), ("c", 0), ("d", 100))))
    (1, 2)
    """
    now = most = 0
    for _, worth in kept.done:
        now = now + 1 if worth >= MISSED_BELOW else 0
        most = max(most, now)
    return now, most
