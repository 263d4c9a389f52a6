"""Where points begin the countdown and no round is the last, who plays alone first makes what a palace pays for."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.bonus import row_of, unclaimed
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import BIG
from fujikoro_nb.engine.kernel import Seat

_CLAIMS = 4
"""What can be handed in between the rope and the end."""
_SPARE = 3
"""Points more than are needed, because not everything goes well after that."""
MOST_ROUNDS = 60
"""Who is not ready by then never will be."""


def promised(state: GameState, seat: Seat) -> int:
    """Points that what a seat owns would bring in the palace of the rope."""
    values: list[int] = []
    for category, count in unclaimed(state, seat).items():
        row = row_of(state, BIG, category)
        if row is not None:
            values += sorted(row.single, reverse=True)[:count]
    return sum(sorted(values, reverse=True)[:_CLAIMS])


def holds_back(state: GameState, seat: Seat, points: int = 0) -> bool:
    """Whether a seat is not ready yet for the countdown that so many points more would begin."""
    party = state.party
    if party is None or not state.plot.goal_points or state.marker is not None:
        return False
    if party.round >= MOST_ROUNDS or state.samurai[seat].score + points < state.mode.final_points:
        return False
    return promised(state, seat) + state.mode.final_points < state.plot.goal_points + _SPARE
