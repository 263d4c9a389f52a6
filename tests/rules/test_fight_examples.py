"""The worked fights of the booklets, with the numbers that they print."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import RepairWeapon
from fujikoro_nb.engine.fujikoro.board.player import Backpack
from tests.support.fights import (
    KEEP,
    RETREAT,
    STAY,
    Fight,
    die,
    dragon,
    dragon_fight,
    lose,
    mend,
    pay,
    pay_at,
    roll,
    send,
    take,
    throw,
)
from tests.support.gear_positions import HELMET, WEAPON, blueprint, board, contents, layout_of

TAKEKO, MASATSURA, MITSUHIDE = 0, 1, 2
LONG = "WWWMM:MMM"
"""Eight columns without magic, three wood, two-handed."""

PLAIN_DICE = (
    die("W", "0*,1,1,1,1,0"),
    die("M", "0*,2,2,1,1,0"),
    die("T", "0*,3,3,2,1,0"),
    die("G", "4,3,2,2,1,0"),
)
"""Dice whose broken face shows no hit: with them every roll of the example is possible."""


def joint_fight() -> Fight:
    """Green dragon, 12 health, initiative 9, four dice. Masatsura declines. The pictures are lost; the gear fits."""
    takeko = board(weapon=LONG, helmet="MMM", monks=("weapon",))
    masatsura = board(weapon="WW")
    mitsuhide = board(
        weapon="WWWMM:MMT",
        helmet="WMM+G",
        lower="W",
        discs=("monk",),
        monks=("weapon",),
        blueprints=(blueprint(HELMET, "WM"),),
    )
    return dragon_fight(
        takeko,
        masatsura,
        mitsuhide,
        dragon=dragon("12/9/4"),
        attacker=TAKEKO,
        joiners=(MITSUHIDE,),
        monks=True,
        dice=PLAIN_DICE,
    )


def after_the_monk() -> Fight:
    """Up to the fixed order."""
    return joint_fight().play(KEEP, send("lower-area"), throw("W"), "W: 0")


def after_mitsuhide() -> Fight:
    """He has rolled once and lost a tooth."""
    fight = after_the_monk().play(roll("both", "WWWMMMMT"), "W: 1 1 0, M: 1 0 0 0, T: 0*")
    return fight.play(lose((8, 1)))


def after_the_dragon() -> Fight:
    """It has rolled once."""
    fight = after_mitsuhide().play("T: 3 3 0 0*", take(), take())
    return fight.play(pay("MMM"), pay_at((3, 1), magic=True))


@pytest.mark.rule("example.joint-fight.order")
def test_joint_fight_order() -> None:
    assert joint_fight().play(KEEP, KEEP).order == ["dragon", TAKEKO, MITSUHIDE]
    assert after_the_monk().order == [MITSUHIDE, "dragon", TAKEKO]


@pytest.mark.rule("example.joint-fight.hero")
def test_joint_fight_hero() -> None:
    fight = after_the_monk()
    assert fight.health == 12
    assert fight.board(MITSUHIDE).backpack == Backpack()
    assert fight.said("hero-hits", "hits") == [0]
    assert (fight.asked, fight.asked_seat) == ("roll-dice", MITSUHIDE)


@pytest.mark.rule("example.joint-fight")
def test_joint_fight_first_roll() -> None:
    fight = after_mitsuhide()
    assert fight.health == 9
    assert fight.gear(MITSUHIDE).weapon == layout_of(WEAPON, "WWWMM:MM.")
    assert fight.asked == "roll"


@pytest.mark.rule("example.joint-fight.six-damage")
def test_joint_fight_six_damage() -> None:
    fight = after_mitsuhide().play("T: 3 3 0 0*")
    assert (fight.asked, fight.asked_seat) == ("stow", TAKEKO)
    fight.play(take(), take())
    assert (fight.asked_seat, fight.asked_about()) == (TAKEKO, {"damage": 6})
    fight.play(pay("MMM"))
    assert (fight.asked_seat, fight.asked_about()) == (MITSUHIDE, {"damage": 6})
    assert fight.refused(pay("MM")) is not None
    fight.play(pay_at((3, 1), magic=True))
    assert fight.fighters == [TAKEKO, MITSUHIDE]
    assert len(fight.gear(TAKEKO).helmet) == 0
    assert fight.gear(MITSUHIDE).helmet == layout_of(HELMET, "WM")
    assert not fight.gear(MITSUHIDE).helmet_magic
    for seat in (TAKEKO, MITSUHIDE):
        assert fight.board(seat).backpack == Backpack(contents("T"))


@pytest.mark.rule("example.joint-fight.takeko-breaks")
def test_joint_fight_takeko_breaks() -> None:
    """Eight hits: two wood and a metal break, of three wood one is left."""
    fight = after_the_dragon()
    assert (fight.asked, fight.asked_seat, fight.health) == ("roll-dice", TAKEKO, 9)
    fight.play(roll("both", "WWWMMMMM"), "W: 1 0* 0*, M: 2 2 2 1 0*")
    assert fight.health == 1
    assert fight.asked_about() == {"wood": 2, "metal": 1, "tooth": 0}
    fight.play(lose((1, 1), (2, 1), (8, 1)))
    assert (fight.asked, fight.asked_seat) == ("withdraw", TAKEKO)
    fight.play(STAY)
    assert fight.fighters == [TAKEKO, MITSUHIDE]
    assert str(fight.gear(TAKEKO).weapon.cubes) == "WMMMM"
    assert (fight.asked, fight.asked_seat) == ("roll-dice", MITSUHIDE)


def whole_fight() -> Fight:
    """To the end."""
    fight = after_the_dragon().play(roll("both", "WWWMMMMM"), "W: 1 0* 0*, M: 2 2 2 1 0*")
    fight.play(lose((1, 1), (2, 1), (8, 1)), STAY)
    return fight.play(roll("both", "MM"), "M: 2 2", take(), take())


@pytest.mark.rule("example.joint-fight", "example.joint-fight.finish")
def test_joint_fight_finish() -> None:
    fight = whole_fight()
    assert fight.is_over
    assert fight.state.defeated == ("dragon",)
    assert fight.state.scores == (7, 0, 7)
    assert fight.state.standing == ()
    for seat in (TAKEKO, MITSUHIDE):
        assert fight.board(seat).backpack == Backpack(contents("TT"))
    assert fight.board(MASATSURA) == joint_fight().board(MASATSURA)


@pytest.mark.rule("example.joint-fight")
def test_joint_fight_health_on_the_way() -> None:
    assert whole_fight().said("dragon-hit", "health") == [9, 1, 0]
    assert whole_fight().said("dragon-hit", "hits") == [3, 8, 4]
    assert whole_fight().said("dragon-strikes", "hits") == [6]


@pytest.mark.rule("example.joint-fight.aftermath")
def test_joint_fight_aftermath() -> None:
    fight = whole_fight()
    assert fight.gear(MITSUHIDE).helmet == layout_of(HELMET, "WM")
    assert fight.gear(MITSUHIDE).helmet_magic
    assert fight.kinds()[-1] == "magic-gained"


@pytest.mark.rule("example.joint-fight.aftermath")
def test_joint_fight_aftermath_only_where_it_still_fits() -> None:
    fight = after_mitsuhide().play("T: 3 3 0 0*", take(), take(), pay("MMM"), pay_at((2, 1), magic=True))
    fight.play(roll("both", "WWWMMMMM"), "W: 1 0* 0*, M: 2 2 2 1 0*")
    fight.play(lose((1, 1), (2, 1), (8, 1)), STAY, roll("both", "MM"), "M: 2 2", take(), take())
    assert fight.is_over
    assert not fight.gear(MITSUHIDE).helmet_magic


@pytest.mark.rule("example.init-7-vs-8")
def test_init_7_vs_8() -> None:
    fight = dragon_fight(board(weapon="WWWMM:MM", monks=("weapon",)), dragon=dragon("12/8/4"))
    assert fight.order == ["dragon", 0]
    assert fight.asked == "roll"


@pytest.mark.rule("example.init-8")
def test_init_8() -> None:
    """A row of eight lies between seven and nine, and loses the tie with eight to the dragon."""
    here = board(weapon="...../...../WWWMM:MMM", monks=("weapon",))
    orders = {against: dragon_fight(here, dragon=dragon(f"12/{against}/4")).order[0] for against in (7, 8, 9)}
    assert orders == {7: 0, 8: "dragon", 9: "dragon"}


def breaking() -> Fight:
    """Mitsuhide's two-handed weapon of eight cubes, three of them wood, in row 3; a wood breaks."""
    here = board(weapon="...../...../MWWWM:MMM", helmet="T", monks=("weapon",))
    fight = dragon_fight(here, dragon=dragon("12/1/4"), dice=PLAIN_DICE)
    return fight.play(roll("both", "WWWMMMMM"), "W: 0 0 0*, M: 0 0 0 0 0")


