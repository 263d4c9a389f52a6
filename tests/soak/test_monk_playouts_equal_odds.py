"""Twenty fights with monks, ten thousand times each in the engine: odds come true."""

from __future__ import annotations

import os

import pytest

from tests.odds.monk_playouts import FIGHTS, compared
from tests.odds.playouts import Compared, mean_square
from tests.soak.spread import PROCESSES, Spread

TIMES = int(os.environ.get("FUJIKORO_FIGHTS", "10000"))


def _played(name: str) -> tuple[str, list[Compared]]:
    return name, compared(name, TIMES)


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
def test_fights_with_monks_equal_odds(spread: Spread) -> None:
    found = dict(spread.done(_played, sorted(FIGHTS), what="fights"))
    every = [one for compares in found.values() for one in compares]
    largest, square = max(abs(one.z) for one in every), mean_square(every)
    spread.say(f"\n{len(found)} fights with monks, {TIMES:,} times each: largest |z| {largest:.2f}")
    spread.say(f"mean of z squared {square:.3f}; {spread.took()} in {PROCESSES} processes")
    for name, compares in found.items():
        for one in compares:
            assert abs(one.z) < 4.5, (name, one)
    assert 0.5 < square < 1.7
