"""Where a dragon walks: the nearest samurai it sees, and the tiles that bring it nearer.

Pure functions over places. How near a samurai is, is counted from above; whether a step brings the dragon nearer, along
the tiles that it can walk on.
"""

from __future__ import annotations

from collections.abc import Collection

from fujikoro_nb.engine.fujikoro.asked.dens import HEART, dens, is_heart_open
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    PlaceId,
    PlaceKind,
    neighbour_places,
    place,
    space,
)
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import cites

FAR = len(PLACES)
"""Longer than every way: there is none."""


@cites("coop.dragon.moves-towards-nearest")
def from_above(one: PlaceId, other: PlaceId) -> int:
    """Tiles from one place to another, whatever lies between them.

    >>> from_above(PlaceId("I-1"), PlaceId("I-4"))
    2
    """
    return abs(place(one).at - place(other).at)


@cites(
    "coop.dragon.only-explored-tiles",
    "coop.dragon.never-enters-safe",
    "coop.dragon.goes-around-centre",
    "coop.dragon.lava-harmless",
)
def ways_to(target: PlaceId, walkable: Collection[PlaceId]) -> dict[PlaceId, int]:
    """How many steps each place is from the target, over tiles on which dragons walk; what is missing has no way.

    Other dragons do not lengthen a way, and lava is none of its business. The target need not be walkable itself.
    """
    ways, edge = {target: 0}, [target]
    while edge:
        beyond = []
        for at in edge:
            for to in neighbour_places(at):
                if to not in ways and to in walkable:
                    ways[to] = ways[at] + 1
                    beyond.append(to)
        edge = beyond
    return ways


def counts_the_way(rulings: Rulings) -> bool:
    """Whether how near a samurai is counts along the tiles that a dragon walks on, and not from above."""
    return rulings.reading("coop.dragon.moves-towards-nearest") != "from-above"


def may_sidestep(rulings: Rulings) -> bool:
    """Whether a dragon that others keep from coming nearer walks aside."""
    return rulings.reading("coop.dragon.blocked-stays") != "must-get-nearer"


@cites("coop.dragon.moves-towards-nearest", "coop.dragon.same-tile-no-move")
def nearest(
    at: PlaceId, seen: Collection[PlaceId], walkable: Collection[PlaceId], *, rulings: Rulings
) -> tuple[PlaceId, ...]:
    """The places of the nearest samurai, in the order of the map; nothing when the dragon sees nobody."""
    if not counts_the_way(rulings):
        far = {to: from_above(at, to) for to in seen}
    else:
        far = {to: ways_to(to, walkable).get(at, FAR) for to in seen}
    least = min(far.values(), default=FAR)
    return tuple(one.id for one in PLACES if far.get(one.id) == least)


@cites("coop.dragon.one-per-tile", "coop.dragon.blocked-stays", "coop.dragon.equal-steps-choice")
def steps_towards(
    at: PlaceId,
    target: PlaceId,
    walkable: Collection[PlaceId],
    taken: Collection[PlaceId],
    *,
    rulings: Rulings,
) -> tuple[PlaceId, ...]:
    """The tiles beside onto which a dragon can walk, because they are nearer to the target; none where it stays.

    ``taken`` are the tiles of other dragons. At some tables a dragon that these keep from coming nearer walks aside.
    """
    ways = ways_to(target, walkable)
    own = ways.get(at, FAR)
    free = [to for to in neighbour_places(at) if to in walkable and to not in taken]
    nearer = tuple(to for to in free if ways.get(to, FAR) < own)
    if nearer or own == FAR or not may_sidestep(rulings):
        return nearer
    return tuple(to for to in free if ways.get(to, FAR) == own)


# ---- asked of a game


@cites("scenario.6.coop.route-through-centre")
def walkable_in(state: GameState) -> frozenset[PlaceId]:
    """The tiles on which dragons walk: volcano tiles that are explored, in one scenario the central one too."""
    tiles = frozenset(one.id for one, laid in zip(PLACES, state.ground, strict=True) if laid is not None)
    return tiles | {HEART} if is_heart_open(state) else tiles


@cites("coop.dragon.safe-samurai-invisible", "coop.setup.samurai-start", "combat.defeat.safe")
def seen_by_dragons(state: GameState) -> tuple[PlaceId, ...]:
    """The places of all samurai that dragons see, each once: those on safe tiles hide."""
    hides_on_bridges = state.rulings.reading("coop.dragon.safe-samurai-invisible") == "with-bridges"
    here = [
        space(samurai.space).place
        for samurai in state.samurai
        if samurai.is_on_map and samurai.is_conscious  # combat.defeat.safe: nobody goes for who lies there
    ]
    open_kinds = (PlaceKind.VOLCANO,) if hides_on_bridges else (PlaceKind.VOLCANO, PlaceKind.BRIDGE)
    if is_heart_open(state):
        open_kinds = (*open_kinds, PlaceKind.CENTRE)
    return tuple(dict.fromkeys(at for at in here if place(at).kind in open_kinds))


def lair_of(state: GameState, dragon: str) -> PlaceId | None:
    """Where a dragon is, by its name; None when it is defeated."""
    return next((den.at for den in dens(state) if den.dragon.id == dragon), None)


@cites("coop.dragon.nobody-visible", "coop.dragon.tie-choice")
def targets(state: GameState, at: PlaceId) -> tuple[PlaceId, ...]:
    """The places that the dragon on this one may head for."""
    return nearest(at, seen_by_dragons(state), walkable_in(state), rulings=state.rulings)


@cites("scenario.6.coop.other-dragon-blocks")
def next_steps(state: GameState, at: PlaceId, target: PlaceId) -> tuple[PlaceId, ...]:
    """The tiles onto which the dragon on this one may walk, heading for a target."""
    taken = [den.at for den in dens(state)]
    return steps_towards(at, target, walkable_in(state), taken, rulings=state.rulings)
