"""Places for kernels: taken before one starts, given back when it has ended, and a line for those who find none.

Everything here happens in one go of the event loop, without waiting for anything in between: whoever has looked
and found a place has it.

    places = Places(most=2)
    places.enter("ann"), places.enter("bob")        # True, True
    places.enter("eve")                             # False: her page asks again and again
    place = places.ask(None)                        # place.ticket, place.ahead == 0, not place.is_free
    places.leave("ann")
    places.ask(place.ticket).is_free                # True: kept for her for a moment
    places.enter("eve", [place.ticket])             # True
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

PATIENCE_SECONDS = 15.0
"""Who has not asked for so long is passed over, and a place that was kept for somebody is free again."""
FORGOTTEN_SECONDS = 120.0
"""A page out of sight asks once a minute: for so long its turn in the line is kept."""
MOST_WAITING = 200
SPARE = 2
"""A kernel that only waits for a visitor takes none of the last places but one: that is a person's."""


@dataclass(frozen=True)
class Turn:
    """What somebody who waits is told."""

    ticket: str | None
    """To be shown when asking again; None: too many wait already."""
    ahead: int
    """How many come first."""
    is_free: bool = False
    """A place is kept for this ticket."""


class Places:
    """A number of places, and the line in front of them.

    ``most`` is asked each time, and so is ``may_start``: whether one kernel more may start, given how many there are.
    """

    def __init__(
        self,
        most: int | Callable[[], int],
        *,
        may_start: Callable[[int], bool] = lambda taken: True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = most if callable(most) else lambda: most
        self._may_start, self._clock = may_start, clock
        self._taken: set[Hashable] = set()
        self._kept: dict[str, float] = {}  # tickets, and until when a place is kept for each
        self._line: dict[str, float] = {}  # tickets in the order of coming, and when each last asked

    def __len__(self) -> int:
        """Places that nobody else can have now."""
        self._lapse()
        return len(self._taken) + len(self._kept)

    def has(self, holder: Hashable) -> bool:
        """Whether this one holds a place."""
        return holder in self._taken

    @property
    def free(self) -> int:
        """How many more may enter: all that are left, or none when the machine carries no more."""
        taken = len(self)
        left = max(0, self._most() - taken)
        return left if left and self._may_start(taken) else 0

    @property
    def is_awaited(self) -> bool:
        """Whether somebody stands in the line."""
        return self._waiting() > 0

    def enter(self, holder: Hashable, tickets: Iterable[str] = ()) -> bool:
        """Take a place: the one that is kept for a ticket, or a free one for which nobody waits."""
        self._lapse()
        if self.spend(tickets) or (not self.is_awaited and self.free):
            self._taken.add(holder)
            return True
        return False

    def enter_idly(self, holder: Hashable) -> bool:
        """Take a place for a kernel that waits for a visitor, where there are enough."""
        if self.is_awaited or self.free < SPARE:
            return False
        self._taken.add(holder)
        return True

    def spend(self, tickets: Iterable[str]) -> bool:
        """Give up the place that is kept for one of these; False: for none."""
        self._lapse()
        kept = next((ticket for ticket in tickets if ticket in self._kept), None)
        if kept is None:
            return False
        del self._kept[kept]
        return True

    def hand_over(self, holder: Hashable, to: Hashable) -> None:
        """A place changes its name."""
        self._taken.remove(holder)
        self._taken.add(to)

    def leave(self, holder: Hashable) -> None:
        """Give a place back; whoever holds none gives none."""
        self._taken.discard(holder)

    def ask(self, ticket: str | None) -> Turn:
        """Stand in the line, or go on standing there; who is the first to ask when a place is free has it kept."""
        self._lapse()
        if ticket in self._kept:
            return Turn(ticket, 0, is_free=True)
        if ticket is None or ticket not in self._line:
            if len(self._line) >= MOST_WAITING:
                return Turn(None, self._waiting())
            ticket = secrets.token_urlsafe(12)
        self._line[ticket] = self._clock()
        ahead = self._waiting(before=ticket)
        if ahead >= self.free:
            return Turn(ticket, ahead)
        del self._line[ticket]
        self._kept[ticket] = self._clock() + PATIENCE_SECONDS
        return Turn(ticket, 0, is_free=True)

    def _waiting(self, before: str | None = None) -> int:
        """Who stands in the line and has asked lately."""
        now, count = self._clock(), 0
        for ticket, asked in self._line.items():
            if ticket == before:
                break
            count += now - asked < PATIENCE_SECONDS
        return count

    def _lapse(self) -> None:
        now = self._clock()
        for ticket in [ticket for ticket, until in self._kept.items() if until <= now]:
            del self._kept[ticket]
        for ticket in [ticket for ticket, asked in self._line.items() if now - asked > FORGOTTEN_SECONDS]:
            del self._line[ticket]
