"""How a learner goes through a lesson, whatever it teaches: steps, hints, checks, repetitions, and what is kept."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
import traitlets as t

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.progress import MAX_CODE, Progress
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator, text, whole

HINTS = ("nudge", "where", "show")


class LessonFlow(FujiWidget):
    """What lessons have in common. A class of its own says what a task is, and how it is set up, judged and shown."""

    word_tables: ClassVar[tuple[str, ...]] = ("widgets", "lesson")
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
        "restore": {"code": text(max_length=MAX_CODE), "today": text(max_length=10)},
    }
    kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of its checks."""
    rules_of_checks: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The rules that each kind tests."""

    view = t.Dict().tag(sync=True)
    saved = t.Unicode().tag(sync=True)
    """The progress as text, for the link and the browser's store."""
    store = t.Unicode().tag(sync=True)
    """Under which name the browser keeps it."""
    progress = t.Instance(Progress)

    def _begin(self, lesson: Any, today: datetime.date | None) -> dict[str, Any]:
        """Take the lesson; returns the traits that follow from it."""
        self.lesson = lesson
        self.today = today or datetime.datetime.now(tz=datetime.UTC).astimezone().date()
        self.judged: Any = None
        self.finished: Any = None  # the check whose verdict is still on show
        self.shows_answer = False  # of that check, after a miss
        self._repeats: tuple[str, ...] = ()
        return {
            "progress": going.start(lesson.id, len(lesson.steps)),
            "store": f"fujikoro-lesson-{lesson.id}",
        }

    # ---- what a lesson of its own says

    def _check(self, kind: str, seed: int) -> Any:
        """The check of a kind that a seed gives."""
        raise NotImplementedError

    def _set_up(self) -> None:
        """Show the pending task afresh."""
        raise NotImplementedError

    def _show(self) -> None:
        """Make the view."""
        raise NotImplementedError

    def _drawing(self) -> str:
        """What the learner has done so far, as text."""
        raise NotImplementedError

    def _forget(self) -> None:
        """Drop what belonged to the task that is left."""

    def _show_way(self) -> None:
        """The last hint was asked for and nothing right stands there: do what helps to see the right way."""

    def _show_answer(self) -> None:
        """Make room for a right answer to the check that was just missed."""

    # ---- what is on the page

    def text(self, key: str, /, **data: Any) -> str:
        """A sentence of this lesson in the page's language."""
        return str(self.lesson.text(key, language=self.language, **data))

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
        number = min(len(self.progress.results), going.CHECKS - 1)
        return self._check(self.kind_of(number), self.progress.seed + number * len(self._repeats))

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
        return self._repeats[number] if number < len(self._repeats) else self.kinds[number]

    @property
    def is_right(self) -> bool:
        """Whether what was judged is right."""
        return self.judged is not None and self.judged.outcome == Outcome.RIGHT

    def _set_progress(self, progress: Progress | None = None, **changes: Any) -> None:
        self.progress = msgspec.structs.replace(progress or self.progress, **changes)

    # ---- acts of the learner

    def act_next(self) -> None:
        """On, after a right step or a finished check."""
        if self.finished is not None:
            self.finished = None
            self._set_up()
        elif self.is_right:
            self._leave_step("s" if self.progress.hints == len(HINTS) else "r")

    def act_keep(self) -> None:
        """It is legal, so it may stay: on to the next step."""
        is_kept = self.judged is not None and self.judged.outcome == Outcome.OTHER
        if is_kept and not self.is_in_checks:
            self._leave_step("k")

    def _leave_step(self, letter: str) -> None:
        self._set_progress(going.step_done(self.progress, letter, self._drawing()))
        self._forget()
        self._set_up()

    def act_again(self) -> None:
        """The step's start position again."""
        if self.finished is None:
            self._set_progress(drawing="")
            self._set_up()

    def _finish_check(self) -> None:
        """The pending check was judged: it counts."""
        self.finished = self.pending
        kind = self.finished.id
        self._set_progress(going.check_done(self.progress, kind, is_right=self.is_right, today=self.today))

    def act_back(self) -> None:
        """One step back, with what was done there."""
        if not self.is_in_checks and self.progress.at:
            at = self.progress.at - 1
            self._set_progress(going.go_to(self.progress, at), drawing=self.progress.answers[at])
            self._set_up()

    def act_undo(self) -> None:
        """What was done here, or the last step."""
        if self.finished is not None or self.is_over:
            return
        if self._drawing():
            self.act_again()
        else:
            self.act_back()

    def act_hint(self, *, number: int) -> None:
        """Nudge, where, show it; in a check only the last."""
        if self.finished is not None or self.is_over or (self.step is None and number != len(HINTS)):
            return
        self._set_progress(going.hinted(self.progress, number))
        if number == len(HINTS) and not self.is_right:
            self._show_way()
        self._show()

    def act_show_answer(self) -> None:
        """A right answer to the check that was just missed."""
        if self.finished is None or self.judged is None or self.is_right:
            return
        self.shows_answer = True
        self._show_answer()
        self._show()

    def act_skip(self) -> None:
        """The three checks at once (PRODUCT T6)."""
        self._go(len(self.lesson.steps))

    def act_steps(self) -> None:
        """Back to the first step that is not done, or to the first."""
        self._go(max(0, self.progress.done.find("-")))

    def act_restart(self) -> None:
        """Everything from the beginning; what is to be repeated stays."""
        fresh = going.start(self.lesson.id, len(self.lesson.steps), seed=self.progress.seed)
        self._start_over(fresh, reviews=self.progress.reviews)

    def act_other_checks(self) -> None:
        """Three other checks."""
        self._start_over(going.other_checks(self.progress))

    def act_repeat(self) -> None:
        """Checks of the kinds that are due, in new positions."""
        due = going.due(self.progress, self.today)
        repeats = tuple(due[number % len(due)] for number in range(going.CHECKS)) if due else ()
        self._start_over(going.other_checks(self.progress), repeats=repeats)

    def _go(self, at: int) -> None:
        self._start_over(going.go_to(self.progress, at))

    def _start_over(self, progress: Progress, *, repeats: tuple[str, ...] = (), **changes: Any) -> None:
        self.finished, self._repeats = None, repeats
        self._forget()
        self._set_progress(progress, **changes)
        self._set_up()

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
        self._start_over(progress)
