"""What was made of each line of a log, kept while the log grows: a step makes only what it adds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from fujikoro_nb.engine.kernel.log import Log

A = TypeVar("A")
B = TypeVar("B")


class Kept(Generic[A, B]):
    """``make`` of each of some things that are told apart by being themselves.

    Logs that hold the same thing at the same place are alike up to there: an entry is made once, at one end of one
    history, and undo, redo and forks hand on the same ones. One assignment remembers, so that threads may share it.
    """

    def __init__(self, make: Callable[[A], B]) -> None:
        self._make = make
        self._known: tuple[Log[A], Log[B]] = (Log(), Log())

    def of(self, things: Log[A]) -> Log[B]:
        """What is made of all of them, in their order."""
        known, made = self._known
        same = alike(known, things)
        if same < len(things) or same < len(known):
            made = made.upto(same).after(map(self._make, things[same:]))
            self._known = (things, made)
        return made


def alike(one: Sequence[object], other: Sequence[object]) -> int:
    """How many things two logs begin with in common.

    >>> first, second, third = object(), object(), object()
    >>> alike((first, second), (first, third, second))
    1
    """
    low, high = 0, min(len(one), len(other))
    if high and one[high - 1] is other[high - 1]:
        return high
    while low < high:
        middle = (low + high) // 2
        if one[middle] is other[middle]:
            low = middle + 1
        else:
            high = middle
    return low
