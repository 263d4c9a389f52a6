"""Odds of one roll against counting every outcome, and against means and closed forms."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC, character
from fujikoro_nb.engine.fujikoro.components import Die, Face, Provenance
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.worn import weapons_of
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.odds import COLOURS, DiceSet, dice_of, roll_odds
from tests.support.sampling import examples


def _die(letter: str, text: str) -> Die:
    faces = tuple(Face(int(part.rstrip("*")), part.endswith("*")) for part in text.split(","))
    return Die(letter, faces, Provenance.HOUSE)


# Faces with the sums and maxima of the ledger (combat.dice.limits); the broken face is where we please.
BOX = {
    "W": _die("W", "1*,1,1,1,0,0"),
    "M": _die("M", "2*,2,1,1,0,0"),
    "T": _die("T", "3*,2,2,1,1,0"),
    "G": _die("G", "4,3,2,2,1,0"),
}


def _counted(dice: DiceSet, box: dict[str, Die]) -> Counter[tuple[int, tuple[int, ...]]]:
    """Every face of every die, one outcome at a time: the oracle."""
    rolled = [letter for letter, count in zip(COLOURS, dice.counts, strict=True) for _ in range(count)]
    found: Counter[tuple[int, tuple[int, ...]]] = Counter()
    for outcome in product(*(box[letter].faces for letter in rolled)):
        broken = Counter(letter for letter, face in zip(rolled, outcome, strict=True) if face.is_broken)
        found[sum(face.hits for face in outcome), tuple(broken[letter] for letter in COLOURS)] += 1
    return found


def _assert_equals_count(dice: DiceSet, box: dict[str, Die]) -> None:
    odds = roll_odds(dice, box)
    counted = _counted(dice, box)
    joint: Counter[tuple[int, int]] = Counter()
    by_colour: Counter[tuple[int, int]] = Counter()
    for (hits, broken), weight in counted.items():
        joint[hits, sum(broken)] += weight
        for colour, cubes in enumerate(broken):
            by_colour[colour, cubes] += weight
    assert {(h, b): w for h, row in enumerate(odds.joint) for b, w in enumerate(row) if w} == joint
    assert {(c, b): w for c, row in enumerate(odds.broken) for b, w in enumerate(row) if w} == by_colour


@pytest.mark.rule("combat.attack.dice")
@pytest.mark.parametrize("text", ["", "W", "G", "WM", "WWM", "MTG", "WWMT", "WMTG", "WWMTG", "TTTT"])
def test_odds_equal_counting_every_outcome(text: str) -> None:
    _assert_equals_count(DiceSet.parse(text), BOX)


_face = st.builds(Face, st.integers(0, 5), st.booleans())
_box = st.fixed_dictionaries(
    {
        letter: st.builds(Die, st.just(letter), st.tuples(*[_face] * 6), st.just(Provenance.OWNER))
        for letter in COLOURS
    }
)


@settings(max_examples=examples(40), deadline=None)
@given(dice=st.text("WMTG", max_size=4), box=_box)
def test_odds_equal_counting_for_any_faces(dice: str, box: dict[str, Die]) -> None:
    _assert_equals_count(DiceSet.parse(dice), box)


@settings(max_examples=examples(60), deadline=None)
@given(st.builds(DiceSet, *[st.integers(0, 6)] * 3, st.integers(0, 1)))
def test_weights_sum_to_six_to_the_number_of_dice(dice: DiceSet) -> None:
    odds = roll_odds(dice, BOX)
    assert odds.total == 6 ** len(dice)
    assert sum(odds.hits) == sum(odds.broken_cubes) == odds.total
    assert all(sum(weights) == odds.total for weights in odds.broken)
    assert odds.at_least(0) == 1
    assert odds.at_least(len(odds.hits)) == 0


@pytest.mark.rule("combat.dice.limits")
@settings(max_examples=examples(60), deadline=None)
@given(st.builds(DiceSet, *[st.integers(0, 6)] * 3, st.integers(0, 1)))
def test_expected_hits_are_the_stated_means(dice: DiceSet) -> None:
    """The ledger states the sums of faces 4, 6, 9 and 12: means add up whatever the single faces are."""
    wood, metal, tooth, magic = dice.counts
    assert roll_odds(dice, BOX).expected_hits == Fraction(4 * wood + 6 * metal + 9 * tooth + 12 * magic, 6)


@pytest.mark.rule("combat.dice.broken-face", "magic.not-removed-by-broken")
@settings(max_examples=examples(60), deadline=None)
@given(st.builds(DiceSet, *[st.integers(0, 6)] * 3, st.integers(0, 1)))
def test_broken_cubes_are_binomial(dice: DiceSet) -> None:
    """One broken face in six and none on the magic die: each colour is binomial with 1/6."""
    odds = roll_odds(dice, BOX)
    for letter, count, weights in zip(COLOURS, dice.counts, odds.broken, strict=True):
        if letter == "G":
            assert weights == (odds.total,)
            continue
        expected = [comb(count, k) * 5 ** (count - k) * 6 ** (len(dice) - count) for k in range(count + 1)]
        assert list(weights) == expected
        assert odds.expected_broken_of(letter) == Fraction(count, 6)
    assert odds.expected_broken == Fraction(len(dice) - dice.magic, 6)


def test_the_largest_roll_is_exact_too() -> None:
    """Takeko's 16 cubes and the magic die."""
    odds = roll_odds(DiceSet(5, 6, 5, 1), BOX)
    assert sum(odds.hits) == 6**17
    assert odds.unbroken() == Fraction(5, 6) ** 16


