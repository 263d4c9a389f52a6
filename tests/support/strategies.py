"""Hypothesis strategies: drawings, boards, rests, and answers of every kind, legal, illegal and hostile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.asked.rest import (
    ClaimCard,
    CraftGear,
    CraftingState,
    CraftNothing,
    PlaceMagic,
    StopClaiming,
)
from fujikoro_nb.engine.fujikoro.board.player import SLOTS, Backpack, Board, Contents, OwnedCard
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY, Layout, cell_at, cells_of, column_row, pieces
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect
from fujikoro_nb.engine.fujikoro.rules.rest import rest
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, SWITCHES, Rulings
from fujikoro_nb.engine.kernel import Answer, Illegal, Seat, Unreadable

T = TypeVar("T")

materials = st.sampled_from(MATERIALS)
kinds = st.sampled_from(list(GearKind))
limits = st.sampled_from(list(CHARACTERS.values()))
SLOTS_AND_MORE = (*SLOTS, "rest", "")
BONUSES = ("", "vp", "peek", "step")


def tried(read: Callable[..., T], *arguments: object) -> T | Unreadable | Illegal:
    """What a reader gives: the thing, or one of the two errors that it may raise."""
    try:
        return read(*arguments)
    except (Unreadable, Illegal) as error:
        return error


def drawing_of(layout: Layout) -> dict[tuple[int, int], str]:
    """A layout as the oracle sees it."""
    return {column_row(cell): str(material) for cell, material in layout}


def to_top_left(layout: Layout) -> Layout:
    """The same cubes pushed into the top left corner, as a card shows them."""
    drawing = drawing_of(layout)
    column, row = min(column for column, _ in drawing) - 1, min(row for _, row in drawing) - 1
    pushed = EMPTY
    for (c, r), letter in drawing.items():
        pushed = pushed.with_cube(cell_at(c - column, r - row), Material(letter))
    return pushed


@st.composite
def layouts(draw: st.DrawFn, area: int, *, most: int = 12, connected: bool | None = None) -> Layout:
    """Cubes on an area: scattered, or grown from a cell so that they hang together."""
    cells = list(cells_of(area))
    if draw(st.booleans()) if connected is None else connected:
        chosen = draw(_grown(cells, most))
    else:
        chosen = draw(st.lists(st.sampled_from(cells), max_size=most, unique=True))
    layout = EMPTY
    for cell in chosen:
        layout = layout.with_cube(cell, draw(materials))
    return layout


@st.composite
def _grown(draw: st.DrawFn, cells: Sequence[int], most: int) -> list[int]:
    chosen = [draw(st.sampled_from(cells))]
    for _ in range(draw(st.integers(0, most - 1))):
        near = {cell + step for cell in chosen for step in (1, -1, 11, -11)} & set(cells) - set(chosen)
        if near:
            chosen.append(draw(st.sampled_from(sorted(near))))
    return chosen


@st.composite
def patterns(draw: st.DrawFn, layout: Layout) -> Layout:
    """A pattern, mostly a part of this layout, sometimes something else."""
    cells = list(cells_of(layout.occupied))
    if cells and draw(st.integers(0, 3)):
        kept = draw(st.lists(st.sampled_from(cells), min_size=1, max_size=4, unique=True))
        return to_top_left(layout.only(sum(1 << cell for cell in kept)))
    other = EMPTY
    for cell in draw(st.lists(st.sampled_from([0, 1, 2, 11, 12]), min_size=1, max_size=4, unique=True)):
        other = other.with_cube(cell, draw(materials))
    return to_top_left(other)


@st.composite
def legal_layouts(draw: st.DrawFn, kind: GearKind, board_limits: BoardLimits, *, unlocked: bool) -> Layout:
    """Legal gear of one kind: cubes are taken off until the rules have nothing to say."""
    layout = draw(layouts(board_limits.area_mask(kind), most=6 if kind == GearKind.HELMET else 9))
    while not inspect(Gear().with_layout(kind, layout), kind, board_limits, is_unlocked=unlocked).is_legal:
        smaller = pieces(layout.occupied)[0] if len(pieces(layout.occupied)) > 1 else layout.occupied
        layout = layout.only(smaller).without(1 << next(cells_of(smaller)))
    return layout


@st.composite
def heaps(draw: st.DrawFn, most: int = 6) -> Cubes:
    """Up to this many cubes."""
    return Cubes.parse("".join(draw(st.lists(materials, max_size=most))))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board with legal gear, a backpack that fits, blueprints owned or lost, and magic where it may lie."""
    board_limits = draw(limits)
    spots = tuple(spot for spot in ("weapon", "backpack") if draw(st.booleans()))
    unlocked = "weapon" in spots
    gear = Gear()
    mine, lost = [], []
    for kind in GearKind:
        layout = draw(legal_layouts(kind, board_limits, unlocked=unlocked))
        gear = gear.with_layout(kind, layout)
        plan = Blueprint(f"plan-{kind}", kind, draw(patterns(layout)), Provenance.OWNER)
        fate = draw(st.sampled_from(["owned", "lost", "none"]))
        (mine if fate == "owned" else lost if fate == "lost" else []).append(plan)
        can_be = kind != GearKind.HELMET or board_limits.can_helmet_be_magical
        if layout and fate != "none" and can_be and draw(st.booleans()):
            cell = draw(st.sampled_from(list(cells_of(layout.occupied)))) if kind == GearKind.WEAPON else None
            gear = gear.with_magic(kind, cell)
    lower = Contents(draw(heaps(4)), tuple(draw(st.lists(st.sampled_from(["monk", "scroll"]), max_size=2))))
    is_open = "backpack" in spots or board_limits.is_backpack_open
    upper = Contents(draw(heaps(5))) if is_open else Contents()
    slots = draw(st.lists(st.sampled_from(SLOTS), max_size=2, unique=True))
    cards = tuple(
        OwnedCard(f"old-{slot}", kind, slot, "wood")
        for slot, kind in zip(slots, draw(st.permutations(list(GearKind))), strict=False)
    )
    return Board(board_limits, gear, Backpack(lower, upper), spots, cards, tuple(mine), tuple(lost))


