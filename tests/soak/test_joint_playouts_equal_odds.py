"""Six joint fights under all twelve readings of combat.init, thousands of times each in the engine: odds come true."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from fujikoro_nb.engine.fujikoro.rulings import Rulings
from tests.odds.joint_playouts import PARTIES, compared, readings
from tests.odds.playouts import Compared, mean_square

FIGHTS = 3_000


def _played(at: tuple[str, Rulings]) -> list[Compared]:
    return compared(*at, FIGHTS)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_joint_playouts_equal_odds(capsys: pytest.CaptureFixture[str]) -> None:
    every = [(name, rulings) for name in PARTIES for rulings in readings()]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(_played, every))
    flat = [one for compares in found for one in compares]
    with capsys.disabled():  # tools/soak.py keeps it
        sys.stdout.write(f"\n\n{len(every)} joint fights, {FIGHTS:,} times each: odds, observed, z\n")
        for (name, rulings), compares in zip(every, found, strict=True):
            sys.stdout.write(f"\n{name}, {dict(rulings.chosen)}\n")
            for one in compares:
                sys.stdout.write(f"    {one.what:20} {one.odds:10.5f} {one.observed:10.5f} {one.z:+7.2f}\n")
        largest = max(abs(one.z) for one in flat)
        sys.stdout.write(
            f"\n{len(flat)} compared, largest |z| {largest:.2f}, mean of z squared {mean_square(flat):.3f}\n"
        )
    for at, compares in zip(every, found, strict=True):
        for one in compares:
            assert abs(one.z) < 4.5, (at, one)
    assert 0.5 < mean_square(flat) < 1.7
