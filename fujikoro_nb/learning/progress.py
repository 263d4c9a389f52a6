"""What a learner has done in a lesson, and how it goes on. Pure; its code fits in a link and survives a reload."""

from __future__ import annotations

import datetime
import re
from typing import Annotated

import msgspec

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.learning.lesson import CHECKS, Check
from fujikoro_nb.puzzles.code import from_code, to_code
from fujikoro_nb.puzzles.days import Days, with_day
from fujikoro_nb.puzzles.review import Review, is_due, missed, remembered

MAX_CODE = 2000
MAX_SEED = 10**6

_Marks = Annotated[str, msgspec.Meta(max_length=40, pattern="^[-rks]*$")]
_Results = Annotated[str, msgspec.Meta(max_length=CHECKS, pattern="^[rsm]*$")]
_Drawing = Annotated[str, msgspec.Meta(max_length=120)]


class Progress(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where a learner is. ``done`` has one letter a step: right, kept, shown, or ``-`` for not yet."""

    lesson: Annotated[str, msgspec.Meta(max_length=40)]
    at: Annotated[int, msgspec.Meta(ge=0, le=40)] = 0
    """Index of the step; the number of steps means the checks."""
    done: _Marks = ""
    hints: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """Hints shown in this step or check."""
    seed: Annotated[int, msgspec.Meta(ge=0, le=MAX_SEED)] = 1
    """Which checks; a failed set is followed by the next seed."""
    slips: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0
    """Illegal answers to the pending check that were forgiven."""
    results: _Results = ""
    """One letter a finished check: right, right after a look (s), missed."""
    drawing: _Drawing = ""
    """The board of the pending step or check, in gear notation."""
    answers: Annotated[tuple[_Drawing, ...], msgspec.Meta(max_length=40)] = ()
    """What was built in each step."""
    at_table: bool = False
    reviews: Annotated[tuple[tuple[Check, Review], ...], msgspec.Meta(max_length=10)] = ()
    """Kinds of checks that were missed, and when they come back (need T9)."""
    passed: bool = False
    """Whether the checks were ever passed: whoever begins again has not unlearned it."""
    days: Days = ()
    """When something was learned here."""


def start(lesson: str, steps: int, *, seed: int = 1) -> Progress:
    """A lesson from its first step."""
    return Progress(lesson=lesson, done="-" * steps, answers=("",) * steps, seed=seed)


def is_in_checks(progress: Progress) -> bool:
    """Whether the steps are behind the learner, or skipped."""
    return progress.at >= len(progress.done)


def is_over(progress: Progress) -> bool:
    """Whether all three checks have been finished."""
    return is_in_checks(progress) and len(progress.results) == CHECKS


def has_passed(progress: Progress) -> bool:
    """Three of three, or two without a look at the answer (need T5).

    >>> has_passed(Progress(lesson="x", results="rrm")), has_passed(Progress(lesson="x", results="rsm"))
    (True, False)
    """
    results = progress.results
    return len(results) == CHECKS and ("m" not in results or results.count("r") >= CHECKS - 1)


def is_learned(progress: Progress) -> bool:
    """Whether the checks were passed, now or before the lesson was begun again."""
    return progress.passed or has_passed(progress)


def on_day(progress: Progress, today: datetime.date) -> Progress:
    """Something was learned today."""
    return msgspec.structs.replace(progress, days=with_day(progress.days, today))


def again(progress: Progress) -> Progress:
    """The lesson from its first step; what is to be repeated, and that it was passed, stays."""
    return msgspec.structs.replace(
        start(progress.lesson, len(progress.done), seed=progress.seed),
        reviews=progress.reviews,
        passed=is_learned(progress),
        days=progress.days,
    )


def can_pass(progress: Progress) -> bool:
    """Whether the checks can still be passed, if those to come are right without a look.

    >>> can_pass(Progress(lesson="x", results="m")), can_pass(Progress(lesson="x", results="sm"))
    (True, False)
    """
    to_come = "r" * (CHECKS - len(progress.results))
    return has_passed(msgspec.structs.replace(progress, results=progress.results + to_come))


def step_done(progress: Progress, letter: str, drawing: str) -> Progress:
    """The step is right (r), kept though it is not what we practise (k), or right after "show it" (s): go on."""
    at = progress.at
    return msgspec.structs.replace(
        progress,
        at=at + 1,
        done=progress.done[:at] + letter + progress.done[at + 1 :],
        answers=(*progress.answers[:at], drawing, *progress.answers[at + 1 :]),
        hints=0,
        drawing="",
    )


def go_to(progress: Progress, at: int) -> Progress:
    """Back to a step, or on to the checks."""
    at = max(0, min(at, len(progress.done)))
    return msgspec.structs.replace(progress, at=at, hints=0, drawing="", results="", slips=0)


def hinted(progress: Progress, number: int) -> Progress:
    """A hint was asked for: 1 nudge, 2 where, 3 show it."""
    return msgspec.structs.replace(progress, hints=max(progress.hints, number))


def is_forgiven(progress: Progress) -> bool:
    """Whether an illegal answer to the pending check would be the first."""
    return not progress.slips


def slipped(progress: Progress) -> Progress:
    """An illegal answer to the pending check is forgiven."""
    return msgspec.structs.replace(progress, slips=1)


def check_done(progress: Progress, kind: str, *, is_right: bool, today: datetime.date) -> Progress:
    """A check was finished; what was missed comes back another day, what was due and is right comes back later."""
    letter = ("s" if progress.hints == 3 else "r") if is_right else "m"
    reviews = dict(progress.reviews)
    if letter == "m":
        reviews[kind] = missed(today)
    elif letter == "r" and kind in reviews and is_due(reviews[kind], today):
        later = remembered(reviews.pop(kind), today)
        if later is not None:
            reviews[kind] = later
    done = msgspec.structs.replace(
        progress,
        results=progress.results + letter,
        slips=0,
        hints=0,
        drawing="",
        reviews=tuple(sorted(reviews.items())),
    )
    return msgspec.structs.replace(on_day(done, today), passed=is_learned(done))


def other_checks(progress: Progress) -> Progress:
    """Three other checks."""
    seed = progress.seed % MAX_SEED + 1
    return msgspec.structs.replace(
        progress, at=len(progress.done), results="", slips=0, seed=seed, hints=0, drawing=""
    )


def once(progress: Progress, seed: int) -> Progress:
    """As somebody stands who has one check to try by itself; nothing of it is kept."""
    begun = start(progress.lesson, len(progress.done), seed=seed)
    return msgspec.structs.replace(begun, at=len(begun.done))


MAX_ONCE = 20 + 8
_ONCE = re.compile(r"([a-z0-9-]{1,20})\.([0-9]{1,7})", re.ASCII)


def once_code(kind: str, seed: int) -> str:
    """A check by itself as text, for a link and for the browser's list of mistakes.

    >>> once_code("match", 3)
    'match.3'
    """
    return f"{kind}.{seed}"


def once_of(code: str) -> tuple[str, int]:
    """The kind and the seed back. Raises Unreadable.

    >>> once_of("match.3")
    ('match', 3)
    """
    found = _ONCE.fullmatch(code)
    if found is None or not 1 <= int(found[2]) <= MAX_SEED + CHECKS**2:
        raise Unreadable("lesson-code", code, 0)
    return found[1], int(found[2])


def due(progress: Progress, today: datetime.date) -> tuple[str, ...]:
    """The kinds of checks to repeat today."""
    return tuple(kind for kind, review in progress.reviews if is_due(review, today))


def encode(progress: Progress) -> str:
    """The progress as letters, digits, ``-`` and ``_``."""
    return to_code(progress)


def decode(code: str, lesson: str, steps: int) -> Progress:
    """Progress from a link or the browser's store, for this lesson. Raises Unreadable."""
    progress = from_code(Progress, code, max_length=MAX_CODE)
    if progress is None:
        raise Unreadable("lesson-code", code, 0)
    is_whole = len(progress.done) == len(progress.answers) == steps and progress.at <= steps
    if progress.lesson != lesson or not is_whole or (progress.results and progress.at < steps):
        raise Unreadable("lesson-code", code, 0)
    return progress
