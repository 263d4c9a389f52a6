"""The setup page in a Chromium: ticks, tabs, progress, what a reload keeps, keyboard, phone, rule cards, print."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.widget_pages import BOXES, Stage

CELL = "from fujikoro_nb.widgets import SetupPage\nSetupPage(mode='coop', players=3)"
TARGET = 44
LEAST_STEPS = 20


def show(stage: Stage, cell: str = CELL) -> Page:
    return stage.show(cell, widget="fk-setup")


def box(tab: Page, key: str) -> str:
    return f".fk-setup [data-tick='{key}']"


def progress(tab: Page) -> str:
    return ".fk-setup [data-part=progress]"


def press(tab: Page, key: str) -> None:
    tab.locator(f".fk-setup [data-key='{key}']").click()


def test_a_tick_counts_and_undo_names_it(stage: Stage) -> None:
    tab = show(stage)
    expect(tab.locator(progress(tab))).to_contain_text("0 of 27")
    tab.locator(box(tab, "map")).check()
    expect(tab.locator(progress(tab))).to_contain_text("1 of 27")
    undo = tab.locator(".fk-setup [data-key=undo]")
    expect(undo).to_contain_text("Centre, temples, bridges ticked")
    undo.click()
    expect(tab.locator(box(tab, "map"))).not_to_be_checked()
    expect(undo).to_be_disabled()
    assert stage.errors == []


def test_choices_redraw_the_list(stage: Stage) -> None:
    tab = show(stage)
    expect(tab.locator("[data-step=countdown-coop]")).to_contain_text("space 20")
    press(tab, "extra.adventures")
    expect(tab.locator("[data-step=countdown-coop]")).to_contain_text("space 18")
    expect(tab.locator("[data-key='extra.adventures']")).to_have_attribute("aria-pressed", "true")
    press(tab, "mode.competitive")
    expect(tab.locator("[data-step=countdown-coop]")).to_have_count(0)
    expect(tab.locator("[data-step=gear-cards] .is-in")).to_contain_text("5 helmet cards")
    press(tab, "players.5")
    expect(tab.locator("[data-step=gear-cards] .is-in")).to_contain_text("3 helmet cards")
    expect(tab.locator("[data-step=tokens-hexagon]")).to_contain_text("17 hexagonal tokens")
    assert stage.errors == []


def test_a_refused_table_says_why_and_the_rule(stage: Stage) -> None:
    tab = show(stage, "from fujikoro_nb.widgets import SetupPage\nSetupPage(mode='coop', players=2)")
    press(tab, "boards.asymmetric")
    press(tab, "hero.masako")
    refusal = tab.locator(".fk-setup [data-part=refusal]")
    expect(refusal).to_contain_text("1 of 2 chosen")
    expect(tab.locator(progress(tab))).to_be_hidden()
    refusal.locator("[data-rule='option.asymmetric.all-or-none']").click()
    expect(tab.locator(".fk-rule-card")).to_contain_text("option.asymmetric.all-or-none")
    tab.keyboard.press("Escape")
    press(tab, "hero.tomoe")
    expect(refusal).to_have_count(0)
    expect(tab.locator("[data-step=hero-tomoe]")).to_contain_text("1 tooth")
    assert stage.errors == []


def test_packing_away_is_a_list_of_its_own(stage: Stage) -> None:
    tab = show(stage)
    tab.locator(box(tab, "map")).check()
    press(tab, "tab-pack")
    expect(tab.locator(progress(tab))).to_contain_text("0 of 11")
    expect(tab.locator("[data-step=pack-players]")).to_contain_text("3 samurai")
    expect(tab.locator("[data-step=pack-players] .is-in")).to_contain_text("4 samurai")
    tab.locator(box(tab, "pack-cubes")).check()
    expect(tab.locator(progress(tab))).to_contain_text("1 of 11")
    press(tab, "reset")
    expect(tab.locator(progress(tab))).to_contain_text("0 of 11")
    expect(tab.locator(".fk-setup [data-key=undo]")).to_contain_text("all ticks of the packing gone")
    press(tab, "tab-setup")
    expect(tab.locator(progress(tab))).to_contain_text("1 of 27")
    assert stage.errors == []


def test_ticks_survive_a_new_kernel_view(stage: Stage) -> None:
    """A reload starts a new widget that knows nothing: the browser gives it what it kept."""
    tab = show(stage)
    press(tab, "players.4")
    tab.locator(box(tab, "map")).check()
    tab.locator(box(tab, "cubes")).check()
    expect(tab.locator(progress(tab))).to_contain_text("2 of 27")
    stage.number += 1
    message = {"number": stage.number, "cell": "from fujikoro_nb.widgets import SetupPage\nSetupPage()"}
    tab.evaluate("(message) => fkStage.send(message)", message)  # as `show`, with what the browser kept
    tab.wait_for_selector(f".fk-scene-{stage.number} .fk-setup")
    expect(tab.locator("[class*=fk-scene-]")).to_have_count(1)
    expect(tab.locator(".fk-setup [data-part=summary]")).to_have_text("Co-op, 4 players")
    expect(tab.locator(progress(tab))).to_contain_text("2 of 27")
    expect(tab.locator(box(tab, "map"))).to_be_checked()
    assert stage.errors == []


def test_keyboard_alone(stage: Stage) -> None:
    tab = show(stage)
    tab.locator(box(tab, "map")).focus()
    tab.keyboard.press("Space")
    expect(tab.locator(progress(tab))).to_contain_text("1 of 27")
    expect(tab.locator(box(tab, "map"))).to_be_focused()
    tab.locator("[data-key='players.3']").focus()
    tab.keyboard.press("Tab")
    expect(tab.locator("[data-key='players.4']")).to_be_focused()
    tab.keyboard.press("Enter")
    expect(tab.locator(".fk-setup [data-part=summary]")).to_have_text("Co-op, 4 players")
    expect(tab.locator("[data-key='players.4']")).to_be_focused()
    tab.locator("[data-key='tab-setup']").focus()
    tab.keyboard.press("ArrowRight")
    expect(tab.locator("[data-key='tab-pack']")).to_have_attribute("aria-selected", "true")
    expect(tab.locator("[data-key='tab-pack']")).to_be_focused()
    assert stage.errors == []


def test_phone_fits_and_fingers_hit(phone_stage: Stage) -> None:
    tab = show(phone_stage)
    press(tab, "boards.asymmetric")
    expect(tab.locator("[data-choice=hero]")).to_be_visible()
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = tab.locator(".fk-setup button:visible, .fk-setup input:visible").evaluate_all(BOXES)
    assert len(boxes) > LEAST_STEPS
    assert all(width >= TARGET and height >= TARGET for _, _, width, height in boxes)
    links = tab.locator(".fk-setup-rules .rid").evaluate_all(BOXES)
    assert links
    assert all(right <= 390 and height >= TARGET for _, right, _, height in links)
    tab.locator("[data-step=map] b").tap()
    expect(tab.locator(box(tab, "map"))).to_be_checked()
    press(tab, "choices")
    expect(tab.locator("[data-choice=mode]")).to_have_count(0)
    assert phone_stage.errors == []


def test_undo_stays_in_reach_of_the_thumb(phone_stage: Stage) -> None:
    tab = show(phone_stage)
    tab.locator(box(tab, "lives")).check()
    undo = tab.locator(".fk-setup [data-key=undo]")
    expect(undo).to_contain_text("Health tiles ticked")
    bottom = undo.evaluate("one => one.getBoundingClientRect().bottom")
    assert tab.evaluate("innerHeight") - 60 < bottom <= tab.evaluate("innerHeight")
    top = tab.locator(progress(tab)).evaluate("one => one.getBoundingClientRect().top")
    assert 0 <= top < 60
    assert phone_stage.errors == []


def test_all_done_is_said_in_words(stage: Stage) -> None:
    tab = show(
        stage,
        "from fujikoro_nb.widgets import SetupPage\nSetupPage(mode='makai_fuda', players=3, language='fr')",
    )
    count = tab.locator(".fk-setup [data-tick]")
    expect(count).to_have_count(5)
    for key in ("makai-cards-three", "makai-prizes-three", "makai-stock", "makai-breakdown", "makai-first"):
        tab.locator(box(tab, key)).check()
    expect(tab.locator(progress(tab))).to_have_text("Tout est fait : 5")
    assert stage.errors == []


def test_print_shows_the_list_alone(stage: Stage) -> None:
    tab = show(stage)
    tab.evaluate("window.print = () => { window.fkPrinted = document.body.className; }")
    press(tab, "print")
    assert "fk-prints-setup" in tab.evaluate("window.fkPrinted")
    tab.emulate_media(media="print")
    assert (
        tab.locator(".fk-setup [data-step=map]").evaluate("one => getComputedStyle(one).visibility")
        == "visible"
    )
    assert tab.locator("header.top").evaluate("one => getComputedStyle(one).visibility") == "hidden"
    expect(tab.locator(".fk-setup [data-key=choices]")).to_be_hidden()
    tab.emulate_media(media="screen")
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert not re.search("fk-prints-setup", tab.evaluate("document.body.className"))
    assert stage.errors == []
