"""PlayerBoard: what lies in front of one seat of a game, whole or in a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import traitlets as t

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.views.game.people import board_view
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.widgets.base.widget import FujiWidget

__all__ = ["PlayerBoard"]


class PlayerBoard(FujiWidget, front_end="player_board", sheets=("cast_card", "game_page", "player_board")):
    """``PlayerBoard(session.view_for(seat), seat)``; `show` draws another state. ``is_small`` shows a few lines."""

    word_tables = ("widgets", "combat", "game-page", "cast")

    board = t.Dict().tag(sync=True)
    is_small = t.Bool(False).tag(sync=True)

    def __init__(
        self,
        state: GameState | None = None,
        seat: int = 0,
        *,
        names: Sequence[str] = (),
        **settings: Any,
    ) -> None:
        super().__init__(**settings)
        self._names = tuple(names)
        self._shown: tuple[GameState, int] | None = None
        if state is not None:
            self.show(state, seat)

    def show(self, state: GameState, seat: int = 0) -> None:
        """Draw one seat's board. What a view hides stays hidden."""
        if not 0 <= seat < state.players:
            raise ValueError(f"no seat {seat} of {state.players}")
        self._shown = state, seat
        names = self._names or [self.say(f"game-page.colour-{one.colour}") for one in state.samurai]
        words = Words(names, self.say, str(self.language), state.dice)
        self.board = board_view(state, Seat(seat), words)

    def speak_anew(self) -> None:
        """The same board."""
        if self._shown is not None:
            self.show(*self._shown)
