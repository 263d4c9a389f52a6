"""How a fight of several will go, estimated in closed form: a fraction of a millisecond instead of a solved fight.

All fighters meet the same rolls of the dragon, so the damage is followed exactly; what they do to it is taken as
normal, with the mean and the spread of their dice, a sixth of which break in each attack.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import erf, sqrt
from typing import NamedTuple

from fujikoro_nb.engine.fujikoro.asked.fight import COLOURS
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, Weapon, absorption, fighting_weapons, initiative
from fujikoro_nb.engine.fujikoro.rules.fights.attack import most_dice
from fujikoro_nb.engine.fujikoro.rulings import Rulings

ROUNDS = 6
"""Rounds of a fight that are followed; hardly any lasts longer."""

_WASTE = 0.5
"""Points of a helmet that each payment wastes, because no change is given."""
_DICE_FOR_SPARE = 3
"""Wooden dice for each spare wood: with three of them two break in one attack of fourteen."""
_UNSURE = 0.15
"""How much the breaking of a weapon spreads what it strikes later."""
_LITTLE = 1e-3
"""What is less likely is followed no further."""


class Arm(NamedTuple):
    """What one samurai brings into a fight."""

    hits: float
    """Of its next attack, on average."""
    spread: float
    """Their variance."""
    kept: float
    """What is left of them for the attack after that."""
    absorbs: int
    initiative: int


class Forecast(NamedTuple):
    """Chances of a fight: that the dragon falls, and each of the fighters."""

    win: float
    fallen: tuple[float, ...]
    """How likely each of the fighters is knocked out."""


def arm_of(board: Board, dice: tuple[Die, ...], rulings: Rulings) -> Arm:
    """What a samurai brings with its gear as it is."""
    return _arm(board.gear, board.limits, dice, rulings)


@lru_cache(maxsize=1024)
def _arm(gear: Gear, limits: BoardLimits, dice: tuple[Die, ...], rulings: Rulings) -> Arm:
    faces = {die.material: [face.hits for face in die.faces] for die in dice}
    mean = {colour: sum(hits) / len(hits) for colour, hits in faces.items()}
    spread = {
        colour: sum(hit * hit for hit in hits) / len(hits) - mean[colour] ** 2
        for colour, hits in faces.items()
    }
    hits = variance = breaking = 0.0
    for weapon in fighting_weapons(gear, limits, rulings=rulings):
        if not weapon.is_usable:
            continue
        most = most_dice(gear, weapon)
        rolled = (min(most[0], sparing(weapon, limits)), *most[1:])
        for colour, number in zip(COLOURS, rolled, strict=True):
            hits += number * mean[colour]
            variance += number * spread[colour]
            breaking += 0.0 if colour == "G" else number * mean[colour] / 6
    kept = max(0.0, 1 - breaking / hits - 0.03) if hits else 0.0
    absorbs = absorption(gear, GearKind.HELMET, rulings=rulings)
    return Arm(hits, variance, kept, absorbs, initiative(gear, limits, rulings=rulings))


def sparing(weapon: Weapon, limits: BoardLimits) -> int:
    """Wooden dice that can be rolled with hardly a risk that the weapon loses the wood it needs."""
    needed = (limits.two_handed_wood if weapon.hands == 2 else limits.one_handed_wood).value
    return _DICE_FOR_SPARE * (weapon.wood - needed)


def forecast(
    arms: Sequence[Arm], health: int, rolls: int, first: int, dice: tuple[Die, ...], *, is_defence: bool
) -> Forecast:
    """The fight of these against a dragon with so much health, so many dice and this initiative."""
    if health <= 0:
        return Forecast(1.0, (0.0,) * len(arms))
    tooth = next(die for die in dice if die.material == "T")
    faces = tuple(face.hits for face in tooth.faces)
    return _forecast(tuple(arms), health, rolls, first, faces, is_defence)


@lru_cache(maxsize=4096)
def _forecast(
    arms: tuple[Arm, ...], health: int, rolls: int, first: int, faces: tuple[int, ...], is_defence: bool
) -> Forecast:
    """What is struck does not depend on the dragon's rolls, only for how long: until those are too much for all."""
    is_first = [arm.initiative > first or (is_defence and arm.initiative == first) for arm in arms]
    fallen = [0.0] * len(arms)
    win = 0.0
    hurt = [(hits, share) for hits, share in enumerate(_rolled(faces, rolls)) if share]
    ways: dict[tuple[int, float, float], float] = {(0, 0.0, 0.0): 1.0}
    for number in range(ROUNDS):
        waste = _WASTE * number
        after: dict[tuple[int, float, float], float] = {}
        for (damage, mean, spread), chance in ways.items():
            stand = [arm.absorbs >= damage + waste - _WASTE or not number for arm in arms]
            own, wide = _struck(arms, number, [*map(_both, stand, is_first)], mean, spread)
            going = 1 - _enough(own, wide, health)
            if chance * going < _LITTLE:
                win += chance
                continue
            for hits, share in hurt:
                left = [
                    up and arm.absorbs >= damage + hits + waste for arm, up in zip(arms, stand, strict=True)
                ]
                for index, (was, still) in enumerate(zip(stand, left, strict=True)):
                    if was and not still:
                        fallen[index] += chance * share * going
                slow = [up and not fast for up, fast in zip(left, is_first, strict=True)]
                total, variance = _struck(arms, number, slow, own, wide)
                if any(left):
                    key = (damage + hits, round(total, 1), round(variance, 1))
                    after[key] = after.get(key, 0.0) + chance * share
                else:
                    win += chance * share * _enough(total, variance, health)
        ways = after
    win += sum(chance * _enough(mean, spread, health) for (_, mean, spread), chance in ways.items())
    return Forecast(min(1.0, win), tuple(fallen))


def _both(one: bool, other: bool) -> bool:
    return one and other


def _struck(
    arms: Sequence[Arm], number: int, who: Sequence[bool], mean: float, spread: float
) -> tuple[float, float]:
    """Mean and variance of all hits when these have attacked for the so-and-so-many-th time."""
    for arm, attacks in zip(arms, who, strict=True):
        if attacks:
            kept = arm.kept**number
            mean += arm.hits * kept
            spread += arm.spread * kept + (arm.hits * kept * _UNSURE * number) ** 2
    return mean, spread


def _enough(mean: float, spread: float, health: int) -> float:
    """The chance that hits with this mean and variance are so many."""
    if spread <= 0:
        return float(mean >= health)
    return 0.5 * (1 + erf((mean - health + 0.5) / sqrt(2 * spread)))


@lru_cache(maxsize=32)
def _rolled(faces: tuple[int, ...], dice: int) -> tuple[float, ...]:
    """How likely each number of hits is with so many dice."""
    chances = [1.0]
    for _ in range(dice):
        sums = [0.0] * (len(chances) + max(faces))
        for hits, chance in enumerate(chances):
            for face in faces:
                sums[hits + face] += chance / len(faces)
        chances = sums
    return tuple(chances)
