"""The card strip without a browser: matches, near misses, own cards and their undo."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.content.owner import NotSaved
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard, Provenance
from fujikoro_nb.engine.fujikoro.grid import Layout, cell_at, column_row, rectangle
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.match import contains
from fujikoro_nb.engine.fujikoro.notation import parse_pattern
from fujikoro_nb.widgets import CardStrip, CraftGrid
from fujikoro_nb.widgets._nearness import in_drawing, nearest


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
    assert (cards["seven"]["state"], cards["seven"]["badge"]) == ("far", "2 cubes away")
    assert cards["turned"]["state"] == "match"


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


def test_a_near_miss_that_would_be_illegal_is_no_near_miss() -> None:
    grid = CraftGrid(
        weapon="WWWWW/MMM"
    )  # eight cubes one-handed: a ninth is too many, and the right part is closed
    grid.is_unlocked = False
    strip = CardStrip(grid, cards=[card("one", "WWWWW/MMMT")])
    assert shown(strip)["one"]["badge"] == "1 tooth away, but illegal"
    assert shown(strip)["one"]["state"] == "far"
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
        raise NotSaved("Your cards cannot be saved.")

    strip = CardStrip(grid, on_save=refuse)
    save(strip, "WW")
    assert (strip.notice, strip.saved, strip.undo_label) == ("Your cards cannot be saved.", 0, "")


def test_a_keeper_gets_the_draft_and_gives_the_cards(grid: CraftGrid) -> None:
    kept: list[tuple[str, str, str]] = []

    def keep(draft: Any, card_id: str) -> list[GearCard]:
        kept.append((draft.kind, draft.pattern, card_id))
        return [card("kept", draft.pattern)]

    strip = CardStrip(grid, on_save=keep)
    save(strip, "WM")
    assert kept == [("weapon", "WM", "")]
    assert [one.id for one in strip.cards] == ["kept"]


# ---- nearness against brute force

AREA = rectangle(4, 3)
cubes = st.dictionaries(st.tuples(st.integers(1, 4), st.integers(1, 3)), st.sampled_from("WMT"), max_size=8)
patterns = st.dictionaries(
    st.tuples(st.integers(1, 3), st.integers(1, 3)), st.sampled_from("WMT"), min_size=1, max_size=4
)


def layout_of(cells: dict[tuple[int, int], str]) -> Layout:
    layout = Layout()
    for (column, row), letter in cells.items():
        layout = layout.with_cube(cell_at(column, row), letter)  # type: ignore[arg-type]
    return layout


def by_hand(pattern: dict[tuple[int, int], str], board: dict[tuple[int, int], str]) -> int:
    """Sets of cells instead of masks: all quarter turns and shifts on the 4 x 3 board."""
    best = len(pattern)
    turned = pattern
    for _ in range(4):
        turned = {(-row, column): letter for (column, row), letter in turned.items()}
        for dx in range(-4, 9):
            for dy in range(-4, 9):
                there = {(column + dx, row + dy): letter for (column, row), letter in turned.items()}
                if all(1 <= column <= 4 and 1 <= row <= 3 for column, row in there):
                    best = min(best, sum(board.get(cell) != letter for cell, letter in there.items()))
    return best


@settings(max_examples=150)
@given(patterns, cubes)
def test_nearest_is_the_fewest_cubes(
    pattern: dict[tuple[int, int], str], board: dict[tuple[int, int], str]
) -> None:
    drawn = parse_pattern(_text(pattern))
    layout = layout_of(board)
    distance, ways = nearest(drawn, layout, AREA)
    assert distance == by_hand(pattern, board)
    for lying in ways[:3]:
        missing = lying.missing(layout)
        assert len(missing) == distance
        assert contains(layout.without(missing.occupied) | missing, drawn)
        # the same number of cubes, of the same materials, is framed in the card's own drawing
        framed = in_drawing(drawn, lying, missing)
        assert sorted(drawn.at(cell) or "" for cell in framed) == sorted(letter for _, letter in missing)


def _text(cells: dict[tuple[int, int], str]) -> str:
    columns = [column for column, _ in cells]
    rows = [row for _, row in cells]
    return "/".join(
        "".join(cells.get((column, row), ".") for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


def test_an_area_too_small_gives_no_way() -> None:
    assert nearest(parse_pattern("WWWWW"), Layout(), AREA) == (5, ())


def test_missing_cubes_stand_where_the_drawing_has_them() -> None:
    # the layout holds W and M of "WMT" turned a quarter: T is missing below them
    pattern = parse_pattern("WMT")
    layout = layout_of({(2, 1): "W", (2, 2): "M"})
    distance, ways = nearest(pattern, layout, AREA)
    assert distance == 1
    assert [column_row(cell) for cell in in_drawing(pattern, ways[0], ways[0].missing(layout))] == [(3, 1)]
