"""The mountain boiled down to what a step depends on, so that what was found out on it can be found again."""

from __future__ import annotations

from functools import lru_cache

from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.dens import lair_at_heart
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.mountain import SPACES_OF_A_TILE, LaidTile
from fujikoro_nb.engine.fujikoro.components import SpaceKind

Terrain = str
"""One character a place, and the spaces with a lava tile. Equal ones have the same places explored, the same spaces
of printed lava, dragons on the same tiles and monks who fight on the same spaces; a text, because Python keeps a
text's hash."""


class _Same:
    """One tile or one ground itself, not what equals it: to hash a whole mountain takes longer than to walk on it."""

    __slots__ = ("it",)

    def __init__(self, it: object) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


class _Last:
    """The terrain that was asked for last, known by what it was made of: all of it is frozen, so it stays as it is.

    Samurai look again and again before anything on the mountain changes.
    """

    def __init__(self) -> None:
        self._known: tuple[object, object, object, Terrain] = (None, None, None, "")

    def of(self, state: GameState) -> Terrain:
        ground, lava, scene, known = self._known
        if state.ground is not ground or state.lava is not lava or state.scene is not scene:
            known = _terrain(state)
            self._known = (state.ground, state.lava, state.scene, known)
        return known


_LAST = _Last()


def terrain(state: GameState) -> Terrain:
    """The terrain of this mountain. Only tiles that were not seen before are looked at."""
    return _LAST.of(state)


def _terrain(state: GameState) -> Terrain:
    marks = _marks(_Same(state.ground)) + " ".join(state.lava)
    if state.scene is not UNSET:
        marks += "*" if lair_at_heart(state) is not None else "/"
        marks += " ".join(state.scene.monks) + "/"
        marks += " ".join(map(str, state.guards_left))
    return marks


@lru_cache(maxsize=64)
def _marks(ground: _Same) -> str:
    assert isinstance(ground.it, tuple), "one tile or None a place"
    return "".join([_mark(_Same(tile)) for tile in ground.it])


@lru_cache(maxsize=1024)
def _mark(same: _Same) -> str:
    tile = same.it
    if not isinstance(tile, LaidTile):
        return "\0"
    mark = 1 + 2 * (tile.dragon is not None)
    for number in range(SPACES_OF_A_TILE):
        mark += (tile.face(number).kind == SpaceKind.LAVA) << number + 2
    return chr(mark)
