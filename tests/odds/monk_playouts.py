"""Fights with monks, played in the engine by what the solver says, beside what the solver computed."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import NamedTuple

from fujikoro_nb.engine.fujikoro.asked.fight import Throw
from fujikoro_nb.engine.fujikoro.board.arena import CONSCIOUS, KNOCKED_OUT, RETREATED
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.monk_fight import begin_monk_fight
from fujikoro_nb.engine.kernel import CHANCE, Answer, Seat
from fujikoro_nb.odds import FightOdds, Foe, Goal, Samurai, Situation, solve
from fujikoro_nb.odds.situation import QUESTIONS
from tests.odds.joint_playouts import rolled
from tests.odds.playouts import DOWN, LEFT, WIN, Compared, share_compared
from tests.support.fights import DICE
from tests.support.gear_positions import WEAPON, blueprint, board

FACES = {die.material: die for die in DICE}
SEAT = Seat(0)
HOW = {CONSCIOUS: WIN, KNOCKED_OUT: DOWN, RETREATED: LEFT}


class MonkPosition(NamedTuple):
    """One samurai before a monk."""

    weapon: str
    helmet: str = ""
    goal: str = "win"
    monks: tuple[str, ...] = ()
    all_dice: bool = False
    is_magical: bool = False
    who: str = "symmetric"


FIGHTS = {
    f"{one.weapon or 'nothing'} {one.helmet or 'bare'} {one.goal}{' all' * one.all_dice} {one.who}": one
    for one in (
        MonkPosition("WWM"),
        MonkPosition("WWM", "MM"),
        MonkPosition("WWM", "WMT", "conscious"),
        MonkPosition("WWWM", "MM", "points"),
        MonkPosition("WW", "WWWW"),
        MonkPosition("WWT", "M"),
        MonkPosition("WWTT", "T", "conscious"),
        MonkPosition("WWMM", "WM", "win", all_dice=True),
        MonkPosition("WWMT", "MMM", "points"),
        MonkPosition("WWMMM", "TT"),
        MonkPosition("WWW", "", "conscious"),
        MonkPosition("WWWWM", "W", "points", all_dice=True),
        MonkPosition("WWM:WWM", "MM", "win", ("weapon",)),
        MonkPosition("WWT:WWM", "WMM", "conscious", ("weapon",)),
        MonkPosition("WWWMM:MMT", "MMM", "win", ("weapon",)),
        MonkPosition("WWM+G@1,1", "MM", "win", is_magical=True),
        MonkPosition("WM/WM", "TM"),
        MonkPosition("", "MMM"),
        MonkPosition("WWMMT", "WWMM", "points"),
        MonkPosition("WWTM", "WWTT", "win", all_dice=True),
    )
}


@cache
def odds_of(name: str) -> FightOdds:
    """What the solver says."""
    position = FIGHTS[name]
    return solve(
        Samurai.of(_board(position)), Foe.monk(), FACES, goal=Goal(position.goal), all_dice=position.all_dice
    )


def _board(position: MonkPosition) -> Board:
    prints = (blueprint(WEAPON, "WWM", "own"),) if position.is_magical else ()
    return board(
        weapon=position.weapon,
        helmet=position.helmet,
        monks=position.monks,
        blueprints=prints,
        who=position.who,
    )


def played(name: str, random: Random, decided: dict[Situation, Answer]) -> str:
    """One fight: won, knocked out, or retreated."""
    odds = odds_of(name)
    start = begin_monk_fight(ArenaState(boards=(_board(FIGHTS[name]),), dice=DICE, table_size=3), SEAT)
    state = FIGHT_GAME.start(start).state
    while (question := FIGHT_GAME.question(state)) is not None:
        frame = state.agenda[-1]
        if question.seat == CHANCE:
            assert isinstance(frame, Throw), "nothing else is left to chance"
            answer: Answer = rolled(frame, random)
        elif question.kind in QUESTIONS:
            situation = Situation.of(state, SEAT, question.kind)
            if situation not in decided:
                decided[situation] = odds.decide(situation).best.answer
            answer = decided[situation]
        else:
            answer = next(iter(FIGHT_GAME.options(state)))
        state = FIGHT_GAME.step(state, answer).state
    return HOW[state.stands(SEAT)]


def compared(name: str, fights: int) -> list[Compared]:
    """Chances beside shares of so many fights."""
    random, decided = Random(name), dict[Situation, Answer]()
    ends = Counter(played(name, random, decided) for _ in range(fights))
    odds = odds_of(name)
    chances = ((WIN, odds.win), (DOWN, odds.knocked_out), (LEFT, odds.retreat))
    return [
        share_compared(how, min(1.0, max(0.0, float(chance))), ends[how], fights) for how, chance in chances
    ]
