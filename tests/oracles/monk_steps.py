"""Where a monk of scenario 4 may walk, written apart from the engine on plain positions: sums over all spaces."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

from tests.oracles.mountain import (
    HEXES_OF,
    NEIGHBOURS,
    PLACES,
    SPACES,
    Position,
    is_lava,
    is_revealed,
    is_safe,
    place_of,
)


def _beside() -> dict[str, set[str]]:
    """Which places touch, read off the spaces that do."""
    return {
        place: {
            place_of(other) for space in SPACES if place_of(space) == place for other in NEIGHBOURS[space]
        }
        - {place}
        for place in PLACES
    }


def _above() -> dict[str, dict[str, float]]:
    """Tiles from one to another as seen from above (Floyd and Warshall)."""
    beside = _beside()
    far = {
        one: {two: 0.0 if one == two else 1.0 if two in beside[one] else math.inf for two in PLACES}
        for one in PLACES
    }
    for via, one, two in product(PLACES, PLACES, PLACES):
        far[one][two] = min(far[one][two], far[one][via] + far[via][two])
    return far


assert set(HEXES_OF) == set(SPACES)
ABOVE = _above()


def awake(position: Position) -> list[tuple[int, str]]:
    """Seats on the mountain who are on their feet, and where."""
    return [
        (seat, player["space"])
        for seat, player in enumerate(position["players"])
        if player["conscious"] and player["space"]
    ]


def monk_target(
    position: Position, monk: str, *, stays_for_pairs: bool = False, **readings: Any
) -> int | None:
    """scenario.4.competitive.monk-move, .monk-outnumbered, .monk-tie-stays, .monk-terrain"""
    here = [(seat, space) for seat, space in awake(position) if not is_safe(space, **readings)]
    in_pairs = {seat for seat, space in here if sum(space == other for _, other in awake(position)) > 1}
    if not stays_for_pairs:
        here = [(seat, space) for seat, space in here if seat not in in_pairs]
    if not here:
        return None
    far = sorted((ABOVE[place_of(monk)][place_of(space)], seat) for seat, space in here)
    is_tie = len(far) > 1 and far[0][0] == far[1][0]
    return None if is_tie or far[0][1] in in_pairs else far[0][1]


def monk_ways(position: Position, monk: str, target: str, **readings: Any) -> set[str]:
    """The spaces beside on a shortest way to the target; none where there is no way."""
    where = [space for _, space in awake(position)]
    allowed = {
        space
        for space in SPACES
        if is_revealed(position, space)
        and not is_safe(space, **readings)
        and not is_lava(position, space)
        and where.count(space) < 2
    }
    if target not in allowed:
        return set()
    far = dict.fromkeys(SPACES, math.inf) | {target: 0.0}
    while True:
        nearer = {
            space: 1 + min(far[other] for other in NEIGHBOURS[space])
            for space in allowed
            if 1 + min(far[other] for other in NEIGHBOURS[space]) < far[space]
        }
        if not nearer:
            break
        far |= nearer
    least = min(far[other] for other in NEIGHBOURS[monk])
    return {other for other in NEIGHBOURS[monk] if far[other] == least < math.inf}
