"""The lesson on fighting as a page: fights that the engine plays, three hints a step, three checks."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, ClassVar

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.fight_checks import KINDS, RULES, fight_check
from fujikoro_nb.learning.fighting import FightStep, FightTask, JudgedAnswer, fight_lesson, judge_answer
from fujikoro_nb.views.fight.scene import is_fitting, is_offered, with_cell, with_die
from fujikoro_nb.widgets.base.widget import Validator, one_of, text, whole
from fujikoro_nb.widgets.learn.fight_lesson_view import view
from fujikoro_nb.widgets.learn.lesson_flow import LessonFlow
from fujikoro_nb.widgets.learn.lesson_parts import result

CHOOSING: Mapping[str, Mapping[str, Validator]] = {
    "cell": {"column": whole(1, 12), "row": whole(1, 12)},
    "die": {"part": text(max_length=10), "colour": one_of("W", "M", "T", "G", ""), "by": one_of(1, -1)},
    "choose": {"text": text(max_length=120)},
}
"""Messages by which an answer is put together."""


class FightLesson(LessonFlow, front_end="lesson_page", sheets=("lesson_page", "fight_task")):
    """A lesson on fights. `draft` is the answer as it stands, in fight notation."""

    word_tables = ("combat", "widgets", "lesson", "fight-task")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        **LessonFlow.acts,
        **CHOOSING,
        "finish": {},
        "answer": {},
    }
    kinds = KINDS
    rules_of_checks = RULES

    def __init__(
        self, lesson_id: str = "fighting", *, today: datetime.date | None = None, **settings: Any
    ) -> None:
        self.draft = ""
        super().__init__(**self._begin(fight_lesson(lesson_id), today), **settings)
        self._set_up()

    @property
    def task(self) -> FightTask:
        """The pending step or check."""
        task: FightTask = self.pending
        return task

    @property
    def step(self) -> FightStep | None:
        """The pending step; None in the checks."""
        task = self.task
        return task if isinstance(task, FightStep) else None

    def _check(self, kind: str, seed: int) -> FightTask:
        return fight_check(kind, seed)

    def _drawing(self) -> str:
        return self.draft

    def _set_up(self) -> None:
        """The pending task, with what was chosen for it before."""
        self.judged, self.shows_answer = None, False
        self.notice = ""
        kept, task = self.progress.drawing, self.task
        self.draft = kept if kept and is_fitting(task.moment, kept, task.foes) else ""
        self._show()

    # ---- acts of the learner

    def act_cell(self, *, column: int, row: int) -> None:
        """Choose a cube, or no longer."""
        self._change(with_cell(self.task.moment, self.draft, column, row))

    def act_die(self, *, part: str, colour: str, by: int) -> None:
        """One die more or less; without a colour the other weapon."""
        self._change(with_die(self.task.moment, self.draft, part, colour, by))

    def act_choose(self, *, text: str) -> None:
        """Choose one of the answers on offer."""
        if is_offered(self.task.moment, text, self.task.foes):
            self._change(text)

    def _change(self, draft: str) -> None:
        if self.finished is not None or self.is_over or self.is_right:
            return
        self.draft, self.judged, self.notice = draft, None, ""
        self._set_progress(drawing=draft)
        self._show()

    def act_answer(self) -> None:
        """Give the answer: the engine and the goal judge it; in a check it counts."""
        if self.finished is not None or self.is_over or self.judged is not None or not self.draft:
            return
        self.judged = self._judge()
        if self.step is None:
            self._finish_check()
        self._show()

    def act_finish(self) -> None:
        """The same as `answer`."""
        self.act_answer()

    def _judge(self) -> JudgedAnswer | None:
        try:
            return judge_answer(
                self.task, self.draft, right=self.praise, rule=self.taught, language=self.language
            )
        except Unreadable:
            self._tell(self.say("widgets.ignored"))
            return None

    def _show_way(self) -> None:
        """A right answer is chosen; the learner gives it."""
        self._change(self.task.right[0])

    # ---- the view

    def _show(self) -> None:
        with self.hold_sync():
            self.saved = going.encode(self.progress)
            self.view = result(self) if self.is_over else view(self)
