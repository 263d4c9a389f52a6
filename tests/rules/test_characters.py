"""What the characters change about gear and backpack; every number is the ledger's."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, character
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, mask_of
from fujikoro_nb.engine.fujikoro.gear.magic import can_gain
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern
from fujikoro_nb.engine.fujikoro.gear.repair import repairs
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, initiative, inspect, inspect_weapon
from fujikoro_nb.engine.kernel import Unreadable
from tests.support.gear_positions import (
    HELMET,
    SANDALS,
    WEAPON,
    CraftNothing,
    StopClaiming,
    Table,
    adopted_but,
    blueprint,
    board,
    card,
    craft,
    craft_refusal,
    faults,
    gear_of,
    report,
)


def test_characters_are_found_by_name() -> None:
    """The symmetric board and seven characters; anything else is unreadable and says who is known."""
    assert len(CHARACTERS) == 8
    assert character(" Takeko ").character == "takeko"
    with pytest.raises(Unreadable) as error:
        character("godzilla")
    assert "takeko" in str(error.value.data["known"])


def locked(kind: str, text: str, who: str) -> list[str]:
    """Faults on a board without any monk."""
    return faults(
        {"weapon": WEAPON, "helmet": HELMET, "sandals": SANDALS}[kind], text, who=who, unlocked=False
    )


# ---- Masako


@pytest.mark.rule("char.masako.weapon-grid")
def test_char_masako_weapon_grid() -> None:
    """A straight weapon of ten cubes: initiative 10, legal as two-handed, without a monk."""
    limits = character("masako")
    straight = Gear(
        weapon=Layout(
            wood=mask_of((1, 3), (2, 3), (3, 3)), metal=mask_of(*((column, 3) for column in range(4, 11)))
        )
    )
    found = inspect_weapon(straight, limits, is_unlocked=False)
    assert found.faults == ()
    assert [(weapon.hands, weapon.cubes) for weapon in found.weapons] == [(2, 10)]
    assert initiative(straight, limits) == 10
    eleven = msgspec.structs.replace(straight, weapon=Layout(wood=straight.weapon.wood | mask_of((11, 3))))
    assert "craft.weapon.grid" in [refusal.rule for refusal in inspect_weapon(eleven, limits).refusals]


@pytest.mark.rule("char.masako.sandals-five")
def test_char_masako_sandals_five() -> None:
    """Five cubes in the sandals are legal, six are not."""
    assert locked("sandals", "WM/WM/M", "masako") == []
    assert locked("sandals", "WM/WM/MM", "masako") == ["char.masako.sandals-five"]
    here = board(who="masako", lower="WWMMM")
    assert craft_refusal(here, craft(here, SANDALS, "WM/WM/M")) is None


# ---- Masatsura


@pytest.mark.rule("char.masatsura.helmet-twelve")
def test_char_masatsura_helmet_twelve() -> None:
    """Twelve cubes legal, thirteen illegal."""
    assert locked("helmet", "WWWW/MMMM/TTTT", "masatsura") == []
    assert locked("helmet", "WWWW/MMMM/TTTT/W", "masatsura") == ["char.masatsura.helmet-twelve"]


@pytest.mark.rule("char.masatsura.backpack-fifteen")
def test_char_masatsura_backpack_fifteen() -> None:
    """Fourteen cubes and a monk fill the backpack, no monk needed to open it; a sixteenth thing finds no room."""
    here = board(who="masatsura", helmet="MMM", lower="WWWWW", upper="TTTTTTTT", discs=("monk",))
    full = craft(here, HELMET, "M", lower="WWWWW", upper="TTTTTTTTM", waste="M")
    assert craft_refusal(here, full) is None
    here = msgspec.structs.replace(here, gear=gear_of(helmet="MMMM"))
    over = craft(here, HELMET, "M", lower="WWWWW", upper="TTTTTTTTMM", waste="M")
    assert craft_refusal(here, over) == "craft.capacity-final"


# ---- Takeko


@pytest.mark.rule("char.takeko.two-handed-only")
def test_char_takeko_two_handed_only() -> None:
    """Two separate one-handed weapons are refused; sixteen cubes are legal, seventeen are not."""
    assert set(locked("weapon", "WWW..:WWW", "takeko")) == {"char.takeko.two-handed-only"}
    assert [weapon.hands for weapon in report(WEAPON, "WWW", who="takeko").weapons] == [2]
    sixteen = "WWWMM:MMM/MMMMM:MMM"
    assert locked("weapon", sixteen, "takeko") == []
    assert locked("weapon", f"{sixteen}/M", "takeko") == ["char.takeko.two-handed-only"]


@pytest.mark.rule("char.takeko.grid-open")
def test_char_takeko_grid_open() -> None:
    """No monk, a weapon across both halves: legal."""
    assert locked("weapon", "..WWW:WWM", "takeko") == []
    here = board(who="takeko", lower="WWW")
    assert craft_refusal(here, craft(here, WEAPON, "....W:WW")) is None


@pytest.mark.rule("char.takeko.always-two-handed")
def test_char_takeko_always_two_handed() -> None:
    """In one part too her weapon is two-handed and needs three wood; nine cubes in the left part are legal."""
    (weapon,) = report(WEAPON, "WWMMM", who="takeko").weapons
    assert (weapon.hands, weapon.part, weapon.is_usable) == (2, "left", False)
    (weapon,) = report(WEAPON, "WWWMM/MMMM", who="takeko", unlocked=False).weapons
    assert (weapon.cubes, weapon.is_usable) == (9, True)
    assert locked("weapon", "WWWMM/MMMM", "takeko") == []


@pytest.mark.rule("char.takeko.always-two-handed")
def test_char_takeko_always_two_handed_keeps_one_piece() -> None:
    """Broken into five and three cubes: one piece goes as a whole, she chooses which."""
    limits = character("takeko")
    broken = parse_gear("WWWMM:.MM/.....:.M", WEAPON, limits)
    assert [weapon.cubes for weapon in inspect_weapon(broken, limits).weapons] == [5, 3]
    assert sorted(mask.bit_count() for mask in repairs(broken, limits)) == [3, 5]


# ---- Tomoe


@pytest.mark.rule("char.tomoe.one-handed-only")
def test_char_tomoe_one_handed_only() -> None:
    """Cubes of both halves connected: refused."""
    assert locked("weapon", "...WW:WW", "tomoe") == ["char.tomoe.one-handed-only"]


@pytest.mark.rule("char.tomoe.grid-open")
def test_char_tomoe_grid_open() -> None:
    """Two one-handed weapons without a monk: legal."""
    assert locked("weapon", "WWM..:WWM", "tomoe") == []


@pytest.mark.rule("char.tomoe.sandals-as-weapon")
def test_char_tomoe_sandals_as_weapon() -> None:
    """Sandals 2W + 1M fight; 1W + 2M do not, nor do sandals in two pieces; nobody else's do."""
    tomoe = character("tomoe")
    assert initiative(gear_of(sandals="W/W/M", limits=tomoe), tomoe) == 3
    assert initiative(gear_of(sandals="W/M/M", limits=tomoe), tomoe) == 0
    assert initiative(gear_of(sandals="WW/../M.", limits=tomoe), tomoe) == 0
    assert initiative(gear_of(sandals="W/W/M"), character("symmetric")) == 0
    any_weapon = adopted_but("combat.init.usable-only", "any-weapon")
    assert initiative(gear_of(sandals="W/M/M", limits=tomoe), tomoe, rulings=any_weapon) == 0


