"""Guards of temples, who have to be beaten: which of them are weak enough, and what the way to them is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fujikoro_nb.bots.goals import FIGHT, Goal
from fujikoro_nb.bots.together.plan import Plan
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.kernel import Seat

GUARD = "guard"
_GUARD = 60.0
"""A fallen samurai beaten: without that nobody wins."""


def guards(plan: Plan, seat: Seat) -> Iterator[Goal]:
    """Temples whose guard is beaten likely enough; what lives on brings the samurai nearer to its last life."""
    for at, win in weak_posts(plan, seat).items():
        yield Goal(FIGHT, at, _GUARD * win, round(100 * win), GUARD)


def weak_posts(plan: Plan, seat: Seat) -> Mapping[SpaceId, float]:
    """Where a guard stands that is beaten likely enough, and how likely."""
    odds = {plan.state.post_of(guard): plan.of_guard(seat, guard).win for guard in plan.state.guards_left}
    return {at: win for at, win in odds.items() if win >= plan.least_alone}


def post_worth(plan: Plan, seat: Seat, at: SpaceId) -> float:
    """What it is worth to go to a temple that is guarded: nothing while its guard is too strong."""
    return _GUARD * weak_posts(plan, seat).get(at, 0.0)
