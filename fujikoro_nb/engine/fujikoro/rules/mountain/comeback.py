"""Who has left the mountain comes back: a dragon was revealed, in games in which that calls them."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.table_top import CENTRE
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, space, spaces_of
from fujikoro_nb.engine.fujikoro.components import SpaceKind
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import BIG, exits_of
from fujikoro_nb.engine.kernel import Event, Outcome, Seat, cites, event


@cites("scenario.5.competitive.return-on-reveal", "scenario.5.competitive.re-escape")
def called_back(state: GameState) -> Outcome[GameState]:
    """Everybody who is out stands where they left, in the order of their escapes; their points stay.

    Coming back is no move, so it meets nobody; the order of escapes forgets them.
    """
    if not state.plot.calls_back:
        return state, ()
    events: list[Event] = []
    for seat in sorted(range(state.players), key=lambda one: state.samurai[one].escape):
        samurai = state.samurai[seat]
        if samurai.palace:
            to = CENTRE if samurai.palace == BIG else _at_exit(state, Seat(seat))
            back = msgspec.structs.replace(samurai, space=to, palace="", escape=0)
            state = state.with_samurai(Seat(seat), back)
            events.append(event("comes-back", "scenario.5.competitive.return-on-reveal", seat=seat, space=to))
    return state, tuple(events)


def _at_exit(state: GameState, seat: Seat) -> SpaceId:
    """The space with the secret exit; where there is no room, or lava, the next one of its tile.

    No source says where who finds no room stands; six samurai find room on seven spaces unless lava covers them.
    """
    every = [one.id for place in exits_of(state) for one in spaces_of(place)]
    exits = [one for one in every if _face(state, one) == SpaceKind.EXIT]
    free = [one for one in (*exits, *every) if not state.is_lava(one) and state.has_room(one, for_seat=seat)]
    return (*free, *exits)[0]


def _face(state: GameState, at: SpaceId) -> SpaceKind:
    tile = state.tile_on(space(at).place)
    assert tile is not None, "the tile with an exit"
    return tile.face(int(at[-1])).kind
