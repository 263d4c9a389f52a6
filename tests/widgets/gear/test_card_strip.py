"""The card strip without a browser: matches, near misses, own cards and their undo."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from fujikoro_nb.content import house_pack
from fujikoro_nb.content.writing_lock import NotSaved
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import cell_at, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import shifted, turns
from fujikoro_nb.engine.fujikoro.gear.near import one_away
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern
from fujikoro_nb.engine.fujikoro.gear.shapes import is_connected
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.views.gear.standing import drawn_cell, standings
from fujikoro_nb.widgets import CardStrip, CraftGrid
from tests.support.pace import least_seconds, slowness


def card(
    name: str, pattern: str, kind: str = "weapon", provenance: Provenance = Provenance.OWNER
) -> GearCard:
    return GearCard(name, GearKind(kind), parse_pattern(pattern), "vp-or-peek", provenance)


def shown(strip: CardStrip) -> dict[str, dict[str, Any]]:
    return {one["id"]: one for one in strip.shown}


@pytest.fixture
def grid() -> Iterator[CraftGrid]:
    widget = CraftGrid(weapon="...../....M:M/WWWMM:MMT/.....:M")
    yield widget
    widget.close()


@pytest.mark.rule("gearcard.match.contains", "gearcard.match.rotation")
def test_match_near_and_far(grid: CraftGrid) -> None:
    strip = CardStrip(
        grid,
        cards=[
            card("five", "..M/WMM"),
            card("two", "MMT/..M"),
            card("seven", "TTT"),
            card("turned", "W/W/M"),
        ],
    )
    cards = shown(strip)
    assert (cards["five"]["state"], cards["five"]["badge"]) == ("match", "Matches")
    assert (cards["two"]["state"], cards["two"]["badge"]) == ("near", "1 metal away")
    assert cards["two"]["missing"] == [[3, 2]]
    # eleven of at most twelve cubes lie there: two more teeth would be illegal
    assert (cards["seven"]["state"], cards["seven"]["badge"]) == ("none", "")
    assert cards["turned"]["state"] == "match"
    grid.weapon = "WMT"
    assert (shown(strip)["seven"]["state"], shown(strip)["seven"]["badge"]) == ("far", "2 cubes away")


def test_marks_and_praise_on_the_grid(grid: CraftGrid) -> None:
    strip = CardStrip(grid, cards=[card("five", "..M/WMM"), card("two", "MMT/..M")])
    match, near = grid.card_marks
    assert sorted(map(tuple, match["cells"])) == [(3, 3), (4, 3), (5, 2), (5, 3)]
    assert (near["style"], near["text"], near["cells"]) == ("near", "+M", [[8, 4]])
    assert grid.also == {"sentence": "Matches weapon card 1.", "rule": "gearcard.match.contains"}
    strip.selected = "two"
    assert [mark["style"] for mark in grid.card_marks] == ["near"]
    grid.weapon = "W"
    assert grid.also == {}


def test_a_cube_that_would_be_illegal_is_no_near_miss() -> None:
    grid = CraftGrid(
        weapon="WWWWW/MMM"
    )  # eight cubes one-handed: a ninth is too many, and the right part is closed
    grid.is_unlocked = False
    strip = CardStrip(grid, cards=[card("one", "WWWWW/MMMT")])
    assert (shown(strip)["one"]["state"], shown(strip)["one"]["badge"]) == ("none", "")
    grid.weapon = "WWWW/MMM"  # a ninth cube would be too many, the eighth alone is not the card's
    assert strip.standing("one").distance is None
    grid.close()


def test_house_cards_wear_their_mark(grid: CraftGrid) -> None:
    strip = CardStrip(grid, cards=[card("a", "WW", provenance=Provenance.HOUSE), card("b", "WW")])
    assert [one["house"] for one in strip.shown] == [True, False]
    assert [one["own"] for one in strip.shown] == [False, True]


def test_a_blueprint_matches_by_its_own_rule(grid: CraftGrid) -> None:
    CardStrip(grid, cards=[Blueprint("b", GearKind.WEAPON, parse_pattern("WW"), Provenance.OWNER)])
    assert grid.also["rule"] == "magic.match.contains"


def test_one_push_to_the_grid_for_one_tap(grid: CraftGrid, monkeypatch: pytest.MonkeyPatch) -> None:
    CardStrip(grid, cards=[card("five", "..M/WMM")])
    pushed: list[set[str]] = []
    monkeypatch.setattr(grid, "send_state", lambda key=None: pushed.append(set(key or ())))
    content = {
        "act": "paint", "kind": "weapon", "material": ".", "cells": [[5, 2]], "stroke": "", "client": "a", "seq": 1,
    }  # fmt: skip
    grid._handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})
    [state] = [one for one in pushed if one]
    assert {"weapon", "verdict", "card_marks", "also"} <= state


def test_matches_come_first_then_near_misses_then_the_rest_as_given(grid: CraftGrid) -> None:
    strip = CardStrip(
        grid,
        cards=[
            card("far", "TTT"),
            card("near", "MMT/..M"),
            card("match", "..M/WMM"),
            card("far2", "TTTT"),
            card("match2", "WWM"),
        ],
    )
    assert [one["id"] for one in strip.shown] == ["match", "match2", "near", "far", "far2"]
    # a card keeps its name wherever it stands
    assert [one["name"] for one in strip.shown][:2] == ["Weapon card 3", "Weapon card 5"]
    assert [one.id for one in strip.cards] == ["far", "near", "match", "far2", "match2"]
    grid.weapon = ""
    assert [one["id"] for one in strip.shown if one["state"] == "none"] == [
        "far",
        "near",
        "match",
        "far2",
        "match2",
    ]


# ---- own cards


def act(strip: CardStrip, name: str, **fields: Any) -> None:
    strip._handle_msg(
        {"content": {"data": {"method": "custom", "content": {"act": name, **fields}}}, "buffers": []}
    )


def save(strip: CardStrip, pattern: str, *, kind: str = "weapon", bonus: str = "", card_id: str = "") -> None:
    act(strip, "save", kind=kind, pattern=pattern, bonus=bonus, blueprint=False, id=card_id)


def test_enter_change_remove_and_undo(grid: CraftGrid) -> None:
    strip = CardStrip(grid)
    save(strip, "WM/.M")
    [entered] = strip.cards
    assert (entered.pattern, entered.provenance) == (parse_pattern("WM/.M"), Provenance.OWNER)
    assert (strip.saved, strip.undo_label) == (1, "Undo: weapon card 1 entered")
    save(strip, "WW", card_id=entered.id)
    assert strip.cards[0].pattern == parse_pattern("WW")
    act(strip, "remove", id=entered.id)
    assert strip.cards == ()
    act(strip, "undo")
    assert strip.cards[0].pattern == parse_pattern("WW")
    act(strip, "undo")
    assert strip.cards[0].pattern == parse_pattern("WM/.M")
    act(strip, "undo")
    assert (strip.cards, strip.undo_label) == ((), "")


def test_bonus_of_a_helmet_card(grid: CraftGrid) -> None:
    strip = CardStrip(grid)
    save(strip, "MM", kind="helmet", bonus="metal")
    save(strip, "MM", kind="helmet")
    assert [one.bonus for one in strip.cards] == ["metal", "wood"]


@pytest.mark.parametrize("pattern", ["", "...", "WX", "W" * 30])
def test_a_bad_pattern_is_one_sentence(grid: CraftGrid, pattern: str) -> None:
    strip = CardStrip(grid)
    save(strip, pattern)
    assert strip.cards == ()
    assert strip.notice.endswith(".")
    assert strip.saved == 0


def test_house_cards_cannot_be_changed(grid: CraftGrid) -> None:
    strip = CardStrip(grid, cards=[card("a", "WW", provenance=Provenance.HOUSE)])
    act(strip, "remove", id="a")
    save(strip, "M", card_id="a")
    assert strip.cards[0].pattern == parse_pattern("WW")
    assert strip.notice


def test_an_unknown_card_is_one_sentence(grid: CraftGrid) -> None:
    strip = CardStrip(grid)
    act(strip, "remove", id="nothing")
    assert strip.notice == "That card is not here any more."


def test_what_the_disk_refuses_is_one_sentence(grid: CraftGrid) -> None:
    def refuse(draft: object, card_id: str) -> None:
        raise NotSaved("busy")

    strip = CardStrip(grid, on_save=refuse)
    save(strip, "WW")
    assert strip.notice.startswith("Another program")
    assert (strip.saved, strip.undo_label) == (0, "")


def test_a_keeper_gets_the_draft_and_gives_the_cards(grid: CraftGrid) -> None:
    kept: list[tuple[str, str, str]] = []

    def keep(draft: Any, card_id: str) -> list[GearCard]:
        kept.append((draft.kind, draft.pattern, card_id))
        return [card("kept", draft.pattern)]

    strip = CardStrip(grid, on_save=keep)
    save(strip, "WM")
    assert kept == [("weapon", "WM", "")]
    assert [one.id for one in strip.cards] == ["kept"]


# ---- the drawing of a card frames what is missing


def test_the_missing_cube_stands_where_the_drawing_has_it() -> None:
    """W and M of "WMT" lie turned a quarter: the tooth is missing below them, and is the third of the drawing."""
    pattern = parse_pattern("WMT")
    gear = parse_gear(".W/.M", GearKind.WEAPON, SYMMETRIC)
    [miss] = one_away(gear, GearKind.WEAPON, [card("row", "WMT")], SYMMETRIC)
    assert column_row(miss.cell) == (2, 3)
    assert column_row(drawn_cell(pattern, miss)) == (3, 1)


def test_every_turn_of_a_card_frames_a_cube_of_the_missing_material() -> None:
    """A card without symmetry, turned four ways, each of its cubes taken away once: the frame is on that cube."""
    pattern = parse_pattern("WMT/W")
    for turn in turns(pattern):
        whole = shifted(turn.layout, cell_at(2, 2))
        for cell, material in whole:
            if not is_connected(whole.without(1 << cell).occupied):
                continue
            gear = Gear(weapon=whole.without(1 << cell))
            found = one_away(gear, GearKind.WEAPON, [card("one", "WMT/W")], SYMMETRIC)
            for miss in found:
                framed = drawn_cell(pattern, miss)
                assert pattern.at(framed) == miss.material
            assert any((miss.cell, miss.material) == (cell, material) for miss in found)


def test_of_several_cubes_the_one_in_the_backpack_is_named(grid: CraftGrid) -> None:
    """The card lies there without its metal, and turned without its tooth."""
    strip = CardStrip(grid, cards=[card("two", "MMT/..M")], backpack=Cubes.parse("W"))
    assert shown(strip)["two"]["badge"] == "1 metal away, none in the backpack"
    strip.backpack = Cubes.parse("WT")
    assert shown(strip)["two"]["badge"] == "1 tooth away, in the backpack"
    strip.backpack = Cubes.parse("M")
    assert shown(strip)["two"]["badge"] == "1 metal away, in the backpack"
    strip.backpack = None
    assert shown(strip)["two"]["badge"] == "1 metal away"


def test_a_strip_of_24_cards_is_judged_within_a_tap(grid: CraftGrid) -> None:
    """Under a millisecond where this was written; ten times that, and more where Python is slower, is still a tap."""
    house = [one for one in house_pack().gear_cards if one.kind == GearKind.WEAPON]
    cards = [msgspec.structs.replace(house[n % len(house)], id=f"card-{n}") for n in range(24)]
    standings(cards, grid.position, backpack=Cubes.parse("WM"))
    took = least_seconds(lambda: standings(cards, grid.position, backpack=Cubes.parse("WM")), runs=15)
    assert took < 0.01 * slowness()


# ---- undo that cannot get stuck


def enter(strip: CardStrip, pattern: str) -> str:
    """Enter a weapon card; its id."""
    known = {one.id for one in strip.cards}
    act(strip, "save", kind="weapon", pattern=pattern, bonus="", blueprint=False, id="")
    return next(one.id for one in strip.cards if one.id not in known)


def test_a_card_taken_out_comes_back_under_its_own_id(grid: CraftGrid) -> None:
    strip = CardStrip(grid)
    first, second = enter(strip, "WW"), enter(strip, "MM")
    act(strip, "remove", id=first)
    act(strip, "undo")
    assert {one.id for one in strip.cards} == {first, second}
    for _ in range(2):
        act(strip, "undo")
    assert strip.cards == ()
    assert strip.undo_label == ""


def test_what_cannot_be_undone_any_more_leaves_the_history_with_one_notice(grid: CraftGrid) -> None:
    strip = CardStrip(grid)
    first, second = enter(strip, "WW"), enter(strip, "MM")
    strip.cards = tuple(one for one in strip.cards if one.id == first)  # another window took it out
    act(strip, "undo")
    assert strip.notice == strip.say("card-strip.undo-gone", what="weapon card 2 entered")
    assert second not in {one.id for one in strip.cards}
    act(strip, "undo")
    assert strip.cards == ()
    assert strip.notice == ""


# ---- illegal gear, and a helmet that never becomes magical


def test_illegal_gear_is_no_match_yet() -> None:
    grid = CraftGrid(weapon="WWWWW/MMMM")  # nine cubes in one hand
    strip = CardStrip(grid, cards=[card("one", "WW/MM")])
    assert not grid.verdict["legal"]
    [one] = strip.shown
    assert (one["state"], one["badge"]) == ("once-legal", "Matches once legal")
    assert grid.also == {}
    assert not [mark for mark in grid.card_marks if mark["style"] == "match"]
    grid.weapon = "WWWWW/MMM"
    assert [one["state"] for one in strip.shown] == ["match"]
    grid.close()


@pytest.mark.rule("char.daisuke.helmet-three")
def test_no_helmet_blueprint_matches_for_daisuke() -> None:
    grid = CraftGrid(helmet="WM", character="daisuke")
    blueprint = Blueprint("b", GearKind.HELMET, parse_pattern("WM"), Provenance.OWNER)
    strip = CardStrip(grid, cards=[blueprint, card("c", "WM", "helmet")])
    assert {one["id"]: one["state"] for one in strip.shown} == {"b": "barred", "c": "match"}
    assert grid.also["sentence"] == "Matches helmet card 1."
    grid.blueprints = {"helmet": {"state": "owned", "pattern": "WM"}}
    assert grid.verdict["kinds"]["helmet"]["blueprint"]["fits"] is None
    grid.close()
