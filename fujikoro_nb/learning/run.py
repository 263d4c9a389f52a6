"""Where a learner stands in a lesson, whatever it teaches: the pending step or check, and what was said of it.

Pure: whoever shows the page has the date and keeps what is to be kept.
"""

from __future__ import annotations

import datetime
from typing import Any

import msgspec

from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.lesson import CHECKS, Judged, Lesson, LessonKind, Outcome
from fujikoro_nb.learning.progress import Progress
from fujikoro_nb.texts import say

HINTS = ("nudge", "where", "show")


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """A learner with a lesson."""

    kind: LessonKind
    lesson: Lesson[Any]
    progress: Progress
    today: datetime.date
    language: str = "en"
    judged: Judged | None = None
    """What was said of what stands there."""
    finished: Any = None
    """The check whose verdict is still on show."""
    shows_answer: bool = False
    """Whether a right answer to that check is shown, after a miss."""
    repeats: tuple[str, ...] = ()
    """Kinds of checks that are asked again instead of the lesson's three."""
    is_once: bool = False
    """Whether one check is tried by itself, which counts nothing."""

    def say(self, key: str, /, **data: object) -> str:
        """A sentence in the learner's language."""
        return say(key, language=self.language, **data)

    def text(self, key: str, /, **data: Any) -> str:
        """One of the lesson's sentences."""
        return self.lesson.text(key, language=self.language, **data)

    @property
    def is_in_checks(self) -> bool:
        """Whether checks are shown, not steps."""
        return going.is_in_checks(self.progress)

    @property
    def is_over(self) -> bool:
        """Whether the result of the checks is shown."""
        return going.is_over(self.progress) and self.finished is None

    @property
    def pending(self) -> Any:
        """The pending step or check."""
        if self.finished is not None:
            return self.finished
        if not self.is_in_checks:
            return self.lesson.steps[self.progress.at]
        number = min(len(self.progress.results), CHECKS - 1)
        return self.kind.check(self.kind_of(number), self.seed_of(number))

    @property
    def step(self) -> Any:
        """The pending step; None in the checks."""
        return None if self.finished is not None or self.is_in_checks else self.pending

    @property
    def praise(self) -> str:
        """The key of the sentence for a right step; empty in the checks, which praise in their own words."""
        step = self.step
        return "" if step is None else f"lesson-{self.lesson.id}.{step.id}-right"

    @property
    def taught(self) -> str:
        """The rule that the step teaches; empty in the checks."""
        step = self.step
        return "" if step is None else str(step.rule)

    def kind_of(self, number: int) -> str:
        """The kind of the check with this 0-based number."""
        return self.repeats[number] if number < len(self.repeats) else tuple(self.lesson.checks)[number]

    def seed_of(self, number: int) -> int:
        """The seed of the check with this 0-based number."""
        return self.progress.seed + number * len(self.repeats)

    def judge(self, answer: str) -> Judged:
        """What the engine and the goal of the pending task say. Raises Unreadable."""
        return self.kind.judge(
            self.pending, answer, right=self.praise, rule=self.taught, language=self.language
        )

    @property
    def is_right(self) -> bool:
        """Whether what was judged is right."""
        return self.judged is not None and self.judged.outcome == Outcome.RIGHT

    @property
    def is_illegal(self) -> bool:
        """Whether the engine refuses what was judged."""
        return self.judged is not None and self.judged.outcome == Outcome.REFUSED

    @property
    def is_other(self) -> bool:
        """Whether it is legal, but not what is practised."""
        return self.judged is not None and self.judged.outcome == Outcome.OTHER


def with_check(run: Run) -> Run:
    """The pending check was judged: it counts, unless it is illegal for the first time, which is forgiven."""
    if run.is_illegal and going.is_forgiven(run.progress):
        return msgspec.structs.replace(run, progress=going.slipped(run.progress))
    progress = going.check_done(run.progress, run.pending.id, is_right=run.is_right, today=run.today)
    return msgspec.structs.replace(run, finished=run.pending, progress=progress)
