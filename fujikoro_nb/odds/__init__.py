"""Exact combat odds. Every distribution of a roll holds integer weights; a probability is a weight over their sum.

``roll_odds`` is one roll, ``solve`` a whole fight played as well as can be.
"""

from fujikoro_nb.odds.distribution import Distributions
from fujikoro_nb.odds.fight import Aim, Foe, Goal, OddsError, Outcome, Samurai, Worth, who_is_first
from fujikoro_nb.odds.hero import Monk, monks_of
from fujikoro_nb.odds.roll import COLOURS, DiceSet, RollOdds, dice_of, roll_odds
from fujikoro_nb.odds.situation import Alternative, Decision, Situation
from fujikoro_nb.odds.solving import FightOdds, solve
from fujikoro_nb.odds.whatif import MonkChoice, Place, WhatIf, best_monk, what_if

__all__ = [
    "COLOURS",
    "Aim",
    "Alternative",
    "Decision",
    "DiceSet",
    "Distributions",
    "FightOdds",
    "Foe",
    "Goal",
    "Monk",
    "MonkChoice",
    "OddsError",
    "Outcome",
    "Place",
    "RollOdds",
    "Samurai",
    "Situation",
    "WhatIf",
    "Worth",
    "best_monk",
    "dice_of",
    "monks_of",
    "roll_odds",
    "solve",
    "what_if",
    "who_is_first",
]
