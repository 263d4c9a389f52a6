"""What there is to do for a group, where, and what it is worth: the goals of `bots.goals` for a common plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

import msgspec

from fujikoro_nb.bots.goals import EXPLORE, FIGHT, GATHER, Goal, Outlook
from fujikoro_nb.bots.together.guards import guards, post_worth, weak_posts
from fujikoro_nb.bots.together.home import ways_home
from fujikoro_nb.bots.together.hunt import is_wanted
from fujikoro_nb.bots.together.plan import Phase, Plan, is_hidden, life_worth, spoils
from fujikoro_nb.bots.together.routes import bait, camp, costs, errands, next_unknown, waiting_spaces
from fujikoro_nb.bots.together.worth import MONK, MONK_IN_BACKPACK, SPARES, better, lacked_wood, wanted
from fujikoro_nb.engine.fujikoro.asked.dens import HEART
from fujikoro_nb.engine.fujikoro.asked.game import Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    SPACES,
    PlaceId,
    PlaceKind,
    SpaceId,
    place,
    places_beside,
    space,
    spaces_of,
)
from fujikoro_nb.engine.fujikoro.board.layers import is_special
from fujikoro_nb.engine.fujikoro.board.mountain import AdventureDisc, MonkDisc, ScrollDisc, TokenThing
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.stowing import room, things
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.gather import laid_out
from fujikoro_nb.engine.fujikoro.rules.mountain.explore import has_tiles
from fujikoro_nb.engine.kernel import Seat

_TEMPLES = tuple(spaces_of(one.id)[0].id for one in PLACES if one.kind == PlaceKind.TEMPLE)
"""Their only spaces, in order."""

MEET, LURE = "meet", "lure"
"""Be where the group comes together; wait for the legendary dragon to come."""
LEFT = "left"
"""All this for another dragon, which nobody may leave behind."""

KIND = {GearKind.WEAPON: 9.0, GearKind.HELMET: 6.0, GearKind.SANDALS: 3.0}
"""What a blueprint is worth to who goes for it."""
KIND_ALONE = {GearKind.HELMET: 11.0, GearKind.WEAPON: 10.0, GearKind.SANDALS: 9.0}
"""The same for who needs all of them: first what makes strong when it is magical, of what is about as near."""
SET = 3.0
"""What one that the group is missing is worth more."""
SET_ALONE = 30.0
"""The same for who has to fetch all of them alone."""

FAR = 30
"""Steps that a group looks ahead."""

_CUBE = {"W": 0.7, "M": 1.2, "T": 2.0}
_BACK = 1.5
"""What it is worth more to come to such a place, to stay there for some turns."""
OUT = (12, 12, 12, 19)
"""The round from which nobody stays where cubes are for their sake, while blueprints of so many kinds are held."""
_AWAY = 0.6
"""What is left of the worth of what would lead away from there."""
_EACH_TURN = 3.0
"""What it is worth more that a place gives cubes once a turn: a turn that goes by without them is lost."""
ENOUGH_WOOD = 6
"""More is of no use: metal is better in weapon and helmet."""
KEPT_WOOD = 1
"""Wood in the backpack beyond this gives way to better things."""
_MENDS = 6.0
"""What a cube is worth to who needs it for magic before it may leave."""
_FITS = 2.0
"""The same while there is other work to do as well."""
_BITES = 6.0
"""What a dragon's tooth is worth more to who needs it for magic: nothing else gives one."""
_ARMS = 4.0
"""What wood is worth more to who has no weapon to strike with."""
_WIDENS = 2.5
"""The same to whose weapon takes no more metal without it."""
_SPARE_CUBE = 0.25
_INSTEAD = 0.2
"""How much less a cube is worth that takes the place of wood."""
_SCROLL, _ADVENTURE = 1.5, 1.2
_LAIR = 80.0
_LACKED = 60.0
"""A blueprint without which nobody may leave, once the legendary dragon is beaten."""
_MEETING = 50.0
_IDLE = 0.3
"""New ground while the group comes together."""
URGENT = 5
"""Rounds before the end from which nobody waits any more for the legendary dragon to come."""
_RATHER = 0.05
"""So much better must it be to wait for the legendary dragon."""
WAY, WAY_ALONE = 8.0, 12.0
"""What new ground on the way to a temple is worth more; alone it grows like that of looking for the white dragon."""
FREE_WAY = 2.0
"""What it is worth that a dragon walks no more."""
_FREES = 60.0
"""The same for one that keeps the group on the mountain, once the legendary dragon is beaten."""
_MOST_RISK = 0.3
"""A fight in which the own samurai falls more likely is no prey."""
SOUGHT, HURRY, CALM = 6.0, 0.5, 5
"""What new ground is worth while the exit or the white dragon is unknown; more with each round after so many."""
HITS, ABSORBS, SEEK = 8.0, 11, 17
"""Hits and protection of who looks for the white dragon while more rounds than this are left: on its way red ones
lie, and what is not uncovered hunts nobody."""
HITS_ALONE, ABSORBS_ALONE, SEEK_ALONE = 9.0, 12, 16
"""The same for who is alone: nobody else strikes."""
OUT_ALONE = (5, 9, 16, 23)
"""The same for who is alone: there are cubes at the next temple as well."""
STRONG = 7.0
"""Hits and protection of who need not be afraid of new ground."""


