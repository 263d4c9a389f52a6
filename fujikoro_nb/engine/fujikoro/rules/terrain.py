"""The mountain boiled down to what a step depends on, so that what was found out on it can be found again."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.geometry import PLACES, PlaceId, SpaceId
from fujikoro_nb.engine.fujikoro.mountain import SPACES_OF_A_TILE, LaidTile
from fujikoro_nb.engine.fujikoro.rules.realm import GameState

Terrain = str
"""One character a place. Equal ones have the same places explored, the same spaces of lava, printed or laid, and
dragons on the same tiles; a text, because Python keeps a text's hash."""

_BARE = "\0"

_last: tuple[tuple[LaidTile | None, ...], tuple[SpaceId, ...], Terrain] = ((), (), "")


def terrain(state: GameState) -> Terrain:
    """The terrain of this mountain. Only tiles that have changed since the last call are looked at."""
    global _last
    ground, lava, known = _last
    if ground is state.ground and lava == state.lava:
        return known
    if lava == state.lava and len(ground) == len(state.ground):
        marks = [
            mark if tile is before else _mark(state, at.id, tile)
            for tile, before, mark, at in zip(state.ground, ground, known, PLACES, strict=True)
        ]
    else:
        marks = [_mark(state, at.id, tile) for tile, at in zip(state.ground, PLACES, strict=True)]
    known = "".join(marks)
    _last = (state.ground, state.lava, known)
    return known


def _mark(state: GameState, at: PlaceId, tile: LaidTile | None) -> str:
    if tile is None:
        return _BARE
    mark = 1 + 2 * (tile.dragon is not None)
    for number in range(SPACES_OF_A_TILE):
        mark += state.is_lava(SpaceId(f"{at}.{number}")) << number + 2
    return chr(mark)
