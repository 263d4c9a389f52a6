"""Combat odds: exact optimal play beside dice libraries, a simulation and limits, all in the same run.

    python benchmarks/bench_odds.py

Ours is the whole fight, with geometry and every choice; the libraries solve the simplified duel of
tests/odds/simplified_duels.py, which has neither. Without the compiled kernel (pip install ./accelerator) its rows are
missing, and the table says so. Everything is solved cold: no table of an earlier fight is left.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import msgspec
from _odds_peers import icepool_chain, recursion, simulated, with_dyce, with_icepool, with_lea
from _table import Row, against_limit, against_peer, best_of, show, timed

from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import Die, Face, Provenance
from fujikoro_nb.engine.fujikoro.gear.grid import cell_at
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.odds import (
    Fighter,
    FightOdds,
    Foe,
    Samurai,
    _accelerate,
    solve,
    solve_duel,
    solve_joint,
)
from fujikoro_nb.odds.dicetable import one_colour
from tests.oracles.simplified_duels import LARGE, METAL, SMALL, TOOTH, WOOD, own_win_chance

MAGIC = ((0, False), (1, False), (2, False), (2, False), (3, False), (4, False))
DICE = {
    letter: Die(letter, tuple(Face(hits, is_broken) for hits, is_broken in faces), Provenance.OWNER)
    for letter, faces in zip("WMTG", (WOOD, METAL, TOOTH, MAGIC), strict=True)
}
CASES = 10_000
"""Fights that bring the standard error of a simulation to half a percentage point."""


class Case(msgspec.Struct, frozen=True):
    """One fight of the table."""

    name: str
    weapon: str
    helmet: str
    health: int
    dice: int
    pattern: str = ""

    @property
    def samurai(self) -> Samurai:
        """With magic on the first weapon cube when there is a pattern."""
        gear = Gear(
            weapon=parse_gear(self.weapon, GearKind.WEAPON, SYMMETRIC).weapon,
            helmet=parse_gear(self.helmet, GearKind.HELMET, SYMMETRIC).helmet,
        )
        if not self.pattern:
            return Samurai(gear=gear)
        pattern = parse_gear(self.pattern, GearKind.WEAPON, SYMMETRIC).weapon
        magical = gear.with_magic(GearKind.WEAPON, cell_at(4, 1))
        return Samurai(gear=magical, patterns=((GearKind.WEAPON, pattern),))

    def solved(self, *, all_dice: bool) -> FightOdds:
        """Solve it, cold."""
        one_colour.cache_clear()
        foe = Foe(self.health, initiative=5, dice=self.dice)
        return solve(self.samurai, foe, DICE, first="samurai", all_dice=all_dice)

    def simulated(self) -> float:
        """What a simulation of the same size does."""
        gear = self.samurai.gear
        cubes = gear.weapon.cubes
        points = sum({"W": 1, "M": 2, "T": 3}[letter] for letter in gear.helmet.cubes)
        return simulated(
            (cubes.wood, cubes.metal, cubes.tooth), points, self.health, self.dice, CASES, seed=1
        )


TINY = Case("2 wood 2 metal, helmet 3, hp 8, 3 dice", "WWMM", "WMT", 8, 3)
COMPACT = Case("8 cubes, compact, helmet 6, hp 12, 4 dice", "WWWMM/..MTT", "WWMM/TT", 12, 4)
FOUR = Case("4 cubes, helmet 3, hp 8, 3 dice", "WWMT", "WMT", 8, 3)
EIGHT = Case("8 cubes, helmet 6, hp 12, 4 dice", "MMMWW/...WT/....T", "WWMM/TT", 12, 4)
LONG = Case("12 cubes, 8 long, helmet 8, hp 20, 5 dice", "WWWMM:MTT/MW...:MT", "WWMM/MTTT", 20, 5)
BLOCK = Case(
    "12 cubes, 3 x 4 block, helmet 8, hp 20, 5 dice", "...WW:WM/...WM:MM/...WT:TT", "WWMM/MTTT", 20, 5
)
LAST = Case("the block with magic, hp 60, 6 dice", BLOCK.weapon, BLOCK.helmet, 60, 6, pattern="WW")


def column(all_dice: bool) -> str:
    return "all dice" if all_dice else "free choice"


def ours(case: Case, *, all_dice: bool, runs: int = 3) -> float:
    return best_of(runs, lambda: case.solved(all_dice=all_dice))


def said_only(work: str, time: float, peer: str, theirs: float) -> Row:
    """A comparison without a goal."""
    return Row(work, time, peer, theirs, "-", True)


def against_libraries(kind: str, at_least: float, at_least_chain: float) -> list[Row]:
    """The simplified duels in the peers, the whole fight in ours."""
    eight, tiny = ours(EIGHT, all_dice=True), ours(TINY, all_dice=True, runs=10)
    rows = []
    peers: list[tuple[str, Callable[[], float]]] = [
        ("dyce, simplified", partial(recursion, LARGE, with_dyce)),
        ("lea, simplified", partial(recursion, LARGE, with_lea)),
        ("icepool, simplified", partial(recursion, LARGE, with_icepool)),
        ("plain recursion, simplified", partial(own_win_chance, LARGE, 1.0)),
    ]
    for name, work in peers:
        time, chance = timed(work)
        assert abs(chance - LARGE.win) < 1e-12, name
        rows.append(against_peer(f"{kind}: {EIGHT.name}, all dice", eight, name, time, at_least=at_least))
    time, chance = timed(lambda: icepool_chain(SMALL))
    assert abs(chance - SMALL.win) < 1e-12
    name = "icepool map(repeat='inf')"
    rows.append(against_peer(f"{kind}: {TINY.name}, all dice", tiny, name, time, at_least=at_least_chain))
    return rows


def against_limits(kind: str, limits: list[tuple[Case, float | None, float | None]]) -> list[Row]:
    """Limits for all dice and for free choice, and the simulation beside."""
    rows = []
    for case, *both in limits:
        for all_dice, limit in zip((True, False), both, strict=True):
            if limit is not None:
                time = ours(case, all_dice=all_dice, runs=2 if limit > 0.2 else 5)
                rows.append(against_limit(f"{kind}: {case.name}, {column(all_dice)}", time, limit))
                if all_dice:
                    theirs = best_of(3, case.simulated)
                    rows.append(said_only(rows[-1].work, time, "numpy Monte Carlo, +-0.5 points", theirs))
    return rows


def parties(kind: str) -> list[Row]:
    """Joint fights and duels: the fixed play is solved and then followed through, cold."""
    rows = []
    dragon = Foe(24, initiative=5, dice=4)
    for cases in ((EIGHT, COMPACT), (EIGHT, COMPACT, TINY)):
        fighters = [Fighter(case.samurai) for case in cases]
        for all_dice in (True, False):
            name = f"{kind}: joint fight of {len(cases)}, 4 to 8 cubes, hp 24, 4 dice, {column(all_dice)}"
            work = partial(solve_joint, fighters, dragon, DICE, all_dice=all_dice)
            rows.append(against_limit(name, best_of(2, cold(work)), 0.5))
    duel = partial(solve_duel, EIGHT.samurai, COMPACT.samurai, DICE)
    for all_dice in (True, False):
        name = f"{kind}: duel, 8 cubes against 8, helmets 6, {column(all_dice)}"
        rows.append(against_limit(name, best_of(2, cold(partial(duel, all_dice=all_dice))), 0.5))
    return rows


def cold(work: Callable[[], object]) -> Callable[[], object]:
    """The same without tables of earlier fights."""

    def begun() -> object:
        one_colour.cache_clear()
        return work()

    return begun


def main() -> int:
    """Print the table."""
    kernel = _accelerate.kernel_module
    is_there = kernel() is not None
    _accelerate.kernel_module = lambda: None  # type: ignore[assignment]
    rows = against_libraries("plain", 2.3, 1000)
    rows += against_limits(
        "plain", [(FOUR, 1e-3, None), (EIGHT, 60e-3, 0.5), (COMPACT, 60e-3, 0.5), (LONG, 1.2, None)]
    )
    rows += parties("plain")
    _accelerate.kernel_module = kernel
    if is_there:
        rows += against_libraries("kernel", 50, 3000)
        rows += against_limits(
            "kernel",
            [
                (FOUR, 1e-3, None),
                (EIGHT, 3e-3, 30e-3),
                (COMPACT, 3e-3, 30e-3),
                (LONG, 50e-3, None),
                (BLOCK, 0.3, None),
                (LAST, 0.5, None),
            ],
        )
        rows += parties("kernel")
    else:
        print("The compiled kernel is not installed (pip install ./accelerator): plain Python only.\n")
    gain = EIGHT.solved(all_dice=False).win - EIGHT.solved(all_dice=True).win
    code = show("Combat odds", rows)
    print(
        f"\n8 cubes: free choice of dice wins {100 * float(gain):+.1f} percentage points more than rolling all."
    )
    return code


if __name__ == "__main__":
    sys.exit(main())
