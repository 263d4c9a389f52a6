"""A duel at puzzles that lies at a table of the store, and who races there."""

from __future__ import annotations

from collections.abc import Mapping

from fujikoro_nb.helper.seats.record import SeatRefused
from fujikoro_nb.play.seats import Chair
from fujikoro_nb.play.small_table import Players
from fujikoro_nb.puzzles.storm import duel as duels
from fujikoro_nb.puzzles.storm.duel import Duel
from fujikoro_nb.store import game_log

__all__ = ["duel_in", "racers_in"]


def duel_in(parts: Mapping[str, bytes]) -> Duel:
    """The duel of a table. Raises SeatRefused where there is none that can be read."""
    part = parts.get(game_log.DUEL)
    if part is None:
        raise SeatRefused("no-duel")
    return _duel(part)


def racers_in(part: bytes) -> Players:
    """Who may sit at the duel of a part. Raises SeatRefused for what is none of ours."""
    return Players(tuple(Chair(name, "") for name in _duel(part).head.names))


def _duel(part: bytes) -> Duel:
    try:
        return duels.read(part)
    except ValueError:
        raise SeatRefused("duel-broken") from None
