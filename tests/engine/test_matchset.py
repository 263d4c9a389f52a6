"""A compiled set of cards finds what card by card finds, and what sets of cubes find."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.components import Blueprint, Provenance
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import placements
from fujikoro_nb.engine.fujikoro.gear.matchset import CardSet
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from tests.oracles.matchset import Place, card, cubes_of, layout_of, matches, random_layout

WHOLE = [(column, row) for row in range(1, 6) for column in range(1, 11)]
MIRRORED = ADOPTED.with_reading("gearcard.match.rotation", "turned-or-mirrored")
# Wider than any card, and disconnected, so that a shift over the edge of the board would show.
patterns = st.dictionaries(
    st.tuples(st.integers(1, 10), st.integers(1, 4)), st.sampled_from("WMT"), min_size=1, max_size=5
)
drawings = st.dictionaries(st.sampled_from(WHOLE), st.sampled_from("WMT"))


@settings(deadline=None)
@given(drawings, st.lists(patterns, max_size=5), st.sampled_from([ADOPTED, MIRRORED]))
def test_card_set_equals_card_by_card(
    drawing: dict[Place, str], several: list[dict[Place, str]], rulings: Rulings
) -> None:
    layout = layout_of((*place, letter) for place, letter in drawing.items())
    cards = [
        card(layout_of((*place, letter) for place, letter in pattern.items()), name=str(index))
        for index, pattern in enumerate(several)
    ]
    compiled = CardSet(cards, rulings=rulings)
    one_by_one = [
        (each.id, found) for each in cards for found in placements(each.pattern, layout, rulings=rulings)
    ]
    assert compiled.matches(layout) == tuple(one_by_one)
    assert compiled.matching_ids(layout) == tuple(dict.fromkeys(name for name, _ in one_by_one))


def test_card_set_equals_sets_of_cubes() -> None:
    dice = random.Random(5)
    block = [(column, row) for row in range(1, 4) for column in range(1, 4)]
    hits = 0
    for _ in range(40):
        cards = [card(random_layout(dice, block, dice.randint(1, 4)), name=str(index)) for index in range(6)]
        compiled = CardSet(cards)
        for _ in range(5):
            layout = random_layout(dice, WHOLE, dice.randint(0, 40))
            wanted = [each.id for each in cards if matches(cubes_of(layout), cubes_of(each.pattern), WHOLE)]
            assert compiled.matching_ids(layout) == tuple(wanted)
            hits += len(wanted)
    assert hits > 100  # else the comparison would say little


@pytest.mark.rule("magic.match.contains")
def test_blueprints_match_like_cards() -> None:
    blueprint = Blueprint("bp", GearKind.WEAPON, parse_pattern("WM"), Provenance.OWNER)
    compiled = CardSet([blueprint, card(parse_pattern("TT"), name="t")])
    assert compiled.matching_ids(parse_pattern("M/W")) == ("bp",)
    assert compiled.matching_ids(EMPTY) == ()
    assert len(CardSet([])) == 0
    assert CardSet([]).matches(parse_pattern("WM")) == ()
