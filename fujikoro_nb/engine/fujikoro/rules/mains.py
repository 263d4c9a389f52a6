"""What an action with a field is made of: its main part, and when the bonus of a card may stand alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Refusal, Seat, cites


class Main(msgspec.Struct, frozen=True):
    """The main part of an action with a field."""

    check: Callable[[GameState, Seat], Refusal | None]
    """Nothing, or why it can do nothing now."""
    begin: Callable[[GameState, Seat], GameState]
    """The state with its frame on top."""


Mains = Mapping[str, Main]


@cites("gearcard.bonus.either-both")
def is_bonus_enough(state: GameState) -> bool:
    """Whether the bonus may be taken without the main part."""
    return state.rulings.reading("gearcard.bonus.either-both") == "bonus-alone"
