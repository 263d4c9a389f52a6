"""Crafting puzzles without end, as the maker draws them for the book, with the cards of the house."""

from __future__ import annotations

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.puzzles.crafting.book import CraftingEntry
from fujikoro_nb.puzzles.crafting.maker import Recipe, make
from fujikoro_nb.puzzles.crafting.puzzle import Best
from fujikoro_nb.puzzles.endless import Endless, Place, Tell, by_turns, first_made, tried

_SEEDS = 40
_DRAWINGS = 10
"""Of a seed, between two reports to whoever waits."""
_CARDS = frozenset(f"house-{kind}-{number}" for kind in ("weapon", "helmet") for number in range(1, 9))
_RECIPES = {
    "first": Recipe(hand=2, extra=1),
    "weapon": Recipe(hand=3, extra=2),
    "big": Recipe(hand=4, extra=2),
    "usable": Recipe(hand=3, extra=1, usable=True),
    "pair": Recipe(cards=2, hand=3),
    "pair-usable": Recipe(cards=2, hand=4, usable=True),
    "across": Recipe(hand=3, extra=2, two_handed=True, usable=True),
    "across-pair": Recipe(cards=2, hand=4, two_handed=True, usable=True),
    "save": Recipe(hand=3, extra=2, best=Best.CUBES, decoys=2),
    "save-pair": Recipe(cards=2, hand=4, extra=1, best=Best.CUBES, decoys=2),
    "long": Recipe(hand=3, extra=3, best=Best.INITIATIVE, usable=True),
    "helmet": Recipe(kind=GearKind.HELMET, hand=3, extra=2),
    "helmet-pair": Recipe(kind=GearKind.HELMET, cards=2, hand=4),
    "helmet-empty": Recipe(kind=GearKind.HELMET, cards=2, hand=2, empty=True),
}
"""Those of the book. They, their order and the cards stay: a link that was shared opens the same way for ever,
whatever comes into the book or the box of the house."""


def _made(place: Place, name: str, tell: Tell) -> CraftingEntry | None:
    cards = [card for card in house_pack().gear_cards if card.id in _CARDS]

    def draw(recipe: str, seed: str) -> CraftingEntry | None:
        tell(0)
        return make(_RECIPES[recipe], cards, f"crafting {recipe} {seed}", name=name, tries=_DRAWINGS)

    return by_turns(
        "crafting",
        place,
        tuple(_RECIPES),
        lambda recipe: first_made(lambda seed: draw(recipe, seed), tried(place, _SEEDS)),
    )


endless: Endless[CraftingEntry] = Endless(_made)
"""Those on crafting."""
