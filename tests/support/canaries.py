"""Cards of Makai Fuda that are found again in whatever is sent: strengths that occur nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable

from fujikoro_nb.content.small import makai_deck
from fujikoro_nb.engine.kernel import Line
from fujikoro_nb.engine.makai_fuda.components import Card, Deck


def canary_deck() -> Deck:
    """The house deck with strengths that occur nowhere else, each once; what the rules ask of a deck stays."""
    cards: list[Card] = []
    for number, card in enumerate(makai_deck().cards):
        is_fixed = card.is_magic or card.ability
        strength = card.strength if is_fixed else 700_001 + 13 * number
        cards.append(Card(card.kind, strength, card.ability, card.leaves_three))
    return Deck("canary", "owner", tuple(cards))


CANARIES = {str(card.strength) for card in canary_deck().cards if card.strength > 700_000}
"""What a match comes to, with three for each Magic, is none of them."""
NUMBER = re.compile(r"\d{6,}")


def opened_cards(lines: Iterable[Line]) -> set[str]:
    """Those that were played or turned up so far."""
    events = [event for line in lines for event in line.events]
    return {str(value) for event in events for name, value in event.data if name == "strength"}