def aims(plan: Plan, seat: Seat) -> Iterator[Goal]:
    """All that this seat may do for the plan."""
    yield from guards(plan, seat)
    if plan.phase == Phase.HOME:
        yield from ways_home(plan, seat)
    if plan.phase == Phase.MEET:
        yield from _meeting(plan, seat)
    temple = errands(plan, lambda one, number: _errand(plan, one, number)).get(seat)
    is_bare = _is_bare(plan, seat) or temple in {space(at).place for at in weak_posts(plan, seat)}
    is_going = temple is not None and is_bare and plan.phase != Phase.MEET
    way = _way_to(plan, seat, temple) if temple is not None and is_going else None
    if plan.is_hunt and not _is_near(plan, seat):
        way = _way_to(plan, seat, HEART)
    base = _base(plan, seat)
    is_growing = plan.phase == Phase.GROW or not _is_near(plan, seat)
    for goal in _everywhere(plan, seat, temple, way, is_growing=is_growing):
        is_away = base is not None and goal.at != base and goal.kind in (GATHER, EXPLORE)
        is_errand = goal.thing == "monk" and "weapon" not in plan.state.boards[seat].monk_spots
        is_errand |= goal.thing in ("blueprints", way) and is_bare
        if is_away and not is_errand:
            goal = msgspec.structs.replace(goal, worth=_AWAY * goal.worth)
        yield goal


def _errand(plan: Plan, seat: Seat, number: int) -> float:
    """What a temple is worth to go to: its blueprints, or its guard, who keeps them."""
    at = _TEMPLES[number]
    is_guarded = plan.state.guard_on(at) is not None
    return post_worth(plan, seat, at) if is_guarded else _blueprints(plan, seat, number)


def _is_near(plan: Plan, seat: Seat) -> bool:
    """Whether a way leads to where the group comes together, or out: no new one has to be found, no dragon beaten."""
    out = None if plan.exit is None else space(plan.exit).place
    aim = out if plan.phase == Phase.HOME else HEART if plan.is_hunt else camp(plan)
    reached = Outlook(plan.state, seat, (), far=FAR).reached(plan.state.samurai[seat].space)
    return any(space(to).place == aim for to, _ in reached)


def _is_bare(plan: Plan, seat: Seat) -> bool:
    """Whether this samurai still has to go for a blueprint: its own of a weapon, or one that nobody holds."""
    boards = plan.state.boards
    held = {one.kind for other in boards for one in other.blueprints}
    return boards[seat].pattern(GearKind.WEAPON) is None or len(held) < len(GearKind)


def _everywhere(
    plan: Plan, seat: Seat, temple: PlaceId | None, way: PlaceId | None, *, is_growing: bool
) -> Iterator[Goal]:
    state = plan.state
    is_home = plan.phase == Phase.HOME and _is_near(plan, seat)
    free = _free(plan, seat)
    worths: Callable[[str], float] = (
        cache(lambda level: _level_worth(plan, seat, level)) if is_growing else _idle
    )
    known = {
        one.id: worths(one.level or "")
        for one in PLACES
        if not state.is_revealed(one.id) and has_tiles(state, one.id)
    }
    hunted = cache(lambda lair, dragon: _prey(plan, seat, lair, dragon))
    for one in SPACES:
        if not state.is_revealed(one.place) or state.is_lava(one.id):
            continue
        tile = state.tile_on(one.place)
        if tile is not None and tile.dragon is not None:
            if not tile.dragon.is_legendary and (plan.clears or not is_home):
                worth = hunted(one.place, tile.dragon)
                if worth > 0:
                    yield Goal(FIGHT, one.id, worth, thing=tile.dragon.id)
            continue
        yield from _new_ground(plan, one.id, way, known)
        yield from _finds(plan, seat, one.id, temple, free)