def _dice_of(text: str, *, who: str = "symmetric") -> list[str]:
    gear = parse_gear(text, GearKind.WEAPON, character(who))
    return [str(dice_of(weapon, gear)) for weapon in weapons_of(gear, character(who))]


@pytest.mark.rule("combat.attack.dice")
def test_combat_attack_dice_one_a_cube() -> None:
    """The ledger's example: weapon WWMT rolls two brown, one grey, one white."""
    assert _dice_of("WWMT.:...") == ["WWMT"]


@pytest.mark.rule("combat.attack.usable")
def test_combat_attack_usable() -> None:
    """The ledger's example: WMMM has too little wood, so no dice."""
    assert _dice_of("WMMM.:...") == [""]


@pytest.mark.rule("magic.weapon.own-roll-only", "combat.attack.two-weapons")
def test_magic_die_belongs_to_the_weapon_under_the_cube() -> None:
    """The ledger's example: magic on the right weapon, the left one rolls no magic die."""
    assert _dice_of("WWM..:.../.....:.../.....:.WW+G@7,3") == ["WWM", "WWG"]


@pytest.mark.rule("char.tomoe.sandals-as-weapon")
def test_sandals_as_a_weapon_roll_the_sandals_cubes() -> None:
    from fujikoro_nb.engine.fujikoro.gear.worn import Weapon

    gear = parse_gear("WW/M.", GearKind.SANDALS, SYMMETRIC)
    cells = gear.sandals.occupied
    weapon = Weapon(
        cells=cells, hands=1, part="sandals", cubes=3, wood=2, length=2, is_usable=True, is_magical=False
    )
    assert str(dice_of(weapon, gear)) == "WWM"


@pytest.mark.rule("combat.attack.fewer")
def test_combat_attack_fewer() -> None:
    most = DiceSet.parse("WWM")
    assert DiceSet.parse("W").is_within(most)
    assert DiceSet().is_within(most)
    assert not DiceSet.parse("MM").is_within(most)
    assert not DiceSet(wood=-1).is_within(most)


def test_dice_round_trip_and_bad_letters() -> None:
    assert str(DiceSet.parse("GTMW")) == "WMTG"
    for text in ("w", "WX", "W" * 41, "🐉"):
        with pytest.raises(Unreadable):
            DiceSet.parse(text)
