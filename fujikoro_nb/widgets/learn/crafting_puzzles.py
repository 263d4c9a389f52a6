"""The desk of crafting puzzles: the board with the cubes in hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import ipywidgets

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.puzzles.attempt import HintKind
from fujikoro_nb.puzzles.crafting.book import CraftingEntry
from fujikoro_nb.puzzles.crafting.check import solution_of
from fujikoro_nb.puzzles.crafting.puzzle import Puzzle
from fujikoro_nb.views.learn.crafting_puzzle import crafting_view, marks, shown_answer
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
from fujikoro_nb.widgets.learn.desks import Acts, PuzzleHost

__all__ = ["CraftingPuzzleDesk"]


class CraftingPuzzleDesk:
    """Its answer is what lies on the board, in gear notation."""

    acts: ClassVar[Acts] = {"put-back": {}}
    word_tables: ClassVar[tuple[str, ...]] = ("widgets", "puzzle", "word")

    def __init__(self, page: PuzzleHost, *, language: str) -> None:
        self._page = page
        self._is_setting = False
        self.grid = CraftGrid(sections=(), can_unlock=False, language=language)
        self.grid.observe(self._drawn, names="gear")

    @property
    def widgets(self) -> Mapping[str, ipywidgets.Widget]:
        """The board."""
        return {"grid": self.grid}

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the page."""
        puzzle: Puzzle = self._page.run.puzzle
        return puzzle

    @property
    def answer(self) -> str:
        """The cubes on the board."""
        return str(getattr(self.grid, str(self.puzzle.position.kind)))

    @property
    def layout(self) -> Layout:
        """The cubes on the board."""
        return self.grid.gear.layout(self.puzzle.position.kind)

    @property
    def can_check(self) -> bool:
        """Whether enough cubes lie there for a check that is worth its price."""
        left = self.grid.cubes_left or Cubes()
        return not left if self.puzzle.uses_all else len(left) < len(self.puzzle.position.hand)

    def lay_out(self) -> None:
        """The given cubes on the board, with those that were kept."""
        self.grid.notice = ""
        position, run = self.puzzle.position, self._page.run
        kind = str(position.kind)
        self._is_setting = True
        try:
            with self.grid.hold_sync():
                self.grid.is_editable = not run.attempt.ended
                self.grid.kinds = (kind,)
                self.grid.open_kind = kind
                given = cells_of(position.layout.occupied)
                self.grid.fixed = {kind: [list(column_row(cell)) for cell in given]}
                self.grid.hand = position.hand
                self.grid.is_unlocked = position.is_unlocked
                self.grid.gear = Gear().with_layout(position.kind, self._readable(run.kept.drawing))
                self.grid.chosen = (position.hand or "W")[0]
                self.grid.forget()
        finally:
            self._is_setting = False

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

    def _drawn(self, change: Any) -> None:
        if not self._is_setting:
            self._page.changed(self.answer)

    def lock(self) -> None:
        """No cube is moved any more."""
        self.grid.is_editable = False

    def undo(self) -> None:
        """The last cube."""
        if not self._page.run.attempt.ended:
            self.grid.undo()

    def act_put_back(self) -> None:
        """The whole hand back, as one change that can be undone."""
        self.again()

    def again(self) -> None:
        """All cubes back into the hand."""
        if not self._page.run.attempt.ended:
            self._page.notice = self.grid.notice = ""
            self.grid.clear()

    def show_better(self) -> None:
        """The answer that the proof carries."""
        self._is_setting = True
        try:
            best = solution_of(self.puzzle, self._page.run.entry.certificate)
            self.grid.gear = Gear().with_layout(self.puzzle.position.kind, best)
        finally:
            self._is_setting = False

    # ---- the view

    def view(self) -> dict[str, Any]:
        """Cards and hand; hints are marked on the board."""
        run = self._page.run
        self.grid.marks = marks(run, self.layout)
        return crafting_view(
            run,
            left=self.grid.cubes_left or Cubes(),
            can_check=self.can_check,
            undo=str(self.grid.undo_label),
        )

    def hint(self, kind: HintKind) -> str:
        """What a hint says that was paid."""
        run = self._page.run
        return run.kind.hint(run.entry, kind, language=run.language).sentence

    def shown(self, entry: CraftingEntry) -> dict[str, Any]:
        """The drawing that solves a puzzle."""
        return shown_answer(entry)
