"""Fight puzzles without end, as the maker draws them for the book, of a size that is solved while somebody waits."""

from __future__ import annotations

from fujikoro_nb.puzzles.endless import Endless, Place, Tell, by_turns, first_made, tried
from fujikoro_nb.puzzles.fights.book import FightEntry
from fujikoro_nb.puzzles.fights.maker import make_fight

_TRIES = 150
_WORK = {
    "odds": 1_500_000,
    "lose": 600_000,
    "repair": 600_000,
    "pay": 800_000,
    "dice": 800_000,
    "whom": 2_000_000,
    "wait": 2_000_000,
    "monk": 1_000_000,
    "ally": 12_000_000,
}
"""Recipes, and the work that a proof may take as `bound` counts it: the more drawings it takes until one is good, the
less; fights of two are solved in decimals, much faster than that. Recipes, order and numbers stay: a link that was
shared opens the same way for ever."""


def _made(place: Place, name: str, tell: Tell) -> FightEntry | None:
    def make(recipe: str, seed: str) -> FightEntry | None:
        tell(0)
        return make_fight(recipe, seed, name=name, most_work=_WORK[recipe])

    return by_turns(
        "fights",
        place,
        tuple(_WORK),
        lambda recipe: first_made(lambda seed: make(recipe, seed), tried(place, _TRIES)),
    )


endless: Endless[FightEntry] = Endless(_made)
"""Those on fights."""
