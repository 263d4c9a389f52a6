"""A storm that is going on, and the scores that a browser keeps. Pure: the clock and the date are the caller's.

Three minutes; a miss costs seconds and the combo, ten right in a row bring some back, the third miss ends it.
"""

from __future__ import annotations

import datetime
import re
from itertools import accumulate
from typing import Annotated

import msgspec

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.code import from_code, to_code
from fujikoro_nb.puzzles.days import Days, Number, with_day
from fujikoro_nb.puzzles.storm.tasks import Task, task

STORE = "fujikoro-storm"
"""Under which name the browser keeps the scores; it never changes."""
SECONDS = 180
MISS_SECONDS = 10
BONUS_EVERY, BONUS_SECONDS = 10, 5
MOST_MISSES = 3
MAX_SEED = 20
MAX_ONCE = MAX_SEED + 4
MAX_CODE = 2000
MOST_BEST = 5
MOST_ROUND = 7
"""How often one device is passed on with the same questions: eight people."""
MOST_SAID = 400
"""Answers of one storm: nobody who looks at the questions gives more, and so many are remembered (`task`)."""
_LONG = 10**5


class Storm(msgspec.Struct, frozen=True, kw_only=True):
    """One storm: its seed, what was said to each question, and how many seconds were left when it ended."""

    seed: str
    said: tuple[bool, ...] = ()
    is_stopped: bool = False
    left: int = SECONDS
    """Seconds left at the last answer or at the end, as the browser's clock had it."""

    @property
    def pending(self) -> Task:
        """The question that waits for its answer."""
        return task(self.seed, len(self.said))

    @property
    def verdicts(self) -> tuple[bool, ...]:
        """Whether each answer was right."""
        return tuple(said == task(self.seed, number).answer for number, said in enumerate(self.said))

    @property
    def right(self) -> int:
        """The score."""
        return sum(self.verdicts)

    @property
    def missed(self) -> tuple[int, ...]:
        """The questions that were missed, by their numbers."""
        return tuple(number for number, is_right in enumerate(self.verdicts) if not is_right)

    @property
    def combos(self) -> tuple[int, ...]:
        """How many were right in a row, before the first answer and after each."""
        return tuple(accumulate(self.verdicts, lambda n, is_right: n + 1 if is_right else 0, initial=0))

    @property
    def credit(self) -> int:
        """Seconds that answers brought, or cost when it is below 0."""
        bonuses = sum(1 for combo in self.combos if combo and combo % BONUS_EVERY == 0)
        return BONUS_SECONDS * bonuses - MISS_SECONDS * len(self.missed)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is asked."""
        return self.is_stopped or len(self.said) >= MOST_SAID or len(self.missed) >= MOST_MISSES

    @property
    def pace(self) -> float | None:
        """Seconds an answer took; None before the first."""
        return max(0, SECONDS + self.credit - self.left) / len(self.said) if self.said else None


def answered(storm: Storm, answer: bool, *, left: int) -> Storm:
    """With an answer to the question that waits; once it is over nothing changes."""
    if storm.is_over:
        return storm
    storm = msgspec.structs.replace(storm, said=(*storm.said, answer))
    return msgspec.structs.replace(storm, left=min(left, SECONDS + max(0, storm.credit)))


def stopped(storm: Storm, *, left: int) -> Storm:
    """The time is over, or the solver has had enough."""
    if storm.is_over:
        return storm
    return msgspec.structs.replace(storm, is_stopped=True, left=min(left, storm.left))


class Once(msgspec.Struct, frozen=True, kw_only=True):
    """One question by itself, and what was said to it."""

    seed: str
    number: int
    said: bool | None = None

    @property
    def task(self) -> Task:
        """The question."""
        return task(self.seed, self.number)

    @property
    def code(self) -> str:
        """As text, for a link and for the browser's list of mistakes."""
        return f"{self.seed}.{self.number}"


_ONCE = re.compile(r"([A-Za-z0-9_-]{1,20})\.([0-9]{1,3})", re.ASCII)


def once_of(code: str) -> Once:
    """The question of a code. Raises Unreadable.

    >>> once_of("autumn.7").code
    'autumn.7'
    """
    found = _ONCE.fullmatch(code)
    if found is None or int(found[2]) >= MOST_SAID:
        raise Unreadable("kept-code", code, 0)
    return Once(seed=found[1], number=int(found[2]))


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one storm brought, and on which day."""

    right: Annotated[int, msgspec.Meta(ge=0, le=_LONG)]
    longest: Annotated[int, msgspec.Meta(ge=0, le=_LONG)]
    day: Number


class Scores(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The best storms, the best first, how many there were, and on which days."""

    best: Annotated[tuple[Score, ...], msgspec.Meta(max_length=MOST_BEST)] = ()
    played: Annotated[int, msgspec.Meta(ge=0, le=10**6)] = 0
    days: Days = ()


def scored(scores: Scores, storm: Storm, today: datetime.date) -> Scores:
    """With a storm that is over; one without an answer was none."""
    if not storm.said:
        return scores
    score = Score(storm.right, max(storm.combos), today.toordinal())
    best = sorted((*scores.best, score), key=lambda one: (-one.right, -one.longest, one.day))
    return Scores(best=tuple(best[:MOST_BEST]), played=scores.played + 1, days=with_day(scores.days, today))


def encode(scores: Scores) -> str:
    """As letters, digits, ``-`` and ``_``."""
    return to_code(scores)


def decode(code: str) -> Scores:
    """What was kept. Raises Unreadable."""
    scores = from_code(Scores, code, max_length=MAX_CODE)
    if scores is None:
        raise Unreadable("kept-code", code, 0)
    return scores
