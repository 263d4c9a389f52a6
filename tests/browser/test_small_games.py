"""The two small games in a Chromium: found from home, played by taps on a phone and by keys, read and fitting."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from fujikoro_nb.texts import LANGUAGES, say
from tests.browser.boxes import misfits
from tests.browser.conftest import Visit
from tests.browser.readable import judged
from tests.browser.servers import Server
from tests.browser.widget_pages import DRAWN, Stage

Serve = Callable[..., Server]

CELL = "from fujikoro_nb.widgets import SmallGames\nSmallGames(seed='5')"
READY = ".fk-small-page[data-busy=false]:not([data-asked=''], [data-asked=bot])"

SHARE = """(bar) => [...bar.children].reduce((sum, one) => sum + one.getBoundingClientRect().width, 0)
  / bar.clientWidth * 100"""
"""How much of a bar is filled."""


def kind_of(tab: Page) -> str:
    tab.wait_for_selector(READY)
    return str(tab.locator(".fk-small-page").get_attribute("data-asked"))


def at(tab: Page) -> str:
    return tab.locator(".fk-small-page").get_attribute("data-at") or ""


def moved_on(tab: Page, was: str) -> None:
    tab.wait_for_function("(at) => document.querySelector('.fk-small-page').dataset.at !== at", arg=was)


def begin(tab: Page, game: str, *, people: int) -> None:
    tab.locator(f"[data-key=game-{game}]").click()
    for seat in range(1, people):
        tab.locator(f"[data-key=player-{seat}]").select_option("person")
    tab.locator("[data-key=begin]").click()


def fits(tab: Page) -> None:
    tab.evaluate(DRAWN)
    assert misfits(tab) == []
    judged(tab)


def test_fuji_99_on_one_phone_found_from_home(served: Serve, phone: Visit) -> None:
    tab = phone.open(served("table").url)
    tab.wait_for_selector(".fk-helper[data-opened=true]")
    tab.locator(".fk-elsewhere [data-kind=small-games]").tap()
    tab.wait_for_selector(".fk-small-page[data-ready=true]")
    fits(tab)
    begin(tab, "fuji99", people=2)
    assert kind_of(tab) == "act"
    expect(tab.locator("[data-part=ours]")).to_be_visible()
    for row in tab.locator("[data-key^=row-]").all():
        lost = float(row.locator(".fk-fuji-lost .num").inner_text())
        drawn = row.locator(".fk-fuji-bar").evaluate(SHARE)
        assert abs(drawn - lost) < 1, "the whole bar is 100 of 100 turns"
    tab.locator("[data-key=why-fewer]").tap()
    expect(tab.locator("[data-part=refused] .say")).to_have_text(
        say("refusal.fuji99.act.choose-number", fewest=5, most=13, number=4)
    )
    tab.locator("[data-part=refused] [data-rule]").tap()
    expect(tab.locator(".fk-rule-card")).to_be_visible()
    tab.keyboard.press("Escape")
    fits(tab)
    kinds = set()
    for number in range(150):
        kind, was = kind_of(tab), at(tab)
        kinds.add(kind)
        if kind == "over":
            break
        best = tab.locator("[data-key=draw].main, [data-key=stop].main, [data-key^=use-].main")
        (best.first if best.count() else tab.locator("[data-key^=answer-]").first).tap()
        moved_on(tab, was)
        if number == 6:
            fits(tab)
            expect(tab.locator("[data-key=undo]")).to_be_enabled()
            here = at(tab)
            tab.locator("[data-key=undo]").tap()
            moved_on(tab, here)
            tab.locator("[data-key=redo]").tap()
            tab.wait_for_selector(f".fk-small-page[data-at='{here}']")
            tab.reload()
            tab.wait_for_selector(f"{READY}[data-at='{here}']")
    assert {"act", "determination", "over"} <= kinds
    expect(tab.locator("[data-part=won]")).to_be_visible()
    fits(tab)
    again = tab.locator("[data-key=again]")
    again.focus()
    again.press("Enter")  # by the keyboard, and the focus comes along
    tab.wait_for_selector(".fk-small-page[data-asked=act]")
    expect(tab.locator("[data-part=head]")).to_be_focused()
    expect(again).to_have_count(0)
    expect(tab.locator("[data-part=won]")).to_have_count(0)
    assert phone.errors == []
    assert phone.outside == []


def test_makai_fuda_goes_round_behind_a_curtain(phone_stage: Stage) -> None:
    tab = phone_stage.show(CELL, widget="fk-small-page[data-ready=true]")
    begin(tab, "makai", people=3)
    seen, refused = set(), 0
    for number in range(22):
        kind, was = kind_of(tab), at(tab)
        seen.add(kind)
        if kind == "curtain":
            expect(tab.locator(".fk-makai-card")).to_have_count(0)
            if number < 2:
                fits(tab)
            tab.locator("[data-key=uncover]").tap()
            tab.wait_for_selector("[data-part=hand]")
            expect(tab.locator("[data-part=ours]")).to_be_visible()
            continue
        barred = tab.locator("[data-can=false]")
        if kind == "match" and barred.count() and not refused:
            barred.first.tap()
            expect(tab.locator("[data-part=refused] .say")).not_to_be_empty()
            expect(tab.locator("[data-key^=way-]")).to_have_count(0)
            refused += 1
            fits(tab)
        if number == 1:
            tab.locator("[data-key=advise]").tap()
            expect(tab.locator(".fk-makai-advice .fk-makai-best")).to_have_count(1)
            fits(tab)
        tab.locator("[data-can=true]").first.tap()
        tab.locator("[data-key=way-0]").tap()
        moved_on(tab, was)
    assert {"curtain", "predict", "match"} <= seen
    assert refused
    if kind_of(tab) == "curtain":
        tab.locator("[data-key=uncover]").tap()
    hold = tab.locator("[data-key=hold]")
    hold.dispatch_event("pointerdown")
    expect(tab.locator(".fk-makai-backed .fk-makai-card")).to_be_visible()
    hold.dispatch_event("pointerup")
    expect(tab.locator(".fk-makai-backed .fk-makai-card")).to_have_count(0)
    tab.locator("[data-key=cover]").tap()
    tab.wait_for_selector(".fk-small-page[data-asked=curtain]")
    expect(tab.locator(".fk-makai-card")).to_have_count(0)


def test_a_turn_by_keys_alone(stage: Stage) -> None:
    tab = stage.show(CELL, widget="fk-small-page[data-ready=true]")
    tab.locator("[data-key=begin]").focus()
    tab.keyboard.press("Enter")
    assert kind_of(tab) == "act"
    was = at(tab)
    tab.locator("[data-key^=row-]").first.focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("[data-key=row-5]")).to_be_focused()
    expect(tab.locator("[data-key=row-5]")).to_have_attribute("aria-checked", "true")
    for _ in range(12):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.dataset.key") == "draw":
            break
    tab.keyboard.press("Enter")
    moved_on(tab, was)
    tab.wait_for_selector(READY)
    tab.locator("[data-key=undo]").focus()
    tab.keyboard.press("Control+z")
    tab.wait_for_selector(f"{READY}[data-at='{was}']")


def test_both_games_speak_and_fit_in_every_language(phone_stage: Stage) -> None:
    for language in LANGUAGES[1:]:
        cell = CELL.replace("seed='5'", f"seed='5', language='{language}'")
        tab = phone_stage.show(cell, widget="fk-small-page[data-ready=true]")
        tab.locator("[data-key=count-4]").click()
        tab.locator("[data-key=switches]").click()
        reds = "[data-key='switch-fuji99.setup.bag-contents-{}']"
        tab.locator(reds.format("four")).check()
        tab.locator("[data-key=begin]").click()
        why = tab.locator(".fk-small-switch [data-part=refused]")
        expect(why).to_be_visible()
        fits(tab)
        tab.locator(reds.format("three")).check()
        expect(why).to_have_count(0)
        tab.locator("[data-key=count-2]").click()
        begin(tab, "fuji99", people=2)
        for _ in range(3):
            was = at(tab)
            fits(tab)
            best = tab.locator("[data-key=draw], [data-key^=use-].main, [data-key^=answer-]")
            best.first.tap()
            moved_on(tab, was)
            kind_of(tab)
        tab.locator("[data-key=leave]").tap()
        begin(tab, "makai", people=3)
        assert kind_of(tab) == "curtain"
        fits(tab)
        tab.locator("[data-key=uncover]").tap()
        tab.wait_for_selector("[data-part=hand]")
        tab.locator("[data-can=true]").first.tap()
        fits(tab)
        expect(tab.locator("[data-part=head]")).to_contain_text(
            say("small-page.your-turn", language=language, who="").strip(" ,")
        )
