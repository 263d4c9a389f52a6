"""What fights ask of gear: initiative, protection, and mending a weapon that broke."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from fujikoro_nb.engine.fujikoro.gear import absorption, absorption_of, initiative, inspect_weapon
from fujikoro_nb.engine.fujikoro.grid import Mask, cells_of, mask_of
from fujikoro_nb.engine.fujikoro.notation import parse_gear
from fujikoro_nb.engine.fujikoro.repair import repairs
from tests.positions import HELMET, SANDALS, SYMMETRIC, WEAPON, gear_of, report

BROKEN = "MWW.M:MMM"
"""craft.weapon.fix-minimal: left MWW and M|MMM after a break."""


def is_legal_without(text: str, removed: Mask) -> bool:
    gear = parse_gear(text, WEAPON, SYMMETRIC)
    return inspect_weapon(gear.with_layout(WEAPON, gear.weapon.without(removed)), SYMMETRIC).is_legal


def minimal_removals(text: str) -> set[Mask]:
    """Every inclusion-minimal removal, by trying all subsets."""
    bits = [1 << cell for cell in cells_of(parse_gear(text, WEAPON, SYMMETRIC).weapon.occupied)]
    subsets = chain.from_iterable(combinations(bits, size) for size in range(len(bits) + 1))
    found: list[Mask] = []
    for subset in subsets:
        removed = sum(subset)
        if not any(smaller & removed == smaller for smaller in found) and is_legal_without(text, removed):
            found.append(removed)
    return set(found)


# ---- initiative


@pytest.mark.rule("combat.init.length")
def test_combat_init_length() -> None:
    """(1,1)(2,1)(2,2)(3,2) is three long, not four; the larger of width and height counts."""
    (weapon,) = report(WEAPON, "WW/.WM").weapons
    assert weapon.length == 3
    assert initiative(gear_of(weapon="WW/.WM"), SYMMETRIC) == 3
    assert initiative(gear_of(weapon="W/W/M/M"), SYMMETRIC) == 4
    assert initiative(gear_of(weapon="WW/MM"), SYMMETRIC) == 2
    assert initiative(gear_of(weapon="WW...:WWM"), SYMMETRIC) == 3


@pytest.mark.rule("combat.init.magic")
def test_combat_init_magic() -> None:
    """Five plain and three magical: 7, not 9. The magic on the longer one: 9."""
    both = "WWMMM:.../...../.....:WWM"
    assert initiative(gear_of(weapon=both), SYMMETRIC) == 5
    assert initiative(gear_of(weapon=f"{both}+G@6,3"), SYMMETRIC) == 7
    assert initiative(gear_of(weapon=f"{both}+G@1,1"), SYMMETRIC) == 9


@pytest.mark.rule("combat.init.usable-only")
def test_combat_init_usable_only() -> None:
    """WWM of three and MMMMM of five, unusable: 3. Nothing usable: 0, magic or not."""
    assert initiative(gear_of(weapon="MMMMM:.../...../.....:WWM"), SYMMETRIC) == 3
    assert initiative(gear_of(weapon="MMMMM"), SYMMETRIC) == 0
    assert initiative(gear_of(weapon="MMMMM+G@1,1"), SYMMETRIC) == 0
    assert initiative(gear_of(), SYMMETRIC) == 0


# ---- protection


@pytest.mark.rule("combat.helmet.absorb")
def test_combat_helmet_absorb() -> None:
    """W 1, M 2, T 3, G 4, on helmet and sandals alike; a weapon absorbs nothing."""
    assert {letter: absorption_of(letter) for letter in "WMTG"} == {"W": 1, "M": 2, "T": 3, "G": 4}
    assert absorption(gear_of(helmet="WMT+G"), HELMET) == 10
    assert absorption(gear_of(sandals="WM/T+G"), SANDALS) == 10
    assert absorption(gear_of(weapon="WMT+G@1,1"), WEAPON) == 0
    assert report(HELMET, "WMM").absorbs == 5


# ---- mending


@pytest.mark.rule("craft.weapon.illegal-fix")
def test_craft_weapon_illegal_fix() -> None:
    """Nine cubes left, found by mistake: one cube goes that keeps the rest connected, nothing is shifted."""
    nine = "WWWMM/MMMM"
    gear = parse_gear(nine, WEAPON, SYMMETRIC)
    first = list(repairs(gear, SYMMETRIC))
    assert all(removed and not removed & ~gear.weapon.occupied for removed in first)
    assert all(is_legal_without(nine, removed) for removed in first)
    assert {removed for removed in first if removed.bit_count() == 1} == {
        1 << cell for cell in cells_of(gear.weapon.occupied) if is_legal_without(nine, 1 << cell)
    }
    assert first[0].bit_count() == 1


@pytest.mark.rule("craft.weapon.illegal-fix")
def test_craft_weapon_illegal_fix_leaves_a_legal_grid_alone() -> None:
    for text in ("", "WWM", "WWM..:WWM", "....W:WW"):
        assert list(repairs(parse_gear(text, WEAPON, SYMMETRIC), SYMMETRIC)) == [0]


@pytest.mark.rule("craft.weapon.fix-minimal")
def test_craft_weapon_fix_minimal() -> None:
    """The M in the left part, or the MWW piece: both accepted. MWW and one more M: refused."""
    offered = set(repairs(parse_gear(BROKEN, WEAPON, SYMMETRIC), SYMMETRIC))
    assert offered == {mask_of((5, 1)), mask_of((1, 1), (2, 1), (3, 1))}
    assert mask_of((1, 1), (2, 1), (3, 1), (5, 1)) not in offered


@pytest.mark.rule("craft.weapon.fix-minimal")
@pytest.mark.parametrize(
    "text",
    [
        "M.M.M",
        "MM.MM:MM",
        "WWWMM/MMMM",
        "M.M.M:.M",
        "M...M:M/.....:./M...M:M",
        "WWW..:.../M.M",
        ".M.M.:M.M/MMMMM",
        "....M:M/...M./....M:M",
        "MM.MM:M.M",
    ],
)
def test_craft_weapon_fix_minimal_against_all_subsets(text: str) -> None:
    """Exactly the inclusion-minimal removals that trying every subset finds, none twice."""
    offered = list(repairs(parse_gear(text, WEAPON, SYMMETRIC), SYMMETRIC))
    assert len(offered) == len(set(offered))
    assert set(offered) == minimal_removals(text)
