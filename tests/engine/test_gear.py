"""Masks against sets of cells: legality, hands, length, usability, matching; small areas tried out completely."""

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, character
from fujikoro_nb.engine.fujikoro.gear.grid import (
    EMPTY,
    STRIDE,
    Layout,
    cell_at,
    cells_of,
    column_row,
    extent,
    grow,
    mask_of,
    pieces,
    rectangle,
)
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains, placements
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, absorption, initiative, inspect, inspect_weapon
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from tests.oracles import gear as oracle
from tests.support.sampling import examples
from tests.support.strategies import drawing_of, kinds, layouts, limits, patterns

CALM = settings(deadline=None, max_examples=examples(150), suppress_health_check=[HealthCheck.too_slow])
MIRRORED = ADOPTED.with_reading("gearcard.match.rotation", "turned-or-mirrored")


def metal(mask: int) -> Layout:
    return Layout(metal=mask)


# ---- geometry


@CALM
@given(st.sets(st.tuples(st.integers(1, 10), st.integers(1, 5)), max_size=14))
def test_pieces_are_the_connected_groups(places: set[tuple[int, int]]) -> None:
    found = {frozenset(map(column_row, cells_of(piece))) for piece in pieces(mask_of(*places))}
    assert found == {frozenset(group) for group in oracle.weapons(dict.fromkeys(places, "M"))}


@CALM
@given(st.sets(st.tuples(st.integers(1, 10), st.integers(1, 5)), min_size=1, max_size=14))
def test_extent_is_the_bounding_box(places: set[tuple[int, int]]) -> None:
    columns, rows = zip(*places, strict=True)
    box = (max(columns) - min(columns) + 1, max(rows) - min(rows) + 1)
    assert extent(mask_of(*places)) == box
    assert oracle.length(places) == max(box)


@CALM
@given(st.tuples(st.integers(1, 10), st.integers(1, 5)))
def test_grow_adds_the_four_neighbours_and_never_wraps(place: tuple[int, int]) -> None:
    area = rectangle(10, 5)
    near = {other for other in oracle.neighbours(place) if 1 <= other[0] <= 10 and 1 <= other[1] <= 5}
    assert {column_row(cell) for cell in cells_of(grow(mask_of(place)) & area)} == near | {place}


def test_no_cell_has_an_empty_extent() -> None:
    assert extent(0) == (0, 0)
    assert pieces(0) == ()
    assert not EMPTY


@CALM
@given(layouts(rectangle(10, 5)))
def test_a_layout_is_its_cubes(layout: Layout) -> None:
    rebuilt = EMPTY
    for cell, material in layout:
        rebuilt = rebuilt.with_cube(cell, material)
    assert rebuilt == layout
    assert len(layout) == len(layout.cubes) == layout.occupied.bit_count()
    assert bool(layout) == (len(layout) > 0)
    half = layout.only(rectangle(5, 5))
    assert half | layout.without(rectangle(5, 5)) == layout


def test_a_cube_takes_the_place_of_another() -> None:
    layout = EMPTY.with_cube(0, "W").with_cube(0, "T")  # type: ignore[arg-type]
    assert layout == Layout(tooth=1)


# ---- legality by brute force

BLOCK = [cell_at(column, row) for row in (1, 2, 3) for column in (4, 5, 6, 7)]
"""Twelve cells, six on each side of the line."""


@pytest.mark.parametrize("who", CHARACTERS)
@pytest.mark.parametrize("unlocked", [True, False])
def test_every_subset_of_twelve_cells_across_the_line(who: str, unlocked: bool) -> None:
    """4,096 drawings a board: legal exactly when the oracle says so."""
    board_limits = character(who)
    for bits in range(1 << len(BLOCK)):
        mask = sum(1 << cell for index, cell in enumerate(BLOCK) if bits >> index & 1)
        layout = metal(mask)
        report = inspect_weapon(Gear(weapon=layout), board_limits, is_unlocked=unlocked)
        assert report.is_legal == oracle.is_weapon_legal(drawing_of(layout), who=who, unlocked=unlocked), mask


@pytest.mark.parametrize("who", CHARACTERS)
def test_big_weapons_at_the_limits(who: str) -> None:
    """Full rows of 1 to 24 cubes from each of three corners: every limit of size is crossed."""
    board_limits = character(who)
    area = board_limits.weapon
    orders = [
        sorted(cells_of(area.mask)),
        sorted(cells_of(area.left)),
        sorted(cells_of(area.right), reverse=True),
        sorted(cells_of(area.mask), key=lambda cell: (cell % STRIDE, cell)),
    ]
    for order in orders:
        for count in range(1, len(order) + 1):
            layout = metal(sum(1 << cell for cell in order[:count]))
            legal = inspect_weapon(Gear(weapon=layout), board_limits).is_legal
            assert legal == oracle.is_weapon_legal(drawing_of(layout), who=who), (who, count)


@CALM
@given(st.data(), limits, st.booleans())
def test_legality_hands_usability_and_initiative_equal_the_oracle(
    data: st.DataObject, board_limits: BoardLimits, unlocked: bool
) -> None:
    layout = data.draw(layouts(board_limits.weapon.mask, most=14))
    cells = list(cells_of(layout.occupied))
    magic = data.draw(st.sampled_from([None, *cells]))
    gear = Gear(weapon=layout, weapon_magic=magic)
    who, drawing = board_limits.character, drawing_of(layout)
    report = inspect_weapon(gear, board_limits, is_unlocked=unlocked)
    assert report.is_legal == oracle.is_weapon_legal(drawing, who=who, unlocked=unlocked)
    groups = {
        frozenset(group): (
            oracle.hands(group, who),
            oracle.length(group),
            oracle.is_usable(drawing, group, who),
            magic is not None and column_row(magic) in group,
        )
        for group in oracle.weapons(drawing)
    }
    assert groups == {
        frozenset(map(column_row, cells_of(weapon.cells))): (
            weapon.hands,
            weapon.length,
            weapon.is_usable,
            weapon.is_magical,
        )
        for weapon in report.weapons
    }
    place = None if magic is None else column_row(magic)
    assert initiative(gear, board_limits) == oracle.initiative(drawing, place, who)
    for fault in report.faults:
        assert fault.cells
        assert not fault.cells & ~layout.occupied
        assert fault.refusal.rule


