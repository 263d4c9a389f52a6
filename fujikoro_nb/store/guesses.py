"""What a client may ask: so much a second, and few codes of tables that there are not. A client is any text."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from fujikoro_nb.store import NoTable

MOST_CLIENTS = 2000
"""That are remembered; the one not heard of for longest goes first."""


class TooSoon(Exception):
    """The client has to wait for so many seconds."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass
class _Tokens:
    left: float
    at: float


class Rate:
    """So many requests a second for each client, and a number at once."""

    def __init__(self, a_second: float, at_once: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._a_second, self._at_once, self._clock = a_second, at_once, clock
        self._of: OrderedDict[str, _Tokens] = OrderedDict()

    def wait(self, client: str) -> int:
        """0: go on, and one less is left. Else the seconds until the next one."""
        now = self._clock()
        known = self._of.setdefault(client, _Tokens(self._at_once, now))
        self._of.move_to_end(client)
        if len(self._of) > MOST_CLIENTS:
            self._of.popitem(last=False)
        known.left = min(self._at_once, known.left + (now - known.at) * self._a_second)
        known.at = now
        if known.left < 1:
            return math.ceil((1 - known.left) / self._a_second)
        known.left -= 1
        return 0


MOST_WRONG = 20
"""Codes of no table that a client may try in a minute."""
MINUTE = 60.0
LONGEST_WAIT = 3600.0
FORGIVEN_AFTER = 3600.0
"""After each such time without a wrong code the next wait is half as long again."""
MOST_RIGHT = 100
"""Codes that a client knows: thirty phones at some tables."""


@dataclass
class _Tries:
    open: dict[str, float] = field(default_factory=dict)
    """Codes that were wrong in this minute, or are being looked for."""
    right: OrderedDict[str, None] = field(default_factory=OrderedDict)
    until: float = -math.inf
    waits: int = 0


class Guesses:
    """Whoever tries codes of tables by chance waits, each time twice as long.

    A code that was right before is never waited for, and one that is wrong again and again, as the phone of a table
    that was put away asks for it, counts once.
    """

    def __init__(self, most: int = MOST_WRONG, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = most, clock
        self._of: OrderedDict[str, _Tries] = OrderedDict()

    @contextmanager
    def trying(self, client: str, code: str) -> Iterator[None]:
        """Look for the table inside. Raises TooSoon before; NoTable inside says that the code was wrong.

        It counts before anybody knows: many that are looked for at once must not all pass.
        """
        code = "".join(letter for letter in code.upper() if letter.isalpha())
        tries = self._tries(client)
        if code not in tries.right:
            self._count(tries, code)
        try:
            yield
        except NoTable:
            tries.right.pop(code, None)
            raise
        except BaseException:
            tries.open.pop(code, None)
            raise
        tries.open.pop(code, None)
        tries.right[code] = None
        tries.right.move_to_end(code)
        if len(tries.right) > MOST_RIGHT:
            tries.right.popitem(last=False)

    def _count(self, tries: _Tries, code: str) -> None:
        now = self._clock()
        if now < tries.until:
            raise TooSoon(math.ceil(tries.until - now))
        tries.open = {one: at for one, at in tries.open.items() if now - at < MINUTE}
        tries.open.setdefault(code, now)
        if len(tries.open) <= self._most:
            return
        if tries.waits:
            tries.waits = max(0, tries.waits - int((now - tries.until) // FORGIVEN_AFTER))
        wait = min(MINUTE * 2**tries.waits, LONGEST_WAIT)
        tries.until, tries.waits = now + wait, min(tries.waits + 1, 10)
        tries.open.clear()
        raise TooSoon(math.ceil(wait))

    def _tries(self, client: str) -> _Tries:
        tries = self._of.setdefault(client, _Tries())
        self._of.move_to_end(client)
        if len(self._of) > MOST_CLIENTS:
            self._of.popitem(last=False)
        return tries
