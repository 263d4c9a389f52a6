"""The way home once the legendary dragon is beaten: who still mends, who may leave, and past a dragon at the exit."""

from __future__ import annotations

from collections.abc import Iterator

from fujikoro_nb.bots.goals import ESCAPE, FIGHT, Goal
from fujikoro_nb.bots.together.clock import care
from fujikoro_nb.bots.together.plan import Plan, life_worth
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    PlaceId,
    PlaceKind,
    neighbour_places,
    neighbours,
    space,
    spaces_of,
)
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.group.steps import next_steps, targets
from fujikoro_nb.engine.kernel import Seat

NEAR, DRAW = "near", "draw"
"""Be close to the exit; be seen by the dragon that stands on it, so that it comes away."""

_HOME = 80.0
_NEAR = 4.0
"""Close to the exit, for who has something to mend before it leaves."""
_DRAWN = 0.6
"""What it is worth to bring the dragon away from the exit, as a share of leaving."""
_MOST_RISK = 0.3
"""A fight for the exit in which the own samurai falls more likely waits until no time is left."""
_WAYS = 2
"""Ways to the exit: the dragon comes by one, and another stays open."""


def ways_home(plan: Plan, seat: Seat) -> Iterator[Goal]:
    """Out, or near the exit for who has something to mend; where a dragon stands on it, what makes way."""
    if plan.exit is None:
        return
    if is_done(plan, seat):
        yield Goal(ESCAPE, plan.exit, _HOME, thing="small")
        yield from _past_the_guard(plan, seat)
        return
    lacking, is_alone = plan.lacking(seat), plan.state.players == 1
    if lacking is not None and not (is_alone and plan.unheld()):
        is_late = plan.left <= 2 and not (is_alone and lacking)
        for at in neighbours(plan.exit):
            yield Goal(NEAR, at, _HOME / 2 if is_late else _NEAR)


def is_done(plan: Plan, seat: Seat) -> bool:
    """Whether this samurai may leave: it is magical, and what the group is missing others will see to."""
    return not plan.owes_magic(seat) and (
        plan.has_set() or (not _is_needed(plan, seat) and not plan.unheld())
    )


def _is_needed(plan: Plan, seat: Seat) -> bool:
    """Whether this samurai sees to something that the group is missing: of its holders who lacks fewest cubes."""
    for kind in plan.missing_kinds():
        holders = [
            (_lacking(plan, one, kind), one) for one in plan.here if plan.state.boards[one].patterns(kind)
        ]
        if holders and min(holders)[1] == seat:
            return True
    return False


def _lacking(plan: Plan, seat: Seat, kind: GearKind) -> int:
    """The cubes that are missing for the pattern of a kind of which fewest are."""
    board = plan.state.boards[seat]
    held = board.gear.layout(kind).cubes + board.backpack.cubes
    return min(len(pattern.cubes.surplus_over(held)) for pattern in board.patterns(kind))


def guard_of(plan: Plan) -> Dragon | None:
    """The dragon that stands on the tile of the exit."""
    tile = None if plan.exit is None else plan.state.tile_on(space(plan.exit).place)
    return None if tile is None else tile.dragon


def _past_the_guard(plan: Plan, seat: Seat) -> Iterator[Goal]:
    """Beat the dragon that stands on the exit, or draw it away: waiting out of its sight only loses time."""
    guard = guard_of(plan)
    if guard is None or plan.exit is None:
        return
    lair = space(plan.exit).place
    worth = _fought(plan, seat, lair, guard)
    for one in spaces_of(lair):
        if worth > 0 and not plan.state.is_lava(one.id):
            yield Goal(FIGHT, one.id, worth, thing=guard.id)
    for there in _in_sight(plan, seat, lair):
        for one in spaces_of(there):
            if not plan.state.is_lava(one.id):
                yield Goal(DRAW, one.id, _DRAWN * _HOME)


def _fought(plan: Plan, seat: Seat, lair: PlaceId, guard: Dragon) -> float:
    """What it is worth to attack the dragon with those who are beside it; the less time is left, the more is risked."""
    helpers = (one for one in plan.here if one != seat and plan.is_at_hand(one, lair))
    party = tuple(sorted((seat, *helpers)))
    fight = plan.fight(party, guard)
    bold = care(plan, seat)
    if max(fight.fallen) > max(_MOST_RISK, 1 - bold):
        return 0.0
    fallen = zip(party, fight.fallen, strict=True)
    return fight.win * _HOME - bold * sum(share * life_worth(plan, one) for one, share in fallen)


def _in_sight(plan: Plan, seat: Seat, lair: PlaceId) -> Iterator[PlaceId]:
    """Tiles where the dragon sees this samurai and comes nearer, not yet to it, and leaves another way to the exit."""
    state = plan.state
    for one in PLACES:
        tile = state.tile_on(one.id)
        if one.kind != PlaceKind.VOLCANO or tile is None or tile.dragon is not None or one.id == lair:
            continue
        between = [
            at for at in neighbour_places(one.id) if at in neighbour_places(lair) and state.is_revealed(at)
        ]
        if one.id in neighbour_places(lair) or len(between) < _WAYS:
            continue
        there = state.moved(seat, spaces_of(one.id)[0].id)
        if one.id in targets(there, lair) and next_steps(there, lair, one.id):
            yield one.id
