"""Two duels under simpler rules: a weapon is a multiset, nothing is chosen, breakage is simply lost.

It is the work that a dice library with a hand-written recursion can do, and so what ours is measured against; its
values are known. Samurai first; a weapon with fewer than two wood loses the fight. A payment takes the set that
leaves the highest total absorption, then the most cubes, then the lexicographically largest (wood, metal, tooth).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import NamedTuple, TypeVar

Multiset = tuple[int, int, int]
"""Wood, metal, tooth."""

Number = TypeVar("Number", float, Fraction)

Roll = Mapping[tuple[int, int, int, int], Number]
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


# icepool's chain and this recursion in fractions agree on all of these digits.
SMALL = Duel((2, 2, 0), (1, 1, 1), 8, 3, 0.234520421162364)
LARGE = Duel((3, 3, 2), (2, 2, 2), 12, 4, 0.809904927507869)


def win_chance(
    duel: Duel,
    roll: Callable[[Multiset], Roll[Number]],
    dragon_roll: Callable[[int], Mapping[int, Number]],
) -> Number:
    """The chance to win, by plain recursion over the positions; the rolls come from whoever is measured."""
    dragon = dragon_roll(duel.dragon_dice)

    @cache
    def answered(helmet: Multiset) -> dict[Multiset, Number]:
        return after_dragon(helmet, dragon)

    @cache
    def survived(weapon: Multiset, helmet: Multiset, health: int) -> Number:
        return sum(weight * win(weapon, paid, health) for paid, weight in answered(helmet).items())

    @cache
    def win(weapon: Multiset, helmet: Multiset, health: int) -> Number:
        if weapon[0] < 2:
            return 0
        chance, missed = 0, 0
        for (hits, *broken), weight in roll(weapon).items():
            if hits >= health:
                chance += weight
            elif hits or any(broken):
                kept = minus(weapon, broken)
                if kept[0] >= 2:
                    chance += weight * survived(kept, helmet, health - hits)
            else:
                missed = weight
        # A round without any effect is solved in closed form.
        repeated = 0
        for paid, weight in answered(helmet).items():
            if paid == helmet:
                repeated = missed * weight
            else:
                chance += missed * weight * win(weapon, paid, health)
        return chance / (1 - repeated)

    return win(duel.weapon, duel.helmet, duel.health)


def after_dragon(helmet: Multiset, dragon: Mapping[int, Number]) -> dict[Multiset, Number]:
    """The chance of each helmet after the dragon's roll; a knock-out is left out."""
    chances: dict[Multiset, Number] = {}
    for hits, weight in dragon.items():
        paid = greedy_payment(helmet, hits)
        if paid is not None:
            chances[paid] = chances.get(paid, 0) + weight
    return chances


def minus(weapon: Multiset, broken: list[int]) -> Multiset:
    """The cubes that are left."""
    return weapon[0] - broken[0], weapon[1] - broken[1], weapon[2] - broken[2]


@cache
def greedy_payment(helmet: Multiset, hits: int) -> Multiset | None:
    """What is left of the helmet, or None for a knock-out."""
    wood, metal, tooth = helmet
    left = [
        kept
        for kept in product(range(wood + 1), range(metal + 1), range(tooth + 1))
        if absorbed(helmet) - absorbed(kept) >= hits
    ]
    return max(left, key=lambda kept: (absorbed(kept), sum(kept), kept), default=None)


def absorbed(helmet: Multiset) -> int:
    """All that a helmet absorbs."""
    return sum(count * value for count, value in zip(helmet, ABSORBS, strict=True))


# ---- rolls, in plain Python


def own_roll(weapon: Multiset, *, one: Number) -> Roll[Number]:
    """All dice of a weapon, in numbers of the kind of ``one``."""
    table = _joined(tuple(zip((WOOD, METAL, TOOTH), weapon, strict=True)), one)
    return {(hits, wood, metal, tooth): weight for (hits, (wood, metal, tooth)), weight in table.items()}


def own_dragon_roll(dice: int, *, one: Number) -> Mapping[int, Number]:
    """The dragon's hits."""
    chances: dict[int, Number] = {}
    for (hits, _), weight in _joined(((TOOTH, dice),), one).items():
        chances[hits] = chances.get(hits, 0) + weight
    return chances


def own_win_chance(duel: Duel, one: Number) -> Number:
    """The chance to win with these rolls."""
    return win_chance(duel, cache(partial(own_roll, one=one)), partial(own_dragon_roll, one=one))


def _joined(
    dice: tuple[tuple[tuple[Face, ...], int], ...], one: Number
) -> dict[tuple[int, tuple[int, ...]], Number]:
    """Chance of (hits, broken by colour), one die after the other."""
    table: dict[tuple[int, tuple[int, ...]], Number] = {(0, (0,) * len(dice)): one}
    for colour, (faces, count) in enumerate(dice):
        for _ in range(count):
            longer: dict[tuple[int, tuple[int, ...]], Number] = {}
            for ((hits, broken), weight), (more, is_broken) in product(table.items(), faces):
                worn = (*broken[:colour], broken[colour] + is_broken, *broken[colour + 1 :])
                key = (hits + more, worn)
                longer[key] = longer.get(key, 0) + weight / len(faces)
            table = longer
    return table
