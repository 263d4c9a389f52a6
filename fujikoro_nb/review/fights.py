"""What an answer in a fight gave away, by its exact odds: the fight of one samurai, solved from where it is asked."""

from __future__ import annotations

import msgspec

from fujikoro_nb.bots.worth import AWAKE
from fujikoro_nb.engine.fujikoro.asked.fight import DragonFight, FoeFight, MonkFight, fight_of
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.kernel import Answer, Illegal, Question
from fujikoro_nb.odds import Foe, OddsError, Samurai, solve
from fujikoro_nb.odds.situation import QUESTIONS, Situation

__all__ = ["Odds", "is_of_fight", "odds_of"]

A_FALL = 12.0
"""What a life is worth to a group, as its bots have it, while there is another one."""


class Odds(msgspec.Struct, frozen=True):
    """The chance to win after the answer that was given, and after the best one. ``stake``: what the fight is worth."""

    given: float
    best: float
    better: Answer
    alike: tuple[Answer, ...]
    """All answers that are as good as the best one."""
    stake: float

    @property
    def cost(self) -> float:
        """What was given away, in the points that the game is reviewed in."""
        return max(0.0, self.best - self.given) * self.stake


AS_GOOD = 1e-9


def is_of_fight(question: Question) -> bool:
    """Whether odds can say anything about it."""
    return question.kind in QUESTIONS


def odds_of(state: Arena, question: Question, answer: Answer) -> Odds | None:
    """The odds of an answer to a fight's question; None where they are not known, or nothing compares."""
    if not is_of_fight(question) or not any(isinstance(frame, FoeFight) for frame in state.agenda):
        return None
    fight = fight_of(state)
    if not isinstance(fight, FoeFight) or len(fight.fighters) != 1:
        return None
    foe = _foe(state, fight)
    try:
        situation = Situation.of(state, question.seat, question.kind)
        board = state.fighter(question.seat)
        if situation.before is not None:
            board = msgspec.structs.replace(board, gear=situation.before)
        samurai = Samurai.of(board, rulings=state.rulings)
        faces = {die.material: die for die in state.dice}
        decision = solve(samurai, foe, faces).decide(situation)
    except (OddsError, Illegal, KeyError):
        return None  # too large, or nothing that these odds can come to
    given = next((one for one in decision.alternatives if one.answer == answer), None)
    if given is None or len(decision.alternatives) < 2:
        return None
    best = float(decision.best.outcome.win)
    alike = tuple(one.answer for one in decision.alternatives if float(one.outcome.win) >= best - AS_GOOD)
    return Odds(float(given.outcome.win), best, decision.best.answer, alike, _stake(state, foe))


def _foe(state: Arena, fight: DragonFight | MonkFight) -> Foe:
    health = max(1, fight.health)
    if isinstance(fight, DragonFight):
        return Foe.met_in(state, fight.dragon, health=health, defence=fight.defence)
    foe = Foe.monk(health)
    return msgspec.structs.replace(foe, dice=fight.dice)


def _stake(state: Arena, foe: Foe) -> float:
    """What whoever wins has, and who loses has not: the reward, and to stand."""
    return float(foe.reward) + (A_FALL if state.is_group else AWAKE)
