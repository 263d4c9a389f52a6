"""The agenda: a stack of named frames (game, turn, action, ...); its top asks the pending question."""

from __future__ import annotations

from typing import TypeVar

import msgspec


class Frame(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Base of all frames. A frame holds what its questions need to remember, nothing that stands elsewhere."""

    @property
    def name(self) -> str:
        """The frame's name: its class name, which is also its tag in JSON."""
        return type(self).__name__


class State(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Base of every game's state: frozen, tuples inside, so an old state stays valid for undo and what-if.

    ``gc=False`` here and in what states, answers, events and logs are made of: frozen structs of tuples hold no
    cycles, and Python's collector would look through a whole long log again and again.
    """

    agenda: tuple[Frame, ...] = ()


S = TypeVar("S", bound=State)


def top(state: State) -> Frame | None:
    """The frame that asks, or None when the agenda is empty and the game is over."""
    return state.agenda[-1] if state.agenda else None


def push(state: S, *frames: Frame) -> S:
    """Put frames on the agenda; the last one asks first."""
    return msgspec.structs.replace(state, agenda=state.agenda + frames) if frames else state


def replace_top(state: S, frame: Frame, *above: Frame) -> S:
    """The top frame with new contents, and frames above it; the last one asks first."""
    return msgspec.structs.replace(state, agenda=(*state.agenda[:-1], frame, *above))


def close_top(state: S) -> S:
    """Take the top frame off; its exit effect is run by the game (`Game.close`)."""
    return msgspec.structs.replace(state, agenda=state.agenda[:-1])
