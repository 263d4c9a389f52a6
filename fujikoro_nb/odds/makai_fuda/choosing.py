"""How people are assumed to play a card of Makai Fuda, in many deals at once.

They help the monster that they have backed, with the card that does it, and part with their weakest where nothing
helps. What a hand may play is what the engine allows, said once more for many deals; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from fujikoro_nb.engine.makai_fuda.components import POISON, Card
from fujikoro_nb.engine.makai_fuda.judge import MAGIC_BONUS, POISON_BONUS
from fujikoro_nb.odds.makai_fuda.lanes import Number, ahead, any_of, at_least, larger

SAFE = 4
"""A monster that leads by so much is let alone."""

Line = tuple[int, int, int]
"""A card, the monster that it is on or -1, and the deals in which it is played."""


class Tables(Protocol):
    """What a choice looks at: masks of deals by seat and by monster, and cards by their place in the deck."""

    every: int
    kinds: range
    cards: tuple[Card, ...]
    kind_of: list[int]
    weakest: list[int]
    magic: list[int]
    hold: list[list[int]]
    backs: list[list[int]]
    there: list[int]
    boss: int
    width: int

    def total(self, kind: int) -> Number:
        """Strength of a monster on the field."""
        ...


class Choosing:
    """One card of whoever is on turn, in every deal; ``rest`` are the deals in which nothing is chosen yet."""

    def __init__(self, tables: Tables, turn: Sequence[int], left: int) -> None:
        self._tables = tables
        self._left = left
        every, kinds, there = tables.every, tables.kinds, tables.there
        self._have = [any_of(map(int.__and__, held, turn)) for held in tables.hold]
        self._own = [any_of(tables.backs[seat][kind] & on for seat, on in enumerate(turn)) for kind in kinds]
        can_bring = any_of(self._have[at] & ~there[tables.kind_of[at]] for at in tables.weakest)
        self._legal = {at: self._have[at] & ~(there[tables.kind_of[at]] & can_bring) for at in tables.weakest}
        self._totals = [tables.total(kind) for kind in kinds]
        mine, others = [0] * tables.width, [0] * tables.width
        for own, total in zip(self._own, self._totals, strict=True):
            mine = [bit | (own & more) for bit, more in zip(mine, total, strict=True)]
            others = larger(others, [bit & ~own for bit in total])
        self._zero = 1 << tables.width
        self._mine = mine
        self._margin = ahead(mine, others, every)
        self._is_there = any_of(map(int.__and__, self._own, there))
        self._leads = self._is_there & at_least(self._margin, self._zero, every)
        self._rest = every

    def cards(self) -> Iterator[Line]:
        """What is played, and where."""
        yield from self._wins_anyhow()
        yield from self._makes_it_win()
        yield from self._lifts_it()
        yield from self._parts_with()
        assert not self._rest, "somebody has no card"

    def _wins_anyhow(self) -> Iterator[Line]:
        """A weak card of another monster, if that stays behind."""
        tables = self._tables
        spare = SAFE if self._left else 0
        easy = self._leads & at_least(self._margin, self._zero + spare, tables.every)
        if not easy:
            return
        behind = [ahead(self._mine, total, tables.every) for total in self._totals]
        for at in tables.weakest:
            kind, card = tables.kind_of[at], tables.cards[at]
            here = easy & self._rest & self._legal[at] & ~self._own[kind]
            if not here:
                continue
            bound = self._zero + card.strength + spare
            good = here & at_least(behind[kind], bound, tables.every)
            if card.ability == POISON and tables.boss:
                good &= at_least(behind[kind], bound + POISON_BONUS, tables.every) | ~tables.boss
            yield from self._one(at, -1, good)

    def _makes_it_win(self) -> Iterator[Line]:
        """With its strongest card; who plays last does it with the weakest that wins."""
        tables, margin = self._tables, self._margin
        for at in tables.weakest[::-1] if self._left else tables.weakest:
            here = self._rest & self._legal[at] & self._own[tables.kind_of[at]]
            if here:
                card = tables.cards[at]
                bound = self._zero + 1 - card.strength
                good = here & at_least(margin, bound, tables.every)
                if card.ability == POISON:
                    good |= here & tables.boss & at_least(margin, bound - POISON_BONUS, tables.every)
                yield from self._one(at, -1, good)

    def _lifts_it(self) -> Iterator[Line]:
        """With Magic."""
        tables = self._tables
        enough = at_least(self._margin, self._zero + 1 - MAGIC_BONUS, tables.every)
        helped = self._is_there & ~self._leads & enough
        for at in tables.magic if helped else ():
            for kind, own in enumerate(self._own):
                yield from self._one(at, kind, self._rest & helped & self._have[at] & own)

    def _parts_with(self) -> Iterator[Line]:
        """Nothing helps: the weakest card, one of the own monster later, Magic last."""
        tables = self._tables
        for is_own in (False, True):
            for at in tables.weakest:
                own = self._own[tables.kind_of[at]]
                yield from self._one(at, -1, self._rest & self._legal[at] & (own if is_own else ~own))
        for at in tables.magic:
            for kind, own in enumerate(self._own):
                yield from self._one(at, kind, self._rest & self._have[at] & self._is_there & own)
            for kind, there in enumerate(tables.there):
                yield from self._one(at, kind, self._rest & self._have[at] & there)
            yield from self._one(at, -1, self._rest & self._have[at])

    def _one(self, card: int, target: int, lanes: int) -> Iterator[Line]:
        if lanes:
            self._rest &= ~lanes
            yield card, target, lanes
