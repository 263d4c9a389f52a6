"""A game on the kernel: check, options and step over a frozen state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from fujikoro_nb.engine.kernel.agenda import Frame, State, close_top, push, top
from fujikoro_nb.engine.kernel.cited import Event, Refusal, refuse
from fujikoro_nb.engine.kernel.decoding import decoder
from fujikoro_nb.engine.kernel.errors import Illegal, Unreadable
from fujikoro_nb.engine.kernel.options import Complete, Options
from fujikoro_nb.engine.kernel.question import Answer, Question, Seat
from fujikoro_nb.engine.kernel.worlds import OneWorld, Worlds

MOST_BY_ITSELF = 10_000
"""A game that goes on so often without asking anybody will never ask: a fault of its rules."""


S = TypeVar("S", bound=State)

Outcome = tuple[S, tuple[Event, ...]]
"""A new state and what happened on the way."""


class Step(msgspec.Struct, Generic[S], frozen=True, gc=False):
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

    ``unasked`` is the rule that an answer breaks when no question is pending. A game that can be saved also says
    its ``name``, its rules' ``version`` (another one whenever an old log may be judged otherwise), and the types
    of its ``state`` and of its ``answers``, a union. The methods from `view_for` on are there to be overridden.

    Everybody asks about the state that has just come about: its question and its options are made once and kept
    until somebody asks about another state. That is seen by nobody, because states are frozen.
    """

    def __init__(
        self,
        frames: Mapping[type[Frame], FrameRules[S]],
        *,
        unasked: str,
        name: str = "",
        version: int = 1,
        state: type[S] | None = None,
        answers: Any = None,
    ) -> None:
        self._unasked = unasked
        self._rules: dict[type[Frame], FrameRules[S]] = dict(frames)
        self.name = name
        self.version = version
        self.state_type = state
        self.answer_types = answers
        self._asked: tuple[S | None, Question | None] = (None, None)
        self._listed: tuple[S | None, Options] = (None, Complete(()))

    def start(self, state: S) -> Step[S]:
        """Run a fresh state up to its first question."""
        return self._settle(state, ())

    def question(self, state: S) -> Question | None:
        """The one pending question, or None when the game is over."""
        last, asked = self._asked
        if last is state:
            return asked
        asked = None
        if state.agenda:
            frame = state.agenda[-1]
            asked = self._rules[type(frame)].question(state, frame)
        self._asked = (state, asked)
        return asked

    def check(self, state: S, answer: Answer) -> Refusal | None:
        """Nothing, or the refusal. The one definition of legality."""
        frame = top(state)
        if frame is None or self.question(state) is None:
            return refuse(self._unasked, "nothing-asked")
        return self._rules[type(frame)].check(state, frame, answer)

    def options(self, state: S) -> Options:
        """The answers to the pending question; the state must have one."""
        last, listed = self._listed
        if last is not state:
            frame = top(state)
            assert frame is not None, "options of a finished game"
            listed = self._rules[type(frame)].options(state, frame)
            self._listed = (state, listed)
        return listed

    def step(self, state: S, answer: Answer) -> Step[S]:
        """The state after a legal answer and the events on the way. Raises Illegal with the refusal.

        An answer that the kept options of this state handed out was judged when they were made; every other one, also
        an equal one, is checked.
        """
        last, listed = self._listed
        if last is not state or not listed.has_made(answer):
            refusal = self.check(state, answer)
            if refusal is not None:
                raise Illegal(refusal)
        frame = state.agenda[-1]  # there is one: `check` refuses every answer to a finished game
        return self._settle(*self._rules[type(frame)].answered(state, frame, answer))

    def close(self, state: S) -> Outcome[S]:
        """Close the top frame and run its exit effect."""
        frame = top(state)
        assert frame is not None, "close on an empty agenda"
        return self._rules[type(frame)].closed(close_top(state), frame)

    def unwind_to(self, state: S, name: str) -> Outcome[S]:
        """Close every frame above the innermost frame called ``name``, innermost first, each with its exit effect.

        An exit effect sees the frames below its own, as on a normal exit. Frames that it pushes (a question at the
        end of an action) are not closed: they stay on top, those of inner frames asking first.
        """
        names = [frame.name for frame in state.agenda]
        keep = len(names) - names[::-1].index(name)
        events: tuple[Event, ...] = ()
        pushed: tuple[Frame, ...] = ()
        while (depth := len(state.agenda) - 1) >= keep:
            state, more = self.close(state)
            events += more
            pushed = state.agenda[depth:] + pushed
            state = msgspec.structs.replace(state, agenda=state.agenda[:depth])
        return (push(state, *pushed) if pushed else state), events

    def end(self, state: S) -> Outcome[S]:
        """The game is over: every frame is dropped, innermost first, each with its exit effect; nobody is asked."""
        events: tuple[Event, ...] = ()
        for _ in range(MOST_BY_ITSELF):
            if top(state) is None:
                return state, events
            state, more = self.close(state)
            events += more
        raise AssertionError(f"exit effects push frames without end, such as {state.agenda[-1].name}")

    def is_decided(self, state: S) -> bool:
        """Whether the game is over though frames are open: they are dropped as by `end`, and nobody is asked.

        Asked before each question and each step that goes by itself, where `may_be_decided`, so it has to be quick.
        An exit effect that would change a finished game asks it as well.
        """
        return False

    def may_be_decided(self, state: S) -> bool:
        """Whether what follows the next answer may decide such a game; asked once an answer."""
        return True

    def view_for(self, state: S, seat: Seat) -> Any:
        """What this seat may see: the whole state, unless the game hides something."""
        return state

    def is_hidden(self, question: Question, seat: Seat) -> bool:
        """Whether this seat must not read what was answered to this question; asked for every line of a log."""
        return False

    def hides_choice(self) -> bool:
        """Whether nobody may read that an answer was forced: it tells what a closed hand does not hold."""
        return False

    def events_for(self, events: tuple[Event, ...], seat: Seat) -> tuple[Event, ...]:
        """What this seat sees of what happened."""
        return events

    def reveals(self, question: Question) -> bool:
        """Whether a person's answer to it shows somebody what lay hidden: taken back, the game is another one."""
        return False

    def worlds(self, view: Any) -> Worlds[S]:
        """Every state that a seat's view leaves open, by what the log proves. Only the view is asked."""
        return OneWorld(view)

    def is_sound(self, state: S) -> bool:
        """Whether a state that was read from outside can be played at all; asked before any rule sees it."""
        return True

    def is_played_by(self, state: S, rulings: Iterable[tuple[str, str]]) -> bool:
        """Whether these (switch, reading) pairs, which a save tells its reader, are those that the state plays by."""
        return True

    def to_text(self, answer: Answer) -> str:
        """An answer's short text form: its JSON, unless the game knows a shorter one."""
        return msgspec.json.encode(answer).decode()

    def from_text(self, text: str) -> Answer:
        """The answer that a short text form stands for. Raises Unreadable."""
        assert self.answer_types is not None, "a game that reads answers says their types"
        try:
            answer: Answer = decoder(self.answer_types).decode(text.encode("utf-8", "replace"))
        except (msgspec.DecodeError, RecursionError):
            raise Unreadable("no-answer", text, 0) from None
        return answer

    def _settle(self, state: S, events: tuple[Event, ...]) -> Step[S]:
        """Let frames go on by themselves until one asks or none is left."""
        is_decided, every = self.is_decided, self._rules
        may_be_decided = self.may_be_decided(state)
        for _ in range(MOST_BY_ITSELF):
            agenda = state.agenda
            if not agenda:
                return Step(state, events)
            if may_be_decided and is_decided(state):
                state, more = self.end(state)
                return Step(state, events + more)
            frame = agenda[-1]
            rules = every[type(frame)]
            asked = rules.question(state, frame)
            if asked is not None:
                self._asked = (state, asked)
                return Step(state, events)
            before = state
            outcome = rules.advance(state, frame)
            if outcome is None:
                state, more = rules.closed(close_top(state), frame)
            else:
                state, more = outcome
            assert state.agenda != agenda or state != before, f"{frame.name} goes on without a change"
            if more:
                events += more
        raise AssertionError(f"{state.agenda[-1].name} goes on without end")
