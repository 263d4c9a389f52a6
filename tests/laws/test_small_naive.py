"""Both small games against naive references; two thousand of each are the soak's."""

from __future__ import annotations

import pytest

from tests.laws.naive_games import fuji_99_goes_alike, makai_goes_alike
from tests.support.sampling import sample


@pytest.mark.parametrize("seed", sample(range(500), 8))
def test_makai_fuda_goes_as_the_reference_tells_it(seed: int) -> None:
    """A tournament alone asks 4 deals, predictions and at least 30 cards, most of them with a choice."""
    assert makai_goes_alike(seed) > 30


@pytest.mark.parametrize("seed", sample(range(500), 8))
def test_fuji_99_goes_as_the_reference_tells_it(seed: int) -> None:
    """99 floors are seven acts of thirteen cubes at least, each with a number and a draw."""
    assert fuji_99_goes_alike(seed) > 14
