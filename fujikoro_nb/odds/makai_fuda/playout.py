"""A tournament of Makai Fuda played on from many deals at once, by people who play as this module says.

Who wins a match and who leads is what the engine decides, said once more for many deals; a test plays every deal again
in the engine, card by card. How people choose is an assumption, see `choosing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import compress

import msgspec

from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.engine.makai_fuda.components import BOSS, POISON, SECRET, Card
from fujikoro_nb.engine.makai_fuda.game import is_predicted_now
from fujikoro_nb.engine.makai_fuda.judge import MAGIC_BONUS, POISON_BONUS
from fujikoro_nb.engine.makai_fuda.state import Makai, Played
from fujikoro_nb.odds.makai_fuda.choosing import Choosing, Line
from fujikoro_nb.odds.makai_fuda.lanes import Number, any_of, constant, differs, plus

_WINS_WIDTH = 4
_NOBODY, _YES = ord(" "), ord("1")
_TRUTH = {ord("0"): 0, ord("1"): 1}


class Tables:
    """As many tables as deals, alike in all that is seen."""

    def __init__(self, view: Makai, worlds: Sequence[Makai]) -> None:
        self.view = view
        self.number = len(worlds)
        self.match = view.match
        self.every = (1 << self.number) - 1
        self.seats = range(view.players)
        self.kinds = range(len(view.kinds))
        self.cards = view.deck.dealt_to(view.players)
        self.kind_of = [
            len(view.kinds) if card.is_magic else view.kinds.index(card.kind) for card in self.cards
        ]
        monsters = [at for at, kind in enumerate(self.kind_of) if kind < len(self.kinds)]
        self.weakest = sorted(
            monsters, key=lambda at: (self.cards[at].ability == BOSS, self.cards[at].strength)
        )
        """Monsters, the weakest first and the Boss last."""
        self.magic = [at for at, card in enumerate(self.cards) if card.is_magic]
        most = max(card.strength for card in self.cards) + POISON_BONUS
        self.width = (view.players * most).bit_length()
        self.hold = self._held(worlds)
        self.backs = [[0] * len(self.kinds) for _ in self.seats]
        for seat in self.seats:
            texts = [world.laid[seat] for world in worlds]
            for kind, name in enumerate(view.kinds):
                self.backs[seat][kind] = _lanes(card is not None and card.kind == name for card in texts)
        self.wins: list[Number] = [constant(n, self.every, _WINS_WIDTH) for n in view.wins]
        self.leader = [self.every if seat == view.leader else 0 for seat in self.seats]
        self.record: list[list[Line]] | None = None
        """For tests: what is played from here on, a list for each card on the field."""
        self._clear()

    def copy(self) -> Tables:
        """The same tables once more, to be played otherwise."""
        other = copy(self)
        other.hold = [list(held) for held in self.hold]
        other.backs = [list(backs) for backs in self.backs]
        other.wins = list(self.wins)
        other.there, other.plain, other.toxic = list(self.there), list(self.plain), list(self.toxic)
        other.before = [list(one) for one in self.before]
        other.gave, other.lifted = [list(one) for one in self.gave], [list(one) for one in self.lifted]
        return other

    def _held(self, worlds: Sequence[Makai]) -> list[list[int]]:
        """By card and seat."""
        places: dict[Card, list[int]] = {}
        for at, card in enumerate(self.cards):
            places.setdefault(card, []).append(at)
        rows = []
        for world in worlds:
            row = bytearray(b" " * len(self.cards))
            for seat, hand in enumerate(world.hands):
                for card in hand:
                    for at in places[card]:
                        if row[at] == _NOBODY:
                            row[at] = seat
                            break
            rows.append(row)
        rows.reverse()  # the first deal is the lowest bit
        codes = [bytes(49 if code == seat else 48 for code in range(256)) for seat in self.seats]
        return [
            [int(bytes(column).translate(code), 2) for code in codes] for column in zip(*rows, strict=True)
        ]

    def _clear(self) -> None:
        """An empty field."""
        none = [0] * self.width
        self.there = [0 for _ in self.kinds]
        self.before = [[0 for _ in self.kinds] for _ in self.kinds]
        self.plain = [none for _ in self.kinds]
        self.toxic = [none for _ in self.kinds]
        self.boss = 0
        self.gave = [[0 for _ in self.seats] for _ in self.kinds]
        self.lifted = [[0 for _ in self.seats] for _ in self.kinds]

    # -------------------------------------------------------------- what lies there already

    def lay_field(self, field: Sequence[Played]) -> None:
        """What everybody has seen played in this match."""
        for played in field:
            turn = [self.every if seat == played.seat else 0 for seat in self.seats]
            target = self.view.kinds.index(played.target) if played.target else -1
            self._happens(turn, [(self.cards.index(played.card), target, self.every)])

    def take(self, seat: Seat, card: Card) -> None:
        """This card leaves a hand, in every deal."""
        left = self.every
        for at, one in enumerate(self.cards):
            if one == card:
                here = self.hold[at][seat] & left
                self.hold[at][seat] ^= here
                left ^= here
        assert not left, "everybody sees it in that hand"

    def back(self, seat: Seat, card: Card) -> None:
        """This seat has that monster face down, in every deal."""
        self.backs[seat] = [self.every if name == card.kind else 0 for name in self.view.kinds]

    # -------------------------------------------------------------- one card each

    def play(self, turn: Sequence[int], left: int) -> None:
        """Whoever is on turn plays as people do; ``left`` play after them."""
        played = list(Choosing(self, turn, left).cards())
        if self.record is not None:
            self.record.append(played)
        for at, _, lanes in played:
            held = self.hold[at]
            for seat, on in enumerate(turn):
                held[seat] &= ~(lanes & on)
        self._happens(turn, played)

    def force(self, seat: Seat, card: Card, target: str) -> None:
        """This seat plays this card, which is not in a hand any more, in every deal."""
        turn = [self.every if other == seat else 0 for other in self.seats]
        at = self.view.kinds.index(target) if target else -1
        self._happens(turn, [(self.cards.index(card), at, self.every)])

    def total(self, kind: int) -> Number:
        """Strength of a monster on the field, as it is judged."""
        plain, toxic, boss = self.plain[kind], self.toxic[kind], self.boss
        return [bit ^ ((bit ^ other) & boss) for bit, other in zip(plain, toxic, strict=True)]

    def _happens(self, turn: Sequence[int], played: Sequence[tuple[int, int, int]]) -> None:
        """These cards lie on the field."""
        none = [0] * self.width
        plain, toxic = [list(none) for _ in self.kinds], [list(none) for _ in self.kinds]
        came, helped = [0 for _ in self.kinds], [0 for _ in self.kinds]
        for at, target, lanes in played:
            card, kind = self.cards[at], self.kind_of[at]
            if target >= 0:
                helped[target] |= lanes
                for number in (plain, toxic):
                    _put(number[target], MAGIC_BONUS, lanes)
            elif kind < len(self.kinds):
                came[kind] |= lanes
                _put(plain[kind], card.strength, lanes)
                _put(toxic[kind], card.strength + POISON_BONUS * (card.ability == POISON), lanes)
                if card.ability == BOSS:
                    self.boss |= lanes
        is_last = self.view.rulings.reading("makai.judge.tie-first-on-field") == "last-card"
        for kind in self.kinds:
            if came[kind]:
                new = came[kind] if is_last else came[kind] & ~self.there[kind]
                for other in self.kinds:
                    if other != kind:
                        self.before[other][kind] |= new & self.there[other]
                        self.before[kind][other] &= ~new
                self.there[kind] |= came[kind]
            here = came[kind] | helped[kind]
            if here:
                self.plain[kind] = plus(self.plain[kind], plain[kind])
                self.toxic[kind] = plus(self.toxic[kind], toxic[kind])
                for seat, on in enumerate(turn):
                    self.gave[kind][seat] = (self.gave[kind][seat] & ~here) | (here & on)
                    self.lifted[kind][seat] = (self.lifted[kind][seat] & ~helped[kind]) | (helped[kind] & on)

    # -------------------------------------------------------------- judgement and prizes

    def judge(self) -> None:
        """A die goes up, somebody leads, the field is empty."""
        totals = [self.total(kind) for kind in self.kinds]
        wins = list(self.there)
        for one in self.kinds:
            for other in range(one):
                more, unequal = differs(totals[one], totals[other])
                both = self.there[one] & self.there[other]
                one_first = (more | (~unequal & self.before[one][other])) & both
                wins[other] &= ~one_first
                wins[one] &= ~(both & ~one_first)
        by_magic = self.view.rulings.reading("makai.lead.last-contributor-leads") == "magic"
        leader = [0 for _ in self.seats]
        for kind, won in enumerate(wins):
            gave = self.gave[kind]
            if by_magic:
                lifted = self.lifted[kind]
                some = any_of(lifted)
                gave = [(one & ~some) | other for one, other in zip(gave, lifted, strict=True)]
            leader = [on | (won & here) for on, here in zip(leader, gave, strict=True)]
            self.wins[kind] = plus(self.wins[kind], constant(1, won, _WINS_WIDTH))
        self.match += 1
        some = any_of(wins)
        self.leader = [on | (old & ~some) for on, old in zip(leader, self.leader, strict=True)]
        self._clear()

    def finish(self, waiting: Sequence[Seat]) -> None:
        """Whoever still has to play in this match does so, and it is judged."""
        for at, seat in enumerate(waiting):
            turn = [self.every if other == seat else 0 for other in self.seats]
            self.play(turn, len(waiting) - at - 1)
        self.judge()

    def play_on(self) -> None:
        """Match after match to the end of the tournament, with the predictions where they come."""
        while any(map(any, self.hold)):
            laid = tuple(SECRET if any(backs) else None for backs in self.backs)
            if is_predicted_now(msgspec.structs.replace(self.view, match=self.match, laid=laid)):
                self.predict(self.seats)
            lead = self.leader
            for step in self.seats:
                turn = [lead[(seat - step) % len(self.seats)] for seat in self.seats]
                self.play(turn, len(self.seats) - step - 1)
            self.judge()

    def predict(self, seats: Iterable[int]) -> None:
        """Each of these backs what its hand is strong in, with its weakest card of it."""
        letters = [[f"{bit:0{self.number}b}" for bit in number] for number in self.wins]
        wins = [[int("".join(reversed(one)), 2) for one in zip(*bits, strict=True)] for bits in letters]
        red = [
            any(card.kind == kind and card.ability == BOSS for card in self.cards) for kind in self.view.kinds
        ]
        tells = [chips / 5 + 4.0 * has_boss for chips, has_boss in zip(self.view.chips, red, strict=True)]
        monsters = [at for at, kind in enumerate(self.kind_of) if kind < len(self.kinds)]
        for seat in seats:
            texts = [f"{self.hold[at][seat]:0{self.number}b}".translate(_TRUTH) for at in monsters]
            chosen: dict[int, bytearray] = {}
            for lane, held in enumerate(zip(*texts, strict=True)):
                lowest: dict[int, int] = {}
                strength = [0] * len(self.kinds)
                for at in compress(monsters, map(ord, held)):
                    kind = self.kind_of[at]
                    lowest.setdefault(kind, at)
                    strength[kind] += self.cards[at].strength
                best = max(
                    lowest,
                    key=lambda kind: (
                        strength[kind]
                        - 1.5 * self.cards[lowest[kind]].strength
                        + 6 * wins[kind][lane]
                        + tells[kind]
                    ),
                )
                chosen.setdefault(lowest[best], bytearray(b"0" * self.number))[lane] = _YES
            laid = [(at, -1, int(bytes(lanes), 2)) for at, lanes in chosen.items()]
            if self.record is not None:
                self.record.append(laid)
            for at, _, here in laid:
                self.hold[at][seat] &= ~here
                self.backs[seat][self.kind_of[at]] |= here

    def winners(self) -> list[int]:
        """Where each monster wins the tournament: most wins, of several the first in the prize row."""
        found = [self.every for _ in self.kinds]
        for one in self.kinds:
            for other in range(one):
                more, _ = differs(self.wins[one], self.wins[other])
                found[other] &= ~more
                found[one] &= more
        return found


def _put(number: Number, value: int, lanes: int) -> None:
    bit = 0
    while value:
        if value & 1:
            number[bit] |= lanes
        value >>= 1
        bit += 1


def _lanes(each: Iterator[bool]) -> int:
    return int("".join("1" if one else "0" for one in [*each][::-1]) or "0", 2)
