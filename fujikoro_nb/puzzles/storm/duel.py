"""A duel: two people race through the same quick questions, as a log of lines. Pure: clock and seed are the caller's.

Whoever has more right answers when the time is over wins, or who has so many first; a third miss ends a racer's own
race, as in the storm. Moments are milliseconds of one clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Literal, TypeVar

import msgspec

from fujikoro_nb.puzzles.storm.run import MAX_SEED, MOST_MISSES, MOST_SAID
from fujikoro_nb.puzzles.storm.tasks import task

T = TypeVar("T")

RACERS = 2
MOST_NAME = 30
MOST_ROUNDS = 30
"""Of one table; whoever has had enough begins another one."""
MAX_PART = 400_000
"""Bytes of a stored duel."""
MAX_BEGUN = 350_000
"""Bytes at which no other round begins: the longest one has a tenth of it."""


class Goal(msgspec.Struct, frozen=True):
    """What ends a round: so many seconds, or so many right answers; 0: not that."""

    seconds: int = 0
    first: int = 0


GOALS = {
    "minutes-3": Goal(seconds=180),
    "minutes-1": Goal(seconds=60),
    "first-10": Goal(first=10),
    "first-20": Goal(first=20),
}

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_NAME)]
Racer = Annotated[int, msgspec.Meta(ge=0, lt=RACERS)]
Moment = Annotated[int, msgspec.Meta(ge=0, le=10**14)]
Number = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SAID)]


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who races, and for what: the first line."""

    names: tuple[Name, Name]
    goal: Literal["minutes-3", "minutes-1", "first-10", "first-20"]


class Ready(msgspec.Struct, frozen=True, array_like=True, tag="ready"):
    """A racer wants the next round."""

    racer: Racer
    at: Moment


class Began(msgspec.Struct, frozen=True, array_like=True, tag="began"):
    """Both do: its questions are those of this seed, which no phone is told before it is over."""

    seed: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_SEED)]
    at: Moment


class Said(msgspec.Struct, frozen=True, array_like=True, tag="said"):
    """A racer's answer to their next question, and how the engine judged it then."""

    racer: Racer
    number: Number
    yes: bool
    is_right: bool
    at: Moment


class Stopped(msgspec.Struct, frozen=True, array_like=True, tag="stopped"):
    """A racer gives up this round."""

    racer: Racer
    at: Moment


class Ended(msgspec.Struct, frozen=True, array_like=True, tag="ended"):
    """The time was over."""

    at: Moment


Line = Ready | Began | Said | Stopped | Ended


class Race(msgspec.Struct, frozen=True):
    """One racer in one round: what was said to each question, and whether it was right."""

    said: tuple[tuple[bool, bool], ...] = ()
    is_stopped: bool = False

    @property
    def right(self) -> int:
        """Right answers."""
        return sum(is_right for _, is_right in self.said)

    @property
    def misses(self) -> int:
        """Wrong answers."""
        return len(self.said) - self.right

    @property
    def is_out(self) -> bool:
        """Whether this racer answers no more in this round."""
        return self.is_stopped or self.misses >= MOST_MISSES or len(self.said) >= MOST_SAID


class Round(msgspec.Struct, frozen=True):
    """One round of questions."""

    seed: str
    begun: int
    goal: Goal
    races: tuple[Race, Race] = (Race(), Race())
    is_ended: bool = False

    @property
    def ends(self) -> int:
        """When the time is over; 0 without a time."""
        return self.begun + 1000 * self.goal.seconds if self.goal.seconds else 0

    @property
    def is_over(self) -> bool:
        """Whether nobody answers any more: the time is over, the goal reached, or the rest can change nothing."""
        one, two = self.races
        is_won = self.goal.first and max(one.right, two.right) >= self.goal.first
        return (
            self.is_ended
            or bool(is_won)
            or (one.is_out and two.is_out)
            or (one.is_out and two.right > one.right)
            or (two.is_out and one.right > two.right)
        )

    @property
    def winner(self) -> int | None:
        """Who has more right answers; None of a draw."""
        one, two = (race.right for race in self.races)
        return None if one == two else int(two > one)