@pytest.mark.rule("char.tomoe.sandals-initiative")
def test_char_tomoe_sandals_initiative() -> None:
    """Weapons of length 3 plain, sandals of length 3 magical: 7."""
    tomoe = character("tomoe")
    gear = gear_of(weapon="WWM..:WWM", sandals="W/W/M+G", limits=tomoe)
    assert initiative(gear, tomoe) == 7


# ---- Daisuke


@pytest.mark.rule("char.daisuke.helmet-three")
def test_char_daisuke_helmet_three() -> None:
    """Three cubes at most, and never magical, though the blueprint is owned and fits."""
    daisuke = character("daisuke")
    assert locked("helmet", "WMM", "daisuke") == []
    assert locked("helmet", "WMMT", "daisuke") == ["char.daisuke.helmet-three"]
    assert locked("helmet", "WMM+G", "daisuke") == ["char.daisuke.helmet-three"]
    assert not can_gain(gear_of(helmet="WMM"), HELMET, parse_pattern("MM"), daisuke)
    plans = (blueprint(HELMET, "WMM"), blueprint(SANDALS, "WW"))
    table = Table(board(who="daisuke", helmet="WMM", sandals="WW", blueprints=plans)).rest()
    assert not table.gear().helmet_magic
    assert table.gear().sandals_magic


@pytest.mark.rule("char.daisuke.gear-card-three-cubes")
def test_char_daisuke_gear_card_three_cubes() -> None:
    """A helmet card of three cubes is within reach, one of four never is."""
    shown = (card("three", HELMET, "WWM"), card("four", HELMET, "WWMM"))
    here = board(who="daisuke", lower="WWMM")
    table = Table(here, display=shown)
    assert table.refused(craft(here, HELMET, "WWMM")) == "char.daisuke.helmet-three"
    table.play(craft(here, HELMET, "WWM", lower="M"))
    assert table.claims() == ["three"]
    anyone = board(lower="WWMM")
    assert Table(anyone, display=shown).play(craft(anyone, HELMET, "WWMM")).claims() == ["three", "four"]


def test_characters_without_gear_rules_play_the_symmetric_board() -> None:
    """Yoshihiro and Mitsuhide differ elsewhere, not in gear."""
    for name in ("yoshihiro", "mitsuhide"):
        same = msgspec.structs.replace(character(name), character="symmetric")
        assert same == character("symmetric")


def test_every_limit_holds_for_every_character_at_its_edge() -> None:
    """As many cubes as allowed are legal, one more is not, on every board."""
    for name, limits in CHARACTERS.items():
        for kind, limit in ((HELMET, limits.helmet_cubes), (SANDALS, limits.sandals_cubes)):
            cells = [cell for cell in range(64) if limits.area_mask(kind) >> cell & 1]
            for count, rules in ((limit.value, []), (limit.value + 1, [limit.rule])):
                layout = Layout(metal=sum(1 << cell for cell in cells[:count]))
                found = inspect(Gear().with_layout(kind, layout), kind, limits)
                assert [refusal.rule for refusal in found.refusals] == rules, name


def test_a_rest_of_every_character_begins_and_ends() -> None:
    for name in CHARACTERS:
        table = Table(board(who=name)).play(CraftNothing(), StopClaiming())
        assert table.asked is None
