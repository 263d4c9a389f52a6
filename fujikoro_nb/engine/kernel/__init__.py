"""The game-agnostic kernel: one pending question, an agenda of named frames, check / options / step, a log.

Nothing here knows Fuji Koro; a game is a table from frame names to the rules of that frame.
"""

from fujikoro_nb.engine.kernel.agenda import Frame, close_top, push, replace_top, top
from fujikoro_nb.engine.kernel.chance import (
    ChanceOptions,
    Counts,
    DiceOptions,
    DieGroup,
    RollCounts,
    Weighted,
)
from fujikoro_nb.engine.kernel.cited import Datum, Event, Refusal, cites, event, refuse
from fujikoro_nb.engine.kernel.dealer import Dealer, Scripted, Seeded, Unscripted
from fujikoro_nb.engine.kernel.errors import Illegal, Unreadable
from fujikoro_nb.engine.kernel.game import FrameRules, Game, Outcome, State, Step
from fujikoro_nb.engine.kernel.options import Complete, Menu, Options
from fujikoro_nb.engine.kernel.question import CHANCE, Answer, Question, Seat
from fujikoro_nb.engine.kernel.record import Entry, Record

__all__ = [
    "CHANCE",
    "Answer",
    "ChanceOptions",
    "Complete",
    "Counts",
    "Datum",
    "Dealer",
    "DiceOptions",
    "DieGroup",
    "Entry",
    "Event",
    "Frame",
    "FrameRules",
    "Game",
    "Illegal",
    "Menu",
    "Options",
    "Outcome",
    "Question",
    "Record",
    "Refusal",
    "RollCounts",
    "Scripted",
    "Seat",
    "Seeded",
    "State",
    "Step",
    "Unreadable",
    "Unscripted",
    "Weighted",
    "cites",
    "close_top",
    "event",
    "push",
    "refuse",
    "replace_top",
    "top",
]
