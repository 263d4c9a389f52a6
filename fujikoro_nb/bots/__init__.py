"""Players that are not people: a bot sees what its seat may see, answers, and says why.

`play_out` lets bots play a session to its end. Bots are seeded from outside, so a game of bots can be played again.
"""

from fujikoro_nb.bots.bot import Bot, Choice, Why, why, why_sentence
from fujikoro_nb.bots.driver import ENDED_BY_TURNS, MOST_TURNS, Played, play_out, turns_over
from fujikoro_nb.bots.heuristic import HeuristicBot
from fujikoro_nb.bots.planner.bot import PlannerBot
from fujikoro_nb.bots.planner.search import Budget
from fujikoro_nb.bots.table import BOTS, bots_of, chance_of, new_session
from fujikoro_nb.bots.uniform import RandomBot

__all__ = [
    "BOTS",
    "ENDED_BY_TURNS",
    "MOST_TURNS",
    "Bot",
    "Budget",
    "Choice",
    "HeuristicBot",
    "PlannerBot",
    "Played",
    "RandomBot",
    "Why",
    "bots_of",
    "chance_of",
    "new_session",
    "play_out",
    "turns_over",
    "why",
    "why_sentence",
]