@pytest.mark.rule("example.mitsuhide-break.start")
def test_mitsuhide_break_start() -> None:
    fight = breaking()
    assert fight.options() == [lose((2, 3)), lose((3, 3)), lose((4, 3))]
    left = {}
    for answer in fight.options():
        broken = breaking().play(answer)
        assert broken.asked == "repair"
        gear = broken.gear().weapon
        kept = [gear.without(one.cells) for one in broken.options() if isinstance(one, RepairWeapon)]
        left[answer] = set(kept)
    assert left == {
        lose((2, 3)): {layout_of(WEAPON, f"...../...../{row}") for row in ("..WWM:MMM", "M....:MMM")},
        lose((3, 3)): {layout_of(WEAPON, f"...../...../{row}") for row in ("...WM:MMM", "MW...:MMM")},
        lose((4, 3)): {layout_of(WEAPON, f"...../...../{row}") for row in ("MWW..:MMM", "....M:MMM")},
    }


@pytest.mark.rule("example.mitsuhide-break.third-wood")
def test_mitsuhide_break_third_wood() -> None:
    fight = breaking().play(lose((4, 3)))
    assert fight.asked == "repair"
    assert fight.refused(mend((6, 3))) is not None
    assert fight.refused(mend()) is not None
    fight.play(mend((5, 3)))
    assert fight.asked == "roll"  # the left weapon is usable, so no retreat
    fight.play("T: 0 0 0 0")
    assert fight.refused(roll("right", "MMM")) == "combat.attack.usable"
    assert fight.refused(roll("left", "WWM")) is None


