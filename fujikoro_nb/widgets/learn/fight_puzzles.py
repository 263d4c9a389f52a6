"""The desk of fight puzzles: a fight at a question, and the answer as it is put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import ipywidgets

from fujikoro_nb.puzzles.attempt import HintKind
from fujikoro_nb.puzzles.fights.book import FightEntry
from fujikoro_nb.puzzles.fights.puzzle import FightPuzzle, guess_text
from fujikoro_nb.puzzles.fights.questions import ANSWER, GUESS, question_of
from fujikoro_nb.puzzles.fights.scene import Moment, opened
from fujikoro_nb.views.fight.scene import is_fitting, with_cell, with_die
from fujikoro_nb.views.learn.fight_puzzle import fight_view, guessed, hint_words, shown_answer
from fujikoro_nb.widgets.base.widget import one_of
from fujikoro_nb.widgets.learn.desks import CHOOSING, Acts, ChosenDesk, PuzzleHost

__all__ = ["FightPuzzleDesk"]


class FightPuzzleDesk(ChosenDesk):
    """``draft`` is the answer as it stands, in fight notation, as a guess, or one of those on offer."""

    acts: ClassVar[Acts] = {**CHOOSING, "guess": {"by": one_of(-10, -1, 1, 10)}}
    word_tables: ClassVar[tuple[str, ...]] = ("combat", "widgets", "puzzle", "word", "fight-task")

    def __init__(self, page: PuzzleHost, *, language: str) -> None:
        super().__init__(page, self._can_be)

    @property
    def widgets(self) -> Mapping[str, ipywidgets.Widget]:
        """The fight is drawn by the page itself."""
        return {}

    @property
    def puzzle(self) -> FightPuzzle:
        """The puzzle on the page."""
        puzzle: FightPuzzle = self._page.run.puzzle
        return puzzle

    @property
    def mode(self) -> str:
        """How it is answered."""
        return question_of(self.puzzle).mode

    @property
    def moment(self) -> Moment:
        """Where its fight stands."""
        return opened(self.puzzle.scene)

    def _can_be(self, text: str) -> bool:
        if self.mode == GUESS:
            return text in {guess_text(percent) for percent in range(101)}
        if self._page.run.entry.certificate.value_of(text) is not None:
            return True
        return self.mode == ANSWER and is_fitting(self.moment, text)

    # ---- acts of the solver

    def act_cell(self, *, column: int, row: int) -> None:
        """Choose a cube, or no longer."""
        if self.mode == ANSWER:
            self._change(with_cell(self.moment, self.draft, column, row))

    def act_die(self, *, part: str, colour: str, by: int) -> None:
        """One die more or less; without a colour the other weapon."""
        if self.mode == ANSWER:
            self._change(with_die(self.moment, self.draft, part, colour, by))

    def act_choose(self, *, text: str) -> None:
        """Choose one of the answers on offer."""
        if self._page.run.entry.certificate.value_of(text) is not None:
            self._change(text)

    def act_guess(self, *, by: int) -> None:
        """More or fewer of 100."""
        if self.mode == GUESS:
            self._change(guess_text(min(100, max(0, guessed(self.draft) + by))))

    def again(self) -> None:
        """Choose again; a guess goes on from where it was."""
        self._change(self.draft if self.mode == GUESS else "")

    # ---- the view

    def view(self) -> dict[str, Any]:
        """The fight and the question in it."""
        return fight_view(self._page.run, self.draft)

    def hint(self, kind: HintKind) -> str:
        """What a hint says that was paid."""
        return hint_words(self._page.run, kind)

    def shown(self, entry: FightEntry) -> dict[str, Any]:
        """The answer to a puzzle in words."""
        return shown_answer(self._page.run, entry)
