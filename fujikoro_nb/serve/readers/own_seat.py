"""A table of closed seats as one seat's phone sees it, or everybody who holds no seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from fujikoro_nb.helper.seats.record import Seat
from fujikoro_nb.play.seat_table import Key, fits
from fujikoro_nb.serve.readers.followed import Followed
from fujikoro_nb.serve.readers.live import Live
from fujikoro_nb.serve.readers.looks import Look
from fujikoro_nb.serve.readers.shown import Shown
from fujikoro_nb.store import Table
from fujikoro_nb.store.labels import in_language
from fujikoro_nb.texts import say
from fujikoro_nb.views.evening.seats import NOBODY, done_by
from fujikoro_nb.widgets.base.widget import FujiWidget


class Titled(Protocol):
    """A page of a seat, as far as all are alike."""

    title: str
    newest: str


class OwnSeat(Followed):
    """A table for whoever holds this seat, and for nobody else. A subclass has the page."""

    page: FujiWidget

    def __init__(self, table: Table, language: str, *, live: Live, seat: int = NOBODY) -> None:
        super().__init__(table, language)
        self.seat, self._live = seat, live
        self._seats: Mapping[int, Seat] = {}

    def head(self, page: Titled, look: Look) -> None:
        """Tell the page what the table is called, and who did what last."""
        newest, page.title, page.newest = look.newest, look.title, ""
        if newest is not None and newest.kind == "change":
            what = in_language(newest.label, self.language)
            page.newest = done_by(newest.name, what, language=self.language)

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
        layout = self.page.layout
        self.page.close()
        layout.close()
