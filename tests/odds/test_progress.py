"""Reports of progress: never less than before, 1 at the end, and often enough to be a way out."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.player import Backpack, Contents
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
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
from fujikoro_nb.odds.flatten import Maker
from fujikoro_nb.odds.rows import Table
from fujikoro_nb.odds.weapons import LAID_OUT, Arms
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


class _Worked(list[int]):
    """How much work was done between two reports: one count for every report, and what came after the last."""

    def __init__(self) -> None:
        super().__init__([0])

    def did(self) -> None:
        self[-1] += 1

    def reported(self) -> None:
        self.append(0)


def test_twelve_cubes_report_often_from_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little is done between two reports: counted, since a clock would measure the machine."""

    class Enough(Exception):
        pass

    sets, nodes, states = _Worked(), _Worked(), _Worked()
    shares: list[float] = []

    def counting(owner: type, name: str, worked: _Worked) -> None:
        plain = getattr(owner, name)

        def counted(self: Any, *given: Any) -> Any:
            worked.did()
            return plain(self, *given)

        monkeypatch.setattr(owner, name, counted)

    def report(share: float) -> None:
        shares.append(share)
        for worked in (sets, nodes, states):
            worked.reported()
        if share > 0.17:  # classes found, made flat, and some of them solved
            raise Enough

    counting(Arms, "_broken", sets)
    counting(Maker, "node", nodes)
    for best in ("best_rest", "best_turn", "best_turns"):
        counting(Table, best, states)
    block = parse_gear("...WW:WM/...WM:MM/...WT:TT", GearKind.WEAPON, SYMMETRIC).weapon
    helmet = parse_gear("WWMM/MTTT", GearKind.HELMET, SYMMETRIC).helmet
    with pytest.raises(Enough):
        solve(Samurai(Gear(weapon=block, helmet=helmet)), Foe(20, 5, 5), BOX, progress=report)
    assert sum(1 for share in shares if share < LAID_OUT) > 100
    assert LAID_OUT < 0.17
    # A set of cubes to lose is reached from at most as many others as there are cubes, and every 64th new one reports.
    assert max(sets) <= 64 * (1 + 12)
    assert max(nodes) <= 1
    assert max(states) <= 1
    for worked in (sets, nodes, states):
        assert sum(worked) > 300, "all three are counted"


@pytest.mark.parametrize("is_plain", [True, False])
def test_a_solved_fight_keeps_no_report(is_plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked of it later is no part of the work that was reported."""
    if not is_plain:
        monkeypatch.undo()
    solved = False

    def report(share: float) -> None:
        assert not solved

    kept = weakref.ref(report)
    odds = solve(SENDER, FOE, BOX, progress=report)
    solved = True
    assert odds.decision.alternatives
    assert odds.distributions.rounds
    del report
    gc.collect()
    assert kept() is None
