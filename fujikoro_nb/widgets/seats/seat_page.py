"""SeatPage: the own board, points and lives of one seat, and what everybody else has. Drawn beside the server."""

from __future__ import annotations

from typing import Any, ClassVar

import ipywidgets
import traitlets as t

from fujikoro_nb.content.pack import Areas
from fujikoro_nb.helper.evening.hours import Hours
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.seats.record import Hand, Seat
from fujikoro_nb.views.evening.seats import seats_view
from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid

__all__ = ["SeatPage"]

_WIDGET: dict[str, Any] = dict(ipywidgets.widget_serialization)


class SeatPage(FujiWidget, front_end="seat_page", sheets=("score_page", "ending", "seat_page")):
    """`show` draws another moment. What is tapped goes to the server as a request, never to this widget."""

    word_tables: ClassVar = ("widgets", "evening-end", "seat-page", "seat-fight")

    code = t.Unicode().tag(sync=True)
    title = t.Unicode().tag(sync=True)
    newest = t.Unicode().tag(sync=True)
    """Who did what last at the table."""
    trouble = t.Unicode().tag(sync=True)
    """Why nothing can be written; empty: nothing is wrong."""
    view = t.Dict().tag(sync=True)
    grid = t.Instance(CraftGrid, allow_none=True).tag(sync=True, **_WIDGET)
    """The own board; None where no seat is open."""

    def show(
        self,
        evening: Evening,
        seats: dict[int, Seat],
        *,
        seat: int,
        hand: Hand | None,
        areas: Areas,
        hours: Hours | None = None,
    ) -> None:
        """Draw this table for one seat; ``hours`` are those of its story."""
        language = str(self.language)
        self.view = seats_view(
            evening, seats, seat=seat, hand=hand, areas=areas, language=language, hours=hours
        )
        if not 0 <= seat < len(evening.people):
            self.grid = None
            return
        if self.grid is None:
            self.grid = CraftGrid(
                is_unlocked=False,
                sections=("verdict", "palette", "facts", "blueprints"),
                language=str(self.language),
            )
        self._lay_out(evening, seats.get(seat, Seat()), seat, areas, is_editable=hand is not None)

    def _lay_out(self, evening: Evening, seat: Seat, number: int, areas: Areas, *, is_editable: bool) -> None:
        """Put the seat's board on the grid: each trait only where it is another one, because each is judged anew."""
        grid, board = self.grid, seat.board
        assert grid is not None, "made before anything is laid on it"
        hero = evening.people[number].character
        if (hero, areas) != (grid.character, grid.areas):
            grid.gear = type(grid.gear)()  # one board's gear may not fit on another
            grid.character, grid.areas = hero, areas
        grid.is_editable = is_editable
        grid.rulings = evening.rulings.switches
        if grid.is_unlocked != board.is_unlocked:
            grid.is_unlocked = board.is_unlocked
        known = {kind: {"state": state, "pattern": drawn} for kind, state, drawn in board.blueprints}
        if {kind: told for kind, told in grid.blueprints.items() if told["state"] != "none"} != known:
            grid.blueprints = known
        gear = board.gear(grid.limits)
        if grid.gear != gear:
            grid.gear = gear
        grid.forget()

    def close(self) -> None:
        """The grid goes with its page."""
        grid = self.grid
        super().close()
        if grid is not None:
            grid.close()
