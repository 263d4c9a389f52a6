"""What one more cube would change and where it should go; which monk to send, if any."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cmp_to_key
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Cell, cells_of
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.magic import can_gain, weapon_places
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.odds.fight import First, Foe, Goal, Outcome, Samurai, Worth
from fujikoro_nb.odds.hero import Monk, monks_of
from fujikoro_nb.odds.numbers import Triple, best_of
from fujikoro_nb.odds.progress import Progress, part_of, step_of
from fujikoro_nb.odds.solving import arms_of, solve

_NOW, _COMPARED = 0.1, 0.3
"""Shares of the work, as reported, until the gear as it is is solved, and until it is known which places are alike."""


class Place(msgspec.Struct, frozen=True):
    """One more cube somewhere, and what it changes."""

    material: Material
    kind: GearKind
    cells: tuple[Cell, ...]
    """Cells that are equally good because the gear fights on alike; on a helmet without a pattern all of them."""
    outcome: Outcome
    gain: float
    """Percentage points (points for goal ``points``) in the goal's first part; may be negative."""
    samurai: Samurai
    """With the cube in the first of the cells, and magic if the blueprint fits now."""


class WhatIf(msgspec.Struct, frozen=True):
    """The odds as they are, and with one more cube at each place, the best first."""

    now: Outcome
    places: tuple[Place, ...]

    def best(self, material: Material | str) -> Place | None:
        """Where a cube of this material should go; None where it has no legal place."""
        return next((place for place in self.places if place.material == material), None)


def what_if(
    samurai: Samurai,
    foe: Foe,
    faces: Mapping[str, Die],
    *,
    materials: tuple[Material, ...] = MATERIALS,
    goal: Goal | str = Goal.WIN,
    worth: Worth | None = None,
    first: First | None = None,
    all_dice: bool = False,
    progress: Progress | None = None,
) -> WhatIf:
    """Try one more cube on every free cell of weapon and helmet where it is legal.

    A cube may change the initiative, and with it who is first, unless ``first`` is given. Places at which the gear
    fights on alike are solved once. Errors as for `solve`.
    """
    now = solve(
        samurai,
        foe,
        faces,
        goal=goal,
        worth=worth,
        first=first,
        all_dice=all_dice,
        progress=part_of(progress, 0.0, _NOW),
    )
    comparing, solving = part_of(progress, _NOW, _COMPARED), part_of(progress, _COMPARED, 1.0)
    every = [(material, *place) for material in materials for place in _with_one_more(samurai, material)]
    groups: dict[object, list[tuple[Material, GearKind, Cell, Samurai]]] = {}
    for index, (material, kind, cell, after) in enumerate(every):
        likeness = _likeness(after, material, kind, step_of(comparing, index, len(every)))
        groups.setdefault(likeness, []).append((material, kind, cell, after))
    found: list[tuple[Place, Triple]] = []
    scale = 1 if now.aim.goal == Goal.POINTS else 100
    for index, group in enumerate(groups.values()):
        material, kind, _, after = group[0]
        odds = solve(
            after,
            foe,
            faces,
            goal=goal,
            worth=worth,
            first=first,
            all_dice=all_dice,
            progress=step_of(solving, index, len(groups)),
        )
        gain = float(odds.start[0] - now.start[0]) * scale
        cells = tuple(cell for _, _, cell, _ in group)
        found.append((Place(material, kind, cells, odds.outcome, gain, after), odds.start))
    if progress is not None:
        progress(1.0)
    found.sort(key=cmp_to_key(_compared))
    return WhatIf(now.outcome, tuple(place for place, _ in found))


def _compared(first: tuple[object, Triple], second: tuple[object, Triple]) -> int:
    """Order of best first."""
    one, other = first[1], second[1]
    if best_of([one, other]) == 1:
        return 1
    return -1 if best_of([other, one]) == 1 else 0


def _with_one_more(samurai: Samurai, material: Material) -> Iterator[tuple[GearKind, Cell, Samurai]]:
    """Every legal place of one more cube; new magic comes at once, as after the crafting."""
    gear, limits = samurai.gear, samurai.limits
    there = gear.weapon.occupied
    for kind, free in (
        (GearKind.WEAPON, limits.weapon.mask & ~there),
        (GearKind.HELMET, limits.area_mask(GearKind.HELMET) & ~gear.helmet.occupied),
    ):
        for cell in cells_of(free):
            after = gear.with_layout(kind, gear.layout(kind).with_cube(cell, material))
            if any(
                can_gain(after, kind, pattern, limits, rulings=samurai.rulings)
                for pattern in samurai.owned(kind)
            ):
                places = weapon_places(after, limits, rulings=samurai.rulings)
                after = after.with_magic(kind, places[0] if kind == GearKind.WEAPON else None)
            more = msgspec.structs.replace(samurai, gear=after)
            try:
                more.checked()
            except Illegal:
                continue
            yield kind, cell, more


def _likeness(samurai: Samurai, material: Material, kind: GearKind, progress: Progress | None) -> object:
    """Equal for gears that fight on alike: initiative, weapons up to shifts, a heap for a helmet without pattern."""
    if kind == GearKind.HELMET:
        patterns, _ = samurai.deciding(kind)
        cells: object = 0
        if patterns or samurai.gear.helmet_magic:
            cells = samurai.gear.helmet
        return material, kind, cells
    arms = arms_of(samurai, progress=progress)
    return material, kind, samurai.initiative, arms.description()


class MonkChoice(msgspec.Struct, frozen=True):
    """A monk, or none, and the odds with it."""

    monk: Monk | None
    outcome: Outcome
    cost: float
    """Against the best, in percentage points (points for goal ``points``) of the goal's first part."""


def best_monk(
    samurai: Samurai,
    foe: Foe,
    faces: Mapping[str, Die],
    *,
    goal: Goal | str = Goal.WIN,
    worth: Worth | None = None,
    all_dice: bool = False,
    has_way_out: bool | None = None,
    progress: Progress | None = None,
) -> tuple[MonkChoice, ...]:
    """Which monk to send with which cube, or none: all choices, the best first.

    Cubes thrown or lost from the backpack count as lost with their worth, like those of the gear.
    """
    every: list[Monk | None] = [None, *monks_of(samurai, foe)]
    found: list[tuple[MonkChoice, Triple]] = []
    for index, monk in enumerate(every):
        odds = solve(
            samurai,
            foe,
            faces,
            goal=goal,
            worth=worth,
            monk=monk,
            all_dice=all_dice,
            has_way_out=has_way_out,
            progress=step_of(progress, index, len(every)),
        )
        value: list[Any] = list(odds.start if odds.hero_value is None else odds.hero_value)
        gone = samurai.backpack.cubes.surplus_over(odds.samurai.backpack.cubes)
        price = float(odds.aim.worth.of((gone.wood, gone.metal, gone.tooth, 0)))
        value[odds.aim.loss_part] -= price
        triple = (value[0], value[1], value[2])
        found.append((MonkChoice(monk, odds.aim.outcome(triple), 0.0), triple))
    found.sort(key=cmp_to_key(_compared))
    scale = 1 if Goal(goal) == Goal.POINTS else 100
    top: Any = found[0][1][0]
    return tuple(
        msgspec.structs.replace(choice, cost=float(top - triple[0]) * scale) for choice, triple in found
    )
