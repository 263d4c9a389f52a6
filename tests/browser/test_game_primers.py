"""The card of twenty seconds on a phone: beside the question and never over it, put away by finger and by key."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.texts import say
from tests.browser.conftest import Visit
from tests.browser.game_pages import answer, asked, begin, ready
from tests.browser.servers import Server
from tests.browser.widget_pages import Stage

Serve = Callable[..., Server]

GAME = "from fujikoro_nb.widgets import GamePage\nGamePage(language={language!r})"

FREE_OF_THE_QUESTION = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [card, ask, rows] = [box(".fk-primer"), box(".fk-ask"), box(".fk-do-body")];
  const isApart = card.top >= ask.bottom && card.bottom <= rows.top;
  return card.height > 0 && isApart && ask.top >= 0 && rows.top < innerHeight / 2;
}"""
"""Whether the card covers neither the question nor its answers, and both are in sight."""

KEPT = """async () => {
  const own = Object.keys(localStorage).filter((key) => key.startsWith("fujikoro-game"));
  const saves = own.map((key) => localStorage[key]);
  const plain = (save) => atob(save.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = (save) => Uint8Array.from(plain(save), (letter) => letter.charCodeAt(0));
  const opened = (save) => new Blob([bytes(save)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const texts = await Promise.all(saves.map((save) => new Response(opened(save)).text()));
  return texts.length > 0 && texts.every((text) => text.includes('"seen":["monks"]'));
}"""
"""Whether all saves in the browser's store know that this card was put away."""


def card_of(tab: Page, name: str) -> None:
    expect(tab.locator(".fk-primer")).to_contain_text(say(f"primers.primer-{name}"))


def test_card_is_one_line_beside_the_question_and_goes_by_tap(phone_stage: Stage) -> None:
    tab = begin(phone_stage.show(GAME.format(language="en"), widget="fk-game[data-ready=true]"))
    card = tab.locator(".fk-primer")
    card_of(tab, "monks")
    assert tab.evaluate(FREE_OF_THE_QUESTION)
    assert tab.evaluate("document.querySelector('.fk-primer').getBoundingClientRect().height") <= 60
    assert not tab.evaluate("document.activeElement.closest('.fk-primer')")
    text = card.get_by_text(say("primers.primer-monks-says"))
    expect(text).to_have_count(0)
    card.locator("[data-key=primer-open]").tap()
    expect(text).to_be_visible()
    card.locator("[data-rule='monk.spots']").tap()
    expect(tab.locator("[data-part=rule]")).to_contain_text("monk")
    tab.keyboard.press("Escape")
    card.locator("[data-key=primer-done]").tap()
    expect(card).to_be_hidden()
    answer(tab)
    card_of(tab, "weapon")
    tab.locator("[data-key=undo]").tap()
    asked(tab, "place-monk")
    expect(card).to_be_hidden()
    assert phone_stage.errors == []


def test_card_stays_away_after_a_reload(served: Serve, phone: Visit) -> None:
    tab = phone.open(served("table").url)
    tab.wait_for_selector(".fk-helper[data-opened=true]")
    tab.locator(".fk-elsewhere a", has_text="Play the whole game").tap()
    tab.wait_for_url("**/voila/render/game.ipynb")
    begin(ready(tab))
    card_of(tab, "monks")
    tab.locator("[data-key=primer-done]").tap()
    expect(tab.locator(".fk-primer")).to_be_hidden()
    tab.locator(".fk-ask .rid").tap()
    expect(tab.locator("[data-part=rule]")).to_be_visible()  # the kernel's answers come in their order
    assert tab.evaluate(KEPT)
    tab.reload()
    asked(ready(tab), "place-monk")
    expect(tab.locator(".fk-primer")).to_be_hidden()
    assert phone.errors == []


def test_all_of_them_go_by_keyboard_and_are_found_again(stage: Stage) -> None:
    tab = begin(stage.show(GAME.format(language="en"), widget="fk-game[data-ready=true]"))
    card = tab.locator(".fk-primer")
    expect(card.get_by_text(say("primers.primer-monks-says"))).to_be_visible()
    card.locator("[data-key=primer-done]").press("Enter")
    expect(card).to_be_hidden()
    assert tab.evaluate("document.activeElement.dataset.key") == "asked"
    answer(tab)
    card_of(tab, "weapon")
    card.locator("[data-key=primer-open]").press("Enter")
    expect(card.locator("[data-key=primer-open]")).to_have_attribute("aria-expanded", "false")
    card.locator("[data-key=primer-open]").press("Enter")
    card.locator("[data-key=primer-off]").press("Enter")
    expect(card).to_be_hidden()
    answer(tab)
    asked(tab, "act")
    expect(card).to_be_hidden()
    tab.locator("[data-key=menu]").click()
    tab.locator("[data-key=to-primers]").click()
    drawer = tab.locator("[data-part=primers]")
    expect(drawer.locator("[data-key=primers-on]")).not_to_be_checked()
    drawer.locator("[data-key=primer-eruption]").click()
    expect(drawer.get_by_text(say("primers.primer-eruption-says"))).to_be_visible()
    drawer.locator("[data-key=primers-on]").check()
    answer(tab, "explore")
    card_of(tab, "explore")
    assert stage.errors == []


@pytest.mark.parametrize("language", ["fr", "de"])
def test_card_fits_a_phone_in_other_languages(phone_stage: Stage, language: str) -> None:
    tab = begin(phone_stage.show(GAME.format(language=language), widget="fk-game[data-ready=true]"))
    tab.locator("[data-key=primer-open]").tap()
    expect(tab.get_by_text(say("primers.primer-monks-says", language=language)).first).to_be_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    tab.locator("[data-key=menu]").tap()
    tab.locator("[data-key=to-primers]").tap()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    low = tab.locator("[data-part=primers] summary").evaluate_all(
        "(all) => all.filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.innerText)"
    )
    assert low == []
