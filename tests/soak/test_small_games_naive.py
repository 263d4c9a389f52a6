"""Two thousand games of each small game against its naive reference."""

from __future__ import annotations

import pytest

from tests.laws.naive_games import fuji_99_goes_alike, makai_goes_alike

GAMES = 2000
FIRST = 1_000_000
"""Other seeds than those of the short run."""


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("goes_alike", [makai_goes_alike, fuji_99_goes_alike])
def test_the_reference_of_a_small_game_agrees(goes_alike: object) -> None:
    assert callable(goes_alike)
    for seed in range(FIRST, FIRST + GAMES):
        try:
            goes_alike(seed)
        except Exception as error:
            error.add_note(f"at seed {seed}")
            raise
