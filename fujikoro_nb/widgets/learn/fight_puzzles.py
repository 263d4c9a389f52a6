"""Puzzles on fights as a page: a fight at a question, answers that were solved exactly, hints with their prices."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.odds import OddsError
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.attempt import Feedback
from fujikoro_nb.puzzles.fight_attempt import check_fight
from fujikoro_nb.puzzles.fight_book import FightBook, book_02
from fujikoro_nb.puzzles.fight_bound import is_quickly_proved
from fujikoro_nb.puzzles.fight_maker import FightEntry
from fujikoro_nb.puzzles.fight_puzzle import (
    FightKind,
    FightPuzzle,
    certify_fight,
    decode_fight,
    encode_fight,
    guess_text,
)
from fujikoro_nb.puzzles.fight_scene import Moment, opened
from fujikoro_nb.puzzles.fight_steps import rate_fight
from fujikoro_nb.views.fight.scene import is_fitting, with_cell, with_die
from fujikoro_nb.widgets.base.widget import Validator, one_of
from fujikoro_nb.widgets.learn.fight_lesson import CHOOSING
from fujikoro_nb.widgets.learn.fight_puzzle_view import view
from fujikoro_nb.widgets.learn.puzzle_flow import PuzzleFlow

GUESS = 50
"""Where a guess begins."""


class FightPuzzles(PuzzleFlow, front_end="puzzle_page", sheets=("lesson_page", "puzzle_page", "fight_task")):
    """A book of fight puzzles, or one of your own with `play`. `draft` is the answer as it stands."""

    word_tables = ("combat", "widgets", "puzzle", "word", "fight-task")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        **PuzzleFlow.acts,
        **CHOOSING,
        "guess": {"by": one_of(-10, -1, 1, 10)},
    }

    def __init__(
        self, book: FightBook | None = None, *, today: datetime.date | None = None, **settings: Any
    ) -> None:
        self.draft = ""
        self._open(book or book_02(), today)
        super().__init__(entry=self.book.entries[0], store="fujikoro-fights", **settings)
        self._begin(self._offered() or self.book.entries[0])

    @property
    def puzzle(self) -> FightPuzzle:
        """The puzzle on the page."""
        puzzle: FightPuzzle = self.entry.puzzle
        return puzzle

    @property
    def moment(self) -> Moment:
        """Where its fight stands."""
        return opened(self.puzzle.scene)

    def _lay_out(self) -> None:
        """What was chosen before a reload, if it still fits."""
        text = self.kept.drawing
        self.draft = text if text and self._fits(text) else ""

    def _fits(self, text: str) -> bool:
        certificate = self.entry.certificate
        if self.puzzle.kind == FightKind.ODDS:
            return text in {guess_text(percent) for percent in range(101)}
        if certificate.value_of(text) is not None:
            return True
        return self.puzzle.kind == FightKind.ANSWER and is_fitting(self.moment, text)

    def _judged(self) -> Feedback:
        certificate = self.entry.certificate
        answer = self.draft or certificate.solution
        return check_fight(self.puzzle, certificate, answer, language=self.language)

    def _lock(self) -> None:
        if self.attempt.ended == "shown":
            self.draft = self.entry.certificate.solution

    def can_check(self) -> bool:
        """Whether something is chosen."""
        return bool(self.draft)

    # ---- acts of the solver

    def act_cell(self, *, column: int, row: int) -> None:
        """Choose a cube, or no longer."""
        if self.puzzle.kind == FightKind.ANSWER:
            self._change(with_cell(self.moment, self.draft, column, row))

    def act_die(self, *, part: str, colour: str, by: int) -> None:
        """One die more or less; without a colour the other weapon."""
        if self.puzzle.kind == FightKind.ANSWER:
            self._change(with_die(self.moment, self.draft, part, colour, by))

    def act_choose(self, *, text: str) -> None:
        """Choose one of the answers on offer."""
        if self.entry.certificate.value_of(text) is not None:
            self._change(text)

    def act_guess(self, *, by: int) -> None:
        """More or fewer of 100."""
        if self.puzzle.kind == FightKind.ODDS:
            self._change(guess_text(min(100, max(0, self.guessed + by))))

    @property
    def guessed(self) -> int:
        """The guess as it stands."""
        return int(self.draft.removeprefix("guess ")) if self.draft.startswith("guess ") else GUESS

    def _change(self, draft: str) -> None:
        if self.attempt.ended:
            return
        self.draft, self.feedback, self.notice = draft, None, ""
        self.kept = msgspec.structs.replace(self.kept, drawing=draft)
        self._show()

    def act_undo(self) -> None:
        """Nothing chosen any more."""
        self._change("")

    def act_again(self) -> None:
        """Choose again; what was paid is paid."""
        self._change(self.draft if self.puzzle.kind == FightKind.ODDS else "")

    def act_show_better(self) -> None:
        """After a right answer that is not the best one: the best."""
        if self.attempt.ended:
            self.draft = self.entry.certificate.solution
            self._show()

    def _linked(self, code: str, notice: str) -> tuple[FightEntry | None, str]:
        """The puzzle of a link: from the book, or proved now; and what to say when it is none."""
        try:
            puzzle = decode_fight(code)
            known = self.book.entry(puzzle.id)
            if known is not None and known.puzzle == puzzle:
                return known, notice
            if not is_quickly_proved(puzzle):
                return None, self.say("fight-puzzle.too-large")
            certificate = certify_fight(puzzle)
        except Unreadable:
            return None, self.say("fight-puzzle.bad-link")
        except OddsError:
            return None, self.say("fight-puzzle.not-proven")
        if certificate is None:
            return None, self.say("fight-puzzle.not-proven")
        return FightEntry(puzzle, certificate, rate_fight(puzzle, certificate)), notice

    # ---- the view

    def _show(self) -> None:
        with self.hold_sync():
            self.saved = keeping.encode(self.kept)
            self.link = self._link_values(encode_fight(self.puzzle))
            self.view = view(self)
