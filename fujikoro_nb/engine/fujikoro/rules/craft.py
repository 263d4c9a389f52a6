"""Chapter "craft": one kind of gear a rest, cubes in and out of the backpack, one of them wasted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Generic, TypeVar

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.rest import (
    Claim,
    ClaimCard,
    Craft,
    CraftGear,
    CraftNothing,
)
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board, Contents
from fujikoro_nb.engine.fujikoro.board.state import TableState
from fujikoro_nb.engine.fujikoro.gear import plans
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, Mask, cells_of
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.magic import Carried, after_removal, loss_rule, source_of, weapon_places
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import (
    Answer,
    Event,
    FrameRules,
    Menu,
    Options,
    Outcome,
    Question,
    Refusal,
    Seat,
    cites,
    close_top,
    event,
    push,
    refuse,
    replace_top,
)

T = TypeVar("T", bound=TableState)


class CraftRules(FrameRules[T], Generic[T]):
    """Craft one kind of gear, or nothing."""

    def question(self, state: T, frame: Craft) -> Question:
        return Question(frame.seat, "craft", "craft.one-type", frame.name)

    def check(self, state: T, frame: Craft, answer: Answer) -> Refusal | None:
        match answer:
            case CraftNothing():
                return None  # craft.optional-patterns: nothing has to be built
            case CraftGear():
                if frame.kinds is not UNSET and answer.kind not in frame.kinds:
                    return refuse("char.masako.double-craft", kind=str(answer.kind))
                return check_craft(state.boards[frame.seat], answer, rulings=state.rulings)
            case ClaimCard():
                return refuse("gearcard.claim.when", "not-yet")
            case _:
                return refuse("craft.one-type", "not-asked")

    def options(self, state: T, frame: Craft) -> Options:
        def is_legal(answer: object) -> bool:
            return isinstance(answer, Answer) and self.check(state, frame, answer) is None

        def make() -> tuple[Answer, ...]:
            # The other checks hold by construction: one cube less in the backpack, or one out and wasted.
            every = single_cube_crafts(state.boards[frame.seat], state.rulings)
            if frame.kinds is not UNSET:
                every = [craft for craft in every if craft.kind in frame.kinds]
            return (CraftNothing(), *every)

        return Menu("single-cube-crafts/1", make, is_legal)

    def answered(self, state: T, frame: Craft, answer: Answer) -> Outcome[T]:
        state = close_top(state)
        if not isinstance(answer, CraftGear):
            return state, (event("craft-nothing", "craft.optional-patterns"),)
        board = state.boards[frame.seat]
        after = apply_craft(board, answer, rulings=state.rulings)
        state = state.with_board(
            frame.seat, msgspec.structs.replace(board, gear=after.gear, backpack=answer.backpack)
        )
        state = _claimable(state, frame.seat, answer.kind)
        if frame.kinds is UNSET:
            state = _with_second_craft(state, frame.seat, answer.kind)
        return state, (*_craft_events(board, answer), *after.events)


@cites("char.yoshihiro.gear-card-any-craft")
def _claimable(state: T, seat: Seat, crafted: GearKind) -> T:
    """The state in which cards can be claimed: at the end of a rest, and of a craft besides where tables play it so."""
    if isinstance(state.agenda[-1], Claim):
        return replace_top(state, Claim(seat, crafted))
    is_any = state.rulings.reading("char.yoshihiro.gear-card-any-craft") == "any-craft"
    return push(state, Claim(seat, crafted)) if is_any else state


@cites("char.masako.double-craft", "char.masako.double-craft-waste")
def _with_second_craft(state: T, seat: Seat, crafted: GearKind) -> T:
    """The state that asks for what may be crafted at the same time: a craft of its own, with a waste of its own."""
    kinds = state.boards[seat].character.kinds_with(crafted)
    return push(state, Craft(seat, kinds)) if kinds else state


def _craft_events(board: Board, craft: CraftGear) -> Iterator[Event]:
    before, after = board.gear.layout(craft.kind).cubes, craft.layout.cubes
    yield event(
        "crafted",
        "craft.from-backpack",
        kind=str(craft.kind),
        added=len(after.surplus_over(before)),
        removed=len(before.surplus_over(after)),
    )
    if craft.wasted is not None:
        yield event("wasted", "craft.waste", cube=str(craft.wasted))
    if craft.thrown:
        yield event("thrown", "backpack.discard.resources", cubes=str(craft.thrown))


@cites("example.takeko-craft.twelve", "example.takeko-craft.eleven")
def check_craft(board: Board, craft: CraftGear, *, rulings: Rulings) -> Refusal | None:
    """Nothing, or the first rule that this craft breaks; the board stays as it is (craft.legal-end)."""
    return (
        _check_heaps(board, craft)
        or _check_cubes(board, craft)
        or _check_waste(board, craft)
        or _check_room(board, craft)
        or _check_magic(board, craft, rulings)
        or _check_gear(board, craft, rulings)
    )


def _check_heaps(board: Board, craft: CraftGear) -> Refusal | None:
    """Whether what is answered is cubes at all: one a cell, and no heap below nothing or above all there is."""
    if _overlaps(craft.layout):
        return refuse("craft.from-backpack", "two-on-one-cell")
    most = len(board.gear.layout(craft.kind)) + len(board.backpack.cubes)
    for heap in (craft.backpack.lower.cubes, craft.backpack.upper.cubes, craft.thrown):
        for count in (heap.wood, heap.metal, heap.tooth):
            if not 0 <= count <= most:
                return refuse("craft.from-backpack", "heap", most=most)
    return None


@cites("backpack.magic-never")
def _check_cubes(board: Board, craft: CraftGear) -> Refusal | None:
    """craft.from-backpack: what is in the gear afterwards lay in this gear or in the backpack before.

    backpack.magic-never: the green cube is none of these cubes and becomes none of them.
    """
    before = board.gear.layout(craft.kind).cubes + board.backpack.cubes
    wasted = Cubes() if craft.wasted is None else Cubes.one(craft.wasted)
    after = craft.layout.cubes + craft.backpack.cubes + wasted + craft.thrown
    if not before.covers(after):
        return refuse("craft.from-backpack", cubes=str(after.surplus_over(before)))
    if after != before:
        return refuse("craft.waste", "missing", cubes=str(before.surplus_over(after)))
    if craft.backpack.discs != board.backpack.discs:
        return refuse("backpack.discard.objects")
    return None


def _check_waste(board: Board, craft: CraftGear) -> Refusal | None:
    """craft.waste: exactly one of the cubes that come out is lost; none comes out, none is lost.

    Cubes may move in both directions at once, so the lost cube can be any that lay in the gear: where the gear seems to
    keep it, one of its kind has come in from the backpack.
    """
    before = board.gear.layout(craft.kind).cubes
    out = before.surplus_over(craft.layout.cubes)
    if not out:
        return refuse("craft.rearrange") if craft.wasted is not None else None
    if craft.wasted is None:
        rule = "craft.waste.single" if len(out) == 1 else "craft.waste"
        return refuse(rule, cubes=str(out))
    return None if before.count(craft.wasted) else refuse("craft.waste", "other-cube", cubes=str(before))


def _check_room(board: Board, craft: CraftGear) -> Refusal | None:
    """craft.capacity-final: only the arrangement at the end has to fit."""
    for name, contents, room in (
        ("lower", craft.backpack.lower, board.limits.backpack_lower),
        ("upper", craft.backpack.upper, board.upper_spaces),
    ):
        if len(contents) > room:
            return refuse("craft.capacity-final", items=len(contents), room=room, area=name)
    free = (
        board.limits.backpack_lower
        + board.upper_spaces
        - len(craft.backpack.lower)
        - len(craft.backpack.upper)
    )
    if craft.thrown and free:
        return refuse("backpack.discard.resources", cubes=str(craft.thrown), free=free)
    return None


def _check_magic(board: Board, craft: CraftGear, rulings: Rulings) -> Refusal | None:
    """A craft can move the green cube with the cube under it; it can neither make one nor put it on nothing."""
    if craft.magic_at is None:
        return None
    if craft.kind != GearKind.WEAPON or board.gear.weapon_magic is None:
        return refuse("magic.gain", "not-by-crafting")
    if craft.magic_at < 0 or not craft.layout.occupied >> craft.magic_at & 1:
        return refuse("magic.carrier-destroyed")
    return None


@cites("craft.legal-end", "craft.temporary-illegal")
def _check_gear(board: Board, craft: CraftGear, rulings: Rulings) -> Refusal | None:
    """craft.legal-end, craft.temporary-illegal: the end is judged, nothing on the way there."""
    gear = Gear().with_layout(craft.kind, craft.layout)
    report = inspect(gear, craft.kind, board.limits, is_unlocked=board.is_weapon_grid_open, rulings=rulings)
    return report.refusals[0] if report.faults else None


def _overlaps(layout: Layout) -> bool:
    planes = (layout.wood, layout.metal, layout.tooth)
    return min(planes) < 0 or sum(plane.bit_count() for plane in planes) != len(layout)


def apply_craft(board: Board, craft: CraftGear, *, rulings: Rulings) -> Carried:
    """The gear after a checked craft, with what happened to its magic."""
    before = board.gear
    after = before.with_layout(craft.kind, craft.layout)
    if not before.is_magical(craft.kind):
        return Carried(after)
    pattern, is_owned = source_of(board, before, craft.kind, after=after, rulings=rulings)
    if craft.kind != GearKind.WEAPON:
        return after_removal(
            before, after, craft.kind, pattern, board.limits, is_owned=is_owned, rulings=rulings
        )
    has_lost_cubes = not craft.layout.cubes.covers(before.weapon.cubes)
    rule = loss_rule(
        after, craft.kind, pattern, is_owned=is_owned, has_lost_cubes=has_lost_cubes, rulings=rulings
    )
    if rule:
        lost = event("magic-lost", rule, kind=str(craft.kind))
        return Carried(after.without_magic(craft.kind), (lost,))
    return Carried(_with_moved_magic(after, craft, board, rulings))


def _with_moved_magic(after: Gear, craft: CraftGear, board: Board, rulings: Rulings) -> Gear:
    """Rearranging moves the green cube with the cube under it; unsaid, it stays where a cube still lies."""
    if craft.magic_at is not None:
        return msgspec.structs.replace(after, weapon_magic=craft.magic_at)
    if after.weapon_magic is not None and after.weapon.at(after.weapon_magic) is not None:
        return after
    places = weapon_places(after, board.limits, rulings=rulings)
    return msgspec.structs.replace(after, weapon_magic=places[0])


def single_cube_crafts(board: Board, rulings: Rulings) -> list[CraftGear]:
    """Every craft of one cube from the backpack onto a free cell, or of one cube out of the gear."""
    found: list[CraftGear] = []
    left = _one_cube_less(board.backpack)
    for kind, grid in _grids(board.limits, board.is_weapon_grid_open, rulings):
        layout = board.gear.layout(kind)
        wood, metal, tooth = layout.wood, layout.metal, layout.tooth
        fitting, loose = _one_cube(wood | metal | tooth, grid)
        for cube, backpack in left:
            for bit in fitting:
                more = Layout(wood | bit * cube.wood, metal | bit * cube.metal, tooth | bit * cube.tooth)
                found.append(CraftGear(kind, more, backpack))
        for bit in loose:
            wasted = layout.at(bit.bit_length() - 1)
            found.append(CraftGear(kind, layout.without(bit), board.backpack, wasted=wasted))
    return found


@lru_cache(maxsize=64)
def _grids(
    limits: BoardLimits, is_unlocked: bool, rulings: Rulings
) -> tuple[tuple[GearKind, plans.Board], ...]:
    """Every kind of gear with where it may lie."""
    return tuple(
        (kind, plans.board_of(kind, limits, is_unlocked=is_unlocked, is_usable=False, rulings=rulings))
        for kind in GearKind
    )


@lru_cache(maxsize=1024)
def _one_cube_less(backpack: Backpack) -> tuple[tuple[Cubes, Backpack], ...]:
    """Each cube that lies in a backpack, and the backpack without it."""
    lying = backpack.cubes
    cubes = [Cubes.one(material) for material in MATERIALS if lying.count(material)]
    return tuple((cube, _without(backpack, cube)) for cube in cubes)


@lru_cache(maxsize=4096)
def _one_cube(cells: Mask, grid: plans.Board) -> tuple[tuple[Mask, ...], tuple[Mask, ...]]:
    """The free cells that one more cube may take, and the cells that one cube may leave: legality is geometry alone."""

    def changeable(among: Mask) -> tuple[Mask, ...]:
        return tuple(1 << cell for cell in cells_of(among) if plans.is_legal(cells ^ 1 << cell, grid))

    return changeable(grid.area & ~cells), changeable(cells)


def _without(backpack: Backpack, cubes: Cubes) -> Backpack:
    """The backpack without these cubes, taken from the upper area first, because only that one can overflow."""
    upper = cubes.surplus_over(cubes.surplus_over(backpack.upper.cubes))
    lower = cubes - upper
    return Backpack(
        Contents(backpack.lower.cubes - lower, backpack.lower.discs),
        Contents(backpack.upper.cubes - upper, backpack.upper.discs),
    )
