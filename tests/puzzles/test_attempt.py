"""Prices of hints and misses, whatever a puzzle is about (need P4)."""

from __future__ import annotations

import pytest

from fujikoro_nb.puzzles.attempt import Attempt, HintKind, with_hint


@pytest.mark.parametrize(
    ("kind", "price"), [("technique", 2), ("region", 10), ("colour", 15), ("cube", 30), ("solution", 100)]
)
def test_hint_price(kind: str, price: int) -> None:
    assert with_hint(Attempt(), HintKind(kind)).worth == max(0, 100 - price)


def test_hint_is_paid_once() -> None:
    once = with_hint(Attempt(), HintKind.CUBE)
    assert with_hint(once, HintKind.CUBE) == once


def test_hints_and_misses_add_up_and_end_at_nothing() -> None:
    attempt = with_hint(with_hint(Attempt(misses=1), HintKind.REGION), HintKind.COLOUR)
    assert attempt.worth == 100 - 30 - 10 - 15
    assert Attempt(misses=4).worth == 0


def test_solution_ends_the_attempt() -> None:
    assert with_hint(Attempt(), HintKind.SOLUTION).ended == "shown"
