"""Ways of a group over the whole map: how far places are, unexplored ones among them, and who goes to which temple."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache

from fujikoro_nb.bots.goals import Outlook
from fujikoro_nb.bots.together.hunt import is_wanted
from fujikoro_nb.bots.together.plan import Plan, doors, is_hidden
from fujikoro_nb.engine.fujikoro.asked.dens import HEART
from fujikoro_nb.engine.fujikoro.asked.game import Move
from fujikoro_nb.engine.fujikoro.asked.realm import GameState, turn_of
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    SPACES,
    PlaceId,
    PlaceKind,
    SpaceId,
    neighbour_places,
    neighbours,
    place,
    space,
)
from fujikoro_nb.engine.fujikoro.rules.group.steps import walkable_in, ways_to
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import steps_of_a_move
from fujikoro_nb.engine.kernel import Seat

_COST = {PlaceKind.CENTRE: 0.5, PlaceKind.TEMPLE: 0.5, PlaceKind.BRIDGE: 0.7, PlaceKind.VOLCANO: 1.0}
"""Of crossing a place, in tiles."""
_UNKNOWN = 1.0
"""What exploring one adds."""
_DRAGON = 3.0
"""What a dragon in the way adds."""
FAR_AWAY = 99.0
_BARE, _BARE_ALONE = 1.5, 5.0
"""How much further away a camp without cubes seems; who is alone waits for nobody there, and builds meanwhile."""
_OTHER = 1.2
"""How much further the legendary dragon seems with each other dragon beside the tile."""
_HELD = 2.0
"""How much nearer the tile seems on which everybody stands already."""


def costs(state: GameState, target: PlaceId, *, sought: Collection[str] = ()) -> Mapping[PlaceId, float]:
    """How far every place is from this one, in tiles; to explore tiles of levels that are ``sought`` is no detour."""
    return _costs(_crossings(state, frozenset(sought)), target)


def _crossings(state: GameState, sought: frozenset[str]) -> tuple[float, ...]:
    """What crossing each place costs, in the order of all places."""
    return tuple([_crossing(state, one.id, sought) for one in PLACES])


@lru_cache(maxsize=512)
def _costs(crossings: tuple[float, ...], target: PlaceId) -> Mapping[PlaceId, float]:
    """They are asked again for as long as the mountain stays as it is."""
    crossing = dict(zip((one.id for one in PLACES), crossings, strict=True))
    far = {target: 0.0}
    edge = [(0.0, target)]
    while edge:
        cost, at = heapq.heappop(edge)
        if cost > far[at]:
            continue
        step = cost + crossing[at]
        for to in neighbour_places(at):
            if step < far.get(to, FAR_AWAY):
                far[to] = step
                heapq.heappush(edge, (step, to))
    return far


_KINDS = {one.id: one.kind for one in PLACES}
_LEVELS = {one.id: one.level for one in PLACES}


def _crossing(state: GameState, at: PlaceId, sought: Collection[str] = ()) -> float:
    tile = state.tile_on(at)
    cost = _COST[_KINDS[at]]
    if not state.is_revealed(at):
        return cost if _LEVELS[at] in sought else cost + _UNKNOWN
    return cost + (_DRAGON if tile is not None and tile.dragon is not None else 0.0)


def next_unknown(
    state: GameState, start: PlaceId, far: Mapping[PlaceId, float], *, sought: Collection[str] = ()
) -> PlaceId | None:
    """The first unexplored place on the way to the target of these distances, which are those for what is sought."""
    at = start
    while far.get(at, FAR_AWAY) > 0:
        at = min(neighbour_places(at), key=lambda to: far.get(to, FAR_AWAY) + _crossing(state, to, sought))
        if not state.is_revealed(at):
            return at
        if at == start:
            return None
    return None


def errands(plan: Plan, worth: Callable[[Seat, int], float]) -> Mapping[Seat, PlaceId]:
    """Who goes to which temple: each to where it gains most, one after the other, few to the same."""
    state = plan.state
    temples = [one.id for one in PLACES if one.kind == PlaceKind.TEMPLE]
    far = {temple: costs(state, temple) for temple in temples}
    given: dict[Seat, PlaceId] = {}
    for seat in plan.here:
        here = space(state.samurai[seat].space).place
        judged = []
        for number, temple in enumerate(temples):
            gain = worth(seat, number)
            if gain > 0:
                crowd = sum(other == temple for other in given.values())
                judged.append((gain - 1.2 * far[temple].get(here, FAR_AWAY) - 8.0 * crowd, temple))
        if judged:
            given[seat] = max(judged)[1]
    return given


# ---- coming together


def camp(plan: Plan) -> PlaceId:
    """The place without danger where the group comes together: the one that is nearest to all."""
    state = plan.state

    def trouble(at: PlaceId) -> float:
        far = costs(state, at)
        walks = [far.get(space(state.samurai[seat].space).place, FAR_AWAY) for seat in plan.here]
        bare = _BARE if state.players > 1 else _BARE_ALONE
        return max(walks) + 0.3 * sum(walks) + bare * (place(at).kind == PlaceKind.BRIDGE)

    hidden = [one.id for one in PLACES if one.kind != PlaceKind.VOLCANO and is_hidden(state, one.id)]
    return min(hidden, key=trouble)


def bait(plan: Plan, seat: Seat) -> PlaceId | None:
    """The tile to wait on for the legendary dragon, where everybody can be as the round ends.

    The one from which it is nearest, with few other dragons beside it; rather the one where everybody stands already.
    """
    state, lair = plan.state, plan.lair
    assert lair is not None and plan.legend is not None, "there is a dragon to wait for"
    if is_wanted(state, plan.legend):
        return HEART
    ways = ways_to(lair, walkable_in(state))
    standing = [space(state.samurai[one].space).place for one in plan.here]
    found = []
    for at in _common(plan, seat):
        tile = state.tile_on(at)
        if tile is None or tile.dragon is not None or at not in ways:
            continue
        firm = [one for one in SPACES if one.place == at and not state.is_lava(one.id)]
        if 2 * len(firm) < len(plan.here):
            continue
        is_held = standing.count(at) == len(standing)
        others = sum(
            laid is not None and laid.dragon is not None and not laid.dragon.is_legendary
            for laid in map(state.tile_on, neighbour_places(at))
        )
        found.append((ways[at] + _OTHER * others - _HELD * is_held, at))
    return min(found)[1] if found else None


def _common(plan: Plan, seat: Seat) -> frozenset[PlaceId]:
    """The places where everybody can be when the round is over, or is already."""
    state = plan.state
    common: frozenset[PlaceId] | None = None
    for other in plan.here:
        start = state.samurai[other].space
        places = {space(start).place}
        spaces = [start]
        if other == seat or other in plan.waiting:
            moves = state.actions - turn_of(state).taken if other == seat else state.actions
            most = min(moves, state.boards[other].pool) * steps_of_a_move(state.boards[other], state.rulings)
            most += _steps_left(state) if other == seat else 0
            spaces += [to for to, _ in Outlook(state, other, (), far=most + 1).reached(start)]
        for at in spaces:
            if is_hidden(state, space(at).place):
                places |= {space(to).place for to in neighbours(at) if not state.is_lava(to)}
            places.add(space(at).place)
        common = frozenset(places) if common is None else common & places
    return common or frozenset()


def _steps_left(state: GameState) -> int:
    """Steps of the move that is being walked."""
    move = next((frame for frame in reversed(state.agenda) if isinstance(frame, Move)), None)
    return 0 if move is None or move.is_bonus else move.steps


def waiting_spaces(plan: Plan, seat: Seat, tile: PlaceId) -> Iterator[SpaceId]:
    """Where to wait for a dragon that comes to a tile: on it, or hidden beside it while another is on it."""
    state = plan.state
    is_baited = any(one != seat and space(state.samurai[one].space).place == tile for one in plan.here)
    for one in SPACES:
        if one.place == tile:
            if not state.is_lava(one.id):
                yield one.id
        elif is_baited and is_hidden(state, one.place) and doors(state, seat, one.id, tile):
            yield one.id
