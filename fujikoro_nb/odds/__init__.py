"""Exact combat odds. Every distribution holds integer weights; a probability is a weight over the sum of them all."""

from fujikoro_nb.odds.roll import COLOURS, DiceSet, RollOdds, dice_of, roll_odds

__all__ = ["COLOURS", "DiceSet", "RollOdds", "dice_of", "roll_odds"]
