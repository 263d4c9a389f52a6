"""The two duels of PERFORMANCE.md, "Combat odds": a weapon is a multiset, nothing is chosen, breakage is simply lost.

It is the work that a dice library with a hand-written recursion can do, and so what ours is measured against; its
values are known. Samurai first; a weapon with fewer than two wood loses the fight. A payment takes the set that
leaves the highest total absorption, then the most cubes, then the lexicographically largest (wood, metal, tooth).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

Multiset = tuple[int, int, int]
"""Wood, metal, tooth."""

Roll = Mapping[tuple[int, int, int, int], float]
"""Chance of (hits, broken wood, broken metal, broken tooth)."""

Face = tuple[int, bool]

WOOD: tuple[Face, ...] = ((0, False), (0, True), (1, False), (1, False), (1, False), (1, False))
METAL: tuple[Face, ...] = ((0, False), (0, True), (1, False), (1, False), (2, False), (2, False))
TOOTH: tuple[Face, ...] = ((0, False), (0, True), (1, False), (2, False), (3, False), (3, False))
"""Not the house pack's faces."""

ABSORBS = (1, 2, 3)


class Duel(NamedTuple):
    """One of them, with its known chance to win."""

    weapon: Multiset
    helmet: Multiset
    health: int
    dragon_dice: int
    win: float


SMALL = Duel((2, 2, 0), (1, 1, 1), 8, 3, 0.234520421216364)
LARGE = Duel((3, 3, 2), (2, 2, 2), 12, 4, 0.809904927507869)


def win_chance(
    duel: Duel, roll: Callable[[Multiset], Roll], dragon_roll: Callable[[int], Mapping[int, float]]
) -> float:
    """The chance to win, by plain recursion over the positions; the rolls come from whoever is measured."""
    hits_of_dragon = dragon_roll(duel.dragon_dice)

    @cache
    def win(weapon: Multiset, helmet: Multiset, health: int) -> float:
        if weapon[0] < 2:
            return 0.0
        chance, repeated = 0.0, 0.0
        for (hits, *broken), weight in roll(weapon).items():
            left = max(0, health - hits)
            if left == 0:
                chance += weight
                continue
            kept = minus(weapon, broken)
            if kept[0] < 2:
                continue
            for more, dragon_weight in hits_of_dragon.items():
                paid = greedy_payment(helmet, more)
                if paid is None:
                    continue
                if (kept, paid, left) == (weapon, helmet, health):
                    repeated += weight * dragon_weight  # a round without effect: solved in closed form
                else:
                    chance += weight * dragon_weight * win(kept, paid, left)
        return chance / (1 - repeated)

    return win(duel.weapon, duel.helmet, duel.health)


def minus(weapon: Multiset, broken: list[int]) -> Multiset:
    """The cubes that are left."""
    return weapon[0] - broken[0], weapon[1] - broken[1], weapon[2] - broken[2]


@cache
def greedy_payment(helmet: Multiset, hits: int) -> Multiset | None:
    """What is left of the helmet, or None for a knock-out."""
    left = [
        kept
        for kept in product(*(range(count + 1) for count in helmet))
        if absorbed(helmet) - absorbed(kept) >= hits
    ]
    return max(left, key=lambda kept: (absorbed(kept), sum(kept), kept), default=None)


def absorbed(helmet: Multiset) -> int:
    """All that a helmet absorbs."""
    return sum(count * value for count, value in zip(helmet, ABSORBS, strict=True))


# ---- rolls, in plain Python


@cache
def own_roll(weapon: Multiset) -> Roll:
    """All dice of a weapon."""
    return {
        (hits, *broken): weight
        for (hits, broken), weight in _joined(tuple(zip((WOOD, METAL, TOOTH), weapon, strict=True))).items()
    }


@cache
def own_dragon_roll(dice: int) -> Mapping[int, float]:
    """The dragon's hits."""
    chances: dict[int, float] = {}
    for (hits, _), weight in _joined(((TOOTH, dice),)).items():
        chances[hits] = chances.get(hits, 0.0) + weight
    return chances


def _joined(dice: tuple[tuple[tuple[Face, ...], int], ...]) -> dict[tuple[int, tuple[int, ...]], float]:
    """Chance of (hits, broken by colour), one die after the other."""
    zero = (0,) * len(dice)
    table: dict[tuple[int, tuple[int, ...]], float] = {(0, zero): 1.0}
    for colour, (faces, count) in enumerate(dice):
        for _ in range(count):
            longer: dict[tuple[int, tuple[int, ...]], float] = {}
            for ((hits, broken), weight), (more, is_broken) in product(table.items(), faces):
                worn = (*broken[:colour], broken[colour] + is_broken, *broken[colour + 1 :])
                key = (hits + more, worn)
                longer[key] = longer.get(key, 0.0) + weight / len(faces)
            table = longer
    return table
