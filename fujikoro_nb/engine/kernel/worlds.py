"""What may lie where nobody at a seat can see it: hidden cards, placed in every way that the log leaves open."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate, combinations
from math import comb, factorial, prod
from typing import Any, Generic, Protocol, TypeVar

import msgspec

Card = TypeVar("Card", bound=Hashable)
World = TypeVar("World", covariant=True)


class Worlds(Protocol[World]):
    """The states that a view leaves open, told apart by single cards: each of ``total`` numbers leads to one."""

    @property
    def total(self) -> int:
        """How many there are; a state in which equal cards may be swapped counts once a swap."""
        ...

    def outcome(self, k: int, /) -> World:
        """The state that k leads to, 0 <= k < total. Raises IndexError outside."""
        ...


class OneWorld(Generic[World]):
    """Nothing is hidden: the view is the state."""

    total = 1

    def __init__(self, state: World) -> None:
        self._state = state

    def outcome(self, k: int, /) -> World:
        """The state itself."""
        if k != 0:
            raise IndexError(k)
        return self._state


class Chance(Protocol):
    """What draws a world, `random.Random` for one."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to less than stop, each as likely."""
        ...

    def shuffle(self, things: list[Any], /) -> None:
        """Every order as likely."""
        ...


class Place(msgspec.Struct, frozen=True):
    """Where hidden cards lie: how many, and of which kinds they may be."""

    size: int
    kinds: frozenset[int]


