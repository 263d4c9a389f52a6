"""A lesson as a page, of whatever kind: steps that the engine judges, three hints each, three checks, and a desk."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, ClassVar

import ipywidgets
import msgspec
import traitlets as t

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import kind_of, lesson_of, listed, store_of
from fujikoro_nb.learning.lesson import CHECKS, Judged, Lesson
from fujikoro_nb.learning.progress import MAX_CODE, Progress
from fujikoro_nb.learning.run import HINTS, Run, with_check
from fujikoro_nb.puzzles.days import day_of
from fujikoro_nb.views.learn.lesson import alone, result
from fujikoro_nb.widgets.base.widget import FujiWidget, Hears, Validator, text, whole
from fujikoro_nb.widgets.guided.lesson_counsel import LessonCounsel
from fujikoro_nb.widgets.learn.desks import LessonDesk, lesson_desk

__all__ = ["FightLesson", "LessonPage", "TurnLessonPage"]


class LessonPage(
    FujiWidget,
    front_end="lesson_page",
    sheets=("lesson_page", "fight_task", "turn_task", "small_games", "small_task", "counsel"),
):
    """One lesson of `learning.index.LESSONS`. `view` is what the page shows, `saved` what it keeps for the learner.

    ``game`` is the address of a real game, which a lesson that prepares for one leads to when it is passed;
    ``after`` that of the lesson that follows this one.
    ``only`` is the one step that is shown, counted from 1: nothing leads on from it, and nothing is kept.
    """

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "next": {},
        "keep": {},
        "again": {},
        "back": {},
        "undo": {},
        "skip": {},
        "steps": {},
        "restart": {},
        "other-checks": {},
        "repeat": {},
        "hint": {"number": whole(1, 3)},
        "show-answer": {},
        "try-check": {"code": text(max_length=going.MAX_ONCE)},
        "once-again": {},
        "leave-check": {},
        "restore": {"code": text(max_length=MAX_CODE), "today": text(max_length=10)},
    }

    view = t.Dict().tag(sync=True)
    counsel = t.Dict().tag(sync=True)
    """What the planner would do, as on a game's page; empty where there is nothing to choose."""
    saved = t.Unicode().tag(sync=True)
    """The progress as text, for the link and the browser's store."""
    store = t.Unicode().tag(sync=True)
    """Under which name the browser keeps it."""
    lesson_kind = t.Unicode().tag(sync=True)
    """The kind of the lesson, by which the front end knows what its tasks are done on."""
    place = t.Unicode().tag(sync=True)
    """The address of all lessons and puzzles; empty where there is none."""
    is_opened = t.Bool(False).tag(sync=True)
    """Whether the browser has brought back what it keeps: a page that is drawn again is not begun again."""
    grid: t.Instance[Any] = t.Instance(ipywidgets.Widget, allow_none=True).tag(
        sync=True, **ipywidgets.widget_serialization
    )
    """The board, where tasks are done on one."""
    map: t.Instance[Any] = t.Instance(ipywidgets.Widget, allow_none=True).tag(
        sync=True, **ipywidgets.widget_serialization
    )
    """The map, where tasks are done on it."""

    def __init__(
        self,
        lesson_id: str = "crafting",
        *,
        today: datetime.date | None = None,
        game: str = "",
        after: str = "",
        only: int = 0,
        **settings: Any,
    ) -> None:
        lesson, entry = lesson_of(lesson_id), listed(lesson_id)
        if not 0 <= only <= len(lesson.steps):
            raise ValueError(f"{lesson_id} has steps 1 to {len(lesson.steps)}")
        self._is_alone = bool(only)
        self._before: tuple[Progress, tuple[str, ...]] | None = None
        self.run = Run(
            kind=kind_of(lesson_id),
            lesson=lesson,
            progress=going.go_to(going.start(lesson.id, len(lesson.steps)), max(0, only - 1)),
            today=today or datetime.datetime.now(tz=datetime.UTC).astimezone().date(),
            language=settings.get("language", "en"),
        )
        self._game = game if entry.is_for_play else ""
        self._after = after
        self.desk: LessonDesk = lesson_desk(entry.kind)(self, language=self.run.language)
        self._counsel = LessonCounsel(self, position=lambda: self.desk.position)
        store = "" if only else store_of(lesson.id)
        opened = {"store": store, "is_opened": bool(only), "lesson_kind": entry.kind}
        super().__init__(**opened, **self.desk.widgets, **settings)
        self.begin_task()

    @property
    def heard_by(self) -> tuple[Hears, ...]:
        """The page, its desk, and counsel on what lies there."""
        return (self, self.desk, self._counsel)

    @property
    def spoken_tables(self) -> tuple[str, ...]:
        """The desk's, and what counsel says."""
        return (*self.desk.word_tables, "game-counsel")

    # ---- what is on the page

    @property
    def lesson(self) -> Lesson[Any]:
        """The lesson."""
        return self.run.lesson

    @property
    def progress(self) -> Progress:
        """What the learner has done."""
        return self.run.progress

    @property
    def task(self) -> Any:
        """The pending step or check."""
        return self.run.pending

    @property
    def step(self) -> Any:
        """The pending step; None in the checks."""
        return self.run.step

    # ---- for the desk

    def tell(self, sentence: str) -> None:
        """Say one line about what just went wrong."""
        self._tell(sentence)

    def changed(self, judged: Judged | None, *, drawing: str | None = None) -> None:
        """The learner did something, which is judged or not yet; ``drawing`` is kept of it. Shows nothing."""
        self.notice = ""
        self._set(judged=judged)
        if drawing is not None:
            self._set_progress(drawing=drawing)

    def finish_check(self) -> None:
        """What was judged is a check: it counts. Shows nothing."""
        self.run = with_check(self.run)

    def begin_task(self, **changes: Any) -> None:
        """The pending task afresh, with these changes of the learner's progress."""
        if changes:
            self._set_progress(**changes)
        self._set(judged=None, shows_answer=False)
        self.notice = ""  # what went wrong in the step before is over
        self._set(judged=self.desk.lay_out())
        self.show()

    def show(self) -> None:
        """Make the view."""
        with self.hold_sync():
            self.desk.draw()
            self.saved = going.encode(self._before[0] if self._before else self.progress)
            self.view = (
                result(self.run, game=self._game, after=self._after) if self.run.is_over else self._shown()
            )
            self._counsel.show()

    def _shown(self) -> dict[str, Any]:
        """The step or check; of a step alone without all that leads away from it."""
        view = self.desk.view()
        return alone(self.run, view, has_begun=bool(self.desk.drawing)) if self._is_alone else view

    def speak_anew(self) -> None:
        """Everything; what was judged is judged again, to the same end in other words."""
        self._set(language=str(self.language))
        if self.run.judged is not None:
            self._set(judged=self.desk.judged_anew())
        self.show()

    def _set(self, **changes: Any) -> None:
        self.run = msgspec.structs.replace(self.run, **changes)

    def _set_progress(self, progress: Progress | None = None, **changes: Any) -> None:
        self._set(progress=msgspec.structs.replace(progress or self.progress, **changes))

    # ---- acts of the learner

    def act_next(self) -> None:
        """On, after a right step or a finished check."""
        if self._is_alone or self.run.is_once:
            return
        if self.run.finished is not None:
            self._set(finished=None)
            self.begin_task()
        elif self.run.is_right:
            self._leave_step("s" if self.progress.hints == len(HINTS) else "r")

    def act_keep(self) -> None:
        """It is legal, so it may stay: on to the next step."""
        if self.run.is_other and not self.run.is_in_checks and not self._is_alone:
            self._leave_step("k")

    def _leave_step(self, letter: str) -> None:
        done = going.step_done(self.progress, letter, self.desk.drawing)
        self._set(progress=going.on_day(done, self.run.today))
        self.desk.forget()
        self.begin_task()

    def act_again(self) -> None:
        """The step's start position again."""
        if self.run.finished is None:
            self.begin_task(drawing="")

    def act_back(self) -> None:
        """One step back, with what was done there."""
        if not self.run.is_in_checks and self.progress.at and not self._is_alone:
            at = self.progress.at - 1
            self._set(progress=going.go_to(self.progress, at))
            self.begin_task(drawing=self.progress.answers[at])

    def act_undo(self) -> None:
        """What was done here, or the last step."""
        if self.run.finished is None and not self.run.is_over and not self.desk.undo():
            self.act_back()

    def act_hint(self, *, number: int) -> None:
        """Nudge, where, show it; in a check only the last."""
        if self.run.finished is not None or self.run.is_over:
            return
        if self.step is None and number != len(HINTS):
            return
        self._set(progress=going.hinted(self.progress, number))
        if number == len(HINTS) and not self.run.is_right:
            self.desk.show_way()
        self.show()

    def act_show_answer(self) -> None:
        """A right answer to the check that was just missed."""
        if self.run.finished is None or self.run.judged is None or self.run.is_right:
            return
        self._set(shows_answer=True)
        self.desk.show_answer()
        self.show()

    def act_skip(self) -> None:
        """The three checks at once (need T6)."""
        self._go(len(self.lesson.steps))

    def act_steps(self) -> None:
        """Back to the first step that is not done, or to the first."""
        self._settle()
        self._go(max(0, self.progress.done.find("-")))

    def act_restart(self) -> None:
        """Everything from the beginning; what is to be repeated stays."""
        self._settle()
        self._start_over(going.again(self.progress))

    def act_other_checks(self) -> None:
        """Three other checks."""
        self._settle()
        self._start_over(going.other_checks(self.progress))

    def act_repeat(self) -> None:
        """Checks of the kinds that are due, in new positions."""
        self._settle()
        due = going.due(self.progress, self.run.today)
        repeats = tuple(due[number % len(due)] for number in range(CHECKS)) if due else ()
        self._start_over(going.other_checks(self.progress), repeats=repeats)

    def act_try_check(self, *, code: str) -> None:
        """A check by itself: one that was missed, or that the browser has kept. It counts nothing."""
        if self._is_alone:
            return
        try:
            kind, seed = going.once_of(code)
        except Unreadable:
            kind, seed = "", 1
        if kind not in self.lesson.checks:
            self._tell(self.say("lesson.bad-check"))
            return
        self._settle()
        before = (self.progress, self.run.repeats)
        self._set(is_once=True)
        self._before = before
        self._start_over(going.once(self.progress, seed), repeats=(kind,) * CHECKS)

    def act_once_again(self) -> None:
        """The same check from its beginning."""
        if self.run.is_once:
            self.act_try_check(code=going.once_code(self.run.kind_of(0), self.progress.seed))

    def act_leave_check(self) -> None:
        """Back to where the learner was."""
        if self.run.is_once:
            self._settle()
            self._start_over(self.progress, repeats=self.run.repeats)

    def _settle(self) -> None:
        """A check by itself is over: the learner stands where they stood before it."""
        if self._before is None:
            return
        progress, repeats = self._before
        self._before = None
        self._set(is_once=False, progress=progress, repeats=repeats, finished=None, judged=None)

    def _go(self, at: int) -> None:
        self._settle()
        self._start_over(going.go_to(self.progress, at))

    def _start_over(self, progress: Progress, *, repeats: tuple[str, ...] = ()) -> None:
        if self._is_alone:
            return
        self._set(finished=None, repeats=repeats)
        self.desk.forget()
        self._set_progress(progress)
        self.begin_task()

    def act_restore(self, *, code: str, today: str) -> None:
        """What the link or the browser's store holds; nothing readable changes nothing."""
        try:
            self._set(today=day_of(today))
        except ValueError:
            self._tell(self.say("widgets.ignored"))
            return
        self.is_opened = True
        self._settle()
        if not code:
            self.show()
            return
        try:
            progress = going.decode(code, self.lesson.id, len(self.lesson.steps))
        except Unreadable:
            self._tell(self.say("lesson.bad-link"))
            return
        self._start_over(progress)


class FightLesson(LessonPage):
    """The page with the lesson on fighting, by the name that earlier notebooks know."""

    def __init__(self, lesson_id: str = "fighting", **settings: Any) -> None:
        super().__init__(lesson_id, **settings)


class TurnLessonPage(LessonPage):
    """The page with the lesson on first turns, by the name that earlier notebooks know."""

    def __init__(self, lesson_id: str = "first-turns", **settings: Any) -> None:
        super().__init__(lesson_id, **settings)
