"""Exact combat odds. Every distribution of a roll holds integer weights; a probability is a weight over their sum.

``roll_odds`` is one roll, ``solve`` a whole fight played as well as can be.
"""

from fujikoro_nb.odds.fight import Aim, Foe, Goal, OddsError, Outcome, Samurai, Worth, who_is_first
from fujikoro_nb.odds.hero import Monk, monks_of
from fujikoro_nb.odds.roll import COLOURS, DiceSet, RollOdds, dice_of, roll_odds
from fujikoro_nb.odds.situation import Alternative, Decision, Situation
from fujikoro_nb.odds.solving import FightOdds, solve

__all__ = [
    "COLOURS",
    "Aim",
    "Alternative",
    "Decision",
    "DiceSet",
    "FightOdds",
    "Foe",
    "Goal",
    "Monk",
    "OddsError",
    "Outcome",
    "RollOdds",
    "Samurai",
    "Situation",
    "Worth",
    "dice_of",
    "monks_of",
    "roll_odds",
    "solve",
    "who_is_first",
]
