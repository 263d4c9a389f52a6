"""One cube away, and how far away, against trying every cube on every cell."""

from __future__ import annotations

import random

import pytest

from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import cell_at, cells_of
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains
from fujikoro_nb.engine.fujikoro.gear.near import distance, one_away
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect
from tests.oracles.matchset import (
    SMALL,
    card,
    cubes_of,
    legal_sets,
    matches,
    places_of,
    random_layout,
    spots,
)

BLOCK = [(column, row) for row in range(1, 4) for column in range(1, 3)]


def by_trying_all(
    gear: Gear, kind: GearKind, pattern: object, limits: BoardLimits, is_unlocked: bool
) -> set[tuple[str, int]]:
    """Every cube on every empty cell after which the pattern is there and the gear legal."""
    places, there = places_of(kind, limits), gear.layout(kind)
    wanted = cubes_of(pattern)  # type: ignore[arg-type]
    if matches(cubes_of(there), wanted, places):
        return set()
    found = set()
    for column, row in places:
        cell = cell_at(column, row)
        for material in Material:
            if there.at(cell) is None:
                after = there.with_cube(cell, material)
                report = inspect(gear.with_layout(kind, after), kind, limits, is_unlocked=is_unlocked)
                if report.is_legal and matches(cubes_of(after), wanted, places):
                    found.add((str(material), cell))
    return found


@pytest.mark.parametrize("kind", list(GearKind))
def test_one_away_equals_trying_all(kind: GearKind) -> None:
    dice = random.Random(str(kind))
    hits = 0
    for _ in range(30):
        limits = dice.choice(list(CHARACTERS.values()))
        places = places_of(kind, limits)
        most = {"weapon": 12, "helmet": 8, "sandals": 3}[kind]
        near = [place for place in places if place[0] <= 6 and place[1] <= 3]
        gear = Gear().with_layout(kind, random_layout(dice, near, dice.randint(0, min(most, len(near)))))
        is_unlocked = dice.random() < 0.7
        pattern = random_layout(dice, BLOCK, dice.randint(1, 4))
        found = one_away(gear, kind, [card(pattern, kind)], limits, is_unlocked=is_unlocked)
        wanted = by_trying_all(gear, kind, pattern, limits, is_unlocked)
        assert {(str(one.material), one.cell) for one in found} == wanted
        assert len(found) == len(wanted)
        hits += len(found)
        for one in found:
            after = gear.layout(kind).with_cube(one.cell, one.material)
            assert one.placement.cubes == after.only(one.placement.cells)
            assert cubes_of(one.placement.cubes) in spots(cubes_of(pattern), places)
            assert one.is_in_backpack is None
    assert hits > 20  # else the comparison would say little


def test_one_away_knows_the_backpack_and_the_kind() -> None:
    gear = parse_gear("WM", GearKind.WEAPON, SYMMETRIC)
    cards = [
        card(parse_pattern("WMT"), name="tooth"),
        card(parse_pattern("WMM"), name="metal"),
        card(parse_pattern("WM"), name="there already"),
        card(parse_pattern("WM"), GearKind.HELMET, name="a helmet"),
    ]
    found = one_away(gear, GearKind.WEAPON, cards, SYMMETRIC, backpack=Cubes.parse("WM"))
    assert {(one.card_id, str(one.material), one.cell, one.is_in_backpack) for one in found} == {
        ("tooth", "T", cell_at(3, 1), False),
        ("metal", "M", cell_at(3, 1), True),
    }


def test_one_away_leaves_gear_legal() -> None:
    """A ninth cube in the left part, or a cube in the locked right part, is no help."""
    full = parse_gear("MMMM/MMM./W", GearKind.WEAPON, SYMMETRIC)
    wants = [card(parse_pattern("MMMM/MMMM"))]
    assert len(full.weapon) == 8
    assert one_away(full, GearKind.WEAPON, wants, SYMMETRIC) == ()
    edge = parse_gear("...WW", GearKind.WEAPON, SYMMETRIC)
    row = [card(parse_pattern("WWM"))]
    open_cells = {one.cell for one in one_away(edge, GearKind.WEAPON, row, SYMMETRIC)}
    locked_cells = {one.cell for one in one_away(edge, GearKind.WEAPON, row, SYMMETRIC, is_unlocked=False)}
    assert open_cells == {cell_at(3, 1), cell_at(6, 1)}
    assert locked_cells == {cell_at(3, 1)}


@pytest.mark.parametrize("kind", list(GearKind))
def test_distance_equals_trying_all(kind: GearKind) -> None:
    dice = random.Random(f"distance {kind}")
    shapes = legal_sets(kind, SMALL)
    places = places_of(kind, SMALL)
    answers = set()
    for _ in range(40):
        there = random_layout(dice, places, dice.randint(0, 4))
        pattern = random_layout(dice, BLOCK, dice.randint(1, 4))
        cubes = cubes_of(there)
        taken = {(column, row) for column, row, _ in cubes}
        wanted = [
            len(shape) - len(cubes)
            for spot in spots(cubes_of(pattern), places)
            if len({(c, r) for c, r, _ in cubes | spot}) == len(cubes | spot)
            for shape in shapes
            if taken | {(c, r) for c, r, _ in spot} <= shape
        ]
        gear = Gear().with_layout(kind, there)
        found = distance(gear, kind, card(pattern, kind), SMALL)
        assert found == min(wanted, default=None)
        answers.add(found)
    assert None in answers
    assert len(answers) > 2


def test_distance_zero_only_for_a_legal_match() -> None:
    weapon = GearKind.WEAPON
    wants = card(parse_pattern("WM"))
    assert distance(parse_gear("WMT", weapon, SYMMETRIC), weapon, wants, SYMMETRIC) == 0
    apart = parse_gear("WM.T", weapon, SYMMETRIC)
    assert contains(apart.weapon, wants.pattern)
    assert distance(apart, weapon, wants, SYMMETRIC) == 1  # the cube that joins the tooth
    assert distance(apart, weapon, card(parse_pattern("WM"), GearKind.HELMET), SYMMETRIC) is None
    assert list(cells_of(apart.weapon.occupied)) == [0, 1, 3]
