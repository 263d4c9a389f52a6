"""Heroic monks: one each against a dragon that is not legendary, resolved before the order is fixed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import (
    COLOURS,
    DragonFight,
    Hero,
    HeroDeed,
    KeepMonk,
    RepairWeapon,
    SendMonk,
    Stow,
    Throw,
    ThrowCube,
    fight_of,
    hurt,
    with_fight,
)
from fujikoro_nb.engine.fujikoro.asked.rest import PlaceMagic
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board, Contents, without_spot
from fujikoro_nb.engine.fujikoro.board.stowing import without_cube, without_disc
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Mask
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.fights.breaking import (
    check_mending,
    check_place,
    judge_magic,
    magic_placed,
    mended,
    mending_refusal,
    mendings,
    parts_at,
    without_cells,
)
from fujikoro_nb.engine.fujikoro.rules.fights.dice import hits_of
from fujikoro_nb.engine.fujikoro.rules.not_asked import not_asked
from fujikoro_nb.engine.fujikoro.rules.scrolls import evened, second_lost
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    Event,
    FrameRules,
    Options,
    Outcome,
    Question,
    Refusal,
    cites,
    close_top,
    event,
    push,
    refuse,
    replace_top,
)

A = TypeVar("A", bound=Arena)

AREAS = {"lower-area": "lower", "upper-area": "upper"}
"""Sources of a monk in the backpack, and the area it lies in."""


def monk_sources(board: Board) -> Iterator[str]:
    """Where a samurai's monks are: its spots, the action monk wherever it lies, and the backpack."""
    return sources_of(board.monk_spots, board.backpack)


@cites("combat.hero.source")
def sources_of(spots: Iterable[str], backpack: Backpack) -> Iterator[str]:
    """Where the monks are on these spots and in this backpack."""
    yield from dict.fromkeys(spots)
    for source, area in AREAS.items():
        contents = backpack.lower if area == "lower" else backpack.upper
        if "monk" in contents.discs:
            yield source


class HeroRules(FrameRules[A], Generic[A]):
    """Asks for a monk, then for the cube it throws."""

    def question(self, state: A, frame: Hero) -> Question:
        if frame.source:
            return Question(frame.seat, "throw-cube", "combat.hero.resource", frame.name)
        return Question(frame.seat, "send-monk", "combat.hero.when", frame.name)

    def check(self, state: A, frame: Hero, answer: Answer) -> Refusal | None:
        board = state.fighter(frame.seat)
        match answer:
            case KeepMonk() if not frame.source:
                return None
            case KeepMonk():
                return refuse("combat.hero.resource", "on-its-way")
            case SendMonk() if not frame.source:
                if answer.source in monk_sources(board):
                    return None
                return refuse("combat.hero.source", source=answer.source)
            case ThrowCube() if frame.source:
                contents = {"lower": board.backpack.lower, "upper": board.backpack.upper}.get(answer.area)
                if contents is None or not contents.cubes.count(answer.cube):
                    return refuse("combat.hero.resource", cube=str(answer.cube))
                return None
            case _:
                return not_asked(state, answer, self.question(state, frame))

    def options(self, state: A, frame: Hero) -> Options:
        board = state.fighter(frame.seat)
        if not frame.source:
            return Complete((KeepMonk(), *map(SendMonk, monk_sources(board))))
        return Complete(tuple(throwable(board.backpack)))

    def answered(self, state: A, frame: Hero, answer: Answer) -> Outcome[A]:
        board = state.fighter(frame.seat)
        match answer:
            case SendMonk():
                sent = event("monk-sent", "combat.hero.source", seat=int(frame.seat), source=answer.source)
                frame = msgspec.structs.replace(frame, source=answer.source)
                if board.backpack.cubes:
                    return replace_top(state, frame), (sent,)
                shouts = event("monk-shouts", "combat.hero.no-resource", seat=int(frame.seat))
                return _on_its_way(state, frame, None), (sent, shouts)
            case ThrowCube():
                backpack = without_cube(board.backpack, Cubes.one(answer.cube), answer.area)
                state = state.with_fighter(frame.seat, msgspec.structs.replace(board, backpack=backpack))
                thrown = event(
                    "cube-thrown", "combat.hero.resource", seat=int(frame.seat), cube=str(answer.cube)
                )
                return _on_its_way(state, frame, answer.cube), (thrown,)
            case _:
                return close_top(state), (event("monk-kept", "combat.hero.when", seat=int(frame.seat)),)


