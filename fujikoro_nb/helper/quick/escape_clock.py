"""What drives the end that an escape has to forestall: a marked player's turns, or the rounds of a group."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Match, Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.group.rounds import (
    counted_on,
    last_of,
    rounds_left,
    seats_of_round,
)
from fujikoro_nb.engine.fujikoro.rules.mountain.final import (
    ahead,
    count_down,
    steps_until,
    turns_before_end,
)
from fujikoro_nb.engine.kernel import Frame, Seat


def runs(state: GameState) -> bool:
    """Whether the time of the samurai is counted: from the Final Chapter on, or in every round of a group."""
    party = state.party
    if party is None:
        return state.is_final_chapter
    return bool(party.round) and not party.outcome and rounds_left(state) is not None


def is_up(state: GameState) -> bool:
    """Whether there are no more turns."""
    return state.is_over if state.party is None else bool(state.party.outcome)


def turns_left(state: GameState, seat: Seat) -> int:
    """Own turns until the end, one going on included; 0 while nothing is counted, and after an escape."""
    if not runs(state) or not state.samurai[seat].is_on_map:
        return 0
    party, now = state.party, now_of(state)
    if party is not None:
        rounds = rounds_left(state)
        assert rounds is not None, "time runs"
        return rounds + (seat == now or seat in seats_of_round(state))
    assert state.marker is not None, "the countdown runs for a marked player"
    return turns_before_end(
        seat, now=now, marker=state.marker, left=steps_until(state, "end"), players=state.players
    )


def now_of(state: GameState) -> Seat:
    """Whose turn it is, or begins next."""
    turn = turn_of(state)
    if turn is not None:
        return turn.seat
    match = next(frame for frame in state.agenda if isinstance(frame, Match))
    waiting = seats_of_round(state)
    now = waiting[0] if waiting else match.following
    assert now is not None, "time is counted after the setup"
    return now


def turn_of(state: GameState) -> Turn | None:
    """The turn that is going on."""
    return next((frame for frame in reversed(state.agenda) if isinstance(frame, Turn)), None)


def before_own(state: GameState, seat: Seat) -> tuple[tuple[Seat, ...], bool]:
    """Whose turns come before the next own one, the one going on first; and whether the token advances before it."""
    if state.party is not None:
        waiting = seats_of_round(state)
        now = () if turn_of(state) is None else (now_of(state),)
        if seat in waiting:
            return (*now, *waiting[: waiting.index(seat)]), False
        order = state.in_turn_order(state.party.first)
        return (*now, *waiting, *order[: order.index(seat)]), True
    assert state.marker is not None, "the countdown runs for a marked player"
    order = state.in_turn_order(now_of(state))
    has_advance = order.index(state.marker) < order.index(seat)
    return order[: (order.index(state.marker) + 1 if has_advance else order.index(seat))], has_advance


def after_advance(state: GameState, seat: Seat) -> tuple[Seat, ...]:
    """Whose turns come between the token's advance and the own turn."""
    if state.party is not None:
        order = state.in_turn_order(state.party.first)
        return order[: order.index(seat)]
    assert state.marker is not None, "the countdown runs for a marked player"
    order = state.in_turn_order(state.marker)
    return order[1 : order.index(seat) or None]


def advanced(before: GameState) -> tuple[GameState, tuple[Frame, ...], int] | None:
    """The state after one advance, what is asked then, and which number erupts; None: that was the last one.

    The dragons of a group walk then as well: where they may be is told apart.
    """
    last = None if before.party is None else last_of(before)
    if before.party is None or last is None:
        assert before.marker is not None, "the countdown runs for a marked player"
        state, _ = count_down(before, before.marker)
    elif before.party.round >= last:
        return None
    else:
        state, _ = counted_on(before)
    step = ahead(before)[0] if state.countdown > before.countdown else None
    asked = state.agenda[len(before.agenda) :]
    return (
        msgspec.structs.replace(state, agenda=before.agenda),
        asked,
        0 if step is None else step.lava,
    )
