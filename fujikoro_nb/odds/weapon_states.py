"""What can lie in a samurai's weapons in the middle of a fight, and what may happen to it: see `weapons`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec

from fujikoro_nb.engine.fujikoro.gear.grid import Cell, Mask, cells_of
from fujikoro_nb.odds.dicetable import Breaks, DiceVector

SANDALS_SHIFT = 64
"""Sandals that fight (char.tomoe.sandals-as-weapon) lie in the same mask, beyond every weapon cell."""

WEAPON_CELLS = (1 << SANDALS_SHIFT) - 1
SANDALS = WEAPON_CELLS << SANDALS_SHIFT
"""Where they lie."""

DEAD = 0
"""The node of all states without a usable weapon."""

Losses = tuple[int, int, int, int]
"""Wood, metal, tooth and magic cubes lost for good; magic that comes back after the fight is not lost."""

Option = tuple[int, Losses]
"""A node to go on from, and what is lost on the way there."""

Mark = tuple[int, ...]
"""Orders nodes however they are numbered: 0 for a turn, 1 for the rest of one, then the first position of the node."""


class State(msgspec.Struct, frozen=True):
    """The cells still occupied and the magic on them."""

    cells: Mask
    magic: Cell = -1
    """Cell of the green cube on a weapon; -1 for none."""
    has_sandals_magic: bool = False


class Roll(msgspec.Struct, frozen=True):
    """One weapon that may be rolled now."""

    part: Mask
    """Where its cubes lie; every cube of the state in there belongs to it."""
    dice: DiceVector
    """The most that may be rolled."""
    options: tuple[tuple[Breaks, tuple[Option, ...]], ...]
    """For every break vector but none: where the owner may end up."""
    then: Plan | None
    """What is left to roll if nothing happens; None: the turn is over."""


class Plan(msgspec.Struct, frozen=True):
    """An attack turn, or the rest of one: the owner rolls one of these weapons first."""

    rolls: tuple[Roll, ...]


class Class(msgspec.Struct, frozen=True):
    """States that fight on alike; ``node`` is also its index among the nodes."""

    node: int
    plan: Plan


class Rest(msgspec.Struct, frozen=True):
    """The rest of an attack turn after one weapon was rolled: a node of its own."""

    node: int
    owner: int
    """The class whose turn it is, for the round after."""
    plan: Plan


class TooManyStates(Exception):
    """More nodes than allowed: the fight is too large to be solved exactly here."""


def choices_of(cells: Mask, planes: tuple[Mask, ...], breaks: Breaks) -> Iterator[Mask]:
    """Every set of cells with so many cubes of each colour."""
    by_colour = [
        list(_subsets(list(cells_of(cells & plane)), count))
        for plane, count in zip(planes, breaks, strict=True)
    ]
    for wood, metal, tooth in product(*by_colour):
        yield wood | metal | tooth


def _subsets(cells: list[Cell], count: int) -> Iterator[Mask]:
    if count == 0:
        yield 0
        return
    for index, cell in enumerate(cells):
        for rest in _subsets(cells[index + 1 :], count - 1):
            yield 1 << cell | rest
