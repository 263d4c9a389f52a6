"""The helper's pages about the table in a Chromium: set once, one undo, kept by the browser, a puzzle in one tap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.texts import say
from tests.browser.conftest import Visit
from tests.browser.helper_tables import READY, go, opened
from tests.browser.servers import Server
from tests.browser.widget_pages import HELPER, Stage

Serve = Callable[..., Server]
SIX = ("rules", "gear", "fight", "setup", "score", "log")
TOOTH = "combat.helmet.absorb"
KEPT = "() => localStorage.getItem('fujikoro-evening') ?? ''"


def show_helper(stage: Stage, link: str = "") -> Page:
    return stage.show(HELPER, widget="fk-helper[data-opened=true]", link=link)


def is_kept(tab: Page, text: str) -> None:
    tab.wait_for_function(
        "(text) => (localStorage.getItem('fujikoro-evening') ?? '').includes(text)", arg=text
    )


@pytest.fixture(params=["laptop", "phone"])
def helper(request: pytest.FixtureRequest) -> Page:
    """The helper's home, on a laptop and on a phone."""
    stage: Stage = request.getfixturevalue("stage" if request.param == "laptop" else "phone_stage")
    return show_helper(stage)


def test_home_offers_the_six_in_their_order(helper: Page) -> None:
    pages = helper.locator(".six a").evaluate_all("(all) => all.map((one) => one.dataset.page)")
    assert pages == list(SIX)
    small = helper.locator(".six a").evaluate_all(
        "(all) => all.filter((one) => one.getBoundingClientRect().height < 100).length"
    )
    assert small == 0


@pytest.mark.parametrize("name", ["setup", "score", "log"])
def test_a_page_is_made_when_it_is_first_opened(helper: Page, name: str) -> None:
    shown = {"setup": ".fk-setup-step", "score": ".fk-score-row", "log": ".fk-log"}[name]
    expect(helper.locator(shown)).to_have_count(0)
    helper.locator(f".six a[data-page={name}]").click()
    expect(helper.locator(shown).first).to_be_visible()
    assert f"page={name}" in helper.evaluate("location.hash")


def test_mode_and_players_are_set_once(helper: Page) -> None:
    strip = helper.locator(".fk-home .fk-set-once select")
    strip.nth(0).select_option("coop")
    strip.nth(1).select_option("4")
    go(helper, "setup")
    expect(helper.locator(".fk-setup [data-part=summary]")).to_have_text("Co-op, 4 players")
    helper.locator("[data-key='players.5']").click()
    expect(helper.locator(".fk-setup [data-part=summary]")).to_have_text("Co-op, 5 players")
    go(helper, "rules")
    expect(helper.locator(".fk-rules .fk-set-once select").nth(1)).to_have_value("5")
    helper.locator(".fk-rules .fk-set-once select").nth(1).select_option("3")
    go(helper, "score")
    expect(helper.locator(".fk-score-row")).to_have_count(3)
    go(helper, "home")
    expect(strip.nth(0)).to_have_value("coop")
    expect(strip.nth(1)).to_have_value("3")


def test_what_play_forbids_goes_back_on_the_strip(helper: Page) -> None:
    go(helper, "score")
    helper.locator("[data-key=next-turn]").click()
    expect(helper.locator(".fk-score-turn h2")).to_contain_text("Blue")
    go(helper, "home")
    strip = helper.locator(".fk-home .fk-set-once select")
    strip.nth(1).select_option("4")
    expect(helper.locator("main > .fk-notice")).to_contain_text(
        "round 1, 0 points and countdown space 0 are entered"
    )
    expect(strip.nth(1)).to_have_value("0")
    expect(helper.locator(".fk-tile-score span")).to_have_text("Round 1: Blue")


def test_the_booklet_on_the_table_stands_first(stage: Stage) -> None:
    tab = show_helper(stage, f"page=rules&rule={TOOTH}")
    where = tab.locator(f".fk-rules [data-card='{TOOTH}'] .fk-where li b").first
    expect(where).to_be_visible()
    go(tab, "home")
    for language, booklet in (("de", "German"), ("fr", "French")):
        tab.locator(".fk-home .fk-set-once select").nth(2).select_option(language)
        expect(where).to_contain_text(booklet)


def test_undo_is_one_list_over_all_pages(stage: Stage) -> None:
    tab = show_helper(stage)
    undo = tab.locator(".fk-undo-top")
    go(tab, "score")
    tab.locator("[data-key=next-turn]").click()
    expect(undo).to_contain_text("turn of Blue")
    go(tab, "setup")
    tab.locator(".fk-setup-step input").first.click()
    expect(undo).to_contain_text("Main board")
    expect(tab.locator(".fk-setup-bar")).to_be_hidden()
    go(tab, "log")
    undo.click()
    expect(undo).to_contain_text("turn of Blue")
    undo.click()
    expect(undo).to_be_disabled()
    go(tab, "score")
    expect(tab.locator(".fk-score-turn h2")).to_contain_text("Red")
    go(tab, "setup")
    expect(tab.locator(".fk-setup-step input").first).not_to_be_checked()


