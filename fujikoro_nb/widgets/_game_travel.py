"""Undo and redo for people: from one question that a person answers to another, over bots and dice."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from fujikoro_nb.engine.kernel import Entry, Question
from fujikoro_nb.widgets._game_table import GameSession

__all__ = ["Way", "go", "way_back", "way_forward"]

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
