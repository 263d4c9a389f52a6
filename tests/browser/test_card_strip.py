"""The card strip in a real Chromium: matches on grid and cards, and the editor with its taps counted."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.texts import say
from tests.browser.conftest import LAPTOP, PHONE, Visit
from tests.browser.servers import Server
from tests.browser.widget_pages import BOXES, Stage

CARDS = """
from fujikoro_nb.widgets import CardStrip, CraftGrid
from fujikoro_nb.engine.fujikoro.components import GearCard, Provenance
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern
def card(name, pattern, source):
    return GearCard(name, GearKind.WEAPON, parse_pattern(pattern), "vp-or-peek", Provenance(source))
grid = CraftGrid(weapon="...../....M:M/WWWMM:MMT/.....:M")
"""


CELLS = {
    "cards": f"""{CARDS}
strip = CardStrip(grid, cards=[card("a", "..M/WMM", "house"), card("b", "MMT/..M", "owner"), card("c", "TTT", "owner")])
grid.beside = strip
grid""",
    "many": f"""{CARDS}
far = [card(f"far-{{n}}", "T" * 5, "owner") for n in range(7)]
strip = CardStrip(grid, cards=[*far, card("near", "MMT/..M", "owner"), card("match", "..M/WMM", "owner")])
grid.beside = strip
grid""",
    "own": f"{CARDS}\ngrid.weapon = ''\ngrid.beside = CardStrip(grid)\ngrid",
}


def show(stage: Stage, name: str) -> Page:
    return stage.show(CELLS[name], widget="fk-strip")


def square(tab: Page, column: int, row: int) -> Any:
    return tab.locator(f"svg[data-board=card] [data-column='{column}'][data-row='{row}']")


def test_matches_and_near_misses_stand_on_cards_and_grid(stage: Stage) -> None:
    tab = show(stage, "cards")
    expect(tab.locator("[data-id=a]")).to_contain_text("Matches")
    expect(tab.locator("[data-id=a]")).to_contain_text(say("card-strip.house"))
    expect(tab.locator("[data-id=b]")).to_contain_text("1 metal away")
    expect(tab.locator("[data-id=b]")).not_to_contain_text(say("card-strip.house"))
    expect(tab.locator("[data-id=c]")).to_have_attribute("data-state", "none")  # twelve cubes is the most
    expect(tab.locator("[data-part=verdict]")).to_contain_text("Matches weapon card 1.")
    expect(tab.locator(".fk-outline-match")).to_have_count(1)
    expect(tab.locator(".fk-ghost text")).to_have_text("+M")
    tab.locator("[data-id=b]").click()
    expect(tab.locator(".fk-outline-match")).to_have_count(0)
    expect(tab.locator(".fk-ghost text")).to_have_text("+M")
    # lay the cube where the ghost is: the card matches
    tab.locator("[data-material=M]").click()
    tab.locator("svg[data-board=weapon] [data-column='8'][data-row='4']").click()
    expect(tab.locator("[data-id=b]")).to_have_attribute("data-state", "match")
    expect(tab.locator(".fk-ghost")).to_have_count(0)


def test_no_card_is_cut_off_and_the_nearest_stand_first(phone_stage: Stage) -> None:
    tab = show(phone_stage, "many")
    expect(tab.locator(".fk-count")).to_have_text("9 cards, 1 matches")
    for number, name in enumerate(("match", "near", "far-0")):
        expect(tab.locator(".gc").nth(number)).to_have_attribute("data-id", name)
    expect(tab.locator(".gc:visible")).to_have_count(6)
    more = tab.get_by_role("button", name=say("card-strip.show-all", n=9))
    more.tap()
    expect(tab.locator(".gc:visible")).to_have_count(9)
    for left, right, *_ in tab.locator(".gc").evaluate_all(BOXES):
        assert left >= 0
        assert right <= 390
    tab.get_by_role("button", name=say("card-strip.show-fewer")).tap()
    expect(tab.locator(".gc:visible")).to_have_count(6)
    assert phone_stage.errors == []


def test_a_laptop_shows_every_card(stage: Stage) -> None:
    tab = show(stage, "many")
    expect(tab.locator(".gc:visible")).to_have_count(9)
    expect(tab.locator(".fk-more-cards")).to_be_hidden()


@pytest.mark.parametrize("device", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_keeping_a_card_is_in_reach_wherever_the_page_is(
    served: Callable[..., Server],
    visits: Callable[..., Visit],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    device: dict[str, Any],
) -> None:
    """It lies in the window, over the bar at the foot of a phone, and a tap there hits it."""
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))  # the card is kept here, and seen by no other test
    server = served("table", fresh=True)
    tab = visits(**device).open(f"{server.url}#page=gear&weapon=WWM..:...")
    tab.locator(".fk-strip [data-act=add]").click()
    save = tab.locator(".fk-strip [data-act=save]")
    expect(save).to_be_visible()
    is_hit = """node => {
        const { left, top, width, height } = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(left + width / 2, top + height - 4));
    }"""
    square(tab, 1, 1).click()
    expect(save).to_be_enabled()
    assert save.evaluate(is_hit)
    for share in (0.2, 0.8):  # with the editor's board at the foot of the window, and with it far up
        tab.evaluate(
            """share => {
              const top = document.querySelector(".fk-editor").getBoundingClientRect().top;
              scrollBy(0, top - share * innerHeight);
            }""",
            share * 0.5,
        )
        assert save.evaluate(is_hit)
    save.click()
    expect(tab.locator(".fk-strip .gc")).to_have_count(1)


def test_a_card_of_six_cubes_in_twelve_taps(phone_stage: Stage) -> None:
    tab = show(phone_stage, "own")
    taps = 0

    def tap(target: Any) -> None:
        nonlocal taps
        target.tap()
        taps += 1

    tap(tab.get_by_role("button", name=say("card-strip.enter")))
    for column, row in ((1, 1), (2, 1)):
        tap(square(tab, column, row))
    tap(tab.locator(".fk-editor [data-value=M]"))
    for column, row in ((3, 1), (3, 2), (3, 3)):
        tap(square(tab, column, row))
    tap(tab.locator(".fk-editor [data-value=T]"))
    tap(square(tab, 4, 3))
    tap(tab.get_by_role("button", name=say("card-strip.save")))
    expect(tab.locator(".gc")).to_contain_text("Weapon card 1")
    expect(tab.locator(".fk-editor")).to_be_hidden()
    expect(tab.locator(".gc svg[role=img]")).to_have_attribute("aria-label", "pattern WWM./..M./..MT")
    assert taps <= 12


def test_change_take_out_and_undo(stage: Stage) -> None:
    tab = show(stage, "own")
    tab.get_by_role("button", name=say("card-strip.enter")).click()
    square(tab, 2, 2).click()
    tab.get_by_role("button", name=say("card-strip.save")).click()
    picture = tab.locator(".gc svg[role=img]")
    expect(picture).to_have_attribute("aria-label", "pattern W")
    tab.locator(".gc").click()
    tab.locator("[data-act=edit]").click()
    square(tab, 2, 1).click()
    tab.get_by_role("button", name=say("card-strip.save")).click()
    expect(picture).to_have_attribute("aria-label", "pattern WW")
    tab.locator(".gc").click()
    tab.locator("[data-act=remove]").click()
    expect(tab.locator(".gc")).to_have_count(0)
    undo = tab.locator(".fk-strip [data-act=undo]")
    expect(undo).to_have_text("Undo: weapon card 1 taken out")
    undo.click()
    expect(picture).to_have_attribute("aria-label", "pattern WW")
    undo.click()
    expect(picture).to_have_attribute("aria-label", "pattern W")
    undo.click()
    expect(tab.locator(".gc")).to_have_count(0)
    assert stage.errors == []


def test_the_editor_by_keyboard(stage: Stage) -> None:
    tab = show(stage, "own")
    tab.locator(".fk-strip [data-act=add]").focus()
    tab.keyboard.press("Enter")
    expect(square(tab, 1, 1)).to_be_focused()
    for key in ("t", "ArrowRight", "m", "ArrowDown", "w", "Delete"):
        tab.keyboard.press(key)
    tab.locator("[data-act=save]").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator(".gc svg[role=img]")).to_have_attribute("aria-label", "pattern TM")


def test_cancel_keeps_nothing(stage: Stage) -> None:
    tab = show(stage, "own")
    tab.locator(".fk-strip [data-act=add]").click()
    expect(tab.locator("[data-act=save]")).to_be_disabled()
    square(tab, 1, 1).click()
    expect(tab.locator("[data-act=save]")).to_be_enabled()
    tab.locator("[data-act=cancel]").click()
    expect(tab.locator(".fk-editor")).to_be_hidden()
    expect(tab.locator(".gc")).to_have_count(0)
    expect(tab.locator(".fk-strip [data-act=add]")).to_have_class(re.compile("main"))


def test_own_cards_change_their_kind_and_the_backpack_follows(
    served: Callable[..., Server],
    visits: Callable[..., Visit],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))  # the cards are kept here, and seen by no other test
    server = served("table", fresh=True)
    visit = visits(**LAPTOP)
    tab = visit.open(f"{server.url}#page=gear&backpack=MM")
    strip, reach = tab.locator(".fk-strip"), tab.locator(".fk-reach li")
    cards, refusal = strip.locator(".gc"), strip.locator(".fk-notice")
    expect(reach).to_have_text([say("helper.reach-no-cards")])

    def press(name: str) -> None:
        strip.locator(f"[data-act={name}]").click()

    press("add")
    tab.locator(".fk-editor [data-value=M]").click()
    square(tab, 1, 1).click()
    square(tab, 2, 1).click()
    press("save")
    expect(reach).to_contain_text(["Weapon card 1"])

    press("add")  # the same once more, which no box has
    tab.locator(".fk-editor [data-value=M]").click()
    square(tab, 1, 1).click()
    square(tab, 1, 2).click()
    press("save")
    expect(refusal).to_contain_text("perhaps turned")
    press("cancel")
    expect(refusal).to_be_hidden()

    cards.click()
    press("edit")
    tab.locator(".fk-editor").get_by_role("button", name=say("card-strip.blueprint")).click()
    press("save")
    expect(cards).to_contain_text("Weapon blueprint 1")
    expect(reach).to_contain_text(["Weapon blueprint 1"])
    pack = OwnerPack(tmp_path).load().pack
    assert (pack.gear_cards, [one.id for one in pack.blueprints]) == ((), ["owner-blueprint-weapon-1"])

    cards.click()
    press("edit")
    editor = tab.locator(".fk-editor")
    editor.get_by_role("radio", name=say("word.helmet")).click()
    editor.get_by_role("button", name=say("card-strip.blueprint")).click()
    editor.get_by_role("button", name=say("card-strip.bonus-wood")).click()
    press("save")
    expect(cards).to_contain_text("Helmet card 1")
    press("undo")
    expect(cards).to_contain_text("Weapon blueprint 1")
    press("undo")
    expect(cards).to_contain_text("Weapon card 1")
    assert [card.id for card in OwnerPack(tmp_path).load().pack.gear_cards] == ["owner-weapon-1"]

    cards.click()
    press("remove")
    expect(reach).to_have_text([say("helper.reach-no-cards")])
    press("undo")
    expect(reach).to_contain_text(["Weapon card 1"])
    assert visit.errors == []
