"""A group may own several blueprints of a kind: magic stays while one of them fits, and comes back by any of them."""

from __future__ import annotations

import random

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.player import Backpack, Contents
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.odds import Foe, Monk, Samurai, solve, what_if
from fujikoro_nb.odds.hero import without_monk
from tests.odds.brute_positions import (
    FACES,
    GOALS,
    HELMET_PATTERNS,
    POINTS,
    WEAPON_PATTERNS,
    random_state,
    samurai_of,
)
from tests.odds.fights import dice, layout
from tests.oracles.brute_fight import VALUE, Blueprints, BruteFight, fits_one

BOX = dice(FACES)
ONE, TWO = Layout(metal=0b1), Layout(wood=0b11)


@pytest.mark.rule("coop.blueprint.one-magic-cube", "magic.loss.immediate")
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("seed", range(8))
def test_solver_equals_brute_force(goal: str, seed: int) -> None:
    """Both patterns of each kind owned, in either order; where none fits, magic that outlived its blueprint."""
    source = random.Random(f"several {goal} {seed}")
    state, _ = random_state(source)
    weapons, helmets = source.sample(WEAPON_PATTERNS, 2), source.sample(HELMET_PATTERNS, 2)
    owned = Blueprints(weapons[0], helmets[0], tuple(weapons[1:]), tuple(helmets[1:]))
    if state.weapon_magic and not fits_one(state.weapon, *weapons):
        owned = owned._replace(weapon=None, more_weapons=())
    if state.helmet_magic and not fits_one(state.helmet, *helmets):
        owned = owned._replace(helmet=None, more_helmets=())
    brute = BruteFight(FACES, 2, blueprints=owned, is_all_dice=seed % 2 == 0, goal=GOALS[goal])
    more = [
        *((GearKind.WEAPON, layout(one)) for one in owned.more_weapons),
        *((GearKind.HELMET, layout(one)) for one in owned.more_helmets),
    ]
    samurai = samurai_of(state, owned)
    samurai = msgspec.structs.replace(samurai, patterns=(*samurai.patterns, *more))
    foe = Foe(state.health, initiative=5, dice=2, points=POINTS)
    worth = sum(VALUE[letter] for _, _, letter in (*state.weapon, *state.helmet))
    for is_exact in (True, False):
        solved = solve(samurai, foe, BOX, goal=goal, all_dice=seed % 2 == 0, is_exact=is_exact)
        for first, value in (("samurai", brute.samurai_first(state)), ("dragon", brute.dragon_first(state))):
            outcome = solved.at(state.health, first=first)
            told = (outcome.win, outcome.conscious, worth - outcome.lost)
            if is_exact:
                assert told == value, (first, state, owned)
            else:
                assert list(map(float, told)) == pytest.approx(list(map(float, value)), abs=1e-9)


@pytest.mark.rule("coop.blueprint.one-magic-cube")
def test_the_second_blueprint_keeps_the_magic() -> None:
    """The metal breaks off first: the first blueprint fits no more, the second one does."""
    gear = Gear(helmet=Layout(wood=0b11, metal=0b100), helmet_magic=True)
    both = Samurai(gear, patterns=((GearKind.HELMET, ONE), (GearKind.HELMET, TWO)))
    turned = msgspec.structs.replace(both, patterns=both.patterns[::-1])
    only = [msgspec.structs.replace(both, patterns=(one,)) for one in both.patterns]
    foe = Foe(3, 9, 2)
    kept, other, *single = [
        solve(one, foe, BOX, is_exact=True, first="dragon").outcome for one in (both, turned, *only)
    ]
    assert kept == other
    assert all(kept.conscious >= one.conscious for one in single)


@pytest.mark.rule("magic.loss.no-blueprint-any-cube")
def test_of_lost_blueprints_the_last_one_counts() -> None:
    """As in the engine, where a table keeps magic until the gear no longer fits the one that went last."""
    rulings = ADOPTED.with_reading("magic.loss.no-blueprint-any-cube", "no-longer-matches")
    gone = Samurai(lost_patterns=((GearKind.HELMET, ONE), (GearKind.HELMET, TWO)), rulings=rulings)
    assert gone.deciding(GearKind.HELMET) == ((TWO,), False)
    worn = Gear(helmet=Layout(wood=0b11), helmet_magic=True)
    outlived = msgspec.structs.replace(gone, gear=worn, patterns=((GearKind.HELMET, ONE),))
    assert outlived.deciding(GearKind.HELMET) == ((TWO,), False)


@pytest.mark.rule("combat.hero.lost-blueprint", "coop.blueprint.unlimited")
def test_the_backpack_monk_takes_only_what_lay_above() -> None:
    """Two blueprints of helmets, one in each part of the backpack."""
    samurai = Samurai(
        Gear(helmet=Layout(wood=0b11, metal=0b100), helmet_magic=True),
        patterns=((GearKind.HELMET, ONE), (GearKind.HELMET, TWO)),
        upper_blueprints=((GearKind.HELMET, ONE),),
        backpack=Backpack(lower=Contents(Cubes.one(Material.WOOD), ("two",)), upper=Contents(discs=("one",))),
        monk_spots=("backpack",),
    )
    (after,) = without_monk(samurai, Monk("backpack", Material.WOOD))
    assert after.patterns == ((GearKind.HELMET, TWO),)
    assert after.deciding(GearKind.HELMET) == ((TWO,), True)


@pytest.mark.rule("coop.blueprint.one-magic-cube", "magic.gain")
def test_one_more_cube_may_fit_any_of_them() -> None:
    """A second wood beside the first one makes the second pattern, and the magic comes."""
    samurai = Samurai(
        Gear(weapon=Layout(wood=0b11), helmet=Layout(wood=0b1)),
        patterns=((GearKind.HELMET, Layout(tooth=0b1)), (GearKind.HELMET, TWO)),
    )
    places = what_if(samurai, Foe(3, 9, 1), BOX, all_dice=True).places
    wood = [one for one in places if one.kind == GearKind.HELMET and one.material == Material.WOOD]
    assert any(one.samurai.gear.helmet_magic for one in wood)
