"""The whole race of two in Fuji 99, which takes half a minute: found apart from the code, to nine places."""

from __future__ import annotations

import pytest

from fujikoro_nb.odds.fuji_99.way import race_of_two


@pytest.mark.soak
def test_who_begins_wins_a_little_more_often() -> None:
    assert race_of_two() == pytest.approx(0.559694872, abs=5e-10)
