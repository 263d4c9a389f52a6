"""What a server adds to a table for those who look on, and for those who write a seat from a phone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from jinja2 import Environment
from jupyter_server.utils import url_path_join

from fujikoro_nb.serve.readers.handlers import Names, Readers
from fujikoro_nb.serve.seats.duel import DUEL_ROUTE, DuelHandler
from fujikoro_nb.serve.seats.handlers import (
    LEAVE_SEAT_ROUTE,
    SEAT_EVENTS_ROUTE,
    SEAT_ROUTE,
    SIT_ROUTE,
    WRITE_ROUTE,
    Desk,
    LeaveSeatHandler,
    SeatEventsHandler,
    SeatHandler,
    SitHandler,
    WriteHandler,
)
from fujikoro_nb.serve.seats.odds import ODDS_ROUTE, OddsHandler, OddsPool
from fujikoro_nb.serve.seats.play import PLAY_ROUTE, PlayHandler
from fujikoro_nb.store import Store


class ReadersAndSeats(Readers):
    """Both. Made once, in the server's own process. ``has_host``: a device may sit down as the host of all seats."""

    has_seats = True

    def __init__(
        self, store: Store, *, has_host: bool = True, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(store)
        self._has_host = has_host
        self.desk = Desk(self.live, self.limits, clock=clock)
        self.odds = OddsPool(clock=clock)

    def routes(self, jinja: Environment, base_url: str, names: Names | None) -> list[tuple[Any, ...]]:
        """The addresses of readers and seats, as tornado takes them."""
        desk = {"desk": self.desk}
        following = {"live": self.live, "limits": self.limits}
        routes: list[tuple[Any, ...]] = [
            (
                SEAT_ROUTE,
                SeatHandler,
                {**following, "jinja": jinja, "base_url": base_url, "has_host": self._has_host},
            ),
            (SEAT_EVENTS_ROUTE, SeatEventsHandler, {**following, **desk}),
            (SIT_ROUTE, SitHandler, desk),
            (WRITE_ROUTE, WriteHandler, desk),
            (PLAY_ROUTE, PlayHandler, desk),
            (DUEL_ROUTE, DuelHandler, desk),
            (LEAVE_SEAT_ROUTE, LeaveSeatHandler, desk),
            (ODDS_ROUTE, OddsHandler, {**desk, "pool": self.odds}),
        ]
        own = [(url_path_join(base_url, place), *what) for place, *what in routes]
        return [*own, *super().routes(jinja, base_url, names)]

    def close(self) -> None:
        """What is under way is written first."""
        self.odds.close()
        self.desk.close()
        super().close()