def test_decision_of_the_log_stands_on_the_rule(stage: Stage) -> None:
    tab = show_helper(stage, f"page=rules&rule={TOOTH}")
    card = tab.locator(f".fk-rules [data-card='{TOOTH}']")
    expect(card).to_be_visible()
    expect(card.locator(".fk-decided")).to_have_count(0)
    go(tab, "log")
    tab.locator(".fk-log input[type=search]").fill("helmet")
    tab.locator(f"[data-disputed='{TOOTH}'] .fk-log-title").click()
    tab.locator(f"[data-disputed='{TOOTH}'] .fk-log-choose button:not(.is-on)").first.click()
    tab.wait_for_function("(rule) => location.hash.includes(`rulings=${rule}:`)", arg=TOOTH)
    expect(card.locator(".fk-decided")).to_have_count(1)
    go(tab, "home")
    expect(tab.locator(".fk-tile-log span")).to_have_text("1 decision here")


def test_reload_and_a_new_tab_bring_the_evening_back(served: Serve, page: Visit) -> None:
    url = served("table").url
    tab = opened(page, url)
    go(tab, "score")
    tab.locator("[data-key=more-0]").click()
    expect(tab.locator("[data-seat='0'] [data-part=score]")).to_have_text("1")
    is_kept(tab, '"correction"')
    tab.reload()
    tab.wait_for_selector(READY.format("score"))
    expect(tab.locator("[data-seat='0'] [data-part=score]")).to_have_text("1")
    expect(tab.locator(".fk-undo-top")).to_be_disabled()
    tab.evaluate("sessionStorage.clear()")  # a tab of its own, later
    tab.goto("about:blank")
    tab.goto(url)
    tab.wait_for_selector(".fk-helper[data-opened=true]")
    go(tab, "score")
    expect(tab.locator("[data-seat='0'] [data-part=score]")).to_have_text("1")
    assert page.errors == []


def test_damaged_evening_is_said_and_put_aside(stage: Stage) -> None:
    tab = stage.tab
    tab.evaluate(
        """() => {
          localStorage.clear();
          localStorage.setItem("fujikoro-evening", "{broken");
          window.fkKeptClear = Storage.prototype.clear;
          Storage.prototype.clear = () => {}; // a stage begins with an empty store
        }"""
    )
    try:
        show_helper(stage)
        expect(tab.locator("main > .fk-notice")).to_have_text(say("helper-table.damaged"))
        assert tab.evaluate("localStorage.getItem('fujikoro-evening-aside')") == "{broken"
        is_kept(tab, '"people"')
    finally:
        tab.evaluate("Storage.prototype.clear = window.fkKeptClear; localStorage.clear()")


def test_another_language_goes_on_with_the_evening(served: Serve, page: Visit) -> None:
    tab = opened(page, served("table").url)
    go(tab, "score")
    tab.locator("[data-key=next-turn]").click()
    expect(tab.locator(".fk-score-turn h2")).to_contain_text("Blue")
    go(tab, "home")
    tab.get_by_role("button", name="Deutsch").click()
    expect(tab.locator(".fk-tile-score span")).to_have_text("Runde 1: Blue")
    go(tab, "score")
    undo = say("helper.undo", language="de", what=say("evening.label-turn", language="de", name="Blue"))
    expect(tab.locator(".fk-undo-top")).to_have_text(undo)


def test_failed_check_becomes_a_puzzle_in_one_tap(served: Serve, phone: Visit) -> None:
    tab = opened(phone, f"{served('table').url}#page=gear&weapon=WWMMM:.../MMMM.:...&unlocked=1")
    save = tab.locator("[data-act=save-puzzle]")
    expect(save).to_be_enabled()
    save.tap()
    expect(tab.locator("[data-part=puzzle-said]")).to_have_text(say("helper-table.puzzle-saved"))
    solve = tab.locator(".fk-saved-puzzles a")
    expect(solve).to_have_count(1)
    assert phone.errors == []
    solve.tap()
    tab.wait_for_url("**/puzzles.ipynb#puzzle=*")
    expect(tab.locator(".fk-puzzle .fk-statement")).to_have_text("With this cube, have one weapon.")


def test_what_sticks_to_the_lower_edge_stands_above_the_foot(phone_stage: Stage) -> None:
    tab = show_helper(phone_stage)
    go(tab, "setup")
    height = tab.locator(".foot").evaluate("(foot) => foot.getBoundingClientRect().height")
    foot = tab.locator(".fk-helper").evaluate(
        "(one) => parseFloat(getComputedStyle(one).getPropertyValue('--fk-foot-height'))"
    )
    assert 0 <= foot - height <= 8
