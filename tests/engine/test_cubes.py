"""Heaps of cubes: letters, arithmetic, bounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes, Material
from fujikoro_nb.engine.kernel import Unreadable
from tests.support.strategies import heaps, tried


@given(st.text(alphabet="WMT", max_size=30))
def test_letters_in_any_order_make_a_heap(text: str) -> None:
    heap = Cubes.parse(text)
    assert sorted(str(heap)) == sorted(text)
    assert Cubes.parse(str(heap)) == heap
    assert len(heap) == len(text)
    assert bool(heap) == bool(text)
    assert sorted(heap) == sorted(Material(letter) for letter in text)


@given(heaps(12), heaps(12))
def test_adding_taking_and_covering(one: Cubes, other: Cubes) -> None:
    assert one + other - other == one
    assert (one + other).covers(one)
    assert one.covers(other) == (min((one - other).wood, (one - other).metal, (one - other).tooth) >= 0)
    assert one.surplus_over(other) + other == other.surplus_over(one) + one
    assert sum(one.count(material) for material in MATERIALS) == len(one)


@given(st.text(max_size=40))
def test_any_text_is_a_heap_or_unreadable_at_a_place(text: str) -> None:
    found = tried(Cubes.parse, text)
    if isinstance(found, Unreadable):
        assert found.text == text
        assert text[found.place] not in "WMT"
        assert set(text[: found.place]) <= set("WMT")
    else:
        assert str(found) == "".join(sorted(text, key="WMT".index))


def test_the_green_cube_is_no_resource() -> None:
    """backpack.magic-never: magic is not among the materials, so no heap can hold it."""
    assert [material.value for material in MATERIALS] == ["W", "M", "T"]
    with pytest.raises(Unreadable):
        Cubes.parse("WG")


def test_one_cube_of_each() -> None:
    assert sum((Cubes.one(material) for material in MATERIALS), Cubes()) == Cubes(1, 1, 1)
