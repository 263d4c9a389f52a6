"""What an answer in a fight gave away, by its exact odds: the fight of one samurai, solved from where it is asked.

An answer is worth what the win brings and what it is worth to stand at the end, each with its chance. The fight is
played on for that same worth after every answer, so a later retreat counts where it is the best. Cubes that are lost
only decide which of equally good answers is named: what one is worth depends on the rest of the game.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from fujikoro_nb.bots.goals import monk_worth
from fujikoro_nb.bots.planner.aims import aim_of
from fujikoro_nb.bots.worth import heap_worth
from fujikoro_nb.engine.fujikoro.asked.fight import DragonFight, FoeFight, MonkFight, fight_of
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.kernel import Answer, Illegal, Question, Seat
from fujikoro_nb.odds import Foe, Goal, OddsError, Samurai, Worth, solve
from fujikoro_nb.odds.situation import QUESTIONS, Situation

__all__ = ["Odds", "is_of_fight", "odds_of"]


class Odds(msgspec.Struct, frozen=True):
    """The chances after the answer that was given, and after the best one: to win, and to stand at the end."""

    given: float
    best: float
    given_stands: float
    best_stands: float
    better: Answer
    alike: tuple[Answer, ...]
    """All answers that are as good as the best one."""
    cost: float
    """What was given away, in the points that the game is reviewed in."""


AS_GOOD = 0.005
"""Points by which answers may be apart and still be as good: nobody is told of less."""
_CUBE = 10_000
"""So many times less counts a cube than it is worth: all that a fight can cost stays below `AS_GOOD`."""


def is_of_fight(question: Question) -> bool:
    """Whether odds can say anything about it."""
    return question.kind in QUESTIONS


def odds_of(state: GameState, question: Question, answer: Answer) -> Odds | None:
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
        worth = _worth(state, question.seat, foe, is_monk=isinstance(fight, MonkFight))
        decision = solve(samurai, foe, faces, goal=Goal.POINTS, worth=worth).decide(situation)
    except (OddsError, Illegal, KeyError):
        return None  # too large, or nothing that these odds can come to
    given = next((one for one in decision.alternatives if one.answer == answer), None)
    if given is None or len(decision.alternatives) < 2:
        return None
    best, cost = decision.best, float(given.cost)
    return Odds(
        float(given.outcome.win),
        float(best.outcome.win),
        float(given.outcome.conscious),
        float(best.outcome.conscious),
        best.answer,
        tuple(one.answer for one in decision.alternatives if float(one.cost) <= AS_GOOD),
        cost if cost > AS_GOOD else 0.0,
    )


def _foe(state: GameState, fight: DragonFight | MonkFight) -> Foe:
    health = max(1, fight.health)
    if isinstance(fight, DragonFight):
        return Foe.met_in(state, fight.dragon, health=health, defence=fight.defence)
    foe = Foe.monk(health)
    return msgspec.structs.replace(foe, dice=fight.dice)


def _worth(state: GameState, seat: Seat, foe: Foe, *, is_monk: bool) -> Worth:
    """What the win brings, what it is worth to stand, and next to nothing for a cube.

    A monk who is beaten comes along; he takes points from whoever he knocks out.
    """
    stands = aim_of(state).standing(state, seat)
    return Worth(
        wood=_part(heap_worth(Cubes(wood=1))) / _CUBE,
        metal=_part(heap_worth(Cubes(metal=1))) / _CUBE,
        tooth=_part(heap_worth(Cubes(tooth=1))) / _CUBE,
        points=_part(monk_worth(state.boards[seat])) if is_monk else foe.reward,
        awake=_part(stands + state.shame_of(seat) if is_monk else stands),
    )


def _part(value: float) -> Fraction:
    return Fraction(value).limit_denominator(100)
