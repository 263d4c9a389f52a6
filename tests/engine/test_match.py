"""Containment of one pattern: gearcard.match.contains, gearcard.match.rotation, against sets of cubes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.gear.grid import MAX_COLUMNS, MAX_ROWS, rectangle
from fujikoro_nb.engine.fujikoro.gear.match import contains, placements, places
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from tests.oracles.matchset import Place, cubes_of, layout_of, spots

WHOLE = [(column, row) for row in range(1, MAX_ROWS + 1) for column in range(1, MAX_COLUMNS + 1)]
MIRRORED = ADOPTED.with_reading("gearcard.match.rotation", "turned-or-mirrored")
drawings = st.dictionaries(st.sampled_from(WHOLE), st.sampled_from("WWM"), min_size=1)
patterns = st.dictionaries(
    st.tuples(st.integers(1, 4), st.integers(1, 3)), st.sampled_from("WWM"), min_size=1
)


@settings(deadline=None)
@given(drawings, patterns)
def test_placements_equal_sets_of_cubes(drawing: dict[Place, str], pattern: dict[Place, str]) -> None:
    gear = frozenset((*place, letter) for place, letter in drawing.items())
    wanted = frozenset((*place, letter) for place, letter in pattern.items())
    for rulings, is_mirrored in ((ADOPTED, False), (MIRRORED, True)):
        inside = {spot for spot in spots(wanted, WHOLE, is_mirrored=is_mirrored) if spot <= gear}
        found = placements(layout_of(wanted), layout_of(gear), rulings=rulings)
        assert {cubes_of(one.cubes) for one in found} == inside
        assert len(found) == len(inside)
        assert contains(layout_of(gear), layout_of(wanted), rulings=rulings) == bool(inside)


@settings(deadline=None)
@given(patterns, st.integers(1, 10), st.integers(1, 5))
def test_places_equal_sets_of_cubes(pattern: dict[Place, str], columns: int, rows: int) -> None:
    wanted = frozenset((*place, letter) for place, letter in pattern.items())
    area = [(column, row) for column, row in WHOLE if column <= columns and row <= rows]
    found = [cubes_of(one.cubes) for one in places(layout_of(wanted), rectangle(columns, rows))]
    assert sorted(map(sorted, found)) == sorted(map(sorted, spots(wanted, area)))


@pytest.mark.rule("gearcard.match.contains")
def test_gearcard_match_contains_ledger() -> None:
    """Pattern W above M: W above M plus T fits; W beside T above M does not."""
    pattern = parse_pattern("W/M")
    assert contains(parse_pattern("WT/M"), pattern)
    assert not contains(parse_pattern("WT/.M"), pattern)


@pytest.mark.rule("gearcard.match.rotation")
def test_gearcard_match_rotation_ledger() -> None:
    """An L turned by 90 degrees fits; its mirror image does not, unless the table plays so."""
    pattern, turned, mirrored = parse_pattern("W./W./WM"), parse_pattern("WWW/M.."), parse_pattern(".W/.W/MW")
    assert contains(turned, pattern)
    assert not contains(mirrored, pattern)
    assert contains(mirrored, pattern, rulings=MIRRORED)
