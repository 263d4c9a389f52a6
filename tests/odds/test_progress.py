"""Reports of progress: never less than before, 1 at the end, and often enough to be a way out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from time import process_time
from typing import Any

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board import Backpack, Contents
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear import Gear
from fujikoro_nb.engine.fujikoro.grid import Layout
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.notation import parse_gear
from fujikoro_nb.odds import (
    Fighter,
    Foe,
    Monk,
    Samurai,
    _accelerate,
    best_monk,
    distributions,
    sample,
    solve,
    solve_duel,
    solve_joint,
    what_if,
    whom_to_ask,
)
from fujikoro_nb.odds.weapons import LAID_OUT
from tests.odds.fights import FACES, dice

BOX = dice(FACES)
FOE = Foe(7, 5, 2)
WEAPON = parse_gear("...WW:W/.....:M/...WT:W", GearKind.WEAPON, SYMMETRIC).weapon
SENDER = Samurai(
    Gear(weapon=WEAPON, helmet=Layout(wood=1, metal=2)),
    monk_spots=("weapon", "action"),
    backpack=Backpack(Contents(Cubes(wood=1))),
)
PARTY = (Fighter(SENDER), Fighter(msgspec.structs.replace(SENDER, gear=Gear(weapon=Layout(wood=0b111)))))
Report = Callable[[float], None]

WORKS: dict[str, Callable[[Report], Any]] = {
    "solve": lambda report: solve(SENDER, FOE, BOX, progress=report),
    # the weapon monk leaves the choice of what goes: several fights
    "monk": lambda report: solve(SENDER, FOE, BOX, monk=Monk("weapon", "W"), progress=report),  # type: ignore[arg-type]
    "best_monk": lambda report: best_monk(SENDER, FOE, BOX, progress=report),
    "what_if": lambda report: what_if(SENDER, FOE, BOX, all_dice=True, progress=report),
    "distributions": lambda report: distributions(solve(SENDER, FOE, BOX), progress=report),
    "joint": lambda report: solve_joint(PARTY, FOE, BOX, progress=report),
    "duel": lambda report: solve_duel(SENDER, PARTY[1].samurai, BOX, progress=report),
    "whom_to_ask": lambda report: whom_to_ask(PARTY[0], PARTY, FOE, BOX, progress=report),
    "sample": lambda report: sample(PARTY, FOE, BOX, fights=1_200, progress=report),
}


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled kernel is quick enough to need few reports."""
    monkeypatch.setattr(_accelerate, "kernel_module", lambda: None)


@pytest.mark.parametrize("work", WORKS)
def test_shares_grow_to_one(work: str) -> None:
    shares: list[float] = []
    WORKS[work](shares.append)
    assert all(before <= after + 1e-12 for before, after in pairwise(shares))
    assert 0 <= shares[0] < shares[-1]
    assert shares[-1] == pytest.approx(1, abs=1e-9)
    assert len(shares) > 2


@pytest.mark.parametrize("work", WORKS)
def test_every_report_is_a_way_out(work: str) -> None:
    class Enough(Exception):
        pass

    def stop(share: float) -> None:
        raise Enough

    with pytest.raises(Enough):
        WORKS[work](stop)


def test_twelve_cubes_report_several_times_a_second_from_the_beginning() -> None:
    class Enough(Exception):
        pass

    gaps: list[float] = []
    last = process_time()  # of this process: a busy machine stretches the clock

    def report(share: float) -> None:
        nonlocal last
        now = process_time()
        gaps.append(now - last)
        last = now
        if share > 0.17:  # classes found, made flat, and some of them solved
            raise Enough

    block = parse_gear("...WW:WM/...WM:MM/...WT:TT", GearKind.WEAPON, SYMMETRIC).weapon
    helmet = parse_gear("WWMM/MTTT", GearKind.HELMET, SYMMETRIC).helmet
    with pytest.raises(Enough):
        solve(Samurai(Gear(weapon=block, helmet=helmet)), Foe(20, 5, 5), BOX, progress=report)
    gaps.append(process_time() - last)
    assert max(gaps) < 0.3
    assert sum(gaps) > 3 * max(gaps)
    assert LAID_OUT < 0.17
