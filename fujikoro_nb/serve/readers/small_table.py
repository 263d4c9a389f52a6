"""A small game at a table, as one seat's phone sees it, or everybody who holds no seat."""

from __future__ import annotations

from fujikoro_nb.helper.seats.record import SeatRefused, seats_in
from fujikoro_nb.serve.readers.live import Live
from fujikoro_nb.serve.readers.own_seat import OwnSeat
from fujikoro_nb.serve.readers.shown import Shown, shown
from fujikoro_nb.store import Table
from fujikoro_nb.texts import say
from fujikoro_nb.views.evening.seats import NOBODY
from fujikoro_nb.widgets.seats.small_seat import SmallSeat


class SmallReading(OwnSeat):
    """A small game for whoever holds this seat."""

    def __init__(self, table: Table, language: str, *, live: Live, seat: int = NOBODY) -> None:
        super().__init__(table, language, live=live, seat=seat)
        self.page: SmallSeat = SmallSeat(language=language, code=table.code)

    def read(self) -> tuple[int, Shown]:
        """The table as it is now, drawn. Raises StoreError."""
        look, page = self._live.newest(self.table), self.page
        self.head(page, look)
        self._seats = seats_in(look.parts)
        try:
            small = self._live.games.at(self.table.code, look.parts)
            page.show(small, self._seats, seat=self.seat)
            apart = small.session.disagreement
            told = {} if apart is None else dict(apart.data)
            page.trouble = (
                "" if apart is None else say(f"save.{apart.reason}", language=self.language, **told)
            )
        except SeatRefused as fault:
            page.trouble, page.view = fault.said(language=self.language), {}
        return look.version, shown(page)
