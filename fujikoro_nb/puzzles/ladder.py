"""A solver's own rating and what to offer next: ladder, daily puzzle, themes and rating range (needs P3, P6, P7).

What rates a puzzle is the `steps.py` of its kind.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Collection, Sequence
from typing import Protocol, TypeVar

import msgspec

from fujikoro_nb.puzzles.book import Hard, Named

START = 1000
LOWEST, HIGHEST = 400, 2600
_QUICK, _SLOW, _QUICK_GAMES = 48, 24, 12


class Rung(Protocol):
    """A puzzle with its rating, whatever it is about."""

    @property
    def puzzle(self) -> Named:
        """The puzzle, known by its id."""

    @property
    def rated(self) -> Hard:
        """How hard it is and what it is about."""


R = TypeVar("R", bound=Rung)


class Solver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's rating and how many rated puzzles it rests on."""

    rating: int = START
    played: int = 0


def expected(solver: int, puzzle: int) -> float:
    """The share of the worth that a solver of this rating should bring home: the logistic curve of chess ratings.

    >>> expected(1200, 1200)
    0.5
    """
    return 1 / (1 + 10 ** ((puzzle - solver) / 400))


def after(solver: Solver, puzzle_rating: int, worth: int) -> Solver:
    """The rating after a puzzle that brought ``worth`` per cent; quick at first, slower later."""
    factor = _QUICK if solver.played < _QUICK_GAMES else _SLOW
    change = round(factor * (worth / 100 - expected(solver.rating, puzzle_rating)))
    return Solver(min(HIGHEST, max(LOWEST, solver.rating + change)), solver.played + 1)


def fitting(book: Sequence[R], themes: Collection[str], low: int, high: int) -> tuple[R, ...]:
    """The puzzles with all these themes in this rating range, easiest first."""
    chosen = [
        entry
        for entry in book
        if low <= entry.rated.rating <= high and set(themes) <= set(entry.rated.themes)
    ]
    return tuple(sorted(chosen, key=lambda entry: (entry.rated.rating, entry.puzzle.id)))


def next_rung(entries: Sequence[R], solver: Solver, done: Collection[str]) -> R | None:
    """The puzzle not yet played whose rating is nearest to the solver's; None when all are played."""
    fresh = [entry for entry in entries if entry.puzzle.id not in done]
    return min(
        fresh, key=lambda entry: (abs(entry.rated.rating - solver.rating), entry.puzzle.id), default=None
    )


def daily(day: datetime.date, book: Sequence[R]) -> R:
    """The puzzle of this day: the same for everyone with the same book, none twice before all have been shown."""
    turn, place = divmod(day.toordinal(), len(book))
    return _shuffled(turn, book)[place]


def _shuffled(turn: int, book: Sequence[R]) -> list[R]:
    order = sorted(book, key=lambda entry: entry.puzzle.id)
    random.Random(f"fujikoro daily {turn}").shuffle(order)
    before = sorted(book, key=lambda entry: entry.puzzle.id)
    random.Random(f"fujikoro daily {turn - 1}").shuffle(before)
    if len(order) > 1 and order[0] is before[-1]:  # not the same puzzle on two days running
        order[0], order[1] = order[1], order[0]
    return order
