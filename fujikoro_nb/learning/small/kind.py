"""The small games as a kind of lessons: the answer is a row of answers in a few letters."""

from __future__ import annotations

from fujikoro_nb.learning.lesson import Lesson, LessonKind
from fujikoro_nb.learning.small.checks import KINDS, small_check
from fujikoro_nb.learning.small.task import Answers, JudgedSmall, SmallStep, SmallTask, judge_small

_NEXT = "; "
"""Between two answers of a row."""


class Small:
    """Answers at the table of a small game, one after the other."""

    name = "small"
    shape = Lesson[SmallStep]
    checks = KINDS

    def check(self, kind: str, seed: int) -> SmallTask:
        """A new position."""
        return small_check(kind, seed)

    def right(self, task: SmallTask) -> tuple[str, ...]:
        """The right rows."""
        return tuple(map(joined, task.right))

    def wrong(self, step: SmallStep) -> str:
        """One that is not."""
        return joined(step.wrong)

    def judge(self, task: SmallTask, answer: str, *, right: str, rule: str, language: str) -> JudgedSmall:
        """What comes of them in the game; the rule is the task's own. Raises Unreadable."""
        return judge_small(task, parted(answer), right=right, language=language)


def joined(answers: Answers) -> str:
    """A row of answers as a text."""
    return _NEXT.join(answers)


def parted(text: str) -> Answers:
    """The answers of such a text.

    >>> parted("use 0; keep")
    ('use 0', 'keep')
    """
    return tuple(filter(None, text.split(_NEXT)))


KIND: LessonKind = Small()
