"""A failed gear check of the helper becomes a puzzle, which the table keeps."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from fujikoro_nb.background import Background
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Report
from fujikoro_nb.engine.kernel import Refusal, Unreadable
from fujikoro_nb.helper.said import Said, sentence
from fujikoro_nb.helper.stored import HelperTable, with_puzzle, without_puzzle
from fujikoro_nb.puzzles.crafting.book import CraftingEntry
from fujikoro_nb.puzzles.crafting.maker import puzzle_from
from fujikoro_nb.puzzles.crafting.position import Offer, Position
from fujikoro_nb.puzzles.crafting.puzzle import decode, encode, statement
from fujikoro_nb.texts import refusal_sentence
from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.gear.card_strip import CardStrip
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid

__all__ = ["SavedPuzzles"]

LOG = logging.getLogger("fujikoro_nb.widgets")
FEW_CUBES = 3
"""A card that lacks more cubes than this was not missed: nobody aimed at it."""


class SavedPuzzles:
    """Made of the gear on ``grid`` and the cards on ``strip``.

    ``table`` is asked for what is saved, ``keep`` told of a table with one more, after ``note`` was told what the
    change is called; ``say`` is told what became of the last try.
    """

    def __init__(
        self,
        page: FujiWidget,
        grid: CraftGrid,
        strip: CardStrip,
        *,
        at: str,
        table: Callable[[], HelperTable],
        note: Callable[[HelperTable, Said], None],
        keep: Callable[[HelperTable], None],
        say: Callable[[str], None],
    ) -> None:
        self._page, self._grid, self._strip, self._at = page, grid, strip, at
        self._table, self._note, self._keep, self._say = table, note, keep, say
        self._prover: Background | None = None

    @property
    def _checked(self) -> tuple[GearKind, Report]:
        kind = GearKind(self._grid.open_kind)
        return kind, self._grid.report(kind)

    def _missed_cards(self, kind: GearKind) -> list[Any]:
        """Cards that the gear of this kind lacks few cubes of, the nearest first."""
        strip = self._strip
        missed = [
            (away, card)
            for card in strip.cards
            if card.kind == kind and (away := strip.distance(card.id)) is not None and 1 <= away <= FEW_CUBES
        ]
        return [card for _, card in sorted(missed, key=lambda pair: pair[0])]

    def told(self) -> dict[str, Any]:
        """Whether there is something to save, and what was saved."""
        kind, report = self._checked
        layout = self._grid.gear.layout(kind)
        return {
            "can": bool(layout) and (not report.is_legal or bool(self._missed_cards(kind))),
            "saved": [
                {"code": code, "says": says, "url": f"{self._at}#puzzle={code}" if self._at else ""}
                for code in self._table().puzzles
                if (says := self._statement(code))
            ],
        }

    def _statement(self, code: str) -> str:
        """What a saved puzzle asks; empty for a code that is none."""
        try:
            return statement(decode(code), language=str(self._page.language))
        except Unreadable:
            return ""

    def save(self) -> None:
        """Make a puzzle of the gear in front, with a proven answer; the proof takes a while, so beside the page."""
        kind, _ = self._checked
        grid = self._grid
        if not grid.limits.is_symmetric:
            self._say(self._page.say("helper-table.puzzle-symmetric"))
            return
        cards = tuple(
            Offer(card.id[:40], print_pattern(card.pattern), card.provenance)
            for card in self._missed_cards(kind)[:2]
        )
        position = Position(kind=kind, is_unlocked=grid.is_open, cards=cards)
        layout = grid.gear.layout(kind)
        self._say(self._page.say("helper-table.puzzle-proving"))
        if self._prover is None:
            self._prover = Background()
        self._prover.start(
            lambda _: puzzle_from(position, layout),
            done=self._made,
            failed=self._failed,
            progress=lambda _: None,
        )

    def _made(self, made: CraftingEntry | Refusal) -> None:
        if isinstance(made, Refusal):
            self._say(refusal_sentence(made, language=str(self._page.language)))
            return
        before, code = self._table(), encode(made.puzzle)
        if code in before.puzzles:
            self._say(self._page.say("helper-table.puzzle-there"))
            return
        self._note(before, sentence("helper-table.change-puzzle"))
        self._keep(with_puzzle(before, code))
        self._say(self._page.say("helper-table.puzzle-saved"))

    def drop(self, code: str) -> None:
        """Keep this puzzle no more; the page's undo brings it back."""
        before = self._table()
        if code in before.puzzles:
            self._note(before, sentence("helper-table.change-puzzle-dropped"))
            self._keep(without_puzzle(before, code))

    def _failed(self, fault: Exception) -> None:
        LOG.error("no puzzle of this gear", exc_info=fault)
        self._say(self._page.say("widgets.failed"))
