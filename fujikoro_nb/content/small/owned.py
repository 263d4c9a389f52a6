"""The decks of the owner's own small games, as the round through the box was told them card by card.

Nothing is guessed: a deck is the owner's once every number of it was typed, and only as long as it is one that the
booklet's rules can be played with; until then the house deck stands in, with its mark.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fujikoro_nb.content.box import FUJI99_CARDS, MAKAI_COLOURS
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.small import fuji_99_deck
from fujikoro_nb.engine.fuji_99.components import Deck as FujiDeck
from fujikoro_nb.engine.fuji_99.components import check_deck as check_fuji_99
from fujikoro_nb.engine.fuji_99.effects import WHEN
from fujikoro_nb.engine.kernel import Refusal
from fujikoro_nb.engine.makai_fuda.components import BOSS, MAGIC, POISON, Card
from fujikoro_nb.engine.makai_fuda.components import Deck as MakaiDeck
from fujikoro_nb.engine.makai_fuda.components import check_deck as check_makai

__all__ = ["fuji_99_here", "fuji_99_of", "makai_here", "makai_of", "why_not_fuji_99", "why_not_makai"]

OWNER = "owner"
BOSS_STRENGTH = 9
"""makai.deck.single-boss"""


def makai_of(owned: Pack) -> MakaiDeck | None:
    """The 44 cards of the Breakdown card; None until all of its lines were typed.

    Which cards stay in the box with three players is told by colour: only of a colour that goes wholly, and of Magic,
    is it known which ones (makai.setup.three-player-removal).
    """
    names = [f"makai-{colour}" for colour in MAKAI_COLOURS]
    poisons = [f"makai-poison-{colour}" for colour in MAKAI_COLOURS]
    typed = _typed(owned, *names, *poisons, "makai-magic", "makai-out")
    if typed is None:
        return None
    (magic,), out = typed["makai-magic"], typed["makai-out"]
    cards: list[Card] = []
    for colour, name, poison, gone in zip(MAKAI_COLOURS, names, poisons, out, strict=False):
        strengths = typed[name]
        if gone not in (0, len(strengths)):
            return None
        cards += [
            Card(colour, one, _ability(colour, one, typed[poison]), bool(gone)) for one in sorted(strengths)
        ]
    cards += [Card(MAGIC, 0, "", number < out[-1]) for number in range(magic)]
    return MakaiDeck(OWNER, OWNER, tuple(cards))


def _ability(colour: str, strength: int, poison: tuple[int, ...]) -> str:
    if strength in poison:
        return POISON
    return BOSS if (colour, strength) == ("red", BOSS_STRENGTH) else ""


def fuji_99_of(owned: Pack) -> FujiDeck | None:
    """The 22 Fuji cards with what stands in their corners; None until all nine sorts were typed."""
    typed = _typed(owned, *(f"fuji99-{card}" for card in FUJI99_CARDS))
    if typed is None:
        return None
    cards = [
        msgspec.structs.replace(card, value=value, cost=cost, transparent=clear, copies=copies)
        for card in fuji_99_deck().cards
        for value, cost, clear, copies in [typed[f"fuji99-{card.key}"]]
    ]
    return FujiDeck(OWNER, OWNER, tuple(cards))


def why_not_makai(deck: MakaiDeck) -> Refusal | None:
    """The rule that this deck does not share with the printed one."""
    return check_makai(deck)


def why_not_fuji_99(deck: FujiDeck) -> Refusal | None:
    """The same of Fuji 99."""
    return check_fuji_99(deck, WHEN)


def makai_here() -> MakaiDeck | None:
    """The deck of whoever plays at this computer, if it can be played."""
    deck = makai_of(OwnerPack().load().pack)
    return None if deck is None or why_not_makai(deck) else deck


def fuji_99_here() -> FujiDeck | None:
    """The same of Fuji 99."""
    deck = fuji_99_of(OwnerPack().load().pack)
    return None if deck is None or why_not_fuji_99(deck) else deck


def _typed(owned: Pack, *names: str) -> Mapping[str, tuple[int, ...]] | None:
    """The owner's numbers by name, when none is missing."""
    found = {name: numbers for name in names if (numbers := owned.numbers(name)) is not None}
    return found if len(found) == len(names) else None
