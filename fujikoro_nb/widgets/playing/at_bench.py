"""A question that is answered on the bench of a game's page: the crafting board, and the taps around it."""

from __future__ import annotations

from typing import Any, Protocol

import traitlets as t

from fujikoro_nb.engine.fujikoro.gear.cubes import Material
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.kernel import Question
from fujikoro_nb.views.game.played import Page, PlayedGame
from fujikoro_nb.widgets.playing.bench import Bench
from fujikoro_nb.widgets.playing.flow import Flow

__all__ = ["AtBench", "AtBenchPage"]


class AtBenchPage(Page, Protocol):
    """What the bench writes on the page."""

    bench: dict[str, Any]
    refused: dict[str, Any]


class AtBench:
    """Opens the bench for a rest or a first weapon, and gives what lies on it as the answer."""

    def __init__(self, page: AtBenchPage, game: PlayedGame, flow: Flow, bench: Bench) -> None:
        self._page, self._game, self._flow, self._bench = page, game, flow, bench

    def ask(self, question: Question | None) -> None:
        """Lay out what this question is about; nothing for a question that is answered elsewhere."""
        game, bench = self._game, self._bench
        bench.close()
        if (
            question is not None
            and question.kind in ("craft", "first-weapon")
            and not game.is_bot_asked(question)
        ):
            bench.open(game.playing.state, question.seat, is_first=question.kind == "first-weapon")
        self.show()

    def drawn(self) -> None:
        """A cube was laid or taken off: the backpack is filled anew."""
        if self._bench.is_open:
            self._bench.stow = 0
            self.show()

    def show(self) -> None:
        """What stands around the board."""
        self._page.refused = {}
        self._page.bench = self._bench.view(self._game.words) if self._bench.is_open else {}

    # ---- taps

    def choose_kind(self, kind: str) -> None:
        """Another kind of gear."""
        self._need_bench()
        self._bench.choose_kind(GearKind(kind))
        self.show()

    def waste(self, material: str) -> None:
        """The cube that is lost."""
        self._need_bench()
        self._bench.wasted = Material(material)
        self.show()

    def stow(self, index: int) -> None:
        """Another way to fill the backpack."""
        self._need_bench()
        self._bench.stow = index
        self.show()

    def build(self, card: str) -> None:
        """Lay a card's cheapest craft on the board."""
        self._need_bench()
        if not self._bench.build(card):
            raise t.TraitError(self._page.say("game-page.bench-build-not"))

    def done(self, at: int) -> None:
        """What lies on the board is the answer."""
        if not self._flow.is_now(at, "bench-done"):
            return
        self._need_bench()
        answer = self._bench.answer()
        if answer is None:
            raise t.TraitError(self._page.say("game-page.bench-nothing"))
        self._flow.give(answer)

    def _need_bench(self) -> None:
        """Refuse what is meant for a bench that is not there, or not there any more."""
        if not self._bench.is_open or self._page.stage != "play":
            raise t.TraitError(self._page.say("game-page.late-bench"))
