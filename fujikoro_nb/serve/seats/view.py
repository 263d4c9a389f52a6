"""One seat's view of a table: what its phone draws. Another hand sees another view; nobody is sent more than theirs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fujikoro_nb.content.pack import Areas
from fujikoro_nb.helper.evening.first import called_by
from fujikoro_nb.helper.evening.hours import Hours
from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.seats.record import Hand, Seat, SeatRefused, seats_in
from fujikoro_nb.play.evening_log import hours_at
from fujikoro_nb.play.seat_table import Key, fits, helper_in
from fujikoro_nb.serve.readers.followed import Followed
from fujikoro_nb.serve.readers.looks import Look
from fujikoro_nb.serve.readers.shown import Shown, shown
from fujikoro_nb.store import Table
from fujikoro_nb.store.labels import in_language
from fujikoro_nb.texts import say
from fujikoro_nb.views.evening.seats import done_by
from fujikoro_nb.widgets.seats.seat_page import SeatPage


class SeatReading(Followed):
    """A table for whoever holds a seat. ``seat`` below 0: who has not said yet whose the phone is."""

    def __init__(
        self,
        table: Table,
        language: str,
        *,
        seat: int,
        hand: Hand | None,
        areas: Callable[[], Areas],
        look: Callable[[Table], Look],
    ) -> None:
        super().__init__(table, language)
        self.seat, self.hand, self._areas, self._look = seat, hand, areas, look
        self._seats: Mapping[int, Seat] = {}
        self._hours: Hours | None = None
        self._page = SeatPage(language=language, code=table.code)

    def read(self) -> tuple[int, Shown]:
        """The table as it is now, drawn. Raises StoreError."""
        look = self._look(self.table)
        newest = look.newest
        page = self._page
        page.title = look.title
        page.newest = ""
        if newest is not None and newest.kind in ("change", "undo", "redo"):
            what = in_language(newest.label, self.language)
            page.newest = done_by(newest.name, what, language=self.language)
        try:
            evening = helper_in(look.parts).evening
        except SeatRefused as fault:
            page.trouble, page.view, page.grid = fault.said(language=self.language), {}, None
        else:
            page.trouble, page.title = "", called_by(evening)  # people may have come since it was begun
            self._seats = seats_in(look.parts)
            self._tell_hours(evening)
            page.show(
                evening,
                self._seats,
                seat=self.seat,
                hand=self.hand,
                areas=self._areas(),
                hours=self._hours,
            )
        return look.version, shown(page)

    def _tell_hours(self, evening: Evening) -> None:
        """Of the story, read from the whole log once when the game is over: what is left over then has no hour."""
        if evening.phase != "over":
            self._hours = None
        elif self._hours is None:
            self._hours = hours_at(self.table, evening)

    def is_for(self, key: Key | None) -> bool:
        """Whether who has this key may still see this, as far as it was read."""
        if self.hand is None:
            return True
        return key is not None and fits(self._seats.get(key.seat, Seat()), key)

    def as_before(self) -> Shown | None:
        """The last moment that could be drawn, which says that the table has gone on since."""
        if self.moment is None:
            return None
        return self.moment.with_root(trouble=say("table-view.as-before", language=self.language))

    def close(self) -> None:
        """Let go of the widgets, which ipywidgets keeps until they are closed."""
        widgets = [one for one in (self._page, self._page.grid) if one is not None]
        layouts = [one.layout for one in widgets]
        self._page.close()
        for layout in layouts:
            layout.close()


def kind_of(seat: int, hand: Hand | None) -> str:
    """What of a table this is, for `Live`.

    >>> kind_of(2, "seat"), kind_of(-2, None)
    ('seat 2 seat', 'seat -2 ')
    """
    return f"seat {seat} {hand or ''}"
