"""Every game that the kernel plays here, by the name in its saves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fujikoro_nb.engine.fuji_99.game import GAME as FUJI_99
from fujikoro_nb.engine.fuji_99.rulings import SWITCHES as FUJI_99_SWITCHES
from fujikoro_nb.engine.fujikoro.games import GAMES as BOX_GAMES
from fujikoro_nb.engine.fujikoro.games import WHOLE
from fujikoro_nb.engine.fujikoro.rulings import SWITCHES as FUJI_KORO_SWITCHES
from fujikoro_nb.engine.kernel import Game, Switch
from fujikoro_nb.engine.makai_fuda.game import GAME as MAKAI
from fujikoro_nb.engine.makai_fuda.rulings import SWITCHES as MAKAI_SWITCHES

GAMES: Mapping[str, Game[Any]] = {**BOX_GAMES, FUJI_99.name: FUJI_99, MAKAI.name: MAKAI}

SWITCHES: Mapping[str, Switch] = {**FUJI_KORO_SWITCHES, **MAKAI_SWITCHES, **FUJI_99_SWITCHES}
"""Everything that a table can decide and an engine then plays, by rule."""


def game_named(name: str) -> Game[Any]:
    """The game that a save is one of; that of the big box when it does not say, or says what nobody knows.

    A session of it refuses a save that it cannot play.
    """
    return GAMES.get(name, WHOLE)
