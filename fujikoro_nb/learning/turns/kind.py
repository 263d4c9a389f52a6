"""Turns as a kind of lessons: the answer is a row of answers in game notation."""

from __future__ import annotations

from fujikoro_nb.learning.lesson import Lesson, LessonKind
from fujikoro_nb.learning.turns.checks import KINDS, turn_check
from fujikoro_nb.learning.turns.task import Answers, JudgedTurn, TurnStep, TurnTask, judge_turn

_NEXT = "; "
"""Between two answers of a row."""


class Turns:
    """Actions of a samurai, one after the other."""

    name = "turns"
    shape = Lesson[TurnStep]
    checks = KINDS

    def check(self, kind: str, seed: int) -> TurnTask:
        """A new land."""
        return turn_check(kind, seed)

    def right(self, task: TurnTask) -> tuple[str, ...]:
        """The right rows."""
        return tuple(map(joined, task.right))

    def wrong(self, step: TurnStep) -> str:
        """One that is not."""
        return joined(step.wrong)

    def judge(self, task: TurnTask, answer: str, *, right: str, rule: str, language: str) -> JudgedTurn:
        """What comes of them in the game; the rule is the task's own. Raises Unreadable."""
        return judge_turn(task, parted(answer), right=right, language=language)


def joined(answers: Answers) -> str:
    """A row of answers as a text."""
    return _NEXT.join(answers)


def parted(text: str) -> Answers:
    """The answers of such a text.

    >>> parted("move; walk I-1.4; halt")
    ('move', 'walk I-1.4', 'halt')
    """
    return tuple(filter(None, text.split(_NEXT)))


KIND: LessonKind = Turns()
