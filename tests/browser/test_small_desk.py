"""Makai Fuda and Fuji 99 at the real box in a Chromium: taps from home to an answer, rule cards, keyboard, phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.widget_pages import BOXES, HELPER, Stage

MOST_TAPS = 8
TARGET = 44
QUESTIONS = {
    "play": (
        ["players.3", "there.blue", "there.yellow", "there.red", "card.red", "other.no"],
        "ok",
        "Yes, red may be played",
    ),
    "match": (["field.B3", "field.R9", "field.M>B", "field.G8"], "ok", "Blue wins the match with 106"),
    "paid": (["players.3", "won.red", "backed.2", "on-card.20", "last.yes"], "ok", "120 gold"),
    "draw": (["bag-T.9", "bag-Y.5", "bag-R.2", "out.1", "gained.5"], "ok", "Draw 5"),
    "danger": (["sheet.1", "drawn.1", "facing.1"], "no", "Danger is at 3"),
}
HAND = "B1 5 G4 6 Y7 8 R2 7 9 M M"


class Taps:
    """A page of the helper on which every tap is counted."""

    def __init__(self, tab: Page) -> None:
        self.tab, self.number = tab, 0

    def on(self, place: str) -> None:
        self.number += 1
        self.tab.locator(f"{place}:visible").click()


def begin(stage: Stage, tool: str) -> Taps:
    taps = Taps(stage.show(HELPER, widget="fk-helper[data-opened=true]", link=""))
    taps.on(".fk-more a[data-page=small]")
    taps.on(f".fk-desk [data-key='tool-{tool}']")
    expect(taps.tab.locator(f".fk-desk [data-key='tool-{tool}']")).to_have_attribute("aria-pressed", "true")
    return taps


@pytest.mark.parametrize("tool", QUESTIONS)
def test_eight_taps_from_home_to_an_answer(phone_stage: Stage, tool: str) -> None:
    chips, seal, says = QUESTIONS[tool]
    taps = begin(phone_stage, tool)
    expect(taps.tab.locator(".fk-desk > h2")).to_be_in_viewport()
    expect(taps.tab.locator(".fk-desk .fk-quick-row legend").first).to_be_in_viewport()
    for chip in chips:
        taps.on(f".fk-desk [data-key='{chip}']")
        expect(taps.tab.locator(f".fk-desk [data-key='{chip}']")).not_to_have_attribute("aria-busy", "true")
    line = taps.tab.locator(".fk-desk [data-part=line]")
    expect(line).to_have_attribute("data-seal", seal, timeout=20_000)
    expect(line).to_contain_text(says)
    assert taps.number <= MOST_TAPS
    assert taps.tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = taps.tab.locator(".fk-desk:visible button").evaluate_all(BOXES)
    assert boxes
    assert all(width >= TARGET and height >= TARGET for _, _, width, height in boxes)
    assert phone_stage.errors == []


def test_a_hand_is_typed_and_advised_within_eight_taps(phone_stage: Stage) -> None:
    taps = begin(phone_stage, "back")
    for kind in ("green", "red"):
        taps.on(f".fk-desk [data-key='bonus.{kind}']")
    taps.on(".fk-desk [data-key='typed.typed']")
    taps.tab.keyboard.insert_text(HAND)
    taps.tab.keyboard.press("Enter")
    taps.number += 1
    line = taps.tab.locator(".fk-desk [data-part=line]")
    expect(line).to_have_attribute("data-seal", "ok", timeout=20_000)
    expect(line).to_contain_text("face down")
    expect(taps.tab.locator(".fk-desk [data-part=ours]")).to_be_visible()  # counted with our own list
    assert taps.number <= MOST_TAPS
    assert phone_stage.errors == []


def test_rule_of_an_answer_opens_its_card(stage: Stage) -> None:
    taps = begin(stage, "danger")
    taps.on(".fk-desk [data-key='drawn.3']")
    taps.on(".fk-desk [data-part=line] [data-rule='fuji99.danger.three-red']")
    card = taps.tab.locator(".fk-rule-card")
    expect(card).to_contain_text("fuji99.danger.three-red")
    taps.tab.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert stage.errors == []


def test_keyboard_alone_asks_and_is_answered(stage: Stage) -> None:
    tab = stage.show(HELPER, widget="fk-helper[data-opened=true]", link="page=small")
    tab.locator(".fk-desk [data-key='tool-paid']").press("Enter")
    tab.locator(".fk-desk [data-key='won.blue']").press("Enter")
    backed = tab.locator(".fk-desk [data-key='backed.1']")
    backed.press(" ")
    expect(tab.locator(".fk-desk [data-part=line]")).to_contain_text("50 gold")
    expect(backed).to_be_focused()
    backed.press("Tab")
    expect(tab.locator(".fk-desk [data-key='backed.2']")).to_be_focused()
    assert stage.errors == []


def test_a_number_that_cannot_be_is_said_and_nothing_is_lost(stage: Stage) -> None:
    tab = stage.show(HELPER, widget="fk-helper[data-opened=true]", link="page=small")
    tab.locator(".fk-desk [data-key='tool-draw']").click()
    tab.locator(".fk-desk [data-key='gained.4']").click()
    typed = tab.locator(".fk-desk [data-key='gained.typed']")
    typed.fill("500")
    typed.press("Enter")
    expect(tab.locator(".fk-desk .fk-notice")).to_contain_text("0 to 98")
    expect(tab.locator(".fk-desk [data-key='gained.4']")).to_have_attribute("aria-pressed", "true")
    assert stage.errors == []


def test_the_page_says_whose_cards_are_played_and_leads_to_where_they_are_typed(stage: Stage) -> None:
    tab = stage.show(HELPER, widget="fk-helper[data-opened=true]", link="page=small")
    deck = tab.locator(".fk-desk [data-part=deck]")
    expect(deck).to_contain_text("our own list")
    deck.locator("a[data-page=box]").click()
    expect(tab.locator(".fk-know-box, .fk-box").first).to_be_visible()
    expect(tab.get_by_text("Makai Fuda: the deck")).to_be_visible()
    assert stage.errors == []


def test_a_sheet_is_written_and_undone_by_name(phone_stage: Stage) -> None:
    taps = begin(phone_stage, "gold")
    tab = taps.tab
    for chip in ("won.red", "backers.0"):
        taps.on(f".fk-desk [data-key='{chip}']")
    taps.on(".fk-desk [data-key='do-write']")
    rows = tab.locator(".fk-desk-table tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("+50")
    undo = tab.locator(".foot .undo")
    expect(undo).to_contain_text("tournament 1")
    taps.on(".fk-desk [data-key='renamed.1']")
    typed = tab.locator(".fk-desk [data-key='called.typed']")
    typed.fill("Wilhelmina-Alexandra")
    taps.on(".fk-desk [data-key='do-rename']")
    expect(tab.locator(".fk-desk-table thead")).to_contain_text("Wilhelmina-Alexandra")
    expect(typed).to_have_count(0)
    expect(undo).to_contain_text("Wilhelmina-Alexandra")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    undo.click()
    expect(undo).to_contain_text("tournament 1")
    undo.click()
    expect(rows).to_have_count(1)
    taps.on(".fk-desk [data-key='tool-makai-seen']")
    taps.on(".fk-desk [data-key='seen.B2']")
    expect(tab.locator(".fk-desk [data-key='seen.B2']")).to_contain_text("1 of 2")
    expect(undo).to_contain_text("B2 seen")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone_stage.errors == []


def test_a_bag_is_counted_cube_by_cube(stage: Stage) -> None:
    tab = begin(stage, "bag").tab
    for letter in "TTR":
        chip = tab.locator(f".fk-desk [data-key='cube.draw-{letter}']")
        chip.click()
        expect(chip).not_to_have_attribute("aria-busy", "true")
    cells = tab.locator(".fk-desk-table tbody td")
    expect(cells).to_have_text(["2", "0", "4", "0", "0", "4", "1", "0", "2"])
    tab.locator(".fk-desk [data-key='do-again']").click()
    expect(cells).to_have_text(["0", "0", "6", "0", "0", "4", "0", "1", "2"])
    assert stage.errors == []
