"""A guard's choices against a naive reading of the rule: every heap of cubes, counted cell by cell."""

from __future__ import annotations

import itertools
import random

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import PayDamage
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.cubes import Material
from fujikoro_nb.engine.fujikoro.gear.grid import cell_at, cells_of, column_row
from fujikoro_nb.engine.fujikoro.rules.fights.hostile import decided
from fujikoro_nb.engine.fujikoro.rules.fights.suffer import payments_by_cells
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from tests.support.gear_positions import HELMET, blueprint, board
from tests.support.sampling import sample

VALUE = {"W": 1, "M": 2, "T": 3, "G": 4}
"""magic.value.absorb, combat.helmet.absorb"""
ORDER = "WMT"
Cells = dict[tuple[int, int], str]


def turned(pattern: Cells) -> list[Cells]:
    """The four quarter turns."""
    found = [pattern]
    for _ in range(3):
        found.append({(-y, x): cube for (x, y), cube in found[-1].items()})
    return found


ROWS, COLUMNS = 5, 10
"""A pattern that hangs out of every grid is shown by nothing."""


def kept(there: Cells, pattern: Cells) -> int:
    """Cubes in their places, wherever and however the pattern is laid."""
    laid = (
        {(x + dx, y + dy): cube for (x, y), cube in one.items()}
        for one in turned(pattern)
        for dx in range(-9, 10)
        for dy in range(-9, 10)
    )
    inside = (one for one in laid if all(0 <= x < COLUMNS and 0 <= y < ROWS for x, y in one))
    return max((sum(there.get(cell) == cube for cell, cube in one.items()) for one in inside), default=0)


def naive(
    there: Cells, pattern: Cells, damage: int, *, has_magic: bool
) -> set[tuple[frozenset[tuple[int, int]], bool]]:
    """All payments that the rule puts first; more than one only where they are alike in everything it names."""
    ways = []
    for number in range(len(there) + 1):
        for gone in itertools.combinations(sorted(there), number):
            for magic in (False, True) if has_magic else (False,):
                cubes = [there[cell] for cell in gone]
                paid = [*cubes, *("G" if magic else "")]
                worth = sum(VALUE[one] for one in paid)
                if worth < damage or any(worth - VALUE[one] >= damage for one in paid):
                    continue
                left = {cell: cube for cell, cube in there.items() if cell not in gone}
                price = (
                    worth - damage,
                    -kept(left, pattern),
                    len(paid),
                    *(-cubes.count(one) for one in ORDER),
                    magic,
                )
                ways.append((price, (frozenset(gone), magic)))
    best = min(price for price, _ in ways)
    return {way for price, way in ways if price == best}


def drawing_of(pattern: Cells) -> str:
    """A pattern as text, pushed to the top left."""
    left, top = (min(cell[axis] for cell in pattern) for axis in (0, 1))
    wide, high = (max(cell[axis] for cell in pattern) + 1 for axis in (0, 1))
    rows = ("".join(pattern.get((x, y), ".") for x in range(left, wide)) for y in range(top, high))
    return "/".join(rows)


def position(seed: int) -> tuple[Board, Cells, Cells, int]:
    """A helmet, a blueprint that it may show, and damage that it can pay."""
    chance = random.Random(seed)
    spots = [(x, y) for x in range(4) for y in range(3)]
    pattern = {cell: chance.choice("WWMMT") for cell in chance.sample(spots, chance.randint(2, 4))}
    there = dict(pattern) if chance.random() < 0.6 else {}
    for cell in chance.sample(spots, chance.randint(1, 3)):
        there[cell] = chance.choice("WMT")
    has_magic = chance.random() < 0.5
    plan = blueprint(HELMET, drawing_of(pattern), "plan")
    own = board(blueprints=(plan,), discs=["plan"])
    layout = own.gear.helmet
    for (x, y), cube in there.items():
        layout = layout.with_cube(cell_at(x + 1, y + 1), Material(cube))
    gear = msgspec.structs.replace(own.gear, helmet=layout, helmet_magic=has_magic)
    most = sum(VALUE[cube] for cube in there.values()) + VALUE["G"] * has_magic
    return msgspec.structs.replace(own, gear=gear), there, pattern, chance.randint(1, min(most, 7))


def check(seed: int) -> None:
    own, there, pattern, damage = position(seed)
    has_magic = own.gear.helmet_magic
    answers = tuple(payments_by_cells(own.gear, HELMET, damage, ADOPTED))
    chosen = decided(own, HELMET, answers, damage, ADOPTED)
    assert isinstance(chosen, PayDamage)
    gone = frozenset((x - 1, y - 1) for x, y in map(column_row, cells_of(chosen.cells)))
    assert (gone, chosen.magic) in naive(there, pattern, damage, has_magic=has_magic), seed


@pytest.mark.rule("scenario.7.solo.hostile-decisions")
def test_a_guard_pays_as_the_naive_reading_says() -> None:
    for seed in sample(range(600), 60):
        check(seed)


@pytest.mark.soak
def test_a_guard_pays_as_the_naive_reading_says_ten_thousand_times() -> None:
    for seed in range(10_000):
        check(seed)
