"""The reference values of PERFORMANCE.md, "Combat odds", under their simplified rules."""

from __future__ import annotations

import pytest

from tests.odds.simplified_duels import (
    LARGE,
    SMALL,
    Duel,
    greedy_payment,
    own_dragon_roll,
    own_roll,
    win_chance,
)


@pytest.mark.parametrize("duel", [SMALL, LARGE])
def test_simplified_duel_has_its_known_value(duel: Duel) -> None:
    assert win_chance(duel, own_roll, own_dragon_roll) == pytest.approx(duel.win, rel=0, abs=1e-12)


def test_greedy_payment() -> None:
    assert greedy_payment((2, 2, 2), 2) == (2, 1, 2)  # one metal, exact, leaves more cubes than two wood
    assert greedy_payment((1, 1, 1), 6) == (0, 0, 0)
    assert greedy_payment((1, 1, 1), 7) is None
    assert greedy_payment((0, 0, 2), 1) == (0, 0, 1)
