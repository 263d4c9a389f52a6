"""Fighting as a kind of lessons: the answer is a text in fight notation."""

from __future__ import annotations

from fujikoro_nb.learning.fighting.checks import KINDS, fight_check
from fujikoro_nb.learning.fighting.task import FightStep, FightTask, JudgedAnswer, judge_answer
from fujikoro_nb.learning.lesson import Lesson, LessonKind


class Fighting:
    """One answer to the question of a fight."""

    name = "fighting"
    shape = Lesson[FightStep]
    checks = KINDS

    def check(self, kind: str, seed: int) -> FightTask:
        """A new fight."""
        return fight_check(kind, seed)

    def right(self, task: FightTask) -> tuple[str, ...]:
        """The right answers."""
        return task.right

    def wrong(self, step: FightStep) -> str:
        """One that is not."""
        return step.wrong

    def judge(self, task: FightTask, answer: str, *, right: str, rule: str, language: str) -> JudgedAnswer:
        """What comes of it in the fight. Raises Unreadable."""
        return judge_answer(task, answer, right=right, rule=rule, language=language)


KIND: LessonKind = Fighting()
