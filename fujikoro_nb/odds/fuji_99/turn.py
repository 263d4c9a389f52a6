"""Draw or stop, and how many: sums over every draw out of a bag, and the best turn by floors.

Nothing here plays a card: a turn is draws only, its worth the floors that it ends with, and a bust is worth none. The
floors 20 and 50 do not matter within one turn. Whether a draw busts is the engine's limit; no number is sampled.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb

import msgspec

from fujikoro_nb.engine.fuji_99.components import DANGER, FEWEST_DRAWN, GOAL, Cubes
from fujikoro_nb.engine.kernel import cites


class DrawOdds(msgspec.Struct, frozen=True):
    """One number of cubes: the chance that the draw busts, and what the turn is worth when one goes on at best."""

    number: int
    bust: Fraction
    floors: float


class Advice(msgspec.Struct, frozen=True):
    """What to do in a turn that has gained so many floors. ``best`` is the number to draw."""

    gained: int
    draws: bool
    best: int
    floors: float
    every: tuple[DrawOdds, ...]


def numbers(bag: Cubes) -> range:
    """How many cubes can be drawn out of this bag."""
    return range(min(FEWEST_DRAWN, bag.number), bag.number + 1)


@cites("fuji99.danger.three-red")
def bust_chance(bag: Cubes, number: int, out: int = 0) -> Fraction:
    """That a draw brings the danger to its limit, with so much of it out already.

    >>> bust_chance(Cubes(6, 4, 3), 5)
    Fraction(5, 143)
    """
    safe = bag.clear + bag.yellow
    good = sum(
        comb(bag.red, red) * comb(safe, number - red)
        for red in range(min(bag.red, number) + 1)
        if out + red < DANGER
    )
    return 1 - Fraction(good, comb(bag.number, number))


def advice(bag: Cubes, *, out: int = 0, gained: int = 0, ahead: int = GOAL, crisis: float = 0.0) -> Advice:
    """Draw or stop, and how many, for most floors at the end of the turn.

    ``ahead`` is how many floors there are to the goal from where the turn began; whoever reaches it has them for sure.
    ``crisis`` is the chance that the card of an Act fails the turn, taken as the same for every Act.
    """
    safe = bag.clear + bag.yellow
    every = tuple(
        DrawOdds(
            number, bust_chance(bag, number, out), _after(safe, bag.red, number, out, gained, ahead, crisis)
        )
        for number in numbers(bag)
    )
    best = max(every, key=lambda one: (one.floors, -one.number))
    draws = best.floors > gained
    return Advice(gained, draws, best.number, max(best.floors, float(gained)), every)


@lru_cache(maxsize=200_000)
def _worth(safe: int, red: int, out: int, gained: int, ahead: int, crisis: float) -> float:
    """Of a turn in which so many floors are gained: the better of stopping and the best draw."""
    if gained >= ahead:
        return float(ahead)
    if not safe + red:  # nothing is left to draw
        return float(gained)
    fewest = min(FEWEST_DRAWN, safe + red)
    draws = (
        _after(safe, red, number, out, gained, ahead, crisis) for number in range(fewest, safe + red + 1)
    )
    return max(float(gained), *draws)


def _after(safe: int, red: int, number: int, out: int, gained: int, ahead: int, crisis: float) -> float:
    """Of drawing so many: reds stay out, everything else goes back."""
    together = 0.0
    for drawn in range(min(red, number) + 1):
        if out + drawn >= DANGER or number - drawn > safe:
            continue
        chance = comb(red, drawn) * comb(safe, number - drawn) / comb(safe + red, number)
        is_there = gained + number >= ahead
        kept = 1.0 if is_there else 1 - crisis
        together += chance * kept * _worth(safe, red - drawn, out + drawn, gained + number, ahead, crisis)
    return together
