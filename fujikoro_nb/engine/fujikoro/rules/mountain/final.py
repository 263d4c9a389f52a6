"""Chapter "final": the countdown, and what each of its spaces brings."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Reward
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.components import CountdownStep
from fujikoro_nb.engine.fujikoro.modes import ROPE
from fujikoro_nb.engine.fujikoro.rules.end import track_ended
from fujikoro_nb.engine.fujikoro.rules.mountain.eruption import erupt
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import (
    BIG,
    does_rope_wait,
    is_barred,
    is_central,
    leads_out,
    leave,
)
from fujikoro_nb.engine.kernel import Outcome, Seat, cites, event, push


def ahead(state: GameState) -> tuple[CountdownStep, ...]:
    """The spaces of the track that the token has not reached, the next one first."""
    return state.track[state.countdown :]


def steps_until(state: GameState, event: str, lava: int = 0) -> int:
    """Steps of the token until this happens, the step that brings it included; 0 where it has, or never does."""
    whats = [(step.event, step.lava) for step in ahead(state)]
    return whats.index((event, lava)) + 1 if (event, lava) in whats else 0


@cites("final.advance", "final.advance.foreign-turn", "final.advance.trigger-turn", "final.marker")
def moves_token(marker: int | None, seat: int, *, is_over: bool) -> bool:
    """Whether the end of this seat's turn moves the countdown token: the marker lies there, and the game goes on.

    final.advance.trigger-turn: the turn in which the points were made counts. final.advance.foreign-turn: only the
    own one does. An escaped player's turns count as well (escape.no-actions).
    """
    return marker == seat and not is_over


@cites("final.advance", "final.advance.foreign-turn", "final.advance.trigger-turn", "final.marker")
def rule_of_advance(marker: int, seat: int, *, round_of_play: int, came_in: tuple[int, int] | None) -> str:
    """Why the end of the marked player's turn moves the token next, in this seat's turn.

    ``came_in``: round and seat of the turn in which the points for the marker came, where the token has not moved
    since; then it matters whose turn that was. None where it has moved, or nobody knows.

    >>> rule_of_advance(1, 1, round_of_play=4, came_in=(4, 1)), rule_of_advance(1, 0, round_of_play=5, came_in=(4, 1))
    ('final.advance.trigger-turn', 'final.marker')
    """
    if came_in is not None and came_in[1] != marker:
        return "final.advance.foreign-turn"
    if came_in == (round_of_play, seat):
        return "final.advance.trigger-turn"
    return "final.advance" if marker == seat else "final.marker"


def step_at_end(state: GameState, seat: Seat) -> CountdownStep | None:
    """The space of the track that the end of this seat's turn brings; None where it moves no token."""
    if state.is_decided:
        return None
    if not moves_token(state.marker, seat, is_over=state.is_over):
        return None
    return next(iter(ahead(state)), None)


def advanced(state: GameState) -> GameState:
    """The state with the token one space further; what that space brings has not happened yet."""
    return msgspec.structs.replace(state, countdown=state.countdown + 1)


@cites("final.advance")
def turns_before_end(seat: int, *, now: int, marker: int, left: int, players: int) -> int:
    """Own turns of a seat until the token has gone the ``left`` spaces, the one of ``now`` that goes on included.

    >>> [turns_before_end(seat, now=1, marker=2, left=1, players=3) for seat in range(3)]
    [0, 1, 1]
    """
    last = (marker - now) % players + (left - 1) * players
    own = (seat - now) % players
    return 0 if own > last else 1 + (last - own) // players


@cites("final.event.blank")
def count_down(state: GameState, seat: Seat) -> Outcome[GameState]:
    """The end of this seat's turn: the token advances if it does now, and its space's event happens."""
    step = step_at_end(state, seat)
    if step is None:
        return state, ()
    state = advanced(state)
    moved = event("token-advances", "final.advance", seat=int(seat), space=state.countdown)
    state, events = brought(state, step, seat)
    return state, (moved, *events)


def brought(state: GameState, step: CountdownStep, seat: Seat) -> Outcome[GameState]:
    """What a space of the track brings when the token reaches it, in this seat's turn or before it."""
    match step.event:
        case "lava":
            return erupt(state, step.lava)
        case "rope":
            return _rope_arrives(state, seat)
        case "blank":
            return state, (event("nothing-happens", "final.event.blank"),)
        case _:
            state, events = track_ended(state)
            return state, (event("end-reached", "final.event.end"), *events)


def _rope_arrives(state: GameState, seat: Seat) -> Outcome[GameState]:
    """The rope lies on the central tile; at some tables it takes at once who stands there."""
    arrived = event("rope-arrives", "final.event.rope")
    if does_rope_wait(state.rulings, state.plot.rope_switch) or not leads_out(state, ROPE):
        return state, (arrived,)
    if is_barred(state):
        return state, (arrived,)
    there = [
        other
        for other in state.in_turn_order(seat)
        if state.is_conscious(other) and is_central(state.samurai[other].space)
    ]
    if seat in there and not state.plot.leaves_later:
        state = push(
            state, Reward(seat)
        )  # bonus.one-per-turn: it is still this seat's turn that brought the rope
    state, events = leave(state, there, BIG)
    return state, (arrived, *events)
