"""What a seat answers in a small game: judged beside the server, on the disk before anybody sees it, no kernel."""

from __future__ import annotations

import functools
import json

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.play.seat_table import SeatTable
from fujikoro_nb.play.small_seats import NotAllowed, Played, SmallSeats
from fujikoro_nb.serve.seats.handlers import SeatRequest
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.views.small.words import SmallWords

PLAY_ROUTE = r"/fujikoro/seat/([A-Za-z]{6})/play"


class PlayHandler(SeatRequest):
    """One answer of a seat."""

    async def post(self, code: str) -> None:
        """The version at which the table holds it, once it is on the disk."""
        await self.guarded(code, functools.partial(self._play, code))

    async def _play(self, code: str) -> None:
        if (asked := self.read(Played)) is None:
            return
        key, language = self.writer(code, asked.seat), self.spoken

        def answer(table: SeatTable) -> tuple[int, bool]:
            return SmallSeats(table.table, self.desk.live.games).answer(asked, key, language=language)

        try:
            version, is_new = await self.desk.write_at(code, answer)
        except NotAllowed as fault:
            small = fault.small
            names = [chair.name for chair in small.table.chairs]
            told = SmallWords(small.kind.name, names, language).refused(fault.refusal)
            self.set_status(409)
            self.set_header("Content-Type", "application/json")
            await self.finish(json.dumps({"refused": "illegal", "said": told["text"], "rule": told["rule"]}))
            return
        except Unreadable as fault:
            self.refuse(409, "unreadable", error_sentence(fault, language=language))
            return
        if is_new:
            self.desk.hurry(code, version)
            self.desk.bots.go_on(code)
        self.write({"version": version})
