"""The rule of the real box: no invented component is ever shown at it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.content import Pack, at_table, cards_at_table, empty_pack, house_pack
from fujikoro_nb.content.reading import read_pack_text
from fujikoro_nb.content.table import at_real_board
from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from tests.content.test_checks import GOOD


def test_strip_starts_empty_at_a_real_box() -> None:
    assert cards_at_table(empty_pack("owner", "owner")) == ()


def test_owner_cards_only_at_a_real_box() -> None:
    cards = cards_at_table(read_pack_text(GOOD))
    assert [card.id for card in cards] == ["owner-weapon-1", "owner-helmet-1", "owner-blueprint-sandals-1"]
    assert [card.id for card in cards_at_table(read_pack_text(GOOD), kind=GearKind.HELMET)] == [
        "owner-helmet-1"
    ]


def test_house_pack_is_empty_at_a_real_box() -> None:
    """Even handed over by mistake, and even where it repeats what a rulebook says."""
    shown = at_table(house_pack())
    assert (shown.gear_cards, shown.blueprints, shown.dice, shown.dragons) == ((), (), (), ())


MARKS = (
    "house",
    "owner",
    "rulebook 000:1",
    "derived 000:1",
    "{pattern: house}",
    "{rest: house}",
    "{rest: owner}",
)


@given(st.lists(st.sampled_from(MARKS), min_size=3, max_size=3))
def test_no_mixture_of_sources_shows_a_house_card(marks: list[str]) -> None:
    text = GOOD
    for number, bonus in enumerate(("bonus: vp-or-peek", "bonus: wood")):
        text = text.replace(bonus, f"{bonus}\n    provenance: {marks[number]}")
    pack = read_pack_text(text.replace("rulebook 000:272-280", "house" if "house" in marks[2] else "owner"))
    shown = cards_at_table(pack)
    assert all(card.provenance != Provenance.HOUSE for card in shown)
    assert len(shown) == sum("house" not in mark for mark in marks)


def _is_house(pack: Pack, component: str) -> bool:
    return pack.provenance_of(component) == Provenance.HOUSE


def test_without_a_box_house_cards_come_after_the_owners() -> None:
    owner = read_pack_text(GOOD)
    pack = at_table(owner, with_house=True)
    assert [card.id for card in pack.gear_cards[:2]] == ["owner-weapon-1", "owner-helmet-1"]
    assert len(pack.gear_cards) == 2 + 24
    assert len(pack.blueprints) == 1 + 24
    assert [_is_house(pack, card.id) for card in pack.gear_cards] == [False] * 2 + [True] * 24
    # The owner's die takes the place of the house's.
    assert sorted(die.material for die in pack.dice) == ["G", "M", "T", "W"]
    assert [_is_house(pack, f"die-{material}") for material in "WMTG"] == [False, True, True, False]
    assert pack.citation("house-dragon-red-1", "dice").provenance == Provenance.RULEBOOK
    assert pack.citation("house-dragon-red-1", "health").provenance == Provenance.HOUSE


def test_half_a_countdown_is_none() -> None:
    """Half of one board beside half of another would show a sign twice."""
    head = "format: 1\npack: owner\nprovenance: owner\ncountdown:\n"
    half = read_pack_text(f"{head}  - {{step: 1, event: rope}}\n")
    assert [step.event for step in at_real_board(half).countdown] == [
        step.event for step in house_pack().countdown
    ]
    events = ("rope", "blank", "lava-1", "lava-2", "lava-3", "lava-4", "lava-5", "end")
    lines = "".join(f"  - {{step: {n}, event: {event}}}\n" for n, event in enumerate(events, 1))
    board = at_real_board(read_pack_text(head + lines))
    assert [(step.event, step.lava) for step in board.countdown[:3]] == [
        ("rope", 0),
        ("blank", 0),
        ("lava", 1),
    ]
    assert all(step.provenance == Provenance.OWNER for step in board.countdown)
