"""The moments of a game: what was asked, by which state, in whose which turn, and what came of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fujikoro_nb.bots.driver import begun_turns
from fujikoro_nb.bots.planner.plans import BETWEEN
from fujikoro_nb.bots.planner.rollout import Part
from fujikoro_nb.engine.fujikoro.asked.game import Act, Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Line, Seat, Session

MOVE = "move"
WALK = "walk"


class Moment(msgspec.Struct, frozen=True):
    """One line of the log with the states around it.

    ``turn`` counts the turns of the seat that is looked at: what others do after one belongs to it until the next one
    begins, and what comes before the first one to that.
    """

    at: int
    turn: int
    before: GameState
    line: Line
    after: GameState


def moments_of(session: Session[Any], seat: Seat) -> tuple[Moment, ...]:
    """All lines of a game, the first one first; forced answers are among them."""
    game = session.game
    state = game.start(session.record.start).state
    under_way = [frame for frame in state.agenda if isinstance(frame, Turn)]
    turn, found = int(bool(under_way) and under_way[-1].seat == seat), []
    for at, line in enumerate(session.lines):
        after = game.step(state, line.entry.answer).state
        found.append(Moment(at, max(1, turn), state, line, after))
        turn += sum(("seat", int(seat)) in event.data for event in begun_turns(line.events))
        state = after
    return tuple(found)


def taken(lines: Sequence[Line], at: int) -> tuple[Part, ...]:
    """What was answered there, as a plan has it: of a move with all answers up to its way, if nothing came between."""
    line = lines[at]
    parts: tuple[Part, ...] = (Part(line.question.kind, line.entry.answer),)
    if not (isinstance(line.entry.answer, Act) and line.entry.answer.field == MOVE):
        return parts
    following = parts
    for after in lines[at + 1 :]:
        question = after.question
        if question.seat != line.question.seat or question.kind not in (*BETWEEN, WALK):
            break
        following = (*following, Part(question.kind, after.entry.answer))
        if question.kind == WALK:
            return following
    return parts


def position_at(session: Session[Any], at: int) -> Session[Any]:
    """The same game taken back to before this line: to be saved, opened, or played on otherwise."""
    other = session.fork()
    while len(other.lines) > at and other.undo() is not None:
        pass
    other.unplayed = ()
    return other
