"""The games of the box as the kernel plays them: found by a state, or by the name that a save gives.

The one place above the rules that names them. Whoever holds a session asks it (`Session.game`); whoever holds only a
state asks `game_of`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, overload

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME, FightGame
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.game import GAME, FujiKoroGame
from fujikoro_nb.engine.kernel import Game, Step

WHOLE = GAME
"""The game that the box is bought for."""
FIGHT = FIGHT_GAME
"""A fight by itself, without a mountain."""

GAMES: Mapping[str, Game[Any]] = {game.name: game for game in (WHOLE, FIGHT)}
"""By the name in their saves."""


@overload
def game_of(state: GameState) -> FujiKoroGame: ...
@overload
def game_of(state: ArenaState) -> FightGame: ...
def game_of(state: GameState | ArenaState) -> FujiKoroGame | FightGame:
    """The game that a state is one of."""
    return WHOLE if isinstance(state, GameState) else FIGHT


def game_named(name: str) -> Game[Any]:
    """The game that a save is one of; the whole game when it does not say, or says what nobody knows.

    A session of it refuses a save that it cannot play.
    """
    return GAMES.get(name, WHOLE)


@overload
def started(state: GameState) -> Step[GameState]: ...
@overload
def started(state: ArenaState) -> Step[ArenaState]: ...
def started(state: GameState | ArenaState) -> Step[Any]:
    """Begin: everything that happens before the first question."""
    return game_of(state).start(state)  # type: ignore[arg-type]
