"""What a browser keeps for a solver between visits, as text; everything in it is checked when it comes back."""

from __future__ import annotations

import datetime
from typing import Annotated

import msgspec

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import Attempt
from fujikoro_nb.puzzles.code import from_code, to_code
from fujikoro_nb.puzzles.days import Days, with_day
from fujikoro_nb.puzzles.ladder import HIGHEST, LOWEST, Solver, after
from fujikoro_nb.puzzles.review import Review, is_due, missed, remembered

MAX_CODE = 8000
MISSED_BELOW = 50
"""A puzzle that brought less than this many per cent counts as missed."""

_Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
_Worth = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Kept(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Rating, puzzles played with what they brought, what is to be repeated, and the attempt that is going on."""

    solver: Solver = Solver()
    done: Annotated[tuple[tuple[_Id, _Worth], ...], msgspec.Meta(max_length=500)] = ()
    reviews: Annotated[tuple[tuple[_Id, Review], ...], msgspec.Meta(max_length=500)] = ()
    pending: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """Id of the puzzle that is being played."""
    attempt: Attempt = Attempt()
    drawing: Annotated[str, msgspec.Meta(max_length=120)] = ""
    days: Days = ()
    """When a puzzle was over."""

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
    return msgspec.structs.replace(
        kept,
        solver=after(kept.solver, rating, worth),
        done=(*kept.done, (puzzle, worth))[-500:],
        reviews=tuple(sorted(reviews.items())),
    )


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


def on_day(kept: Kept, today: datetime.date) -> Kept:
    """A puzzle was over today."""
    return msgspec.structs.replace(kept, days=with_day(kept.days, today))


def encode(kept: Kept) -> str:
    """As letters, digits, ``-`` and ``_``."""
    return to_code(kept)


def decode(code: str) -> Kept:
    """What was kept. Raises Unreadable."""
    kept = from_code(Kept, code, max_length=MAX_CODE)
    if kept is None:
        raise Unreadable("kept-code", code, 0)
    if not LOWEST <= kept.solver.rating <= HIGHEST or not 0 <= kept.solver.played <= 10**6:
        raise Unreadable("kept-code", code, 0)
    if not 0 <= kept.attempt.misses <= 1000 or len(kept.attempt.hints) > 5:
        raise Unreadable("kept-code", code, 0)
    return kept
