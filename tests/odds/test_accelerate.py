"""With and without the compiled kernel: the same values to 1e-12, decisions and distributions included.

The kernel is compiled here from its source, so nothing has to be installed. On a machine without a C compiler plain
Python is all there is, and that is what is tested then.
"""

from __future__ import annotations

import importlib.util
import random
import shutil
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest

from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cells_of
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect_weapon, weapons_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.odds import (
    Fighter,
    FightOdds,
    Foe,
    OddsError,
    Samurai,
    Worth,
    _accelerate,
    sample,
    sampling,
    solve,
    solve_duel,
    solve_joint,
    solving,
)
from tests.odds.test_solver_equals_brute import dice
from tests.oracles.matchset import random_layout
from tests.support.sampling import sample as some

ACCELERATOR = Path(__file__).parents[2] / "accelerator" / "src" / "fujikoro_accelerator"
DICE = dice()
CLOSE = 1e-12


def loaded(path: Path, name: str) -> ModuleType:
    is_package = path.is_dir()
    spec = importlib.util.spec_from_file_location(
        name,
        path / "__init__.py" if is_package else path,
        submodule_search_locations=[str(path)] if is_package else None,
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType | None]:
    """The kernel, freshly compiled; None without a compiler."""
    build = loaded(ACCELERATOR / "_build.py", "fujikoro_accelerator_build")
    before = {
        name: sys.modules.pop(name) for name in list(sys.modules) if name.startswith(_accelerate.MODULE)
    }
    if build.compiler() is None:
        yield None
    else:
        copy = tmp_path_factory.mktemp("kernel") / _accelerate.MODULE
        shutil.copytree(
            ACCELERATOR, copy, ignore=shutil.ignore_patterns("*.so", "*.dylib", "*.dll", "__pycache__")
        )
        build.compile_into(copy)
        yield loaded(copy, _accelerate.MODULE)
    for name in [name for name in sys.modules if name.startswith(_accelerate.MODULE)]:
        del sys.modules[name]
    sys.modules.update(before)


@pytest.fixture
def both(kernel: ModuleType | None, monkeypatch: pytest.MonkeyPatch) -> object:
    """Solves a fight twice: in plain Python and, where there is one, in the kernel."""

    def solve_twice(samurai: Samurai, foe: Foe, **options: object) -> tuple[FightOdds, FightOdds]:
        monkeypatch.setattr(_accelerate, "kernel_module", lambda: None)
        plain = solve(samurai, foe, DICE, **options)  # type: ignore[arg-type]
        monkeypatch.setattr(_accelerate, "kernel_module", lambda: kernel)
        return plain, solve(samurai, foe, DICE, **options)  # type: ignore[arg-type]

    return solve_twice


def gear(weapon: str, helmet: str = "", *, helmet_magic: bool = False) -> Gear:
    worn = parse_gear(helmet, GearKind.HELMET, SYMMETRIC).helmet if helmet else Layout()
    held = parse_gear(weapon, GearKind.WEAPON, SYMMETRIC)
    return Gear(weapon=held.weapon, helmet=worn, weapon_magic=held.weapon_magic, helmet_magic=helmet_magic)


def assert_close(plain: FightOdds, fast: FightOdds, health: int) -> None:
    for first in ("samurai", "dragon"):
        for points in range(1, health + 1):
            one, other = plain.at(points, first=first), fast.at(points, first=first)
            assert one.win == pytest.approx(other.win, rel=0, abs=CLOSE)
            assert one.conscious == pytest.approx(other.conscious, rel=0, abs=CLOSE)
            assert one.lost == pytest.approx(other.lost, rel=0, abs=CLOSE * 20)


