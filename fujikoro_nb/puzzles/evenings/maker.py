"""Puzzles of evenings out of a recipe and a seed: drawn, played out by the engine, kept if good."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction

import msgspec

from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.puzzles.endless import Endless, Place, Tell, first_made
from fujikoro_nb.puzzles.evenings import later_recipes as later
from fujikoro_nb.puzzles.evenings import recipes as r
from fujikoro_nb.puzzles.evenings.effort import TooMany, at_most
from fujikoro_nb.puzzles.evenings.prove import proved_entry
from fujikoro_nb.puzzles.evenings.puzzle import EveningEntry, EveningPuzzle

Recipe = Callable[[random.Random], EveningPuzzle | None]

_MOST_RIGHT = 2
_LEAST_GAP = Fraction(1, 50)
"""Of the best worth, by which the second best must be worth less: less than that nobody can see."""

RECIPES: Mapping[str, Recipe] = {
    "loot": r.loot,
    "prey": r.prey,
    "march": r.march,
    "figures": r.figures,
    "eruption": r.eruption,
    "heat": r.heat,
    "second": r.second,
    "monks": r.monks,
    "reveal": later.reveal,
    "door": later.door,
    "catch": later.catch,
    "lure": later.lure,
    "temple": later.temple,
    "guard": later.guard,
    "ronin": later.ronin,
    "palace": later.palace,
}


ENDLESS = (
    "loot",
    "march",
    "eruption",
    "monks",
    "reveal",
    "lure",
    "temple",
    "ronin",
    "heat",
    "prey",
    "second",
    "palace",
)
"""The recipes of puzzles without end, all eight evenings in turn: those of which a good one is found soon."""
_MOST_AT_ONCE = 1200
"""Answers that are played for one try while somebody waits."""
_TRIES = 30
"""Of one recipe; then the next one has its turn."""


def make_evening(recipe: str, seed: int | str, *, name: str) -> EveningEntry | None:
    """The puzzle of a recipe and a seed, the same every time; None when this seed gives no good one."""
    source = random.Random(f"fujikoro evenings {recipe} {seed}")
    try:
        drawn = RECIPES[recipe](source)
        entry = None if drawn is None else proved_entry(msgspec.structs.replace(drawn, id=name))
    except (Unreadable, Illegal, TooMany):  # drawn as it cannot be, or too much follows
        return None
    return entry if entry is not None and _is_good(entry) else None


def _made(place: Place, name: str, tell: Tell) -> EveningEntry | None:
    """The first good one of the recipe whose turn it is, else of the next ones."""
    played = 0

    def told(answers: int) -> None:
        nonlocal played
        played += answers
        tell(played)

    def make(way: tuple[str, int]) -> EveningEntry | None:
        recipe, one = way
        with at_most(_MOST_AT_ONCE, told):
            return make_evening(recipe, f"{place} {one}", name=name)

    first = random.Random(f"fujikoro evenings {place.seed}").randrange(len(ENDLESS)) + place.number
    turns = [ENDLESS[(first + at) % len(ENDLESS)] for at in range(len(ENDLESS))]
    return first_made(make, ((recipe, one) for recipe in turns for one in range(_TRIES)))


endless: Endless[EveningEntry] = Endless(_made)
"""Those of the eight evenings. A recipe that stands in `ENDLESS` stays as it is: links name what it makes."""


def _is_good(entry: EveningEntry) -> bool:
    """Few right answers, and a best one that stands out."""
    certificate = entry.certificate
    worths = sorted({Fraction(one.worth) for one in certificate.answers.values() if one.worth}, reverse=True)
    if len(certificate.right) > _MOST_RIGHT or len(certificate.right) * 2 > len(certificate.answers):
        return False
    return len(worths) < 2 or worths[0] - worths[1] >= abs(worths[0]) * _LEAST_GAP