def _base(plan: Plan, seat: Seat) -> SpaceId | None:
    """Where this samurai is safe and finds cubes in each turn, as long as its gear is not done."""
    at = plan.state.samurai[seat].space
    kind = place(space(at).place).kind
    if kind not in (PlaceKind.CENTRE, PlaceKind.TEMPLE):
        return None
    return at if _stays(plan, seat) else None


def _stays(plan: Plan, seat: Seat) -> bool:
    """Whether it is early enough, and the gear poor enough, to stay where cubes are."""
    boards = plan.state.boards
    kinds = {one.kind for board in boards for one in board.blueprints}
    out = (OUT_ALONE if len(boards) == 1 else OUT)[len(kinds)]
    held = boards[seat].backpack.cubes
    return (
        plan.party.round < out and wanted(boards[seat]) + better(boards[seat]) > held.metal + held.tooth + 2
    )


# ---- cubes, monks and blueprints


def _free(plan: Plan, seat: Seat) -> int:
    """Places in the backpack, those of cubes that give way to better things among them.

    On the way home these are all that the magic does not wait for.
    """
    board = plan.state.boards[seat]
    held = board.backpack.cubes
    if plan.phase == Phase.HOME and plan.lacking(seat) is not None:
        return room(board) - things(board.backpack) + len(plan.idle(seat))
    spare = min(held.metal, max(0, lacked_wood(board) - held.wood))
    return room(board) - things(board.backpack) + max(spare, held.wood - KEPT_WOOD)


def _finds(plan: Plan, seat: Seat, at: SpaceId, temple: PlaceId | None, free: int) -> Iterator[Goal]:
    state = plan.state
    board = state.boards[seat]
    is_unarmed = not plan.arms[seat].hits
    where = place(space(at).place)
    if where.kind in (PlaceKind.CENTRE, PlaceKind.TEMPLE) and state.guard_on(at) is None:
        cubes = laid_out(state.charts, where.kind)
        if not _is_supplied(state, seat, at):
            is_here = at == state.samurai[seat].space
            stays = _stays(plan, seat)
            more = _EACH_TURN if is_here and (stays or state.players > 1) else _BACK * stays
            mends = _mending(plan, seat, cubes) if stays or plan.phase == Phase.HOME else 0.0
            yield from _heap(board, at, cubes, free, more=more, mends=mends, is_unarmed=is_unarmed)
    if where.kind == PlaceKind.TEMPLE and state.guard_on(at) is None:
        worth = _blueprints(plan, seat, int(where.id[-1]) - 1)
        if where.id != temple:
            worth *= 0.4
        if worth and free:
            yield Goal(GATHER, at, worth, thing="blueprints")
    tile = state.tile_on(where.id)
    match tile.things[int(at[-1])] if tile is not None else None:
        case TokenThing(token=token, is_used=False):
            mends = _mending(plan, seat, token.cubes)
            yield from _heap(board, at, token.cubes, free, mends=mends, is_unarmed=is_unarmed)
        case MonkDisc():
            open_spots = [worth for spot, worth in MONK.items() if spot in board.free_spots]
            if open_spots or free:
                worth = 1.2 * max(open_spots, default=MONK_IN_BACKPACK)
                yield Goal(GATHER, at, worth, thing="monk")
        case ScrollDisc(colour=colour) if colour == state.samurai[seat].colour and free:
            yield Goal(GATHER, at, _SCROLL, thing="scroll")
        case AdventureDisc():
            yield Goal(GATHER, at, _ADVENTURE, thing="adventure")


def _is_supplied(state: GameState, seat: Seat, at: SpaceId) -> bool:
    """Whether this turn has brought what such a place always offers."""
    is_here = state.samurai[seat].space == at
    return is_here and any(isinstance(one, Turn) and one.is_supplied for one in state.agenda)


