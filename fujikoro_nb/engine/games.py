"""Every game that the kernel plays here, by the name in its saves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fujikoro_nb.engine.fuji_99.game import GAME as FUJI_99
from fujikoro_nb.engine.fujikoro.games import GAMES as BOX_GAMES
from fujikoro_nb.engine.fujikoro.games import WHOLE
from fujikoro_nb.engine.kernel import Game
from fujikoro_nb.engine.makai_fuda.game import GAME as MAKAI

GAMES: Mapping[str, Game[Any]] = {**BOX_GAMES, FUJI_99.name: FUJI_99, MAKAI.name: MAKAI}


def game_named(name: str) -> Game[Any]:
    """The game that a save is one of; that of the big box when it does not say, or says what nobody knows.

    A session of it refuses a save that it cannot play.
    """
    return GAMES.get(name, WHOLE)
