"""A duel at puzzles on two phones: each answers for itself, the engine beside the server judges, everything is logged.

    code = begin_duel(store, ("Ann", "Ben"), "minutes-3", title="...").code
    seats = DuelSeats(store.table(code))
    seats.write(Raced(seat=0, id="phone-1-00001", round=0, do="ready"), key)

Sitting down, standing up and taking over are those of every table (`SeatTable`). Nobody is the host of these seats.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from typing import Annotated, Literal

import msgspec

from fujikoro_nb.helper.seats.acts import RequestId, SeatNumber
from fujikoro_nb.helper.seats.record import MOST_WRITES, SeatRefused, part_of, write_seat
from fujikoro_nb.play.duel_table import duel_in
from fujikoro_nb.play.seat_table import Key, hand_of, seat_in, sitters_in, writer_of
from fujikoro_nb.puzzles.storm import duel as duels
from fujikoro_nb.puzzles.storm.duel import Began, Duel, Ended, Line, NotNow, Ready, Stopped
from fujikoro_nb.puzzles.storm.run import MOST_SAID
from fujikoro_nb.store import Add, Entry, Merged, Put, Store, Table, game_log
from fujikoro_nb.store.labels import in_all
from fujikoro_nb.texts import say

__all__ = ["DuelSeats", "Raced", "begin_duel", "lines_of", "milliseconds"]

SEED_BYTES = 12
"""96 bits: with the seed every question and every answer is known."""


class Raced(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a phone asks for: for which round, by the number of rounds that it knows, and which of its questions.

    ``time`` says that the phone's clock has run out; the server's own decides whether that is so.
    """

    seat: SeatNumber
    id: RequestId
    round: Annotated[int, msgspec.Meta(ge=0, le=duels.MOST_ROUNDS)]
    do: Literal["ready", "answer", "stop", "time"]
    at: Annotated[int, msgspec.Meta(ge=0, le=MOST_SAID)] = 0
    yes: bool = False


_STARTED = time.time() - time.monotonic()
"""So that no round grows or ends when somebody sets the server's clock while it runs."""


def milliseconds() -> int:
    """Now, in milliseconds since 1970, by the server's clock as it stood when the server began."""
    return round((_STARTED + time.monotonic()) * 1000)


def begin_duel(store: Store, names: Sequence[str], goal: str, *, title: str) -> Table:
    """A new table at which two people can race. Raises StoreError, and ValueError for names that there cannot be."""
    return store.create(title, [Put(game_log.DUEL, duels.begun(names, goal))])


class DuelSeats:
    """One table. ``clock`` gives milliseconds since 1970, the same before and after the server is started anew."""

    def __init__(self, table: Table, *, clock: Callable[[], int] = milliseconds) -> None:
        self.table, self._clock = table, clock

    def write(self, asked: Raced, key: Key, *, language: str = "en") -> tuple[int, bool]:
        """What a racer does; the version that holds it, and whether it was made now.

        The same request again, by the same key, is answered with the version of the first. Raises SeatRefused, other
        errors of the store.
        """

        def make(parts: dict[str, bytes], _version: int, sent: Entry | None) -> Merged | None:
            who, duel = sitters_in(parts), duel_in(parts)
            hand_of(parts, key, asked.seat, who, language)
            if sent is not None:
                return None
            seat = seat_in(parts, asked.seat)
            if seat.writes >= MOST_WRITES:
                raise SeatRefused("full", max=MOST_WRITES)
            if asked.do == "ready" and len(parts[game_log.DUEL]) > duels.MAX_BEGUN:
                raise SeatRefused("full-duel")
            try:
                lines = lines_of(duel, asked, max(duel.last, self._clock()))
            except NotNow as fault:
                raise SeatRefused(fault.reason) from None
            if not lines:
                return None
            label = in_all(lambda spoken: say(f"seat.label-duel-{asked.do}", language=spoken))
            counted = msgspec.structs.replace(seat, writes=seat.writes + 1)
            changes = (
                Add(game_log.DUEL, duels.written(lines)),
                Put(part_of(asked.seat), write_seat(counted)),
            )
            return Merged(changes, label, writer_of(asked.seat), who.name(asked.seat))

        return self.table.merge(make, key=f"{part_of(key.seat)}.{asked.id}")


def lines_of(duel: Duel, asked: Raced, now: int) -> tuple[Line, ...]:
    """What a request adds to the log, each line tried; empty where nothing is. Raises NotNow."""
    if asked.do == "time":
        ends = duel.round.ends if duel.round is not None and duel.is_racing else 0
        return (Ended(now),) if ends and asked.round == duel.rounds and now >= ends else ()
    if asked.round != duel.rounds:
        raise NotNow("late-duel")
    if asked.do == "ready":
        if duel.ready[asked.seat] and not duel.is_racing:
            return ()  # it was tapped twice
        ready = Ready(asked.seat, now)
        duel = duels.after(duel, ready)
        return (ready, Began(secrets.token_urlsafe(SEED_BYTES), now)) if all(duel.ready) else (ready,)
    line = (
        Stopped(asked.seat, now)
        if asked.do == "stop"
        else duels.judged(duel, asked.seat, asked.at, yes=asked.yes, at=now)
    )
    duels.after(duel, line)
    return (line,)
