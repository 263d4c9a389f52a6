"""Payments against every subset of single cubes: combat.helmet.choice, combat.helmet.absorb, magic.value.absorb."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.payment import check_payment, payments
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.texts import refusal_sentence

TOOTH_TWO = ADOPTED.with_reading("combat.helmet.absorb", "tooth-two")
small = st.builds(Cubes, st.integers(0, 4), st.integers(0, 3), st.integers(0, 3))
tables = st.sampled_from([ADOPTED, TOOTH_TWO])


def points(letters: str, rulings: Rulings) -> int:
    values = {"W": 1, "M": 2, "T": 2 if rulings is TOOTH_TWO else 3, "G": 4}
    return sum(values[letter] for letter in letters)


def by_trying_all(letters: str, damage: int, rulings: Rulings) -> set[str]:
    """Every heap that covers the damage and of which no single cube could stay; all, if all is too little."""
    if points(letters, rulings) < damage:
        return {"".join(sorted(letters))}
    return {
        "".join(sorted(heap))
        for size in range(len(letters) + 1)
        for heap in combinations(letters, size)
        if points("".join(heap), rulings) >= damage
        and all(points("".join(heap[:i] + heap[i + 1 :]), rulings) < damage for i in range(size))
    }


@settings(deadline=None)
@given(small, st.booleans(), st.integers(0, 25), tables)
def test_payments_equal_trying_all(cubes: Cubes, has_magic: bool, damage: int, rulings: Rulings) -> None:
    letters = str(cubes) + "G" * has_magic
    wanted = by_trying_all(letters, damage, rulings)
    found = payments(cubes, has_magic=has_magic, damage=damage, rulings=rulings)
    names = ["".join(sorted(str(one.cubes) + "G" * one.has_magic)) for one in found]
    assert set(names) == wanted
    assert len(names) == len(wanted)
    for one, name in zip(found, names, strict=True):
        assert one.value == points(name, rulings)
        assert one.is_covered == (points(letters, rulings) >= damage)
        assert one.wasted == max(0, one.value - damage)
    assert [one.wasted for one in found] == sorted(one.wasted for one in found)


@settings(deadline=None)
@given(small, st.booleans(), small, st.booleans(), st.integers(0, 25), tables)
def test_check_payment_equals_payments(
    cubes: Cubes, has_magic: bool, paid: Cubes, pays_magic: bool, damage: int, rulings: Rulings
) -> None:
    refusal = check_payment(
        cubes, paid, has_magic=has_magic, pays_magic=pays_magic, damage=damage, rulings=rulings
    )
    right = {
        (one.cubes, one.has_magic)
        for one in payments(cubes, has_magic=has_magic, damage=damage, rulings=rulings)
    }
    assert (refusal is None) == ((paid, pays_magic) in right)
    if refusal is not None:
        assert refusal_sentence(refusal)


def heaps(cubes: str, damage: int, *, has_magic: bool = False) -> set[str]:
    found = payments(Cubes.parse(cubes), has_magic=has_magic, damage=damage)
    return {str(one.cubes) + "G" * one.has_magic for one in found}


def refused(cubes: str, paid: str, damage: int) -> str | None:
    """The rule of the refusal; G stands for the magic cube."""
    refusal = check_payment(
        Cubes.parse(cubes.replace("G", "")),
        Cubes.parse(paid.replace("G", "")),
        has_magic="G" in cubes,
        pays_magic="G" in paid,
        damage=damage,
    )
    return None if refusal is None else refusal.rule


@pytest.mark.rule("combat.helmet.choice")
def test_combat_helmet_choice_ledger() -> None:
    assert refused("MG", "G", 2) is None  # 2 wasted
    assert heaps("M", 2, has_magic=True) == {"M", "G"}
    assert refused("WWM", "WWM", 2) == "combat.helmet.choice"
    assert heaps("WWM", 2) == {"WW", "M"}


@pytest.mark.rule("combat.helmet.absorb")
def test_combat_helmet_absorb_ledger() -> None:
    """Helmet WMM, 3 hits: W and M pay exactly."""
    assert refused("WMM", "WM", 3) is None
    assert refused("WMM", "M", 3) == "combat.helmet.absorb"
    assert refused("WMM", "T", 3) == "combat.helmet.absorb"
    assert payments(Cubes.parse("WMM"), has_magic=False, damage=3)[0].wasted == 0


@pytest.mark.rule("example.helmet-value-8")
def test_helmet_of_value_eight() -> None:
    """Two metal and four wood take eight points, and go as a whole at nine."""
    helmet = Cubes.parse("MMWWWW")
    (exact,) = payments(helmet, has_magic=False, damage=8)
    assert (exact.cubes, exact.value, exact.wasted, exact.is_covered) == (helmet, 8, 0, True)
    (all_of_it,) = payments(helmet, has_magic=False, damage=9)
    assert (all_of_it.cubes, all_of_it.is_covered) == (helmet, False)
    assert refused("MMWWWW", "MM", 9) == "combat.helmet.absorb"


@pytest.mark.rule("example.sandals-5-damage")
def test_sandals_take_five() -> None:
    (one,) = payments(Cubes.parse("MMM"), has_magic=False, damage=5)
    assert (str(one.cubes), one.value, one.wasted) == ("MMM", 6, 1)


@pytest.mark.rule("magic.value.absorb")
def test_magic_value_absorb_ledger() -> None:
    """Four damage paid with magic leaves the helmet's cubes untouched."""
    assert refused("WMG", "G", 4) is None
    assert refused("WM", "G", 4) == "magic.value.absorb"


def test_nothing_to_pay() -> None:
    for damage in (0, -3):
        (nothing,) = payments(Cubes.parse("WM"), has_magic=True, damage=damage)
        assert (len(nothing), nothing.wasted, nothing.is_covered) == (0, 0, True)
    (bare,) = payments(Cubes(), has_magic=False, damage=1)
    assert (len(bare), bare.is_covered) == (0, False)
    assert refused("WM", "W", 0) == "combat.helmet.choice"
