"""Which plan is best: all are played out in the same worlds, and half of them leave after each round.

Work is handed out as jobs through a ``map``: the built-in one, or that of any `concurrent.futures.Executor` (threads,
processes, a Dask cluster's). With a budget of worlds the result is the same whoever works; with one of seconds it is
what could be done in the time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import sqrt
from typing import Any, TypeVar

import msgspec

from fujikoro_nb.bots.planner.aims import aim_of
from fujikoro_nb.bots.planner.rollout import Job, Plan, Seen, played_on
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Seat, Unreadable

T = TypeVar("T")

Map = Callable[[Callable[[Job], Seen], Sequence[Job]], Iterable[Seen]]

MOST_WORLDS = 100_000
Z = 1.96
"""Of an interval of 95 %."""


class Budget(msgspec.Struct, frozen=True):
    """How much is thought about one decision: so many plans played out, or so many seconds, whichever ends first."""

    worlds: int = 48
    seconds: float | None = None

    @classmethod
    def of(cls, text: str) -> Budget:
        """A number of plans played out, or seconds with an s. Raises Unreadable.

        >>> Budget.of("60"), Budget.of("1.5s")
        (Budget(worlds=60, seconds=None), Budget(worlds=100000, seconds=1.5))
        """
        number, is_time = text.removesuffix("s"), text.endswith("s")
        is_number = number.isascii() and number.replace(".", "", int(is_time)).isdecimal() and len(number) < 7
        if not is_number or not 0 < float(number) <= (3600 if is_time else MOST_WORLDS):
            raise Unreadable("bot-budget", text, 0)
        return cls(MOST_WORLDS, float(number)) if is_time else cls(int(number))

    def half(self) -> Budget:
        """Half of it, for what matters less."""
        return Budget(max(1, self.worlds // 2), None if self.seconds is None else self.seconds / 2)


class Looked(msgspec.Struct, frozen=True):
    """A plan and what the worlds made of it."""

    plan: Plan
    seen: tuple[Seen, ...] = ()

    @property
    def worth(self) -> float:
        """On average."""
        return sum(one.worth for one in self.seen) / len(self.seen) if self.seen else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the average lies with 95 %, as far as so few worlds can tell."""
        return mean_interval([one.worth for one in self.seen])


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Where the mean of what these are a sample of lies with 95 %; of one value nothing is known.

    >>> mean_interval([4.0, 4.0, 4.0]), mean_interval([1.0])
    ((4.0, 4.0), (-inf, inf))
    """
    number = len(values)
    if number < 2:
        return (-float("inf"), float("inf"))
    mean = sum(values) / number
    half = Z * sqrt(sum((one - mean) ** 2 for one in values) / (number - 1) / number)
    return (mean - half, mean + half)


def searching(
    view: GameState,
    seat: Seat,
    plans: Sequence[Plan],
    *,
    seed: str,
    budget: Budget,
    least: int = 1,
    keep: int | None = None,
    is_whole: bool = False,
    are_ideas_kept: bool = False,
    run: Map = map,
    now: Callable[[], float] = time.monotonic,
) -> Iterator[tuple[Looked, ...]]:
    """The plans and what was seen of them, after each world, those that are still compared first.

    Every plan is played out once at least, and ``least`` of them to the end; so is the one at ``keep``, which the
    others have to be better than after each round. In the end the first one is the best. ``is_whole``: plans are played
    to the end of the game, and its outcome counts. ``are_ideas_kept``: those ``least`` are of different ideas, as far
    as there are so many.
    """
    begun, turns = now(), aim_of(view).turns(view)
    seen: list[list[Seen]] = [[] for _ in plans]
    alive = list(range(len(plans)))
    rounds = max(1, (len(plans) - 1).bit_length())
    for number in range(rounds):
        each = max(1, budget.worlds // (rounds * len(alive)))
        until = None if budget.seconds is None else begun + budget.seconds * (number + 1) / rounds
        for _ in range(each):
            if until is not None and seen[0] and now() >= until:
                break
            jobs = [
                Job(view, seat, plans[one].parts, f"{seed}/{len(seen[one])}", turns, is_whole=is_whole)
                for one in alive
            ]
            for one, found in zip(alive, run(played_on, jobs), strict=True):
                seen[one].append(found)
                yield tuple(Looked(plans[index], tuple(seen[index])) for index in range(len(plans)))
        ranked = sorted(alive, key=lambda one: (-_mean(seen[one]), one))
        is_last = number == rounds - 1
        if is_last:
            alive = ranked
            break
        if are_ideas_kept:
            ranked = ideas_first(ranked, [plans[one].reason for one in ranked], least)
        stay = ranked[: max(least, (len(ranked) + 1) // 2)]
        if keep is not None:
            stay = [keep, *(one for one in stay if _mean(seen[one]) > _mean(seen[keep]))]
        alive = sorted(stay)
        if alive == [keep]:
            break
    others = sorted(
        (one for one in range(len(plans)) if one not in alive), key=lambda one: (-_mean(seen[one]), one)
    )
    yield tuple(Looked(plans[index], tuple(seen[index])) for index in (*alive, *others))


def ideas_first(ranked: Sequence[T], ideas: Sequence[Hashable], most: int) -> list[T]:
    """The same in the same order, but the best of each of the ``most`` best ideas before all others.

    >>> ideas_first(["east", "west", "rest"], ["temple", "temple", "rest"], 2)
    ['east', 'rest', 'west']
    """
    best: dict[Hashable, int] = {}
    for at, idea in enumerate(ideas):
        best.setdefault(idea, at)
    first = list(best.values())[:most]
    return [ranked[at] for at in (*first, *(at for at in range(len(ranked)) if at not in first))]


def _mean(seen: Sequence[Seen]) -> float:
    return sum(one.worth for one in seen) / len(seen) if seen else 0.0


def best_of(steps: Iterator[tuple[Looked, ...]]) -> tuple[Looked, ...]:
    """What a search comes to."""
    *_, found = steps
    return found


def surely_best(found: Sequence[Looked], usual: Plan, sure: float) -> Plan:
    """The best of those that are better than the usual one beyond what their worlds, which are the same, may be off.

    ``sure``: how many standard errors of the mean difference it has to be above 0.
    """
    [kept] = [one for one in found if one.plan is usual]
    best, lead = usual, 0.0
    for one in found:
        apart = [a.worth - b.worth for a, b in zip(one.seen, kept.seen, strict=False)]
        number = len(apart)
        if one is kept or number < LEAST_WORLDS:
            continue
        mean = sum(apart) / number
        error = sqrt(sum((value - mean) ** 2 for value in apart) / (number - 1) / number)
        if mean - sure * error > lead:
            best, lead = one.plan, mean - sure * error
    return best


LEAST_WORLDS = 3
"""Of fewer nothing is sure."""


def run_on(executor: Any) -> Map:
    """The ``map`` of an executor."""
    run: Map = executor.map
    return run