def random_samurai(source: random.Random) -> Samurai:
    """Weapons around the border of the two parts, with and without magic, blueprints and rulings."""
    places = [(column, row) for column in range(3, 9) for row in range(1, 4)]
    while True:
        weapon = random_layout(source, places, source.randint(3, 7))
        held = Gear(weapon=weapon)
        report = inspect_weapon(held, SYMMETRIC)
        if report.is_legal and any(one.is_usable for one in weapons_of(held, SYMMETRIC)):
            break
    helmet = random_layout(
        source, [(column, row) for column in (1, 2, 3) for row in (1, 2)], source.randint(0, 4)
    )
    magic = source.choice([None, *cells_of(weapon.occupied)])
    kinds = ((GearKind.WEAPON, weapon, "WM"), (GearKind.HELMET, helmet, "WT"))
    patterns = []
    for kind, layout, letters in kinds:
        pattern = gear(letters).weapon
        if source.random() < 0.6 and contains(layout, pattern):
            patterns.append((kind, pattern))
    readings = source.choice(
        [(), (("magic.split-carrier", "owner-chooses"),), (("combat.helmet.absorb", "tooth-two"),)]
    )
    return Samurai(
        gear=Gear(
            weapon=weapon,
            helmet=helmet,
            weapon_magic=magic,
            helmet_magic=bool(helmet) and source.random() < 0.4,
        ),
        patterns=tuple(patterns),
        rulings=Rulings(readings) if readings else ADOPTED,
    )


@pytest.mark.parametrize("seed", some(range(30), 7))
def test_random_fights_have_the_same_values(both, seed: int) -> None:  # type: ignore[no-untyped-def]
    source = random.Random(f"accelerator {seed}")
    samurai = random_samurai(source)
    foe = Foe(source.randint(1, 9), 5, source.randint(1, 4))
    goal, all_dice = source.choice(["win", "conscious", "points"]), source.random() < 0.5
    plain, fast = both(samurai, foe, goal=goal, all_dice=all_dice)
    assert_close(plain, fast, foe.health)


def test_two_weapons_decide_alike(both) -> None:  # type: ignore[no-untyped-def]
    samurai = Samurai(gear=gear("WWMT./.....:WWM", "WMT"))
    plain, fast = both(samurai, Foe(8, 5, 3))
    assert_close(plain, fast, 8)
    one, other = plain.decision, fast.decision
    assert one.best.answer == other.best.answer
    assert len(one.alternatives) == len(other.alternatives)
    for mine, theirs in zip(one.alternatives, other.alternatives, strict=True):
        assert mine.outcome.win == pytest.approx(theirs.outcome.win, abs=CLOSE)


def test_distributions_are_alike(both) -> None:  # type: ignore[no-untyped-def]
    plain, fast = both(Samurai(gear=gear("..WWW:MT", "WMT")), Foe(8, 5, 3))
    for name in ("rounds", "health", "teeth_gained"):
        one, other = getattr(plain.distributions, name), getattr(fast.distributions, name)
        assert len(one) == len(other)
        assert one == pytest.approx(other, rel=0, abs=1e-9)


SYMMETRIC_ARMS = ["TMWWM:WTM", "MWWM/M..M", "MTW/TWT", "WWM..:.WW/T....:..M/.....:..T", "WWM..:.WT/.....:.W."]


@pytest.mark.parametrize(
    ("weapon", "worth"), some(product(SYMMETRIC_ARMS, [Worth(), Worth(0, 0, 0), Worth(1, 1, 1)]), 4)
)
def test_equally_good_plays_are_the_same_play(both, weapon: str, worth: Worth) -> None:  # type: ignore[no-untyped-def]
    # Where nothing or everything has a price, many cubes, nodes and orders of weapons are worth the same.
    for all_dice in (True, False):
        plain, fast = both(Samurai(gear=gear(weapon, "WMT/WM")), Foe(6, 5, 3), worth=worth, all_dice=all_dice)
        assert_same_play(plain, fast)


@pytest.mark.parametrize("seed", some(range(20), 5))
def test_equally_good_plays_are_the_same_play_at_random(both, seed: int) -> None:  # type: ignore[no-untyped-def]
    source = random.Random(f"ties {seed}")
    samurai, foe = random_samurai(source), Foe(source.randint(1, 7), 5, source.randint(1, 4))
    goal, worth = source.choice(["win", "conscious", "points"]), source.choice([Worth(), Worth(0, 0, 0)])
    assert_same_play(*both(samurai, foe, goal=goal, all_dice=source.random() < 0.5, worth=worth))


