"""Chapter "combat", a samurai's attack turn: dice, hits, breakage and what is left of the weapon."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import LoseCubes, RepairWeapon, RollDice, Rolled
from tests.support.fights import STAY, Fight, cells, dragon, dragon_fight, lose, mend, roll
from tests.support.gear_positions import WEAPON, blueprint, board

OPEN = ("weapon",)
"""The monk that opens the right part of the grid."""

SLOW = dragon("12/2/3")
"""A dragon that everybody here strikes before."""


def parts_offered(fight: Fight) -> set[str]:
    """The weapons that may be rolled now."""
    return {answer.part for answer in fight.options() if isinstance(answer, RollDice)}


@pytest.mark.rule("combat.attack.dice")
def test_combat_attack_dice() -> None:
    fight = dragon_fight(board(weapon="WWMT"), dragon=SLOW)
    fight.play(roll("left", "WWMT"))
    assert (fight.asked, fight.asked_seat) == ("roll", -1)
    assert fight.asked_about() == {"wood": 2, "metal": 1, "tooth": 1, "magic": 0}
    assert fight.asked_rule == "combat.attack.dice"


@pytest.mark.rule("combat.attack.dice")
@pytest.mark.parametrize("letters", ["MM", "WWMM", "WWW", "T", "WWMT"])
def test_combat_attack_dice_never_more_than_cubes_of_that_colour(letters: str) -> None:
    fight = dragon_fight(board(weapon="WWM"), dragon=SLOW)
    assert fight.refused(roll("left", letters)) == "combat.attack.dice"


@pytest.mark.rule("combat.attack.fewer")
def test_combat_attack_fewer() -> None:
    """One brown die against a health of 1: less to break, and all that is needed."""
    fight = dragon_fight(board(weapon="WWM"), dragon=dragon("1/2/3"))
    fight.play(roll("left", "W"), "W: 1")
    assert fight.happened("dragon-defeated")


@pytest.mark.rule("combat.attack.fewer")
def test_combat_attack_fewer_every_number_down_to_none() -> None:
    fight = dragon_fight(board(weapon="WWM"), dragon=SLOW)
    assert set(fight.options()) == {roll("left", letters) for letters in ("", "W", "WW", "M", "WM", "WWM")}
    fight.play(roll("left"))
    assert (fight.asked_rule, fight.health) == ("combat.dragon.dice", 12)


@pytest.mark.rule("combat.attack.hits")
def test_combat_attack_hits() -> None:
    """Health 9, 3 hits, 6 left, and that before the broken cube is asked for."""
    fight = dragon_fight(board(weapon="WWWM"), dragon=dragon("9/2/3"))
    fight.play(roll("left", "WWWM"), "W: 1 1 0*, M: 1")
    assert (fight.asked, fight.health) == ("lose-cubes", 6)
    assert fight.said("dragon-hit", "health") == [6]


@pytest.mark.rule("combat.attack.split-no-extra")
def test_combat_attack_split_no_extra() -> None:
    """WW M WW falls into two usable weapons: no roll for them now, two in the next round."""
    fight = dragon_fight(board(weapon="...WW:MWW", monks=OPEN), dragon=SLOW)
    assert parts_offered(fight) == {"both"}
    fight.play(roll("both", "M"), "M: 2*", lose((6, 1)))
    assert fight.asked_rule == "combat.dragon.dice"
    fight.play("T: 0 0 0")
    assert parts_offered(fight) == {"left", "right"}
    fight.play(roll("left", "WW"), "W: 1 1")
    assert parts_offered(fight) == {"right"}
    assert fight.refused(roll("left", "W")) == "combat.attack.split-no-extra"


@pytest.mark.rule("combat.attack.two-weapons")
@pytest.mark.parametrize(("first", "second"), [("left", "right"), ("right", "left")])
def test_combat_attack_two_weapons(first: str, second: str) -> None:
    """Left WWM, right WWT: two rolls in the order the owner likes, the first one's breakage in between."""
    fight = dragon_fight(board(weapon="WWM:.../...../.....:WWT", monks=OPEN), dragon=SLOW)
    assert parts_offered(fight) == {"left", "right"}
    fight.play(roll(first, "W"))
    assert fight.asked_about()["wood"] == 1
    fight.play("W: 0*")
    assert fight.asked == "lose-cubes"
    fight.play(fight.options()[0])
    assert parts_offered(fight) == {second}
    fight.play(roll(second, "WW"), "W: 1 1")
    assert fight.health == 10
    assert fight.asked_rule == "combat.dragon.dice"


