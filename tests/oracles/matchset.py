"""Crafting once more over sets of (column, row, letter): what the searches and masks of the engine are held against.

Slow and plain. Legality comes from `gear.inspect`, which is its definition; everything else is written anew.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product

from fujikoro_nb.engine.fujikoro.components import GearCard, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cell_at, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import Area, BoardLimits, GearKind, Limit, WeaponArea
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings

Place = tuple[int, int]
Cube = tuple[int, int, str]
Pattern = frozenset[Cube]
LETTERS = "WMT"
VALUE = {"W": 1, "M": 2, "T": 3}

SMALL = BoardLimits(
    weapon=WeaponArea(3, 2, 3),
    helmet=Area(3, 3),
    one_handed_cubes=Limit(3, "craft.weapon.one-handed.max-cubes"),
    two_handed_cubes=Limit(5, "craft.weapon.two-handed.max-cubes"),
    helmet_cubes=Limit(5, "craft.helmet.size"),
)
"""A board small enough to try everything."""


def cubes_of(layout: Layout) -> Pattern:
    """A layout as a set of cubes."""
    return frozenset((*column_row(cell), str(material)) for cell, material in layout)


def layout_of(cubes: Iterable[Cube]) -> Layout:
    """A set of cubes as a layout."""
    layout = Layout()
    for column, row, letter in cubes:
        layout = layout.with_cube(cell_at(column, row), MATERIALS[LETTERS.index(letter)])
    return layout


def card(text_or_layout: Layout, kind: GearKind = GearKind.WEAPON, name: str = "card") -> GearCard:
    """A card with this pattern."""
    return GearCard(name, kind, text_or_layout, "vp-or-peek", Provenance.OWNER)


def random_layout(dice: random.Random, places: Sequence[Place], cubes: int) -> Layout:
    """So many cubes somewhere."""
    return layout_of((column, row, dice.choice(LETTERS)) for column, row in dice.sample(list(places), cubes))


def orientations(pattern: Pattern, *, is_mirrored: bool = False) -> set[Pattern]:
    """The distinct quarter turns, and mirror images if asked, pushed to (1, 1)."""
    found = set()
    for one in (pattern, frozenset((-c, r, m) for c, r, m in pattern)) if is_mirrored else (pattern,):
        for _ in range(4):
            one = frozenset((-row, column, letter) for column, row, letter in one)
            left, top = min(c for c, _, _ in one) - 1, min(r for _, r, _ in one) - 1
            found.add(frozenset((c - left, r - top, m) for c, r, m in one))
    return found


def spots(pattern: Pattern, places: Iterable[Place], *, is_mirrored: bool = False) -> set[Pattern]:
    """Every way to lay a pattern on these places."""
    area = set(places)
    right, down = max(c for c, _ in area), max(r for _, r in area)
    moved = (
        frozenset((c + dx, r + dy, m) for c, r, m in one)
        for one in orientations(pattern, is_mirrored=is_mirrored)
        for dx in range(right)
        for dy in range(down)
    )
    return {one for one in moved if all((c, r) in area for c, r, _ in one)}


def matches(cubes: Pattern, pattern: Pattern, places: Iterable[Place]) -> bool:
    """Whether the cubes contain the pattern."""
    return any(spot <= cubes for spot in spots(pattern, places))


def places_of(kind: GearKind, limits: BoardLimits) -> list[Place]:
    """The places of an area."""
    columns, rows = limits.area_size(kind)
    return [(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1)]


@cache
def legal_sets(
    kind: GearKind, limits: BoardLimits, is_unlocked: bool = True, rulings: Rulings = ADOPTED
) -> frozenset[frozenset[Place]]:
    """Every set of places on which gear of a small board is legal."""
    places = places_of(kind, limits)
    found = set()
    for size in range(len(places) + 1):
        for chosen in combinations(places, size):
            gear = Gear().with_layout(kind, layout_of((c, r, "M") for c, r in chosen))
            if inspect(gear, kind, limits, is_unlocked=is_unlocked, rulings=rulings).is_legal:
                found.add(frozenset(chosen))
    return frozenset(found)


def is_all_usable(cubes: Pattern, kind: GearKind, limits: BoardLimits) -> bool:
    """Whether every weapon works in combat."""
    gear = Gear().with_layout(kind, layout_of(cubes))
    return all(weapon.is_usable for weapon in inspect(gear, kind, limits).weapons)


def unions(patterns: Sequence[Pattern], places: Sequence[Place]) -> set[Pattern]:
    """Every way to lay all patterns on the places without two materials on one."""
    found: set[Pattern] = {frozenset()}
    for pattern in patterns:
        found = {
            one | spot
            for one in found
            for spot in spots(pattern, places)
            if len({(c, r) for c, r, _ in one | spot}) == len(one | spot)
        }
    return found


def cheapest(
    gear: Counter[str],
    backpack: Counter[str],
    patterns: Sequence[Pattern],
    kind: GearKind,
    limits: BoardLimits,
    *,
    is_usable: bool,
    capacity: int | None,
    is_unlocked: bool = True,
) -> tuple[int, int, int, int] | None:
    """The least (wasted, thrown, taken, value), by trying every legal set of places and every choice of cubes."""
    shapes = legal_sets(kind, limits, is_unlocked)
    seen: set[tuple[object, ...]] = set()
    best: tuple[int, int, int, int] | None = None
    for union in unions(patterns, places_of(kind, limits)):
        cells = {(c, r) for c, r, _ in union}
        asked = Counter(letter for _, _, letter in union)
        for shape in shapes:
            if not cells <= shape:
                continue
            lacking = _lacking_wood(shape, union, kind, limits) if is_usable else 0
            key = (len(shape), lacking, tuple(sorted(asked.items())))
            if lacking is None or key in seen:
                continue
            seen.add(key)
            demand = asked + Counter(W=lacking)
            for after in _heaps(demand, len(shape), gear + backpack):
                cost = _cost(after, gear, backpack, capacity)
                if cost is not None and (best is None or cost < best):
                    best = cost
    return best


def _lacking_wood(shape: frozenset[Place], union: Pattern, kind: GearKind, limits: BoardLimits) -> int | None:
    """How much wood the other cubes of a shape must hold, or None when there is no room for it."""
    if kind != GearKind.WEAPON:
        return 0
    gear = Gear(weapon=layout_of((c, r, "M") for c, r in shape))
    total = 0
    for weapon in inspect(gear, kind, limits).weapons:
        places = {column_row(cell) for cell in cells_of(weapon.cells)}
        here = [letter for c, r, letter in union if (c, r) in places]
        needed = (limits.two_handed_wood if weapon.hands == 2 else limits.one_handed_wood).value
        lacking = max(0, needed - here.count("W"))
        if lacking > len(places) - len(here):
            return None
        total += lacking
    return total


def _heaps(least: Counter[str], size: int, pool: Counter[str]) -> Iterator[Counter[str]]:
    for counts in product(*(range(least[letter], pool[letter] + 1) for letter in LETTERS)):
        if sum(counts) == size:
            yield Counter(dict(zip(LETTERS, counts, strict=True)))


def _cost(
    after: Counter[str], gear: Counter[str], backpack: Counter[str], capacity: int | None
) -> tuple[int, int, int, int] | None:
    taken, returned = after - gear, gear - after
    if taken - backpack:
        return None
    wasted = 1 if returned else 0
    room_used = backpack.total() - taken.total() + returned.total() - wasted
    thrown = 0 if capacity is None else max(0, room_used - capacity)  # backpack.discard.resources
    return wasted, thrown, taken.total(), sum(VALUE[letter] * count for letter, count in taken.items())


def counted(cubes: Cubes) -> Counter[str]:
    """Cubes as a counter of letters."""
    return Counter(str(cubes))


def added_sets(
    fixed: Pattern,
    hand: Counter[str],
    patterns: Sequence[Pattern],
    kind: GearKind,
    limits: BoardLimits,
    *,
    is_usable: bool,
) -> list[Pattern]:
    """Every set of cubes from the hand that solves, superfluous cubes or not, smallest first."""
    places = places_of(kind, limits)
    taken = {(c, r) for c, r, _ in fixed}
    shapes = legal_sets(kind, limits)
    found = []
    for size in range(hand.total() + 1):
        for chosen in combinations([place for place in places if place not in taken], size):
            if taken | set(chosen) not in shapes:
                continue
            for letters in product(LETTERS, repeat=size):
                if Counter(letters) - hand:
                    continue
                added = frozenset((c, r, m) for (c, r), m in zip(chosen, letters, strict=True))
                whole = fixed | added
                if all(matches(whole, pattern, places) for pattern in patterns) and (
                    not is_usable or is_all_usable(whole, kind, limits)
                ):
                    found.append(added)
    return found
