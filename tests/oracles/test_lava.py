"""What sandals pay, by the ledger's examples."""

from __future__ import annotations

import pytest

from tests.oracles.lava import (
    after_action,
    after_payment,
    can_pay,
    cubes_of,
    emptied,
    fits,
    gear_after,
    payments,
    total_value,
    ways_to_pay,
)
from tests.oracles.scene import gear


def letters(sandals, payment):
    """The payment as letters, G for magic."""
    cubes = cubes_of(sandals)
    return "".join(sorted("G" if item == "magic" else cubes[item] for item in payment))


def all_letters(sandals, damage, **readings):
    return sorted(letters(sandals, one) for one in payments(sandals, damage, **readings))


def left(sandals):
    """The cubes left, G for magic."""
    return "".join(sorted(cubes_of(sandals).values())) + "G" * sandals["magic"]


def test_values():
    """move.lava.value-table, example.helmet-value-8, magic.value.absorb"""
    assert total_value(gear("WMT")) == 6
    assert total_value(gear("MMWWWW")) == 8
    assert total_value(gear("MMM", magic=True)) == 10
    assert can_pay(gear("TM"), 1)
    assert not can_pay(gear("TM"), 1, tooth_value=2)


def test_three_metal_pay_five_and_waste_one():
    """example.sandals-5-damage, move.lava.overpay"""
    sandals = gear("MMM")
    assert all_letters(sandals, 5) == ["MMM"]
    assert left(after_payment(sandals, payments(sandals, 5)[0])) == ""


def test_choice_without_a_superfluous_cube():
    """move.lava.choice: TTM pays 5 with T+M or T+T, not with T+T+M."""
    assert all_letters(gear("TTM"), 5) == ["MT", "MT", "TT"]


def test_two_teeth_pay_five():
    """move.lava.incomplete-ok"""
    assert all_letters(gear("TT"), 5) == ["TT"]


@pytest.mark.parametrize(("cubes", "enough"), [("WTM", True), ("WWM", False), ("TT", True), ("", False)])
def test_affordable(cubes, enough):
    """move.lava.affordable: 6 covers a lava space, 4 does not."""
    assert can_pay(gear(cubes), 1) is enough
    assert can_pay(gear(cubes), 0)


def test_magic_pays_two_hits():
    """combat.helmet.choice, example.mitsuhide-magic-helmet: M+magic pays 2 with magic though M is exact."""
    assert all_letters(gear("M", magic=True, blueprint="M"), 2) == ["G", "M"]
    assert all_letters(gear("WWM"), 2) == ["M", "WW"]


def test_magic_pays_four_alone():
    """magic.value.absorb: magic pays 4, cubes untouched; combat.helmet.magic-order: MM+magic pays 6 with magic+M."""
    assert "G" in all_letters(gear("WW", magic=True, blueprint="WW"), 4)
    assert all_letters(gear("MM", magic=True, blueprint="MM"), 6) == ["GM", "GM"]


def test_exact_helmet_and_overwhelmed_helmet():
    """combat.defeat: value 6 takes 6 hits and not 7."""
    assert all_letters(gear("MMM"), 6) == ["MMM"]
    assert payments(gear("MMM"), 7) == []


def test_two_lava_steps_are_paid_together():
    """move.lava.pay-after, example.takeko-lava: MMM+magic pays 10 once; 5 and 5 would fail."""
    sandals = gear("MMM", magic=True, blueprint="MMM")
    ways = ways_to_pay(sandals, 2)
    assert [letters(sandals, way[0]) for way in ways] == ["GMMM"]
    assert left(gear_after(sandals, ways[0])) == ""
    assert not can_pay(sandals, 2, lava_payment="each-step")
    assert not can_pay(gear("MMM"), 2)


def test_each_step_by_itself_where_it_is_possible():
    """move.lava.pay-after, the other reading: TTM+magic with the pattern TT pays magic+M, then T+T."""
    sandals = gear("TTM", magic=True, blueprint="TT")
    ways = ways_to_pay(sandals, 2, lava_payment="each-step")
    assert ways
    assert all(left(gear_after(sandals, way)) == "" for way in ways)
    assert ["GM", "TT"] in [[letters(sandals, one) for one in way] for way in ways]


def test_no_lava_costs_nothing():
    assert ways_to_pay(gear("MMM"), 0) == [[]]
    assert ways_to_pay(gear("MMM"), 0, lava_payment="each-step") == [[]]


def test_matching():
    """magic.match.contains, gearcard.match.rotation: more cubes do no harm, turned at will, never mirrored."""
    drawn = {"cubes": ["W.", "MM", "T."]}
    assert fits(drawn, ["MM"])
    assert fits(drawn, ["WMT"])
    assert fits(drawn, ["TMW"])
    assert fits(drawn, [".M", "TM"]) is False
    assert fits(drawn, ["TM", ".M"])
    assert fits(drawn, ["WM", ".M"]) is False
    assert fits(drawn, ["MW", "M."])
    assert fits({"cubes": [".WW", "WW."]}, [".WW", "WW."])
    assert not fits({"cubes": [".WW", "WW."]}, ["WW.", ".WW"])
    assert not fits(gear("MWM"), ["MM"])


def test_magic_comes_back_if_the_rest_fits():
    """move.lava.magic-restore: MMM+magic, pattern MM, 5 paid with magic+M: MM remain and magic returns."""
    for pattern, after in [("MM", "MMG"), ("MMM", "MM")]:
        sandals = gear("MMM", magic=True, blueprint=pattern)
        paid = after_payment(sandals, ("1,1", "magic"))
        assert left(paid) == "MM"
        assert left(after_action(paid)) == after


def test_no_magic_without_blueprint():
    """magic.gain, magic.restore.condition: no blueprint, no magic; a stolen one brings none back."""
    assert left(after_action(gear("MM"))) == "MM"
    assert left(after_action(gear("MM", lost="MM"))) == "MM"
    assert left(after_action(gear("MM", blueprint="MM"))) == "MMG"


def test_magic_that_no_longer_fits_leaves_at_once():
    """magic.loss.immediate: helmet pattern MM, one of these M removed."""
    assert left(after_payment(gear("MMW", magic=True, blueprint="MM"), ("1,1",))) == "MW"
    assert left(after_payment(gear("MMW", magic=True, blueprint="MM"), ("3,1",))) == "MMG"


def test_stolen_blueprint():
    """magic.loss.no-blueprint-any-cube: helmet MMW, W pays 1: magic goes though MM remains, or stays (000)."""
    helmet = gear("MMW", magic=True, lost="MM")
    assert left(after_payment(helmet, ("3,1",))) == "MM"
    assert left(after_payment(helmet, ("3,1",), stolen_magic="no-match")) == "MMG"
    assert left(after_payment(helmet, ("1,1",), stolen_magic="no-match")) == "MW"
    assert left(after_payment(helmet, ())) == "MMWG"


def test_emptied():
    """final.eruption.death-sandals"""
    assert left(emptied(gear("MM", magic=True, blueprint="MM"))) == ""


def test_unknown_reading():
    with pytest.raises(ValueError, match="no such reading"):
        total_value(gear("M"), teeth=2)
    with pytest.raises(ValueError, match="has no reading 4"):
        total_value(gear("M"), tooth_value=4)