@pytest.mark.rule("combat.attack.two-weapons")
def test_combat_attack_two_weapons_are_not_rolled_together() -> None:
    fight = dragon_fight(board(weapon="WWM:.../...../.....:WWT", monks=OPEN), dragon=SLOW)
    assert fight.refused(roll("left", "WWWWMT")) == "combat.attack.two-weapons"
    assert fight.refused(roll("left", "WWT")) == "combat.attack.two-weapons"
    assert fight.refused(roll("both", "WW")) == "combat.attack.usable"


@pytest.mark.rule("combat.attack.usable")
def test_combat_attack_usable() -> None:
    """WMMM has a wood too few: no dice."""
    alone = dragon_fight(board(weapon="WMMM"), dragon=dragon("12/0/3"))
    alone.play("T: 0 0 0")
    assert alone.asked == "withdraw"
    assert alone.happened("attack-empty")
    beside = dragon_fight(board(weapon="WMMM:.../...../.....:WWM", monks=OPEN), dragon=SLOW)
    assert parts_offered(beside) == {"right"}
    assert beside.refused(roll("left", "W")) == "combat.attack.usable"
    both = dragon_fight(board(weapon="...WW:MMM", monks=OPEN), dragon=dragon("12/0/3"))
    both.play("T: 0 0 0")
    assert both.asked == "withdraw"


@pytest.mark.rule("combat.break.immediate")
def test_combat_break_immediate() -> None:
    """3 hits and 1 broken: 3 damage, 1 cube lost, both before anything else is asked."""
    fight = dragon_fight(board(weapon="WWWM"), dragon=SLOW)
    fight.play(roll("left", "WWWM"), "W: 1 1 0*, M: 1")
    assert (fight.asked, fight.asked_seat) == ("lose-cubes", 0)
    fight.play(lose((1, 1)))
    assert (fight.health, len(fight.gear().weapon)) == (9, 3)
    kinds = fight.kinds()
    assert kinds.index("dragon-hit") < kinds.index("cubes-broken")


@pytest.mark.rule("combat.break.immediate")
def test_combat_break_immediate_before_the_second_weapon() -> None:
    fight = dragon_fight(board(weapon="WWM:.../...../.....:WWT", monks=OPEN), dragon=SLOW)
    fight.play(roll("left", "WW"), "W: 0* 0")
    assert fight.refused(roll("right", "W")) == "combat.attack.dice"
    assert fight.asked == "lose-cubes"


@pytest.mark.rule("combat.break.immediate", "combat.break.per-symbol")
def test_combat_break_immediate_also_on_the_roll_that_kills() -> None:
    fight = dragon_fight(board(weapon="WWWM"), dragon=dragon("3/2/3"))
    fight.play(roll("left", "WWWM"), "W: 1 1 0*, M: 1")
    assert fight.asked == "lose-cubes"
    fight.play(lose((2, 1)), mend((1, 1)))
    assert len(fight.gear().weapon) == 2
    assert fight.happened("dragon-defeated")


@pytest.mark.rule("combat.break.per-symbol")
def test_combat_break_per_symbol() -> None:
    """Two brown symbols, weapon WWWM: two wood go, whichever the owner likes; metal never."""
    fight = dragon_fight(board(weapon="WWWM"), dragon=SLOW)
    assert fight.play(roll("left", "WWWM"), "W: 1 0* 0*, M: 0").asked == "lose-cubes"
    assert fight.asked_about() == {"wood": 2, "metal": 0, "tooth": 0}
    assert set(fight.options()) == {
        lose((1, 1), (2, 1)),
        lose((1, 1), (3, 1)),
        lose((2, 1), (3, 1)),
    }
    for wrong in (lose((1, 1)), lose((1, 1), (4, 1)), lose((4, 1)), lose((1, 1), (2, 1), (3, 1)), lose()):
        assert fight.refused(wrong) == "combat.break.per-symbol"
    fight.play(lose((1, 1), (2, 1)))
    assert str(fight.gear().weapon.cubes) == "WM"
    assert fight.said("cubes-broken", "cubes") == ["WW"]