def _heap(
    board: Board,
    at: SpaceId,
    cubes: Cubes,
    free: int,
    *,
    more: float = 0.0,
    mends: float = 0.0,
    is_unarmed: bool = False,
) -> Iterator[Goal]:
    """Cubes for which there is room; what finds no place in gear is worth little. Who is unarmed needs wood first."""
    if free <= 0 or not cubes:
        return
    held = board.backpack.cubes
    places = wanted(board) - len(held)
    instead = wanted(board) + better(board) - held.metal - held.tooth
    wood = ENOUGH_WOOD - sum(
        cubes.wood for cubes in (board.backpack.cubes, *(board.gear.layout(kind).cubes for kind in GearKind))
    )
    worth = 0.0
    for number, cube in enumerate(sorted(map(str, cubes), key=lambda letter: -_CUBE[letter])[:free]):
        is_wanted = number < places and (cube != "W" or wood > 0)
        wood -= cube == "W"
        if is_wanted:
            worth += _CUBE[cube]
        elif cube != "W" and number < instead:
            worth += _CUBE[cube] - _INSTEAD
        elif number < places + SPARES:
            worth += _SPARE_CUBE
    if worth:
        worth += more if worth >= 1.0 else 0.0
    worth += mends
    lacked = max(0, lacked_wood(board) - held.wood)
    worth += (_ARMS if is_unarmed else _WIDENS) * min(cubes.wood, free, lacked)
    if worth:
        yield Goal(GATHER, at, worth, thing="resources")


def _mending(plan: Plan, seat: Seat, cubes: Cubes) -> float:
    """What these cubes are worth more to who needs them for magic that is still owed."""
    lacking = plan.lacking(seat)
    if lacking is None:
        return 0.0
    worth = _MENDS if plan.phase == Phase.HOME else _FITS
    return worth * (len(lacking) - len(lacking.surplus_over(cubes)))


def _blueprints(plan: Plan, seat: Seat, number: int) -> float:
    """What the best two blueprints of a temple are worth to this samurai."""
    board = plan.state.boards[seat]
    kinds = {one.kind for one in plan.state.temples[number]} - {one.kind for one in board.blueprints}
    worths = sorted((blueprint_worth(plan, seat, kind) for kind in kinds), reverse=True)
    return worths[0] + 0.6 * sum(worths[1:2]) if worths else 0.0


def blueprint_worth(plan: Plan, seat: Seat, kind: GearKind) -> float:
    """Magic makes strong, and without it nobody wins."""
    board = plan.state.boards[seat]
    if board.gear.is_magical(kind):
        return 0.0
    owned = {one.kind for one in board.blueprints}
    boards = plan.state.boards
    held = {one.kind for other in boards for one in other.blueprints}
    lacked = SET if len(boards) > 1 else SET_ALONE
    if plan.phase == Phase.HOME and (kind in plan.unheld() or not (plan.is_magical(seat) or owned)):
        return _LACKED
    worth = (KIND if len(boards) > 1 else KIND_ALONE)[kind]
    return worth + (2.0 if not owned else 0.0) + (lacked if kind not in held else 0.0)


# ---- new ground


def _way_to(plan: Plan, seat: Seat, temple: PlaceId) -> PlaceId | None:
    """The place to explore next on the way to the temple that this samurai goes to."""
    here = space(plan.state.samurai[seat].space).place
    found = _on_the_way(plan, seat)
    return next_unknown(plan.state, here, costs(plan.state, temple, sought=found), sought=found)


def _on_the_way(plan: Plan, seat: Seat) -> frozenset[str]:
    """Levels whose tiles who is alone uncovers on its ways, as soon as it is strong: it has to look there anyway."""
    arm = plan.arms[seat]
    is_strong = min(arm.hits, arm.absorbs) >= STRONG
    return plan.sought if plan.state.players == 1 and is_strong else frozenset()


def _new_ground(
    plan: Plan, at: SpaceId, way: PlaceId | None, known: Mapping[PlaceId, float]
) -> Iterator[Goal]:
    """``known``: what each place is worth that can be explored."""
    for beside in places_beside(at):
        if beside not in known:
            continue
        more = WAY if plan.state.players > 1 else WAY_ALONE + HURRY * max(0, plan.party.round - CALM)
        yield Goal(EXPLORE, at, known[beside] + more * (beside == way), thing=beside)


def _idle(_: str) -> float:
    """What new ground is worth to who has something better to do."""
    return _IDLE


