"""A small game at a table, as one seat's phone sees it, or everybody who holds no seat."""

from __future__ import annotations

from collections.abc import Mapping

from fujikoro_nb.helper.seats.record import Seat, SeatRefused, seats_in
from fujikoro_nb.play.seat_table import Key, fits
from fujikoro_nb.serve.readers.followed import Followed
from fujikoro_nb.serve.readers.live import Live
from fujikoro_nb.serve.readers.shown import Shown, shown
from fujikoro_nb.store import State, Table, game_log
from fujikoro_nb.store.labels import in_language
from fujikoro_nb.texts import say
from fujikoro_nb.views.evening.seats import NOBODY, done_by
from fujikoro_nb.widgets.seats.small_seat import SmallSeat


class SmallReading(Followed):
    """A table for whoever holds this seat, and for nobody else."""

    def __init__(self, table: Table, language: str, *, live: Live, seat: int = NOBODY) -> None:
        super().__init__(table, language)
        self.seat, self._live = seat, live
        self._seats: Mapping[int, Seat] = {}
        self._page = SmallSeat(language=language, code=table.code)

    def read(self) -> tuple[int, Shown]:
        """The table as it is now, drawn. Raises StoreError."""
        look, page = self._live.newest(self.table), self._page
        newest, page.title, page.newest = look.newest, look.title, ""
        if newest is not None and newest.kind == "change":
            what = in_language(newest.label, self.language)
            page.newest = done_by(newest.name, what, language=self.language)
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

    def is_for(self, key: Key | None) -> bool:
        """Whether who has this key may still see this, as far as it was read."""
        if self.seat < 0:
            return True
        return key is not None and key.seat == self.seat and fits(self._seats.get(key.seat, Seat()), key)

    def as_before(self) -> Shown | None:
        """The last moment that could be drawn, which says that the table has gone on since."""
        if self.moment is None:
            return None
        return self.moment.with_root(trouble=say("table-view.as-before", language=self.language))

    def close(self) -> None:
        """Let go of the widget, which ipywidgets keeps until it is closed."""
        layout = self._page.layout
        self._page.close()
        layout.close()


def holds_small(state: State) -> bool:
    """Whether a small game lies at this table."""
    return game_log.SMALL in state.parts


async def follow_small(live: Live, code: str, language: str, *, seat: int = NOBODY) -> Followed:
    """What a seat sees of a small game; without a seat what lies open. Raises NoTable, other StoreError."""

    def make(table: Table, spoken: str) -> Followed:
        return SmallReading(table, spoken, live=live, seat=seat)

    return await live.follow(code, language, kind=f"small {seat}", make=make)
