"""Chapter "final": the countdown, and what each of its spaces brings."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.rules.eruption import erupt
from fujikoro_nb.engine.fujikoro.rules.escape import BIG, is_central, leave
from fujikoro_nb.engine.fujikoro.rules.play import Reward
from fujikoro_nb.engine.fujikoro.rules.realm import GameState
from fujikoro_nb.engine.kernel import Event, Outcome, Seat, cites, event, push


@cites(
    "final.advance",
    "final.advance.foreign-turn",
    "final.advance.trigger-turn",
    "final.event.blank",
    "final.marker",
)
def count_down(state: GameState, seat: Seat) -> Outcome[GameState]:
    """The end of this seat's turn: the token advances if the marker lies there, and its space's event happens.

    final.advance.trigger-turn: the turn in which the points were made counts. final.advance.foreign-turn: only the
    own one does. An escaped player's turns count as well (escape.no-actions).
    """
    if state.marker != seat or state.is_over:
        return state, ()
    step = state.charts.track[state.countdown]
    state = msgspec.structs.replace(state, countdown=state.countdown + 1)
    advanced = event("token-advances", "final.advance", seat=int(seat), space=state.countdown)
    events: tuple[Event, ...] = ()
    match step.event:
        case "lava":
            state, events = erupt(state, step.lava)
        case "rope":
            state, events = _rope_arrives(state, seat)
        case "blank":
            events = (event("nothing-happens", "final.event.blank"),)
        case _:
            events = (event("end-reached", "final.event.end"),)
    return state, (advanced, *events)


@cites("escape.rope.not-on-placement")
def _rope_arrives(state: GameState, seat: Seat) -> Outcome[GameState]:
    """The rope lies on the central tile; at some tables it takes at once who stands there."""
    arrived = event("rope-arrives", "final.event.rope")
    if state.rulings.reading("escape.rope.not-on-placement") == "own-turn":
        return state, (arrived,)
    there = [
        other
        for other in state.in_turn_order(seat)
        if state.is_conscious(other) and is_central(state.samurai[other].space)
    ]
    if seat in there:
        state = push(
            state, Reward(seat)
        )  # bonus.one-per-turn: it is still this seat's turn that brought the rope
    state, events = leave(state, there, BIG)
    return state, (arrived, *events)
