"""What lies in the box of Fuji 99: cubes, floors, and the Fuji cards of a pack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from fujikoro_nb.engine.kernel import Refusal, cites, refuse

Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
Word = Annotated[str, msgspec.Meta(max_length=40)]

COLOURS = ("blue", "green", "purple", "orange")
START, GOAL = 0, 99
MILESTONES = (20, 50)
BOOKS = 10
CRISIS = 7
DANGER = 3
FEWEST_DRAWN = 5


class Cubes(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Cubes of each colour."""

    clear: Small = 0
    yellow: Small = 0
    red: Small = 0

    @property
    def number(self) -> int:
        """All of them."""
        return self.clear + self.yellow + self.red

    def __add__(self, other: Cubes) -> Cubes:
        return Cubes(self.clear + other.clear, self.yellow + other.yellow, self.red + other.red)

    def __sub__(self, other: Cubes) -> Cubes:
        return Cubes(self.clear - other.clear, self.yellow - other.yellow, self.red - other.red)


BOX = Cubes(clear=64, yellow=24, red=12)
FIRST_BAG = Cubes(clear=6, yellow=4, red=3)
"""fuji99.setup.bag-contents; the number of red ones is a switch."""
MOST_PLAYERS = len(COLOURS)


class Card(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One kind of Fuji card: what it does, what stands in its corners, and how many of it there are."""

    key: Word
    effect: Word
    value: Small
    cost: Small
    transparent: Small
    copies: Small


class Deck(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The Fuji cards of a pack. ``mark``: ``house``, or ``owner`` for what a real box was seen to hold."""

    name: Word
    mark: Word
    cards: tuple[Card, ...]

    @property
    def number(self) -> int:
        """All cards."""
        return sum(card.copies for card in self.cards)

    def at(self, key: str) -> int:
        """Where a kind stands in the pack."""
        return next(at for at, card in enumerate(self.cards) if card.key == key)


DECK_SIZE = 22
ONES = 6
FEWEST_GIFTS = 3
FEWEST_CONTINUOUS = 2
EFFECTS_PRINTED = 9


@cites("fuji99.card.dots-equal-copies")
def dots(deck: Deck, card: Card) -> int:
    """How many cards of the deck share this card's value."""
    return sum(other.copies for other in deck.cards if other.value == card.value)


@cites("fuji99.setup.deck")
def check_deck(deck: Deck, kinds: Mapping[str, str]) -> Refusal | None:
    """Nothing, or what this deck does not share with the printed one; ``kinds`` says of each effect when it works."""
    rule = "fuji99.card.chosen-table"
    if deck.number != DECK_SIZE:
        return refuse("fuji99.setup.deck", cards=deck.number, wanted=DECK_SIZE)
    effects = {card.effect for card in deck.cards if card.copies}
    if effects != set(kinds) or len({card.key for card in deck.cards}) < len(deck.cards):
        return refuse("fuji99.card.chosen-table", "effects", wanted=EFFECTS_PRINTED)
    ones = sum(card.copies for card in deck.cards if card.value == 1)
    if ones != ONES:
        return refuse("fuji99.card.chosen-table", "ones", found=ones, wanted=ONES)
    gifts = sum(card.copies for card in deck.cards if kinds[card.effect] == "gift")
    lasting = [card for card in deck.cards if kinds[card.effect] == "continuous"]
    if gifts < FEWEST_GIFTS or sum(card.copies for card in lasting) < FEWEST_CONTINUOUS:
        return refuse(rule, "copies")
    return refuse(rule, "pair") if any(2 * card.value >= CRISIS for card in lasting) else None
