"""A puzzle as a page: statement, cards, board, hints with their prices, and what comes next."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, ClassVar

import ipywidgets
import msgspec
import traitlets as t

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.attempt import Feedback, check, solution_of
from fujikoro_nb.puzzles.book import Book, Entry, book_01
from fujikoro_nb.puzzles.prove import TooManyAnswers, certify
from fujikoro_nb.puzzles.puzzle import Puzzle, decode, encode
from fujikoro_nb.puzzles.steps import rate
from fujikoro_nb.widgets.base.widget import Validator
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
from fujikoro_nb.widgets.learn.puzzle_flow import PuzzleFlow
from fujikoro_nb.widgets.learn.puzzle_view import marks, view


class PuzzlePage(PuzzleFlow, front_end="puzzle_page", sheets=("lesson_page", "puzzle_page")):
    """A book of puzzles, or one of your own with `play`. `view` is what the page shows, `saved` what it keeps."""

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {**PuzzleFlow.acts, "put-back": {}}

    grid = t.Instance(CraftGrid).tag(sync=True, **ipywidgets.widget_serialization)

    def __init__(
        self, book: Book | None = None, *, today: datetime.date | None = None, **settings: Any
    ) -> None:
        self._is_setting = False
        self._open(book or book_01(), today)
        super().__init__(
            grid=CraftGrid(sections=(), can_unlock=False, language=settings.get("language", "en")),
            entry=self.book.entries[0],
            **settings,
        )
        self.grid.observe(self._drawn, names="gear")
        self._begin(self._offered() or self.book.entries[0])

    # ---- which puzzle

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the page."""
        puzzle: Puzzle = self.entry.puzzle
        return puzzle

    def _lay_out(self) -> None:
        """The given cubes on the board, with those that were kept."""
        self.grid.notice = ""
        position = self.puzzle.position
        given = position.layout
        kind = str(position.kind)
        self._is_setting = True
        try:
            with self.grid.hold_sync():
                self.grid.is_editable = not self.attempt.ended
                self.grid.kinds = (kind,)
                self.grid.open_kind = kind
                self.grid.fixed = {kind: [list(column_row(cell)) for cell in cells_of(given.occupied)]}
                self.grid.hand = position.hand
                self.grid.is_unlocked = position.is_unlocked
                self.grid.gear = Gear().with_layout(position.kind, self._readable(self.kept.drawing))
                self.grid.chosen = (position.hand or "W")[0]
                self.grid.forget()
        finally:
            self._is_setting = False

    def _judged(self) -> Feedback:
        return check(self.puzzle, self.entry.certificate, self.layout, language=self.language)

    def _lock(self) -> None:
        self.grid.is_editable = False

    def _readable(self, drawing: str) -> Layout:
        """A kept drawing, if it still belongs to this puzzle."""
        position = self.puzzle.position
        given = position.layout
        if not drawing:
            return given
        try:
            layout = parse_gear(drawing, position.kind, position.limits).layout(position.kind)
        except (Unreadable, Illegal):
            return given
        is_fitting = layout.only(given.occupied) == given
        return layout if is_fitting and (given.cubes + position.cubes).covers(layout.cubes) else given

    @property
    def layout(self) -> Layout:
        """The cubes on the board."""
        return self.grid.gear.layout(self.puzzle.position.kind)

    def _drawn(self, change: Any) -> None:
        if self._is_setting:
            return
        self.feedback = None
        self.notice = ""
        drawing = getattr(self.grid, str(self.puzzle.position.kind))
        self.kept = msgspec.structs.replace(self.kept, drawing=drawing)
        self._show()

    # ---- acts of the solver

    def act_undo(self) -> None:
        """The last cube."""
        if not self.attempt.ended:
            self.grid.undo()

    def act_put_back(self) -> None:
        """The whole hand back, as one change that can be undone."""
        self.act_again()

    def act_again(self) -> None:
        """All cubes back into the hand; what was paid is paid."""
        if not self.attempt.ended:
            self.notice = self.grid.notice = ""
            self.grid.clear()

    def act_show_better(self) -> None:
        """After a right answer that is not the best one: the best."""
        if self.attempt.ended:
            self._is_setting = True
            try:
                best = solution_of(self.puzzle, self.entry.certificate)
                self.grid.gear = Gear().with_layout(self.puzzle.position.kind, best)
            finally:
                self._is_setting = False
            self._show()

    def _linked(self, code: str, notice: str) -> tuple[Entry | None, str]:
        """The puzzle of a link: from the book, or proved now; and what to say when it is none."""
        try:
            puzzle = decode(code)
            known = self.book.entry(puzzle.id)
            if known is not None and known.puzzle == puzzle:
                return known, notice
            certificate = certify(puzzle)
        except Unreadable:
            return None, self.say("puzzle.bad-link")
        except TooManyAnswers:
            return None, self.say("puzzle.not-proven")
        if certificate is None:
            return None, self.say("puzzle.not-proven")
        return Entry(puzzle, certificate, rate(puzzle, certificate)), notice

    # ---- the view

    def _show(self) -> None:
        with self.hold_sync(), self.grid.hold_sync():
            self.grid.marks = marks(self)
            self.saved = keeping.encode(self.kept)
            self.link = self._link_values(encode(self.puzzle))
            self.view = view(self)

    def can_check(self) -> bool:
        """Whether enough cubes lie there for a check that is worth its price."""
        left = self.grid.cubes_left or Cubes()
        return not left if self.puzzle.uses_all else len(left) < len(self.puzzle.position.hand)
