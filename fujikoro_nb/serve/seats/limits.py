"""What one seat's phone may ask of a server: so many writes, so many times sitting down, so many odds."""

from __future__ import annotations

from collections.abc import Callable

from fujikoro_nb.store.guesses import Rate

MAX_BODY = 4096
"""Bytes of a request; a stroke over a whole board has 900."""
WRITES_A_SECOND, WRITES_AT_ONCE = 4.0, 20
SITS_A_SECOND, SITS_AT_ONCE = 0.2, 10
"""Of one client at one table: it is done once an evening, and once more for each lost phone."""
ODDS_A_SECOND, ODDS_AT_ONCE = 1.0, 5


class SeatLimits:
    """Counted since the server was started. ``clock`` gives seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.writes = Rate(WRITES_A_SECOND, WRITES_AT_ONCE, clock=clock)
        self.sits = Rate(SITS_A_SECOND, SITS_AT_ONCE, clock=clock)
        self.odds = Rate(ODDS_A_SECOND, ODDS_AT_ONCE, clock=clock)
