"""Repairs against trying every subset: craft.weapon.illegal-fix, craft.weapon.fix-minimal."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, Mask, cells_of, grow, mask_of, rectangle
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.repair import repairs
from fujikoro_nb.engine.fujikoro.gear.shapes import weapon_rules
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect_weapon
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from tests.support.sampling import examples

ANY_PLACE = ADOPTED.with_reading("craft.weapon.hand-type", "any-place")
boards = st.sampled_from(list(CHARACTERS.values()))
tables = st.sampled_from([ADOPTED, ANY_PLACE])
WHOLE = SYMMETRIC.weapon.mask


def weapons(mask: Mask) -> Gear:
    return Gear(weapon=Layout(metal=mask))


def is_legal(mask: Mask, limits: BoardLimits, is_unlocked: bool, rulings: Rulings) -> bool:
    return inspect_weapon(weapons(mask), limits, is_unlocked=is_unlocked, rulings=rulings).is_legal


def by_trying_all(there: Mask, limits: BoardLimits, is_unlocked: bool, rulings: Rulings) -> set[Mask]:
    """What must go, for every legal subset that no larger legal subset contains."""
    bits = [1 << cell for cell in cells_of(there)]
    subsets = sorted(
        (
            sum(bit for index, bit in enumerate(bits) if number >> index & 1)
            for number in range(1 << len(bits))
        ),
        key=lambda mask: -mask.bit_count(),
    )
    kept: list[Mask] = []
    for staying in subsets:
        if any(not staying & ~larger for larger in kept):
            continue
        if is_legal(staying, limits, is_unlocked, rulings):
            kept.append(staying)
    return {there & ~staying for staying in kept}


def compare(there: Mask, limits: BoardLimits, is_unlocked: bool, rulings: Rulings) -> None:
    found = list(repairs(weapons(there), limits, is_unlocked=is_unlocked, rulings=rulings))
    assert set(found) == by_trying_all(there, limits, is_unlocked, rulings)
    sizes = [removed.bit_count() for removed in found]
    assert sizes == sorted(sizes)
    assert len(found) == len(set(found))


def cluster(dice: random.Random, area: Mask, cubes: int) -> Mask:
    """Cubes that mostly hang together, so that sizes and contacts matter."""
    mask = 1 << dice.choice(list(cells_of(area)))
    while mask.bit_count() < cubes:
        free = (area if dice.random() < 0.1 else grow(mask) & area) & ~mask
        mask |= 1 << dice.choice(list(cells_of(free)))
    return mask


@settings(max_examples=examples(60), deadline=None)
@given(st.sets(st.tuples(st.integers(1, 10), st.integers(1, 5)), max_size=9), boards, st.booleans(), tables)
def test_repairs_equal_trying_all_scattered(
    places: set[tuple[int, int]], limits: BoardLimits, is_unlocked: bool, rulings: Rulings
) -> None:
    compare(mask_of(*places), limits, is_unlocked, rulings)


def test_repairs_equal_trying_all_clustered() -> None:
    dice = random.Random(8)
    for _ in range(40):
        limits = dice.choice(list(CHARACTERS.values()))
        there = cluster(dice, limits.weapon.mask, dice.randint(9, 12))
        compare(there, limits, dice.random() < 0.8, dice.choice([ADOPTED, ANY_PLACE]))


@pytest.mark.soak
def test_repairs_equal_trying_all_large_sweep() -> None:
    dice = random.Random(9)
    for _ in range(600):
        limits = dice.choice(list(CHARACTERS.values()))
        there = cluster(dice, limits.weapon.mask, dice.randint(9, 15))
        compare(there, limits, dice.random() < 0.8, dice.choice([ADOPTED, ANY_PLACE]))


@settings(deadline=None)
@given(st.sets(st.tuples(st.integers(1, 10), st.integers(1, 5)), max_size=18), boards, st.booleans(), tables)
def test_weapon_rules_equal_inspect_weapon(
    places: set[tuple[int, int]], limits: BoardLimits, is_unlocked: bool, rulings: Rulings
) -> None:
    mask = mask_of(*places)
    rules = weapon_rules(limits, is_unlocked=is_unlocked, rulings=rulings)
    assert rules.allows(mask) == is_legal(mask, limits, is_unlocked, rulings)


def test_weapon_rules_equal_inspect_weapon_clustered() -> None:
    dice = random.Random(10)
    for _ in range(1500):
        limits = dice.choice(list(CHARACTERS.values()))
        mask = cluster(dice, limits.weapon.mask, dice.randint(1, 17))
        is_unlocked, rulings = dice.random() < 0.8, dice.choice([ADOPTED, ANY_PLACE])
        rules = weapon_rules(limits, is_unlocked=is_unlocked, rulings=rulings)
        assert rules.allows(mask) == is_legal(mask, limits, is_unlocked, rulings)


# ---- the ledger's examples


def outcomes(text: str) -> list[str]:
    """What stays, as rows of the left and the right part, dots for cells without a cube."""
    gear = parse_gear(text, GearKind.WEAPON, SYMMETRIC)
    stay = [gear.weapon.without(removed) for removed in repairs(gear, SYMMETRIC)]
    return ["".join(layout.at(cell) or "." for cell in range(8)) for layout in stay]


@pytest.mark.rule("example.mitsuhide-break.third-wood", "craft.weapon.fix-minimal")
def test_mitsuhide_loses_the_third_wood() -> None:
    """Ledger: MWW + MMM, or M|MMM."""
    assert outcomes("MWW.M:MMM") == ["MWW..MMM", "....MMMM"]


@pytest.mark.rule("example.mitsuhide-break.start")
def test_mitsuhide_loses_the_second_wood() -> None:
    """Ledger: WM|MMM, or MW + MMM."""
    assert set(outcomes("MW.WM:MMM")) == {"...WMMMM", "MW...MMM"}


@pytest.mark.rule("example.mitsuhide-break.left-pair")
def test_mitsuhide_loses_the_first_wood() -> None:
    """Ledger: WWM|MMM, or M + MMM."""
    assert set(outcomes("M.WWM:MMM")) == {"..WWMMMM", "M....MMM"}


@pytest.mark.rule("example.legality.13")
def test_thirteen_cubes_lose_one() -> None:
    gear = weapons(rectangle(8, 2) & ~mask_of((1, 1), (2, 1), (3, 1)))
    assert len(gear.weapon) == 13
    fewest = next(repairs(gear, SYMMETRIC))
    assert fewest.bit_count() == 1


@pytest.mark.rule("example.legality.9-plus-4")
def test_nine_left_and_four_right() -> None:
    """The right weapon stays as it is, the left one loses one cube."""
    right = mask_of((7, 1), (7, 2), (8, 1), (8, 2))
    found = list(repairs(weapons(rectangle(3, 3) | right), SYMMETRIC))
    ones = [removed for removed in found if removed.bit_count() == 1]
    assert ones
    assert all(not removed & right for removed in ones)
    assert len(ones) == 9  # of a square of nine cubes any one may go and the rest still hangs together


@pytest.mark.rule("example.legality.protruding")
def test_protruding_cube_goes() -> None:
    """Eight left, four of which one sticks out of the right part: the cheapest repair removes that one."""
    left = mask_of(*((column, row) for column in (1, 2) for row in (1, 2, 3, 4)))
    other = mask_of((5, 1), (6, 1), (7, 1), (8, 1))
    first, second = islice(repairs(weapons(left | other), SYMMETRIC), 2)
    assert first == mask_of((5, 1))
    assert second.bit_count() > 1


@pytest.mark.rule("craft.weapon.illegal-fix")
def test_craft_weapon_illegal_fix_ledger() -> None:
    """Nine in the left part by mistake: one goes that keeps the others connected."""
    line = mask_of((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (5, 2), (5, 3), (5, 4), (5, 5))
    ones = {removed for removed in repairs(weapons(line), SYMMETRIC) if removed.bit_count() == 1}
    assert ones == {mask_of((1, 1)), mask_of((5, 5))}


def test_legal_grid_needs_no_repair() -> None:
    assert list(repairs(Gear(), SYMMETRIC)) == [0]
    assert list(repairs(weapons(mask_of((1, 1))), SYMMETRIC)) == [0]


def test_magic_goes_with_its_cube_and_does_not_hinder() -> None:
    """magic.carrier-destroyed is another rule; the cubes alone decide what stays."""
    plain = parse_gear("MWW.M:MMM", GearKind.WEAPON, SYMMETRIC)
    assert list(repairs(plain.with_magic(GearKind.WEAPON, 4), SYMMETRIC)) == list(repairs(plain, SYMMETRIC))


@pytest.mark.parametrize("name", ["symmetric", "masako", "takeko", "tomoe"])
def test_first_repairs_of_a_full_grid_come_without_the_others(name: str) -> None:
    """All of them are millions; a generator that sifted them first would not end."""
    limits = CHARACTERS[name]
    gear = weapons(limits.weapon.mask)
    found = list(islice(repairs(gear, limits), 50))
    assert len(set(found)) == 50
    most = {"takeko": 16}.get(name, 16)  # 8 + 8, or Takeko's one weapon of 16
    assert {removed.bit_count() for removed in found} == {limits.weapon.mask.bit_count() - most}


def test_whole_grid_is_the_area_the_rules_print() -> None:
    assert WHOLE.bit_count() == 40
