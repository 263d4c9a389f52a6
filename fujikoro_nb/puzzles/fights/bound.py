"""How large a fight puzzle out of a link may be: proving it holds up the page that opens the link.

The work of one fight is counted before it is begun: sets of weapon cubes x numbers of helmet cubes x dice that can be
chosen x the dragon's health x (health + 10), since fractions grow longer with the health. On one core plain Python
needs at most 0.6 millionths of a second for each, so that `MAX_WORK` is below one second.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import prod

from fujikoro_nb.engine.fujikoro.board.player import MONK_SPOTS
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.odds import Foe, Samurai, monks_of
from fujikoro_nb.odds.hero import without_monk
from fujikoro_nb.puzzles.fights.puzzle import FightPuzzle, samurai_of
from fujikoro_nb.puzzles.fights.scene import Scene

MAX_WORK = 1_500_000
MAX_FIGHTS = 60
MAX_DICE = 6
"""White dice: no dragon of the box has more."""

_FRACTIONS = 10


def one_work(puzzle: FightPuzzle) -> int:
    """The work of the fight itself."""
    return fight_work(samurai_of(puzzle.scene), Foe.parse(puzzle.scene.foe))


def dragons_work(puzzle: FightPuzzle) -> int:
    """The work of a fight with each dragon."""
    samurai = samurai_of(puzzle.scene)
    return sum(fight_work(samurai, Foe.parse(text)) for text in puzzle.foes)


def allies_work(puzzle: FightPuzzle) -> int:
    """The work of a fight with each companion."""
    one, foe = one_work(puzzle), Foe.parse(puzzle.scene.foe)
    others = (
        samurai_of(Scene(foe=puzzle.scene.foe, weapon=ally.weapon, helmet=ally.helmet))
        for ally in puzzle.allies
    )
    return sum(one + fight_work(other, foe) for other in others)


def monks_work(puzzle: FightPuzzle) -> int:
    """The work of a fight without each monk's cube; what is left of larger gear is too much to count."""
    samurai, foe, one = samurai_of(puzzle.scene), Foe.parse(puzzle.scene.foe), one_work(puzzle)
    if one > MAX_WORK:
        return one
    if len(puzzle.scene.monks) > len(
        MONK_SPOTS
    ):  # more than any board holds: a link that nobody made for solving
        return MAX_WORK + 1
    afters = (after for monk in monks_of(samurai, foe) for after in without_monk(samurai, monk))
    some = list(islice(afters, MAX_FIGHTS))
    if len(some) == MAX_FIGHTS:
        return MAX_WORK + 1
    return one + sum(fight_work(after, foe) for after in some)


def fight_work(samurai: Samurai, foe: Foe) -> int:
    """The work of one fight."""
    gear = samurai.gear
    has_green, is_green = gear.weapon_magic is not None, bool(gear.helmet_magic)
    sets = 1 << len(gear.weapon) + has_green
    dice = _numbers(gear.weapon) * (1 + has_green)
    # With magic it matters which cubes are gone, else only how many of each material.
    helmets = 1 << len(gear.helmet) + 1 if is_green else _numbers(gear.helmet)
    return sets * dice * helmets * foe.health * (foe.health + _FRACTIONS)


def _numbers(layout: Layout) -> int:
    """How many different heaps can be taken out of these cubes."""
    return prod(1 + number for number in Counter(str(cube) for _, cube in layout).values())
