"""The engine, answered by the solver's decisions: what happens is what was computed.

Seeds come from the positions' own text. The long run of the same comparison is a benchmark, not a test.
"""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.arena import KNOCKED_OUT
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.odds import FightOdds, Foe, Samurai, solve
from tests.odds.playouts import close, played
from tests.support.fights import DICE, dragon

FIGHTS = 250


def board(weapon: str, helmet: str) -> Board:
    """A board with this gear, its whole grid open."""
    gear = parse_gear(weapon, GearKind.WEAPON, SYMMETRIC)
    worn = parse_gear(helmet, GearKind.HELMET, SYMMETRIC)
    gear = msgspec.structs.replace(gear, helmet=worn.helmet, helmet_magic=worn.helmet_magic)
    return Board(gear=gear, monk_spots=("weapon",))


POSITIONS = (
    ("WWM", "MM", "6/2/2"),
    ("WWM:..W/...:..W", "WMT", "6/2/2"),
    ("MWWWM:MMM", "WWMM", "9/5/3"),
    ("WWT/.M", "W+G", "5/9/2"),
    ("WW:WWM", "TM", "7/3/3"),
    ("MWW/W", "", "3/4/1"),
)


@pytest.mark.parametrize("goal", ["win", "conscious", "points"])
@pytest.mark.parametrize(("weapon", "helmet", "numbers"), POSITIONS)
def test_playouts_under_the_solvers_play(weapon: str, helmet: str, numbers: str, goal: str) -> None:
    fighter = board(weapon=weapon, helmet=helmet)
    foe = dragon(numbers)
    start = begin_dragon_fight(ArenaState(boards=(fighter,), dice=DICE), foe, Seat(0))
    odds = solve(Samurai.of(fighter), Foe.of(foe), {die.material: die for die in DICE}, goal=goal)
    answers = cache(lambda situation: odds.decide(situation).best.answer)
    wins = awake = 0
    for number in range(FIGHTS):
        end = played(start, answers, f"{weapon} {helmet} {numbers} {goal} {number}")
        wins += bool(end.defeated)
        awake += end.stands(Seat(0)) != KNOCKED_OUT
    close(wins, float(odds.win), FIGHTS)
    close(awake, float(odds.conscious), FIGHTS)


def test_the_solver_knows_who_is_first() -> None:
    fighter = board(weapon="WWM", helmet="MM")
    for numbers, first in (("6/2/2", "samurai"), ("6/3/2", "dragon")):
        faces = {die.material: die for die in DICE}
        odds: FightOdds = solve(Samurai.of(fighter), Foe.of(dragon(numbers)), faces)
        assert odds.first == first
