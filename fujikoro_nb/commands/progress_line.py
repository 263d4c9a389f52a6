"""One line on a terminal that says how far a long answer is, and is gone when the answer comes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from time import monotonic
from typing import TextIO

PATIENCE = 0.5
"""Seconds that somebody waits without asking whether anything happens."""
BETWEEN = 0.2
"""Seconds between two lines: more often nobody reads them."""


class ProgressLine:
    """Call `told` as often as you like; `erase` leaves the terminal as it was."""

    def __init__(self, terminal: TextIO, *, now: Callable[[], float] = monotonic) -> None:
        self._terminal, self._now = terminal, now
        self._next = now() + PATIENCE
        self._width = 0
        """How much of the line is written over next."""

    def told(self, say: Callable[[], str]) -> None:
        """Show what ``say`` says; it is not even asked before half a second, and then five times a second."""
        if self._now() < self._next:
            return
        self._next = self._now() + BETWEEN
        self._show(say()[: shutil.get_terminal_size().columns - 1])

    def erase(self) -> None:
        """Take the line away, if there is one."""
        if self._width:
            self._show("")
            self._terminal.write("\r")
            self._terminal.flush()

    def _show(self, text: str) -> None:
        self._terminal.write("\r" + text.ljust(self._width))
        self._terminal.flush()
        self._width = len(text)
