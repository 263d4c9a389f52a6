"""RulingReader: what a table decided where booklets differ or are silent, as people see it who only look on."""

from __future__ import annotations

from typing import Any

import traitlets as t

from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.evening.ruling_log import played_otherwise, told_decisions

__all__ = ["RulingReader"]


class RulingReader(FujiWidget, front_end="ruling_reader", sheets=("ruling_log", "ruling_reader")):
    """Decisions with rule, who and when, the newest first; and what the game on this table plays otherwise."""

    word_tables = ("widgets", "ruling-log", "ruling-reader")

    lines: t.List[Any] = t.List().tag(sync=True)
    """As `told_decisions` tells them."""
    played: t.List[Any] = t.List().tag(sync=True)
    """``{"rule", "title", "says"}``: readings of the game on this table that are not ours."""
    has_log = t.Bool(True).tag(sync=True)
    """Whether the table keeps a ruling log at all."""

    def show(self, evening: Evening | None, game: Rulings | None) -> None:
        """Draw what an evening and a game hold."""
        chosen = [] if game is None else [one for one in game.chosen if one not in ADOPTED.in_force().items()]
        with self.hold_sync():
            self.has_log = evening is not None
            self.lines = [] if evening is None else told_decisions(evening, self._spoken)
            self.played = played_otherwise(chosen, self._spoken)
