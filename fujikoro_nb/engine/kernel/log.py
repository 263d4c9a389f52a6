"""A log that is handed out while it grows: a longer one shares nearly all of itself with the one before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Generic, TypeVar, overload

T = TypeVar("T")

LEAF = 128
"""Things that lie together: a longer log copies fewer than that, and one reference for each full leaf."""


class Log(Sequence[T], Generic[T]):
    """A frozen sequence that is made longer or shorter at its end without copying what comes before.

    >>> log = Log("abc").upto(2).after("xy")
    >>> "".join(log), log[-1], log[1:3]
    ('abxy', 'y', ('b', 'x'))
    """

    __slots__ = ("_full", "_length", "_rest")

    def __init__(self, things: Iterable[T] = ()) -> None:
        flat = tuple(things)
        self._length = len(flat)
        whole = self._length - self._length % LEAF
        self._full = tuple(flat[at : at + LEAF] for at in range(0, whole, LEAF))
        self._rest = flat[whole:]

    def after(self, more: Iterable[T]) -> Log[T]:
        """This log and then these."""
        longer = Log((*self._rest, *more))
        longer._length += self._length - len(self._rest)
        longer._full = self._full + longer._full
        return longer

    def upto(self, length: int) -> Log[T]:
        """What this log begins with; itself where it is not longer than that."""
        if length >= self._length:
            return self
        leaves, left = divmod(length, LEAF)
        shorter: Log[T] = Log()
        shorter._length = length
        shorter._full = self._full[:leaves]
        shorter._rest = self._leaf(leaves)[:left]
        return shorter

    def _leaf(self, number: int) -> tuple[T, ...]:
        return self._full[number] if number < len(self._full) else self._rest

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return chain(chain.from_iterable(self._full), self._rest)

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...

    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        if isinstance(at, slice):
            first, end, stride = at.indices(self._length)
            if stride != 1:
                return tuple(self)[at]
            number, skipped = divmod(first, LEAF)
            leaves = map(self._leaf, range(number, -(-end // LEAF)))
            return tuple(chain.from_iterable(leaves))[skipped : skipped + max(0, end - first)]
        place = at + self._length if at < 0 else at
        if not 0 <= place < self._length:
            raise IndexError(at)
        return self._leaf(place // LEAF)[place % LEAF]

    def __eq__(self, other: object) -> bool:
        """Equal to a log, or to a tuple, of equal things."""
        if isinstance(other, Log):
            return self._full == other._full and self._rest == other._rest
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Log({tuple(self)!r})"
