"""Places for streams, shared among those who look on: nobody who opens many keeps the others out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakSet

from fujikoro_nb.serve.connections import files_allowed, room_in

MOST_STREAMS = 400
"""At a time, where there are files for them."""
MOST_OF_CLIENT = 120
"""Of one client: thirty phones behind one address, which come back before their streams of before have ended."""


class Streams:
    """The streams that are open, by client. A new one always gets a place.

    It is that of the client's own oldest when the client has all that one may have, else, when all are taken, that of
    the oldest of whoever has the most.
    """

    def __init__(self, most: int | None = None, most_of_client: int = MOST_OF_CLIENT) -> None:
        self.most = min(MOST_STREAMS, room_in(files_allowed()) // 2) if most is None else most
        self.most_of_client = min(most_of_client, self.most * 3 // 4)
        self._of: dict[str, dict[asyncio.Task[object], None]] = {}
        self._lost: WeakSet[asyncio.Task[object]] = WeakSet()

    @property
    def taken(self) -> int:
        """How many are taken."""
        return sum(map(len, self._of.values()))

    @contextmanager
    def taking(self, client: str) -> Iterator[None]:
        """A place for the present task, which is cancelled when somebody else gets it."""
        task = asyncio.current_task()
        assert task is not None, "streams are tasks"
        if len(self._of.get(client, ())) >= self.most_of_client:
            self._end_oldest(client)
        elif self.taken >= self.most:
            self._end_oldest(max(self._of, key=lambda one: len(self._of[one])))
        self._of.setdefault(client, {})[task] = None
        try:
            yield
        finally:
            self._leave(client, task)

    def is_lost(self) -> bool:
        """Whether the present task was cancelled because somebody else has its place."""
        return asyncio.current_task() in self._lost

    def _end_oldest(self, client: str) -> None:
        task = next(iter(self._of[client]))
        self._leave(client, task)
        self._lost.add(task)
        task.cancel()

    def _leave(self, client: str, task: asyncio.Task[object]) -> None:
        own = self._of.get(client, {})
        own.pop(task, None)
        if not own:
            self._of.pop(client, None)
