"""When what was stored is brought into the file itself: at rest, and at the latest after a minute or 100 changes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

REST_SECONDS = 2.0
"""So long after the last change a table is at rest."""
LONGEST_SECONDS = 30.0
"""After the first change that is not kept yet."""
MOST_CHANGES = 100
AGAIN_SECONDS = 10.0
"""When it is tried again after the disk refused, or somebody read on."""


class Keeper:
    """Calls ``keep`` in a thread of its own; that says whether all is kept now, and never fails."""

    def __init__(self, keep: Callable[[], bool]) -> None:
        self._keep = keep
        self._changed, self._keeping = threading.Condition(), threading.Lock()
        self._count, self._first, self._last = 0, 0.0, 0.0
        self._again = 0.0
        self._thread: threading.Thread | None = None
        self._is_over = False

    def changed(self) -> None:
        """Something was stored. Every hundredth time it is kept before this returns."""
        now = time.monotonic()
        with self._changed:
            self._first = self._first if self._count else now
            self._last = now
            self._count += 1
            is_much = self._count % MOST_CHANGES == 0
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="tables-keeper", daemon=True)
                self._thread.start()
            self._changed.notify()
        if is_much:
            self._keep_now()

    def end(self) -> None:
        """No more; what is not kept yet is kept first."""
        with self._changed:
            self._is_over = True
            self._changed.notify()
            is_open = self._count > 0
        if self._thread is not None:
            self._thread.join()
        if is_open:
            self._keep()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._is_over:
                    wait = self._due() - time.monotonic() if self._count else None
                    if wait is not None and wait <= 0:
                        break
                    self._changed.wait(wait)
                if self._is_over:
                    return
            self._keep_now()

    def _due(self) -> float:
        return max(self._again, min(self._last + REST_SECONDS, self._first + LONGEST_SECONDS))

    def _keep_now(self) -> None:
        with self._keeping:
            with self._changed:
                count = self._count
            is_kept = self._keep()
            with self._changed:
                if is_kept:  # what came meanwhile may be in it or not: it is kept once more
                    self._count -= count
                    self._first, self._again = time.monotonic(), 0.0
                else:
                    self._again = time.monotonic() + AGAIN_SECONDS
