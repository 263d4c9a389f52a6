"""The cheapest craft that reaches one card or several.

Cubes inside the gear may be moved at will (craft.rearrange), so what a craft costs depends only on how many cubes
the new gear has and which ones the patterns ask for, not on where they lie. The search therefore walks over the ways
to lay the patterns (over each other where they agree), bounds the cost of each from its cubes alone, and looks for
legal cells only while that bound can still win.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter
from typing import NamedTuple

import msgspec

from fujikoro_nb.engine.fujikoro.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear import Gear, absorption_of
from fujikoro_nb.engine.fujikoro.grid import Layout, Mask, cells_of
from fujikoro_nb.engine.fujikoro.lay import (
    Need,
    Union,
    apart,
    grouped,
    laid,
    laid_together,
    need_of,
    overlapping,
)
from fujikoro_nb.engine.fujikoro.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.match import Placement
from fujikoro_nb.engine.fujikoro.matchset import Card
from fujikoro_nb.engine.fujikoro.plans import Board, Plan, board_of, grown, plans
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings


class Cost(msgspec.Struct, frozen=True, order=True):
    """What a craft costs, compared in this order: cubes wasted, cubes taken, the value of the taken ones."""

    wasted: int
    taken: int
    value: int
    """Points that the taken cubes would absorb on a helmet (combat.helmet.absorb)."""


class Craft(msgspec.Struct, frozen=True):
    """A craft: the new layout of one kind of gear and what moves between it, the backpack and the supply."""

    layout: Layout
    placements: tuple[Placement, ...]
    """Where each of the cards lies, in the order they were given."""
    taken: Cubes
    """From the backpack into the gear."""
    returned: Cubes
    """Out of the gear, the wasted cube included."""
    wasted: Material | None
    """The one of the returned cubes that is lost (craft.waste)."""
    cost: Cost

    @property
    def stored(self) -> Cubes:
        """What goes into the backpack."""
        return self.returned - Cubes.one(self.wasted) if self.wasted else self.returned


class Pool(NamedTuple):
    """The cubes there are: in the gear that is crafted and in the backpack, and the room of the backpack."""

    gear: Cubes
    backpack: Cubes
    capacity: int | None
    values: tuple[int, int, int]

    def cost(self, demand: Need, least: int, most: int) -> tuple[Cost, int] | None:
        """The cost of the best gear of ``least`` to ``most`` cubes that holds the demand, and its size."""
        wood = max(0, demand.wood - self.gear.wood)
        metal = max(0, demand.metal - self.gear.metal)
        tooth = max(0, demand.tooth - self.gear.tooth)
        stock = self.backpack
        if wood > stock.wood or metal > stock.metal or tooth > stock.tooth:
            return None
        before, needed, held = len(self.gear), wood + metal + tooth, len(stock)
        value = wood * self.values[0] + metal * self.values[1] + tooth * self.values[2]
        # Nothing leaves the gear, so it grows by what is taken; a full backpack may force more to be taken.
        size = max(least, before + needed)
        if self.capacity is not None:
            size = max(size, before + held - self.capacity)
        if size <= most and size - before <= held:
            extra = self.cheapest(Need(wood, metal, tooth), size - before - needed)
            value += sum(count * each for count, each in zip(extra, self.values, strict=True))
            return Cost(0, size - before, value), size
        # Something leaves, one of it is wasted (craft.waste); only what the patterns lack is taken.
        size = min(most, before + needed - 1)
        if size < least or (self.capacity is not None and held + before - size - 1 > self.capacity):
            return None
        return Cost(1, needed, value), size

    def cheapest(self, taken: Need, extra: int) -> Need:
        """So many more cubes from the backpack, the least valuable first, besides those taken already."""
        left = [
            self.backpack.wood - taken.wood,
            self.backpack.metal - taken.metal,
            self.backpack.tooth - taken.tooth,
        ]
        chosen = []
        for have in left:
            chosen.append(min(have, extra))
            extra -= chosen[-1]
        return Need(*chosen)


def cheapest_craft(
    gear: Gear,
    kind: GearKind,
    cards: Sequence[Card],
    backpack: Cubes,
    limits: BoardLimits,
    *,
    is_unlocked: bool = True,
    is_usable: bool = False,
    capacity: int | None = None,
    rulings: Rulings = ADOPTED,
) -> Craft | None:
    """The cheapest legal craft of one kind after which the gear contains every card; None when there is none.

    Cheapest: fewest cubes wasted (none or one, craft.waste), then fewest cubes taken from the backpack, then the
    lowest value of these (as they absorb: W 1, M 2, T 3). Among equals: fewest cubes returned, the least valuable
    ones, and patterns where most of their cubes lie already; what still is equal is settled by the order of
    `match.places`, so equal questions get equal answers. ``is_usable`` wants every weapon on the grid to work in
    combat. ``capacity`` is the backpack's room in cubes, checked on the final arrangement (craft.capacity-final).
    Magic is not looked at. Patterns may be disconnected and may overlap where they agree. One or two cards take
    milliseconds; the time grows a hundredfold with every further card.
    """
    assert cards, "a craft without a card to reach is no question"
    if any(card.kind != kind for card in cards):
        return None
    board = board_of(kind, limits, is_unlocked=is_unlocked, is_usable=is_usable, rulings=rulings)
    present, patterns = gear.layout(kind), [card.pattern for card in cards]
    values = (
        absorption_of("W", rulings=rulings),
        absorption_of("M", rulings=rulings),
        absorption_of("T", rulings=rulings),
    )
    pool = Pool(present.cubes, backpack, capacity, values)
    best: tuple[Cost, int, Union, Plan] | None = None
    for bound, unions in _by_bound(patterns, board, pool, rulings):
        if best is not None and best[0] <= bound:
            break
        for union in _kept_in_place_first(unions(), present):
            wood, metal, tooth = union.wood.bit_count(), union.metal.bit_count(), union.tooth.bit_count()
            for plan in plans(union, board):
                outcome = pool.cost(Need(wood + plan.wood, metal, tooth), plan.least, plan.most)
                if outcome is not None and (best is None or outcome[0] < best[0]):
                    best = (*outcome, union, plan)
            if best is not None and best[0] <= bound:
                break
    return None if best is None else _craft(*best, pool=pool, board=board, present=present)


def _by_bound(
    patterns: Sequence[Layout], board: Board, pool: Pool, rulings: Rulings
) -> list[tuple[Cost, Callable[[], Sequence[Union]]]]:
    """The ways to lay all patterns, grouped by the cubes they ask for, each group with the least it can cost.

    The cheapest group first. A group is made when it is asked for, because patterns apart are many and mostly dearer.
    """
    firsts, last = laid_together(patterns[:-1], board.area, rulings), laid(patterns[-1], board.area, rulings)
    groups: list[tuple[Need, Callable[[], Sequence[Union]]]] = []
    if not last:
        return []
    if len(patterns) == 1:
        groups.append((need_of(last[0]), lambda: last))
    else:
        for need, several in grouped(overlapping(firsts, last)).items():
            groups.append((need, partial(tuple, several)))
        more = need_of(last[0])
        for need, several in grouped(firsts).items():
            total = Need(need.wood + more.wood, need.metal + more.metal, need.tooth + more.tooth)
            groups.append((total, partial(apart, several, last)))
    bounded = []
    wood_needed = min(board.one_handed_wood, board.two_handed_wood)
    for need, unions in groups:
        need = need._replace(wood=max(need.wood, wood_needed))
        outcome = pool.cost(need, sum(need), board.most)
        if outcome is not None:
            bounded.append((outcome[0], unions))
    return sorted(bounded, key=itemgetter(0))


def _kept_in_place_first(unions: Sequence[Union], present: Layout) -> Sequence[Union]:
    if not present:
        return unions
    wood, metal, tooth = present.wood, present.metal, present.tooth
    return sorted(
        unions,
        key=lambda union: -(union.wood & wood | union.metal & metal | union.tooth & tooth).bit_count(),
    )


def _craft(
    cost: Cost, size: int, union: Union, plan: Plan, *, pool: Pool, board: Board, present: Layout
) -> Craft:
    demand = Cubes(union.wood.bit_count() + plan.wood, union.metal.bit_count(), union.tooth.bit_count())
    needed = demand.surplus_over(pool.gear)
    extra = pool.cheapest(Need(needed.wood, needed.metal, needed.tooth), cost.taken - len(needed))
    taken = needed + Cubes(*extra)
    returned, spare = Cubes(), pool.gear + taken - demand
    while len(spare) > size - len(demand):
        cheapest = Cubes.one(next(iter(spare)))
        returned, spare = returned + cheapest, spare - cheapest
    fillers = spare + Cubes(wood=plan.wood)
    cells = grown(plan, size, board, present.occupied)
    parts = union.parts or (union,)
    return Craft(
        layout=_filled(union, plan, cells, fillers, board, present),
        placements=tuple(Placement(part.layout) for part in parts),
        taken=taken,
        returned=returned,
        wasted=next(iter(returned), None),
        cost=cost,
    )


def _plane(layout: Layout, material: Material) -> Mask:
    return {Material.WOOD: layout.wood, Material.METAL: layout.metal, Material.TOOTH: layout.tooth}[material]


def _filled(union: Union, plan: Plan, cells: Mask, fillers: Cubes, board: Board, present: Layout) -> Layout:
    """The layout: the patterns' cubes, and the others where they lie now as far as can be."""
    layout = union.layout
    left = {Material.WOOD: fillers.wood, Material.METAL: fillers.metal, Material.TOOTH: fillers.tooth}

    def place(where: Mask, count: int, material: Material) -> None:
        nonlocal layout
        free = where & ~layout.occupied
        for source in (free & _plane(present, material), free):
            for cell in cells_of(source & ~layout.occupied):
                if count:
                    layout = layout.with_cube(cell, material)
                    left[material] -= 1
                    count -= 1

    if board.rules is not None and plan.left_least:
        place(cells & board.rules.left, plan.left_wood, Material.WOOD)
        place(cells & board.rules.right, plan.wood - plan.left_wood, Material.WOOD)
    for material in left:
        at_home = cells & ~union.cells & _plane(present, material) & ~layout.occupied
        place(at_home, min(left[material], at_home.bit_count()), material)
    for material in left:
        place(cells, left[material], material)
    return layout
