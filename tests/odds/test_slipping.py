"""Who may leave after any roll (char.daisuke.retreat-any-roll): against brute force, closed forms and the engine."""

from __future__ import annotations

import random
from fractions import Fraction

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
        slipped += BruteFight(FACES, dragon_dice, **settings).samurai_first(state) != brute.samurai_first(
            state
        )
    assert (slipped > 0) == (goal != "win"), "who plays for the win stays"


# Two wood, each of one hit in four faces of six; the first of them breaks (`FACES`); one die at a time is rolled.
MISS = Fraction(2, 6)


@pytest.mark.rule("char.daisuke.retreat-any-roll")
def test_who_stays_on_their_feet_rolls_once_and_leaves() -> None:
    """The chance to win is that of the first roll: two wood, two health, so both dice have to hit."""
    samurai, foe = two_wood(2, initiative=0, slips=(True, True))
    odds = solve(samurai, foe, dice(), goal=Goal.CONSCIOUS, is_exact=True)
    assert (odds.conscious, odds.win) == (1, (1 - MISS) ** 2)
    # The dragon first: it hits the bare head in four faces of six, and whoever is left rolls once.
    second = odds.at(2, first="dragon")
    assert (second.conscious, second.win) == (Fraction(2, 6), Fraction(2, 6) * (1 - MISS) ** 2)
    own = solve(
        msgspec.structs.replace(samurai, slips=(True, False)), foe, dice(), goal="conscious", is_exact=True
    )
    assert own.at(2, first="dragon") == second


@pytest.mark.rule("char.daisuke.retreat-any-roll")
def test_to_leave_or_stay_is_advised_with_its_price() -> None:
    board = daisuke("WW", "")
    faces = dice()
    foe = Foe(9, 20, 4)
    samurai = Samurai.of(board)
    for goal, best in ((Goal.WIN, Stay()), (Goal.CONSCIOUS, Retreat())):
        odds = solve(samurai, foe, faces, goal=goal)
        for parts in (None, ()):
            decision = odds.decide(Situation(SLIP, board.gear, 9, parts=parts))
            assert decision.best.answer == best, (goal, parts)
            gone = decision.of(Retreat())
            assert gone is not None
            assert (gone.outcome.win, gone.outcome.conscious, gone.outcome.lost) == (0, 1, 0)
    # After the dragon's roll one still attacks before it rolls again: leaving after that is no worse.
    hold = solve(samurai, foe, faces, goal=Goal.CONSCIOUS).decide(Situation(SLIP, board.gear, 1, parts=None))
    assert hold.best.answer == Stay()


def test_a_weapon_that_is_held_back_is_no_roll() -> None:
    """Who may only leave after a roll cannot leave before the first one, however poor the fight is."""
    samurai, foe = two_wood(60, dragon_dice=6, initiative=0, slips=(True, True))
    odds = solve(samurai, foe, dice(), goal=Goal.POINTS, is_exact=True)
    assert odds.outcome.lost > 0 or odds.conscious < 1
    assert odds.decision.best.outcome.conscious == odds.conscious