@st.composite
def rulings(draw: st.DrawFn) -> Rulings:
    """Mostly what is adopted, sometimes other readings."""
    chosen = ADOPTED
    for rule, switch in SWITCHES.items():
        if draw(st.integers(0, 4)) == 0:
            chosen = chosen.with_reading(rule, draw(st.sampled_from(switch.readings)))
    return chosen


@st.composite
def rests(draw: st.DrawFn) -> CraftingState:
    """A table of one to three boards with cards on display, one seat about to rest."""
    seats = tuple(draw(st.lists(boards(), min_size=1, max_size=3)))
    seat = draw(st.integers(0, len(seats) - 1))
    display = tuple(
        GearCard(
            f"card-{index}", kind, draw(patterns(seats[seat].gear.layout(kind))), "wood", Provenance.OWNER
        )
        for index, kind in enumerate(draw(st.lists(kinds, max_size=3)))
    )
    return rest(CraftingState(boards=seats, display=display, rulings=draw(rulings())), Seat(seat))


@st.composite
def crafts(draw: st.DrawFn, board: Board) -> CraftGear:
    """A craft that respects the count of cubes, so that most of the rules get a say; often legal, often not."""
    kind = draw(kinds)
    old = board.gear.layout(kind)
    pool = [*old.cubes, *board.backpack.cubes]
    order = draw(st.permutations(pool))
    area = list(cells_of(board.limits.area_mask(kind)))
    number = draw(st.integers(0, min(len(pool), len(area), 14)))
    places = draw(_grown(area, max(number, 1))) if draw(st.booleans()) else draw(st.permutations(area))
    layout = EMPTY
    for cell, material in zip(places[:number], order, strict=False):
        layout = layout.with_cube(cell, material)
    rest_of = list(old.cubes + board.backpack.cubes - layout.cubes)
    out = old.cubes.surplus_over(layout.cubes)
    wasted: Material | None = None
    if rest_of and draw(st.integers(0, 9)) == 0:
        wasted = draw(st.sampled_from(rest_of))  # any cube that is left over, whether it came out or not
    elif out and draw(st.integers(0, 9)):
        wasted = draw(st.sampled_from(list(out)))
    if wasted is not None:
        rest_of.remove(wasted)
    lower_room = max(0, board.limits.backpack_lower - len(board.backpack.lower.discs))
    lower, upper, thrown = (
        rest_of[:lower_room],
        rest_of[lower_room : lower_room + board.upper_spaces],
        rest_of[lower_room + board.upper_spaces :],
    )
    if draw(st.integers(0, 9)) == 0:
        thrown, lower = [*thrown, *lower[:1]], lower[1:]
    discs = board.backpack.lower.discs
    if draw(st.integers(0, 9)) == 0:
        discs = draw(st.sampled_from([discs[1:], (*discs, "monk"), discs[::-1], ("scroll",)]))
    magic = None
    if kind == GearKind.WEAPON and board.gear.weapon_magic is not None and layout and draw(st.booleans()):
        magic = draw(st.sampled_from(list(cells_of(layout.occupied))))
    return CraftGear(
        kind,
        layout,
        Backpack(
            Contents(Cubes.parse("".join(lower)), discs),
            Contents(Cubes.parse("".join(upper)), board.backpack.upper.discs),
        ),
        wasted,
        Cubes.parse("".join(thrown)),
        magic,
    )


def claims(state: CraftingState) -> st.SearchStrategy[ClaimCard]:
    """Claims, right and wrong."""
    names = st.sampled_from([*(card.id for card in state.display), "no-such-card"])
    return st.builds(ClaimCard, names, st.sampled_from(SLOTS_AND_MORE), st.sampled_from(BONUSES))


def answers(state: CraftingState, seat: int) -> st.SearchStrategy[Answer]:
    """Any readable answer, whatever is asked."""
    return st.one_of(
        crafts(state.boards[seat]),
        claims(state),
        st.just(CraftNothing()),
        st.just(StopClaiming()),
        st.builds(PlaceMagic, st.sampled_from(["left", "right", "both", ""])),
    )


_WILD = st.one_of(
    st.integers(),
    st.sampled_from([-1, 0, 1, 2**63 - 1, 2**63, -(2**63), 10**18, 2**64 - 1, 1 << 54, 1 << 4000]),
)
_heaps = st.builds(Cubes, _WILD, _WILD, _WILD)
_contents = st.builds(Contents, _heaps, st.lists(st.text(max_size=5), max_size=3).map(tuple))


@st.composite
def hostile_crafts(draw: st.DrawFn, board: Board) -> CraftGear:
    """A craft with something in it that no drawing could say: wild numbers in place of masks, heaps and cells."""
    craft = draw(crafts(board))
    wild: dict[str, st.SearchStrategy[object]] = {
        "layout": st.builds(Layout, _WILD, _WILD, _WILD),
        "backpack": st.builds(Backpack, _contents, _contents),
        "thrown": _heaps,
        "magic_at": _WILD,
        "wasted": st.sampled_from([None, *MATERIALS]),
        "kind": kinds,
    }
    names = draw(st.lists(st.sampled_from(sorted(wild)), min_size=1, max_size=3, unique=True))
    return msgspec.structs.replace(craft, **{name: draw(wild[name]) for name in names})