@pytest.mark.rule("combat.break.per-symbol")
def test_combat_break_per_symbol_by_colour() -> None:
    """A grey and a white symbol take a metal and a tooth."""
    fight = dragon_fight(board(weapon="WWM/.TM"), dragon=SLOW)
    fight.play(roll("left", "WWMMT"), "W: 1 1, M: 2* 0, T: 0*")
    assert set(fight.options()) == {lose((3, 1), (2, 2)), lose((3, 2), (2, 2))}
    assert fight.refused(lose((1, 1), (3, 1))) == "combat.break.per-symbol"


@pytest.mark.rule("combat.break.same-weapon")
def test_combat_break_same_weapon() -> None:
    fight = dragon_fight(board(weapon="WWM:.../...../.....:WWT", monks=OPEN), dragon=SLOW)
    fight.play(roll("left", "WW"), "W: 0* 1")
    assert fight.refused(lose((6, 3))) == "combat.break.same-weapon"
    assert set(fight.options()) == {lose((1, 1)), lose((2, 1))}


@pytest.mark.rule("combat.break.split")
def test_combat_break_split() -> None:
    """A left and a right piece in separate parts both stay, as one-handed weapons; nothing is asked."""
    fight = dragon_fight(board(weapon="..WWW:MMM", monks=OPEN), dragon=SLOW)
    fight.play(roll("both", "M"), "M: 2*", lose((6, 1)))
    assert fight.asked == "roll"
    assert fight.gear().weapon.occupied == cells((3, 1), (4, 1), (5, 1), (7, 1), (8, 1))


ROW = "MWWWM:MMM"
"""Mitsuhide's weapon (example.mitsuhide-break.start)."""


@pytest.mark.rule("combat.break.split")
@pytest.mark.parametrize(
    ("lost", "taken_off"),
    [
        # The outcomes that the ledger lists for each wood: what stays, and so what goes.
        (2, [{1}, {3, 4, 5}]),  # WWM|MMM, or M + MMM
        (3, [{1, 2}, {4, 5}]),  # WM|MMM, or MW + MMM
        (4, [{5}, {1, 2, 3}]),  # MWW + MMM, or M|MMM
    ],
)
def test_combat_break_split_every_minimal_repair(lost: int, taken_off: list[set[int]]) -> None:
    fight = dragon_fight(board(weapon=ROW, monks=OPEN), dragon=SLOW)
    fight.play(roll("both", "WWW"), "W: 1 0* 0", lose((lost, 1)))
    assert (fight.asked, fight.asked_rule) == ("repair", "combat.break.split")
    wanted = {mend(*((column, 1) for column in columns)) for columns in taken_off}
    assert set(fight.options()) == wanted
    assert fight.refused(RepairWeapon(0)) is not None
    everything = RepairWeapon(fight.gear().weapon.occupied)
    assert fight.refused(everything) == "craft.weapon.fix-minimal"
    before = fight.gear().weapon
    answer = next(iter(wanted))
    fight.play(answer)
    assert fight.gear().weapon == before.without(answer.cells)


@pytest.mark.rule("combat.break.split")
def test_combat_break_split_the_second_weapon_rolls_what_it_has() -> None:
    """The left weapon falls apart and is mended; the right one attacks all the same."""
    fight = dragon_fight(board(weapon="WMWWT:.../...../.....:WWT", monks=OPEN), dragon=SLOW)
    fight.play(roll("left", "M"), "M: 2*", lose((2, 1)))
    assert set(fight.options()) == {mend((1, 1)), mend((3, 1), (4, 1), (5, 1))}
    fight.play(mend((1, 1)))
    assert parts_offered(fight) == {"right"}


