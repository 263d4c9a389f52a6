"""What fights ask of gear: initiative, protection, and mending a weapon that broke."""

from __future__ import annotations

from itertools import chain, combinations, product

import pytest

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Mask, cells_of, mask_of
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.payment import check_payment, payments
from fujikoro_nb.engine.fujikoro.gear.repair import repairs
from fujikoro_nb.engine.fujikoro.gear.worn import absorption, absorption_of, initiative, inspect_weapon
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from tests.support.gear_positions import HELMET, SANDALS, SYMMETRIC, WEAPON, gear_of, report

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


def ways(gear: str, damage: int, rulings: Rulings = ADOPTED) -> set[str]:
    """Every payment in letters, G for the magic cube; one that does not cover the damage in brackets."""
    offered = payments(
        Cubes.parse(gear.replace("G", "")), has_magic="G" in gear, damage=damage, rulings=rulings
    )
    assert len(offered) == len(set(offered))
    texts = {f"{way.cubes}{'G' * way.has_magic}": way.is_covered for way in offered}
    return {text if is_covered else f"({text})" for text, is_covered in texts.items()}


def refused(gear: str, paid: str, damage: int) -> str | None:
    """The rule that refuses a payment, or None."""
    refusal = check_payment(
        Cubes.parse(gear.replace("G", "")),
        Cubes.parse(paid.replace("G", "")),
        has_magic="G" in gear,
        pays_magic="G" in paid,
        damage=damage,
    )
    return None if refusal is None else refusal.rule


def irredundant(gear: str, damage: int) -> set[str]:
    """Every payment by trying all sets of single cubes: it covers, and no cube of it could have stayed."""
    worth = {"W": 1, "M": 2, "T": 3, "G": 4}

    def value(cubes: tuple[str, ...]) -> int:
        return sum(worth[cube] for cube in cubes)

    every = tuple(sorted(gear, key="WMTG".index))
    if value(every) < damage:
        return {f"({''.join(every)})"}
    sets = chain.from_iterable(combinations(every, size) for size in range(len(every) + 1))
    return {
        "".join(paid)
        for paid in sets
        if value(paid) >= damage and all(value(paid) - worth[cube] < damage for cube in paid)
    }


@pytest.mark.rule("combat.helmet.absorb")
def test_combat_helmet_absorb_pays() -> None:
    """Helmet WMM, three hits: pay W and M, M stays. Seven hits on value six take everything and are not covered."""
    assert ways("WMM", 3) == {"WM", "MM"}
    assert refused("WMM", "WM", 3) is None
    assert refused("WMM", "W", 3) == "combat.helmet.absorb"
    assert refused("WMM", "T", 3) == "combat.helmet.absorb"
    assert ways("WWMM", 6) == {"WWMM"}
    assert ways("WWMM", 7) == {"(WWMM)"}
    assert refused("WWMM", "WMM", 7) == "combat.helmet.absorb"


@pytest.mark.rule("combat.helmet.choice")
def test_combat_helmet_choice() -> None:
    """Helmet M and magic, two hits: magic is legal, two wasted. Helmet WWM: W+W+M is refused, one would do."""
    assert ways("MG", 2) == {"M", "G"}
    assert refused("MG", "G", 2) is None
    assert refused("WWM", "WWM", 2) == "combat.helmet.choice"
    assert refused("WWM", "WM", 2) == "combat.helmet.choice"
    assert ways("WWM", 2) == {"WW", "M"}
    assert [way.wasted for way in payments(Cubes(metal=1), has_magic=True, damage=2)] == [0, 2]


@pytest.mark.rule("combat.helmet.choice")
def test_combat_helmet_choice_against_all_sets() -> None:
    """Exactly the irredundant sets, for every heap of up to two of each and every damage."""
    for wood, metal, tooth, magic in product(range(3), range(3), range(3), range(2)):
        gear = "W" * wood + "M" * metal + "T" * tooth + "G" * magic
        for damage in range(18):
            assert ways(gear, damage) == irredundant(gear, damage), (gear, damage)


@pytest.mark.rule("magic.value.absorb")
def test_magic_value_absorb_pays_alone() -> None:
    """Four damage paid with magic: the helmet's cubes are untouched. Without magic there is none to pay with."""
    assert "G" in ways("WMG", 4)
    assert refused("WMG", "G", 4) is None
    assert refused("WMG", "WG", 4) == "combat.helmet.choice"
    assert refused("WM", "G", 3) == "magic.value.absorb"


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
