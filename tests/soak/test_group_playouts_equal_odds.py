"""Twenty fights of groups, dragons that came among them, ten thousand times each in the whole game: odds come true."""

from __future__ import annotations

import os

import pytest

from tests.odds.group_playouts import FIGHTS, compared
from tests.odds.playouts import Compared, mean_square
from tests.soak.spread import PROCESSES, Spread

TIMES = int(os.environ.get("FUJIKORO_FIGHTS", "10000"))


def _played(name: str) -> tuple[str, list[Compared]]:
    return name, compared(name, TIMES)


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
def test_fights_of_groups_equal_odds(spread: Spread) -> None:
    found = dict(spread.done(_played, sorted(FIGHTS), what="fights"))
    spread.say(f"\n{len(found)} fights of groups, {TIMES:,} times each: odds, observed, z")
    for name in FIGHTS:
        spread.say(f"\n{name}")
        for one in found[name]:
            spread.say(f"    {one.what:32} {one.odds:10.5f} {one.observed:10.5f} {one.z:+7.2f}")
    every = [one for compares in found.values() for one in compares]
    largest, square = max(abs(one.z) for one in every), mean_square(every)
    spread.say(f"\n{len(every)} compared, largest |z| {largest:.2f}, mean of z squared {square:.3f}")
    spread.say(f"{spread.took()} in {PROCESSES} processes")
    for name, compares in found.items():
        for one in compares:
            assert abs(one.z) < 4.5, (name, one)
    assert 0.5 < square < 1.7