@pytest.mark.rule("example.mitsuhide-break.left-pair")
def test_mitsuhide_break_left_pair() -> None:
    fight = breaking().play(lose((2, 3)), mend((1, 3)))
    assert str(fight.gear().weapon.cubes) == "WWMMMM"
    assert fight.options() == [STAY, RETREAT]
    fight.play(RETREAT)
    assert fight.is_over
    assert fight.state.standing == ("retreated",)


@pytest.mark.rule("example.mitsuhide-magic-helmet")
def test_mitsuhide_magic_helmet() -> None:
    here = board(weapon="WWM", helmet="M+G", blueprints=(blueprint(HELMET, "M"),))
    fight = dragon_fight(here, dragon=dragon("2/9/4")).play("T: 2 0 0 0")
    assert set(fight.options()) == {pay_at(magic=True), pay_at((1, 1))}
    fight.play(pay("G"))
    assert (len(fight.gear().helmet), fight.gear().helmet_magic) == (1, False)
    fight.play(roll("left", "WW"), "W: 1 1", take())
    assert fight.is_over
    assert (len(fight.gear().helmet), fight.gear().helmet_magic) == (1, True)


@pytest.mark.rule("example.mitsuhide-magic-helmet")
def test_mitsuhide_magic_helmet_had_he_paid_the_metal() -> None:
    here = board(weapon="WWM", helmet="M+G", blueprints=(blueprint(HELMET, "M"),))
    fight = dragon_fight(here, dragon=dragon("2/9/4")).play("T: 2 0 0 0", pay("M"))
    assert not fight.gear().helmet_magic
    fight.play(roll("left", "WW"), "W: 1 1", take())
    assert not fight.gear().helmet_magic
