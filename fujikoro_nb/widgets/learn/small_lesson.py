"""The desks of lessons and puzzles on small games: their own table, on which the learner answers, or looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

import ipywidgets

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.learning.lesson import Judged, Outcome
from fujikoro_nb.learning.small.kind import joined, parted
from fujikoro_nb.learning.small.task import Answers, JudgedSmall, Played, SmallTask, begun, judge_small
from fujikoro_nb.puzzles.attempt import HintKind
from fujikoro_nb.puzzles.small.puzzle import SmallEntry
from fujikoro_nb.views.learn.small_lesson import is_live, small_view
from fujikoro_nb.views.learn.small_puzzle import offered, shown_small, small_puzzle_view
from fujikoro_nb.widgets.base.widget import text, whole
from fujikoro_nb.widgets.learn.desks import TABLE, Acts, ChosenDesk, LessonHost, PuzzleHost, move_to_table

__all__ = ["SmallDesk", "SmallPuzzleDesk"]

_MOST_LINES = 999


class SmallDesk:
    """``answers`` are those given so far in this task; ``played`` is the table after them."""

    acts: ClassVar[Acts] = {
        "choose": {"text": text(max_length=400), "at": whole(0, _MOST_LINES)},
        **TABLE,
    }
    word_tables: ClassVar[tuple[str, ...]] = ("widgets", "lesson", "small-page", "small-task")

    played: Played

    def __init__(self, page: LessonHost, *, language: str) -> None:
        self._page = page
        self.answers: Answers = ()
        self._judged: Callable[[], JudgedSmall] | None = None

    @property
    def widgets(self) -> Mapping[str, ipywidgets.Widget]:
        """None: the table is part of the view."""
        return {}

    @property
    def task(self) -> SmallTask:
        """The pending step or check."""
        task: SmallTask = self._page.run.pending
        return task

    @property
    def drawing(self) -> str:
        """The answers so far."""
        return joined(self.answers)

    @property
    def position(self) -> None:
        """None: the planner plays another game."""
        return None

    def lay_out(self) -> Judged | None:
        """The pending task, with what was answered in it before; nothing that cannot be answered here."""
        run = self._page.run
        self.answers, self.played, self._judged = (), begun(self.task), None
        kept = parted(run.progress.drawing)
        if not kept or run.finished is not None or run.is_over:
            return None
        try:
            judged = self._judged_of(kept)
        except Unreadable:
            return None
        if judged.outcome == Outcome.REFUSED:
            return None
        self.answers, self.played = kept, judged.played
        return None if judged.outcome == Outcome.IDLE else judged

    def forget(self) -> None:
        """Nothing is left of a task."""

    def act_table(self, *, on: bool) -> None:
        """On screen, or at the table."""
        move_to_table(self._page, on=on, drawing=self.drawing)

    def act_choose(self, *, text: str, at: int) -> None:
        """An answer as the table sends it: what is refused changes nothing; in a check whatever is judged counts."""
        page = self._page
        if not is_live(page.run) or at != len(self.task.table.before()) + len(self.played.lines):
            return
        try:
            answer = self.task.table.printed(self.task.game.from_text(text))
            judged = self._judged_of((*self.answers, answer))
        except Unreadable:
            page.tell(page.run.say("widgets.ignored"))
            return
        done = None if judged.outcome == Outcome.IDLE else judged
        page.changed(done)
        if judged.outcome != Outcome.REFUSED:
            self.answers, self.played = (*self.answers, answer), judged.played
            page.changed(done, drawing=self.drawing)
        if page.run.step is None and done is not None:
            page.finish_check()
        page.show()

    def _judged_of(self, answers: Answers) -> JudgedSmall:
        self._judged = partial(self._judge, answers)
        return self._judged()

    def _judge(self, answers: Answers) -> JudgedSmall:
        run = self._page.run
        return judge_small(self.task, answers, right=run.praise, language=run.language)

    def judged_anew(self) -> JudgedSmall | None:
        """What was answered last."""
        return None if self._judged is None else self._judged()

    def undo(self) -> bool:
        """All that was answered here."""
        if not self.answers:
            return False
        self._page.begin_task(drawing="")
        return True

    def show_way(self) -> None:
        """The way is said in words; the table stays."""

    def show_answer(self) -> None:
        """The answer is said."""

    def draw(self) -> None:
        """Nothing besides the view."""

    def view(self) -> dict[str, Any]:
        """The table beside what is said of it."""
        return small_view(self._page.run, self.played, self.answers)


class SmallPuzzleDesk(ChosenDesk):
    """Nothing is played at the table: it is part of the view. ``draft`` is the answer that is chosen, or empty."""

    acts: ClassVar[Acts] = {"choose": {"text": text(max_length=60)}}
    word_tables: ClassVar[tuple[str, ...]] = ("widgets", "puzzle", "small-page", "small-puzzle")

    def __init__(self, page: PuzzleHost, *, language: str) -> None:
        super().__init__(page, lambda text: text in offered(page.run))

    @property
    def widgets(self) -> Mapping[str, ipywidgets.Widget]:
        """None."""
        return {}

    def view(self) -> dict[str, Any]:
        """The table and the answers."""
        return small_puzzle_view(self._page.run, self.draft)

    def hint(self, kind: HintKind) -> str:
        """What a hint says that was paid."""
        run = self._page.run
        return run.kind.hint(run.entry, kind, language=run.language).sentence

    def shown(self, entry: SmallEntry) -> dict[str, Any]:
        """The answer to a puzzle in words."""
        return shown_small(self._page.run, entry)
