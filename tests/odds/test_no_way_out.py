"""A dragon that came where nobody can go: who has no usable weapon waits for the knock-out."""

from __future__ import annotations

import random
from fractions import Fraction

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import Defence, Stay
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.odds import Fighter, Foe, Samurai, sample, solve, solve_joint
from tests.odds.brute_positions import FACES, GOALS, POINTS, random_state, samurai_of
from tests.odds.fights import dice, two_wood
from tests.oracles.brute_fight import VALUE, BruteFight

BOX = dice(FACES)
NEVER = ADOPTED.with_reading("coop.dragon.retreat-when-attacked", "never")
CAME = Defence()


@pytest.mark.rule("coop.dragon.retreat-when-attacked")
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("all_dice", [False, True], ids=["free", "all"])
@pytest.mark.parametrize("seed", range(5))
def test_solver_equals_brute_force(goal: str, *, all_dice: bool, seed: int) -> None:
    source = random.Random(f"no way out {goal} {all_dice} {seed}")
    state, owned = random_state(source)
    white = source.choice([1, 2])
    brute = BruteFight(
        FACES, white, blueprints=owned, is_all_dice=all_dice, goal=GOALS[goal], can_leave=False
    )
    foe = Foe(state.health, initiative=5, dice=white, points=POINTS, defence=CAME)
    samurai = msgspec.structs.replace(samurai_of(state, owned), rulings=NEVER)
    solved = solve(samurai, foe, BOX, goal=goal, all_dice=all_dice, is_exact=True)
    worth = sum(VALUE[letter] for _, _, letter in (*state.weapon, *state.helmet))
    for first, value in (("samurai", brute.samurai_first(state)), ("dragon", brute.dragon_first(state))):
        outcome = solved.at(state.health, first=first)
        assert (outcome.win, outcome.conscious, worth - outcome.lost) == value, (first, state, owned)
        assert outcome.retreat == 0
    ends = solve(samurai, foe, BOX, goal=goal, all_dice=all_dice).distributions
    assert ends.health[0] == pytest.approx(float(solved.win), abs=1e-9)
    assert sum(ends.rounds) == pytest.approx(1, abs=1e-9)


@pytest.mark.rule("coop.dragon.retreat-when-attacked")
def test_the_reading_holds_for_whom_a_dragon_came_to() -> None:
    """Who attacks goes back where it came from, whatever the table reads; a place may say otherwise."""
    samurai, foe = two_wood(3, initiative=9, rulings=NEVER)
    came = msgspec.structs.replace(foe, defence=CAME)
    assert solve(samurai, foe, BOX).retreat > 0
    assert solve(samurai, came, BOX).retreat == 0
    assert solve(samurai, came, BOX, has_way_out=True).retreat > 0
    assert solve(msgspec.structs.replace(samurai, rulings=ADOPTED), came, BOX).retreat > 0
    assert solve(samurai, foe, BOX, has_way_out=False).outcome == solve(samurai, came, BOX).outcome


@pytest.mark.rule("coop.dragon.retreat-when-attacked", "coop.combat.teeth-from-dice-shared")
def test_bare_and_stuck_in_closed_form() -> None:
    """A white die hits with 4/6: 6/4 rolls on average, a broken symbol on one of its six faces, so 1/4 of a tooth."""
    bare = Samurai(rulings=NEVER)
    foe = Foe(1, 9, 1, defence=CAME, teeth=2, is_shared=True)
    rolls = 1 / Fraction(sum(hits > 0 for hits, _ in FACES["T"]), 6)
    broken = Fraction(sum(is_broken for _, is_broken in FACES["T"]), 6)
    alone = solve(bare, foe, BOX)
    assert alone.decision.best.answer == Stay() and len(alone.decision.alternatives) == 1
    assert alone.knocked_out == 1
    mean = sum(number * chance for number, chance in enumerate(alone.distributions.teeth_gained))
    assert mean == pytest.approx(float(rolls * broken))
    two = [Fighter(bare), Fighter(bare)]
    assert solve_joint(two, foe, BOX).teeth == pytest.approx(float(rolls * broken))
    each = bare.rulings.with_reading("coop.combat.teeth-from-dice-shared", "each-then-share")
    both = [Fighter(msgspec.structs.replace(bare, rulings=each))] * 2
    assert solve_joint(both, foe, BOX).teeth == pytest.approx(2 * float(rolls * broken))
    rivals = msgspec.structs.replace(foe, teeth=1, is_shared=False)
    assert solve_joint(two, rivals, BOX).teeth == pytest.approx(2 * float(rolls * broken))
    drawn = sample(two, foe, BOX, fights=4000, is_fixed=True)
    assert drawn.teeth == pytest.approx(float(rolls * broken), abs=0.03)
    assert [one.knocked_out for one in drawn.fighters] == [1, 1]


@pytest.mark.rule("coop.dragon.retreat-when-attacked", "coop.dragon.join-defence")
def test_who_joined_goes_back() -> None:
    """Of two the second one came along: it leaves as soon as its weapon is broken, the first one cannot."""
    samurai, foe = two_wood(6, initiative=9, rulings=NEVER)
    came = msgspec.structs.replace(foe, defence=CAME)
    odds = solve_joint([Fighter(samurai), Fighter(samurai, has_way_out=True)], came, BOX, all_dice=True)
    drawn = sample(
        [Fighter(samurai), Fighter(samurai, has_way_out=True)],
        came,
        BOX,
        fights=4000,
        is_fixed=True,
        all_dice=True,
    )
    assert odds.fighters[0].retreat == pytest.approx(0, abs=1e-12) and odds.fighters[1].retreat > 0.1
    for one, other in zip(odds.fighters, drawn.fighters, strict=True):
        assert one.retreat == pytest.approx(other.retreat, abs=0.03)
        assert one.knocked_out == pytest.approx(other.knocked_out, abs=0.03)


@pytest.mark.rule("coop.dragon.retreat-when-attacked")
def test_all_is_lost_in_the_end() -> None:
    """However a helmet pays, without a weapon and a way out it is gone: its six points of cubes."""
    worn = Samurai(Gear(helmet=Layout(wood=0b1, metal=0b10, tooth=0b100)), rulings=NEVER)
    odds = solve(worn, Foe(1, 9, 2, defence=CAME), BOX, goal="points", is_exact=True)
    assert odds.outcome.lost == 6
    assert odds.outcome.conscious == 0
