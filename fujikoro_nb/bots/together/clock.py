"""The plan counted back from the clock: rounds that a samurai still needs, and how much it can afford to wait."""

from __future__ import annotations

from fujikoro_nb.bots.together.plan import Phase, Plan
from fujikoro_nb.bots.together.routes import FAR_AWAY, costs
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceKind, space
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.kernel import Seat

_PACE = 1.5
"""Tiles that are crossed in a round, exploring one counted as another."""
_SEARCH = 5.0
"""Rounds that it takes to find the legendary dragon."""
_SEEK_EXIT = 3.0
_FIGHT = 2.0
"""To come together and beat it."""
_CRAFT = 1.0
"""To make one thing magical."""
SLACK = 8.0
"""With so many rounds to spare nothing is risked for the sake of time."""
LEAST = 0.15
"""How much dangers count still when no time is left: who waits has lost as well."""


def needed(plan: Plan, seat: Seat) -> float:
    """Rounds that this samurai needs for all that is still to be done before the group has won."""
    here = space(plan.state.samurai[seat].space).place
    total = 0.0
    if plan.phase != Phase.HOME:
        total += _FIGHT if plan.legend is not None else _FIGHT + _SEARCH
    if plan.exit is None:
        total += _SEEK_EXIT + _SEARCH * (plan.phase == Phase.HOME)
    else:
        total += costs(plan.state, space(plan.exit).place).get(here, FAR_AWAY) / _PACE
    kinds = _owed(plan, seat)
    total += _CRAFT * len(kinds)
    board = plan.state.boards[seat]
    for number, temple in enumerate(one.id for one in PLACES if one.kind == PlaceKind.TEMPLE):
        offered = {one.kind for one in plan.state.temples[number]} - {one.kind for one in board.blueprints}
        if offered & kinds:
            total += costs(plan.state, temple).get(here, FAR_AWAY) / _PACE
            kinds -= offered
    return total


def _owed(plan: Plan, seat: Seat) -> set[GearKind]:
    """The kinds of gear that this samurai has to make magical: all that are missing where it is alone, else one."""
    if len(plan.here) == 1:
        return set(plan.missing_kinds())
    return set() if plan.is_magical(seat) else set(GearKind)


def care(plan: Plan, seat: Seat) -> float:
    """How much dangers count for this samurai: less, the less time there is to go around them."""
    return min(1.0, max(LEAST, (plan.left - needed(plan, seat)) / SLACK))
