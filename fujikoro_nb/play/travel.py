"""The answers of people in the log: undo and redo from one to another, over bots and dice, and which was the last."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from fujikoro_nb.engine.kernel import CHANCE, Entry, Line, Question
from fujikoro_nb.play.seats import GameSession, Table

__all__ = ["Way", "go", "last_answered", "way_back", "way_forward"]

IsAsked = Callable[[Question], bool]
"""Whether a person at this device answers a question."""


class Way(msgspec.Struct, frozen=True):
    """So many undos or redos, the answer that they are about, and whether a roll or a reveal lies on the way."""

    steps: int
    entry: Entry
    is_fork: bool


def way_back(session: GameSession, is_asked: IsAsked) -> Way | None:
    """To the last question that a person answered; None when there was none."""
    other, steps, is_fork = session.fork(), 0, False
    while (undone := other.undo()) is not None:
        steps += 1
        is_fork = is_fork or undone.is_fork
        question = other.question
        if question is not None and is_asked(question):
            return Way(steps, undone.entry, is_fork)
    return None


def way_forward(session: GameSession, is_asked: IsAsked) -> Way | None:
    """To the next question of a person, or to the last one that is known; None when nothing was undone."""
    first = session.redoable
    if first is None:
        return None
    steps = 0
    while session.redo() is not None:
        steps += 1
        question = session.question
        if question is not None and is_asked(question):
            break
    for _ in range(steps):
        session.undo()
    return Way(steps, first.entry, first.is_fork)


def go(session: GameSession, way: Way, *, is_back: bool) -> None:
    """Undo or redo along a way."""
    for _ in range(way.steps):
        if is_back:
            session.undo()
        else:
            session.redo()


def last_answered(lines: Sequence[Line], table: Table) -> int:
    """The number of the last line that somebody at this device answered, dice and draws included; 0 where none did.

    Where only bots play it is the last action that one of them chose.
    """
    for number in range(len(lines) - 1, -1, -1):
        line = lines[number]
        if line.entry.automatic:
            continue
        if not table.persons:
            is_own = line.question.kind == "act"
        elif line.entry.seat == CHANCE:
            is_own = not table.deals(line.question)
        else:
            is_own = not table.asks_bot(line.question)
        if is_own:
            return number
    return 0
