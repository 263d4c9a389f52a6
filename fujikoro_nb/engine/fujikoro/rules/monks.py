"""Where a monk goes that somebody gathers or steals: a spot of its board, else the backpack."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.board.player import MONK_SPOTS, Board
from fujikoro_nb.engine.fujikoro.board.stowing import can_make_room
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Refusal, cites, refuse

PACK = "backpack-area"
"""The name of the backpack among the places of a monk; the spot ``backpack`` is the one that opens it."""


@cites("gather.monk.spot", "gather.monk.backpack", "monk.spots", "monk.fixed")
def check_monk(board: Board, place: str, rulings: Rulings) -> Refusal | None:
    """Nothing, or why a monk cannot go to this spot, or into the backpack (`PACK`)."""
    free = board.free_spots
    if place != PACK:
        return None if place in free else refuse("gather.monk.spot", spot=place[:40])
    if free and rulings.reading("gather.monk.backpack") == "spot-first":
        return refuse("gather.monk.backpack", free=len(free))
    return None if can_make_room(board) else refuse("backpack.refuse", "monk")


def monk_places(board: Board, rulings: Rulings) -> tuple[str, ...]:
    """Where a monk can go."""
    return tuple(place for place in (*MONK_SPOTS, PACK) if check_monk(board, place, rulings) is None)
