"""Windows: the moments at which seats may interject what is usable "at any time".

A rule opens a window by name; the seats are asked one by one in turn order, each only while it holds something
usable there. When nobody does, nobody is asked and the window closes by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeVar

import msgspec

from fujikoro_nb.engine.kernel.agenda import Frame, State, push, replace_top
from fujikoro_nb.engine.kernel.cited import Refusal, refuse
from fujikoro_nb.engine.kernel.game import FrameRules, Outcome
from fujikoro_nb.engine.kernel.options import Complete, Joined, Options
from fujikoro_nb.engine.kernel.question import Answer, Question, Seat

S = TypeVar("S", bound=State)

Moment = Annotated[str, msgspec.Meta(max_length=80)]
"""The name that a rule gives to one kind of window, such as ``after-roll``."""


class Window(Frame, frozen=True):
    """An open window; ``waiting`` are the seats still to be asked, the next one first."""

    moment: Moment
    waiting: tuple[Seat, ...]


class Pass(Answer, frozen=True):
    """Nothing here; the next window asks again."""


class NotBefore(Answer, frozen=True):
    """Nothing here, and no question in any window before the next one of this name."""

    moment: Moment


class Quiet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that has answered `NotBefore`: no window asks it until one called ``until`` opens."""

    seat: Seat
    until: Moment


def awake(quiet: tuple[Quiet, ...], moment: str) -> tuple[Quiet, ...]:
    """Who stays quiet when a window of this name opens; whoever waited for it does not."""
    return tuple(each for each in quiet if each.until != moment)


class WindowRules(FrameRules[S]):
    """The rules of every window of a game, which says four things: uses, used, quiet and with_quiet.

    ``rule`` is cited by questions and refusals, ``moments`` are the names of all windows in the order of play.
    After a use the same seat is asked again while it still holds something usable.
    """

    rule: str
    moments: tuple[str, ...]

    def uses(self, state: S, seat: Seat, moment: str) -> Options:
        """What this seat can use in this window."""
        raise NotImplementedError

    def used(self, state: S, frame: Window, seat: Seat, answer: Answer) -> Outcome[S]:
        """The effect of a use. The window is still on top; an effect that asks pushes its frame above it."""
        raise NotImplementedError

    def quiet(self, state: S) -> tuple[Quiet, ...]:
        """Which seats are not to be asked for now: kept in the state, because questions depend on it."""
        raise NotImplementedError

    def with_quiet(self, state: S, quiet: tuple[Quiet, ...]) -> S:
        """The state with other quiet seats."""
        raise NotImplementedError

    def opened(self, state: S, moment: str, order: Iterable[Seat]) -> S:
        """The state with this window on top of the agenda; whoever waited for it is no longer quiet."""
        assert moment in self.moments, f"no window {moment}"
        quiet = self.quiet(state)
        still = awake(quiet, moment)
        if still != quiet:
            state = self.with_quiet(state, still)
        return push(state, Window(moment, tuple(order)))

    def question(self, state: S, frame: Window) -> Question | None:
        """The next seat's, if it holds something and has not asked for quiet."""
        if not frame.waiting:
            return None
        seat = frame.waiting[0]
        if any(each.seat == seat for each in self.quiet(state)):
            return None
        if next(iter(self.uses(state, seat, frame.moment)), None) is None:
            return None
        return Question(seat, "window", self.rule, frame.name, (("moment", frame.moment),))

    def check(self, state: S, frame: Window, answer: Answer) -> Refusal | None:
        """Passing is always legal."""
        match answer:
            case Pass():
                return None
            case NotBefore(moment=moment):
                is_another = moment in self.moments and moment != frame.moment
                return None if is_another else refuse(self.rule, "no-window", moment=moment)
            case _:
                return self.check_use(state, frame.waiting[0], frame.moment, answer)

    def check_use(self, state: S, seat: Seat, moment: str, answer: Answer) -> Refusal | None:
        """Nothing, or why this seat cannot use this now."""
        return None if answer in self.uses(state, seat, moment) else refuse(self.rule, "not-usable")

    def options(self, state: S, frame: Window) -> Options:
        """The uses, passing, and quiet until another window."""
        later = [NotBefore(moment) for moment in self.moments if moment != frame.moment]
        return Joined(self.uses(state, frame.waiting[0], frame.moment), Complete([Pass(), *later]))

    def answered(self, state: S, frame: Window, answer: Answer) -> Outcome[S]:
        """A use has its effect, everything else lets the next seat be asked."""
        seat = frame.waiting[0]
        match answer:
            case Pass():
                pass
            case NotBefore(moment=moment):
                state = self.with_quiet(state, (*self.quiet(state), Quiet(seat, moment)))
            case _:
                return self.used(state, frame, seat, answer)
        return self._next(state, frame), ()

    def advance(self, state: S, frame: Window) -> Outcome[S] | None:
        """Whoever holds nothing is passed over; after the last seat the window closes."""
        return (self._next(state, frame), ()) if len(frame.waiting) > 1 else None

    def _next(self, state: S, frame: Window) -> S:
        return replace_top(state, msgspec.structs.replace(frame, waiting=frame.waiting[1:]))
