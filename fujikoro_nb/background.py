"""Long work beside a page: one computation at a time in a thread, with progress, cancelled by the next one.

Results come back on the event loop that the page's messages arrive on, so nobody but the worker ever runs beside a
handler. Where no loop runs (a script, a test) the work is done at once.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

__all__ = ["Background", "Cancelled", "Report"]

Report = Callable[[float], None]
"""Told the share that is done; raises `Cancelled` when nobody waits for the result any more."""

EVERY_SECONDS = 0.1
"""Between two reports to the page."""


class Cancelled(Exception):
    """Nobody waits for this computation any more."""


class Background:
    """Runs work one after the other; only the newest counts. All methods belong to the thread of the page.

    Those that share a ``turn`` run one after the other as well.
    """

    def __init__(self, turn: threading.Lock | None = None) -> None:
        self._turn = turn or threading.Lock()
        self._newest = 0
        self._is_running = False

    @property
    def is_running(self) -> bool:
        """Whether a result is still to come."""
        return self._is_running

    def cancel(self) -> None:
        """Forget what runs; the worker notices at its next report."""
        self._newest += 1
        self._is_running = False

    def start(
        self,
        work: Callable[[Report], Any],
        *,
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
        progress: Callable[[float], None],
    ) -> None:
        """Do this instead of whatever runs. ``failed`` gets any exception of ``work`` but `Cancelled`."""
        self.cancel()
        self._is_running = True
        number = self._newest
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._do(number, work, done, failed, lambda share: self._if_newest(number, progress, share))
            return

        def post(handler: Callable[[Any], None], value: Any) -> None:
            try:
                loop.call_soon_threadsafe(self._if_newest, number, handler, value)
            except RuntimeError:  # the loop is closed: the page is gone
                raise Cancelled from None

        last = 0.0

        def report(share: float) -> None:
            nonlocal last
            if number != self._newest:
                raise Cancelled
            if (now := time.monotonic()) - last >= EVERY_SECONDS:
                last = now
                post(progress, share)

        def run() -> None:
            with self._turn:
                if number == self._newest:
                    self._do(number, work, lambda it: post(done, it), lambda it: post(failed, it), report)

        threading.Thread(target=run, name="fujikoro-beside", daemon=True).start()

    def _do(
        self,
        number: int,
        work: Callable[[Report], Any],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
        report: Report,
    ) -> None:
        try:
            result = work(report)
        except Cancelled:
            return
        except Exception as fault:  # noqa: BLE001  # whatever it is, the page must hear that no answer comes
            self._finish(number, failed, fault)
        else:
            self._finish(number, done, result)

    def _finish(self, number: int, handler: Callable[[Any], None], value: Any) -> None:
        try:
            handler(value)
        except Cancelled:
            return

    def _if_newest(self, number: int, handler: Callable[[Any], None], value: Any) -> None:
        if number == self._newest:
            handler(value)
