"""The worked examples of the rulebooks, with their numbers."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cells_of, mask_of
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.payment import payments
from fujikoro_nb.engine.fujikoro.gear.repair import repairs
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, absorption, initiative, inspect_weapon
from tests.support.gear_positions import (
    HELMET,
    SANDALS,
    SYMMETRIC,
    WEAPON,
    ClaimCard,
    Table,
    board,
    card,
    craft,
    craft_refusal,
    gear_of,
    owned,
    report,
)


def cheapest_repairs(text: str) -> set[int]:
    """The repairs that take the fewest cubes."""
    offered = list(repairs(parse_gear(text, WEAPON, SYMMETRIC), SYMMETRIC))
    fewest = min(removed.bit_count() for removed in offered)
    return {removed for removed in offered if removed.bit_count() == fewest}


@pytest.mark.rule("example.helmet-value-8")
def test_example_helmet_value_8() -> None:
    """Two metal and four wood are worth eight."""
    assert absorption(gear_of(helmet="MMWW/WW"), HELMET) == 8


@pytest.mark.rule("example.sandals-5-damage")
def test_example_sandals_5_damage() -> None:
    """Three metal, value six, take five damage: all three go and one point is lost."""
    assert absorption(gear_of(sandals="MM/M"), SANDALS) == 6
    (paid,) = payments(Cubes(metal=3), has_magic=False, damage=5)
    assert (str(paid.cubes), paid.value, paid.wasted, paid.is_covered) == ("MMM", 6, 1, True)


@pytest.mark.rule("example.legality.13")
def test_example_legality_13() -> None:
    """Thirteen connected cubes over both parts: one goes at once."""
    thirteen = "MWWWM:MMM/MMMMM"
    found = report(WEAPON, thirteen)
    assert [(weapon.hands, weapon.cubes) for weapon in found.weapons] == [(2, 13)]
    assert [refusal.rule for refusal in found.refusals] == ["craft.weapon.two-handed.max-cubes"]
    assert {removed.bit_count() for removed in cheapest_repairs(thirteen)} == {1}


@pytest.mark.rule("example.legality.9-plus-4")
def test_example_legality_9_plus_4() -> None:
    """The right weapon of four is fine, the left one of nine loses one cube."""
    both = "MWWM.:.MM/MMMM.:.MM/M"
    found = report(WEAPON, both)
    assert sorted(weapon.cubes for weapon in found.weapons) == [4, 9]
    assert [refusal.rule for refusal in found.refusals] == ["craft.weapon.one-handed.max-cubes"]
    assert found.faults[0].cells == found.weapons[0].cells
    offered = cheapest_repairs(both)
    assert {removed.bit_count() for removed in offered} == {1}
    assert all(not removed & SYMMETRIC.weapon.right for removed in offered)


PROTRUDING = "WWMM./MMMM./...../....M:MMM"


@pytest.mark.rule("example.legality.protruding")
def test_example_legality_protruding() -> None:
    """Eight left and a weapon of four that sticks one cube into the left part: that one goes, 8 and 3 stay."""
    found = report(WEAPON, PROTRUDING)
    assert [(weapon.part, weapon.cubes) for weapon in found.weapons] == [("left", 8), ("both", 4)]
    assert [refusal.rule for refusal in found.refusals] == ["craft.weapon.two-max"]
    assert cheapest_repairs(PROTRUDING) == {mask_of((5, 4))}
    gear = parse_gear(PROTRUDING, WEAPON, SYMMETRIC)
    mended = inspect_weapon(gear.with_layout(WEAPON, gear.weapon.without(mask_of((5, 4)))), SYMMETRIC)
    assert mended.is_legal
    assert [weapon.cubes for weapon in mended.weapons] == [8, 3]


@pytest.mark.rule("example.legality.connected-12")
def test_example_legality_connected_12() -> None:
    """Joined into one piece twelve cubes are a legal two-handed weapon."""
    found = report(WEAPON, "WWMM./MMMMM:MMM")
    assert [(weapon.hands, weapon.cubes) for weapon in found.weapons] == [(2, 12)]
    assert found.is_legal


@pytest.mark.rule("example.legality.11-two-wood")
def test_example_legality_11_two_wood() -> None:
    """Eleven cubes with two wood: legal, not usable."""
    found = report(WEAPON, "WWMM./MMMMM:MM")
    assert [(weapon.cubes, weapon.wood, weapon.is_usable) for weapon in found.weapons] == [(11, 2, False)]
    assert found.is_legal


@pytest.mark.rule("example.legality.12-three-wood")
def test_example_legality_12_three_wood() -> None:
    """Twelve cubes with three wood: legal and usable."""
    found = report(WEAPON, "WWMM./MMMWM:MMM")
    assert [(weapon.cubes, weapon.wood, weapon.is_usable) for weapon in found.weapons] == [(12, 3, True)]
    assert found.is_legal


CRAFTS = {
    "twelve": ("WWWWW:WMM/MMM", "WWWMM:MMM/MMMT", "WWWWWWMMMMM", "WWWMMMMMMMMT"),
    "eleven": ("WWWWW:WMM/MM.", "WWWMM:MMM/MMT", "WWWWWWMMMM", "WWWMMMMMMMT"),
}


def takeko_crafts(example: str, who: str) -> None:
    """1 tooth and 3 metal go in, 3 wood come out: 1 wood is waste, 2 wood are stored."""
    before, after, had, has = CRAFTS[example]
    here = board(weapon=before, lower="MMMT", who=who, monks=("weapon",))
    assert str(here.gear.weapon.cubes) == had
    table = Table(here)
    assert table.refused(craft(here, WEAPON, after, lower="WWW")) == "craft.waste"
    answer = craft(here, WEAPON, after, lower="WW", waste="W")
    assert craft_refusal(here, answer) is None
    table.play(answer)
    there = table.state.boards[0]
    assert str(there.gear.weapon.cubes) == has
    assert str(there.backpack.cubes) == "WW"
    assert [dict(event.data) for event in table.happened("crafted")] == [
        {"kind": "weapon", "added": 4, "removed": 3}
    ]


@pytest.mark.rule("example.takeko-craft.twelve")
@pytest.mark.parametrize("who", ["symmetric", "takeko"])
def test_example_takeko_craft_twelve(who: str) -> None:
    """6W 5M become 3W 8M 1T: exactly the twelve of the symmetric board."""
    takeko_crafts("twelve", who)


@pytest.mark.rule("example.takeko-craft.eleven")
@pytest.mark.parametrize("who", ["symmetric", "takeko"])
def test_example_takeko_craft_eleven(who: str) -> None:
    """6W 4M become 3W 7M 1T."""
    takeko_crafts("eleven", who)


@pytest.mark.rule("example.takeko-gearcard")
def test_example_takeko_gearcard() -> None:
    """The new weapon fits a displayed card; Takeko has none yet and ties it to move, worth one VP."""
    here = board(weapon=CRAFTS["twelve"][0], lower="MMMT", who="takeko")
    table = Table(here, display=(card("shown", WEAPON, "WM/MT"),))
    table.play(craft(here, WEAPON, CRAFTS["twelve"][1], lower="WW", waste="W"))
    claim = ClaimCard("shown", "move", "vp")
    assert table.refused(claim) is None
    table.play(claim)
    assert table.state.boards[0].cards == (owned("shown", GearKind.WEAPON, "move", "vp"),)


@pytest.mark.rule("example.init-8")
def test_example_init_8() -> None:
    """A plain row over all eight columns, (1..8,3): initiative eight."""
    row = mask_of(*((column, 3) for column in range(1, 9)))
    wood = sum(1 << cell for cell in list(cells_of(row))[:3])
    gear = Gear(weapon=Layout(wood=wood, metal=row & ~wood))
    assert inspect_weapon(gear, SYMMETRIC).is_legal
    assert initiative(gear, SYMMETRIC) == 8
