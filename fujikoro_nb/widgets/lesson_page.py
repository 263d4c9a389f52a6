"""A lesson as a page: steps that the engine judges, three hints each, three checks, and the table's own board."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, ClassVar

import ipywidgets
import msgspec
import traitlets as t

from fujikoro_nb.engine.fujikoro.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear import Gear
from fujikoro_nb.engine.fujikoro.grid import EMPTY, Layout, cells_of, column_row
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.notation import parse_gear, print_pattern
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.checks import KINDS, check
from fujikoro_nb.learning.lesson import (
    Judged,
    Lesson,
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
from fujikoro_nb.learning.progress import MAX_CODE, Progress
from fujikoro_nb.widgets._base import FujiWidget, Validator, flag, text, whole
from fujikoro_nb.widgets._lesson_view import HINTS, result, shown_marks, view
from fujikoro_nb.widgets.craft_grid import CraftGrid


class LessonPage(FujiWidget, front_end="lesson_page"):
    """One lesson. `view` is what the page shows, `saved` what it keeps for the learner; both follow `progress`."""

    word_tables = ("widgets", "lesson")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "next": {},
        "keep": {},
        "again": {},
        "put-back": {},
        "finish": {},
        "back": {},
        "undo": {},
        "skip": {},
        "steps": {},
        "restart": {},
        "other-checks": {},
        "repeat": {},
        "hint": {"number": whole(1, 3)},
        "table": {"on": flag()},
        "is-right": {},
        "own-card": {},
        "show-answer": {},
        "restore": {"code": text(max_length=MAX_CODE), "today": text(max_length=10)},
    }

    grid = t.Instance(CraftGrid).tag(sync=True, **ipywidgets.widget_serialization)
    view = t.Dict().tag(sync=True)
    saved = t.Unicode().tag(sync=True)
    """The progress as text, for the link and the browser's store."""
    store = t.Unicode().tag(sync=True)
    """Under which name the browser keeps it."""
    progress = t.Instance(Progress)

    def __init__(
        self, lesson_id: str = "crafting", *, today: datetime.date | None = None, **settings: Any
    ) -> None:
        self.lesson: Lesson = lesson(lesson_id)
        self.today = today or datetime.datetime.now(tz=datetime.UTC).astimezone().date()
        self.judged: Judged | None = None
        self.finished: Task | None = None  # the check whose verdict is still on show
        self.shows_answer = False  # of that check, after a miss
        self.own_card = ""
        self._repeats: tuple[str, ...] = ()
        self._is_setting = False
        super().__init__(
            grid=CraftGrid(kinds=("weapon",), sections=(), can_unlock=False),
            progress=going.start(lesson_id, len(self.lesson.steps)),
            store=f"fujikoro-lesson-{lesson_id}",
            **settings,
        )
        self.grid.observe(self._drawn, names="gear")
        self._set_up()

    # ---- what is on the page

    @property
    def is_in_checks(self) -> bool:
        """Whether checks are shown, not steps."""
        return going.is_in_checks(self.progress)

    @property
    def is_over(self) -> bool:
        """Whether the result of the checks is shown."""
        return going.is_over(self.progress) and self.finished is None

    @property
    def task(self) -> Task:
        """The pending step or check."""
        if self.finished is not None:
            return self.finished
        if not self.is_in_checks:
            return self.lesson.steps[self.progress.at]
        number = min(len(self.progress.results), going.CHECKS - 1)
        return check(self.kind_of(number), self.progress.seed + number * len(self._repeats))

    def kind_of(self, number: int) -> str:
        """The kind of the check with this 0-based number."""
        return self._repeats[number] if number < len(self._repeats) else KINDS[number]

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
        task, step = self.task, self.step
        right = f"lesson-{self.lesson.id}.{task.id}-right" if step else ""
        rule = step.rule if step else ""
        if self.is_at_table:
            return judge_at_table(task, self.layout, card=self.own_card, right=right, rule=rule)
        return judge(task, self.layout, right=right, rule=rule)

    def _set_progress(self, progress: Progress | None = None, **changes: Any) -> None:
        self.progress = msgspec.structs.replace(progress or self.progress, **changes)

    # ---- acts of the learner

    def act_next(self) -> None:
        """On, after a right step or a finished check."""
        if self.finished is not None:
            self.finished = None
            self._set_up()
        elif self.judged is not None and self.judged.outcome == Outcome.RIGHT:
            self._leave_step("s" if self.progress.hints == len(HINTS) else "r")

    def act_keep(self) -> None:
        """It is legal, so it may stay: on to the next step."""
        if self.judged is not None and self.judged.outcome == Outcome.OTHER and self.step is not None:
            self._leave_step("k")

    def _leave_step(self, letter: str) -> None:
        self._set_progress(going.step_done(self.progress, letter, self.grid.weapon))
        self.own_card = ""
        self._set_up()

    def act_again(self) -> None:
        """The step's start position again."""
        if self.finished is None:
            self._set_progress(drawing="")
            self._set_up()

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
        task, self.judged = self.task, self._judge()
        is_right = self.judged.outcome == Outcome.RIGHT
        self.finished = task
        self.grid.is_editable = False
        self._set_progress(going.check_done(self.progress, task.id, is_right=is_right, today=self.today))
        self._show()

    def act_back(self) -> None:
        """One step back, with what was built there."""
        if not self.is_in_checks and self.progress.at:
            at = self.progress.at - 1
            self._set_progress(going.go_to(self.progress, at), drawing=self.progress.answers[at])
            self._set_up()

    def act_undo(self) -> None:
        """The last cube, or the last step."""
        if self.finished is not None:
            return
        if self.grid.undo_label:
            self.grid.undo()
        else:
            self.act_back()

    def act_skip(self) -> None:
        """The three checks at once (PRODUCT T6)."""
        self._go(len(self.lesson.steps))

    def act_steps(self) -> None:
        """Back to the first step that is not done, or to the first."""
        self._go(max(0, self.progress.done.find("-")))

    def act_restart(self) -> None:
        """Everything from the beginning; what is to be repeated stays."""
        fresh = going.start(self.lesson.id, len(self.lesson.steps), seed=self.progress.seed)
        self.finished, self._repeats, self.own_card = None, (), ""
        self._set_progress(fresh, reviews=self.progress.reviews)
        self._set_up()

    def act_other_checks(self) -> None:
        """Three other checks."""
        self.finished, self._repeats = None, ()
        self._set_progress(going.other_checks(self.progress))
        self._set_up()

    def act_repeat(self) -> None:
        """Checks of the kinds that are due, on new boards."""
        due = going.due(self.progress, self.today)
        self.finished = None
        self._repeats = tuple(due[number % len(due)] for number in range(going.CHECKS)) if due else ()
        self._set_progress(going.other_checks(self.progress))
        self._set_up()

    def _go(self, at: int) -> None:
        self.finished, self._repeats, self.own_card = None, (), ""
        self._set_progress(going.go_to(self.progress, at))
        self._set_up()

    def act_hint(self, *, number: int) -> None:
        """Nudge, where, show it; the third shows the cubes."""
        if self.finished is not None or self.is_over or (self.step is None and number != len(HINTS)):
            return
        self._set_progress(going.hinted(self.progress, number))
        is_right = self.judged is not None and self.judged.outcome == Outcome.RIGHT
        is_wrong = not is_right and not is_on_the_way(self.task, self.layout)
        if number == len(HINTS) and not self.is_at_table and is_wrong:
            self._lay(self.task.position.layout)  # what is shown would lie among what is wrong
        self._show()

    def act_show_answer(self) -> None:
        """A right answer to the check that was just missed."""
        if self.finished is None or self.judged is None or self.judged.outcome == Outcome.RIGHT:
            return
        self.shows_answer = True
        self._is_setting = True
        try:
            self.grid.gear = Gear(weapon=self.finished.position.layout)
            self.grid.forget()
        finally:
            self._is_setting = False
        self._show()

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

    def act_restore(self, *, code: str, today: str) -> None:
        """What the link or the browser's store holds; nothing readable changes nothing."""
        try:
            self.today = datetime.date.fromisoformat(today)
        except ValueError:
            self._tell(self.say("widgets.ignored"))
            return
        if not code:
            self._show()
            return
        try:
            progress = going.decode(code, self.lesson.id, len(self.lesson.steps))
        except Unreadable:
            self._tell(self.say("lesson.bad-link"))
            return
        self.finished, self._repeats, self.own_card = None, (), ""
        self._set_progress(progress)
        self._set_up()

    # ---- the view

    def _show(self) -> None:
        is_asked = self.progress.hints == len(HINTS) and self.finished is None and not self.is_over
        shown = is_asked or self.shows_answer
        with self.hold_sync(), self.grid.hold_sync():
            self.grid.marks = shown_marks(self) if shown and not self.is_at_table else []
            self.saved = going.encode(self.progress)
            self.view = result(self) if self.is_over else view(self)
