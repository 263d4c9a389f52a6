"""What a rest brings to one of a group: discs, and what can be built without what the way home still needs."""

from __future__ import annotations

from collections.abc import Callable

from fujikoro_nb.bots.bot import Why, why
from fujikoro_nb.bots.crafts import best_craft
from fujikoro_nb.bots.points import built
from fujikoro_nb.bots.together.plan import Phase, Plan
from fujikoro_nb.bots.together.worth import GROUP
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.stowing import room, things
from fujikoro_nb.engine.kernel import Seat

_MEND = 4.0
"""How much more building counts that makes magical what the group still needs."""


def rested(plan: Plan, seat: Seat) -> tuple[float, Why]:
    """What a rest brings now: discs, and what can be built."""
    view = plan.state
    board = view.boards[seat]
    back = sum(view.samurai[seat].fields) + len(board.monk_fields)
    crafted = best_craft(view, seat, GROUP, may=keeps(plan, seat))
    if crafted is None:
        return 0.25 * back, why("rest", discs=back)
    full = things(board.backpack) / room(board)
    hurry = _MEND if plan.phase == Phase.HOME and crafted.card and plan.lacking(seat) is not None else 1.0
    return 0.25 * back + (0.2 + 0.5 * full) * crafted.gain * hurry, built(crafted)


def keeps(plan: Plan, seat: Seat) -> Callable[[Board], bool] | None:
    """On the way home no cube is built in elsewhere that the magic still waits for."""
    lacking = plan.lacking(seat) if plan.phase == Phase.HOME else None
    if lacking is None:
        return None
    most = len(lacking)
    return lambda board: len(plan.lacking(seat, board) or ()) <= most


def all_discs(view: GameState, seat: Seat) -> int:
    """The discs after a rest."""
    board = view.boards[seat]
    return board.pool + sum(view.samurai[seat].fields) + len(board.monk_fields)
