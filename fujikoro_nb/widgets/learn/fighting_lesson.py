"""The desk of lessons on fights: a fight at a question, and the answer as it is put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import ipywidgets

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.learning.fighting.task import FightTask
from fujikoro_nb.learning.lesson import Judged
from fujikoro_nb.views.fight.scene import is_fitting, is_offered, with_cell, with_die
from fujikoro_nb.views.learn.fighting_lesson import fighting_view
from fujikoro_nb.widgets.learn.desks import CHOOSING, TABLE, Acts, LessonHost, move_to_table

__all__ = ["FightingDesk"]


class FightingDesk:
    """``draft`` is the answer as it stands, in fight notation."""

    acts: ClassVar[Acts] = {**CHOOSING, **TABLE, "finish": {}, "answer": {}}
    word_tables: ClassVar[tuple[str, ...]] = ("combat", "widgets", "lesson", "fight-task")

    def __init__(self, page: LessonHost, *, language: str) -> None:
        self._page = page
        self.draft = ""

    @property
    def widgets(self) -> Mapping[str, ipywidgets.Widget]:
        """The fight is drawn by the page itself."""
        return {}

    @property
    def task(self) -> FightTask:
        """The pending step or check."""
        task: FightTask = self._page.run.pending
        return task

    @property
    def drawing(self) -> str:
        """The draft."""
        return self.draft

    @property
    def position(self) -> None:
        """None: a fight by itself is no game that a plan could be made for."""
        return None

    def lay_out(self) -> None:
        """The pending task, with what was chosen for it before; nothing is judged before it is given."""
        kept, task = self._page.run.progress.drawing, self.task
        self.draft = kept if kept and is_fitting(task.moment, kept, task.foes) else ""

    def forget(self) -> None:
        """Nothing is left of a task."""

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

    def act_table(self, *, on: bool) -> None:
        """On screen, or at the table."""
        move_to_table(self._page, on=on, drawing=self.drawing)

    def _change(self, draft: str) -> None:
        page = self._page
        if page.run.finished is not None or page.run.is_over or page.run.is_right:
            return
        self.draft = draft
        page.changed(None, drawing=draft)
        page.show()

    def undo(self) -> bool:
        """What was chosen here."""
        if not self.draft:
            return False
        self._page.begin_task(drawing="")
        return True

    def act_answer(self) -> None:
        """Give the answer: the engine and the goal judge it; in a check it counts."""
        page = self._page
        run = page.run
        if run.finished is not None or run.is_over or run.judged is not None or not self.draft:
            return
        try:
            page.changed(run.judge(self.draft))
        except Unreadable:
            page.tell(run.say("widgets.ignored"))
        if run.step is None:
            page.finish_check()
        page.show()

    def act_finish(self) -> None:
        """The same as `answer`."""
        self.act_answer()

    def judged_anew(self) -> Judged:
        """The draft: it is the answer until something else is chosen, and then nothing is judged."""
        return self._page.run.judge(self.draft)

    def show_way(self) -> None:
        """A right answer is chosen; the learner gives it."""
        self._change(self.task.right[0])

    def show_answer(self) -> None:
        """The answer is said."""

    # ---- the view

    def draw(self) -> None:
        """There is no widget to draw on."""

    def view(self) -> dict[str, Any]:
        """The fight and the question in it."""
        return fighting_view(self._page.run, self.draft)
