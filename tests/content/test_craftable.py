"""The check that a card can be crafted, against a search of its own: every answer agrees, in bounded time."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.content._checks import can_be_crafted
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import Blueprint, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Material
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY, Layout, cell_at
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern
from tests.content.craftable import craftable_layout
from tests.support.sampling import examples


@st.composite
def patterns(draw: st.DrawFn) -> Layout:
    """Any drawing that touches the top and the left edge, up to 8 by 5 cells and 16 cubes."""
    columns, rows = draw(st.integers(1, 8)), draw(st.integers(1, 5))
    cells = [(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    top, left = draw(st.integers(1, columns)), draw(st.integers(1, rows))
    chosen = draw(st.sets(st.sampled_from(cells), max_size=14)) | {(top, 1), (1, left)}
    layout = EMPTY
    for place in sorted(chosen):
        layout = layout.with_cube(cell_at(*place), draw(st.sampled_from(tuple(Material))))
    return layout


@pytest.mark.parametrize(
    ("kind", "drawing", "expected"),
    [
        ("weapon", "WWWWWWWW", True),
        ("weapon", "WWWWWWWWW", False),  # nine columns
        ("weapon", "WWWWWWWW/WWWW", True),  # twelve, two-handed
        ("weapon", "WWWWWWWW/WWWWW", False),  # thirteen
        ("weapon", "WWW/WWW/WW.", True),  # eight in one part
        ("weapon", "WWWW.WWW/WWWW.WWW/..WW.WW.", False),  # two of ten and eight, and turned no better
        ("weapon", "WWWW.WWW/WWWW.WWW/.....WW.", True),  # two of eight
        ("helmet", "WWWW/WWWW", True),
        ("helmet", "WWWW/WWWW/W", False),
        ("helmet", "WWWWW", False),
        ("sandals", "W/W/W", True),
        ("sandals", "WWW", True),
        ("sandals", "W..W", False),
        ("sandals", "WW/WW", False),
    ],
)
def test_known_patterns(kind: str, drawing: str, expected: bool) -> None:
    card = Blueprint("x", GearKind(kind), parse_pattern(drawing), Provenance.OWNER)
    assert can_be_crafted(card, SYMMETRIC) is expected
    assert (craftable_layout(card.kind, card.pattern, SYMMETRIC) is not None) is expected


@settings(max_examples=examples(60), deadline=2000)
@given(pattern=patterns(), kind=st.sampled_from(GearKind))
def test_both_ways_agree(pattern: Layout, kind: GearKind) -> None:
    card = Blueprint("x", kind, pattern, Provenance.OWNER)
    assert can_be_crafted(card, SYMMETRIC) == (craftable_layout(kind, pattern, SYMMETRIC) is not None)
