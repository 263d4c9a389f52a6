"""What a table asks for, as plain data: is my gear legal, what does it match, what is the cheapest craft.

Command line and pages use the same functions; no rule lives here.
"""

from fujikoro_nb.helper.card_solver import Solved, SolvedCard, SolvedCraft, solve_cards
from fujikoro_nb.helper.gear_check import CheckedWeapon, GearCheck, Match, Said, check_gear, check_notation
from fujikoro_nb.helper.table_cards import CardSource, TableCards, table_cards

__all__ = [
    "CardSource",
    "CheckedWeapon",
    "GearCheck",
    "Match",
    "Said",
    "Solved",
    "SolvedCard",
    "SolvedCraft",
    "TableCards",
    "check_gear",
    "check_notation",
    "solve_cards",
    "table_cards",
]
