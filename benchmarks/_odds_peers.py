"""What a user of a dice library can do: roll tables for a hand-written recursion, one Markov chain, one simulation.

The libraries count one die at a time; an outcome is one integer, hits + 100 for each broken wood and so on, because all
of them add integers fastest. The recursion around them is the one of the tests, with known values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import icepool
import lea
import numpy as np
from dyce import H

from tests.oracles.simplified_duels import (
    METAL,
    TOOTH,
    WOOD,
    Duel,
    Face,
    Multiset,
    Roll,
    greedy_payment,
    minus,
    win_chance,
)

COLOURS = (WOOD, METAL, TOOTH)
BROKEN = (100, 10_000, 1_000_000)

State = tuple[Multiset, Multiset, int]
WON: State = ((0, 0, 0), (0, 0, 0), 0)
LOST: State = ((0, 0, 0), (0, 0, 0), 1)

Table = Mapping[int, float]
"""Chance of each coded outcome."""


def coded(faces: tuple[Face, ...], colour: int) -> list[int]:
    return [hits + BROKEN[colour] * is_broken for hits, is_broken in faces]


def decoded(outcome: int) -> tuple[int, int, int, int]:
    return outcome % 100, outcome // 100 % 100, outcome // 10_000 % 100, outcome // 1_000_000


# ---- the sum of some dice of each colour, in each library


def with_icepool(counts: Multiset) -> Table:
    rolled = sum(count @ icepool.Die(coded(COLOURS[c], c)) for c, count in enumerate(counts) if count)
    return {outcome: weight / rolled.denominator() for outcome, weight in rolled.items()}


def with_dyce(counts: Multiset) -> Table:
    rolled = sum((count @ H(coded(COLOURS[c], c)) for c, count in enumerate(counts) if count), H({0: 1}))
    return {int(outcome): weight / rolled.total for outcome, weight in rolled.items()}


def with_lea(counts: Multiset) -> Table:
    rolled = lea.vals(0)
    for c, count in enumerate(counts):
        if count:
            rolled = rolled + lea.vals(*coded(COLOURS[c], c)).times(count)
    return {outcome: float(chance) for outcome, chance in rolled.pmf_tuple()}


def recursion(duel: Duel, library: Callable[[Multiset], Table]) -> float:
    """The chance to win, the library's rolls inside the plain recursion."""

    @cache
    def roll(weapon: Multiset) -> Roll[float]:
        return {decoded(outcome): chance for outcome, chance in library(weapon).items()}

    def dragon_roll(dice: int) -> dict[int, float]:
        chances: dict[int, float] = {}
        for outcome, chance in library((0, 0, dice)).items():
            hits = decoded(outcome)[0]
            chances[hits] = chances.get(hits, 0.0) + chance
        return chances

    return win_chance(duel, roll, dragon_roll)


# ---- the whole chain in icepool


def icepool_chain(duel: Duel) -> float:
    """The fight as one Markov chain, to its end: ``map(repeat='inf')``."""

    @cache
    def rolled(weapon: Multiset) -> icepool.Die[int]:
        return sum(count @ icepool.Die(coded(COLOURS[c], c)) for c, count in enumerate(weapon) if count)

    dragon = duel.dragon_dice @ icepool.Die([hits for hits, _ in TOOTH])

    def fight_round(state: State) -> State | icepool.Die[State]:
        weapon, helmet, health = state
        if health <= 0 or weapon[0] < 2:
            return state

        def struck(outcome: int) -> State | icepool.Die[State]:
            hits, *broken = decoded(outcome)
            if hits >= health:
                return WON
            kept = minus(weapon, broken)
            return (
                LOST if kept[0] < 2 else icepool.map(lambda more: answered(kept, more, health - hits), dragon)
            )

        def answered(kept: Multiset, more: int, left: int) -> State:
            paid = greedy_payment(helmet, more)
            return LOST if paid is None else (kept, paid, left)

        return icepool.map(struck, rolled(weapon))

    start = icepool.Die([(duel.weapon, duel.helmet, duel.health)])
    ended = icepool.map(fight_round, start, star=False, repeat="inf")
    return float(ended.probability(WON))


# ---- a simulation of rolling all dice with greedy choices


def simulated(weapon: Multiset, helmet: int, health: int, dragon_dice: int, fights: int, seed: int) -> float:
    """The share of fights won, without geometry: cubes are lost by colour, the helmet is a number of points."""
    source = np.random.default_rng(seed)
    faces = [np.array([hits for hits, _ in colour]) for colour in COLOURS]
    broken_face = [int(np.flatnonzero([broken for _, broken in colour])[0]) for colour in COLOURS]
    cubes = np.tile(np.array(weapon), (fights, 1))
    points = np.full(fights, helmet)
    left = np.full(fights, health)
    won = 0
    while len(left):
        broken = np.zeros_like(cubes)
        for colour in range(3):
            dice = source.integers(0, 6, (len(left), weapon[colour]), dtype=np.int8)
            is_rolled = np.arange(weapon[colour]) < cubes[:, colour, None]
            left = left - (faces[colour][dice] * is_rolled).sum(axis=1)
            broken[:, colour] = ((dice == broken_face[colour]) & is_rolled).sum(axis=1)
        won += int((left <= 0).sum())
        cubes = cubes - broken
        stays = (left > 0) & (cubes[:, 0] >= 2)
        cubes, points, left = cubes[stays], points[stays], left[stays]
        hits = faces[2][source.integers(0, 6, (len(left), dragon_dice), dtype=np.int8)].sum(axis=1)
        points = points - hits
        stays = points >= 0
        cubes, points, left = cubes[stays], points[stays], left[stays]
    return won / fights
