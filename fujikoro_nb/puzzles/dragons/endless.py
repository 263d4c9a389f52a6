"""Puzzles on the dragons' step without end, as the maker draws them for the book."""

from __future__ import annotations

from fujikoro_nb.puzzles.dragons.book import DragonEntry
from fujikoro_nb.puzzles.dragons.maker import make_dragons
from fujikoro_nb.puzzles.endless import Endless, Place, Tell, by_turns, first_made, tried

_TRIES = 200
"""One seed in thirty makes a good puzzle by most recipes."""
_RECIPES = ("lure", "order", "safe", "choice", "where")
"""In an order that stays: a link that was shared opens the same way for ever."""


def _made(place: Place, name: str, tell: Tell) -> DragonEntry | None:
    def make(recipe: str, seed: str) -> DragonEntry | None:
        tell(0)
        return make_dragons(recipe, seed, name=name)

    return by_turns(
        "dragons",
        place,
        _RECIPES,
        lambda recipe: first_made(lambda seed: make(recipe, seed), tried(place, _TRIES)),
    )


endless: Endless[DragonEntry] = Endless(_made)
"""Those on the dragons' step."""