@cites("combat.hero.resource")
def throwable(backpack: Backpack) -> Iterator[ThrowCube]:
    """Every resource cube in a backpack, one a material and area."""
    for area, contents in (("lower", backpack.lower), ("upper", backpack.upper)):
        for material in MATERIALS:
            if contents.cubes.count(material):
                yield ThrowCube(material, area)


@cites("combat.hero.resolve-each")
def _on_its_way(state: A, frame: Hero, cube: Material | None) -> A:
    state = close_top(state)
    fight = fight_of(state)
    assert isinstance(fight, DragonFight), "monks help against dragons only"
    deed = HeroDeed(frame.seat, cube, frame.source)
    if state.rulings.reading("combat.hero.resolve-each") == "one-by-one":
        fight = msgspec.structs.replace(fight, senders=(*fight.senders, frame.seat))
        return push(with_fight(state, fight), deed)
    fight = msgspec.structs.replace(fight, senders=(*fight.senders, frame.seat), plans=(*fight.plans, deed))
    return with_fight(state, fight)


class HeroDeedRules(FrameRules[A], Generic[A]):
    """The monk's die, then what its loss costs; asks only how an illegal weapon is mended."""

    def question(self, state: A, frame: HeroDeed) -> Question | None:
        board = state.fighter(frame.seat)
        if frame.before is not None and mending_refusal(board, state.rulings):
            return Question(frame.seat, "repair", "combat.hero.lose-weapon-strip", frame.name)
        if frame.places:
            return Question(frame.seat, "place-magic", "magic.split-carrier", frame.name)
        return None

    def check(self, state: A, frame: HeroDeed, answer: Answer) -> Refusal | None:
        board = state.fighter(frame.seat)
        match answer:
            case RepairWeapon() if not frame.places:
                return check_mending(board, answer, state.rulings)
            case PlaceMagic() if frame.places:
                return check_place(board, frame.places, answer, state.rulings)
            case _:
                return not_asked(state, answer, self.question(state, frame))

    @cites("combat.hero.lose-weapon-strip")
    def options(self, state: A, frame: HeroDeed) -> Options:
        board = state.fighter(frame.seat)
        if frame.places:
            return Complete(tuple(map(PlaceMagic, parts_at(board, frame.places, state.rulings))))
        return Complete(tuple(mendings(board, state.rulings)))

    def answered(self, state: A, frame: HeroDeed, answer: Answer) -> Outcome[A]:
        if isinstance(answer, RepairWeapon):
            state, lost = mended(state, frame.seat, answer)
            return state, (
                event("weapon-mended", "combat.hero.lose-weapon-strip", seat=int(frame.seat), cubes=lost),
            )
        assert isinstance(answer, PlaceMagic), "check lets nothing else through"
        state, placed = magic_placed(state, frame.seat, frame.places, answer)
        return replace_top(state, msgspec.structs.replace(frame, places=())), placed

    @cites("combat.hero.roll", "combat.hero.no-break", "combat.hero.resolve-each")
    def advance(self, state: A, frame: HeroDeed) -> Outcome[A] | None:
        if frame.roll is None and frame.cube is not None and not frame.is_paid:
            one = tuple(int(colour == frame.cube) for colour in COLOURS)
            return push(state, Throw((one[0], one[1], one[2], one[3]))), ()
        if not frame.is_paid:
            hits = hits_of(state, frame.roll) if frame.roll is not None else 0
            before = state.fighter(frame.seat).gear
            board, events = _without_monk(state.fighter(frame.seat), frame)
            state = state.with_fighter(frame.seat, board)
            paid = msgspec.structs.replace(frame, roll=None, is_paid=True, before=before)
            state, struck = _hero_hits(replace_top(state, paid), frame, hits)
            state, scrolls = second_lost(state, frame.seat)
            if _may_rearrange(board, frame, is_scroll_lost=bool(scrolls)):
                state = push(state, Stow(frame.seat, "backpack.rearrange"))
            return evened(state, frame.seat), (*struck, *events, *scrolls)
        if frame.before is not None:
            judged = judge_magic(
                frame.before, state.fighter(frame.seat), GearKind.WEAPON, frame.seat, state.rulings
            )
            resolved = msgspec.structs.replace(frame, before=None, places=judged.places)
            return replace_top(state.with_fighter(frame.seat, judged.board), resolved), judged.events
        return None