@pytest.mark.rule("combat.break.magic")
def test_combat_break_magic() -> None:
    """WWWM and magic, pattern WWWM: a wood breaks, the magic goes at once, the order stays."""
    mine = board(weapon="WWWM+G@2,1", blueprints=(blueprint(WEAPON, "WWWM"),))
    fight = dragon_fight(mine, dragon=dragon("12/6/3"))
    assert fight.order == [0, "dragon"]
    fight.play(roll("left", "WWWMG"), "W: 0* 1 1, M: 0, G: 4", lose((1, 1)))
    assert fight.gear().weapon_magic is None
    assert [event.rule for event in fight.happened("magic-lost")] == ["magic.loss.immediate"]
    fight.play("T: 0 0 0")
    assert (fight.order, fight.asked_seat) == ([0, "dragon"], 0)
    assert fight.refused(roll("left", "G")) == "magic.weapon.own-roll-only"


@pytest.mark.rule("combat.break.magic")
def test_combat_break_magic_is_judged_after_the_repair() -> None:
    """Pattern WW: what stays after breakage and repair still fits, so the magic stays."""
    mine = board(weapon=ROW + "+G@2,1", monks=OPEN, blueprints=(blueprint(WEAPON, "WW"),))
    fight = dragon_fight(mine, dragon=SLOW)
    fight.play(roll("both", "WWW"), "W: 1 0* 0", lose((4, 1)))
    assert fight.gear().weapon_magic is not None
    fight.play(mend((5, 1)))
    assert fight.gear().weapon_magic is not None
    other = dragon_fight(mine, dragon=SLOW)
    other.play(roll("both", "WWW"), "W: 1 0* 0", lose((4, 1)), mend((1, 1), (2, 1), (3, 1)))
    assert other.gear().weapon_magic is None


@pytest.mark.rule("combat.dice.broken-face")
def test_combat_dice_broken_face() -> None:
    """A face with 2 hits and the symbol does both."""
    fight = dragon_fight(board(weapon="WWM"), dragon=SLOW)
    fight.play(roll("left", "M"), "M: 2*")
    assert fight.health == 10
    assert fight.asked_about() == {"wood": 0, "metal": 1, "tooth": 0}


@pytest.mark.rule("combat.dice.broken-face")
@pytest.mark.parametrize(("letter", "symbols"), [("W", 1), ("M", 1), ("T", 1), ("G", 0)])
def test_combat_dice_broken_face_one_of_six(letter: str, symbols: int) -> None:
    """One number in six breaks a cube, of the magic die none."""
    fight = dragon_fight(board(weapon="WWMT+G@1,1"), dragon=SLOW)
    fight.play(roll("left", letter))
    options = fight.choice()
    broken = 0
    for answer in options:
        after = fight.copy().play(answer)
        broken += options.weight(answer) * (after.asked == "lose-cubes")  # type: ignore[attr-defined]
    assert broken == symbols


@pytest.mark.rule("combat.dice.limits")
@pytest.mark.parametrize(("letter", "most", "total"), [("W", 1, 4), ("M", 2, 6), ("T", 3, 9), ("G", 4, 12)])
def test_combat_dice_limits(letter: str, most: int, total: int) -> None:
    """Highest hits and the sum of the six faces, whose sixth is the stated mean: 0.67, 1, 1.5 and 2."""
    fight = dragon_fight(board(weapon="WWMT+G@1,1"), dragon=SLOW)
    fight.play(roll("left", letter))
    options = fight.choice()
    hits = {}
    for answer in options:
        after = fight.copy().play(answer)
        hits[answer] = 12 - after.health
    assert max(hits.values()) == most
    assert sum(options.weight(answer) * hit for answer, hit in hits.items()) == total  # type: ignore[attr-defined]
    assert options.total == 6  # type: ignore[attr-defined]


