"""A game on the kernel: check, options and step over a frozen state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

from fujikoro_nb.engine.kernel.agenda import Frame, close_top, top
from fujikoro_nb.engine.kernel.cited import Event, Refusal, refuse
from fujikoro_nb.engine.kernel.errors import Illegal
from fujikoro_nb.engine.kernel.options import Options
from fujikoro_nb.engine.kernel.question import Answer, Question


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every game's state: frozen, tuples inside, so an old state stays valid for undo and what-if."""

    agenda: tuple[Frame, ...] = ()


S = TypeVar("S", bound=State)

Outcome = tuple[S, tuple[Event, ...]]
"""A new state and what happened on the way."""


class Step(msgspec.Struct, Generic[S], frozen=True):
    """Result of one answer: the state with the next pending question, and all events up to there."""

    state: S
    events: tuple[Event, ...]


class FrameRules(Generic[S]):
    """The rules of one kind of frame. ``frame`` is always the top of the agenda."""

    def question(self, state: S, frame: Any) -> Question | None:
        """The question to ask now, or None when the frame can go on by itself."""
        return None

    def check(self, state: S, frame: Any, answer: Answer) -> Refusal | None:
        """Nothing, or why this answer is refused."""
        raise NotImplementedError

    def options(self, state: S, frame: Any) -> Options:
        """The answers to the frame's question, made when it surfaces."""
        raise NotImplementedError

    def answered(self, state: S, frame: Any, answer: Answer) -> Outcome[S]:
        """The effect of a checked answer."""
        raise NotImplementedError

    def advance(self, state: S, frame: Any) -> Outcome[S] | None:
        """What happens without a question; None closes the frame."""
        return None

    def closed(self, state: S, frame: Any) -> Outcome[S]:
        """The frame's one exit effect, run after it has left the agenda, on normal and on unwound exit."""
        return state, ()


class Game(Generic[S]):
    """Frame names to their rules. Everything a caller needs: question, check, options, step.

    ``unasked`` is the rule that an answer breaks when no question is pending.
    """

    def __init__(self, frames: Mapping[type[Frame], FrameRules[S]], *, unasked: str) -> None:
        self._unasked = unasked
        self._rules = {frame.__name__: rules for frame, rules in frames.items()}

    def start(self, state: S) -> Step[S]:
        """Run a fresh state up to its first question."""
        return self._settle(state, ())

    def question(self, state: S) -> Question | None:
        """The one pending question, or None when the game is over."""
        frame = top(state)
        return None if frame is None else self._rules[frame.name].question(state, frame)

    def check(self, state: S, answer: Answer) -> Refusal | None:
        """Nothing, or the refusal. The one definition of legality."""
        frame = top(state)
        if frame is None or self.question(state) is None:
            return refuse(self._unasked, "nothing-asked")
        return self._rules[frame.name].check(state, frame, answer)

    def options(self, state: S) -> Options:
        """The answers to the pending question; the state must have one."""
        frame = top(state)
        assert frame is not None, "options of a finished game"
        return self._rules[frame.name].options(state, frame)

    def step(self, state: S, answer: Answer) -> Step[S]:
        """The state after a legal answer and the events on the way. Raises Illegal with the refusal."""
        refusal = self.check(state, answer)
        if refusal is not None:
            raise Illegal(refusal)
        frame = top(state)
        assert frame is not None, "check refuses every answer to a finished game"
        return self._settle(*self._rules[frame.name].answered(state, frame, answer))

    def close(self, state: S) -> Outcome[S]:
        """Close the top frame and run its exit effect."""
        frame = top(state)
        assert frame is not None, "close on an empty agenda"
        return self._rules[frame.name].closed(close_top(state), frame)

    def unwind_to(self, state: S, name: str) -> Outcome[S]:
        """Close every frame above the innermost frame called ``name``, innermost first, each with its exit effect.

        An exit effect may push frames of its own (a question at the end of an action); they are left on top.
        """
        names = [frame.name for frame in state.agenda]
        keep = len(names) - names[::-1].index(name)
        doomed, kept = state.agenda[keep:], state.agenda[:keep]
        state = msgspec.structs.replace(state, agenda=kept)
        events: tuple[Event, ...] = ()
        for frame in reversed(doomed):
            state, more = self._rules[frame.name].closed(state, frame)
            events += more
        return state, events

    def _settle(self, state: S, events: tuple[Event, ...]) -> Step[S]:
        """Let frames go on by themselves until one asks or none is left."""
        while (frame := top(state)) is not None:
            rules = self._rules[frame.name]
            if rules.question(state, frame) is not None:
                break
            outcome = rules.advance(state, frame)
            state, more = self.close(state) if outcome is None else outcome
            events += more
        return Step(state, events)
