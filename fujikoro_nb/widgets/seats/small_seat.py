"""SmallSeat: a small game on one of several phones, with the hand of its seat. Drawn beside the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import traitlets as t

from fujikoro_nb.helper.seats.record import Seat
from fujikoro_nb.play.small_table import Small
from fujikoro_nb.texts import words
from fujikoro_nb.views.small.phones import phone_view, rules_of
from fujikoro_nb.widgets.base.widget import FujiWidget

__all__ = ["SmallSeat"]


class SmallSeat(FujiWidget, front_end="small_seat", sheets=("small_games", "seat_page", "small_seat")):
    """`show` draws another moment. What is tapped goes to the server as a request, never to this widget."""

    word_tables: ClassVar = ("widgets", "small-page", "small-seat")

    code = t.Unicode().tag(sync=True)
    title = t.Unicode().tag(sync=True)
    newest = t.Unicode().tag(sync=True)
    """Who did what last at the table; never which card."""
    trouble = t.Unicode().tag(sync=True)
    """Why nothing can be played; empty: nothing is wrong."""
    rules: t.List[str] = t.List().tag(sync=True)
    """The ids of this game's rules in the order of its booklet: what they are called comes with every id."""
    view = t.Dict().tag(sync=True)
    """What this seat may see, or whoever holds none."""

    def show(self, small: Small, held: Mapping[int, Seat], *, seat: int) -> None:
        """Draw this moment for one seat; below 0: for everybody else."""
        self.rules = [*rules_of(small.kind.name)]
        self.view = phone_view(small, held, seat=seat, language=str(self.language))

    def _words_of_this_language(self) -> dict[str, str]:
        """Who sits where is said as at any table, under names of its own."""
        sits = {f"seat.{key}": value for key, value in words("seat-page", language=self.language).items()}
        return super()._words_of_this_language() | sits
