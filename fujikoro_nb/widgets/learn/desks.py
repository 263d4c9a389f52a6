"""Where the task of a lesson or a puzzle is done: a board, a fight, a map. The one page asks its desk, which steers it.

Each kind of lessons and of puzzles has its desk in a file of its own, found by the kind's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, ClassVar, Protocol

import ipywidgets

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.learning.lesson import Judged
from fujikoro_nb.learning.run import Run as LessonRun
from fujikoro_nb.puzzles.attempt import HintKind
from fujikoro_nb.puzzles.kind import AnyEntry
from fujikoro_nb.puzzles.run import Run as PuzzleRun
from fujikoro_nb.widgets.base.widget import Validator, flag, one_of, text, whole

Acts = Mapping[str, Mapping[str, Validator]]

CHOOSING: Acts = {
    "cell": {"column": whole(1, 12), "row": whole(1, 12)},
    "die": {"part": text(max_length=10), "colour": one_of("W", "M", "T", "G", ""), "by": one_of(1, -1)},
    "choose": {"text": text(max_length=120)},
}
"""Messages by which an answer in a fight is put together, wherever a fight is shown to learn from."""


TABLE: Acts = {"table": {"on": flag()}}
"""The message that says whether a step is done on screen or at a real table, where its kind can be laid out there."""


class LessonHost(Protocol):
    """The page of a lesson, as its desk knows it."""

    run: LessonRun
    notice: Any

    def tell(self, sentence: str) -> None:
        """Say one line about what just went wrong."""

    def changed(self, judged: Judged | None, *, drawing: str | None = None) -> None:
        """The learner did something, which is judged or not yet; ``drawing`` is kept of it. Shows nothing."""

    def finish_check(self) -> None:
        """What was judged is a check: it counts. Shows nothing."""

    def begin_task(self, **changes: Any) -> None:
        """The pending task afresh, with these changes of the learner's progress."""

    def show(self) -> None:
        """Make the view."""


def move_to_table(page: LessonHost, *, on: bool, drawing: str) -> None:
    """A step on screen, or at the table; what was done of it, ``drawing``, stays done."""
    if page.run.lesson.is_for_table and page.run.step is not None:
        page.begin_task(at_table=on, drawing=drawing)


class LessonDesk(Protocol):
    """Where the tasks of a lesson are done."""

    acts: ClassVar[Acts]
    """Messages of this desk alone."""
    word_tables: ClassVar[tuple[str, ...]]

    @property
    def widgets(self) -> Mapping[str, ipywidgets.Widget]:
        """What the page shows of it, by the page's traits."""

    @property
    def drawing(self) -> str:
        """What the learner has done so far."""

    @property
    def position(self) -> GameState | None:
        """The whole game at a question that somebody may want counsel on; None: there is none, or not now."""

    def lay_out(self) -> Judged | None:
        """The pending task, with what was kept for it; that is judged if it had been before."""

    def forget(self) -> None:
        """Drop what belonged to the task that is left."""

    def judged_anew(self) -> Judged | None:
        """What was judged last, said in the language that is spoken now."""

    def undo(self) -> bool:
        """Take back what was done here; False when there is nothing."""

    def show_way(self) -> None:
        """The last hint was asked for and nothing right stands there: do what helps to see the right way."""

    def show_answer(self) -> None:
        """Make room for a right answer to the check that was just missed."""

    def draw(self) -> None:
        """Bring its widgets up to date."""

    def view(self) -> dict[str, Any]:
        """The view of a step or a check."""


class PuzzleHost(Protocol):
    """The page of a puzzle, as its desk knows it."""

    run: PuzzleRun
    notice: Any

    def changed(self, drawing: str) -> None:
        """The solver changed the answer; ``drawing`` is kept of it."""

    def after_push(self, do: Callable[[], None]) -> None:
        """Do this when the view is on its way to the page: the answer to a tap goes first."""

    def show(self) -> None:
        """Make the view."""


