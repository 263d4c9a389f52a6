"""What a browser keeps for a solver between visits, as text; everything in it is checked when it comes back."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Annotated

import msgspec

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import Attempt
from fujikoro_nb.puzzles.code import from_code, to_code
from fujikoro_nb.puzzles.days import Days, newest, with_day
from fujikoro_nb.puzzles.kind import AnyBook
from fujikoro_nb.puzzles.ladder import HIGHEST, LOWEST, UNSURE, Solver, after, rested
from fujikoro_nb.puzzles.review import Review, is_due, missed, remembered
from fujikoro_nb.puzzles.streak import Streak

MAX_CODE = 8000
MISSED_BELOW = 50
"""A puzzle that brought less than this many per cent counts as missed."""
MOST_REACHED = 200

_Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
_Worth = Annotated[int, msgspec.Meta(ge=0, le=100)]
_Rating = Annotated[int, msgspec.Meta(ge=0, le=2 * HIGHEST)]
_Range = Annotated[int, msgspec.Meta(ge=0, le=2 * UNSURE)]


class Kept(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Rating, puzzles played with what they brought, what is to be repeated, and the attempt that is going on."""

    solver: Solver = Solver()
    done: Annotated[tuple[tuple[_Id, _Worth], ...], msgspec.Meta(max_length=500)] = ()
    reviews: Annotated[tuple[tuple[_Id, Review], ...], msgspec.Meta(max_length=500)] = ()
    pending: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """Id of the puzzle that is being played."""
    attempt: Attempt = Attempt()
    drawing: Annotated[str, msgspec.Meta(max_length=600)] = ""
    days: Days = ()
    """When a puzzle was over."""
    reached: Annotated[tuple[tuple[_Rating, _Range], ...], msgspec.Meta(max_length=MOST_REACHED)] = ()
    """Rating and range after each rated puzzle, the newest ones; before it the rating that one began with."""
    streak: Streak = Streak()
    """The run of puzzles that grow harder, and the longest one so far."""

    def rested(self, today: datetime.date) -> Solver:
        """The rating as it stands today: days without a puzzle make it less sure."""
        last = newest(self.days)
        return rested(self.solver, today.toordinal() - last) if last else self.solver

    def due(self, today: datetime.date) -> tuple[str, ...]:
        """The puzzles to repeat today, the longest due first."""
        waiting = [(review.due, puzzle) for puzzle, review in self.reviews if is_due(review, today)]
        return tuple(puzzle for _, puzzle in sorted(waiting))

    def has_played(self, puzzle: str) -> bool:
        """Whether this puzzle has moved the rating before; it does so once."""
        return any(played == puzzle for played, _ in self.done)


def played(kept: Kept, puzzle: str, rating: int, worth: int, *, today: datetime.date) -> Kept:
    """A rated puzzle is over: the rating moves once a puzzle, a missed one comes back (need P9)."""
    if kept.has_played(puzzle):
        return kept
    reviews = dict(kept.reviews)
    if worth < MISSED_BELOW:
        reviews[puzzle] = missed(today)
    before = kept.rested(today)
    solver = after(before, [(rating, worth)])
    reached = kept.reached or (_told(before),)
    return msgspec.structs.replace(
        kept,
        solver=solver,
        done=(*kept.done, (puzzle, worth))[-500:],
        reviews=tuple(sorted(reviews.items())),
        reached=(*reached, _told(solver))[-MOST_REACHED:],
    )


def _told(solver: Solver) -> tuple[int, int]:
    return solver.shown, solver.range


def reviewed(kept: Kept, puzzle: str, worth: int, *, today: datetime.date) -> Kept:
    """A repetition is over: only the date of the next one changes, never the rating (need P9)."""
    reviews = dict(kept.reviews)
    review = reviews.pop(puzzle, None)
    if review is None:
        return kept
    later = missed(today) if worth < MISSED_BELOW else remembered(review, today)
    if later is not None:
        reviews[puzzle] = later
    return msgspec.structs.replace(kept, reviews=tuple(sorted(reviews.items())))


def renamed(kept: Kept, successor: Callable[[str], str]) -> Kept:
    """With the successors of puzzles that were wrong: what was done, is to be repeated or is being played.

    What was tried at a wrong puzzle was tried at another question: its successor begins anew.
    """

    def name(puzzle: str) -> str:
        return successor(puzzle) or puzzle

    pending = name(kept.pending)
    is_new = pending != kept.pending
    return msgspec.structs.replace(
        kept,
        done=tuple({name(puzzle): (name(puzzle), worth) for puzzle, worth in kept.done}.values()),
        reviews=tuple(sorted({name(puzzle): review for puzzle, review in kept.reviews}.items())),
        pending=pending,
        attempt=Attempt() if is_new else kept.attempt,
        drawing="" if is_new else kept.drawing,
        streak=kept.streak.renamed(name),
    )


def on_day(kept: Kept, today: datetime.date) -> Kept:
    """A puzzle was over today."""
    return msgspec.structs.replace(kept, days=with_day(kept.days, today))


def encode(kept: Kept) -> str:
    """As letters, digits, ``-`` and ``_``."""
    return to_code(kept)


def decode(code: str, book: Callable[[], AnyBook]) -> Kept:
    """What was kept of this book, by this version or an earlier one. Raises Unreadable."""
    kept = from_code(Kept, code, max_length=MAX_CODE)
    if kept is None:
        raise Unreadable("kept-code", code, 0)
    solver = kept.solver
    if not LOWEST <= solver.rating <= HIGHEST or not 0 <= solver.played <= 10**6:
        raise Unreadable("kept-code", code, 0)
    if not 1 <= solver.deviation <= UNSURE or not 0.001 <= solver.volatility <= 1:
        raise Unreadable("kept-code", code, 0)
    if not 0 <= kept.attempt.misses <= 1000 or len(kept.attempt.hints) > 5:
        raise Unreadable("kept-code", code, 0)
    return carried_over(kept, book()) if kept.done and not kept.reached else kept


def carried_over(kept: Kept, book: AnyBook) -> Kept:
    """What was kept before ratings had a range: it stays what it was told as.

    How sure it is, and how it was reached, are reckoned from the puzzles and what each brought, as far as they are in
    the book still; that curve is laid so that it ends at the rating kept.
    """
    solver = Solver()
    path = [solver]
    for puzzle, worth in kept.done:
        entry = book.entry(puzzle)
        if entry is not None:
            solver = after(solver, [(entry.rated.rating, worth)])
            path.append(solver)
    shift = kept.solver.rating - solver.rating
    reached = [(max(0, round(one.rating + shift)), one.range) for one in path]
    carried = msgspec.structs.replace(solver, rating=kept.solver.rating, played=kept.solver.played)
    return msgspec.structs.replace(kept, solver=carried, reached=tuple(reached[-MOST_REACHED:]))
