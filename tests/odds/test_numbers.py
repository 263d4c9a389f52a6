"""Sums of products, with and without the one that newer Pythons have: the same numbers, and fractions stay exact."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from fujikoro_nb.odds.numbers import dot, plain_dot, swift_dot


def equally_long(weights: Sequence[Any], values: Sequence[Any]) -> Any:
    """As `math.sumprod` is written: it refuses what is not equally long."""
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


@pytest.mark.parametrize(("many", "other"), [(0, 5), (7, 7), (3, 9), (9, 3)])
def test_the_shorter_one_ends_the_sum(many: int, other: int) -> None:
    chance = Random(many)
    weights = [Fraction(chance.randint(-9, 9), 7) for _ in range(many)]
    values = [Fraction(chance.randint(-9, 9), 11) for _ in range(other)]
    by_hand = sum((weights[at] * values[at] for at in range(min(many, other))), Fraction())
    assert plain_dot(weights, values) == swift_dot(equally_long, weights, values) == by_hand


def test_the_one_in_use_is_right_in_floats_and_in_fractions() -> None:
    assert dot([0.5, 0.25], [2.0, 4.0, 1e9]) == 2.0
    assert dot([Fraction(1, 3)], [Fraction(3), Fraction(5)]) == 1
    assert type(dot([Fraction(1, 3)], [Fraction(3)])) is Fraction


def test_newer_pythons_use_their_own() -> None:
    assert (dot is plain_dot) == (not hasattr(math, "sumprod"))
