"""Thirty generated fights, ten thousand times each in the engine, every decision the solver's: odds come true."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import perf_counter

import pytest

from tests.odds.generated_positions import POSITIONS, positions
from tests.odds.playouts import Compared, compared, mean_square

FIGHTS = 10_000
ENDS = 3
"""The first ones of each position: win, knocked out, retreat."""


def _played(number: int) -> tuple[list[Compared], float]:
    begun = perf_counter()
    return compared(positions()[number], FIGHTS), perf_counter() - begun


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_playouts_equal_odds(capsys: pytest.CaptureFixture[str]) -> None:
    begun = perf_counter()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        played = list(pool.map(_played, range(POSITIONS)))
    found = [every for every, _ in played]
    ends = [one for every in found for one in every[:ENDS]]
    others = [one for every in found for one in every[ENDS:]]
    busy, clock = sum(seconds for _, seconds in played), perf_counter() - begun
    with capsys.disabled():  # tools/soak.py keeps it
        sys.stdout.writelines(f"{line}\n" for line in _table(found))
        sys.stdout.write(f"ends: {_summary(ends)}\nall else: {_summary(others)}\n")
        sys.stdout.write(f"{busy:.0f} s of two processes, {clock:.0f} s by the clock\n")
    for position, every in zip(positions(), found, strict=True):
        for one in every:
            assert abs(one.z) < 4, (position.text, one)
    assert 0.5 < mean_square(ends) < 1.7
    assert 0.5 < mean_square(others) < 1.7


def _table(found: Sequence[Sequence[Compared]]) -> Iterator[str]:
    yield f"\n\n{POSITIONS} fights, {FIGHTS:,} times each: odds, observed, z"
    for position, every in zip(positions(), found, strict=True):
        yield f"\n{position.text}"
        for one in every:
            yield f"    {one.what:32} {one.odds:10.5f} {one.observed:10.5f} {one.z:+7.2f}"
    yield ""


def _summary(found: Sequence[Compared]) -> str:
    normal = sum(one.is_normal for one in found)
    largest = max(abs(one.z) for one in found)
    return f"{len(found)} compared, largest |z| {largest:.2f}, mean of z squared {mean_square(found):.3f} of {normal}"