def ground_worth(plan: Plan, seat: Seat, beside: PlaceId) -> float:
    """What a tile there is worth: things to gather, a way, and perhaps what the group looks for."""
    return _level_worth(plan, seat, place(beside).level or "")


def _level_worth(plan: Plan, seat: Seat, level: str) -> float:
    """Of one level all tiles are worth the same."""
    state = plan.state
    arm = plan.arms[seat]
    is_sought = level in plan.sought
    worth = {"I": 1.3, "II": 1.0, "III": 0.8}[level]
    is_alone = state.players == 1
    hits, absorbs, seek = (HITS_ALONE, ABSORBS_ALONE, SEEK_ALONE) if is_alone else (HITS, ABSORBS, SEEK)
    is_ready = (arm.hits >= hits and arm.absorbs >= absorbs) or plan.left <= seek
    if is_sought and (level == "II" or is_ready):
        weighed = state.weighed(level)
        total = sum(weight for _, weight in weighed)
        share = sum(weight for tile, weight in weighed if is_special(tile)) / max(1, total)
        worth += SOUGHT + 3.0 * share + HURRY * max(0, plan.party.round - CALM)
    is_strong = min(arm.hits, arm.absorbs) >= STRONG or is_hidden(
        state, space(state.samurai[seat].space).place
    )
    return worth if is_strong or level == "I" else 0.6 * worth


# ---- dragons


def _prey(plan: Plan, seat: Seat, lair: PlaceId, dragon: Dragon) -> float:
    """A weaker dragon, alone or with those who stand beside it: teeth, and one less that hunts."""
    helpers = tuple(one for one in plan.here if one != seat and plan.is_at_hand(one, lair))
    return max(_hunted(plan, party, dragon) for party in {(seat,), tuple(sorted((seat, *helpers)))})


def _hunted(plan: Plan, party: tuple[Seat, ...], dragon: Dragon) -> float:
    """What it is worth that these attack a dragon; nothing where one of them would fall too likely."""
    fight = plan.fight(party, dragon)
    is_in_the_way = plan.is_hunt or (plan.clears and plan.phase == Phase.HOME)
    frees = _FREES if is_in_the_way else FREE_WAY
    worth = fight.win * frees + len(party) * spoils(plan, party, dragon, fight)
    lacking = [plan.lacking(one) for one in party]
    worth += fight.win * _BITES * sum(one is not None and one.tooth > 0 for one in lacking)
    for one, fallen in zip(party, fight.fallen, strict=True):
        if fallen > _MOST_RISK or (plan.party.lives[one] < 2 and fallen > 0.05):
            return 0.0
        worth -= fallen * life_worth(plan, one)
    return worth


def _meeting(plan: Plan, seat: Seat) -> Iterator[Goal]:
    """Together on open ground, for the legendary dragon to come; until all can be there where nobody sees them."""
    near, whom = camp(plan), _whom(plan)
    if plan.chance >= plan.least:
        is_urgent = plan.left <= URGENT and plan.attack >= plan.least
        strikes = [*_strike(plan, seat, is_urgent=is_urgent)]
        tile = bait(plan, seat) if plan.is_loose and not (is_urgent and strikes) else None
        if tile is not None:
            for at in waiting_spaces(plan, seat, tile):
                yield Goal(LURE, at, _LAIR, thing=whom)
            return
        yield from strikes
    for one in SPACES:
        if one.place == near:
            yield Goal(MEET, one.id, _MEETING, thing=whom)


def _whom(plan: Plan) -> str:
    """The word for goals that are about another dragon than the legendary one."""
    return LEFT if plan.legend is not None and not plan.legend.is_legendary else ""


def _strike(plan: Plan, seat: Seat, *, is_urgent: bool) -> Iterator[Goal]:
    """The attack where it is about as good as waiting, or where no time is left to wait: with everybody beside it."""
    lair, legend = plan.lair, plan.legend
    assert lair is not None and legend is not None, "there is a dragon to attack"
    if is_wanted(plan.state, legend) and lair != HEART:
        return
    is_together = all(one == seat or plan.is_at_hand(one, lair) for one in plan.here)
    is_as_good = plan.attack >= plan.least and plan.attack >= plan.lure - _RATHER
    if is_together and (is_as_good or is_urgent):
        for one in SPACES:
            if one.place == lair and not plan.state.is_lava(one.id):
                yield Goal(FIGHT, one.id, _LAIR, thing=_whom(plan) or "legend")
