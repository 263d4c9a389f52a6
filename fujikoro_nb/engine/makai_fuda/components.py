"""What lies in the box of Makai Fuda: four kinds of monsters, Magic, prizes, and which decks can be played."""

from __future__ import annotations

from typing import Annotated

import msgspec

from fujikoro_nb.engine.kernel import Refusal, cites, refuse

Word = Annotated[str, msgspec.Meta(max_length=40)]
Number = Annotated[int, msgspec.Meta(ge=0, le=10**6)]

KINDS = ("blue", "green", "yellow", "red")
LETTERS = {kind[0].upper(): kind for kind in KINDS}
"""As cards are written: ``B3`` is a blue one."""
"""In the order of the prize row and of ties (makai.setup.prize-row)."""
MAGIC = "magic"
BOSS, POISON = "boss", "poison"
HAND = 11
DECK_SIZE = {3: 33, 4: 44}
MATCHES_BEFORE = 3
MOST_MAGIC = 7


@cites("makai.card.anatomy")
class Card(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, order=True):
    """One card: its kind, its strength, an ability if it has one, and the mark that takes it out with three players."""

    kind: Word
    strength: Number = 0
    ability: Word = ""
    leaves_three: bool = False

    @property
    def is_magic(self) -> bool:
        """Whether it is no monster."""
        return self.kind == MAGIC


SECRET = Card("secret")
"""A card that somebody may not see."""


class Deck(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The cards of a pack. ``mark``: ``house``, or ``owner`` for what a real box was seen to hold."""

    name: Word
    mark: Word
    cards: tuple[Card, ...]

    def dealt_to(self, players: int) -> tuple[Card, ...]:
        """The cards in play, in a fixed order."""
        return tuple(sorted(card for card in self.cards if players > 3 or not card.leaves_three))


@cites("makai.setup.three-player-removal", "makai.setup.prize-row")
def kinds_for(players: int) -> tuple[str, ...]:
    """The monsters that take part: green stays away with three players."""
    return tuple(kind for kind in KINDS if players > 3 or kind != "green")


def check_deck(deck: Deck) -> Refusal | None:
    """Nothing, or why this deck cannot be the one of the box."""
    each = {kind: sum(card.kind == kind for card in deck.cards) for kind in (*KINDS, MAGIC)}
    if (
        len(deck.cards) != DECK_SIZE[4]
        or len({each[kind] for kind in KINDS}) > 1
        or sum(each.values()) < len(deck.cards)
    ):
        return refuse("makai.deck.forty-four-cards", cards=len(deck.cards))
    three = deck.dealt_to(3)
    if len(three) != DECK_SIZE[3] or {card.kind for card in three} - {MAGIC} != set(kinds_for(3)):
        return refuse("makai.deck.three-player-deck", cards=len(three))
    bosses = [card for card in deck.cards if card.ability == BOSS]
    nines = [card for card in deck.cards if card.strength == 9]
    if len(bosses) != 1 or nines != bosses or bosses[0].kind != "red":
        return refuse("makai.deck.single-boss", bosses=len(bosses))
    poison = {(card.kind, card.strength) for card in deck.cards if card.ability == POISON}
    if not {("blue", 3), ("yellow", 4)} <= poison or any(kind in ("red", MAGIC) for kind, _ in poison):
        return refuse("makai.deck.poison-cards")
    if each[MAGIC] > MOST_MAGIC:
        return refuse("makai.deck.every-hand-can-predict", magic=each[MAGIC], most=MOST_MAGIC)
    return None
