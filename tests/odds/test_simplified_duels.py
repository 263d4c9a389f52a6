"""The reference values of two duels under simpler rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.oracles.simplified_duels import LARGE, SMALL, Duel, greedy_payment, own_win_chance


@pytest.mark.parametrize("duel", [SMALL, LARGE])
def test_simplified_duel_has_its_known_value(duel: Duel) -> None:
    assert own_win_chance(duel, 1.0) == pytest.approx(duel.win, rel=0, abs=1e-12)


def test_small_duel_in_fractions() -> None:
    # Without any rounding: which digits of the reference are right.
    exact = own_win_chance(SMALL, Fraction(1))
    assert abs(exact - Fraction("0.234520421162364")) < Fraction(1, 10**15)
    assert abs(exact - Fraction("0.234520421216364")) > Fraction(5, 10**11)


def test_greedy_payment() -> None:
    assert greedy_payment((2, 2, 2), 2) == (2, 1, 2)  # one metal, exact, leaves more cubes than two wood
    assert greedy_payment((1, 1, 1), 6) == (0, 0, 0)
    assert greedy_payment((1, 1, 1), 7) is None
    assert greedy_payment((0, 0, 2), 1) == (0, 0, 1)
