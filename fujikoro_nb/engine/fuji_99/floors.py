"""Moving the Movement token: floors, the cubes on two of them, and the end."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fuji_99.components import GOAL, MILESTONES, Cubes
from fujikoro_nb.engine.fuji_99.state import Fuji99, Player
from fujikoro_nb.engine.kernel import Event, Seat, cites, event


@cites("fuji99.end.overshoot", "fuji99.move.sharing-floor", "fuji99.component.movement-name")
def advanced(state: Fuji99, seat: Seat, floor: int) -> tuple[Fuji99, tuple[Event, ...]]:
    """The token on this floor, or on the goal before it, with the cubes it passes taken; the goal wins at once."""
    floor = min(floor, GOAL)
    state, events = _milestones(state, seat, floor)
    state = msgspec.structs.replace(state, movement=floor)
    if floor < GOAL:
        return state, events
    state = msgspec.structs.replace(state, winner=seat)
    book = state.players[seat].book
    return state, (*events, event("won", "fuji99.end.reach-ninety-nine", seat=int(seat), book=book))


@cites("fuji99.move.milestone-by-effect", "fuji99.move.milestone-kept-on-bust")
def _milestones(state: Fuji99, seat: Seat, floor: int) -> tuple[Fuji99, tuple[Event, ...]]:
    player: Player = state.players[seat]
    events: list[Event] = []
    taken, lying = list(player.taken), list(state.milestones)
    for at, place in enumerate(MILESTONES):
        if state.movement < place <= floor and not taken[at]:
            taken[at] = True
            lying[at] -= 1
            player = msgspec.structs.replace(player, bag=player.bag + Cubes(yellow=1))
            events.append(event("milestone", "fuji99.move.milestones", seat=int(seat), floor=place))
    if not events:
        return state, ()
    player = msgspec.structs.replace(player, taken=(taken[0], taken[1]))
    state = msgspec.structs.replace(state.with_player(seat, player), milestones=(lying[0], lying[1]))
    return state, tuple(events)