class PuzzleDesk(Protocol):
    """Where a puzzle is solved."""

    acts: ClassVar[Acts]
    """Messages of this desk alone."""
    word_tables: ClassVar[tuple[str, ...]]

    @property
    def widgets(self) -> Mapping[str, ipywidgets.Widget]:
        """What the page shows of it, by the page's traits."""

    @property
    def answer(self) -> str:
        """What lies there."""

    @property
    def can_check(self) -> bool:
        """Whether enough lies there for a check that is worth its price."""

    def lay_out(self) -> None:
        """Show the puzzle with what was kept for it."""

    def lock(self) -> None:
        """The puzzle is over: nothing is changed any more."""

    def undo(self) -> None:
        """Take the last change back."""

    def again(self) -> None:
        """From the beginning; what was paid is paid."""

    def show_better(self) -> None:
        """After a right answer that is not the best one: the best."""

    def view(self) -> dict[str, Any]:
        """Its part of the view."""

    def hint(self, kind: HintKind) -> str:
        """What a hint says that was paid."""

    def shown(self, entry: AnyEntry) -> dict[str, Any]:
        """A puzzle's answer: ``cells`` to draw or none, and ``label``."""


class ChosenDesk:
    """What desks have in common at which one answer is chosen: ``draft``, as the solver has it, or empty.

    ``fits`` says of a text whether it can be an answer to the puzzle on the page.
    """

    def __init__(self, page: PuzzleHost, fits: Callable[[str], bool]) -> None:
        self._page = page
        self._fits = fits
        self.draft = ""

    @property
    def answer(self) -> str:
        """What is chosen; after a reload of a solved puzzle, the answer."""
        run = self._page.run
        return self.draft or run.kind.solution(run.entry)

    @property
    def can_check(self) -> bool:
        """Whether something is chosen."""
        return bool(self.draft)

    def lay_out(self) -> None:
        """What was chosen before a reload, if it still fits."""
        kept = self._page.run.kept.drawing
        self.draft = kept if kept and self._fits(kept) else ""

    def lock(self) -> None:
        """A solution that was shown is chosen."""
        if HintKind.SOLUTION in self._page.run.attempt.hints:
            self.show_better()

    def act_choose(self, *, text: str) -> None:
        """One of the answers."""
        if self._fits(text):
            self._change(text)

    def _change(self, draft: str) -> None:
        if not self._page.run.attempt.ended:
            self.draft = draft
            self._page.changed(draft)

    def undo(self) -> None:
        """Nothing chosen any more."""
        self._change("")

    def again(self) -> None:
        """Choose again."""
        self._change("")

    def show_better(self) -> None:
        """The best answer is chosen."""
        run = self._page.run
        self.draft = run.kind.solution(run.entry)


_LESSONS = {
    "crafting": "crafting_lesson.CraftingDesk",
    "fighting": "fighting_lesson.FightingDesk",
    "small": "small_lesson.SmallDesk",
    "turns": "turns_lesson.TurnsDesk",
}
"""Kind of lessons to its desk."""

_PUZZLES = {
    **dict.fromkeys(("matches", "plays", "endings", "draws"), "small_lesson.SmallPuzzleDesk"),
    "crafting": "crafting_puzzles.CraftingPuzzleDesk",
    "fights": "fight_puzzles.FightPuzzleDesk",
    "dragons": "dragon_puzzles.DragonPuzzleDesk",
    "legal": "act_puzzles.ActPuzzleDesk",
    "forbids": "act_puzzles.ActPuzzleDesk",
    "plans": "plan_puzzles.PlanPuzzleDesk",
    "evenings": "act_puzzles.EveningDesk",
}
"""Kind of puzzles to its desk."""


def lesson_desk(kind: str) -> Any:
    """The desk of a kind of lessons: called with the page and the language, it makes a `LessonDesk`."""
    return _found(_LESSONS[kind])


def puzzle_desk(kind: str) -> Any:
    """The desk of a kind of puzzles: called with the page and the language, it makes a `PuzzleDesk`."""
    return _found(_PUZZLES[kind])


def _found(name: str) -> Any:
    module, _, desk = name.partition(".")
    return getattr(import_module(f"fujikoro_nb.widgets.learn.{module}"), desk)
