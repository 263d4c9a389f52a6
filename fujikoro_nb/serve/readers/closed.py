"""Tables at which only seats write: small games and duels. Which one lies there, and what is seen of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from fujikoro_nb.serve.readers.duel_table import DuelReading
from fujikoro_nb.serve.readers.followed import Followed
from fujikoro_nb.serve.readers.live import Live
from fujikoro_nb.serve.readers.own_seat import OwnSeat
from fujikoro_nb.serve.readers.small_table import SmallReading
from fujikoro_nb.store import State, Table, game_log
from fujikoro_nb.views.evening.seats import NOBODY

_READINGS: Mapping[str, type[SmallReading | DuelReading]] = {
    game_log.SMALL: SmallReading,
    game_log.DUEL: DuelReading,
}


def closed_in(parts: Collection[str]) -> str:
    """The part that makes a table one of closed seats; empty for any other table."""
    return next((part for part in game_log.CLOSED if part in parts), "")


def holds(state: State) -> str:
    """The same of a table as it is."""
    return closed_in(state.parts)


async def follow_closed(live: Live, code: str, language: str, *, part: str, seat: int = NOBODY) -> OwnSeat:
    """What a seat sees there; without a seat what lies open. Raises NoTable, other StoreError."""
    kind = _READINGS[part]

    def make(table: Table, spoken: str) -> Followed:
        return kind(table, spoken, live=live, seat=seat)

    reading = await live.follow(code, language, kind=f"{part} {seat}", make=make)
    assert isinstance(reading, OwnSeat), "its kind is of no other"
    return reading
