"""The log: every answer in order. The log is the truth; a state is what replaying it gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Generic, TypeVar

import msgspec

from fujikoro_nb.engine.kernel.agenda import State
from fujikoro_nb.engine.kernel.cited import Event
from fujikoro_nb.engine.kernel.game import MOST_BY_ITSELF, Game
from fujikoro_nb.engine.kernel.question import Answer, Question, Seat

S = TypeVar("S", bound=State)


class Entry(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One answer: who gave it, and whether it was forced and therefore given by the engine."""

    seat: Seat
    answer: Answer
    automatic: bool = False


class Line(msgspec.Struct, frozen=True, gc=False):
    """One entry as a reader of the log sees it: the question, the answer and what happened then."""

    question: Question
    entry: Entry
    events: tuple[Event, ...]


def answer_with(
    game: Game[S],
    state: S,
    answer: Answer,
    *,
    deal: Callable[[S, Sequence[Line]], Answer | None] | None = None,
) -> tuple[S, tuple[Line, ...]]:
    """The state after an answer and all that follows by itself, one line an answer. Raises Illegal.

    A question with exactly one legal answer is answered automatically. ``deal`` may answer others: it is given
    the state and the lines so far, and says None where somebody has to be asked.
    """
    question = game.question(state)
    lines: list[Line] = []
    automatic = False
    for _ in range(MOST_BY_ITSELF):
        step = game.step(state, answer)
        assert question is not None, "step refuses an answer to a finished game"
        lines.append(Line(question, Entry(question.seat, answer, automatic), step.events))
        state = step.state
        question = game.question(state)
        if question is None:
            return state, tuple(lines)
        follows = _forced(game, state)
        automatic = follows is not None
        if follows is None and deal is not None:
            follows = deal(state, lines)
        if follows is None:
            return state, tuple(lines)
        answer = follows
    raise AssertionError(f"forced answers without end, asked by {state.agenda[-1].name}")


def _forced(game: Game[S], state: S) -> Answer | None:
    """The one legal answer, or None when there are more."""
    options = game.options(state)
    if not options.is_complete:
        return None
    first = tuple(islice(options, 2))  # whether there is a second one is all that matters
    return first[0] if len(first) == 1 else None


class Record(msgspec.Struct, Generic[S], frozen=True, forbid_unknown_fields=True):
    """A beginning and the answers given since. Frozen: undo is a shorter record.

    A record holds no states, so playing on replays it all; who plays keeps a `Session`.
    """

    start: S
    entries: tuple[Entry, ...] = ()

    def play(self, game: Game[S], answer: Answer) -> tuple[Record[S], tuple[Event, ...]]:
        """The record with this answer and every forced answer after it, and all events. Raises Illegal."""
        state, _ = self.replay(game)
        _, lines = answer_with(game, state, answer)
        events = tuple(happened for line in lines for happened in line.events)
        entries = (*self.entries, *(line.entry for line in lines))
        return msgspec.structs.replace(self, entries=entries), events

    def replay(self, game: Game[S]) -> tuple[S, tuple[Event, ...]]:
        """The state that the log leads to, and every event on the way."""
        step = game.start(self.start)
        events = list(step.events)
        for entry in self.entries:
            step = game.step(step.state, entry.answer)
            events += step.events
        return step.state, tuple(events)

    def undo(self) -> Record[S]:
        """The record without the last answer a person gave and what it forced."""
        entries = list(self.entries)
        while entries and entries.pop().automatic:
            pass
        return msgspec.structs.replace(self, entries=tuple(entries))
