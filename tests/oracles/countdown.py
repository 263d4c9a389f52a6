"""The Final Chapter: what starts it, what each advance brings, who leaves the mountain when a turn ends."""

from __future__ import annotations

from typing import Any

from tests.oracles.mountain import Position, face, is_fixed, place_of, with_player
from tests.oracles.readings import reading

HOUSE_TRACK = [1, 2, 3, "rope", 4, 5, "blank", "end"]
"""final.track.length: these eight; their order on the board is content."""

THIRTY = 30


def turn_order(seats: int, first: int) -> list[int]:
    """turn.order: clockwise."""
    return [(first + turns) % seats for turns in range(seats)]


def marker_after(marker: int | None, points: list[int], active: int) -> int | None:
    """Who has the marker once these points stand on the track.

    final.trigger, final.trigger.once, and final.trigger.simultaneous: the first in turn order from the active player.
    """
    if marker is not None:
        return marker
    for seat in turn_order(len(points), active):
        if points[seat] >= THIRTY:
            return seat
    return None


def advance(position: Position) -> tuple[Position, Any]:
    """One advance and what it brings: a lava number, rope, blank or end; `eruption.erupt` lays the lava.

    final.advance, final.event.rope, final.event.blank, final.event.end.
    """
    event = position["track"][position["countdown"]]
    now = {**position, "countdown": position["countdown"] + 1}
    if event == "rope":
        now["rope"] = True
    if event == "end":
        now["over"] = True
    return now, event


def does_advance(position: Position, seat: int) -> bool:
    """Whether the end of this seat's turn moves the token.

    final.marker, final.advance.trigger-turn, final.advance.foreign-turn: the marked player's turn ends do, from the
    turn of the trigger on, after an escape as well (escape.no-actions).
    """
    return position["marker"] == seat and not position["over"]


def way_out(position: Position, seat: int, **readings: Any) -> str | None:
    """The palace that this player reaches by ending the own turn here: big, small or none."""
    player = position["players"][seat]
    space = player["space"]
    if space is None or not player["conscious"]:  # escape.conscious
        return None
    if space == "centre":  # escape.rope
        return "big" if position["rope"] else None
    if is_fixed(space):
        return None
    if reading(readings, "secret_exit") == "space":  # escape.secret
        is_exit = face(position, space) == "X"
    else:
        is_exit = "X" in position["tiles"][place_of(space)]
    if reading(readings, "secret_exit_when") == "final-chapter":  # escape.secret.final-only
        is_exit = is_exit and position["marker"] is not None
    return "small" if is_exit else None


def leave(position: Position, seat: int, palace: str) -> Position:
    """escape.no-actions, escape.order-recorded: no figure on the map any more, and the place in the order."""
    gone = [player for player in position["players"] if player["escaped"] is not None]
    return with_player(position, seat, space=None, palace=palace, escaped=len(gone) + 1)


def end_turn(
    position: Position, seat: int, *, wants_to_leave: bool = True, **readings: Any
) -> tuple[Position, Any]:
    """The end of one player's turn: first the escape, then the countdown, which brings its event.

    escape.mandatory; escape.rope.not-on-placement: the rope comes when the turn is over.
    """
    palace = way_out(position, seat, **readings)
    if palace and (wants_to_leave or reading(readings, "escape") == "automatic"):
        position = leave(position, seat, palace)
    event = None
    if does_advance(position, seat):
        position, event = advance(position)
    if event == "rope" and reading(readings, "rope_escape") == "on-placement":
        for other in turn_order(len(position["players"]), seat):
            player = position["players"][other]
            if player["space"] == "centre" and player["conscious"]:
                position = leave(position, other, "big")
    return position, event


def begin_turn(position: Position, seat: int) -> Position:
    """turn.wake-up; bonus.one-per-turn counts anew."""
    awake = with_player(position, seat, conscious=True)
    return {**awake, "active": seat, "claimed_this_turn": False}
