"""The solver and brute force agree on small fights, fraction for fraction: all dice, all choices, every goal."""

from __future__ import annotations

import random

import pytest

from fujikoro_nb.odds import Foe, solve
from tests.odds.brute_positions import FACES, GOALS, POINTS, dice, random_state, samurai_of
from tests.oracles.brute_fight import VALUE, BruteFight


@pytest.mark.rule(
    "combat.attack.two-weapons", "combat.attack.fewer", "combat.break.per-symbol", "combat.break.split",
    "combat.helmet.choice", "combat.retreat.when", "combat.break.magic",
)  # fmt: skip
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("all_dice", [False, True], ids=["free", "all"])
@pytest.mark.parametrize("seed", range(8))
def test_solver_equals_brute_force(goal: str, *, all_dice: bool, seed: int) -> None:
    source = random.Random(f"{goal} {all_dice} {seed}")
    state, owned = random_state(source)
    dragon_dice = source.choice([1, 2])
    brute = BruteFight(FACES, dragon_dice, blueprints=owned, is_all_dice=all_dice, goal=GOALS[goal])
    foe = Foe(state.health, initiative=5, dice=dragon_dice, points=POINTS)
    solved = solve(samurai_of(state, owned), foe, dice(), goal=goal, all_dice=all_dice, is_exact=True)
    worth = sum(VALUE[letter] for _, _, letter in (*state.weapon, *state.helmet))
    for first, value in (("samurai", brute.samurai_first(state)), ("dragon", brute.dragon_first(state))):
        outcome = solved.at(state.health, first=first)
        assert (outcome.win, outcome.conscious, worth - outcome.lost) == value, (first, state, owned)
