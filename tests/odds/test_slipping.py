"""Who may leave after any roll (char.daisuke.retreat-any-roll): against brute force, closed forms and the engine."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import Retreat, Stay
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, PEOPLE
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.odds import Foe, Goal, Samurai, solve
from fujikoro_nb.odds.situation import SLIP, Situation
from tests.odds.brute_positions import FACES, GOALS, POINTS, dice, random_state, samurai_of
from tests.odds.fights import two_wood
from tests.oracles.brute_fight import VALUE, BruteFight

DAISUKE = PEOPLE["daisuke"]
SLIPS = {"own": (True, False), "any": (True, True)}


def daisuke(weapon: str = "WWMM", helmet: str = "MT") -> Board:
    """His board with this gear."""
    limits = CHARACTERS["daisuke"]
    gear = parse_gear(weapon, GearKind.WEAPON, limits)
    gear = msgspec.structs.replace(gear, helmet=parse_gear(helmet, GearKind.HELMET, limits).helmet)
    return Board(limits, gear=gear, played=DAISUKE)


@pytest.mark.rule("char.daisuke.retreat-any-roll")
def test_the_board_says_after_whose_rolls_one_may_leave() -> None:
    assert Samurai.of(daisuke()).slips == (True, True)
    own = Rulings().with_reading("char.daisuke.retreat-any-roll", "own-roll")
    assert Samurai.of(daisuke(), rulings=own).slips == (True, False)
    others = [Board(CHARACTERS[name], played=one) for name, one in PEOPLE.items() if name != "daisuke"]
    assert {Samurai.of(one).slips for one in (*others, Board())} == {(False, False)}


@pytest.mark.rule("char.daisuke.retreat-any-roll")
@pytest.mark.parametrize("rolls", SLIPS)
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("all_dice", [False, True], ids=["free", "all"])
def test_slipping_away_equals_brute_force(goal: str, rolls: str, *, all_dice: bool) -> None:
    slipped = 0
    for seed in range(6):
        source = random.Random(f"slip {goal} {rolls} {all_dice} {seed}")
        state, owned = random_state(source)
        dragon_dice = source.choice([1, 2])
        settings = {"blueprints": owned, "is_all_dice": all_dice, "goal": GOALS[goal]}
        brute = BruteFight(FACES, dragon_dice, slips=rolls, **settings)
        foe = Foe(state.health, initiative=5, dice=dragon_dice, points=POINTS)
        samurai = msgspec.structs.replace(samurai_of(state, owned), slips=SLIPS[rolls])
        solved = solve(samurai, foe, dice(), goal=goal, all_dice=all_dice, is_exact=True)
        worth = sum(VALUE[letter] for _, _, letter in (*state.weapon, *state.helmet))
        for first, value in (("samurai", brute.samurai_first(state)), ("dragon", brute.dragon_first(state))):
            outcome = solved.at(state.health, first=first)
            assert (outcome.win, outcome.conscious, worth - outcome.lost) == value, (first, state, owned)
        slipped += BruteFight(FACES, dragon_dice, **settings).samurai_first(state) != brute.samurai_first(state)
    assert (slipped > 0) == (goal != "win"), "who plays for the win stays"
