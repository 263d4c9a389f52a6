"""The desk of lessons on crafting: the board with the cubes in hand, or the table's own board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar

import ipywidgets

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY, Layout, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.learning.crafting.kind import drawing
from fujikoro_nb.learning.crafting.task import (
    CraftingTask,
    is_done,
    is_on_the_way,
    judge_at_table,
    top_left,
)
from fujikoro_nb.learning.lesson import Judged, Outcome
from fujikoro_nb.learning.run import HINTS
from fujikoro_nb.views.learn.crafting_lesson import (
    OnBoard,
    asks_for_card,
    crafting_view,
    is_at_table,
    shown_marks,
)
from fujikoro_nb.widgets.base.widget import flag
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
from fujikoro_nb.widgets.learn.desks import Acts, LessonHost

__all__ = ["CraftingDesk"]


class CraftingDesk:
    """An answer is what lies on the weapon grid. ``own_card`` is one that the learner drew from the table."""

    acts: ClassVar[Acts] = {
        "finish": {},
        "put-back": {},
        "table": {"on": flag()},
        "is-right": {},
        "own-card": {},
    }
    word_tables: ClassVar[tuple[str, ...]] = ("widgets", "lesson")

    def __init__(self, page: LessonHost, *, language: str) -> None:
        self._page = page
        self.own_card = ""
        self._judged = ("", EMPTY)
        self._is_setting = False
        self.grid = CraftGrid(kinds=("weapon",), sections=(), can_unlock=False, language=language)
        self.grid.observe(self._drawn, names="gear")

    @property
    def widgets(self) -> Mapping[str, ipywidgets.Widget]:
        """The board."""
        return {"grid": self.grid}

    @property
    def task(self) -> CraftingTask:
        """The pending step or check."""
        task: CraftingTask = self._page.run.pending
        return task

    @property
    def drawing(self) -> str:
        """The cubes on the board."""
        return str(self.grid.weapon)

    @property
    def layout(self) -> Layout:
        """The cubes on the board."""
        return self.grid.gear.weapon

    @property
    def is_at_table(self) -> bool:
        """Whether the learner's real board is judged."""
        return is_at_table(self._page.run)

    @property
    def asks_for_card(self) -> bool:
        """Whether the learner first draws a card that lies on the table."""
        return asks_for_card(self._page.run, self.own_card)

    @contextmanager
    def _setting(self) -> Iterator[None]:
        """What changes on the board is not the learner's doing."""
        self._is_setting = True
        try:
            yield
        finally:
            self._is_setting = False

    @property
    def position(self) -> None:
        """None: gear alone is laid here."""
        return None

    def lay_out(self) -> Judged | None:
        """The pending task on the board, with what was drawn for it before."""
        self.grid.notice = ""
        position, task = self.task.position, self.task
        given = EMPTY if self.is_at_table else position.layout
        drawn = self._kept_drawing(given)
        is_free = self.is_at_table or task.removable
        fixed = [] if is_free else [list(column_row(cell)) for cell in cells_of(given.occupied)]
        hand = str(position.cubes + (given.cubes if task.removable else Cubes()))
        with self._setting(), self.grid.hold_sync():
            self.grid.is_editable = True
            self.grid.fixed = {"weapon": fixed}
            self.grid.hand = None if self.is_at_table else hand
            self.grid.is_unlocked = position.is_unlocked
            self.grid.gear = Gear(weapon=drawn)
            self.grid.chosen = (position.hand or ("W" if self.is_at_table else "."))[0]
            self.grid.forget()
        return self._judged_if_done() if drawn != given else None

    def _kept_drawing(self, given: Layout) -> Layout:
        """What the learner had drawn before a reload, if it still fits this task."""
        task, kept = self.task, self._page.run.progress.drawing
        if not kept:
            return given
        try:
            layout = drawing(task, kept)
        except (Unreadable, Illegal):
            return given
        if self.is_at_table:
            return layout
        is_kept = task.removable or layout.only(given.occupied) == given
        is_paid = (given.cubes + task.position.cubes).covers(layout.cubes)
        return layout if is_kept and is_paid else given

    def _drawn(self, change: Any) -> None:
        """The learner changed the board."""
        page = self._page
        if self._is_setting or page.run.finished is not None:
            return
        page.changed(self._judged_if_done(), drawing=self.drawing)
        page.show()

    def _judged_if_done(self) -> Judged | None:
        """Judge what is complete, and in a step what is illegal as soon as it is (need T3)."""
        if self.is_at_table:
            return None
        judged = self._judge()
        is_early = self._page.run.step is not None and self.layout != self.task.position.layout
        if is_done(self.task, self.layout) or (is_early and judged.outcome == Outcome.REFUSED):
            return judged
        return None

    def _judge(self) -> Judged:
        self._judged = self.drawing, self.layout
        return self.judged_anew()

    def judged_anew(self) -> Judged:
        """What lay there when it was judged: an answer that is shown takes that off the board."""
        run, (text, layout) = self._page.run, self._judged
        if not self.is_at_table:
            return run.judge(text)
        return judge_at_table(
            self.task,
            layout,
            card=self.own_card,
            right=run.praise,
            rule=run.taught,
            language=run.language,
        )

    def forget(self) -> None:
        """The card belonged to the step."""
        self.own_card = ""

    # ---- acts of the learner

    def undo(self) -> bool:
        """The last cube."""
        if not self.grid.undo_label:
            return False
        self.grid.undo()
        return True

    def act_put_back(self) -> None:
        """The whole hand back where it came from, as one change; at the table, where nothing is in hand, one cube."""
        page = self._page
        if page.run.finished is not None or page.run.is_over:
            return
        if not self.is_at_table:
            self._lay(self.task.position.layout)
        elif not self.undo():
            page.begin_task(drawing="")

    def _lay(self, layout: Layout) -> None:
        """Put this on the board; the learner can undo it."""
        self._page.notice = self.grid.notice = ""
        self.grid.gear = Gear(weapon=layout)

    def act_finish(self) -> None:
        """The learner says that the craft is finished."""
        page = self._page
        if page.run.finished is not None or page.run.is_over or self.is_at_table:
            return
        is_check = page.run.step is None
        if not is_check and not self.task.finish:
            return
        page.changed(self._judge())
        if is_check:
            page.finish_check()
            self.grid.is_editable = page.run.finished is None
        page.show()

    def show_way(self) -> None:
        """What is shown would lie among what is wrong."""
        if not self.is_at_table and not is_on_the_way(self.task, self.layout):
            self._lay(self.task.position.layout)

    def show_answer(self) -> None:
        """The check's position, on which the answer is marked."""
        with self._setting():
            self.grid.gear = Gear(weapon=self.task.position.layout)
            self.grid.forget()

    def act_table(self, *, on: bool) -> None:
        """On screen, or at the table."""
        self.forget()
        self._page.begin_task(at_table=on, drawing="")

    def act_is_right(self) -> None:
        """Judge what lies on the table."""
        page = self._page
        if not self.is_at_table or self.asks_for_card:
            return
        if self.layout:
            page.changed(self._judge())
            page.show()
        else:
            page.tell(page.run.say("lesson.table-empty"))

    def act_own_card(self) -> None:
        """What was drawn is a card on the table; from now on the board is the learner's gear."""
        page = self._page
        if not self.asks_for_card:
            return
        if self.layout:
            self.own_card = print_pattern(top_left(self.layout))
            page.begin_task(drawing="")
        else:
            page.tell(page.run.say("lesson.table-empty"))

    # ---- the view

    def draw(self) -> None:
        """The last hint, and the answer to a missed check, are marked on the board."""
        run = self._page.run
        is_asked = run.progress.hints == len(HINTS) and run.finished is None and not run.is_over
        is_shown = (is_asked or run.shows_answer) and not self.is_at_table
        self.grid.marks = shown_marks(self.task, self.layout) if is_shown else []

    def view(self) -> dict[str, Any]:
        """Card, hand, backpack and the ways on."""
        board = OnBoard(
            layout=self.layout,
            left=self.grid.cubes_left or Cubes(),
            undo=str(self.grid.undo_label),
            own_card=self.own_card,
        )
        return crafting_view(self._page.run, board)
