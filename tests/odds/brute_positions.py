"""Small fights drawn for the solver and for the brute force, both kinds of gear at the border of the weapon grid."""

from __future__ import annotations

import random
from collections.abc import Mapping

from fujikoro_nb.engine.fujikoro.components import Die, Face, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Material
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cell_at
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.odds import Samurai
from tests.oracles import gear as oracle
from tests.oracles.brute_fight import (
    Blueprints,
    Cubes,
    Faces,
    State,
    drawing,
    fits,
    for_points,
    to_stay_conscious,
    to_win,
    usable_weapons,
)

FACES: dict[str, Faces] = {
    "W": ((1, True), *((1, False),) * 3, *((0, False),) * 2),
    "M": ((2, True), (2, False), (1, False), (1, False), (0, False), (0, False)),
    "T": ((3, True), (3, False), (2, False), (1, False), (0, False), (0, False)),
    "G": ((4, False), (3, False), (2, False), (2, False), (1, False), (0, False)),
}
POINTS = 7
GOALS = {"win": to_win, "conscious": to_stay_conscious, "points": for_points(POINTS)}
BRIDGE = [(column, row) for column in range(4, 8) for row in (1, 2)]
"""Cells on both sides of the border, where weapons fall apart in all ways."""

WEAPON_PATTERNS: list[Cubes] = [frozenset({(1, 1, "W"), (2, 1, "W")}), frozenset({(1, 1, "W"), (1, 2, "M")})]
HELMET_PATTERNS: list[Cubes] = [frozenset({(1, 1, "W"), (2, 1, "M")}), frozenset({(1, 1, "T")})]


def dice() -> Mapping[str, Die]:
    """The dice by letter."""
    return {
        letter: Die(letter, tuple(Face(hits, is_broken) for hits, is_broken in faces), Provenance.OWNER)
        for letter, faces in FACES.items()
    }


def layout(cubes: Cubes) -> Layout:
    """A layout of plain cubes."""
    found = Layout()
    for column, row, letter in cubes:
        found = found.with_cube(cell_at(column, row), Material(letter))
    return found


def random_state(source: random.Random) -> tuple[State, Blueprints]:
    """Legal usable weapons of two to four cubes, a helmet of none to three, magic and blueprints now and then."""
    while True:
        places = source.sample(BRIDGE, source.choice([2, 3, 4, 4]))
        weapon = frozenset((column, row, source.choice("WWWMT")) for column, row in places)
        if oracle.is_weapon_legal(drawing(weapon)) and usable_weapons(weapon, "symmetric"):
            break
    helmet = frozenset((column, 1, source.choice("WMT")) for column in range(1, source.choice([1, 2, 3, 4])))
    magic = source.choice([None, None, source.choice(places)])
    has_magic = bool(helmet) and source.random() < 0.4
    owned = [source.choice([None, *patterns]) for patterns in (WEAPON_PATTERNS, HELMET_PATTERNS)]
    if magic and not fits(weapon, owned[0]):
        owned[0] = None  # magic that stayed when the blueprint was lost
    if has_magic and not fits(helmet, owned[1]):
        owned[1] = None
    state = State(weapon, magic, helmet, has_magic, source.randint(1, 4))
    return state, Blueprints(*owned)


def samurai_of(state: State, owned: Blueprints) -> Samurai:
    """The same gear for the solver."""
    gear = Gear(
        weapon=layout(state.weapon),
        helmet=layout(state.helmet),
        weapon_magic=cell_at(*state.weapon_magic) if state.weapon_magic else None,
        helmet_magic=state.helmet_magic,
    )
    kinds = ((GearKind.WEAPON, owned.weapon), (GearKind.HELMET, owned.helmet))
    return Samurai(gear=gear, patterns=tuple((kind, layout(pattern)) for kind, pattern in kinds if pattern))
