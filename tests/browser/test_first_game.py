"""The first game with a coach: from home to its end and on to a real game, by finger and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from fujikoro_nb.texts import say
from fujikoro_nb.widgets.fight.play import packed
from tests.browser.game_pages import answer, asked, at, kind_of, moved_on, ready
from tests.browser.learners import PHONE
from tests.browser.widget_pages import Stage
from tests.support.first_games import twelve_turns

GAME = 'from fujikoro_nb.widgets import first_game\nfirst_game(language="de", game="game.ipynb")'

SMALL = """() => [...document.querySelectorAll(".fk-game :is(button, a.btn)")]
  .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
  .filter(({ width, height }) => width < 41.5 || height < 43.5).length"""
"""Buttons that no finger hits."""

KEEP = """(save) => {
  for (const key of Object.keys(localStorage)) {
    if (/^fujikoro-first-game($|:)/.test(key)) localStorage.setItem(key, save);
  }
}"""


def as_the_coach(tab: Page) -> None:
    was = at(tab)
    ask, do = tab.locator("[data-key=guide-ask]"), tab.locator("[data-key=guide-better]")
    ask.click()
    do.click()
    moved_on(tab, was)


def to_second_action(tab: Page) -> None:
    for _ in range(40):
        tab.wait_for_selector(".fk-game[data-busy=false]:not([data-asked=''], [data-asked=bot])")
        if tab.locator(".fk-game").get_attribute("data-asked") == "act":
            break
        as_the_coach(tab)
    as_the_coach(tab)
    while tab.locator(".fk-game").get_attribute("data-asked") != "act":
        as_the_coach(tab)


def is_fine(tab: Page) -> None:
    assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert tab.evaluate(SMALL) == 0


def test_from_home_to_the_end_on_a_phone(served: Callable[..., Any], visits: Callable[..., Any]) -> None:
    phone = visits(**PHONE)
    tab = phone.open(served("table").url)
    tab.locator(".fk-elsewhere [data-kind=first-game]").tap()
    tab.wait_for_url("**/voila/render/first-game.ipynb*")
    ready(tab)
    is_fine(tab)
    tab.locator("[data-key=first-game]").tap()
    expect(tab.locator(".fk-game h1")).to_have_text(say("first-game.guide-title", turn=1, turns=12))
    to_second_action(tab)
    asked(tab, "act")
    was = at(tab)
    tab.locator(".fk-foot [data-tab=do]").tap()
    tab.locator("[data-key=row-move]").tap()
    coach = tab.locator(".fk-coach")
    expect(coach).to_contain_text(say("first-game.guide-costs", n=1))
    expect(coach).to_be_in_viewport(ratio=1)
    assert at(tab) == was
    is_fine(tab)
    coach.locator("[data-key=guide-anyway]").tap()
    moved_on(tab, was)
    kind_of(tab)  # what is forced and the bot's turn move the game on, until a person is asked again
    was = at(tab)
    tab.reload()
    ready(tab)
    expect(tab.locator(".fk-game")).to_have_attribute("data-at", str(was))
    # The rest of the twelve turns is played without a browser: see tests/support/first_games.py.
    tab.evaluate(KEEP, packed(twelve_turns()))
    tab.reload()
    review = tab.locator(".fk-review")
    expect(review).to_contain_text(say("first-game.guide-review", turns=12))
    expect(review.locator("li")).to_have_count(1)
    is_fine(tab)
    review.locator("a.main").tap()
    tab.wait_for_url("**/game.ipynb*")
    expect(tab.locator("[data-key=begin]")).to_be_visible()
    assert tab.locator(".fk-go-on").count() == 0, "the first game is kept apart from real ones"
    assert phone.errors == []


def test_by_keyboard_the_coach_is_heard_and_left(phone_stage: Stage) -> None:
    tab = phone_stage.show(GAME, widget="fk-game[data-ready=true]")
    begin = tab.locator("[data-key=first-game]")
    begin.focus()
    tab.keyboard.press("Enter")
    ask = tab.locator("[data-key=guide-ask]")
    expect(ask).to_have_text(say("first-game.guide-ask", language="de"))
    ask.focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("[data-key=guide-better]")).to_be_focused()
    was = at(tab)
    tab.keyboard.press("Enter")
    moved_on(tab, was)
    answer(tab)
