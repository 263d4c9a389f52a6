"""The log: every answer in order. The log is the truth; a state is what replaying it gives."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from fujikoro_nb.engine.kernel.cited import Event
from fujikoro_nb.engine.kernel.game import Game, State
from fujikoro_nb.engine.kernel.question import Answer, Seat

S = TypeVar("S", bound=State)


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer: who gave it, and whether it was forced and therefore given by the engine."""

    seat: Seat
    answer: Answer
    automatic: bool = False


class Record(msgspec.Struct, Generic[S], frozen=True, forbid_unknown_fields=True):
    """A beginning and the answers given since. Frozen: undo is a shorter record."""

    start: S
    entries: tuple[Entry, ...] = ()

    def play(self, game: Game[S], answer: Answer) -> tuple[Record[S], tuple[Event, ...]]:
        """The record with this answer and every forced answer after it, and all events. Raises Illegal."""
        state, events = self.replay(game)
        question = game.question(state)
        step = game.step(state, answer)
        assert question is not None, "step refuses an answer to a finished game"
        entries = [*self.entries, Entry(question.seat, answer)]
        events = step.events
        while (question := game.question(step.state)) is not None:
            options = game.options(step.state)
            if not options.is_complete or len(options) != 1:
                break
            forced = next(iter(options))
            step = game.step(step.state, forced)
            entries.append(Entry(question.seat, forced, automatic=True))
            events += step.events
        return msgspec.structs.replace(self, entries=tuple(entries)), events

    def replay(self, game: Game[S]) -> tuple[S, tuple[Event, ...]]:
        """The state that the log leads to, and every event on the way."""
        step = game.start(self.start)
        events = step.events
        for entry in self.entries:
            step = game.step(step.state, entry.answer)
            events += step.events
        return step.state, events

    def undo(self) -> Record[S]:
        """The record without the last answer a person gave and what it forced."""
        entries = list(self.entries)
        while entries and entries.pop().automatic:
            pass
        return msgspec.structs.replace(self, entries=tuple(entries))
