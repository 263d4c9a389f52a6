"""The dragons' step in a Chromium: taps from home to a sure answer, keyboard, sizes, where the page is reached."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from fujikoro_nb.texts import say
from tests.browser.widget_pages import BOXES, HELPER, Stage

MOST_TAPS = 8
TARGET = 44

COOP = "mode=coop&players=3"
CARD = ".fk-lairs:visible [data-part=answers] [data-dragon={}]"


def show_helper(stage: Stage, link: str = "") -> Page:
    return stage.show(HELPER, widget="fk-helper[data-opened=true]", link=link)


def tile(tab: Page, at: str) -> str:
    return f".fk-lairs:visible .fk-lair-map [data-key='{at}']"


def choose(tab: Page, key: str) -> None:
    chip = tab.locator(f".fk-lairs:visible [data-key='{key}']")
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")


def test_eight_taps_from_home_to_an_answer_without_if(phone_stage: Stage) -> None:
    """One to the page, one for the first dragon, two for a samurai, two for token and tiles."""
    tab = show_helper(phone_stage, COOP)
    tab.locator(".fk-more a[data-page=dragons]").click()
    tab.locator(tile(tab, "II-3")).click()
    choose(tab, "brush-0")
    tab.locator(tile(tab, "I-4")).click()
    card = tab.locator(CARD.format("A"))
    expect(card).to_have_attribute("data-verdict", "but")
    choose(tab, "token-II-3-walks")
    choose(tab, "rest-open")
    taps = 6
    assert taps <= MOST_TAPS
    expect(card).to_have_attribute("data-verdict", "ok", timeout=20_000)
    expect(card).to_contain_text("It goes to I-2.")
    expect(tab.locator(".fk-lair-arrow")).to_have_count(1)
    expect(tab.locator("[data-safety=hit]")).to_contain_text("I-1")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for what in ("button", ".fk-lair-map [role=button]"):
        boxes = tab.locator(f".fk-lairs:visible {what}").evaluate_all(BOXES)
        assert boxes and all(width >= TARGET and height >= TARGET for _, _, width, height in boxes)
    assert phone_stage.errors == []


def test_keyboard_alone_puts_down_and_undoes(stage: Stage) -> None:
    tab = show_helper(stage, f"page=dragons&{COOP}")
    start = tab.locator(tile(tab, "centre"))
    start.focus()
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("Enter")
    there = tab.locator(".fk-lair-map [data-key]:focus")
    expect(there).to_have_attribute("data-key", "I-2")
    expect(tab.locator(tile(tab, "I-2"))).to_have_attribute(
        "aria-label", "I-2, open, A, Red L, token: unknown"
    )
    expect(tab.locator(".fk-undo-top")).to_contain_text("Red L, I-2")
    tab.keyboard.press("Control+z")
    expect(tab.locator(tile(tab, "I-2"))).to_have_attribute("aria-label", "I-2, unknown")
    assert stage.errors == []


def test_it_is_offered_where_dragons_walk(stage: Stage) -> None:
    tab = show_helper(stage)
    expect(tab.locator(".rail a[data-page=dragons]")).to_be_hidden()
    tab = show_helper(stage, f"page=now&{COOP}")
    expect(tab.locator(".rail a[data-page=dragons]")).to_be_visible()
    tab.locator(".fk-quick:visible a[data-page=dragons]").click()
    expect(tab.locator(".fk-lairs")).to_be_visible()
    tab.locator(".rail a[data-page=score]").click()
    tab.locator("section:visible > p > a[data-page=dragons]").click()
    expect(tab.locator(".fk-lairs")).to_be_visible()
    assert stage.errors == []


def test_a_link_shows_it_to_somebody_else(phone_stage: Stage) -> None:
    lairs = "dragons=red.II-3.walks,green.II-4.awake,0.I-4,1.II-1,rest.open"
    tab = show_helper(phone_stage, f"page=dragons&{COOP}&{lairs}")
    expect(tab.locator(CARD.format("B"))).to_contain_text("Only if A went before")
    tab.locator(f"{CARD.format('A')} [data-rule]").first.click()
    expect(tab.locator(".fk-rule-card")).to_be_visible()
    assert phone_stage.errors == []


def test_it_says_when_to_ask_among_rivals(stage: Stage) -> None:
    """A group's dragons walk as a round begins, those among rivals at its end."""
    tab = show_helper(stage, f"page=dragons&{COOP}")
    expect(tab.locator(".fk-lairs [data-part=about]")).to_have_text(say("dragons-step.about"))
    tab = show_helper(stage, "page=setup&mode=competitive&players=3")
    tab.locator(".fk-setup [data-key='scenario.scenario-2']").click()
    tab.locator(".rail a[data-page=dragons]").click()
    expect(tab.locator(".fk-lairs [data-part=about]")).to_have_text(say("dragons-step.about-rivals"))
    assert stage.errors == []
