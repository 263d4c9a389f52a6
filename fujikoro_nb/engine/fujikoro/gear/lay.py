"""Patterns laid on a board, one or several together, as planes of cells."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from fujikoro_nb.engine.fujikoro.gear.grid import Layout, Mask, grow
from fujikoro_nb.engine.fujikoro.gear.match import places
from fujikoro_nb.engine.fujikoro.rulings import Rulings


class Union(NamedTuple):
    """Patterns laid on the board together, as planes."""

    wood: Mask
    metal: Mask
    tooth: Mask
    cells: Mask
    parts: tuple[Union, ...]
    """The single patterns, when there are several."""

    @property
    def layout(self) -> Layout:
        """The demanded cubes."""
        return Layout(self.wood, self.metal, self.tooth)


class Need(NamedTuple):
    """Cubes by material, as plain numbers."""

    wood: int
    metal: int
    tooth: int


@lru_cache(maxsize=512)
def laid(pattern: Layout, area: Mask, rulings: Rulings) -> tuple[Union, ...]:
    """Every way to lay a pattern inside an area, in the order of `match.places`."""
    return tuple(
        Union(spot.cubes.wood, spot.cubes.metal, spot.cubes.tooth, spot.cells, ())
        for spot in places(pattern, area, rulings=rulings)
    )


def need_of(union: Union) -> Need:
    """The cubes that a union asks for."""
    return Need(union.wood.bit_count(), union.metal.bit_count(), union.tooth.bit_count())


def laid_together(patterns: Sequence[Layout], area: Mask, rulings: Rulings) -> Sequence[Union]:
    """Every way to lay several patterns together."""
    unions: Sequence[Union] = ()
    for index, pattern in enumerate(patterns):
        more = laid(pattern, area, rulings)
        unions = (*overlapping(unions, more), *apart(unions, more)) if index else more
    return unions


def grouped(unions: Sequence[Union]) -> dict[Need, list[Union]]:
    """The unions by the cubes they ask for."""
    groups: dict[Need, list[Union]] = {}
    for union in unions:
        groups.setdefault(need_of(union), []).append(union)
    return groups


def overlapping(firsts: Sequence[Union], seconds: Sequence[Union]) -> list[Union]:
    """Patterns that share at least one cell and agree on all they share."""
    return [
        united(one, other)
        for one in firsts
        for other in seconds
        if (shared := one.cells & other.cells)
        and shared == (one.wood & other.wood | one.metal & other.metal | one.tooth & other.tooth)
    ]


def apart(firsts: Sequence[Union], seconds: Sequence[Union]) -> Sequence[Union]:
    """Patterns that share no cell, touching ones first: they need no cubes in between."""
    touching: list[Union] = []
    others: list[Union] = []
    for one in firsts:
        cells, around = one.cells, grow(one.cells)
        for other in seconds:
            if not cells & other.cells:
                (touching if around & other.cells else others).append(united(one, other))
    return [*touching, *others]


def united(one: Union, other: Union) -> Union:
    """Two unions that agree, as one."""
    return Union(
        one.wood | other.wood,
        one.metal | other.metal,
        one.tooth | other.tooth,
        one.cells | other.cells,
        (*(one.parts or (one,)), other),
    )
