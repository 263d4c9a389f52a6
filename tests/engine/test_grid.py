"""Cells, pieces and connected sets against sets of cells, closed forms and published counts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.gear.grid import (
    MAX_COLUMNS,
    MAX_ROWS,
    Mask,
    cell_at,
    cells_of,
    column_row,
    extent,
    grow,
    mask_of,
    pieces,
    rectangle,
)
from fujikoro_nb.engine.fujikoro.gear.match import turns
from fujikoro_nb.engine.fujikoro.gear.shapes import (
    connected_sets,
    connected_sets_of,
    count_connected_sets,
    is_connected,
    joined,
    supersets,
)
from tests.oracles.matchset import cubes_of, layout_of, orientations

# Connected sets of 1 to 12 cells in 5 x 8, a count made elsewhere.
GOLDEN = (40, 67, 166, 429, 1156, 3182, 8824, 24359, 66512, 178928, 472454, 1219413)
# Connected sets of any size in n x n (the connected induced subgraphs of a square lattice).
SQUARES = {1: 1, 2: 13, 3: 218, 4: 11506}

Place = tuple[int, int]
places = st.tuples(st.integers(1, MAX_COLUMNS), st.integers(1, MAX_ROWS))


def beside(place: Place) -> Iterator[Place]:
    column, row = place
    yield from ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))


def flooded(left: set[Place]) -> set[frozenset[Place]]:
    found = set()
    left = set(left)
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            place = edge.pop()
            group.add(place)
            near = left.intersection(beside(place))
            left -= near
            edge.extend(near)
        found.add(frozenset(group))
    return found


def places_in(mask: Mask) -> frozenset[Place]:
    return frozenset(column_row(cell) for cell in cells_of(mask))


def test_cells_count_from_one_and_round_trip() -> None:
    every = [(column, row) for row in range(1, MAX_ROWS + 1) for column in range(1, MAX_COLUMNS + 1)]
    assert [column_row(cell_at(*place)) for place in every] == every
    assert len({cell_at(*place) for place in every}) == MAX_COLUMNS * MAX_ROWS


@settings(deadline=None)
@given(st.sets(places))
def test_pieces_and_extent_equal_flooding_sets(chosen: set[Place]) -> None:
    mask = mask_of(*chosen)
    assert {places_in(piece) for piece in pieces(mask)} == flooded(chosen)
    assert is_connected(mask) == (len(flooded(chosen)) <= 1)
    columns, rows = {column for column, _ in chosen}, {row for _, row in chosen}
    spans = (max(columns) - min(columns) + 1, max(rows) - min(rows) + 1) if chosen else (0, 0)
    assert extent(mask) == spans
    area = rectangle(MAX_COLUMNS, MAX_ROWS)
    around = chosen | {place for one in chosen for place in beside(one)}
    on_board = {place for place in around if 1 <= place[0] <= MAX_COLUMNS and 1 <= place[1] <= MAX_ROWS}
    assert places_in(grow(mask) & area) == on_board


@settings(deadline=None)
@given(st.dictionaries(places, st.sampled_from("WMT"), min_size=1, max_size=9))
def test_turns_equal_turned_sets(drawing: dict[Place, str]) -> None:
    pattern = frozenset((*place, letter) for place, letter in drawing.items())
    for is_mirrored in (False, True):
        wanted = {
            one
            for one in orientations(pattern, is_mirrored=is_mirrored)
            if max(row for _, row, _ in one) <= MAX_ROWS
        }
        found = turns(layout_of(pattern), with_mirror=is_mirrored)
        assert {cubes_of(turn.layout) for turn in found} == wanted
        assert len(found) == len(wanted)


@pytest.mark.parametrize("size", SQUARES)
def test_connected_sets_of_a_square(size: int) -> None:
    area = rectangle(size, size)
    listed = list(connected_sets(area, size * size))
    assert len(listed) == len(set(listed)) == SQUARES[size]
    assert all(is_connected(cells) and not cells & ~area for cells in listed)
    assert sum(count_connected_sets(area, size * size)) == SQUARES[size]


def test_connected_sets_of_the_weapon_grid() -> None:
    """Up to seven cells here; all twelve sizes in the soak and the benchmark."""
    area = rectangle(8, 5)
    assert count_connected_sets(area, 7) == GOLDEN[:7]
    sizes = [cells.bit_count() for cells in connected_sets(area, 7)]
    assert tuple(sizes.count(size) for size in range(1, 8)) == GOLDEN[:7]
    for size in range(1, 7):
        found = list(connected_sets_of(area, size))
        assert len(found) == len(set(found)) == GOLDEN[size - 1]
        assert {cells.bit_count() for cells in found} == {size}


@pytest.mark.soak
def test_connected_sets_of_the_weapon_grid_up_to_twelve() -> None:
    area = rectangle(8, 5)
    assert count_connected_sets(area, 12) == GOLDEN
    assert sum(1 for _ in connected_sets(area, 12)) == 1_975_530


@settings(deadline=None)
@given(st.sets(places, max_size=14), st.integers(1, 14))
def test_connected_sets_of_any_area(chosen: set[Place], most: int) -> None:
    area = mask_of(*chosen)
    subsets = _subsets(area)
    wanted = {cells for cells in subsets if cells and cells.bit_count() <= most and is_connected(cells)}
    listed = list(connected_sets(area, most))
    assert set(listed) == wanted
    assert len(listed) == len(wanted)
    counts = count_connected_sets(area, most)
    assert counts == tuple(sum(cells.bit_count() == size for cells in wanted) for size in range(1, most + 1))


@settings(deadline=None)
@given(st.sets(places, max_size=12), st.data())
def test_supersets_join_pieces(chosen: set[Place], data: st.DataObject) -> None:
    area = mask_of(*chosen)
    mask = mask_of(*data.draw(st.sets(st.sampled_from(sorted(chosen)), min_size=1))) if chosen else 0
    larger = [cells for cells in _subsets(area) if mask and cells & mask == mask and is_connected(cells)]
    for extra in range(area.bit_count() - mask.bit_count() + 1):
        found = list(supersets(mask, area, extra))
        assert sorted(found) == sorted(c for c in larger if c.bit_count() == mask.bit_count() + extra)
    if mask:
        smallest = min((cells.bit_count() for cells in larger), default=0)
        assert joined(mask, area, 12).bit_count() == smallest


def _subsets(area: Mask) -> list[Mask]:
    found, subset = [], area
    while True:
        found.append(subset)
        if not subset:
            return found
        subset = (subset - 1) & area
