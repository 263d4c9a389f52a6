"""What every state of this game has."""

from __future__ import annotations

from functools import cache
from typing import Self

import msgspec

from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import GearCard
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Seat, State


class TableState(State, frozen=True):
    """Boards in turn order, the table's rulings, and the gear cards on display."""

    boards: tuple[Board, ...] = ()
    rulings: Rulings = ADOPTED
    display: tuple[GearCard, ...] = ()

    def with_board(self, seat: Seat, board: Board) -> Self:
        """The state with one board replaced."""
        boards = (*self.boards[:seat], board, *self.boards[seat + 1 :])
        return msgspec.structs.replace(self, boards=boards)

    def in_turn_order(self, first: Seat) -> tuple[Seat, ...]:
        """All seats, clockwise from one of them."""
        return clockwise(len(self.boards), first)


@cache
def clockwise(players: int, first: int) -> tuple[Seat, ...]:
    """All seats in turn order from one of them."""
    return tuple(Seat((first + step) % players) for step in range(players))


def next_seat(players: int, seat: int) -> Seat:
    """Whose turn follows that of a seat."""
    return clockwise(players, seat)[1 % players]
