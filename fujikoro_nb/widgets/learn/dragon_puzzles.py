"""The desk of puzzles on the dragons' step: the map to tap, and the answer as it is put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from fujikoro_nb.engine.fujikoro.board.geometry import place, spaces_of
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.puzzles.attempt import HintKind
from fujikoro_nb.puzzles.dragons.book import DragonEntry
from fujikoro_nb.puzzles.dragons.puzzle import DragonKind, DragonPuzzle
from fujikoro_nb.puzzles.dragons.questions import question_of
from fujikoro_nb.views.learn.dragon_puzzle import (
    STANDS,
    around,
    dragon_view,
    hint_words,
    offered,
    place_of_space,
    rows_of,
    shown_answer,
    shown_state,
    told_places,
)
from fujikoro_nb.widgets.base.widget import text
from fujikoro_nb.widgets.learn.desks import Acts, ChosenDesk, PuzzleHost
from fujikoro_nb.widgets.learn.map_desk import MapDesk

__all__ = ["DragonPuzzleDesk"]


class DragonPuzzleDesk(ChosenDesk, MapDesk):
    """``draft`` is the answer as it stands: a place, or those of the dragons in their order."""

    acts: ClassVar[Acts] = {"tap": {"at": text(max_length=12)}}
    word_tables: ClassVar[tuple[str, ...]] = ("widgets", "puzzle", "dragon-puzzle")

    def __init__(self, page: PuzzleHost, *, language: str) -> None:
        ChosenDesk.__init__(self, page, self._is_answer)
        MapDesk.__init__(self, self._tapped, language=language)
        self._drawn: tuple[str, str, bool] | None = None
        self._told: tuple[tuple[str, str], Mapping[str, str]] = ("", ""), {}
        self._is_marking = False

    @property
    def puzzle(self) -> DragonPuzzle:
        """The puzzle on the page."""
        puzzle: DragonPuzzle = self._page.run.puzzle
        return puzzle

    @property
    def can_check(self) -> bool:
        """Whether as many places are chosen as make an answer."""
        return len(self.draft.split()) == self._taps

    def lay_out(self) -> None:
        """What was chosen before a reload, if it still fits."""
        super().lay_out()
        self._drawn = None

    def _is_answer(self, draft: str) -> bool:
        """Whether it is one, or what there is so far of one."""
        places = draft.split()
        is_offered = set(places) <= set(offered(self.puzzle)) and len(places) <= self._taps
        return is_offered and " ".join(dict.fromkeys(places)) == draft

    @property
    def _taps(self) -> int:
        return question_of(self.puzzle).taps(self.puzzle)

    # ---- acts of the solver

    def act_tap(self, *, at: str) -> None:
        """A place out of the list, as if it were tapped on the map."""
        if at in offered(self.puzzle) and not self._page.run.attempt.ended:
            self._choose(at)

    def _tapped(self, change: Any) -> None:
        """A space of the map was tapped: its whole place is meant."""
        if change["new"] and not self._is_marking:
            self.act_tap(at=place_of_space(change["new"]))

    def _choose(self, at: str) -> None:
        """The one place, or the next dragon; one that is chosen already begins the order anew."""
        chosen = self.draft.split()
        if self.puzzle.kind != DragonKind.ORDER or at in chosen or len(chosen) == self._taps:
            self._change(at)
        else:
            self._change(" ".join((*chosen, at)))

    # ---- the view

    def view(self) -> dict[str, Any]:
        """The question beside the map, which is brought up to date as soon as the question is on its way."""
        run = self._page.run
        self._page.after_push(self._draw)
        if self._told[0] != (run.puzzle.id, run.language):
            self._told = (run.puzzle.id, run.language), told_places(run)
        return dragon_view(run, self.draft, self._told[1])

    def _draw(self) -> None:
        """The samurai where it was put; once all is over, arrows say what happens."""
        run = self._page.run
        has_ended = bool(run.attempt.ended)
        moved = self.draft if self.puzzle.kind in STANDS else ""  # other answers leave the map as it is
        drawn = (run.puzzle.id, moved, has_ended)
        with self.map.hold_sync():
            if drawn != self._drawn:
                self._drawn = drawn
                self.map.show(shown_state(run, self.draft), seat=Seat(0), tells_walks=has_ended)
                self.map.around = around(run.puzzle)
            self.map.reach = {"kind": "place", "rows": rows_of(run)}
            self._mark()

    def _mark(self) -> None:
        """On the map the place that was chosen last."""
        last = next(reversed(self.draft.split()), "")
        self._is_marking = True
        self.map.selected = spaces_of(place(last).id)[0].id if last else ""
        self._is_marking = False

    def hint(self, kind: HintKind) -> str:
        """What a hint says that was paid."""
        return hint_words(self._page.run, kind)

    def shown(self, entry: DragonEntry) -> dict[str, Any]:
        """The answer to a puzzle in words."""
        return shown_answer(self._page.run, entry)
