"""Draws without putting back: cubes out of a bag, cards off a shuffled pile, a hand of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import comb, prod

from fujikoro_nb.engine.kernel.chance import Counts
from fujikoro_nb.engine.kernel.question import Answer


class DrawOptions:
    """Every draw of so many things out of a heap, as counts of its kinds; each single thing is as likely as another.

    ``heap`` says how many of each kind lie there. ``make_answer`` turns counts into the game's answer, ``counts_of``
    an answer back into counts, or into None when it is no draw at all. Nothing is listed before somebody iterates;
    whole deals are dealt hand by hand, so that each of them has a length that Python can tell.

    >>> class Drawn(Answer, frozen=True):
    ...     counts: tuple[int, ...]
    >>> draw = DrawOptions((2, 1), 2, Drawn, lambda drawn: drawn.counts)
    >>> [(answer.counts, draw.weight(answer)) for answer in draw], draw.total
    ([((2, 0), 1), ((1, 1), 2)], 3)
    """

    is_complete = True
    maker = "draw"

    def __init__(
        self,
        heap: Counts,
        number: int,
        make_answer: Callable[[Counts], Answer],
        counts_of: Callable[[Answer], Counts | None],
    ) -> None:
        assert 0 <= number <= sum(heap) and min(heap, default=0) >= 0, "more than there is"
        self.heap = heap
        self.number = number
        self._make_answer = make_answer
        self._counts_of = counts_of
        self._dealt: Answer | None = None

    @property
    def total(self) -> int:
        """Draws when each thing is told from the others: all weights together."""
        return comb(sum(self.heap), self.number)

    def outcome(self, k: int, /) -> Answer:
        """The draw that k leads to, 0 <= k < total. Raises IndexError outside."""
        if not 0 <= k < self.total:
            raise IndexError(k)
        counts = []
        rest, left = sum(self.heap), self.number
        for lying in self.heap:
            rest -= lying
            for count in range(min(lying, left), -1, -1):
                ways = comb(lying, count) * comb(rest, left - count)
                if k < ways:
                    break
                k -= ways
            k //= comb(lying, count)
            left -= count
            counts.append(count)
        self._dealt = self._make_answer(tuple(counts))
        return self._dealt

    def weight(self, answer: Answer, /) -> int:
        """How many k lead to this draw; 0 for an answer that is none of these draws."""
        counts = self._counts_of(answer)
        return prod(map(comb, self.heap, counts)) if counts is not None and self._has(counts) else 0

    def __iter__(self) -> Iterator[Answer]:
        return map(self._make_answer, _every(self.heap, self.number))

    def __len__(self) -> int:
        return _distinct(self.heap, self.number)

    def __contains__(self, answer: object) -> bool:
        if not isinstance(answer, Answer):
            return False
        counts = self._counts_of(answer)
        return counts is not None and self._has(counts)

    def has_made(self, answer: object) -> bool:
        """Whether it is the draw that was dealt last."""
        return answer is not None and answer is self._dealt

    def _has(self, counts: Counts) -> bool:
        return (
            len(counts) == len(self.heap)
            and sum(counts) == self.number
            and all(0 <= count <= lying for count, lying in zip(counts, self.heap, strict=True))
        )


def _every(heap: Counts, number: int) -> Iterator[Counts]:
    if not heap:
        yield ()
        return
    fewest = max(0, number - sum(heap[1:]))
    for first in range(min(heap[0], number), fewest - 1, -1):
        for rest in _every(heap[1:], number - first):
            yield (first, *rest)


@lru_cache(maxsize=4096)
def _distinct(heap: Counts, number: int) -> int:
    if not heap:
        return 1
    fewest = max(0, number - sum(heap[1:]))
    return sum(_distinct(heap[1:], number - first) for first in range(fewest, min(heap[0], number) + 1))