@cites("backpack.rearrange")
def _may_rearrange(board: Board, frame: HeroDeed, *, is_scroll_lost: bool) -> bool:
    """Something was taken out of a backpack with two areas; never when the backpack monk went."""
    is_lighter = frame.cube is not None or frame.source in AREAS or is_scroll_lost
    return is_lighter and frame.source != "backpack" and board.upper_spaces > 0


@cites("example.joint-fight.hero")
def _hero_hits(state: A, frame: HeroDeed, hits: int) -> Outcome[A]:
    """combat.hero.roll: the hits count at once; combat.hero.no-break: a broken symbol does nothing."""
    fight = fight_of(state)
    assert isinstance(fight, DragonFight), "monks help against dragons only"
    if frame.cube is None:
        return state, ()
    fight = hurt(state, fight, frame.seat, hits)
    state, left = with_fight(state, fight), max(0, fight.health)
    return state, (event("hero-hits", "combat.hero.roll", seat=int(frame.seat), hits=hits, health=left),)


@cites("char.tomoe.action-monk-heroic")
def _without_monk(board: Board, frame: HeroDeed) -> tuple[Board, tuple[Event, ...]]:
    """combat.hero.gone: the monk leaves the game, and its ability with it.

    Of two action monks one that lies on a field goes first: both come back at the same rest.
    """
    seat = int(frame.seat)
    gone = event("monk-gone", "combat.hero.gone", seat=seat, source=frame.source)
    if frame.source in AREAS:
        backpack = without_disc(board.backpack, "monk", AREAS[frame.source])
        return msgspec.structs.replace(board, backpack=backpack), (gone,)
    was_open = board.is_weapon_grid_open
    board = msgspec.structs.replace(board, monk_spots=without_spot(board.monk_spots, frame.source))
    match frame.source:
        case "action":
            board = board.with_monk_fields(board.monk_fields[1:])
            return board, (
                gone,
                event("action-monk-gone", "combat.hero.lose-action", seat=seat, discs=board.discs),
            )
        case "weapon" if was_open and not board.is_weapon_grid_open:
            right = right_part(board.gear, board.limits)
            if not right:
                return board, (gone, event("right-part-closed", "combat.hero.lose-weapon", seat=seat))
            lost_cubes = str(board.gear.weapon.only(right).cubes)
            board = without_cells(board, GearKind.WEAPON, right)
            lost = event("right-part-lost", "combat.hero.lose-weapon", seat=seat, cubes=lost_cubes)
            return board, (gone, lost)
        case "backpack" if not board.upper_spaces:
            board, events = _without_upper_area(board, seat)
            return board, (gone, *events)
        case _:
            return board, (gone,)


@cites("combat.hero.lose-weapon")
def right_part(gear: Gear, limits: BoardLimits) -> Mask:
    """The cubes of the weapon that are lost as its grid closes."""
    return gear.weapon.occupied & limits.weapon.right


@cites("combat.hero.lost-blueprint")
def _without_upper_area(board: Board, seat: int) -> tuple[Board, tuple[Event, ...]]:
    """combat.hero.lose-backpack: everything there goes, discs with their cards, and nothing is moved down first."""
    upper = board.backpack.upper
    events: list[Event] = []
    if upper.cubes:
        events.append(
            event("upper-area-lost", "combat.hero.lose-backpack", seat=seat, cubes=str(upper.cubes))
        )
    if upper.discs:
        events.append(
            event("upper-discs-lost", "combat.hero.lose-backpack", seat=seat, discs=len(upper.discs))
        )
    kept = tuple(one for one in board.blueprints if one.id not in upper.discs)
    lost = tuple(one for one in board.blueprints if one.id in upper.discs)
    events += [
        event("blueprint-lost", "combat.hero.lost-blueprint", seat=seat, blueprint=one.id) for one in lost
    ]
    backpack = msgspec.structs.replace(board.backpack, upper=Contents())
    board = msgspec.structs.replace(
        board, backpack=backpack, blueprints=kept, lost_blueprints=(*board.lost_blueprints, *lost)
    )
    return board, tuple(events)