def assert_same_play(plain: FightOdds, fast: FightOdds) -> None:
    one, other = plain.distributions, fast.distributions
    for name in one.__struct_fields__:
        assert getattr(one, name) == pytest.approx(getattr(other, name), rel=0, abs=1e-9), name


def test_joint_fights_duels_and_samples_are_alike(
    kernel: ModuleType | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = [Samurai(gear=gear(weapon, "WMT")) for weapon in ("TMWWM:WTM", "WWM..:.WW/T....:..M/.....:..T")]
    fighters = [Fighter(one) for one in party]
    found = []
    for used in (None, kernel):
        monkeypatch.setattr(_accelerate, "kernel_module", lambda used=used: used)
        sampling._table.cache_clear()
        found.append(
            (
                solve_joint(fighters, Foe(9, 5, 3), DICE, worth=Worth(0, 0, 0)),
                solve_duel(party[0], party[1], DICE, worth=Worth(0, 0, 0)),
                sample(fighters, Foe(9, 5, 3), DICE, fights=200, seed=3, worth=Worth(0, 0, 0)),
            )
        )
    (joint, duel, drawn), (fast_joint, fast_duel, fast_drawn) = found
    assert joint.win == pytest.approx(fast_joint.win, abs=1e-12)
    for one, other in zip(joint.fighters, fast_joint.fighters, strict=True):
        assert one.rewarded == pytest.approx(other.rewarded, abs=1e-12)
    assert duel.mover == pytest.approx(fast_duel.mover, abs=1e-12)
    assert duel.stander == pytest.approx(fast_duel.stander, abs=1e-12)
    assert drawn == fast_drawn  # the same seed, the same fights


def test_kernel_is_used_where_it_can_be(both, kernel: ModuleType | None) -> None:  # type: ignore[no-untyped-def]
    samurai = Samurai(gear=gear("WWM", "WM"))
    plain, fast = both(samurai, Foe(4, 5, 2))
    assert not isinstance(plain.solution, _accelerate.KernelSolution)
    assert isinstance(fast.solution, _accelerate.KernelSolution) == (kernel is not None)
    _, exact = both(samurai, Foe(4, 5, 2), is_exact=True)
    assert not isinstance(exact.solution, _accelerate.KernelSolution)  # fractions stay in Python


def test_progress_may_cancel(both) -> None:  # type: ignore[no-untyped-def]
    class Cancelled(Exception):
        pass

    def stop(share: float) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        both(Samurai(gear=gear("WWM:MT", "WM")), Foe(8, 5, 3), progress=stop)
    shares: list[float] = []
    both(Samurai(gear=gear("..WWW:MT", "WM")), Foe(8, 5, 3), progress=shares.append)
    assert shares[-1] == 1.0


@pytest.mark.parametrize("has_kernel", [False, True])
def test_size_is_bounded(
    kernel: ModuleType | None, monkeypatch: pytest.MonkeyPatch, *, has_kernel: bool
) -> None:
    monkeypatch.setattr(_accelerate, "kernel_module", lambda: kernel if has_kernel else None)
    monkeypatch.setattr(solving, "MAX_STATES", 100)  # the kernel's bound
    monkeypatch.setattr(solving, "MAX_BYTES", 100, raising=False)  # that of plain Python
    with pytest.raises(OddsError, match="too-large"):
        solve(Samurai(gear=gear("..WWW:MT", "WMT")), Foe(8, 5, 3), DICE)


@pytest.mark.parametrize("interface", [None, 1, _accelerate.INTERFACE + 1])
def test_a_kernel_of_another_time_is_not_used(monkeypatch: pytest.MonkeyPatch, interface: int | None) -> None:
    other = ModuleType("fujikoro_accelerator")
    if interface is not None:
        other.INTERFACE = interface  # type: ignore[attr-defined]
    monkeypatch.delenv(_accelerate.SWITCH, raising=False)
    monkeypatch.setattr(_accelerate, "find_spec", lambda name: object())
    monkeypatch.setattr(_accelerate, "import_module", lambda name: other)
    assert _accelerate.kernel_module.__wrapped__() is None
    other.INTERFACE = _accelerate.INTERFACE  # type: ignore[attr-defined]
    assert _accelerate.kernel_module.__wrapped__() is other
