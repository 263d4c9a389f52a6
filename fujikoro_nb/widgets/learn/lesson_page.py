"""A lesson as a page: steps that the engine judges, three hints each, three checks, and the table's own board."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, ClassVar

import ipywidgets
import traitlets as t

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY, Layout, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, print_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.checks import KINDS, RULES, check
from fujikoro_nb.learning.lesson import (
    Judged,
    Outcome,
    Step,
    Task,
    is_done,
    is_on_the_way,
    judge,
    judge_at_table,
    lesson,
    top_left,
)
from fujikoro_nb.widgets.base.widget import Validator, flag
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
from fujikoro_nb.widgets.learn.lesson_flow import HINTS, LessonFlow
from fujikoro_nb.widgets.learn.lesson_parts import result
from fujikoro_nb.widgets.learn.lesson_view import shown_marks, view


class LessonPage(LessonFlow, front_end="lesson_page"):
    """One lesson. `view` is what the page shows, `saved` what it keeps for the learner; both follow `progress`."""

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        **LessonFlow.acts,
        "finish": {},
        "put-back": {},
        "table": {"on": flag()},
        "is-right": {},
        "own-card": {},
    }
    kinds = KINDS
    rules_of_checks = RULES

    grid = t.Instance(CraftGrid).tag(sync=True, **ipywidgets.widget_serialization)

    def __init__(
        self, lesson_id: str = "crafting", *, today: datetime.date | None = None, **settings: Any
    ) -> None:
        self.own_card = ""
        self._is_setting = False
        super().__init__(
            grid=CraftGrid(
                kinds=("weapon",), sections=(), can_unlock=False, language=settings.get("language", "en")
            ),
            **self._begin(lesson(lesson_id), today),
            **settings,
        )
        self.grid.observe(self._drawn, names="gear")
        self._set_up()

    # ---- what is on the page

    @property
    def task(self) -> Task:
        """The pending step or check."""
        task: Task = self.pending
        return task

    def _check(self, kind: str, seed: int) -> Task:
        return check(kind, seed)

    def _drawing(self) -> str:
        return str(self.grid.weapon)

    def _forget(self) -> None:
        self.own_card = ""

    @property
    def step(self) -> Step | None:
        """The pending step; None in the checks."""
        task = self.task
        return task if isinstance(task, Step) else None

    @property
    def is_at_table(self) -> bool:
        """Whether the learner's real board is judged."""
        return self.progress.at_table and self.step is not None

    @property
    def layout(self) -> Layout:
        """The cubes on the board."""
        return self.grid.gear.weapon

    @property
    def asks_for_card(self) -> bool:
        """Whether the learner first draws a card that lies on the table."""
        return self.is_at_table and bool(self.task.position.cards) and not self.own_card

    def _set_up(self) -> None:
        """Put the pending task on the board, with what was drawn for it before."""
        self.judged, self.shows_answer = None, False
        self.notice = self.grid.notice = ""  # what went wrong in the step before is over
        position, task = self.task.position, self.task
        given = EMPTY if self.is_at_table else position.layout
        drawn = self._kept_drawing(given)
        is_free = self.is_at_table or task.removable
        fixed = [] if is_free else [list(column_row(cell)) for cell in cells_of(given.occupied)]
        hand = str(position.cubes + (given.cubes if task.removable else Cubes()))
        self._is_setting = True
        try:
            with self.grid.hold_sync():
                self.grid.is_editable = True
                self.grid.fixed = {"weapon": fixed}
                self.grid.hand = None if self.is_at_table else hand
                self.grid.is_unlocked = position.is_unlocked
                self.grid.gear = Gear(weapon=drawn)
                self.grid.chosen = (position.hand or ("W" if self.is_at_table else "."))[0]
                self.grid.forget()
        finally:
            self._is_setting = False
        if drawn != given:
            self._judge_if_done()
        self._show()

    def _kept_drawing(self, given: Layout) -> Layout:
        """What the learner had drawn before a reload, if it still fits this task."""
        task = self.task
        if not self.progress.drawing:
            return given
        try:
            limits = task.position.limits
            layout = parse_gear(self.progress.drawing, GearKind.WEAPON, limits).weapon
        except (Unreadable, Illegal):
            return given
        if self.is_at_table:
            return layout
        is_kept = task.removable or layout.only(given.occupied) == given
        is_paid = (given.cubes + task.position.cubes).covers(layout.cubes)
        return layout if is_kept and is_paid else given

    def _drawn(self, change: Any) -> None:
        """The learner changed the board."""
        if self._is_setting or self.finished is not None:
            return
        self.judged = None
        self.notice = ""
        self._set_progress(drawing=self.grid.weapon)
        self._judge_if_done()
        self._show()

    def _judge_if_done(self) -> None:
        """Judge what is complete, and in a step what is illegal as soon as it is (PRODUCT T3)."""
        if self.is_at_table:
            return
        judged = self._judge()
        is_early = self.step is not None and self.layout != self.task.position.layout
        if is_done(self.task, self.layout) or (is_early and judged.outcome == Outcome.REFUSED):
            self.judged = judged

    def _judge(self) -> Judged:
        task, right, rule = self.task, self.praise, self.taught
        if self.is_at_table:
            card = self.own_card
            return judge_at_table(
                task, self.layout, card=card, right=right, rule=rule, language=self.language
            )
        return judge(task, self.layout, right=right, rule=rule, language=self.language)

    # ---- acts of the learner

    def act_put_back(self) -> None:
        """The whole hand back where it came from, as one change; at the table, where nothing is in hand, one cube."""
        if self.finished is not None or self.is_over:
            return
        if not self.is_at_table:
            self._lay(self.task.position.layout)
        elif self.grid.undo_label:
            self.act_undo()
        else:
            self.act_again()

    def _lay(self, layout: Layout) -> None:
        """Put this on the board; the learner can undo it."""
        self.notice = self.grid.notice = ""
        self.grid.gear = Gear(weapon=layout)

    def act_finish(self) -> None:
        """The learner says that the craft is finished."""
        if self.finished is not None or self.is_over or self.is_at_table:
            return
        if self.step is not None:
            if self.task.finish:
                self.judged = self._judge()
                self._show()
            return
        self.judged = self._judge()
        self._finish_check()
        self.grid.is_editable = False
        self._show()

    def act_undo(self) -> None:
        """The last cube, or the last step."""
        if self.finished is not None:
            return
        if self.grid.undo_label:
            self.grid.undo()
        else:
            self.act_back()

    def _show_way(self) -> None:
        """What is shown would lie among what is wrong."""
        if not self.is_at_table and not is_on_the_way(self.task, self.layout):
            self._lay(self.task.position.layout)

    def _show_answer(self) -> None:
        """The check's position, on which the answer is marked."""
        self._is_setting = True
        try:
            self.grid.gear = Gear(weapon=self.finished.position.layout)
            self.grid.forget()
        finally:
            self._is_setting = False

    def act_table(self, *, on: bool) -> None:
        """On screen, or at the table."""
        self.own_card = ""
        self._set_progress(at_table=on, drawing="")
        self._set_up()

    def act_is_right(self) -> None:
        """Judge what lies on the table."""
        if self.is_at_table and not self.asks_for_card:
            if self.layout:
                self.judged = self._judge()
                self._show()
            else:
                self.notice = self.say("lesson.table-empty")

    def act_own_card(self) -> None:
        """What was drawn is a card on the table; from now on the board is the learner's gear."""
        if self.asks_for_card and self.layout:
            self.own_card = print_pattern(top_left(self.layout))
            self.act_again()
        elif self.asks_for_card:
            self.notice = self.say("lesson.table-empty")

    # ---- the view

    def _show(self) -> None:
        is_asked = self.progress.hints == len(HINTS) and self.finished is None and not self.is_over
        shown = is_asked or self.shows_answer
        with self.hold_sync(), self.grid.hold_sync():
            self.grid.marks = shown_marks(self) if shown and not self.is_at_table else []
            self.saved = going.encode(self.progress)
            self.view = result(self) if self.is_over else view(self)
