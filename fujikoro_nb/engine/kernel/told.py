"""What one seat is told of a game: the form that pages, streams, saves for a seat and readers are made of."""

from __future__ import annotations

from typing import Any

import msgspec

from fujikoro_nb.engine.kernel.game import Game
from fujikoro_nb.engine.kernel.question import CHANCE, Answer, Question, Seat
from fujikoro_nb.engine.kernel.record import Entry, Line

NOBODY = Seat(-2)
"""A reader who sits nowhere, and sees what lies open."""


class Hidden(Answer, frozen=True):
    """An answer of which this seat is told nothing but that it was given."""


class Told(msgspec.Struct, frozen=True):
    """All that a seat may know. The seed stands in it only when the game is over: with it every hand is known."""

    game: str
    seat: Seat
    rulings: tuple[tuple[str, str], ...]
    view: Any
    question: Question | None
    lines: tuple[Line, ...]
    seed: str | None


def line_for(game: Game[Any], line: Line, seat: Seat) -> Line:
    """One entry of the log as this seat may read it."""
    entry = line.entry
    if game.is_hidden(line.question, seat):
        entry = Entry(entry.seat, Hidden())
    elif entry.automatic and entry.seat not in (CHANCE, seat) and game.hides_choice():
        entry = Entry(entry.seat, entry.answer)
    events = game.events_for(line.events, seat)
    return line if entry is line.entry and events is line.events else Line(line.question, entry, events)
