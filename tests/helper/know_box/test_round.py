"""The round through the box as plain data: rows from a pack and into one, taps, and what the booklets do print."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.content import empty_pack, house_pack
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.helper.know_box.fields import (
    STOPS,
    Row,
    field,
    key_in,
    ours,
    place_of,
    read,
    records,
    stop,
)
from fujikoro_nb.helper.know_box.round import (
    Round,
    checked,
    fit,
    in_front,
    onward,
    row,
    seconds_left,
    set_to,
    stepped,
)

NOBODY = empty_pack("owner", "owner")
FIELDS = [name for one in STOPS for name in one.fields]


def at(name: str, **typed: Row) -> Round:
    return Round(stop=name, typed={key.replace("_", "-"): value for key, value in typed.items()})


def test_two_minutes() -> None:
    assert 100 <= seconds_left(Round()) <= 140
    assert seconds_left(Round(stop="fuji99")) == stop("fuji99").seconds


@pytest.mark.parametrize("name", FIELDS)
def test_our_own_row_lies_within_its_bounds(name: str) -> None:
    bounds, mine = field(name), ours(name)
    assert len(mine) == len(bounds.low) == len(bounds.high)
    assert all(low <= each <= high for low, each, high in zip(bounds.low, mine, bounds.high, strict=True))


@pytest.mark.parametrize("name", FIELDS)
def test_a_row_comes_back_from_the_pack_that_keeps_it(name: str, tmp_path: Path) -> None:
    store = OwnerPack(tmp_path)
    target = place_of(name, NOBODY)
    pack = store.put(records(target, ours(name), NOBODY))
    assert read(target, pack) == ours(name)
    keys = key_in(target, pack)
    assert keys
    assert read(target, store.put((), without=keys)) is None


def test_a_dragon_fills_the_first_token_that_is_ours(tmp_path: Path) -> None:
    store = OwnerPack(tmp_path)
    assert place_of("dragon-red-3", NOBODY) == "dragon-red-1"
    pack = store.put(records("dragon-red-1", (27, 9, 0, 19), NOBODY))
    assert pack.dragons[0].health_solo == 19
    assert place_of("dragon-red-3", pack) == "dragon-red-2"
    assert place_of("dragon-red-1", pack) == "dragon-red-1"
    again = store.put(records("dragon-red-1", (25, 8, 0, 20), pack))
    assert [(one.health, one.initiative, one.health_solo, one.dice) for one in again.dragons] == [
        (25, 8, 20, 5)
    ]


# ---- taps


def test_a_face_counts_on_and_begins_again() -> None:
    round_ = at("die-M")
    seen = []
    for _ in range(3):
        round_ = stepped(round_, "die-M", 0, 1, NOBODY)
        seen.append(row(round_, "die-M", NOBODY)[0])
    assert seen == [0, 1, 2]  # ours begins with a 2, which is the highest


def test_a_stepper_stops_at_its_ends() -> None:
    round_ = at("coop-board", coop_teeth_blue=(9,))
    assert stepped(round_, "coop-teeth-blue", 0, 1, NOBODY) == round_
    assert row(stepped(round_, "coop-teeth-blue", 0, -1, NOBODY), "coop-teeth-blue", NOBODY) == (8,)


def test_what_is_printed_cannot_be_changed() -> None:
    assert set_to(at("dragons"), "dragon-white-1", 0, 50, NOBODY) == at(
        "dragons"
    )  # 60, combat.health.over-30
    assert set_to(at("die-G"), "die-G", 6, 2, NOBODY) == at(
        "die-G"
    )  # no broken face, combat.dice.broken-face
    assert stepped(at("die-W"), "die-W", 0, 1, NOBODY) == at(
        "die-W"
    )  # four ones and two blanks, combat.dice.limits
    assert set_to(at("countdown"), "countdown", 7, 3, NOBODY) == at("countdown")  # the end is the eighth


@given(st.lists(st.tuples(st.integers(0, 6), st.sampled_from((1, -1))), max_size=20))
def test_every_sign_of_the_countdown_stands_once_whatever_is_tapped(taps: list[tuple[int, int]]) -> None:
    round_ = at("countdown")
    for cell, by in taps:
        round_ = stepped(round_, "countdown", cell, by, NOBODY)
    held = row(round_, "countdown", NOBODY)
    assert sorted(held) == list(range(1, 9))
    assert held[7] == 8


def test_a_tap_beside_the_row_does_nothing() -> None:
    assert stepped(at("coop-board"), "coop-teeth-blue", 5, 1, NOBODY) == at("coop-board")
    assert set_to(at("die-M"), "die-M", 6, 9, NOBODY) == at("die-M")


def test_onward_goes_by_tokens_then_by_stops_and_stays_at_the_last() -> None:
    round_ = Round(stop="dragons")
    assert in_front(round_) == ("dragon-blue-1",)
    for _ in range(12):
        round_ = onward(round_)
    assert in_front(round_) == ("dragon-white-1",)
    round_ = onward(round_)
    assert (round_.stop, round_.token) == ("countdown", "")
    assert onward(Round(stop="fuji99")) == Round(stop="fuji99")


def test_only_a_round_of_ours_is_taken() -> None:
    assert checked(at("coop-board", coop_teeth_blue=(3,))) == at("coop-board", coop_teeth_blue=(3,))
    for bad in (
        Round(stop="cellar"),
        Round(stop="coop-board", token="dragon-blue-1"),
        Round(passed=("cellar",)),
        Round(typed={"cellar": (1,)}),
        Round(typed={"coop-teeth-blue": (10,)}),
        Round(typed={"coop-teeth-blue": (1, 2)}),
    ):
        with pytest.raises(ValueError, match="no"):
            checked(bad)


# ---- what the booklets print

FITS: Mapping[str, tuple[Round, str]] = {
    "ours": (at("die-M"), "fits-die"),
    "metal 2,2,2,0,0,0": (at("die-M", die_M=(2, 2, 2, 0, 0, 0, 4)), "fits-die"),
    "metal without a 2": (at("die-M", die_M=(1, 1, 1, 1, 1, 1, 4)), "die-most"),
    "metal of five hits": (at("die-M", die_M=(2, 1, 1, 1, 0, 0, 4)), "die-sum"),
    "magic": (at("die-G", die_G=(4, 4, 2, 2, 0, 0, 0)), "fits-die-whole"),
    "palace": (at("boards"), "fits-boards"),
    "palace rising": (at("boards", palace_monk=(4, 5, 0, 0, 0)), "boards-falling"),
    "palace with a gap": (at("boards", palace_monk=(5, 0, 2, 0, 0)), "boards-falling"),
    "a helmet of six cells": (at("boards", area_helmet=(3, 2)), "boards-small-helmet"),
    "sandals of two cells": (at("boards", area_sandals=(2, 1)), "boards-small-sandals"),
    "tiles": (at("coop-board", tiles=(6, 13, 14)), "fits-coop"),
    "32 tiles": (at("coop-board", tiles=(6, 13, 13)), "coop-tiles"),
    "eleven of level II": (at("coop-board", tiles=(9, 11, 13)), "coop-level"),
    "deck": (at("makai"), "fits-makai"),
    "43 cards": (at("makai", makai_magic=(3,)), "makai-cards"),
    "ten leave": (at("makai", makai_out=(0, 10, 0, 0, 0)), "makai-out-sum"),
    "more leave than there are": (at("makai", makai_out=(0, 6, 0, 0, 5)), "makai-out-more"),
    "poison of nothing": (at("makai", makai_poison_blue=(0, 0, 0, 0, 0, 0, 0, 0, 1)), "makai-poison-none"),
    "cards": (at("fuji99"), "fits-fuji99"),
    "23 cards": (at("fuji99", fuji99_tens=(4, 2, 2, 4)), "fuji99-cards"),
    "seven of value 1": (
        at("fuji99", fuji99_step3=(1, 1, 1, 7), fuji99_tens=(4, 2, 2, 2)),
        "fuji99-ones",
    ),
}


@pytest.mark.parametrize("case", FITS)
@pytest.mark.rule("combat.dice.limits", "setup.tiles.stacks", "makai.setup.components", "fuji99.setup.deck")
def test_the_seal_holds_what_is_typed_against_the_booklets(case: str) -> None:
    round_, says = FITS[case]
    assert fit(round_, NOBODY).says == says
    assert fit(round_, NOBODY).is_good == says.startswith("fits")


def test_what_the_seal_lets_pass_the_pack_takes(tmp_path: Path) -> None:
    store = OwnerPack(tmp_path)
    for case, (round_, says) in FITS.items():
        if says.startswith("fits"):
            names = [name for name in in_front(round_) if name in round_.typed]
            pack = store.put(one for name in names for one in records(name, round_.typed[name], NOBODY))
            assert all(read(name, pack) == round_.typed[name] for name in names), case


def test_the_house_is_read_as_it_is_written() -> None:
    assert read("die-T", house_pack()) == (3, 2, 2, 1, 1, 0, 1)
    assert read("countdown", house_pack()) == (1, 2, 3, 6, 4, 5, 7, 8)
    assert read("palace-weapon", house_pack()) == (11, 8, 5, 0, 0)
    assert read("makai-red", house_pack()) == (1, 1, 1, 1, 1, 1, 2, 1, 1)
    assert read("makai-poison-yellow", house_pack()) == (0, 0, 0, 1, 0, 0, 0, 0, 0)
    assert read("dragon-white-1", house_pack()) == (60, 8, 40, 25)
