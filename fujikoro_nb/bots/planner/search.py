"""Which plan is best: all are played out in the same worlds, and half of them leave after each round.

Work is handed out as jobs through a ``map``: the built-in one, or that of any `concurrent.futures.Executor` (threads,
processes, a Dask cluster's). With a budget of worlds the result is the same whoever works; with one of seconds it is
what could be done in the time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import sqrt
from operator import attrgetter
from typing import Any, TypeVar

import msgspec

from fujikoro_nb.bots.planner.aims import aim_of
from fujikoro_nb.bots.planner.rollout import Job, Plan, Seen, played_on
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Seat, Unreadable

T = TypeVar("T")

Map = Callable[[Callable[[Job], Seen], Sequence[Job]], Iterable[Seen]]

Measure = Callable[[Seen], float]

WORTH: Measure = attrgetter("worth")
STAKE: Measure = attrgetter("stake")

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
    chosen_by: int = 0
    """So many of these worlds decided that it is still compared; the later ones know nothing of that."""

    @property
    def worth(self) -> float:
        """On average."""
        return sum(one.worth for one in self.seen) / len(self.seen) if self.seen else 0.0


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Where the mean of what these are a sample of lies with 95 %, after Student; of one value nothing is known.

    >>> mean_interval([4.0, 4.0, 4.0]), mean_interval([1.0])
    ((4.0, 4.0), (-inf, inf))
    """
    number = len(values)
    if number < 2:
        return (-float("inf"), float("inf"))
    mean = sum(values) / number
    half = student(number - 1) * sqrt(sum((one - mean) ** 2 for one in values) / (number - 1) / number)
    return (mean - half, mean + half)


_STUDENT = (12.706, 4.303, 3.182, 2.776)
"""The quantile of 97.5 % for one degree of freedom, two, three and four."""


def student(freedom: int) -> float:
    """How many standard errors an interval of 95 % reaches to either side; from five degrees on by its series in 1/n.

    >>> [round(student(freedom), 2) for freedom in (1, 5, 11, 47)]
    [12.71, 2.57, 2.2, 2.01]
    """
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    return (
        Z
        + (Z**3 + Z) / (4 * freedom)
        + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
        + (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * freedom**3)
    )


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
    is_first_kept: bool = False,
    measure: Measure = WORTH,
    run: Map = map,
    now: Callable[[], float] = time.monotonic,
) -> Iterator[tuple[Looked, ...]]:
    """The plans and what was seen of them, after each world, those that are still compared first.

    Every plan is played out once at least, and ``least`` of them to the end; so is the one at ``keep``, which the
    others have to be better than after each round. In the end the first one is the best. ``is_whole``: plans are played
    to the end of the game, and its outcome counts. ``are_ideas_kept``: those ``least`` are of different ideas, as far
    as there are so many, and the last round, which they are told by, has twice the worlds of any other.
    ``is_first_kept``: the first plan is one of them. ``measure``: what plans are compared by.
    """
    begun, turns = now(), aim_of(view).turns(view)
    seen: list[list[Seen]] = [[] for _ in plans]
    alive = list(range(len(plans)))
    chosen_by = [0] * len(plans)
    rounds = max(1, (len(plans) - 1).bit_length())
    parts = [1] * rounds
    if are_ideas_kept:
        parts[-1] = 2
    for number, part in enumerate(parts):
        each = max(1, budget.worlds * part // (sum(parts) * len(alive)))
        share = sum(parts[: number + 1]) / sum(parts)
        until = None if budget.seconds is None else begun + budget.seconds * share
        if number == rounds - 1:
            chosen_by = [len(one) for one in seen]
        for _ in range(each):
            if until is not None and seen[0] and now() >= until:
                break
            jobs = [
                Job(view, seat, plans[one].parts, f"{seed}/{len(seen[one])}", turns, is_whole=is_whole)
                for one in alive
            ]
            for one, found in zip(alive, run(played_on, jobs), strict=True):
                seen[one].append(found)
                yield tuple(
                    Looked(plans[index], tuple(seen[index]), chosen_by[index]) for index in range(len(plans))
                )
        ranked = sorted(alive, key=lambda one: (-_mean(seen[one], measure), one))
        is_last = number == rounds - 1
        if is_last:
            alive = ranked
            break
        if are_ideas_kept:
            ranked = ideas_first(ranked, [plans[one].reason for one in ranked], least)
        stay = ranked[: max(least, (len(ranked) + 1) // 2)]
        if is_first_kept and 0 not in stay:
            stay[-1] = 0
        if keep is not None:
            stay = [keep, *(one for one in stay if _mean(seen[one], measure) > _mean(seen[keep], measure))]
        alive = sorted(stay)
        if alive == [keep]:
            break
    others = sorted(
        (one for one in range(len(plans)) if one not in alive),
        key=lambda one: (-_mean(seen[one], measure), one),
    )
    yield tuple(Looked(plans[index], tuple(seen[index]), chosen_by[index]) for index in (*alive, *others))


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


def _mean(seen: Sequence[Seen], measure: Measure) -> float:
    return sum(map(measure, seen)) / len(seen) if seen else 0.0


def best_of(steps: Iterator[tuple[Looked, ...]]) -> tuple[Looked, ...]:
    """What a search comes to."""
    *_, found = steps
    return found


def surely_best(found: Sequence[Looked], usual: Plan, sure: float, *, measure: Measure = WORTH) -> Plan:
    """The best of those that are better than the usual one beyond what their worlds, which are the same, may be off.

    ``sure``: how many standard errors of the mean difference it has to be above 0.
    """
    [kept] = [one for one in found if one.plan is usual]
    best, lead = usual, 0.0
    for one in found:
        apart = [measure(a) - measure(b) for a, b in zip(one.seen, kept.seen, strict=False)]
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
