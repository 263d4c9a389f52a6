"""What readers see of the tables: made once for all who look on in one language, and no kernel for any of them.

A task asks the store a few times a second what has changed. Whoever follows a table waits for its next moment; a slow
phone skips the moments in between. Reading and drawing happen in one thread beside the server's loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fujikoro_nb.play.small_table import SmallReader
from fujikoro_nb.serve.readers.followed import Followed
from fujikoro_nb.serve.readers.looks import Look, Looks
from fujikoro_nb.serve.readers.one_table import Reading
from fujikoro_nb.serve.readers.shown import Shown
from fujikoro_nb.store import Busy, Head, NoTable, State, Store, StoreError, Table

LOG = logging.getLogger("fujikoro_nb.serve")

LOOK_SECONDS = 0.3
"""Between two looks at the store; a reader sees a change within two seconds."""
RETRY_SECONDS = 10.0
"""When a table that could not be read is looked at again, though nothing new came: a database may be back."""
KEPT_SECONDS = 60.0
"""How long what nobody follows any more is kept: phones come back."""

T = TypeVar("T")


class Live:
    """All readings of a server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.games = SmallReader()
        self._looks = Looks()
        self._readings: dict[tuple[str, str, str], Followed] = {}
        self._known: dict[str, int] = {}
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="tables")
        self._task: asyncio.Task[None] | None = None

    async def follow(
        self, code: str, language: str, *, kind: str = "", make: Callable[[Table, str], Followed] = Reading
    ) -> Followed:
        """The reading of a table, drawn. Raises NoTable and other StoreError. End it with `leave`.

        Who follows another ``kind`` sees what ``make`` draws: one of each kind, table and language for all.
        """
        if self._task is None:
            self._begin()
        table = await self.table(code)
        name = (table.code, language, kind)
        reading = self._readings.get(name)
        if reading is None:
            reading = await self._aside(lambda: make(table, language))
            reading.kind = kind
            reading = self._readings.setdefault(name, reading)
        reading.followers += 1
        is_drawn = reading.moment is not None
        try:
            if not is_drawn:
                reading.version, reading.moment = await self._aside(reading.read)
                reading.is_begun = is_drawn = True
        finally:
            if not is_drawn:
                self.leave(reading)
        return reading

    async def table(self, code: str) -> Table:
        """The table of a code. Raises NoTable and other StoreError."""
        return await self._aside(lambda: self.store.table(code))

    async def head(self, code: str) -> Head:
        """What the list of tables says of one. Raises NoTable and other StoreError."""
        return await self._aside(lambda: self.store.table(code).head())

    async def look(self, code: str, make: Callable[[State], T]) -> T:
        """What somebody makes of a table as it is now, beside the server's loop. Raises NoTable, other StoreError."""
        return await self._aside(lambda: make(self.store.table(code).state()))

    async def hurry(self, code: str, version: int) -> None:
        """This version of a table was just stored: whoever follows it need not wait for the next look."""
        name = self.store.at(code).code
        self._known[name] = max(version, self.stored(name))
        loop = asyncio.get_running_loop()
        mine = [one for (where, _, _), one in self._readings.items() if where == name and one.kind]
        await asyncio.gather(
            *(self._renew(one) for one in mine if self._is_old(one, loop.time())), return_exceptions=True
        )

    def newest(self, table: Table) -> Look:
        """The table as all who follow it see it; for what `follow` draws. Raises StoreError."""
        return self._looks.at(table, self.stored(table.code))

    def leave(self, reading: Followed) -> None:
        """One follower less; what nobody follows is forgotten after a minute."""
        reading.followers -= 1
        asyncio.get_running_loop().call_later(KEPT_SECONDS, self._forget, reading)

    async def next(self, reading: Followed, drawn: Shown | None, *, seconds: float) -> bool:
        """Wait until there is something else to draw, at most so long; whether there is."""
        async with reading.drawn_anew:
            try:
                await asyncio.wait_for(
                    reading.drawn_anew.wait_for(lambda: reading.moment is not drawn), timeout=seconds
                )
            except TimeoutError:
                return False
        return True

    def close(self) -> None:
        """Stop watching."""
        if self._task is not None:
            self._task.cancel()
        self._worker.shutdown(wait=True, cancel_futures=True)
        self.store.close()

    def _forget(self, reading: Followed) -> None:
        key = (reading.table.code, reading.language, reading.kind)
        if not reading.followers and self._readings.get(key) is reading:
            del self._readings[key]
            self._worker.submit(reading.close)

    async def _aside(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    def _begin(self) -> None:
        self._task = asyncio.create_task(self._watch())
        self._task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """A fault of ours must not leave all phones with an old picture: it is logged, and the watch begins again."""
        if not task.cancelled():
            LOG.error("the watch of the tables ended", exc_info=task.exception())
            asyncio.get_running_loop().call_later(LOOK_SECONDS, self._begin)

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                news = await self._aside(lambda: self.store.changes(self._known))
                self._known.update(news)
            except StoreError as fault:  # said by the writer's page; the next look may find it mended
                LOG.warning("tables cannot be read: %s", fault.reason)
            old = [one for one in self._readings.values() if self._is_old(one, loop.time())]
            ends = await asyncio.gather(*map(self._renew, old), return_exceptions=True)
            for reading, end in zip(old, ends, strict=True):
                if end is None:
                    continue
                reading.again_at = loop.time() + RETRY_SECONDS
                if reading.tried != self._stored(reading):  # a fault of this table's alone: the others go on
                    reading.tried = self._stored(reading)
                    LOG.error("table %s cannot be shown", reading.table.code, exc_info=end)
                    await self._show(reading, reading.version, reading.as_before())
            await asyncio.sleep(LOOK_SECONDS)

    def _is_old(self, reading: Followed, now: float) -> bool:
        """Whether it is to be drawn anew; what could not be is tried again after a while.

        Who begins to follow draws it first, and hears what is wrong.
        """
        stored = self._stored(reading)
        return (
            reading.is_begun
            and stored != reading.version
            and (stored != reading.tried or now > reading.again_at)
        )

    def stored(self, code: str) -> int:
        """The version at which a table is known to be stored; 0: it is gone, or nobody has looked yet."""
        return self._known.get(code, 0)

    def _stored(self, reading: Followed) -> int:
        return self.stored(reading.table.code)

    async def _renew(self, reading: Followed) -> None:
        moment: Shown | None
        try:
            version, moment = await self._aside(reading.read)
        except NoTable:
            version, moment = 0, None
        except Busy:
            return  # the next look comes soon
        await self._show(reading, version, moment)

    async def _show(self, reading: Followed, version: int, moment: Shown | None) -> None:
        async with reading.drawn_anew:
            reading.version, reading.moment = version, moment
            reading.drawn_anew.notify_all()
