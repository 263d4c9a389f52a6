"""What a racer answers in a duel: judged beside the server, on the disk before anybody sees it, no kernel."""

from __future__ import annotations

import functools

from fujikoro_nb.play.duel_seats import DuelSeats, Raced
from fujikoro_nb.play.seat_table import SeatTable
from fujikoro_nb.serve.seats.handlers import SeatRequest

DUEL_ROUTE = r"/fujikoro/seat/([A-Za-z]{6})/duel"


class DuelHandler(SeatRequest):
    """One answer of a racer, or that somebody is ready, gives up, or sees the time run out."""

    async def post(self, code: str) -> None:
        """The version at which the table holds it, once it is on the disk."""
        await self.guarded(code, functools.partial(self._race, code))

    async def _race(self, code: str) -> None:
        if (asked := self.read(Raced)) is None:
            return
        key, language = self.writer(code, asked.seat), self.spoken

        def write(table: SeatTable) -> tuple[int, bool]:
            return DuelSeats(table.table).write(asked, key, language=language)

        version, is_new = await self.desk.write_at(code, write)
        if is_new:
            self.desk.hurry(code, version)
        self.write({"version": version})
