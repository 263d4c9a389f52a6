"""The cheapest craft that reaches one card or several.

Cubes inside the gear may be moved at will (craft.rearrange), so what a craft costs depends only on how many cubes
the new gear has and which ones the patterns ask for, not on where they lie. The search therefore walks over the ways
to lay the patterns (over each other where they agree), bounds the cost of each from its cubes alone, and looks for
legal cells only while that bound can still win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from operator import itemgetter
from typing import NamedTuple

import msgspec

from fujikoro_nb.engine.fujikoro.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear import Gear, absorption_of
from fujikoro_nb.engine.fujikoro.grid import Layout, Mask, cells_of, grow
from fujikoro_nb.engine.fujikoro.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.match import Placement, has_mirror, places
from fujikoro_nb.engine.fujikoro.matchset import Card
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.fujikoro.shapes import WeaponRules, joined, supersets, weapon_rules


class Cost(msgspec.Struct, frozen=True, order=True):
    """What a craft costs, compared field by field: the fewest wasted, then the fewest taken, then the least valuable."""

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


class Union(NamedTuple):
    """Patterns laid on the board together, as planes."""

    wood: Mask
    metal: Mask
    tooth: Mask
    cells: Mask
    parts: tuple[Union, ...]
    """The single patterns, when there are several."""

    @property
    def layout(self) -> Layout:
        """The demanded cubes."""
        return Layout(self.wood, self.metal, self.tooth)


class Need(NamedTuple):
    """Cubes by material, as plain numbers."""

    wood: int
    metal: int
    tooth: int


class Plan(NamedTuple):
    """One way to make a union legal: it starts from ``cells`` and can grow to any size from ``least`` to ``most``."""

    cells: Mask
    room: Mask
    """Where it may grow."""
    least: int
    most: int
    wood: int
    """Wood to add so that every weapon is usable; 0 when nobody asks."""
    left_least: int = 0
    """With two weapons: the least size of the left one, else 0."""
    left_wood: int = 0
    """With two weapons: how much of the wood goes into the left one."""


@lru_cache(maxsize=512)
def laid(pattern: Layout, area: Mask, is_mirrored: bool) -> tuple[Union, ...]:
    """Every way to lay a pattern inside an area, in the order of `match.places`."""
    rulings = ADOPTED.with_reading("gearcard.match.rotation", "turned-or-mirrored" if is_mirrored else "turned")
    return tuple(
        Union(spot.cubes.wood, spot.cubes.metal, spot.cubes.tooth, spot.cells, ())
        for spot in places(pattern, area, rulings=rulings)
    )


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
        left = [self.backpack.wood - taken.wood, self.backpack.metal - taken.metal, self.backpack.tooth - taken.tooth]
        chosen = []
        for have in left:
            chosen.append(min(have, extra))
            extra -= chosen[-1]
        return Need(*chosen)


class Board(NamedTuple):
    """What one search needs of the board."""

    area: Mask
    most: int
    rules: WeaponRules | None
    """None for helmet and sandals, where connection does not matter."""
    one_handed_wood: int
    two_handed_wood: int
    one_handed_cubes: int
    is_two_handed: bool
    """Every weapon is two-handed wherever it lies."""


def board_of(
    kind: GearKind, limits: BoardLimits, *, is_unlocked: bool, is_usable: bool, rulings: Rulings
) -> Board:
    """The limits of one kind of gear. ``is_usable`` asks for weapons that all work in combat."""
    if kind != GearKind.WEAPON:
        limit = limits.helmet_cubes if kind == GearKind.HELMET else limits.sandals_cubes
        area = limits.area_mask(kind)
        return Board(area, min(limit.value, area.bit_count()), None, 0, 0, 0, False)
    rules = weapon_rules(limits, is_unlocked=is_unlocked, rulings=rulings)
    return Board(
        rules.area,
        rules.most,
        rules,
        limits.one_handed_wood.value if is_usable else 0,
        limits.two_handed_wood.value if is_usable else 0,
        limits.one_handed_cubes.value,
        limits.only_hands is not None and limits.only_hands.value == 2,
    )


def plans(union: Union, board: Board) -> Iterator[Plan]:
    """Every way to make a union legal."""
    rules, cells = board.rules, union.cells
    if rules is None:
        yield Plan(cells, board.area, cells.bit_count(), board.most, 0)
        return
    left, right = cells & rules.left, cells & rules.right
    for part, here in ((rules.left, left), (rules.right, right)):
        if here == cells:
            yield from _plans_in_part(union, part, board, rules)
    if rules.both:
        base = _over_both(cells, rules)
        if base:
            yield _single(union, base, rules.area, rules.both, board.two_handed_wood)
    if rules.each:
        yield from _plans_for_two(union, left, right, board, rules)


def _single(union: Union, base: Mask, room: Mask, most: int, wood_needed: int, least: int = 0) -> Plan:
    wood = max(0, wood_needed - union.wood.bit_count())
    size = max(least, base.bit_count(), union.cells.bit_count() + wood)
    return Plan(base, room, size, most, wood)


def _plans_in_part(union: Union, part: Mask, board: Board, rules: WeaponRules) -> Iterator[Plan]:
    base = joined(union.cells, part, rules.one)
    if not base:
        return
    if board.is_two_handed:
        yield _single(union, base, part, rules.one, board.two_handed_wood)
        return
    one_handed = board.one_handed_cubes
    yield _single(union, base, part, min(rules.one, one_handed), board.one_handed_wood)
    if rules.one > one_handed:  # the reading that makes a weapon two-handed by its size
        yield _single(union, base, part, rules.one, board.two_handed_wood, one_handed + 1)


@lru_cache(maxsize=4096)
def _over_both(cells: Mask, rules: WeaponRules) -> Mask:
    """A smallest legal weapon over both parts that holds these cells; 0 when there is none."""
    for extra in range(rules.both - cells.bit_count() + 1):
        for found in supersets(cells, rules.area, extra):
            if found & rules.left and found & rules.right:
                return found
    return 0


def _plans_for_two(
    union: Union, left: Mask, right: Mask, board: Board, rules: WeaponRules
) -> Iterator[Plan]:
    if left.bit_count() > rules.each or right.bit_count() > rules.each:
        return
    wood_left = max(0, board.one_handed_wood - (union.wood & rules.left).bit_count())
    wood_right = max(0, board.one_handed_wood - (union.wood & rules.right).bit_count())
    if left and right:
        base = _two_weapons(left, right, wood_left, wood_right, rules)
    else:
        base = joined(union.cells, rules.left if left else rules.right, rules.each)
        other = rules.right if left else rules.left
        base = base if other & ~grow(base) else 0
    if base:
        least_left = max(1, (base & rules.left).bit_count(), left.bit_count() + wood_left)
        least_right = max(1, (base & rules.right).bit_count(), right.bit_count() + wood_right)
        wood = wood_left + wood_right
        yield Plan(base, rules.area, least_left + least_right, 2 * rules.each, wood, least_left, wood_left)


@lru_cache(maxsize=4096)
def _two_weapons(left: Mask, right: Mask, more_left: int, more_right: int, rules: WeaponRules) -> Mask:
    """The smallest two legal weapons that hold these cells and at least so many more; 0 when there are none."""
    if grow(left) & right:
        return 0
    for extra in range(more_left + more_right, 2 * rules.each - left.bit_count() - right.bit_count() + 1):
        for more in range(more_left, extra - more_right + 1):
            for cells in rules.pairs(left, right, more, extra - more):
                return cells
    return 0


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
    present = gear.layout(kind)
    values = (
        absorption_of("W", rulings=rulings),
        absorption_of("M", rulings=rulings),
        absorption_of("T", rulings=rulings),
    )
    pool = Pool(present.cubes, backpack, capacity, values)
    best: tuple[Cost, int, Union, Plan] | None = None
    for bound, unions in _by_bound(cards, board, pool, is_mirrored=has_mirror(rulings)):
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


def _need(union: Union) -> Need:
    return Need(union.wood.bit_count(), union.metal.bit_count(), union.tooth.bit_count())


def _by_bound(
    cards: Sequence[Card], board: Board, pool: Pool, *, is_mirrored: bool
) -> list[tuple[Cost, Callable[[], Sequence[Union]]]]:
    """The ways to lay all patterns, grouped by the cubes they ask for, each group with the least it can cost.

    The cheapest group first. A group is made when it is asked for, because patterns apart are many and mostly dearer.
    """
    firsts, last = _laid_all(cards[:-1], board, is_mirrored), laid(cards[-1].pattern, board.area, is_mirrored)
    groups: list[tuple[Need, Callable[[], Sequence[Union]]]] = []
    if not last:
        return []
    if len(cards) == 1:
        groups.append((_need(last[0]), lambda: last))
    else:
        for need, several in _grouped(_overlapping(firsts, last)).items():
            groups.append((need, partial(tuple, several)))
        more = _need(last[0])
        for need, several in _grouped(firsts).items():
            total = Need(need.wood + more.wood, need.metal + more.metal, need.tooth + more.tooth)
            groups.append((total, partial(_apart, several, last)))
    bounded = []
    wood_needed = min(board.one_handed_wood, board.two_handed_wood)
    for need, unions in groups:
        need = need._replace(wood=max(need.wood, wood_needed))
        outcome = pool.cost(need, sum(need), board.most)
        if outcome is not None:
            bounded.append((outcome[0], unions))
    return sorted(bounded, key=itemgetter(0))


def _laid_all(cards: Sequence[Card], board: Board, is_mirrored: bool) -> Sequence[Union]:
    """Every way to lay several patterns together."""
    unions: Sequence[Union] = ()
    for index, card in enumerate(cards):
        more = laid(card.pattern, board.area, is_mirrored)
        unions = (*_overlapping(unions, more), *_apart(unions, more)) if index else more
    return unions


def _grouped(unions: Sequence[Union]) -> dict[Need, list[Union]]:
    groups: dict[Need, list[Union]] = {}
    for union in unions:
        groups.setdefault(_need(union), []).append(union)
    return groups


def _overlapping(firsts: Sequence[Union], seconds: Sequence[Union]) -> list[Union]:
    """Patterns that share at least one cell and agree on all they share."""
    return [
        _united(one, other)
        for one in firsts
        for other in seconds
        if (shared := one.cells & other.cells)
        and shared == (one.wood & other.wood | one.metal & other.metal | one.tooth & other.tooth)
    ]


def _apart(firsts: Sequence[Union], seconds: Sequence[Union]) -> Sequence[Union]:
    """Patterns that share no cell, touching ones first: they need no cubes in between."""
    touching: list[Union] = []
    others: list[Union] = []
    for one in firsts:
        cells, around = one.cells, grow(one.cells)
        for other in seconds:
            if not cells & other.cells:
                (touching if around & other.cells else others).append(_united(one, other))
    return touching + others


def _united(one: Union, other: Union) -> Union:
    return Union(
        one.wood | other.wood,
        one.metal | other.metal,
        one.tooth | other.tooth,
        one.cells | other.cells,
        ((one.parts or (one,)) + (other,)),
    )


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


def grown(plan: Plan, size: int, board: Board, preferred: Mask) -> Mask:
    """Cells of a plan, grown to ``size`` by neighbours: preferred cells first, then in reading order."""
    if board.rules is None:
        return _picked(plan.cells, size, plan.room, preferred)
    if not plan.left_least:
        cells = _grown_piece(plan.cells, size, plan.room, preferred)
        assert cells, "a connected room has neighbours until it is full"
        return cells
    rules = board.rules
    most_left = min(rules.each, size - (plan.least - plan.left_least))
    least_left = max(plan.left_least, size - rules.each)
    left_size = min(max((preferred & rules.left).bit_count(), least_left), most_left)
    for wanted in (preferred, 0):
        for left in sorted(range(least_left, most_left + 1), key=lambda each: abs(each - left_size)):
            cells = _grown_pair(plan.cells, left, size - left, rules, wanted)
            if cells:
                return cells
    raise AssertionError("two weapons have room to grow away from each other")


def _picked(cells: Mask, size: int, room: Mask, preferred: Mask) -> Mask:
    for source in (preferred & room, room):
        for cell in cells_of(source & ~cells):
            if cells.bit_count() < size:
                cells |= 1 << cell
    return cells


def _grown_piece(cells: Mask, size: int, room: Mask, preferred: Mask, shunned: Mask = 0) -> Mask:
    """A connected piece grown to a size inside a room; 0 when it cannot be."""
    while cells.bit_count() < size:
        edge = grow(cells) & room & ~cells
        best = edge & preferred or edge & ~shunned or edge
        if not best:
            return 0
        cells |= best & -best
    return cells


def _grown_pair(cells: Mask, left_size: int, right_size: int, rules: WeaponRules, preferred: Mask) -> Mask:
    left, right = cells & rules.left, cells & rules.right
    # A weapon that has to be begun lies as far from the other part as it can.
    if not left:
        free = rules.left & ~grow(right)
        left = (free & preferred & -(free & preferred)) or free & -free
    if not right:
        free = rules.right & ~grow(left)
        right = (free & preferred & -(free & preferred)) or 1 << free.bit_length() - 1
    left = _grown_piece(left, left_size, rules.left & ~grow(right), preferred, grow(rules.right))
    right = _grown_piece(right, right_size, rules.right & ~grow(left), preferred, grow(rules.left))
    return left | right if left and right else 0


def _plane(layout: Layout, material: Material) -> Mask:
    return {Material.WOOD: layout.wood, Material.METAL: layout.metal, Material.TOOTH: layout.tooth}[material]


def _filled(
    union: Union, plan: Plan, cells: Mask, fillers: Cubes, board: Board, present: Layout
) -> Layout:
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
