"""Bots of small games at tables, answering beside the server: one thread for all tables, which take turns."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from fujikoro_nb.helper.seats.record import SeatRefused
from fujikoro_nb.play.small_seats import SmallSeats
from fujikoro_nb.serve.readers.live import Live
from fujikoro_nb.store import Busy, StoreError

LOG = logging.getLogger("fujikoro_nb.serve")
AGAIN_SECONDS = 0.5
"""When a database that was busy is asked again."""


class At(Protocol):
    """What they need of the desk."""

    live: Live

    def hurry(self, code: str, version: int) -> None:
        """Whoever follows this table sees at once what was just written."""


class SmallBots:
    """Lets bots answer wherever one is asked."""

    def __init__(self, desk: At) -> None:
        self._desk = desk
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="small-bots")
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def go_on(self, code: str) -> None:
        """A bot may be asked at this table: it answers, and those after it."""
        code = code.upper()
        if code in self._tasks:
            self._again.add(code)
            return
        self._tasks[code] = asyncio.create_task(self._answer(code))

    def close(self) -> None:
        """Nobody answers any more; the next server goes on."""
        for task in self._tasks.values():
            task.cancel()
        self._worker.shutdown(wait=True, cancel_futures=True)

    async def _answer(self, code: str) -> None:
        try:
            while True:
                self._again.discard(code)
                while (version := await self._one(code)) is not None:
                    if version:
                        self._desk.hurry(code, version)
                if code not in self._again:
                    return
        except (StoreError, SeatRefused) as fault:  # whoever plays next, or looks, lets them try once more
            LOG.warning("bots at table %s: %s", code, fault.reason)
        finally:
            del self._tasks[code]

    async def _one(self, code: str) -> int | None:
        """One answer; 0 when the database was busy, None when no bot is asked.

        Whatever a bot falls over is its own fault: it stands up, and the table plays on with a person in its seat.
        """
        answering = self._aside(code, SmallSeats.let_bot)
        try:
            await asyncio.wait({answering})  # its end is looked at, whatever it is
        finally:
            answering.cancel()
        match answering.exception():
            case None:
                return answering.result()
            case Busy():
                await asyncio.sleep(AGAIN_SECONDS)
                return 0
            case StoreError() | SeatRefused() as fault:  # nothing of a bot's
                raise fault
            case fault:
                LOG.error("a bot at table %s has a fault and stands up", code, exc_info=fault)
                return await self._aside(code, SmallSeats.free_bot)

    def _aside(self, code: str, work: Callable[[SmallSeats], int | None]) -> asyncio.Future[int | None]:
        live = self._desk.live
        return asyncio.get_running_loop().run_in_executor(
            self._worker, lambda: work(SmallSeats(live.store.at(code), live.games))
        )
