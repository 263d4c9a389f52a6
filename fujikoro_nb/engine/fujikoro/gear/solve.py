"""The cheapest craft that reaches one card or several.

Cubes inside the gear may be moved at will (craft.rearrange), so what a craft costs depends only on how many cubes
the new gear has and which ones the patterns ask for, not on where they lie. The search therefore walks over the ways
to lay the patterns (over each other where they agree), bounds the cost of each from its cubes alone, and looks for
legal cells only while that bound can still win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from operator import itemgetter
from typing import NamedTuple

import msgspec

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, Mask, cells_of
from fujikoro_nb.engine.fujikoro.gear.lay import (
    Need,
    Union,
    apart,
    grouped,
    laid,
    laid_together,
    need_of,
    overlapping,
)
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.match import Placement
from fujikoro_nb.engine.fujikoro.gear.matchset import Card
from fujikoro_nb.engine.fujikoro.gear.plans import Board, Form, Plan, board_of, forms_of, grown, plans
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, absorption_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings


class Cost(msgspec.Struct, frozen=True, order=True):
    """What a craft costs, compared in this order: cubes wasted, thrown away, taken, the value of the taken ones."""

    wasted: int
    thrown: int
    """Cubes for which the backpack has no room in the end (backpack.discard.resources)."""
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
    thrown: Cubes
    """What would lie in the backpack and finds no room there, the least valuable (backpack.discard.resources)."""
    cost: Cost

    @property
    def stored(self) -> Cubes:
        """What goes out of the gear and is not wasted: into the backpack, or thrown away where it has no room."""
        return self.returned - Cubes.one(self.wasted) if self.wasted else self.returned


class Offer(NamedTuple):
    """What gear of a certain size costs, and which cubes go in."""

    cost: Cost
    size: int
    taken: Need


class Pool(NamedTuple):
    """The cubes there are: in the gear that is crafted and in the backpack, and the room of the backpack."""

    gear: Cubes
    backpack: Cubes
    capacity: int | None
    values: tuple[int, int, int]

    def cost(self, demand: Need, least: int, most: int) -> Offer | None:
        """The best gear of ``least`` to ``most`` cubes that holds the demand."""
        needed = Need(
            max(0, demand.wood - self.gear.wood),
            max(0, demand.metal - self.gear.metal),
            max(0, demand.tooth - self.gear.tooth),
        )
        stock = self.backpack
        if needed.wood > stock.wood or needed.metal > stock.metal or needed.tooth > stock.tooth:
            return None
        before, held = len(self.gear), len(stock)
        # Nothing leaves the gear, so it grows by what is taken; rather than throw cubes away, take more.
        number = max(sum(needed), least - before)
        if number <= min(most - before, held):
            if self.capacity is not None:
                number = min(max(number, held - self.capacity), most - before, held)
            return self._offer(0, before + number, self._with_cheapest(needed, number))
        # Something leaves, one of it is wasted (craft.waste): no more is taken than room in the backpack asks for.
        if self.capacity is None:
            size = min(most, before + sum(needed) - 1)
            return self._offer(1, size, needed) if size >= least else None
        offers = (self._exchange(Need(*taken), demand, least, most) for taken in self._more_than(needed))
        return min((offer for offer in offers if offer is not None), default=None)

    def _offer(self, wasted: int, size: int, taken: Need) -> Offer:
        value = sum(count * each for count, each in zip(taken, self.values, strict=True))
        thrown = 0
        if self.capacity is not None:
            # However many go in and out, what is not in the gear and not wasted wants to lie in the backpack.
            thrown = max(0, len(self.gear) + len(self.backpack) - size - wasted - self.capacity)
        return Offer(Cost(wasted, thrown, sum(taken), value), size, taken)

    def _with_cheapest(self, needed: Need, number: int) -> Need:
        """So many cubes from the backpack, the needed ones and the least valuable besides."""
        extra = number - sum(needed)
        wood = min(self.backpack.wood - needed.wood, extra)
        metal = min(self.backpack.metal - needed.metal, extra - wood)
        return Need(needed.wood + wood, needed.metal + metal, needed.tooth + extra - wood - metal)

    def _more_than(self, needed: Need) -> Iterator[tuple[int, ...]]:
        stock = (self.backpack.wood, self.backpack.metal, self.backpack.tooth)
        return product(*(range(least, most + 1) for least, most in zip(needed, stock, strict=True)))

    def _exchange(self, taken: Need, demand: Need, least: int, most: int) -> Offer | None:
        """These cubes go in and as few as possible come out, of other materials."""
        before, number = len(self.gear), sum(taken)
        have = (self.gear.wood, self.gear.metal, self.gear.tooth)
        spare = sum(own - need for own, need, more in zip(have, demand, taken, strict=True) if not more)
        fewest = max(1, before + number - most)
        if fewest > min(spare, before + number - least):
            return None
        return self._offer(1, before + number - fewest, taken)


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

    Cheapest: fewest cubes wasted (none or one, craft.waste), then fewest thrown away because the backpack has no room
    for them (backpack.discard.resources), then fewest cubes taken from the backpack, then the lowest value of these
    (as they absorb: W 1, M 2, T 3). Among equals: fewest cubes returned, the least valuable
    ones, and patterns where most of their cubes lie already; what still is equal is settled by the order of
    `match.places`, so equal questions get equal answers. ``is_usable`` wants every weapon on the grid to work in
    combat. ``capacity`` is the backpack's room in cubes, checked on the final arrangement (craft.capacity-final);
    without it there is room for all.
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
    best: tuple[Offer, Union, Plan] | None = None
    for bound, unions in _by_bound(patterns, board, pool, rulings):
        if best is not None and best[0].cost <= bound:
            break
        for union in _kept_in_place_first(unions(), present):
            wood, metal, tooth = union.wood.bit_count(), union.metal.bit_count(), union.tooth.bit_count()
            for plan in plans(union, board):
                offer = pool.cost(Need(wood + plan.wood, metal, tooth), plan.least, plan.most)
                if offer is not None and (best is None or offer.cost < best[0].cost):
                    best = offer, union, plan
            if best is not None and best[0].cost <= bound:
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
    forms = forms_of(board)
    for need, unions in groups:
        bound = min(
            (cost for form in forms if (cost := _least_cost(need, form, pool)) is not None), default=None
        )
        if bound is not None:
            bounded.append((bound, unions))
    return sorted(bounded, key=itemgetter(0))


def _least_cost(need: Need, form: Form, pool: Pool) -> Cost | None:
    """What gear of one form costs at least, wherever its cubes lie."""
    need = need._replace(wood=max(need.wood, form.wood))
    offer = pool.cost(need, max(form.least, sum(need)), form.most)
    return None if offer is None else offer.cost


def _kept_in_place_first(unions: Sequence[Union], present: Layout) -> Sequence[Union]:
    if not present:
        return unions
    wood, metal, tooth = present.wood, present.metal, present.tooth
    return sorted(
        unions,
        key=lambda union: -(union.wood & wood | union.metal & metal | union.tooth & tooth).bit_count(),
    )


def _craft(offer: Offer, union: Union, plan: Plan, *, pool: Pool, board: Board, present: Layout) -> Craft:
    demand = Cubes(union.wood.bit_count() + plan.wood, union.metal.bit_count(), union.tooth.bit_count())
    taken, size = Cubes(*offer.taken), offer.size
    returned, spare = Cubes(), pool.gear + taken - demand
    while len(spare) > size - len(demand):
        # Cubes of a material that goes in do not come out: that would only be a longer way to the same gear.
        cheapest = Cubes.one(next(one for one in spare if not taken.count(one)))
        returned, spare = returned + cheapest, spare - cheapest
    wasted = next(iter(returned), None)
    stored = pool.backpack - taken + (returned - Cubes.one(wasted) if wasted else returned)
    fillers = spare + Cubes(wood=plan.wood)
    cells = grown(plan, size, board, present.occupied)
    parts = union.parts or (union,)
    return Craft(
        layout=_filled(union, plan, cells, fillers, board, present),
        placements=tuple(Placement(part.layout) for part in parts),
        taken=taken,
        returned=returned,
        wasted=wasted,
        thrown=Cubes.parse(str(stored)[: offer.cost.thrown]),
        cost=offer.cost,
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
