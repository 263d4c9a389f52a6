"""Everything that a game of Makai Fuda remembers, what is asked and what is answered."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from fujikoro_nb.engine.kernel import Answer, Counts, Frame, Seat, State, cites
from fujikoro_nb.engine.makai_fuda.components import Card, Deck, Number, Word, kinds_for
from fujikoro_nb.engine.makai_fuda.rulings import ADOPTED, Rulings

T = TypeVar("T")


@cites("makai.variant.recommended-defaults")
class Variants(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a table agreed on before the game; nothing of it is played unless it did."""

    watches: bool = False
    """Variant I: three matches before the predictions."""
    exchanges: bool = False
    """Variant II: a face-down card may be played and replaced, once a tournament."""
    tournaments: Number = 0
    """Variant III: so many, and no more; 0 without it."""
    doubles_last: bool = False
    """Of variant III: the last prize counts twice."""


class Played(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card on the field, whose it is, and the monster that a Magic supports."""

    seat: Seat
    card: Card
    target: Word = ""


class Evening(Frame, frozen=True):
    """The game; between two tournaments it looks whether it is over."""

    is_over: bool = False


class Deal(Frame, frozen=True):
    """A seat gets its hand."""

    seat: Seat


class Predict(Frame, frozen=True):
    """Everybody lays a monster face down; the order is that of asking, and nobody sees what others chose."""

    waiting: tuple[Seat, ...]


class Match(Frame, frozen=True):
    """A match: who has still to play, the next one first."""

    waiting: tuple[Seat, ...]


class Replace(Frame, frozen=True):
    """Whoever played its face-down card lays another one; ``kind`` is what it showed."""

    seat: Seat
    kind: Word


class Prizes(Frame, frozen=True):
    """The end of a tournament."""


class First(Answer, frozen=True):
    """Who has the start card first."""

    seat: Seat


class Dealt(Answer, frozen=True):
    """A hand, as counts of the different cards in play, in their order."""

    counts: Counts


class LayDown(Answer, frozen=True):
    """A monster face down."""

    card: Card


class Play(Answer, frozen=True):
    """A card of the hand; a Magic names the monster on the field that it supports, if one is there."""

    card: Card
    target: str = ""


class PlayPrediction(Answer, frozen=True):
    """The own face-down card in place of a card of the hand."""


MakaiAnswer = First | Dealt | LayDown | Play | PlayPrediction


class Makai(State, frozen=True):
    """The whole table. As a view, the hands and face-down cards of others are `SECRET`."""

    agenda: tuple[Evening | Deal | Predict | Match | Replace | Prizes, ...]
    deck: Deck
    gold: tuple[Number, ...]
    chips: tuple[Number, ...]
    """Bonus on each prize card, in the order of the row."""
    wins: tuple[Number, ...]
    """The dice on the prize cards."""
    hands: tuple[tuple[Card, ...], ...]
    laid: tuple[Card | None, ...]
    """Face-down cards."""
    lacks: tuple[tuple[Word, ...], ...]
    """Monsters that a hand has shown not to hold, by repeating one on the field."""
    laid_lacks: tuple[tuple[Word, ...], ...]
    """Monsters that a face-down card cannot be, because the hand that it came from did not hold them."""
    exchanged: tuple[bool, ...]
    """Who has used its exchange in this tournament."""
    stock: tuple[Card, ...] = ()
    """Cards still to be dealt."""
    used: tuple[Card, ...] = ()
    """Cards of finished matches, open to everybody."""
    field: tuple[Played, ...] = ()
    start_card: Seat | None = None
    leader: Seat = Seat(0)
    tournament: Number = 0
    match: Number = 0
    variants: Variants = Variants()
    rulings: Rulings = ADOPTED

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.gold)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The monsters of this table, in the order of the prize row."""
        return kinds_for(self.players)

    def from_seat(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats, clockwise from this one."""
        return tuple(Seat((seat + step) % self.players) for step in range(self.players))


def put(things: tuple[T, ...], at: int, thing: T) -> tuple[T, ...]:
    """The same with one of them changed."""
    return (*things[:at], thing, *things[at + 1 :])


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards with one of these fewer."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
