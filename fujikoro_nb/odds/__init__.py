"""Exact combat odds. Every distribution of a roll holds integer weights; a probability is a weight over their sum.

``roll_odds`` is one roll, ``solve`` a whole fight played as well as can be.
"""

from fujikoro_nb.odds.distribution import Distributions, distributions
from fujikoro_nb.odds.duel import DuelOdds, solve_duel, solve_guarded
from fujikoro_nb.odds.fight import Aim, Foe, Goal, OddsError, Outcome, Samurai, Worth, who_is_first
from fujikoro_nb.odds.hero import Monk, monks_of
from fujikoro_nb.odds.joint import Fighter, FighterOdds, JointOdds, solve_joint
from fujikoro_nb.odds.quick import QuickOdds
from fujikoro_nb.odds.roll import COLOURS, DiceSet, RollOdds, dice_of, roll_odds
from fujikoro_nb.odds.sampling import Ally, sample, whom_to_ask
from fujikoro_nb.odds.situation import Alternative, Decision, Situation
from fujikoro_nb.odds.solving import FightOdds, solve
from fujikoro_nb.odds.whatif import MonkChoice, Place, WhatIf, best_monk, what_if

__all__ = [
    "COLOURS",
    "Aim",
    "Ally",
    "Alternative",
    "Decision",
    "DiceSet",
    "Distributions",
    "DuelOdds",
    "FightOdds",
    "Fighter",
    "FighterOdds",
    "Foe",
    "Goal",
    "JointOdds",
    "Monk",
    "MonkChoice",
    "OddsError",
    "Outcome",
    "Place",
    "QuickOdds",
    "RollOdds",
    "Samurai",
    "Situation",
    "WhatIf",
    "Worth",
    "best_monk",
    "dice_of",
    "distributions",
    "monks_of",
    "roll_odds",
    "sample",
    "solve",
    "solve_duel",
    "solve_guarded",
    "solve_joint",
    "what_if",
    "who_is_first",
    "whom_to_ask",
]
