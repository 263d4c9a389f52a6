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
LEAST, LEAST_ALONE = 0.15, 0.25
"""How much dangers count still when no time is left: who waits has lost as well, but who falls loses time, too."""


def needed(plan: Plan, seat: Seat) -> float:
    """Rounds that this samurai needs for all that is still to be done before the group has won."""
    here = space(plan.state.samurai[seat].space).place
    total = 0.0
    if plan.phase != Phase.HOME and plan.wants_legend:
        total += _FIGHT if plan.legend is not None else _FIGHT + _SEARCH
    if not plan.wants_exit:
        return total
    if plan.exit is None:
        total += _SEEK_EXIT + _SEARCH * (plan.phase == Phase.HOME)
    else:
        total += costs(plan.state, space(plan.exit).place).get(here, FAR_AWAY) / _PACE
    return total + _magic(plan, seat)


def _magic(plan: Plan, seat: Seat) -> float:
    """Rounds for the magic that this samurai owes: whoever is alone needs every kind, in a group one is enough."""
    state = plan.state
    is_alone = state.players == 1
    if plan.is_magical(seat) and not is_alone:
        return 0.0
    held = {one.kind for one in state.boards[seat].blueprints}
    owed = set(plan.missing_kinds()) if is_alone else set(GearKind)
    here = space(state.samurai[seat].space).place
    ways = [
        costs(state, temple).get(here, FAR_AWAY) / _PACE
        for number, temple in enumerate(one.id for one in PLACES if one.kind == PlaceKind.TEMPLE)
        if {one.kind for one in state.temples[number]} & (owed - held)
    ]
    if is_alone:
        return _CRAFT * len(owed) + sum(sorted(ways)[: len(owed - held)])
    return _CRAFT + (0.0 if held else min(ways, default=0.0))


def care(plan: Plan, seat: Seat) -> float:
    """How much dangers count for this samurai: less, the less time there is to go around them."""
    least = LEAST if plan.state.players > 1 else LEAST_ALONE
    return min(1.0, max(least, (plan.left - needed(plan, seat)) / SLACK))
