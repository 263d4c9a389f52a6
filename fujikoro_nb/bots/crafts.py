"""The best craft of a rest: towards a card, a blueprint, or simply more of what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec
from msgspec import UNSET

from fujikoro_nb.bots.worth import POINTS, Worth
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import Craft, CraftGear
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.stowing import arrangements, room
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import STRIDE, Cell, Layout, cell_at, cells_of, grow
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains
from fujikoro_nb.engine.fujikoro.gear.solve import cheapest_craft
from fujikoro_nb.engine.fujikoro.rules.craft import apply_craft, check_craft
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Seat

_MOST_SWAPS = 4
_LEAST_GAIN = 0.05

_DEAREST_FIRST = (Material.TOOTH, Material.METAL, Material.WOOD)


class Crafted(msgspec.Struct, frozen=True):
    """A craft and how much better it makes the board; ``card`` is what it reaches, if anything."""

    craft: CraftGear
    gain: float
    card: str = ""


def best_craft(
    state: GameState, seat: Seat, worth: Worth = POINTS, *, may: Callable[[Board], bool] | None = None
) -> Crafted | None:
    """The craft that helps most; None where every craft makes things worse. ``may``: which boards it may lead to."""
    return most_helpful(good_crafts(state, seat, worth, may=may))


def most_helpful(crafts: Iterable[Crafted]) -> Crafted | None:
    """The first of those that help most; None of none."""
    return max(crafts, key=lambda one: one.gain, default=None)


def good_crafts(
    state: GameState, seat: Seat, worth: Worth = POINTS, *, may: Callable[[Board], bool] | None = None
) -> Iterator[Crafted]:
    """The crafts that make the board better, as `best_craft` compares them."""
    for crafted, after in _crafts(
        state.boards[seat], tuple(state.display), _kinds_now(state), state.rulings, worth
    ):
        if may is None or may(after):
            yield crafted


@lru_cache(maxsize=2048)
def _crafts(
    board: Board, display: tuple[GearCard, ...], kinds: tuple[GearKind, ...], rulings: Rulings, worth: Worth
) -> tuple[tuple[Crafted, Board], ...]:
    """The good crafts and the boards after them. The same board is asked about over and over where games branch."""
    if not board.backpack.cubes:
        return ()
    found = []
    cards = [card for card in display if all(owned.kind != card.kind for owned in board.cards)]
    before = _worth(board, cards, rulings, worth)
    for kind in kinds:
        for layout in _layouts(rulings, board, kind, cards, worth):
            craft = packed(board, kind, layout)
            if craft is None or check_craft(board, craft, rulings=rulings) is not None:
                continue
            gear = apply_craft(board, craft, rulings=rulings).gear
            after = msgspec.structs.replace(board, gear=gear, backpack=craft.backpack)
            gain = _worth(after, cards, rulings, worth) - before
            if gain > _LEAST_GAIN:
                found.append((Crafted(craft, gain, _reached(rulings, board, after, kind, cards)), after))
    return tuple(found)


def _kinds_now(state: GameState) -> tuple[GearKind, ...]:
    """What may be crafted now: some kinds alone beside another piece."""
    asking = state.agenda[-1]
    if isinstance(asking, Craft) and asking.kinds is not UNSET:
        return asking.kinds
    return tuple(GearKind)


def _worth(board: Board, cards: Sequence[GearCard], rulings: Rulings, worth: Worth) -> float:
    """The board, and what its gear would now get: the best card of each kind, and magic."""
    total = worth.board(board, rulings)
    for kind in GearKind:
        if any(_holds(board, card, rulings) for card in cards if card.kind == kind):
            total += worth.card[kind]
        if board.gear.is_magical(kind):
            continue
        layout = board.gear.layout(kind)
        if any(contains(layout, pattern, rulings=rulings) for pattern in board.patterns(kind)):
            total += worth.magic - worth.blueprint
    return total


def _holds(board: Board, card: GearCard | Blueprint, rulings: Rulings) -> bool:
    return contains(board.gear.layout(card.kind), card.pattern, rulings=rulings)


def _reached(rulings: Rulings, before: Board, after: Board, kind: GearKind, cards: Sequence[GearCard]) -> str:
    """The card or blueprint that the gear holds only now."""
    targets: tuple[GearCard | Blueprint, ...] = (*cards, *before.blueprints)
    return next(
        (
            card.id
            for card in targets
            if card.kind == kind and _holds(after, card, rulings) and not _holds(before, card, rulings)
        ),
        "",
    )


def _layouts(
    rulings: Rulings, board: Board, kind: GearKind, cards: Sequence[GearCard], worth: Worth
) -> Iterator[Layout]:
    """Gear worth looking at: what is there grown as far as it goes, and each card, bare and grown."""
    present = board.gear.layout(kind)
    yield _grown(rulings, board, kind, present, worth)
    if worth.swaps:
        yield from _swapped(rulings, board, kind, present, worth)
        if kind == GearKind.WEAPON:
            yield from _opened(rulings, board, present, worth)
    targets: list[GearCard | Blueprint] = [card for card in cards if card.kind == kind]
    if not board.gear.is_magical(kind):
        targets += [one for one in board.blueprints if one.kind == kind]
    for target in targets:
        if contains(present, target.pattern, rulings=rulings):
            continue
        found = cheapest_craft(
            board.gear,
            kind,
            [target],
            board.backpack.cubes,
            board.limits,
            is_unlocked=board.is_weapon_grid_open,
            is_usable=True,
            capacity=room(board) - len(board.backpack.discs),
            rulings=rulings,
        )
        if found is not None:
            yield found.layout
            yield _grown(rulings, board, kind, found.layout, worth)


def _grown(rulings: Rulings, board: Board, kind: GearKind, layout: Layout, worth: Worth) -> Layout:
    """The gear with more cubes from the backpack, the dearest first, as long as each helps."""
    left = board.gear.layout(kind).cubes + board.backpack.cubes - layout.cubes
    bare = msgspec.structs.replace(board, gear=board.gear.with_layout(kind, layout))
    reached = worth.board(bare, rulings)
    for material in _DEAREST_FIRST:
        for _ in range(left.count(material)):
            best: tuple[float, Layout] | None = None
            for cell in cells_of(_edge(board, kind, layout)):
                one = layout.with_cube(cell, material)
                craft = packed(board, kind, one)
                if craft is None or check_craft(board, craft, rulings=rulings) is not None:
                    continue
                after = msgspec.structs.replace(board, gear=board.gear.with_layout(kind, one))
                value = worth.board(after, rulings)
                if best is None or value > best[0]:
                    best = (value, one)
                if kind != GearKind.WEAPON:
                    break  # where a cube lies on helmet or sandals matters to patterns only
            if best is None or best[0] <= reached + worth.heap(Cubes.one(material)):
                break
            reached, layout = best
    return layout


def _opened(rulings: Rulings, board: Board, layout: Layout, worth: Worth) -> Iterator[Layout]:
    """The weapon carried on into the right part of the grid, and then grown: several cubes at once help, one does not.

    Over the edge for two hands, with the wood that it then needs, or beside it as a weapon of its own.
    """
    area, limits = board.limits.weapon, board.limits
    if not layout or not board.is_weapon_grid_open or layout.occupied & area.right:
        return
    rows = [[cell for cell in cells_of(layout.occupied) if cell // STRIDE == row] for row in range(area.rows)]
    last = max((row[-1] for row in rows if row), key=lambda cell: cell % STRIDE)
    over = range(last + 1, last - last % STRIDE + area.left_columns + 1)
    beside = tuple(cell_at(area.columns, row) for row in (1, 2))
    lacked = max(0, limits.two_handed_wood.value - layout.cubes.wood)
    for cells, wood in ((over, lacked), (beside, limits.one_handed_wood.value)):
        begun = _begun(layout, cells, wood, board.backpack.cubes)
        craft = None if begun is None else packed(board, GearKind.WEAPON, begun)
        if craft is not None and check_craft(board, craft, rulings=rulings) is None:
            yield _grown(rulings, board, GearKind.WEAPON, craft.layout, worth)


def _begun(layout: Layout, cells: Sequence[Cell], wood: int, heap: Cubes) -> Layout | None:
    """The layout with cubes on these cells, so much wood first and then the dearest; None where they do not do."""
    if heap.wood < wood or not wood <= len(cells) <= len(heap):
        return None
    dearest = [material for material in _DEAREST_FIRST for _ in range(heap.count(material))]
    dearest = dearest[: len(dearest) - wood]  # the wood stands last
    for cell, material in zip(cells, [Material.WOOD] * wood + dearest, strict=False):
        layout = layout.with_cube(cell, material)
    return layout


def _swapped(
    rulings: Rulings, board: Board, kind: GearKind, layout: Layout, worth: Worth
) -> Iterator[Layout]:
    """The gear with better cubes in the places of cheaper ones, one more each time; the first that goes is wasted."""

    def value(one: Layout) -> float:
        gear = board.gear.with_layout(kind, one)
        fits = any(contains(one, pattern, rulings=rulings) for pattern in board.patterns(kind))
        if gear.is_magical(kind) and not fits:
            gear = gear.without_magic(kind)
        return worth.board(msgspec.structs.replace(board, gear=gear), rulings)

    left = board.backpack.cubes
    for material in _DEAREST_FIRST[:-1]:
        cheaper = _DEAREST_FIRST[_DEAREST_FIRST.index(material) + 1 :]
        for _ in range(min(left.count(material), _MOST_SWAPS)):
            found = [
                layout.without(1 << cell).with_cube(cell, material) for cell, old in layout if old in cheaper
            ]
            if not found:
                break
            best = max(found, key=value)
            if value(best) <= value(layout):
                break
            layout = best
            yield layout


def _edge(board: Board, kind: GearKind, layout: Layout) -> int:
    """Free cells where a cube may be added: beside the weapon, anywhere on helmet and sandals."""
    free = board.limits.area_mask(kind) & ~layout.occupied
    return free & grow(layout.occupied) if kind == GearKind.WEAPON and layout else free


def packed(board: Board, kind: GearKind, layout: Layout) -> CraftGear | None:
    """The craft that ends with this layout: the cheapest cube wasted, the cheapest thrown away for lack of room."""
    before, after = board.gear.layout(kind).cubes, layout.cubes
    if not (before + board.backpack.cubes).covers(after):
        return None
    out = before.surplus_over(after)
    wasted = _cheapest(out)
    heap = board.backpack.cubes + before - after
    if wasted is not None:
        heap -= Cubes.one(wasted)
    thrown = Cubes()
    while len(heap) + len(board.backpack.discs) > room(board):
        cube = _cheapest(heap)
        if cube is None:
            return None
        heap -= Cubes.one(cube)
        thrown += Cubes.one(cube)
    backpack = next(arrangements(board, heap, board.backpack.discs), None)
    if backpack is None:
        return None
    return CraftGear(kind, layout, backpack, wasted, thrown)


def _cheapest(cubes: Cubes) -> Material | None:
    return next((material for material in reversed(_DEAREST_FIRST) if cubes.count(material)), None)
