"""A streak: puzzles of one book that grow harder from the solver's own level, until the first miss. Pure.

No puzzle comes twice in a run, none is easier than the one before it, and one of a run may be skipped.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from typing import Annotated, TypeVar

import msgspec

from fujikoro_nb.puzzles.ladder import Rung

BELOW = 150
"""A run begins this many points below the solver's rating: the first ones are to be had."""
LEAST = 20
"""So many puzzles lie before everybody who begins, where the book has them: the strongest begin below their level."""
WINDOW = 50
"""Points among whose puzzles the next one is drawn, from the easiest that is left on."""
FEWEST = 2
"""From among so many at least, where puzzles are rare."""
MOST = 500

R = TypeVar("R", bound=Rung)

_Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
_Some = Annotated[str, msgspec.Meta(max_length=40)]


class Streak(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A solver's run in a book, with the longest one so far."""

    right: Annotated[tuple[_Id, ...], msgspec.Meta(max_length=MOST)] = ()
    """The puzzles that were solved in it, in their order."""
    at: _Some = ""
    """The puzzle that is asked, or at which it ended; empty before the first run."""
    skipped: _Some = ""
    """The one that was skipped."""
    is_over: bool = False
    best: Annotated[int, msgspec.Meta(ge=0, le=MOST)] = 0
    """The most that were right in one run."""
    begun: Annotated[int, msgspec.Meta(ge=0, le=10**6)] = 0
    """How many runs were begun, by which each goes its own way."""

    @property
    def is_running(self) -> bool:
        """Whether a puzzle is asked, or the next one can be."""
        return bool(self.at) and not self.is_over

    @property
    def is_solved(self) -> bool:
        """Whether the puzzle that was asked is solved."""
        return self.at in self.right

    @property
    def seen(self) -> frozenset[str]:
        """Every puzzle that came in it."""
        return frozenset((*self.right, self.at, self.skipped)) - {""}

    @property
    def number(self) -> int:
        """Which puzzle of the run is asked, counted from 1."""
        return len(self.seen)

    def renamed(self, name: Callable[[str], str]) -> Streak:
        """With the names that these puzzles have now."""
        if all(name(one) == one for one in self.seen):
            return self
        right = tuple(dict.fromkeys(map(name, self.right)))
        return msgspec.structs.replace(self, right=right, at=name(self.at), skipped=name(self.skipped))


def anew(streak: Streak, book: Sequence[R], rating: float, done: Collection[str]) -> Streak:
    """A new run for a solver of this rating; what was ``done`` at any time comes last among its equals.

    The puzzle at which the one before ended, whose answer was told, is passed over.
    """
    told = streak.at
    streak = Streak(best=streak.best, begun=min(streak.begun + 1, 10**6))
    ratings = sorted(entry.rated.rating for entry in book)
    lowest = min(rating - BELOW, ratings[-min(LEAST, len(ratings))])
    ahead = [entry for entry in book if entry.rated.rating >= lowest]
    first = _drawn(streak, [entry for entry in ahead if entry.puzzle.id != told] or ahead, done)
    return streak if first is None else msgspec.structs.replace(streak, at=first.puzzle.id)


def following(streak: Streak, book: Sequence[R], done: Collection[str]) -> R | None:
    """The puzzle after the one that is asked; None when nothing is left that is as hard."""
    known = {entry.puzzle.id: entry.rated.rating for entry in book}
    lowest = known.get(streak.at)
    if lowest is None:
        return None
    left = [entry for entry in book if entry.rated.rating >= lowest and entry.puzzle.id not in streak.seen]
    return _drawn(streak, left, done)


def _drawn(streak: Streak, left: Sequence[R], done: Collection[str]) -> R | None:
    """One of the easiest of these; rather one that was never played."""
    if not left:
        return None
    ratings = sorted(entry.rated.rating for entry in left)
    most = max(ratings[0] + WINDOW, ratings[:FEWEST][-1])
    near = [entry for entry in left if entry.rated.rating <= most]
    new = sorted((one for one in near if one.puzzle.id not in done), key=lambda one: one.puzzle.id)
    old = sorted((one for one in near if one.puzzle.id in done), key=lambda one: one.puzzle.id)
    source = random.Random(f"fujikoro streak {streak.begun} {streak.number}")
    return source.choice(new or old)


def answered(streak: Streak, *, is_right: bool, is_last: bool) -> Streak:
    """The puzzle has its answer: a wrong one ends the run, as does a right one after which nothing is left."""
    if not streak.is_running or streak.is_solved:
        return streak
    if not is_right:
        return msgspec.structs.replace(streak, is_over=True)
    right = (*streak.right, streak.at)[:MOST]
    return msgspec.structs.replace(streak, right=right, best=max(streak.best, len(right)), is_over=is_last)


def moved(streak: Streak, puzzle: str) -> Streak:
    """On to this puzzle; one that was not solved counts as skipped."""
    skipped = streak.skipped if streak.is_solved else streak.at
    return msgspec.structs.replace(streak, at=puzzle, skipped=skipped)


def checked(streak: Streak, known: Collection[str]) -> Streak:
    """What was kept of a run, as far as it is one in a book with these puzzles; else its best alone."""
    parts = [*(name for name in streak.right if name != streak.at), streak.at, streak.skipped]
    named = [name for name in parts if name]
    is_one = len(set(named)) == len(named) and streak.right.count(streak.at) <= 1
    is_last = streak.at not in streak.right[:-1]
    is_open = len(streak.right) < MOST  # what is right next has room
    if (not streak.at and not named) or (is_one and is_last and is_open and streak.at in known):
        return streak
    return Streak(best=streak.best, begun=streak.begun)
