"""Chance as a seat: its options know their exact weights and turn a number into an outcome, without listing millions.

Weights are whole numbers. Together they are ``total``, and of the numbers ``0 <= k < total`` exactly ``weight(a)``
lead to the answer ``a``; so one uniform number is one fair deal, and a tree of answers counts its leaves exactly.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import accumulate
from math import comb, prod
from typing import Protocol, runtime_checkable

import msgspec

from fujikoro_nb.engine.kernel.options import Options, any_is
from fujikoro_nb.engine.kernel.question import Answer

Counts = tuple[int, ...]
"""How many dice of one group show each of its distinct faces, in the order of `DieGroup.kinds`."""

RollCounts = tuple[Counts, ...]
"""One `Counts` for each group, in the order of the groups: the one way in which a roll is written down."""


@runtime_checkable
class ChanceOptions(Options, Protocol):
    """What chance can bring: complete options with a weight each."""

    @property
    def total(self) -> int:
        """All weights together."""
        ...

    def outcome(self, k: int, /) -> Answer:
        """The answer that the number k leads to, 0 <= k < total. Raises IndexError outside."""
        ...

    def weight(self, answer: Answer, /) -> int:
        """How many k lead to this answer; 0 for one that is not in the options."""
        ...


class DieGroup(msgspec.Struct, frozen=True):
    """Equal dice that are rolled together. A face is any label that can be compared; it may stand twice on a die.

    >>> DieGroup("red", ("miss", "miss", "hit"), 2).kinds
    ('miss', 'hit')
    """

    colour: str
    faces: tuple[Hashable, ...]
    count: int

    @property
    def kinds(self) -> tuple[Hashable, ...]:
        """The distinct faces, in the order in which the die first shows them."""
        return tuple(dict.fromkeys(self.faces))

    @property
    def multiplicities(self) -> Counts:
        """How often each of `kinds` stands on one die."""
        return tuple(self.faces.count(kind) for kind in self.kinds)

    @property
    def total(self) -> int:
        """Rolls of these dice when each die is told from the others."""
        return prod([len(self.faces)] * self.count)

    @property
    def distinct(self) -> int:
        """Rolls when they are not: multisets of ``count`` dice over ``kinds``."""
        return comb(self.count + len(self.kinds) - 1, self.count) if self.count else 1

    def counted(self, rolled: Iterable[Hashable]) -> Counts | None:
        """The faces that somebody read off the dice, in any order, made canonical; None when it is no such roll.

        >>> DieGroup("red", ("miss", "miss", "hit"), 2).counted(["hit", "miss"])
        (1, 1)
        """
        kinds = self.kinds
        counts = dict.fromkeys(kinds, 0)
        for face in rolled:
            if face not in counts:
                return None
            counts[face] += 1
        return tuple(counts.values()) if sum(counts.values()) == self.count else None

    def has(self, counts: Counts) -> bool:
        """Whether these counts are a roll of exactly these dice."""
        return (
            len(counts) == len(self.kinds)
            and all(count >= 0 for count in counts)
            and sum(counts) == self.count
        )

    def weight(self, counts: Counts) -> int:
        """Rolls of single dice that show these counts: the multinomial times the faces to choose from."""
        left, ways = self.count, 1
        for count, multiplicity in zip(counts, self.multiplicities, strict=True):
            ways *= comb(left, count) * multiplicity**count
            left -= count
        return ways

    def unranked(self, k: int) -> Counts:
        """The counts that k leads to: its digits in base ``len(faces)`` are the faces of the single dice."""
        kinds = self.kinds
        counts = [0] * len(kinds)
        for _ in range(self.count):
            k, face = divmod(k, len(self.faces))
            counts[kinds.index(self.faces[face])] += 1
        return tuple(counts)

    def every(self) -> Iterator[Counts]:
        """Every distinct roll once, the most of the first face first."""
        return _parted(self.count, len(self.kinds))


def _parted(count: int, parts: int) -> Iterator[Counts]:
    """Every way to part ``count`` into so many ordered parts."""
    if parts == 0:
        if count == 0:
            yield ()
        return
    if parts == 1:
        yield (count,)
        return
    for first in range(count, -1, -1):
        for rest in _parted(count - first, parts - 1):
            yield (first, *rest)


class DiceOptions:
    """Every roll of some groups of dice, as sorted face counts a group.

    ``make_answer`` turns counts into the game's answer, ``counts_of`` an answer back into counts, or into None
    when it is no roll at all. Nothing is listed before somebody iterates.

    >>> class Rolled(Answer, frozen=True):
    ...     counts: tuple[tuple[int, ...], ...]
    >>> roll = DiceOptions([DieGroup("red", ("miss", "miss", "hit"), 2)], Rolled, lambda rolled: rolled.counts)
    >>> [(answer.counts, roll.weight(answer)) for answer in roll], roll.total
    ([(((2, 0),), 4), (((1, 1),), 4), (((0, 2),), 1)], 9)
    """

    is_complete = True
    maker = "dice"

    def __init__(
        self,
        groups: Iterable[DieGroup],
        make_answer: Callable[[RollCounts], Answer],
        counts_of: Callable[[Answer], RollCounts | None],
    ) -> None:
        self.groups = tuple(groups)
        assert all(group.count == 0 or (group.count > 0 and group.faces) for group in self.groups), "no dice"
        self._make_answer = make_answer
        self._counts_of = counts_of
        self._dealt: Answer | None = None

    @property
    def total(self) -> int:
        """Rolls when each die is told from the others: all weights together."""
        return prod(group.total for group in self.groups)

    def outcome(self, k: int, /) -> Answer:
        """The roll that k leads to, 0 <= k < total. Raises IndexError outside."""
        if not 0 <= k < self.total:
            raise IndexError(k)
        counts = []
        for group in self.groups:
            k, own = divmod(k, group.total)
            counts.append(group.unranked(own))
        self._dealt = self._make_answer(tuple(counts))
        return self._dealt

    def weight(self, answer: Answer, /) -> int:
        """How many k lead to this roll; 0 for an answer that is none of these rolls."""
        counts = self._counts_of(answer)
        if counts is None or not self._has(counts):
            return 0
        return prod(group.weight(own) for group, own in zip(self.groups, counts, strict=True))

    def __iter__(self) -> Iterator[Answer]:
        return map(self._make_answer, _every(self.groups))

    def __len__(self) -> int:
        return prod(group.distinct for group in self.groups)

    def __contains__(self, answer: object) -> bool:
        if not isinstance(answer, Answer):
            return False
        counts = self._counts_of(answer)
        return counts is not None and self._has(counts)

    def has_made(self, answer: object) -> bool:
        """Whether it is the roll that was dealt last."""
        return answer is not None and answer is self._dealt

    def _has(self, counts: RollCounts) -> bool:
        return len(counts) == len(self.groups) and all(
            group.has(own) for group, own in zip(self.groups, counts, strict=True)
        )


def _every(groups: Sequence[DieGroup]) -> Iterator[RollCounts]:
    if not groups:
        yield ()
        return
    for first in groups[0].every():
        for rest in _every(groups[1:]):
            yield (first, *rest)


class Weighted:
    """A plain choice by weights, such as one draw from a pile. The same answer listed twice weighs the sum.

    >>> class Drawn(Answer, frozen=True):
    ...     card: str
    >>> pile = Weighted([(Drawn("ace"), 1), (Drawn("low"), 3)])
    >>> pile.total, pile.outcome(0).card, pile.outcome(3).card
    (4, 'ace', 'low')
    """

    is_complete = True
    maker = "weighted"

    def __init__(self, items: Iterable[tuple[Answer, int]]) -> None:
        weights: dict[Answer, int] = {}
        for answer, weight in items:
            assert weight >= 0, f"negative weight of {answer}"
            if weight:
                weights[answer] = weights.get(answer, 0) + weight
        self._weights = weights
        self._answers = tuple(weights)
        self._ends = tuple(accumulate(weights.values()))

    @property
    def total(self) -> int:
        """All weights together."""
        return self._ends[-1] if self._ends else 0

    def outcome(self, k: int, /) -> Answer:
        """The answer that k leads to, 0 <= k < total. Raises IndexError outside."""
        if not 0 <= k < self.total:
            raise IndexError(k)
        return self._answers[bisect_right(self._ends, k)]

    def weight(self, answer: Answer, /) -> int:
        """How many k lead to this answer; 0 for one that is not in the pile."""
        return self._weights.get(answer, 0)

    def __iter__(self) -> Iterator[Answer]:
        return iter(self._answers)

    def __len__(self) -> int:
        return len(self._answers)

    def __contains__(self, answer: object) -> bool:
        return isinstance(answer, Answer) and answer in self._weights

    def has_made(self, answer: object) -> bool:
        """Whether it is one of the listed."""
        return any_is(self._answers, answer)
