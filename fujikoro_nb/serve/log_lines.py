"""Lines of the log: each cause is said once a minute, so that nobody fills the disk with them."""

from __future__ import annotations

import logging
import math
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

from tornado.web import RequestHandler

from fujikoro_nb.texts import say

MINUTE = 60.0
MOST_CAUSES = 200


class Causes:
    """What was said of late, so that each cause is said once a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._said: OrderedDict[Hashable, tuple[float, int]] = OrderedDict()

    def left_out(self, cause: Hashable) -> int | None:
        """None: said within this minute, be silent. Else how often it was left out since it was said last."""
        now = self._clock()
        at, count = self._said.get(cause, (-math.inf, 0))
        if now - at < MINUTE:
            self._said[cause] = at, count + 1
            return None
        self._said[cause] = now, 0
        self._said.move_to_end(cause)
        if len(self._said) > MOST_CAUSES:
            self._said.popitem(last=False)
        return count

    def line(self, cause: Hashable, text: str) -> str | None:
        """The text as it is to be said now; None: not at all."""
        count = self.left_out(cause)
        if count is None:
            return None
        return f"{text} {say('serve.log-more', count=count)}" if count else text


class OnceAMinute(logging.Filter):
    """Lets one line a minute pass of each logger and place there, and of each kind of error and where it was raised.

    One place logs whatever fails in any handler: the error's own place tells two faults apart.
    """

    def __init__(self, causes: Causes) -> None:
        super().__init__()
        self._causes = causes

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is to be said; it says then how many were not."""
        error = record.exc_info[0] if record.exc_info else None
        cause = (record.name, record.pathname, record.lineno, error, _raised_at(record))
        line = self._causes.line(cause, record.getMessage())
        if line is None:
            return False
        record.msg, record.args = line, ()
        return True


def _raised_at(record: logging.LogRecord) -> tuple[str, int] | None:
    """The innermost place of the error that a line tells."""
    trace = record.exc_info[2] if record.exc_info else None
    if trace is None:
        return None
    while trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame.f_code.co_filename, trace.tb_lineno


CAUSES = Causes()
"""Of this process."""
LOGGERS = ("tornado.general", "tornado.application", "tornado.access", "asyncio", "fujikoro_nb.serve")


def quiet(*others: logging.Logger) -> None:
    """No stranger fills the disk with our log."""
    once = OnceAMinute(CAUSES)
    for logger in (*map(logging.getLogger, LOGGERS), *others):
        logger.addFilter(once)


LONGEST_PATH = 200
"""Of an address in a line of the log."""


def log_request(handler: RequestHandler) -> None:
    """Report faults only, and never a query: it may hold the table's key."""
    if handler.get_status() >= 500:
        request = handler.request
        line = f"{handler.get_status()} {request.method} {request.path[:LONGEST_PATH]}"
        told = CAUSES.line((type(handler), handler.get_status(), request.method), line)
        if told is not None:
            print(told, file=sys.stderr)  # noqa: T201