@pytest.mark.rule("combat.dice.limits")
@pytest.mark.parametrize(
    "answer",
    [
        Rolled(),
        Rolled(wood=(1, 0, 0)),
        Rolled(wood=(3, -1, 0)),
        Rolled(wood=(1, 1)),
        Rolled(wood=(1, 1, 0), metal=(1, 0, 0, 0)),
        Rolled(metal=(1, 1, 0)),
    ],
)
def test_combat_dice_limits_an_impossible_roll_is_refused(answer: Rolled) -> None:
    """Two brown dice were thrown; a brown die has three different faces here."""
    fight = dragon_fight(board(weapon="WWM"), dragon=SLOW).play(roll("left", "WW"))
    assert fight.refused(answer) == "combat.dice.limits"
    assert fight.refused(Rolled(wood=(1, 1, 0))) is None


@pytest.mark.rule("magic.value.weapon")
def test_magic_value_weapon() -> None:
    """WWM of length 3 with magic: initiative 7, dice W W M G."""
    mine = board(weapon="WWM+G@2,1")
    assert dragon_fight(mine, dragon=dragon("12/6/3")).order == [0, "dragon"]
    assert dragon_fight(mine, dragon=dragon("12/7/3")).order == ["dragon", 0]
    fight = dragon_fight(mine, dragon=SLOW)
    assert roll("left", "WWMG") in fight.options()
    assert fight.refused(roll("left", "WWMGG")) == "magic.weapon.own-roll-only"
    fight.play(roll("left", "WWMG"))
    assert fight.asked_about() == {"wood": 2, "metal": 1, "tooth": 0, "magic": 1}


@pytest.mark.rule("magic.weapon.own-roll-only")
def test_magic_weapon_own_roll_only() -> None:
    """The cube lies on the right weapon: no magic die for the left one."""
    fight = dragon_fight(board(weapon="WWM:.../...../.....:WWT+G@6,3", monks=OPEN), dragon=SLOW)
    assert fight.refused(roll("left", "WWMG")) == "magic.weapon.own-roll-only"
    assert fight.refused(roll("right", "WWTG")) is None


@pytest.mark.rule("magic.not-removed-by-broken")
def test_magic_not_removed_by_broken() -> None:
    """The magic die breaks nothing, and another die's symbol leaves the cube while the weapon still matches."""
    mine = board(weapon="WWWM+G@2,1", blueprints=(blueprint(WEAPON, "WM"),))
    fight = dragon_fight(mine, dragon=SLOW)
    fight.play(roll("left", "G"), "G: 0")
    assert fight.asked == "roll"
    assert fight.gear().weapon_magic is not None
    fight.play("T: 0 0 0", roll("left", "WG"), "W: 0*, G: 1", lose((1, 1)))
    assert fight.gear().weapon_magic is not None


@pytest.mark.rule("magic.not-removed-by-broken")
def test_magic_not_removed_by_broken_without_blueprint() -> None:
    """The blueprint is gone: a roll that breaks nothing takes nothing."""
    mine = board(weapon="WWWM+G@2,1", lost=(blueprint(WEAPON, "WWWWWM"),))
    fight = dragon_fight(mine, dragon=SLOW)
    fight.play(roll("left", "WWWMG"), "W: 1 1 1, M: 1, G: 4")
    assert fight.gear().weapon_magic is not None
    assert not fight.happened("magic-lost")


@pytest.mark.parametrize(
    "answer",
    [
        LoseCubes(-1),
        LoseCubes(1 << 300),
        LoseCubes(2**63),
        RepairWeapon(-1),
        RollDice("left", wood=-1),
        RollDice("left", magic=-1),
        RollDice("left", wood=10**30),
        RollDice("", wood=1),
        STAY,
    ],
)
@pytest.mark.rule("combat.attack.dice", "combat.break.per-symbol")
def test_hostile_answers_of_an_attacker_are_refused(answer: LoseCubes) -> None:
    fight = dragon_fight(board(weapon="WWWM"), dragon=SLOW)
    assert fight.refused(answer) is not None
    fight.play(roll("left", "WWWM"), "W: 1 0* 0*, M: 0")
    assert fight.refused(answer) is not None
