"""Limits in time that a slow or busy machine cannot break, and that something super-linear still does."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

YARDSTICK_SECONDS = 0.005
"""What `_yardstick` costs where the limits of the tests were measured."""


def least_seconds(work: Callable[[], object], *, runs: int = 3) -> float:
    """Of the processor, in the quickest of some runs: other programs and the garbage collector disturb single ones."""
    seconds = []
    for _ in range(runs):
        begun = process_time()
        work()
        seconds.append(process_time() - begun)
    return min(seconds)


def slowness() -> float:
    """How many times longer Python takes here and now than where limits were measured; at least 1."""
    return max(1.0, least_seconds(_yardstick, runs=5) / YARDSTICK_SECONDS)


def _yardstick() -> None:
    """What our own code does all day: small tuples, text, look-ups."""
    seen: dict[tuple[int, int], str] = {}
    for number in range(20_000):
        key = (number % 97, number % 89)
        seen[key] = f"{number}{seen.get(key, '')[:8]}"
    assert sorted(seen)
