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
from fujikoro_nb.engine.kernel.drawing import DrawOptions
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
from fujikoro_nb.engine.kernel.switches import Readings, Switch, adopted_of, switches_by_rule
from fujikoro_nb.engine.kernel.told import NOBODY, Hidden, Told, line_for
from fujikoro_nb.engine.kernel.window import NotBefore, Pass, Quiet, Window, WindowRules, awake
from fujikoro_nb.engine.kernel.worlds import OneWorld, Place, Placing, Worlds

__all__ = [
    "CHANCE",
    "NOBODY",
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
    "DrawOptions",
    "Entry",
    "Event",
    "Frame",
    "FrameRules",
    "Game",
    "Hidden",
    "Illegal",
    "Joined",
    "Lazy",
    "Line",
    "Menu",
    "NotBefore",
    "OneWorld",
    "Options",
    "Outcome",
    "Pass",
    "Place",
    "Placing",
    "Question",
    "Quiet",
    "Readings",
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
    "Switch",
    "Told",
    "Undone",
    "Unreadable",
    "Unscripted",
    "Weighted",
    "Window",
    "WindowRules",
    "Worlds",
    "adopted_of",
    "awake",
    "cites",
    "close_top",
    "event",
    "line_for",
    "push",
    "read_save",
    "refuse",
    "replace_top",
    "switches_by_rule",
    "top",
    "write_save",
]