class Placing(Generic[Card]):
    """Every way to lay all cards into places, each place full and holding only kinds that it may hold.

    ``kinds`` are the cards by kind. Places that may hold the same are filled as one, and parted afterwards: while
    little is known, little has to be counted.

    >>> ways = Placing((("a", "b"), ("m",)), (Place(2, frozenset((0, 1))), Place(1, frozenset((0,)))))
    >>> ways.total, [ways.outcome(k) for k in range(2)]
    (2, [(('a', 'm'), ('b',)), (('b', 'm'), ('a',))])
    """

    def __init__(self, kinds: Sequence[Sequence[Card]], places: Sequence[Place]) -> None:
        assert sum(map(len, kinds)) == sum(place.size for place in places), "as many cards as room for them"
        self._kinds = tuple(map(tuple, kinds))
        self._places = tuple(places)
        self._allowed = tuple(dict.fromkeys(place.kinds for place in places))
        self._rooms = tuple(
            sum(place.size for place in places if place.kinds == allowed) for allowed in self._allowed
        )
        self._counted: dict[tuple[int, tuple[int, ...]], int] = {}
        self._weighed: dict[tuple[int, tuple[int, ...]], tuple[list[int], list[tuple[int, ...]]]] = {}
        parted = prod(
            factorial(room) // prod(factorial(place.size) for place in places if place.kinds == allowed)
            for allowed, room in zip(self._allowed, self._rooms, strict=True)
        )
        self._parted = parted
        self.total = self._ways(0, self._rooms) * parted

    def outcome(self, k: int, /) -> tuple[tuple[Card, ...], ...]:
        """What lies in each place, in the order of the places. Raises IndexError outside 0 <= k < total."""
        if not 0 <= k < self.total:
            raise IndexError(k)
        k, parting = divmod(k, self._parted)
        rooms = self._rooms
        heaps: list[list[Card]] = [[] for _ in rooms]
        for kind, cards in enumerate(self._kinds):
            for given in self._given(kind, rooms):
                ways = _multinomial(given)
                left = tuple(room - count for room, count in zip(rooms, given, strict=True))
                after = self._ways(kind + 1, left)
                if k < ways * after:
                    break
                k -= ways * after
            k, which = divmod(k, ways)
            for heap, own in zip(heaps, _parts(cards, given, which), strict=True):
                heap += own
            rooms = left
        laid: dict[int, tuple[Card, ...]] = {}
        for allowed, heap in zip(self._allowed, heaps, strict=True):
            here = [at for at, place in enumerate(self._places) if place.kinds == allowed]
            sizes = tuple(self._places[at].size for at in here)
            parting, which = divmod(parting, _multinomial(sizes))
            laid.update(zip(here, map(tuple, _parts(heap, sizes, which)), strict=True))
        return tuple(laid[at] for at in range(len(self._places)))

    def drawn(self, chance: Chance) -> list[list[Card]]:
        """What lies in each place, every way as likely: as an `outcome`, in a tenth of its time.

        How many of each kind come to which room is weighed by the ways that lead on from there; which ones is shuffled.
        """
        rooms = self._rooms
        heaps: list[list[Card]] = [[] for _ in rooms]
        for kind, cards in enumerate(self._kinds):
            weights, shares = self._weights(kind, rooms)
            given = shares[bisect_right(weights, chance.randrange(weights[-1]))]
            own = list(cards)
            chance.shuffle(own)
            at = 0
            for heap, count in zip(heaps, given, strict=True):
                heap += own[at : at + count]
                at += count
            rooms = tuple(map(int.__sub__, rooms, given))
        laid: list[list[Card]] = [[] for _ in self._places]
        for allowed, heap in zip(self._allowed, heaps, strict=True):
            chance.shuffle(heap)
            at = 0
            for number, place in enumerate(self._places):
                if place.kinds == allowed:
                    laid[number] = heap[at : at + place.size]
                    at += place.size
        return laid

    def _weights(self, kind: int, rooms: tuple[int, ...]) -> tuple[list[int], list[tuple[int, ...]]]:
        """The shares of a kind that can be, and the ways of all up to each."""
        known = self._weighed.get((kind, rooms))
        if known is None:
            shares = list(self._given(kind, rooms))
            ways = (
                _multinomial(given) * self._ways(kind + 1, tuple(map(int.__sub__, rooms, given)))
                for given in shares
            )
            known = self._weighed[kind, rooms] = (list(accumulate(ways)), shares)
        return known

    def weight(self, laid: Sequence[Sequence[Card]]) -> int:
        """How many k lead to these heaps, whatever the order in each; 0 for what cannot lie there."""
        kind_of = {card: kind for kind, cards in enumerate(self._kinds) for card in cards}
        lying = Counter(card for cards in self._kinds for card in cards)
        if len(laid) != len(self._places) or Counter(card for heap in laid for card in heap) != lying:
            return 0
        for place, heap in zip(self._places, laid, strict=True):
            if len(heap) != place.size or any(kind_of[card] not in place.kinds for card in heap):
                return 0
        return prod(_multinomial(tuple(list(heap).count(card) for heap in laid)) for card in lying)

    def _ways(self, kind: int, rooms: tuple[int, ...]) -> int:
        """Ways to lay the kinds from this one on into what room is left."""
        if kind == len(self._kinds):
            return not any(rooms)
        known = self._counted.get((kind, rooms))
        if known is None:
            known = 0
            for given in self._given(kind, rooms):
                left = tuple(room - count for room, count in zip(rooms, given, strict=True))
                known += _multinomial(given) * self._ways(kind + 1, left)
            self._counted[kind, rooms] = known
        return known

    def _given(self, kind: int, rooms: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """How many of a kind each room gets. The last kind fills what is left."""
        number = len(self._kinds[kind])
        most = tuple(
            room if kind in allowed else 0 for room, allowed in zip(rooms, self._allowed, strict=True)
        )
        if kind == len(self._kinds) - 1:
            return iter((rooms,) if most == rooms and sum(rooms) == number else ())
        return _shared(number, most)


def _shared(number: int, most: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to share a number among these, none of which takes more than its most."""
    if not most:
        if not number:
            yield ()
        return
    fewest = max(0, number - sum(most[1:]))
    for first in range(fewest, min(number, most[0]) + 1):
        for rest in _shared(number - first, most[1:]):
            yield (first, *rest)


def _multinomial(counts: Sequence[int]) -> int:
    ways, together = 1, 0
    for count in counts:
        together += count
        ways *= comb(together, count)
    return ways


def _parts(cards: Sequence[Card], sizes: Sequence[int], k: int) -> list[list[Card]]:
    """The cards parted into heaps of these sizes, in way number k."""
    left = list(cards)
    heaps = []
    for size in sizes:
        k, which = divmod(k, comb(len(left), size))
        taken = _chosen(len(left), size, which)
        heaps.append([left[at] for at in taken])
        left = [card for at, card in enumerate(left) if at not in taken]
    return heaps


def _chosen(number: int, size: int, k: int) -> tuple[int, ...]:
    """Choice number k of so many indices, in the order of `itertools.combinations`."""
    if number <= 4:  # a handful is looked up faster than it is counted
        return next(taken for at, taken in enumerate(combinations(range(number), size)) if at == k)
    taken = []
    at = 0
    while size:
        ways = comb(number - at - 1, size - 1)
        if k < ways:
            taken.append(at)
            size -= 1
        else:
            k -= ways
        at += 1
    return tuple(taken)
