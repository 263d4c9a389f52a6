"""The game-agnostic kernel: one pending question, an agenda of named frames, check / options / step, a log.

Around it: chance with exact weights, dealers, windows for interjections, saves, and `Session`, the one mutable shell.
Nothing here knows Fuji Koro; a game is a table from frame names to the rules of that frame.
"""

from fujikoro_nb.engine.kernel.agenda import Frame, State, close_top, push, replace_top, top
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
from fujikoro_nb.engine.kernel.game import FrameRules, Game, Outcome, Step
from fujikoro_nb.engine.kernel.options import Complete, Joined, Lazy, Menu, Options
from fujikoro_nb.engine.kernel.question import CHANCE, Answer, Question, Seat
from fujikoro_nb.engine.kernel.record import Entry, Line, Record
from fujikoro_nb.engine.kernel.save import (
    Content,
    Disagreement,
    Save,
    SavedEntry,
    Setting,
    Snapshot,
    read_save,
    write_save,
)
from fujikoro_nb.engine.kernel.session import Session, Undone
from fujikoro_nb.engine.kernel.window import NotBefore, Pass, Quiet, Window, WindowRules, awake

__all__ = [
    "CHANCE",
    "Answer",
    "ChanceOptions",
    "Complete",
    "Content",
    "Counts",
    "Datum",
    "Dealer",
    "DiceOptions",
    "DieGroup",
    "Disagreement",
    "Entry",
    "Event",
    "Frame",
    "FrameRules",
    "Game",
    "Illegal",
    "Joined",
    "Lazy",
    "Line",
    "Menu",
    "NotBefore",
    "Options",
    "Outcome",
    "Pass",
    "Question",
    "Quiet",
    "Record",
    "Refusal",
    "RollCounts",
    "Save",
    "SavedEntry",
    "Scripted",
    "Seat",
    "Seeded",
    "Session",
    "Setting",
    "Snapshot",
    "State",
    "Step",
    "Undone",
    "Unreadable",
    "Unscripted",
    "Weighted",
    "Window",
    "WindowRules",
    "awake",
    "cites",
    "close_top",
    "event",
    "push",
    "read_save",
    "refuse",
    "replace_top",
    "top",
    "write_save",
]
