"""What one of a group gives away to another on its space: only what is worth clearly more there."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fujikoro_nb.bots.bot import Choice, why
from fujikoro_nb.bots.together.worth import GROUP
from fujikoro_nb.engine.fujikoro.asked.group import Offer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board, Contents
from fujikoro_nb.engine.fujikoro.board.stowing import room, things
from fujikoro_nb.engine.kernel import Answer, Seat

_CLEARLY = 0.6
"""So much better must it be for both together."""


def best_gift(state: GameState, seat: Seat, legal: Sequence[Answer]) -> Choice | None:
    """The listed gift that helps the group most, if one does."""
    best: tuple[float, Offer] | None = None
    for offer in legal:
        if not isinstance(offer, Offer) or offer.gives.scrolls:
            continue
        other = Seat(offer.to)
        giver, receiver = state.boards[seat], state.boards[other]
        count = len(offer.gives.cubes) + len(offer.gives.discs)
        if things(receiver.backpack) + count > room(receiver):
            continue
        before = GROUP.board(giver, state.rulings) + GROUP.board(receiver, state.rulings)
        names = offer.gives.discs
        moved = tuple(one for one in giver.blueprints if one.id in names)
        kept = tuple(one for one in giver.blueprints if one.id not in names)
        poorer = msgspec.structs.replace(_with(giver, offer, -1), blueprints=kept)
        richer = msgspec.structs.replace(_with(receiver, offer, 1), blueprints=receiver.blueprints + moved)
        gain = GROUP.board(poorer, state.rulings) + GROUP.board(richer, state.rulings) - before
        if gain > _CLEARLY and (best is None or gain > best[0]):
            best = gain, offer
    return None if best is None else Choice(best[1], why("gift"))


def _with(board: Board, offer: Offer, sign: int) -> Board:
    """The board with what is given in its backpack, or without it; where it lies there does not matter."""
    cubes = board.backpack.cubes
    cubes = cubes + offer.gives.cubes if sign > 0 else cubes - offer.gives.cubes
    discs = list(board.backpack.discs)
    for disc in offer.gives.discs:
        if sign > 0:
            discs.append(disc)
        else:
            discs.remove(disc)
    return msgspec.structs.replace(board, backpack=Backpack(Contents(cubes, tuple(discs))))
