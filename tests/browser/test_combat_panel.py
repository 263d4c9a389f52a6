"""The odds of one roll in a Chromium."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.servers import Server
from tests.browser.widget_pages import HELPER, Stage

Serve = Callable[..., Server]

TWO = "weapon=WWM..:.../.....:.../.....:.WW&unlocked=1"


def open_fight(stage: Stage, gear: str = TWO) -> Page:
    tab = stage.show(HELPER, widget="fk-helper[data-opened=true]", link=f"page=fight&{gear}")
    tab.wait_for_selector(".fk-fight[data-dice]")
    return to_roll(tab)


def to_roll(tab: Page) -> Page:
    tab.get_by_role("tab", name="One roll").click()
    tab.wait_for_selector(".fk-fight[data-tab=roll]")
    return tab


def test_numbers_of_the_roll_stand_on_the_page(stage: Stage) -> None:
    """Two wood and one metal: 2 * 4/6 + 6/6 hits, three faces of eighteen break."""
    tab = open_fight(stage)
    big = tab.locator(".fk-fight-big b")
    for number, text in enumerate(("2.3", "0.5", "58")):  # (5/6)**3
        expect(big.nth(number)).to_have_text(text)
    expect(tab.locator(".fk-fight-bars li")).to_have_count(1 + 1 + 1 + 2)
    heights = tab.evaluate(
        "[...document.querySelectorAll('.fk-fight-bars i')].map((bar) => bar.getBoundingClientRect().height)"
    )
    assert max(heights) == heights[2] or max(heights) == heights[3]
    assert stage.errors == []


def test_weapon_and_dice_can_be_chosen(stage: Stage) -> None:
    tab = open_fight(stage)
    tab.get_by_role("radio", name="Right weapon").click()
    tab.wait_for_selector(".fk-fight[data-dice='WW']")
    tab.get_by_role("button", name="one wood die less").click()
    tab.wait_for_selector(".fk-fight[data-dice='W']")
    expect(tab.locator(".fk-fight-big b").first).to_have_text("0.7")
    expect(tab.get_by_role("button", name="one wood die more")).to_be_enabled()
    tab.get_by_role("button", name="All dice").click()
    tab.wait_for_selector(".fk-fight[data-dice='WW']")
    expect(tab.get_by_role("button", name="one wood die more")).to_be_disabled()


def test_bars_aim_by_tap_and_by_arrow(stage: Stage) -> None:
    tab = open_fight(stage)
    tab.locator("[data-hits='3']").click()
    expect(tab.locator(".fk-fight-aim .say")).to_have_text("At least 3 hits")
    tab.keyboard.press("ArrowRight")
    expect(tab.locator(".fk-fight-aim .say")).to_have_text("At least 4 hits")
    expect(tab.locator(".fk-fight-bars i.is-in")).to_have_count(1)
    # both wood dice hit and metal shows two: 4/6 * 4/6 * 2/6 = 15 of 100 with the house's metal die
    expect(tab.locator(".fk-fight-percent")).to_have_text("15%")


@pytest.mark.rule("combat.attack.usable")
def test_unusable_weapon_says_so_with_its_rule_and_rolls_nothing(stage: Stage) -> None:
    tab = open_fight(stage, "weapon=WMM")
    expect(tab.locator("[data-part=fight-roll] .fk-fight-refusal .say")).to_contain_text("1 of 2 wood")
    expect(tab.locator("[data-part=fight-roll] .fk-fight-refusal .rid")).to_have_attribute(
        "data-rule", "combat.attack.usable"
    )
    expect(tab.locator(".fk-fight-big")).to_be_hidden()


def test_without_gear_the_panel_leads_to_the_gear(stage: Stage) -> None:
    tab = open_fight(stage, "unlocked=1")
    tab.locator("[data-part=fight-roll]").get_by_role("button", name="To My gear").click()
    tab.wait_for_selector(".fk-helper[data-page=gear] .fk-grid")


def test_impossible_faces_are_refused_beside_the_field(phone_stage: Stage) -> None:
    tab = open_fight(phone_stage)
    tab.locator("[data-die=M] .fk-fight-edit").click()
    tab.locator("[data-key=faces-typed]").click()
    field = tab.locator("#fk-faces-M")
    field.fill("2*,2,2,2,2,2")
    field.press("Enter")
    expect(tab.locator(".fk-fight-editor .fk-notice")).to_contain_text("6 hits")
    assert field.input_value() == "2*,2,2,2,2,2", "what was typed stays"
    expect(tab.locator("[data-die=M] .tag")).to_have_text("house")


def test_house_dice_at_the_real_box_are_unmistakable_until_typed(
    served: Serve, page: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))  # the dice are kept here, and seen by no other test
    tab = page.open(served("table", fresh=True).url + "#page=fight&weapon=WWM")
    to_roll(tab)
    banner = tab.locator("[data-part=fight-roll] [data-part=house-dice]")
    expect(banner).to_contain_text("House dice: not your box's.")
    marks = tab.locator("[data-part=fight-roll]").get_by_role("img", name="not printed; your die says")
    expect(marks).to_have_count(3 + 1 + 1 + 1)  # numerals, aim, chart, losses
    above, bars = banner.bounding_box(), tab.locator(".fk-fight-bars").bounding_box()
    assert above
    assert bars
    assert above["y"] + above["height"] <= bars["y"]
    banner.get_by_role("button", name="Type your dice faces").click()
    for colour, faces in {"W": "1*,1,1,1,0,0", "M": "2*,1,1,1,1,0"}.items():  # one after the other
        editor = tab.locator(f"[data-die={colour}] [data-part=tap-die]")
        expect(editor.locator("[data-key='side-0']")).to_be_focused()
        keep = tab.locator("[data-key=faces-keep]")
        for face in faces.split(","):
            expect(keep).to_be_disabled()
            editor.locator(f"[data-key='side-{face}']").click()
        keep.click()
    expect(banner).to_be_hidden()
    expect(marks).to_have_count(0)
    expect(tab.locator(".fk-fight-editor")).to_have_count(0)
    expect(tab.locator(".fk-fight-big")).to_be_in_viewport(ratio=1)
    assert page.errors == []


@pytest.mark.parametrize("gear", ["weapon=WWM", "weapon=WMM../WWT../TM..."])
@pytest.mark.parametrize("device", ["stage", "phone_stage"])
def test_how_many_of_how_many_stays_on_one_line(
    request: pytest.FixtureRequest, device: str, gear: str
) -> None:
    tab = open_fight(request.getfixturevalue(device), gear)
    tab.wait_for_selector(".fk-fight-count > span")
    heights = tab.locator(".fk-fight-count > span").evaluate_all(
        "nodes => nodes.map((node) => [node.offsetHeight, node.querySelector('b').offsetHeight])"
    )
    assert heights
    assert all(whole < 2 * number for whole, number in heights), heights
    overflow = "nodes => nodes.filter((node) => node.scrollWidth > node.clientWidth).length"
    assert tab.locator(".fk-fight-step").evaluate_all(overflow) == 0


TIED = "weapon=WW...:.../.....:...&helmet=WW&unlocked=1&dragon=3/2/3"
"""Two long against two: a tie."""


def test_a_group_says_who_came(phone_stage: Stage) -> None:
    """In a tie a dragon that came strikes last (coop.dragon.samurai-defend-ties); rivals are not asked."""
    tab = phone_stage.show(
        HELPER, widget="fk-helper[data-opened=true]", link=f"page=fight&mode=coop&players=3&{TIED}"
    )
    went, came = (tab.locator(f".fk-fight-goals [data-key={key}]") for key in ("went", "came"))
    first = tab.locator(".fk-fight [data-part=first]")
    expect(went).to_have_attribute("aria-checked", "true")
    expect(first).to_contain_text("Dragon first")
    came.tap()
    expect(came).to_have_attribute("aria-checked", "true")
    expect(first).to_contain_text("You first")
    expect(first.locator("[data-rule='coop.dragon.samurai-defend-ties']")).to_be_visible()
    box = came.bounding_box()
    assert box is not None and box["height"] >= 44
    went.tap()
    expect(first).to_contain_text("Dragon first")
    assert phone_stage.errors == []
