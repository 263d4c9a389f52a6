"""Which dragons of a group may have walked onto the way of an escape by then: an "if" of the plan."""

from __future__ import annotations

from collections.abc import Iterator

from fujikoro_nb.engine.fujikoro.asked.dens import dens
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, space
from fujikoro_nb.engine.fujikoro.rules.group.steps import FAR, walkable_in, ways_to
from fujikoro_nb.helper.quick.escape_way import Danger, PlannedTurn


def dangers(
    state: GameState, turns: tuple[PlannedTurn, ...], *, start: SpaceId, rounds: int
) -> Iterator[Danger]:
    """Turn by turn, tiles that the samurai stands on or crosses, and whose dragons can be there.

    ``rounds`` begin before the first own turn. A dragon walks one tile as each begins, one that is asleep from the
    second one on; where it goes depends on where everybody is, so that each tile in its reach counts. Lava comes first:
    dragons find the samurai, which begins on ``start``, where it has fled (coop.rounds.start-of-round-order). One that
    is on its tile already attacks as well (coop.dragon.same-tile-no-move).
    """
    if state.party is None or not state.mode.said.dragons_move:
        return
    walkable = walkable_in(state)
    lairs = [(den.at, den.dragon) for den in dens(state)]
    asleep = state.party.asleep
    at = start
    for turn in turns:
        begun = 0 if not turn.number else turn.number - 1 + rounds
        path = [step for leg in turn.legs for step in leg.path]
        for place in dict.fromkeys(space(each).place for each in (at, *path)):
            ways = ways_to(place, walkable)
            near = tuple(
                dragon.colour
                for lair, dragon in lairs
                if place in walkable
                and (walks := begun - (dragon.id in asleep)) > 0
                and ways.get(lair, FAR) <= walks
            )
            if near:
                yield Danger(turn.number, place, near)
        at = (at, *path, *turn.fled)[-1]
