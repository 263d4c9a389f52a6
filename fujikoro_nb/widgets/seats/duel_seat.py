"""DuelSeat: a duel at puzzles on one of two phones, with the question of its racer. Drawn beside the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import traitlets as t

from fujikoro_nb.helper.seats.record import Seat
from fujikoro_nb.puzzles.storm.duel import Duel
from fujikoro_nb.texts import words
from fujikoro_nb.views.learn.duel import duel_view
from fujikoro_nb.widgets.base.widget import FujiWidget

__all__ = ["DuelSeat"]


class DuelSeat(FujiWidget, front_end="duel_seat", sheets=("storm_page", "seat_page", "duel_seat")):
    """`show` draws another moment. What is tapped goes to the server as a request, never to this widget."""

    word_tables: ClassVar = ("widgets", "storm", "duel")

    code = t.Unicode().tag(sync=True)
    title = t.Unicode().tag(sync=True)
    newest = t.Unicode().tag(sync=True)
    """Who did what last at the table; never what somebody answered."""
    trouble = t.Unicode().tag(sync=True)
    """Why nobody can race; empty: nothing is wrong."""
    view = t.Dict().tag(sync=True)
    """What this racer may see, or whoever holds no seat."""

    def show(self, duel: Duel, held: Mapping[int, Seat], *, seat: int) -> None:
        """Draw this moment for one racer; below 0: for everybody else."""
        self.view = duel_view(duel, held, seat=seat, language=str(self.language))

    def _words_of_this_language(self) -> dict[str, str]:
        """Who sits where is said as at any table, under names of its own."""
        sits = {f"seat.{key}": value for key, value in words("seat-page", language=self.language).items()}
        return super()._words_of_this_language() | sits