@CALM
@given(st.data(), limits, st.sampled_from([GearKind.HELMET, GearKind.SANDALS]), st.booleans())
def test_helmet_and_sandals_equal_the_oracle(
    data: st.DataObject, board_limits: BoardLimits, kind: GearKind, is_magical: bool
) -> None:
    layout = data.draw(layouts(board_limits.area_mask(kind), most=16))
    gear = Gear().with_layout(kind, layout)
    who = board_limits.character
    assert inspect(gear, kind, board_limits).is_legal == oracle.is_worn_legal(
        drawing_of(layout), str(kind), who=who
    )
    worth = sum(oracle.VALUE[letter] for letter in drawing_of(layout).values())
    assert absorption(gear, kind) == worth
    if is_magical and layout:
        assert absorption(gear.with_magic(kind), kind) == worth + oracle.VALUE["G"]


@CALM
@given(st.integers(0, (1 << 60) - 1))
def test_cubes_outside_the_grid_are_named_whatever_else_is_wrong(mask: int) -> None:
    limits_here = character("symmetric")
    outside = mask & ~limits_here.weapon.mask
    faults = inspect_weapon(Gear(weapon=metal(mask)), limits_here).faults
    named = [fault.cells for fault in faults if fault.refusal.rule == "craft.weapon.grid"]
    assert named == ([outside] if outside else [])


# ---- matching


@CALM
@given(st.data(), kinds)
def test_matching_equals_the_oracle(data: st.DataObject, kind: GearKind) -> None:
    layout = data.draw(layouts(character("masako").area_mask(kind), most=14))
    pattern = data.draw(patterns(layout))
    drawing, wanted = drawing_of(layout), drawing_of(pattern)
    assert contains(layout, pattern) == oracle.contains(drawing, wanted)
    assert contains(layout, pattern, rulings=MIRRORED) == oracle.contains(drawing, wanted, with_mirror=True)


@CALM
@given(st.data())
def test_every_placement_lies_in_the_gear_and_is_the_pattern_turned(data: st.DataObject) -> None:
    layout = data.draw(layouts(rectangle(8, 5), most=14))
    pattern = data.draw(patterns(layout))
    found = placements(pattern, layout)
    assert bool(found) == contains(layout, pattern)
    assert len({placement.cubes for placement in found}) == len(found)
    for placement in found:
        assert layout.only(placement.cells) == placement.cubes
        assert len(placement.cubes) == len(pattern)
        assert oracle.contains(drawing_of(placement.cubes), drawing_of(pattern))


@CALM
@given(st.data())
def test_turning_the_gear_never_changes_what_matches(data: st.DataObject) -> None:
    layout = data.draw(layouts(rectangle(5, 5), most=10))
    pattern = data.draw(patterns(layout))
    expected = contains(layout, pattern)
    for turned in oracle.quarter_turns(drawing_of(layout))[1:]:
        if not turned:
            continue
        left, top = min(column for column, _ in turned), min(row for _, row in turned)
        moved = EMPTY
        for (column, row), cube in turned.items():
            moved = moved.with_cube(cell_at(column - left + 1, row - top + 1), cube)  # type: ignore[arg-type]
        assert contains(moved, pattern) == expected


@CALM
@given(st.data())
def test_a_further_cube_never_ends_a_match(data: st.DataObject) -> None:
    layout = data.draw(layouts(rectangle(5, 5), most=10))
    pattern = data.draw(patterns(layout))
    free = [cell for cell in cells_of(rectangle(5, 5)) if layout.at(cell) is None]
    more = layout.with_cube(data.draw(st.sampled_from(free)), data.draw(st.sampled_from(list("WMT"))))
    assert contains(more, pattern) >= contains(layout, pattern)


def test_a_pattern_too_long_for_a_grid_matches_nothing_that_is_shorter() -> None:
    row = Layout(wood=sum(1 << column for column in range(10)))
    assert contains(row, row)
    assert not contains(Layout(wood=row.wood >> 1), row)


def test_distinct_pairs_on_a_small_area() -> None:
    """Two cubes of a pattern WM lie in 2x2 in 4 x 2 ways: four edges, both directions."""
    count = 0
    for first, second in combinations(cells_of(rectangle(2, 2)), 2):
        for letters in ("WM", "MW"):
            layout = EMPTY.with_cube(first, letters[0]).with_cube(second, letters[1])  # type: ignore[arg-type]
            count += contains(layout, Layout(wood=1, metal=2))
    assert count == 8


# ---- gear is data


@CALM
@given(st.data(), limits, kinds)
def test_gear_is_replaced_never_changed(
    data: st.DataObject, board_limits: BoardLimits, kind: GearKind
) -> None:
    layout = data.draw(layouts(board_limits.area_mask(kind), most=8))
    bare = Gear()
    gear = bare.with_layout(kind, layout)
    assert bare == Gear()
    assert gear.layout(kind) == layout
    cell = 0 if kind == GearKind.WEAPON else None
    assert gear.with_magic(kind, cell).is_magical(kind)
    assert gear.with_magic(kind, cell).without_magic(kind) == gear
    assert msgspec.json.decode(msgspec.json.encode(gear), type=Gear) == gear
