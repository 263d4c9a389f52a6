"""Where a monk who fights walks: the nearest samurai that is alone, and the spaces that bring him nearer.

How near a samurai is, is counted in tiles from above; whether a step brings the monk nearer, along the spaces that he
can enter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import SPACES, SpaceId, neighbours, space
from fujikoro_nb.engine.fujikoro.rules.group.steps import from_above
from fujikoro_nb.engine.kernel import Seat, cites

FAR = len(SPACES)
"""Longer than every way: there is none."""


def awake_at(state: GameState) -> Mapping[SpaceId, tuple[Seat, ...]]:
    """Which samurai are awake on each space on which any is."""
    here: dict[SpaceId, tuple[Seat, ...]] = {}
    for number, samurai in enumerate(state.samurai):
        if state.is_conscious(Seat(number)):
            here[samurai.space] = (*here.get(samurai.space, ()), Seat(number))
    return here


@cites("scenario.4.competitive.monk-terrain", "scenario.4.competitive.monk-outnumbered")
def walkable_for_monks(state: GameState) -> frozenset[SpaceId]:
    """The spaces that a monk may enter: firm ones of revealed tiles that are not safe, without two samurai on them."""
    crowds = {at for at, seats in awake_at(state).items() if len(seats) > 1}
    return frozenset(
        one.id
        for one in SPACES
        if state.is_revealed(one.place)
        and not state.is_safe(one.id)
        and not state.is_lava(one.id)
        and one.id not in crowds
    )


@cites(
    "scenario.4.competitive.monk-move",
    "scenario.4.competitive.monk-outnumbered",
    "scenario.4.competitive.monk-tie-stays",
    "scenario.4.competitive.monk-terrain",
)
def target_of(state: GameState, monk: SpaceId) -> Seat | None:
    """The samurai that the monk on a space heads for; None: there is none, or several are as near.

    scenario.4.competitive.monk-outnumbered: two on one space do not count, or at some tables hold the monk who would
    head for them.
    """
    nearest = _nearest(state, monk)
    return nearest[0] if len(nearest) == 1 else None


def _nearest(state: GameState, monk: SpaceId) -> list[Seat]:
    """The samurai that are nearest to this monk, of those that he sees."""
    sees_pairs = state.rulings.reading("scenario.4.competitive.monk-outnumbered") == "stays"
    near: dict[Seat, int] = {}
    for at, seats in awake_at(state).items():
        if state.is_safe(at):
            continue
        if len(seats) == 1 or sees_pairs:
            near |= dict.fromkeys(seats, from_above(space(monk).place, space(at).place))
    return [seat for seat, far in near.items() if far == min(near.values())]


def why_he_stays(state: GameState, monk: SpaceId) -> str:
    """The rule by which a monk heads for nobody: several are as near, all stand together, or none can be seen."""
    if all(state.is_safe(at) for at in awake_at(state)):
        return "scenario.4.competitive.monk-terrain"
    spaces = {state.samurai[seat].space for seat in _nearest(state, monk)}
    if len(spaces) > 1:
        return "scenario.4.competitive.monk-tie-stays"
    return "scenario.4.competitive.monk-outnumbered"


def ways_of_monks(target: SpaceId, walkable: Collection[SpaceId]) -> Mapping[SpaceId, int]:
    """How many steps each space is from the target; what is missing has no way."""
    ways, edge = {target: 0}, [target]
    while edge:
        beyond = []
        for at in edge:
            for to in neighbours(at):
                if to in walkable and to not in ways:
                    ways[to] = ways[at] + 1
                    beyond.append(to)
        edge = beyond
    return ways


@cites("scenario.4.competitive.monk-move")
def monk_steps(state: GameState, monk: SpaceId, target: SpaceId) -> tuple[SpaceId, ...]:
    """The spaces beside that are nearer to the target, in the order of the map; none where the monk stays."""
    walkable = walkable_for_monks(state)
    if target not in walkable:
        return ()
    ways = ways_of_monks(target, walkable)
    own = min((ways.get(to, FAR) + 1 for to in neighbours(monk)), default=FAR)
    return tuple(to for to in neighbours(monk) if ways.get(to, FAR) + 1 == own < FAR)


def may_reach(state: GameState, monk: SpaceId, steps: int) -> bool:
    """Whether a samurai who is alone is so near that this monk might come to it."""
    walkable, alone = walkable_for_monks(state), awake_at(state)
    seen, edge = {monk}, [monk]
    for _ in range(steps):
        edge = [to for at in edge for to in neighbours(at) if to in walkable and to not in seen]
        seen.update(edge)
    return any(len(alone.get(at, ())) == 1 for at in seen)


def several(monks: Collection[SpaceId]) -> bool:
    """Whether it makes a difference which of these begins."""
    return len(Counter(monks)) > 1
