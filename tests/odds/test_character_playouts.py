"""Fights of characters in the engine, answered by the solver: what happens is what was computed."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.arena import KNOCKED_OUT
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, PEOPLE
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.odds import Foe, Samurai, solve
from tests.odds.playouts import close, played
from tests.support.fights import DICE, dragon

FIGHTS = 150
FIGHTERS = {
    "masako": ("WWMMM:TMMT.", "MT", "", "9/8/3", "win"),
    "masatsura": ("WWM", "WWWM/MMTT/M", "", "5/9/4", "points"),
    "mitsuhide": ("WWMM", "MT", "", "6/5/3", "win"),
    "takeko": ("WWWM/..MM", "MT", "", "8/5/3", "win"),
    "tomoe": ("WWM", "MT", "WW/M", "8/5/3", "win"),
    "daisuke": ("WWMM:..W/....:..W", "MT", "", "7/4/3", "points"),
    "daisuke-awake": ("WWMM", "MT", "", "5/4/4", "conscious"),
    "yoshihiro": ("WWM", "MT", "", "5/5/2", "conscious"),
}


def board_of(who: str, weapon: str, helmet: str, sandals: str) -> Board:
    """The board of a character that is played, with this gear."""
    limits = CHARACTERS[who]
    worn = parse_gear(helmet, GearKind.HELMET, limits).helmet
    feet = parse_gear(sandals, GearKind.SANDALS, limits).sandals
    arms = parse_gear(weapon, GearKind.WEAPON, limits)
    return Board(limits, gear=Gear(arms.weapon, worn, feet), monk_spots=("weapon",), played=PEOPLE[who])


def test_every_character_fights() -> None:
    assert {name.partition("-")[0] for name in FIGHTERS} == set(PEOPLE)


@pytest.mark.rule(
    "char.daisuke.retreat-any-roll", "char.tomoe.sandals-as-weapon", "char.tomoe.sandals-break",
    "char.takeko.always-two-handed", "char.masatsura.helmet-twelve", "char.masako.weapon-grid",
)  # fmt: skip
@pytest.mark.parametrize("name", FIGHTERS)
def test_characters_fight_as_computed(name: str) -> None:
    weapon, helmet, sandals, numbers, goal = FIGHTERS[name]
    board = board_of(name.partition("-")[0], weapon, helmet, sandals)
    foe = dragon(numbers)
    start = begin_dragon_fight(ArenaState(boards=(board,), dice=DICE), foe, Seat(0))
    odds = solve(Samurai.of(board).checked(), Foe.of(foe), {die.material: die for die in DICE}, goal=goal)
    answers = cache(lambda situation: odds.decide(situation).best.answer)
    ends = [played(start, answers, f"{name} {number}") for number in range(FIGHTS)]
    close(sum(bool(end.defeated) for end in ends), float(odds.win), FIGHTS)
    close(sum(end.stands(Seat(0)) != KNOCKED_OUT for end in ends), float(odds.conscious), FIGHTS)
    whole = odds.distributions
    assert sum(whole.rounds) == pytest.approx(1, abs=1e-6)
    assert whole.health[0] == pytest.approx(float(odds.win), abs=1e-6)


def test_only_who_may_slip_away_gains_by_it() -> None:
    """The same gear, the same dragon: staying costs consciousness."""
    board = board_of("daisuke", "WWMM", "MT", "")
    faces = {die.material: die for die in DICE}
    foe = Foe.of(dragon("5/4/4"))
    stays = solve(
        Samurai.of(msgspec.structs.replace(board, played=msgspec.UNSET)), foe, faces, goal="conscious"
    )
    slips = solve(Samurai.of(board), foe, faces, goal="conscious")
    assert slips.conscious > stays.conscious
    assert slips.win < stays.win
