"""The desk of puzzles on an action: the map and the boards to look at, and the answers to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import ipywidgets

from fujikoro_nb.puzzles.attempt import HintKind
from fujikoro_nb.puzzles.legal.check import answers
from fujikoro_nb.puzzles.legal.puzzle import ActEntry
from fujikoro_nb.puzzles.run import Run
from fujikoro_nb.views.learn import evening_puzzle
from fujikoro_nb.views.learn.act_puzzle import act_view, hint_words, shown_answer, spaces_of, state_of
from fujikoro_nb.widgets.base.widget import text
from fujikoro_nb.widgets.learn.desks import Acts, ChosenDesk, PuzzleHost
from fujikoro_nb.widgets.learn.map_desk import MapDesk

__all__ = ["ActPuzzleDesk", "EveningDesk"]

_NOTHING: dict[str, Any] = {"kind": "", "rows": []}


class ActPuzzleDesk(ChosenDesk):
    """``draft`` is the answer as it stands. The map is to be looked at: a tap on it means nothing."""

    acts: ClassVar[Acts] = {"choose": {"text": text(max_length=100)}}
    word_tables: ClassVar[tuple[str, ...]] = ("widgets", "puzzle", "legal-puzzle")

    def __init__(self, page: PuzzleHost, *, language: str) -> None:
        super().__init__(page, lambda text: text in self.choices)
        self._place = MapDesk(self._tapped, language=language)
        self.map = self._place.map
        self._drawn = ("", False, "")

    @property
    def widgets(self) -> Mapping[str, ipywidgets.Widget]:
        """The map."""
        return self._place.widgets

    @property
    def choices(self) -> tuple[str, ...]:
        """What can be answered."""
        return answers(self._page.run.puzzle)

    def _tapped(self, change: Any) -> None:
        """The map would say of a space whether one may go there, which is what is asked."""
        marked = self._marked()
        if change["new"] != marked:
            self.map.selected = marked

    # ---- the view

    def view(self) -> dict[str, Any]:
        """Position, action and answers; the map is drawn anew once all is over, and in another language."""
        run = self._page.run
        drawn = (run.puzzle.id, bool(run.attempt.ended), self.map.language)
        if self._drawn != drawn:
            self._drawn = drawn
            self._draw()
        return self._task(run)

    def _task(self, run: Run) -> dict[str, Any]:
        return act_view(run, self.draft)

    def _marked(self) -> str:
        return next(reversed(spaces_of(self._page.run.puzzle)), "")

    def _draw(self) -> None:
        shown = state_of(self._page.run.puzzle, has_ended=bool(self._page.run.attempt.ended))
        if shown is None:
            self.map.reach = _NOTHING
            return
        state, seat = shown
        with self.map.hold_sync():
            self.map.show(state, seat=seat, tells_walks=False)
            own = state.samurai[seat].space
            self.map.around = [*([own] if own else []), *spaces_of(self._page.run.puzzle)]
            self.map.reach = _NOTHING
            self.map.selected = self._marked()

    def hint(self, kind: HintKind) -> str:
        """What a hint says that was paid."""
        return hint_words(self._page.run, kind)

    def shown(self, entry: ActEntry) -> dict[str, Any]:
        """The answer to a puzzle in words."""
        return shown_answer(self._page.run, entry)


class EveningDesk(ActPuzzleDesk):
    """The same for a decision in a scenario: spaces to which answers lead have letters, and can be tapped."""

    word_tables: ClassVar[tuple[str, ...]] = ("widgets", "puzzle", "legal-puzzle", "evening-puzzle")

    @property
    def choices(self) -> tuple[str, ...]:
        """What can be answered."""
        choices: tuple[str, ...] = self._page.run.puzzle.choices
        return choices

    def view(self) -> dict[str, Any]:
        """As of every puzzle on an action; the map shows where the chosen answer leads."""
        shown = super().view()
        self._page.after_push(self._mark)
        return shown

    def _task(self, run: Run) -> dict[str, Any]:
        return evening_puzzle.evening_view(run, self.draft)

    def _tapped(self, change: Any) -> None:
        """A space to which an answer leads chooses it; any other one nothing."""
        at = change["new"]
        if at == self._marked():
            return
        chosen = evening_puzzle.choice_of_space(self._page.run, at) if at else ""
        if chosen and not self._page.run.attempt.ended:
            self.act_choose(text=chosen)
        else:
            self._mark()

    def _mark(self) -> None:
        marked = self._marked()
        if self.map.selected != marked:
            with self.map.hold_sync():  # the mark and what is said of it, in one message
                self.map.selected = marked

    def _marked(self) -> str:
        return evening_puzzle.goal_space(self._page.run.puzzle, self.draft) if self.draft else ""

    def _draw(self) -> None:
        run = self._page.run
        rows, seat = evening_puzzle.map_rows(run), evening_puzzle.asked_seat(run)
        state = evening_puzzle.state_shown(run)
        with self.map.hold_sync():
            self.map.show(state, seat=seat, tells_walks=False)
            own = state.samurai[seat].space
            self.map.around = [*([own] if own else []), *(row["spaces"][0] for row in rows)]
            self.map.reach = {"kind": "walk" if rows else "", "rows": rows}
            self.map.selected = self._marked()

    def hint(self, kind: HintKind) -> str:
        """What a hint says that was paid."""
        return evening_puzzle.evening_hint(self._page.run, kind)

    def shown(self, entry: Any) -> dict[str, Any]:
        """The answer to a puzzle in words."""
        return evening_puzzle.evening_answer(self._page.run, entry)
