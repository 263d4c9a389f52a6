"""Seeded crafting problems: the house pack's weapon cards, or random patterns shaped like cards."""

from __future__ import annotations

import random
from collections.abc import Sequence

from fujikoro_nb.engine.fujikoro.components import GearCard, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cells_of, grow, rectangle
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear

Pattern = frozenset[tuple[int, int, int]]


def random_layout(dice: random.Random, columns: int, rows: int, cubes: int, *, connected: bool) -> Layout:
    """Cubes on a board, as common as in the box: 60 wood, 90 metal, 25 teeth."""
    area = rectangle(columns, rows)
    mask = 1 << dice.choice(list(cells_of(area)))
    while mask.bit_count() < cubes:
        free = (grow(mask) if connected else area) & area & ~mask
        mask |= 1 << dice.choice(list(cells_of(free)))
    layout = Layout()
    for cell in cells_of(mask):
        layout = layout.with_cube(cell, dice.choices(MATERIALS, (60, 90, 25))[0])
    return layout


def random_cards(seed: int = 24, number: int = 24, *, connected: bool = True) -> tuple[GearCard, ...]:
    """Patterns of 4 to 7 cubes in a box of 4 by 4, connected or not."""
    dice = random.Random(seed)
    return tuple(
        GearCard(
            f"random-{index}",
            GearKind.WEAPON,
            random_layout(dice, 4, 4, dice.randint(4, 7), connected=connected),
            "vp-or-peek",
            Provenance.HOUSE,
        )
        for index in range(number)
    )


def random_cubes(dice: random.Random, number: int) -> Cubes:
    """So many cubes, as common as in the box."""
    return Cubes.parse("".join(dice.choices("WMT", (60, 90, 25), k=number)))


def crafting_case(
    seed: int, cards: Sequence[GearCard], wanted: int
) -> tuple[Gear, Cubes, list[GearCard], bool]:
    """15 cubes, some in a weapon and the others in the backpack, the cards to reach, and whether to be usable."""
    dice = random.Random(seed)
    in_gear = dice.randint(0, 12)
    weapon = random_layout(dice, 8 if in_gear > 8 else 5, 5, in_gear, connected=True) if in_gear else Layout()
    backpack = random_cubes(dice, 15 - in_gear)
    return Gear(weapon=weapon), backpack, dice.sample(list(cards), wanted), dice.random() < 0.5


def as_pattern(layout: Layout) -> Pattern:
    """A layout as (column, row, material) triples for the peers."""
    return frozenset((cell % 11, cell // 11, MATERIALS.index(material)) for cell, material in layout)
