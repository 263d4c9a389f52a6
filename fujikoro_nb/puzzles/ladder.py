"""A solver's own rating and what to offer next: ladder, daily puzzle, themes and rating range (needs P3, P6, P7).

What rates a puzzle is the `steps.py` of its kind.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Collection, Iterable, Sequence
from typing import Protocol, TypeVar

import msgspec

from fujikoro_nb.puzzles import glicko
from fujikoro_nb.puzzles.book import Hard, Named

START = 1000
LOWEST, HIGHEST = 400, 2600
UNSURE = 350
"""Deviation of whoever has solved nothing yet, and of nobody more (as in Glickman's papers)."""
PUZZLE_DEVIATION = 80
"""A puzzle's rating is reckoned from what it takes, not from people who solved it: so far it may be off."""


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
    """A person's Glicko-2 rating in a book, and how many rated puzzles it rests on."""

    rating: float = START
    played: int = 0
    deviation: float = UNSURE
    volatility: float = 0.06

    @property
    def shown(self) -> int:
        """The rating as it is told."""
        return round(self.rating)

    @property
    def range(self) -> int:
        """The real rating lies within this of the one told, with 95 in 100: two deviations."""
        return round(2 * self.deviation)


def rested(solver: Solver, days: int) -> Solver:
    """After so many days without a puzzle: as strong, less sure."""
    if days <= 0 or not solver.played:
        return solver
    wider = glicko.rested(_glicko(solver), days).deviation
    return msgspec.structs.replace(solver, deviation=min(UNSURE, round(wider, 2)))


def after(solver: Solver, results: Iterable[tuple[int, int]]) -> Solver:
    """The rating after puzzles of these ratings that brought so many per cent, all at once."""
    met = [glicko.Result(rating, PUZZLE_DEVIATION, worth / 100) for rating, worth in results]
    if not met:
        return solver
    now = glicko.after(_glicko(solver), met)
    return Solver(
        rating=min(HIGHEST, max(LOWEST, round(now.rating, 2))),
        played=solver.played + len(met),
        deviation=min(UNSURE, round(now.deviation, 2)),
        volatility=round(now.volatility, 6),
    )


def _glicko(solver: Solver) -> glicko.Rating:
    return glicko.Rating(solver.rating, solver.deviation, solver.volatility)


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
