"""Chapter "duel": order, damage, how it ends, and what the winner takes."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import (
    StealBlueprint,
    StealCube,
    StealMonk,
    StealNothing,
    StowThings,
)
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from tests.support.fights import RETREAT, STAY, Fight, duel, lose, mend, pay, pay_at, roll, send, take
from tests.support.gear_positions import HELMET, SANDALS, WEAPON, blueprint, board, contents, layout_of

STRONG = board(weapon="WWT")
"""Three long: it strikes first and knocks out whoever has no helmet."""


def robbery(loser: Board, winner: Board = STRONG) -> Fight:
    """Seat 0 has won; the question is what it takes."""
    fight = duel(winner, loser).play(roll("left", "T"), "T: 3", pay())
    assert (fight.asked, fight.asked_seat) == ("steal", 0)
    return fight


# ---- the fight


@pytest.mark.rule("duel.rules-base")
def test_duel_rules_base_hits_go_to_the_helmet() -> None:
    fight = duel(board(weapon="WWWMM"), board(weapon="WW", helmet="WMM"))
    fight.play(roll("left", "WWWMM"), "W: 1 0 0, M: 2 0")
    assert (fight.asked, fight.asked_seat, fight.asked_about()) == ("pay-damage", 1, {"damage": 3})
    fight.play(pay("WM"))
    assert fight.gear(1).helmet == layout_of(HELMET, "..M")
    assert (fight.asked, fight.asked_seat) == ("roll-dice", 1)


@pytest.mark.rule("duel.rules-base")
def test_duel_rules_base_order_goes_by_initiative() -> None:
    assert duel(board(weapon="WWMM"), board(weapon="WWM")).order == [0, 1]
    assert duel(board(weapon="WWM"), board(weapon="WWMM")).order == [1, 0]


@pytest.mark.rule("duel.rules-base")
def test_duel_rules_base_rolls_break_weapons() -> None:
    fight = duel(board(weapon="WWWM"), board(weapon="WW", helmet="M"))
    fight.play(roll("left", "W"), "W: 0*")
    assert (fight.asked, fight.asked_seat) == ("lose-cubes", 0)
    fight.play(lose((1, 1)))
    assert fight.gear(0).weapon == layout_of(WEAPON, ".WWM")
    assert (fight.asked, fight.asked_seat) == ("roll-dice", 1)


@pytest.mark.rule("duel.rules-base")
def test_duel_rules_base_spent_magic_comes_back_at_the_end() -> None:
    victim = board(weapon="WWM", helmet="WW+G", blueprints=(blueprint(HELMET, "WW"),))
    fight = duel(STRONG, victim).play(roll("left"), roll("left", "T"), "T: 3", pay("G"))
    assert not fight.gear(1).helmet_magic
    fight.play(roll("left", "W"), "W: 1", pay(), StealNothing())
    assert fight.is_over
    assert fight.gear(1).helmet_magic


@pytest.mark.rule("duel.no-hero")
def test_duel_no_hero() -> None:
    mover = board(weapon="WWM", monks=("action",), discs=("monk",))
    fight = duel(mover, board(weapon="WW", monks=("action",)))
    assert fight.asked == "roll-dice"
    assert fight.refused(send("action")) == "duel.no-hero"
    assert fight.refused(send("lower-area")) == "duel.no-hero"


@pytest.mark.rule("duel.tie")
@pytest.mark.parametrize(("mover", "stander"), [(0, 1), (1, 0)])
def test_duel_tie(mover: int, stander: int) -> None:
    six = board(weapon="WWWMM:M", monks=("weapon",))
    fight = duel(six, six, mover=mover, stander=stander)
    assert fight.order == [stander, mover]
    assert fight.asked_seat == stander


@pytest.mark.rule("duel.no-teeth")
def test_duel_no_teeth() -> None:
    fight = duel(board(weapon="WWT"), board(weapon="WW"))
    fight.play(roll("left", "T"), "T: 0*", lose((3, 1)))
    assert fight.gear(0).weapon == layout_of(WEAPON, "WW")
    assert fight.board(0).backpack == fight.board(1).backpack == Backpack()
    assert (fight.asked, fight.asked_seat) == ("roll-dice", 1)


@pytest.mark.rule("duel.defeat")
def test_duel_defeat() -> None:
    fight = duel(STRONG, board(weapon="WW", helmet="M", lower="W")).play(roll("left", "T"), "T: 3")
    assert fight.refused(pay()) is not None
    fight.play(pay("M"))
    assert fight.state.standing == ("conscious", "knocked-out")
    assert len(fight.gear(1).helmet) == 0
    assert [event.rule for event in fight.happened("knocked-out")] == ["duel.defeat"]
    assert (fight.asked, fight.asked_seat) == ("steal", 0)


@pytest.mark.rule("duel.defeat")
def test_duel_defeat_not_when_exactly_covered() -> None:
    fight = duel(STRONG, board(weapon="WW", helmet="M")).play(roll("left", "T"), "T: 2", pay("M"))
    assert fight.state.standing == ()
    assert (fight.asked, fight.asked_seat) == ("roll-dice", 1)


@pytest.mark.rule("duel.defeat")
def test_duel_defeat_ends_it_before_the_second_weapon_rolls() -> None:
    fight = duel(board(weapon="WWT..:WWM", monks=("weapon",)), board(weapon="WW"))
    fight.play(roll("left", "T"), "T: 1", pay())
    assert fight.asked == "steal"


@pytest.mark.rule("duel.surrender")
def test_duel_surrender() -> None:
    fight = duel(board(weapon="WWM", lower="M"), board(weapon="WW"))
    fight.play(roll("left", "W"), "W: 0*", lose((1, 1)))
    assert (fight.asked, fight.asked_seat, fight.asked_rule) == ("withdraw", 0, "duel.surrender")
    assert fight.options() == [STAY, RETREAT]
    fight.play(RETREAT)
    assert (fight.asked, fight.asked_seat) == ("steal", 1)
    assert "knocked-out" not in fight.state.standing


@pytest.mark.rule("duel.surrender")
def test_duel_surrender_only_after_the_own_roll() -> None:
    fight = duel(board(weapon="WWM"), board(weapon="W", helmet="MMW"))
    fight.play(roll("left", "M"), "M: 1")
    assert (fight.asked, fight.asked_seat) == ("pay-damage", 1)
    assert fight.refused(RETREAT) == "duel.surrender"
    fight.play(pay("W"))
    assert (fight.asked, fight.asked_seat) == ("withdraw", 1)
    assert fight.refused(RETREAT) is None


@pytest.mark.rule("duel.surrender")
def test_duel_surrender_never_with_a_usable_weapon() -> None:
    fight = duel(board(weapon="WWM"), board(weapon="WW"))
    assert fight.refused(RETREAT) == "duel.surrender"
    fight.play(roll("left"))
    assert (fight.asked, fight.asked_seat) == ("roll-dice", 1)


@pytest.mark.rule("duel.draw-guard")
def test_duel_draw_guard() -> None:
    fight = duel(board(weapon="WMM", lower="T"), board(weapon="W", lower="T")).play(STAY)
    assert (fight.asked, fight.asked_seat) == ("withdraw", 0)
    fight.play(STAY)
    assert fight.is_over
    assert [event.rule for event in fight.happened("duel-drawn")] == ["duel.draw-guard"]
    assert fight.state.standing == ()
    assert [str(here.backpack.cubes) for here in fight.state.boards] == ["T", "T"]


@pytest.mark.rule("duel.draw-guard")
def test_duel_draw_guard_needs_a_full_round() -> None:
    fight = duel(board(weapon="WWM"), board(weapon="W"))
    fight.play(roll("left", "W"), "W: 0*", lose((1, 1)), STAY)
    fight.play(STAY)
    assert (fight.asked, fight.asked_seat) == ("withdraw", 0)
    assert fight.play(STAY).is_over


@pytest.mark.rule("duel.draw-guard")
def test_duel_draw_guard_not_while_one_can_fight() -> None:
    fight = duel(board(weapon="MMMM"), board(weapon="WW"))
    fight.play(roll("left"), STAY, roll("left"), STAY)
    assert (fight.asked, fight.asked_seat) == ("roll-dice", 1)


@pytest.mark.rule("duel.draw-guard", "duel.surrender")
def test_duel_draw_guard_surrender_in_the_last_turn_is_no_draw() -> None:
    fight = duel(board(weapon="W"), board(weapon="W", lower="T")).play(STAY, RETREAT)
    assert (fight.asked, fight.asked_seat) == ("steal", 1)


# ---- the loot


@pytest.mark.rule("duel.steal.one")
def test_duel_steal_one_also_the_defender() -> None:
    fight = duel(board(weapon="WW", lower="WM"), STRONG).play(roll("left", "T"), "T: 1", pay())
    assert (fight.asked, fight.asked_seat) == ("steal", 1)
    assert fight.options() == [StealNothing(), StealCube(Material.WOOD), StealCube(Material.METAL)]
    fight.play(StealNothing())
    assert fight.is_over
    assert str(fight.board(0).backpack.cubes) == "WM"


@pytest.mark.rule("duel.steal.one")
def test_duel_steal_one_not_two() -> None:
    fight = robbery(board(weapon="WW", lower="WM")).play(StealCube(Material.WOOD))
    assert fight.refused(StealCube(Material.METAL)) == "duel.steal.one"
    fight.play(take())
    assert fight.refused(StealCube(Material.METAL)) == "duel.steal.one"
    fight.play(take())
    assert fight.is_over
    assert [str(here.backpack.cubes) for here in fight.state.boards] == ["W", "M"]


@pytest.mark.rule("duel.steal.one")
def test_duel_steal_one_after_surrender_too() -> None:
    fight = duel(board(weapon="W", lower="T"), board(weapon="WW"))
    fight.play(roll("left"), RETREAT)
    assert (fight.asked, fight.asked_seat) == ("steal", 1)
    fight.play(StealCube(Material.TOOTH), take(), take())
    assert [str(here.backpack.cubes) for here in fight.state.boards] == ["", "T"]


@pytest.mark.rule("duel.steal.resource")
@pytest.mark.parametrize("cube", list(Material))
def test_duel_steal_resource(cube: Material) -> None:
    fight = robbery(board(weapon="WW", lower="WMT"))
    assert fight.options() == [StealNothing(), *map(StealCube, Material)]
    fight.play(StealCube(cube), take(), take())
    assert str(fight.board(0).backpack.cubes) == cube
    assert len(fight.board(1).backpack.cubes) == 2
    assert fight.board(1).backpack.cubes + Cubes.one(cube) == Cubes(1, 1, 1)


@pytest.mark.rule("duel.steal.resource")
def test_duel_steal_resource_only_from_the_backpack() -> None:
    fight = robbery(board(weapon="WWM", lower="W"), board(weapon="WWTM"))
    assert fight.refused(StealCube(Material.METAL)) == "duel.steal.resource"


@pytest.mark.rule("duel.steal.room")
def test_duel_steal_room() -> None:
    fight = robbery(board(weapon="WW", lower="W"), board(weapon="WWT", discs=("monk",) * 6))
    assert fight.refused(StealCube(Material.WOOD)) == "duel.steal.room"
    assert fight.options() == [StealNothing()]


@pytest.mark.rule("duel.steal.room")
def test_duel_steal_room_can_be_made() -> None:
    fight = robbery(board(weapon="WW", lower="TT"), board(weapon="WWT", lower="WWWMMM"))
    fight.play(StealCube(Material.TOOTH))
    left = StowThings(Backpack(contents("WWWMMM")), left=Cubes(tooth=1))
    assert fight.refused(left) == "backpack.refuse"
    fight.play(take("W"), take())
    assert str(fight.board(0).backpack.cubes) == "WWMMMT"
    assert str(fight.board(1).backpack.cubes) == "T"


def planned(kind: str = "helmet", pattern: str = "MM", *, sandals: str = "") -> Board:
    """A samurai with one blueprint in the backpack."""
    plan = blueprint({"helmet": HELMET, "sandals": SANDALS}[kind], pattern, "plan")
    return board(weapon="WW", discs=("plan",), blueprints=(plan,), sandals=sandals)


@pytest.mark.rule("duel.steal.blueprint")
def test_duel_steal_blueprint() -> None:
    fight = robbery(planned()).play(StealBlueprint("plan"), take(), take())
    assert [one.id for one in fight.board(0).blueprints] == ["plan"]
    assert fight.board(0).backpack.discs == ("plan",)
    assert (fight.board(1).blueprints, fight.board(1).backpack.discs) == ((), ())


@pytest.mark.rule("duel.steal.blueprint")
def test_duel_steal_blueprint_only_of_a_kind_that_the_winner_lacks() -> None:
    owner = board(weapon="WWT", discs=("mine",), blueprints=(blueprint(HELMET, "W/W", "mine"),))
    assert robbery(planned(), owner).refused(StealBlueprint("plan")) == "duel.steal.blueprint"
    other = board(weapon="WWT", discs=("mine",), blueprints=(blueprint(SANDALS, "W", "mine"),))
    assert robbery(planned(), other).refused(StealBlueprint("plan")) is None


@pytest.mark.rule("duel.steal.blueprint")
def test_duel_steal_blueprint_that_is_not_there() -> None:
    assert robbery(planned()).refused(StealBlueprint("other")) == "duel.steal.blueprint"


@pytest.mark.rule("duel.steal.monk")
def test_duel_steal_monk() -> None:
    fight = robbery(board(weapon="WW", discs=("monk",))).play(StealMonk("action"), take())
    assert fight.board(0).monk_spots == ("action",)
    assert fight.board(1).backpack.discs == ()


@pytest.mark.rule("duel.steal.monk")
def test_duel_steal_monk_never_from_a_spot() -> None:
    fight = robbery(board(weapon="WW", lower="W", monks=("action", "scroll")))
    assert fight.refused(StealMonk("action")) == "duel.steal.monk"
    assert fight.refused(StealMonk("weapon")) == "duel.steal.monk"
    assert fight.refused(StealMonk()) == "duel.steal.monk"
    assert fight.options() == [StealNothing(), StealCube(Material.WOOD)]


@pytest.mark.rule("duel.steal.monk-place")
def test_duel_steal_monk_place_a_free_spot_first() -> None:
    fight = robbery(board(weapon="WW", discs=("monk",)), board(weapon="WWT", monks=("action", "weapon")))
    assert fight.refused(StealMonk()) == "duel.steal.monk-place"
    assert fight.refused(StealMonk("action")) == "duel.steal.monk-place"
    assert fight.refused(StealMonk("hat")) == "duel.steal.monk-place"
    fight.play(StealMonk("scroll"), take())
    assert fight.board(0).monk_spots == ("action", "weapon", "scroll")
    assert fight.is_over


@pytest.mark.rule("duel.steal.monk-place")
def test_duel_steal_monk_place_the_backpack_when_all_spots_are_taken() -> None:
    full = board(weapon="WWT", lower="WW", monks=("action", "scroll", "weapon", "backpack"))
    fight = robbery(board(weapon="WW", discs=("monk",)), full)
    assert fight.refused(StealMonk("scroll")) == "duel.steal.monk-place"
    fight.play(StealMonk())
    fight.play(StowThings(Backpack(contents("WW"), contents("", "monk"))), take())
    assert fight.board(0).backpack == Backpack(contents("WW"), contents("", "monk"))
    assert len(fight.board(0).monk_spots) == 4


@pytest.mark.rule("backpack.areas-tracked")
def test_backpack_areas_tracked_what_lay_there_stays_there_first() -> None:
    """The first place offered moves nothing: what is new lies below as far as there is room, then above."""
    spots = ("action", "scroll", "weapon", "backpack")
    thief = board(weapon="WWT", lower="WWWW", upper="MT", monks=spots)
    fight = robbery(board(weapon="WW", discs=("monk",)), thief).play(StealMonk())
    assert fight.options()[0] == StowThings(Backpack(contents("WWWW", "monk"), contents("MT")))
    full = board(weapon="WWT", lower="WWWWWW", upper="MT", monks=spots)
    fight = robbery(board(weapon="WW", lower="T"), full).play(StealCube(Material.TOOTH))
    assert fight.options()[0] == StowThings(Backpack(contents("WWWWWW"), contents("MTT")))
    free = board(weapon="WWT", lower="T", monks=("backpack",))
    fight = robbery(board(weapon="WW", lower="W"), free).play(StealCube(Material.WOOD))
    wanted = [("WT", ""), ("T", "W"), ("W", "T"), ("", "WT")]
    assert set(fight.options()) == {StowThings(Backpack(contents(low), contents(up))) for low, up in wanted}


@pytest.mark.rule("backpack.discard.resources")
def test_backpack_discard_resources_from_the_upper_area_first() -> None:
    thief = board(weapon="WWT", lower="WWWMMM", upper="WWMMM", monks=("backpack",))
    fight = robbery(board(weapon="WW", lower="T"), thief).play(StealCube(Material.TOOTH), take("W"))
    assert fight.board().backpack == Backpack(contents("WWWMMM"), contents("WMMMT"))


@pytest.mark.rule("duel.steal.room", "duel.steal.monk-place")
def test_duel_steal_room_for_a_monk() -> None:
    spots = ("action", "scroll", "weapon", "backpack")
    full = board(weapon="WWT", discs=("monk",) * 6, monks=spots[:3])
    assert robbery(board(weapon="WW", discs=("monk",)), full).refused(StealMonk("backpack")) is None


@pytest.mark.rule("duel.steal.magic-stays")
def test_duel_steal_magic_stays() -> None:
    fight = robbery(planned("sandals", "MM", sandals="MM+G")).play(StealBlueprint("plan"), take(), take())
    assert fight.is_over
    assert fight.gear(1).sandals_magic
    assert fight.board(1).lost_pattern(SANDALS) == layout_of(SANDALS, "MM")


@pytest.mark.rule("duel.steal.magic-stays", "magic.restore.condition")
def test_duel_steal_magic_stays_but_does_not_come_back() -> None:
    victim = board(weapon="WW", helmet="WW+G", discs=("plan",), blueprints=(blueprint(HELMET, "WW", "plan"),))
    fight = duel(board(weapon="WWT", helmet="WW"), victim)
    fight.play(roll("left", "T"), "T: 3", pay_at(magic=True), roll("left", "W"), "W: 0*", lose((1, 1)))
    fight.play(RETREAT, StealBlueprint("plan"), take(), take())
    assert fight.is_over
    assert (fight.gear(0).helmet_magic, fight.gear(1).helmet_magic) == (True, False)


@pytest.mark.rule("duel.rules-base")
def test_duel_rules_base_a_split_weapon_is_mended() -> None:
    fight = duel(board(weapon="WWMWW"), board(weapon="WW")).play(roll("left", "M"), "M: 2*", pay())
    fight.play(lose((3, 1)))
    assert (fight.asked, fight.asked_seat) == ("repair", 0)
    fight.play(mend((1, 1), (2, 1)))
    assert fight.gear(0).weapon == layout_of(WEAPON, "...WW")
    assert fight.asked == "steal"


@pytest.mark.rule("backpack.rearrange")
def test_backpack_rearrange_by_the_robbed() -> None:
    fight = robbery(board(weapon="WW", lower="W", upper="M", monks=("backpack",)))
    fight.play(StealCube(Material.WOOD), take())
    assert (fight.asked, fight.asked_seat, fight.asked_rule) == ("stow", 1, "backpack.rearrange")
    assert fight.options()[0] == StowThings(Backpack(contents(""), contents("M")))
    fight.play(StowThings(Backpack(contents("M"))))
    assert fight.is_over
    assert fight.board(1).backpack == Backpack(contents("M"))
