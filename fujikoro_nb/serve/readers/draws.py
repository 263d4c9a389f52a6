"""What is drawn of a table for whoever asks, once for each of its versions, beside the streams and the pages.

Drawing a long game takes seconds. It has a thread of its own, which takes the clients in turn; each has one drawing at
work and a few that wait, and is told to come back when it asks for more.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from fujikoro_nb.serve.readers.live import Live
from fujikoro_nb.store import State
from fujikoro_nb.store.guesses import TooSoon

MOST_KEPT = 64
MOST_OF_CLIENT = 4
"""Drawings of one client, the one at work included."""
MOST_WAITING = 40
"""Of all clients."""
AGAIN_SECONDS = 5


class TooMuch(TooSoon):
    """So much waits to be drawn already."""


class Draws:
    """Drawings of all tables."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._kept: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()
        self._asked: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Lock] = {}
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="drawings")

    async def drawn(self, client: str, code: str, kind: Hashable, make: Callable[[State], Any]) -> Any:
        """What is made of a table as it is now. What it depends on beside the table is part of its kind.

        Raises TooMuch, NoTable, other StoreError.
        """
        head = await self._live.head(code)
        name = (head.code, head.version, kind)
        task = self._kept.get(name)
        if task is None:
            if self._asked[client] >= MOST_OF_CLIENT or self._asked.total() >= MOST_WAITING:
                raise TooMuch(AGAIN_SECONDS)
            self._asked[client] += 1
            task = asyncio.create_task(self._draw(client, head.code, make))
            self._kept[name] = task
            task.add_done_callback(lambda done: self._keep_good(name, done))
            if len(self._kept) > MOST_KEPT:
                self._forget_oldest()
        self._kept.move_to_end(name)
        return await asyncio.shield(task)  # who goes away takes it from nobody else

    def close(self) -> None:
        """Draw no more."""
        self._worker.shutdown(wait=True, cancel_futures=True)

    async def _draw(self, client: str, code: str, make: Callable[[State], Any]) -> Any:
        turn = self._turns.setdefault(client, asyncio.Lock())
        try:
            async with turn:
                state = await self._live.look(code, lambda now: now)
                return await asyncio.get_running_loop().run_in_executor(self._worker, make, state)
        finally:
            self._asked[client] -= 1
            if not self._asked[client]:
                del self._asked[client], self._turns[client]

    def _keep_good(self, name: Hashable, done: asyncio.Task[Any]) -> None:
        """A fault may be over when somebody asks again."""
        if (done.cancelled() or done.exception() is not None) and self._kept.get(name) is done:
            del self._kept[name]

    def _forget_oldest(self) -> None:
        oldest = next((name for name, task in self._kept.items() if task.done()), None)
        if oldest is not None:
            del self._kept[oldest]