class Duel(msgspec.Struct, frozen=True):
    """A duel as it stands after its lines."""

    head: Head
    rounds: int = 0
    """That have begun."""
    round: Round | None = None
    """The newest one."""
    won: tuple[int, int] = (0, 0)
    """Rounds that each has won."""
    ready: tuple[bool, bool] = (False, False)
    last: int = 0
    """The newest moment of the log: time does not run back."""

    @property
    def goal(self) -> Goal:
        """What ends a round."""
        return GOALS[self.head.goal]

    @property
    def is_racing(self) -> bool:
        """Whether a round is going on."""
        return self.round is not None and not self.round.is_over


class NotNow(ValueError):
    """A line that cannot come next; ``reason`` is a sentence of table ``seat``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def after(duel: Duel, line: Line) -> Duel:
    """The duel with one line more. Raises NotNow."""
    at = max(duel.last, line.at)
    if isinstance(line, Ready):
        if duel.is_racing:
            raise NotNow("late-duel")
        if duel.rounds >= MOST_ROUNDS:
            raise NotNow("full-duel")
        return msgspec.structs.replace(duel, ready=_put(duel.ready, line.racer, True), last=at)
    if isinstance(line, Began):
        if duel.is_racing or not all(duel.ready):
            raise NotNow("late-duel")
        begun = Round(line.seed, at, duel.goal)
        return msgspec.structs.replace(
            duel, round=begun, rounds=duel.rounds + 1, ready=(False, False), last=at
        )
    now = duel.round
    if now is None or now.is_over:
        raise NotNow("over-duel")
    now = _gone_on(now, line, at)
    won = duel.won
    if now.is_over and now.winner is not None:
        won = _put(won, now.winner, won[now.winner] + 1)
    return msgspec.structs.replace(duel, round=now, won=won, last=at)


def _gone_on(now: Round, line: Said | Stopped | Ended, at: int) -> Round:
    """A round that is not over, with one line more. Raises NotNow."""
    if isinstance(line, Ended):
        if not now.ends or at < now.ends:
            raise NotNow("early-duel")
        return msgspec.structs.replace(now, is_ended=True)
    race = now.races[line.racer]
    if race.is_out:
        raise NotNow("out-duel")
    if now.ends and at >= now.ends:
        raise NotNow("time-duel")
    if isinstance(line, Stopped):
        race = msgspec.structs.replace(race, is_stopped=True)
    elif line.number == len(race.said):
        race = msgspec.structs.replace(race, said=(*race.said, (line.yes, line.is_right)))
    else:
        raise NotNow("late-duel")
    return msgspec.structs.replace(now, races=_put(now.races, line.racer, race))


def judged(duel: Duel, racer: int, number: int, *, yes: bool, at: int) -> Said:
    """An answer as the engine judges it: for the question that this racer has. Raises NotNow."""
    now = duel.round
    if now is None or now.is_over:
        raise NotNow("over-duel")
    if number != len(now.races[racer].said) or number >= MOST_SAID:
        raise NotNow("late-duel")
    return Said(racer, number, yes, task(now.seed, number).answer == yes, at)


def _put(pair: tuple[T, T], place: int, value: T) -> tuple[T, T]:
    return (value, pair[1]) if place == 0 else (pair[0], value)


# ---- as bytes: a line each, so that what comes later only adds

_HEAD = msgspec.json.Decoder(Head).decode
_LINE = msgspec.json.Decoder(Line).decode


def begun(names: Sequence[str], goal: str) -> bytes:
    """A duel that waits for both. Raises ValueError for names or a goal that there cannot be."""
    first = msgspec.json.encode({"names": list(names), "goal": goal})
    _HEAD(first)
    return first + b"\n"


def written(lines: Sequence[Line]) -> bytes:
    """What these lines add."""
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


@lru_cache(maxsize=64)
def read(part: bytes) -> Duel:
    """The duel that a part holds. Raises ValueError: the store keeps bytes as they came, from whomever they came."""
    if len(part) > MAX_PART or not part.endswith(b"\n"):
        raise ValueError("no duel is like this")
    try:
        first, *lines = part.removesuffix(b"\n").split(b"\n")
        duel = Duel(_HEAD(first))
        for line in lines:
            duel = after(duel, _LINE(line))
    except RecursionError:
        raise ValueError("nested deeper than any duel") from None
    return duel
