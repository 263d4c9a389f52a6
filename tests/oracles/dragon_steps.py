"""Where a dragon may walk, written apart from the engine: distances by Floyd and Warshall over all 37 places."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product

from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceId, PlaceKind

NEVER = 999
INDEX = {one.id: number for number, one in enumerate(PLACES)}


def beside() -> list[list[bool]]:
    """Whether two places share an edge, read off their hexes."""
    hexes = [{(one.q, one.r) for one in each.hexes} for each in PLACES]
    around = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    return [
        [
            mine is not theirs and any((q + dq, r + dr) in theirs for q, r in mine for dq, dr in around)
            for theirs in hexes
        ]
        for mine in hexes
    ]


BESIDE = beside()
CENTRE = next(one.id for one in PLACES if one.kind == PlaceKind.CENTRE)


def matrix(allowed: Collection[int]) -> list[list[int]]:
    """Shortest ways between all places of which both ends and everything between is allowed."""
    size = range(len(PLACES))
    far = [[0 if one == two else NEVER for two in size] for one in size]
    for one, two in product(allowed, allowed):
        if BESIDE[one][two]:
            far[one][two] = 1
    for via, one, two in product(allowed, allowed, allowed):
        far[one][two] = min(far[one][two], far[one][via] + far[via][two])
    return far


ABOVE = matrix(range(len(PLACES)))
"""Tiles as seen from above: nothing is in the way."""


def legal_moves(
    explored: Collection[PlaceId],
    dragons: Collection[PlaceId],
    samurai: Collection[PlaceId],
    dragon: PlaceId,
    *,
    hides_on_bridges: bool = True,
    by_route: bool = False,
    sidesteps: bool = False,
    is_centre_open: bool = False,
) -> set[tuple[str, str]]:
    """Every (target, tile) of this dragon; its own tile for staying, and no target when it sees nobody."""
    tiles = {INDEX[one] for one in explored} | ({INDEX[CENTRE]} if is_centre_open else set())
    hidden = {PlaceKind.TEMPLE, *([PlaceKind.BRIDGE] if hides_on_bridges else [])}
    hidden |= set() if is_centre_open else {PlaceKind.CENTRE}
    seen = {INDEX[one] for one in samurai if PLACES[INDEX[one]].kind not in hidden}
    here, taken = INDEX[dragon], {INDEX[one] for one in dragons}
    if not seen:
        return {("", dragon)}
    ways = {to: matrix(tiles | {to})[here][to] if by_route else ABOVE[here][to] for to in seen}
    moves = set()
    for to in (to for to in seen if ways[to] == min(ways.values())):
        far = [row[to] for row in matrix(tiles | {to})]
        free = [at for at in tiles if BESIDE[here][at] and at not in taken]
        # A way that leads over a target that nobody can walk on is none.
        steps = [at for at in free if far[at] < far[here]]
        if not steps and sidesteps and far[here] < NEVER:
            steps = [at for at in free if far[at] == far[here]]
        moves |= {(PLACES[to].id, PLACES[at].id) for at in steps or [here]}
    return moves
