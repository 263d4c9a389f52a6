"""Chapter "craft": what may be built, from what, and what it costs. Examples and numbers are the ledger's."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.player import Backpack
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY, Layout, cell_at, mask_of
from fujikoro_nb.engine.fujikoro.gear.limits import Area, WeaponArea
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect, inspect_weapon
from tests.support.game_positions import realm
from tests.support.gear_positions import (
    HELMET,
    SANDALS,
    SYMMETRIC,
    WEAPON,
    ClaimCard,
    CraftNothing,
    StopClaiming,
    Table,
    backpack,
    blueprint,
    board,
    card,
    contents,
    craft,
    craft_refusal,
    faults,
    layout_of,
    report,
)


def weapon_at(*places: tuple[int, int]) -> Gear:
    """Metal on these 1-based columns and rows, also outside the grid."""
    return Gear(weapon=Layout(metal=mask_of(*places)))


def weapon_faults(gear: Gear) -> list[str]:
    return [refusal.rule for refusal in inspect_weapon(gear, SYMMETRIC).refusals]


# ---- when


@pytest.mark.rule("craft.when")
def test_craft_when() -> None:
    """Only a rest asks for a craft, and takes none: not before an action, within a move or after the rest."""
    game = realm(board(lower="WM"), board())
    add = craft(game.board(), HELMET, "W", lower="M")
    assert (game.asked, game.refused(add) is None) == ("act", False)
    game.play("move")
    assert (game.asked, game.refused(add) is None) == ("walk", False)
    game.play("halt")
    assert (game.asked, game.refused(add) is None) == ("act", False)
    game.play("rest")
    assert (game.asked, game.refused(add)) == ("craft", None)
    game.play(CraftNothing(), StopClaiming())
    assert (game.seat, game.asked, game.board().gear.helmet) == (1, "act", EMPTY)


@pytest.mark.rule("craft.when")
def test_craft_when_the_rest_is_over() -> None:
    table = Table(board(lower="WM")).rest()
    here = table.state.boards[0]
    assert (table.asked, table.refused(craft(here, HELMET, "W", lower="M"))) == (None, "craft.when")


# ---- cubes in and out


@pytest.mark.rule("craft.one-type")
def test_craft_one_type() -> None:
    """Adding to helmet and sandals in one rest is refused, whichever comes first."""
    table = Table(board(lower="WM"))
    table.play(craft(table.state.boards[0], HELMET, "W", lower="M"))
    here = table.state.boards[0]
    assert table.refused(craft(here, SANDALS, "M")) == "craft.one-type"
    assert table.refused(craft(here, HELMET, "WM")) == "craft.one-type"
    assert here.gear.sandals == EMPTY


@pytest.mark.rule("craft.from-backpack")
def test_craft_from_backpack() -> None:
    """Backpack WMM makes sandals WMM; a cube of the helmet cannot go straight into the sandals."""
    here = board(lower="WMM")
    assert craft_refusal(here, craft(here, SANDALS, "WM/M")) is None
    here = board(helmet="W", lower="MM")
    assert craft_refusal(here, craft(here, SANDALS, "WM/M")) == "craft.from-backpack"
    assert craft_refusal(here, craft(here, SANDALS, "T", lower="MM")) == "craft.from-backpack"
    assert craft_refusal(here, craft(here, SANDALS, "MM", lower="M")) == "craft.from-backpack"


@pytest.mark.rule("craft.from-backpack")
def test_craft_from_backpack_any_number_at_once() -> None:
    """Eight cubes may go in at once, from both areas of the backpack."""
    here = board(lower="WWWWWW", upper="MM", monks=("backpack",))
    after = Table(here).play(craft(here, HELMET, "WWWW/WWMM")).state.boards[0]
    assert str(after.gear.helmet.cubes) == "WWWWWWMM"
    assert len(after.backpack.cubes) == 0


@pytest.mark.rule("craft.waste")
def test_craft_waste() -> None:
    """Three wood out: one is lost, two are stored; keeping all three is refused."""
    here = board(helmet="WWW")
    table = Table(here).play(craft(here, HELMET, "", lower="WW", waste="W"))
    assert str(table.state.boards[0].backpack.cubes) == "WW"
    assert [event.rule for event in table.happened("wasted")] == ["craft.waste"]
    assert craft_refusal(here, craft(here, HELMET, "", lower="WWW")) == "craft.waste"
    assert craft_refusal(here, craft(here, HELMET, "", lower="W", waste="W")) == "craft.waste"


@pytest.mark.rule("craft.waste")
def test_craft_waste_is_the_owners_choice_among_what_came_out() -> None:
    """Wood and tooth come out: either may be lost, or a metal that the backpack replaces, never one from there."""
    here = board(helmet="WTM")
    assert craft_refusal(here, craft(here, HELMET, "M", lower="T", waste="W")) is None
    assert craft_refusal(here, craft(here, HELMET, "M", lower="W", waste="T")) is None
    here = board(helmet="WTM", lower="M")
    assert craft_refusal(here, craft(here, HELMET, "M", lower="WT", waste="M")) is None
    here = board(helmet="WW", lower="M")
    assert craft_refusal(here, craft(here, HELMET, "W", lower="W", waste="M")) == "craft.waste"


@pytest.mark.rule("craft.waste.single")
def test_craft_waste_single() -> None:
    """Helmet WM, the W taken out: helmet M and an unchanged backpack."""
    here = board(helmet="WM", lower="M")
    table = Table(here).play(craft(here, HELMET, "M", lower="M", waste="W"))
    assert table.state.boards[0].backpack == here.backpack
    assert str(table.gear().helmet.cubes) == "M"
    assert craft_refusal(here, craft(here, HELMET, "M", lower="WM")) == "craft.waste.single"


@pytest.mark.rule("craft.rearrange")
def test_craft_rearrange() -> None:
    """Two one-handed weapons become one two-handed weapon; no cube comes out, none is lost."""
    here = board(weapon="WWM..:WWM", monks=("weapon",))
    table = Table(here).play(craft(here, WEAPON, "..WWM:WWM"))
    assert len(inspect_weapon(table.gear(), SYMMETRIC).weapons) == 1
    assert table.gear().weapon.cubes == here.gear.weapon.cubes
    assert table.happened("wasted") == []
    spare = board(helmet="WM", lower="W")
    assert craft_refusal(spare, craft(spare, HELMET, "MW", waste="W")) == "craft.rearrange"


@pytest.mark.rule("craft.capacity-final")
def test_craft_capacity_final() -> None:
    """Full backpack: four cubes go to the weapon, three come out, two of them are stored."""
    here = board(weapon="MMM", lower="WWWWTT")
    assert craft_refusal(here, craft(here, WEAPON, "WWWW", lower="MMTT", waste="M")) is None
    full = board(weapon="WWM/M", lower="TTTTTT")
    over = craft(full, WEAPON, "WW", lower="TTTTTTM", waste="M")
    assert craft_refusal(full, over) == "craft.capacity-final"


@pytest.mark.rule("craft.capacity-final")
def test_craft_capacity_final_upper_spaces_need_the_monk() -> None:
    here = board(weapon="WWM/M", lower="TTTTTT")
    answer = craft(here, WEAPON, "WW", lower="TTTTTT", upper="M", waste="M")
    assert craft_refusal(here, answer) == "craft.capacity-final"
    opened = msgspec.structs.replace(here, monk_spots=("backpack",))
    assert craft_refusal(opened, answer) is None


@pytest.mark.rule("craft.capacity-final", "backpack.unit")
def test_craft_capacity_final_discs_take_spaces() -> None:
    """Four cubes and two discs fill the lower area."""
    here = board(helmet="MMM", lower="WWWW", discs=("scroll", "monk"))
    assert craft_refusal(here, craft(here, HELMET, "M", lower="WWWWM", waste="M")) == "craft.capacity-final"


@pytest.mark.rule("backpack.discard.resources")
def test_backpack_discard_resources_only_to_make_room() -> None:
    """A cube is thrown to store another one, never without need."""
    here = board(helmet="MMM", lower="WWWWWW")
    swap = craft(here, HELMET, "M", lower="WWWWWM", waste="M", thrown="W")
    table = Table(here).play(swap)
    assert str(table.state.boards[0].backpack.cubes) == "WWWWWM"
    assert [event.rule for event in table.happened("thrown")] == ["backpack.discard.resources"]
    idle = craft(here, HELMET, "MMM", lower="WWWWW", thrown="W")
    assert craft_refusal(here, idle) == "backpack.discard.resources"


@pytest.mark.rule("backpack.discard.objects")
def test_backpack_discard_objects() -> None:
    """Discs can be moved between the areas while crafting, never thrown away or made."""
    here = board(lower="W", discs=("scroll", "monk"), monks=("backpack",))
    layout = layout_of(HELMET, "W")
    moved = craft(here, HELMET, "W")
    moved = msgspec.structs.replace(moved, backpack=Backpack(contents("", "monk"), contents("", "scroll")))
    assert craft_refusal(here, moved) is None
    for discs in ((), ("monk",), ("monk", "monk"), ("monk", "scroll", "scroll")):
        answer = msgspec.structs.replace(moved, layout=layout, backpack=backpack(discs=discs))
        assert craft_refusal(here, answer) == "backpack.discard.objects"


# ---- the end is judged


@pytest.mark.rule("craft.temporary-illegal")
def test_craft_temporary_illegal() -> None:
    """Cubes cross the grid one by one and lie in two pieces on the way; only a weapon of nine at the end is refused."""
    here = board(weapon="WWMMM/MMM", lower="M")
    assert craft_refusal(here, craft(here, WEAPON, "...../...../...../WWMMM/MMM", lower="M")) is None
    assert craft_refusal(here, craft(here, WEAPON, "WWMMM/MMMM")) == "craft.weapon.one-handed.max-cubes"


@pytest.mark.rule("craft.temporary-illegal")
def test_craft_temporary_illegal_start() -> None:
    """An illegal weapon found by mistake may be mended by crafting."""
    here = board(weapon="WWMMM/MMMM")
    assert faults(WEAPON, "WWMMM/MMMM") == ["craft.weapon.one-handed.max-cubes"]
    assert craft_refusal(here, craft(here, WEAPON, "WWMMM/MMM", waste="M")) is None


@pytest.mark.rule("craft.legal-end")
def test_craft_legal_end() -> None:
    """A third weapon: refused as a whole, nothing is stripped, nothing changes."""
    here = board(weapon="WWM..:WWM", lower="W", monks=("weapon",))
    table = Table(here)
    assert table.refused(craft(here, WEAPON, "WWM..:WWM/...../W")) is not None
    assert table.state.boards == (here,)
    assert table.asked == "craft"


# ---- helmet and sandals


@pytest.mark.rule("craft.helmet.size")
def test_craft_helmet_size() -> None:
    """Eight cubes in two groups are legal, nine are not."""
    assert faults(HELMET, "WWWW/..../MMMM") == []
    assert faults(HELMET, "WWWW/...M/MMMM") == ["craft.helmet.size"]
    here = board(helmet="WWWW/..../MMMM", lower="T")
    assert craft_refusal(here, craft(here, HELMET, "WWWW/..../MMMM/T")) == "craft.helmet.size"


@pytest.mark.rule("craft.helmet.magic-not-cube")
def test_craft_helmet_magic_not_cube() -> None:
    """Eight cubes and magic are legal; the rest that makes the eighth gives the magic all the same."""
    assert faults(HELMET, "WWWW/MMMM+G") == []
    assert report(HELMET, "WWWW/MMMM+G").cubes == 8
    here = board(helmet="WWWW/MMM", lower="M", blueprints=(blueprint(HELMET, "MMMM"),))
    table = Table(here)
    table.play(craft(here, HELMET, "WWWW/MMMM")).play(*table.options()[:1])
    assert table.gear().helmet_magic
    assert inspect(table.gear(), HELMET, SYMMETRIC).is_legal


@pytest.mark.rule("craft.sandals.size")
def test_craft_sandals_size() -> None:
    """W . M with a gap is legal, four cubes are not."""
    assert faults(SANDALS, "W/./M") == []
    assert faults(SANDALS, "W./.M/W.") == []
    assert faults(SANDALS, "WM/WM") == ["craft.sandals.size"]


@pytest.mark.rule("craft.grid.shapes")
def test_craft_grid_shapes() -> None:
    """The configured outline counts: outside it nothing can lie, on a board with a wider one it can."""
    lower = "W"
    here = board(lower=lower)
    column, row = SYMMETRIC.helmet.columns + 1, SYMMETRIC.helmet.rows
    outside = msgspec.structs.replace(
        craft(here, HELMET, ""), layout=Layout(wood=mask_of((column, row))), backpack=backpack()
    )
    assert craft_refusal(here, outside) == "craft.grid.shapes"
    sandals = msgspec.structs.replace(
        outside, kind=SANDALS, layout=Layout(wood=mask_of((1, SYMMETRIC.sandals.rows + 1)))
    )
    assert craft_refusal(here, sandals) == "craft.grid.shapes"
    wider = msgspec.structs.replace(SYMMETRIC, helmet=Area(column, row))
    assert craft_refusal(msgspec.structs.replace(here, limits=wider), outside) is None


# ---- weapons


@pytest.mark.rule("craft.weapon.connected")
def test_craft_weapon_connected() -> None:
    """(1,1) (2,1) (2,2) is one weapon; (1,1) (2,2) touch only at a corner: two pieces in one part."""
    assert [weapon.cubes for weapon in report(WEAPON, "MM/.M").weapons] == [3]
    assert faults(WEAPON, "MM/.M") == []
    assert faults(WEAPON, "M./.M") == ["craft.weapon.connected"]
    assert faults(WEAPON, ".M/M.") == ["craft.weapon.connected"]


@pytest.mark.rule("craft.weapon.grid")
def test_craft_weapon_grid() -> None:
    """Five rows, columns 1-5 left and 6-8 right: column 8 is a cell, column 9 and row 6 are none."""
    assert weapon_faults(weapon_at((8, 1))) == []
    assert weapon_faults(weapon_at((5, 5))) == []
    assert weapon_faults(weapon_at((9, 1))) == ["craft.weapon.grid"]
    assert "craft.weapon.grid" in weapon_faults(weapon_at((1, 5), (1, 6)))
    area = SYMMETRIC.weapon
    assert (area.left.bit_count(), area.right.bit_count()) == (25, 15)
    assert (area.left & area.right, area.mask.bit_count()) == (0, 40)
    assert area.left >> cell_at(5, 3) & 1
    assert area.right >> cell_at(6, 3) & 1


@pytest.mark.rule("craft.weapon.hand-type")
def test_craft_weapon_hand_type() -> None:
    """(5,3) (6,3) is two-handed; nine cubes in the left part are a one-handed weapon with too many."""
    (weapon,) = inspect_weapon(weapon_at((5, 3), (6, 3)), SYMMETRIC).weapons
    assert (weapon.hands, weapon.part) == (2, "both")
    nine = report(WEAPON, "WWWMM/MMMM")
    assert [weapon.hands for weapon in nine.weapons] == [1]
    assert [refusal.rule for refusal in nine.refusals] == ["craft.weapon.one-handed.max-cubes"]


@pytest.mark.rule("craft.weapon.one-handed.max-cubes")
def test_craft_weapon_one_handed_max_cubes() -> None:
    """Eight in the left or right part are legal, nine are not."""
    assert faults(WEAPON, "WWWMM/MMM") == []
    assert faults(WEAPON, "WWWMM/MMMM") == ["craft.weapon.one-handed.max-cubes"]
    assert faults(WEAPON, "|WWM/|MMM/|MM") == []
    assert faults(WEAPON, "|WWM/|MMM/|MMM") == ["craft.weapon.one-handed.max-cubes"]


@pytest.mark.rule("craft.weapon.one-handed.max-length")
def test_craft_weapon_one_handed_max_length() -> None:
    """A column of five in the right part is five long; a sixth cell in a row makes the weapon two-handed."""
    column = report(WEAPON, "|W/|W/|M/|M/|M").weapons
    assert [(weapon.hands, weapon.length) for weapon in column] == [(1, 5)]
    row = inspect_weapon(weapon_at(*((column, 1) for column in range(1, 7))), SYMMETRIC).weapons
    assert [(weapon.hands, weapon.length) for weapon in row] == [(2, 6)]
    area = SYMMETRIC.weapon
    assert max(area.left_columns, area.right_columns, area.rows) == 5


@pytest.mark.rule("craft.weapon.one-handed.max-length")
def test_craft_weapon_one_handed_max_length_on_a_longer_board() -> None:
    """The limit is the rule's, not only the grid's: on an invented board with six columns a row of six is refused."""
    limits = msgspec.structs.replace(SYMMETRIC, weapon=WeaponArea(left_columns=6, right_columns=2))
    row = weapon_at(*((column, 1) for column in range(1, 7)))
    refusals = inspect_weapon(row, limits).refusals
    assert [refusal.rule for refusal in refusals] == ["craft.weapon.one-handed.max-length"]


@pytest.mark.rule("craft.weapon.two-handed.max-cubes")
def test_craft_weapon_two_handed_max_cubes() -> None:
    """Twelve over both parts are legal, thirteen are not."""
    assert faults(WEAPON, "WWWMM:MMM/MMMM") == []
    assert faults(WEAPON, "WWWMM:MMM/MMMMM") == ["craft.weapon.two-handed.max-cubes"]


@pytest.mark.rule("craft.weapon.one-per-part")
def test_craft_weapon_one_per_part() -> None:
    """Two separate weapons in the left part are refused, with the right part open or not."""
    assert faults(WEAPON, "WW...:.../...../WW") == ["craft.weapon.one-per-part"]
    assert faults(WEAPON, "WW.WW", unlocked=False) == ["craft.weapon.one-per-part"]
    assert faults(WEAPON, "|W.W") == ["craft.weapon.one-per-part"]


@pytest.mark.rule("craft.weapon.two-max")
def test_craft_weapon_two_max() -> None:
    """8 left + 8 right, not touching, are legal: 16 cubes. A two-handed weapon stands alone."""
    sixteen = "WWM..:WWM/MMM..:MMM/MM...:MM."
    assert faults(WEAPON, sixteen) == []
    assert report(WEAPON, sixteen).cubes == 16
    assert faults(WEAPON, "..WWW:W../...../WW...") == ["craft.weapon.two-max"]
    assert "craft.weapon.two-max" in faults(WEAPON, "WW.WW|..W")


@pytest.mark.rule("craft.weapon.touching-merges")
def test_craft_weapon_touching_merges() -> None:
    """Left ends at (5,2), right starts at (6,3): two weapons. Left of 8 at (5,3), right of 5 at (6,3): one of 13."""
    corner = inspect_weapon(weapon_at((4, 2), (5, 2), (6, 3), (7, 3)), SYMMETRIC)
    assert [weapon.hands for weapon in corner.weapons] == [1, 1]
    assert corner.is_legal
    thirteen = report(WEAPON, "...../WWW/MMMMM:MMM/.....:MM")
    assert [(weapon.hands, weapon.cubes) for weapon in thirteen.weapons] == [(2, 13)]
    assert [refusal.rule for refusal in thirteen.refusals] == ["craft.weapon.two-handed.max-cubes"]


@pytest.mark.rule("craft.weapon.right-only")
def test_craft_weapon_right_only() -> None:
    """WWM in the right part and nothing in the left: legal and usable with the weapon monk, refused without."""
    opened = report(WEAPON, "|WWM")
    assert opened.is_legal
    assert [weapon.is_usable for weapon in opened.weapons] == [True]
    assert faults(WEAPON, "|WWM", unlocked=False) == ["craft.weapon.right-only"]
    here = board(lower="WWM")
    assert craft_refusal(here, craft(here, WEAPON, "|WWM")) == "craft.weapon.right-only"
    here = msgspec.structs.replace(here, monk_spots=("weapon",))
    assert craft_refusal(here, craft(here, WEAPON, "|WWM")) is None


@pytest.mark.rule("monk.spot.weapon")
def test_monk_spot_weapon_opens_the_right_part() -> None:
    """Without the monk no weapon reaches over the line."""
    assert faults(WEAPON, "....W:W", unlocked=False) == ["monk.spot.weapon"]
    assert faults(WEAPON, "....W:W") == []


@pytest.mark.rule("craft.weapon.usable.one-handed")
def test_craft_weapon_usable_one_handed() -> None:
    """W M M W is usable, wherever the wood lies; WMMM is not."""
    assert [weapon.is_usable for weapon in report(WEAPON, "WMMW").weapons] == [True]
    assert [weapon.is_usable for weapon in report(WEAPON, "WMMM").weapons] == [False]


@pytest.mark.rule("craft.weapon.usable.two-handed")
def test_craft_weapon_usable_two_handed() -> None:
    """Twelve cubes with three wood are usable; eleven with two are not, though legal."""
    assert [weapon.is_usable for weapon in report(WEAPON, "WMMMM:MMW/WMMM").weapons] == [True]
    eleven = report(WEAPON, "WMMMM:MMW/MMM")
    assert [weapon.is_usable for weapon in eleven.weapons] == [False]
    assert eleven.is_legal


@pytest.mark.rule("craft.weapon.legal-unusable")
def test_craft_weapon_legal_unusable() -> None:
    """MMM in the right part: legal, kept, not usable."""
    found = report(WEAPON, "|MMM")
    assert found.is_legal
    assert [weapon.is_usable for weapon in found.weapons] == [False]
    here = board(lower="MMM", monks=("weapon",))
    assert craft_refusal(here, craft(here, WEAPON, "|MMM")) is None


@pytest.mark.rule("craft.optional-patterns")
def test_craft_optional_patterns() -> None:
    """Any legal helmet may be built though cards and blueprints show another, and so may none."""
    shown = (card("h", HELMET, "MM"),)
    here = board(lower="WW", blueprints=(blueprint(HELMET, "TT"),))
    table = Table(here, display=shown)
    assert table.refused(craft(here, HELMET, "W/.W")) is None
    assert table.refused(CraftNothing()) is None
    assert CraftNothing() in table.options()
    table.play(CraftNothing())
    assert table.refused(ClaimCard("h", "move")) == "gearcard.match.contains"
