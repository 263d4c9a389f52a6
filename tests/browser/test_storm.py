"""The storm in a Chromium: found from home, answered by finger and by keys, timed by the page's own clock."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.puzzles.storm.tasks import task
from fujikoro_nb.texts import LANGUAGES, say
from tests.browser.learners import PHONE
from tests.browser.widget_pages import Stage

READY = ".fk-learn[data-ready=true]"
STORM = ".fk-storm[data-state={}]"


BELOW_THE_BAND = """() => {
  const top = (part) => document.querySelector(part).getBoundingClientRect().top;
  return top(".fk-storm [data-key=yes]") - top(".fk-storm-band");
}"""
"""How far the answers are below the clock: Playwright may scroll the page before it taps."""


def is_fine(tab: Page) -> None:
    """Nothing sticks out, and what is tapped is a finger wide."""
    assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    small = tab.locator(".fk-storm :is(a, button):visible").evaluate_all(
        """all => all.map((one) => one.getBoundingClientRect())
          .filter(({ width, height }) => width < 44 || height < 44).length"""
    )
    assert small == 0


def answer(tab: Page, seed: str, at: int, *, is_right: bool) -> str:
    """The key of the button that is right, or the other one."""
    expect(tab.locator(f".fk-storm[data-at='{at}']")).to_be_visible()
    return "yes" if task(seed, at).answer == is_right else "no"


def test_from_home_to_a_first_score_on_a_phone(served: Any, visits: Callable[..., Any]) -> None:
    phone = visits(**PHONE)
    tab = phone.open(served("table").url)
    tab.locator(".fk-to-learn").tap()
    tab.locator(f"{READY} .fk-to-storm a").tap()
    tab.locator(f"{STORM.format('ready')} [data-key=begin]").tap()
    expect(tab.locator("[data-part=clock]")).to_have_text("3:00")
    seed = tab.evaluate("document.querySelector('.fk-storm').dataset.seed")
    for part in (".fk-storm-band", ".fk-storm-board", "[data-key=yes]", "[data-key=no]"):
        expect(tab.locator(part)).to_be_in_viewport(ratio=1)
    is_fine(tab)
    places = set()
    for at, is_right in enumerate((True, True, False, True, False, False)):
        button = tab.locator(f"[data-key={answer(tab, seed, at, is_right=is_right)}]")
        places.add(tab.evaluate(BELOW_THE_BAND))
        button.tap()
    over = tab.locator(STORM.format("over"))
    expect(over.locator("[data-part=score]")).to_have_text("3")
    expect(over.locator("[data-missed]")).to_have_count(3)
    assert max(places) - min(places) <= 1, "nothing moves under the finger"
    is_fine(tab)
    over.locator("[data-missed] [data-rule]").first.tap()
    expect(tab.locator(".fk-rule-card")).to_be_visible()
    tab.reload()
    expect(tab.locator(f"{STORM.format('ready')} .fk-storm-best li")).to_have_count(1)
    tab.locator("[data-key=place]").tap()
    expect(tab.locator(f"{READY} .fk-to-storm small")).to_have_text("Best: 3 right")
    assert phone.errors == []


def test_two_keys_and_the_clock(stage: Stage) -> None:
    tab = stage.show("from fujikoro_nb.widgets import storm; storm()", widget="fk-storm[data-state=ready]")
    tab.clock.install()
    tab.locator("[data-key=begin]").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator(".fk-storm-question")).to_be_focused()
    seed = tab.evaluate("document.querySelector('.fk-storm').dataset.seed")
    keys = {"yes": "ArrowLeft", "no": "ArrowRight"}
    for at, is_right in enumerate((True, True, False)):
        tab.keyboard.press(keys[answer(tab, seed, at, is_right=is_right)])
    expect(tab.locator("[data-part=right]")).to_have_text("2")
    expect(tab.locator("[data-part=combo]")).to_have_text("0")
    expect(tab.locator(".fk-storm-said")).to_contain_text("Missed.")
    tab.clock.fast_forward(110_000)
    # 180 - 10 - 110, and what the answers took; the clock goes on meanwhile.
    expect(tab.locator(".fk-storm-time")).to_have_text(re.compile("60|30 seconds left"))
    expect(tab.locator("[data-part=clock]")).to_have_text(re.compile(r"1:00|0:\d\d"))
    tab.clock.fast_forward(60_000)
    expect(tab.locator(f"{STORM.format('over')} [data-part=score]")).to_have_text("2")
    expect(tab.locator(".fk-storm-body h2")).to_be_focused()
    assert stage.errors == []


def test_a_tablet_is_passed_on(phone_stage: Stage) -> None:
    tab = phone_stage.show(
        "from fujikoro_nb.widgets import storm; storm()", widget="fk-storm[data-state=ready]"
    )
    tab.locator("[data-key=begin]").tap()
    expect(tab.locator(STORM.format("running"))).to_be_visible()
    seed = tab.evaluate("document.querySelector('.fk-storm').dataset.seed")
    tab.locator(f"[data-key={answer(tab, seed, 0, is_right=False)}]").tap()
    expect(tab.locator(".fk-storm[data-at='1']")).to_be_visible()
    tab.locator("[data-key=stop]").tap()
    tab.locator("[data-key=pass]").tap()
    expect(tab.locator(".fk-storm-body h2")).to_have_text(say("storm.passed", n=2))
    expect(tab.locator("[data-missed]")).to_have_count(0)
    is_fine(tab)
    tab.locator("[data-key=begin]").tap()
    expect(tab.locator(f".fk-storm[data-state=running][data-seed='{seed}']")).to_be_visible()
    tab.locator(f"[data-key={answer(tab, seed, 0, is_right=True)}]").tap()
    expect(tab.locator(".fk-storm[data-at='1']")).to_be_visible()
    tab.locator("[data-key=stop]").tap()
    expect(tab.locator(".fk-storm-body .fk-storm-best li")).to_have_text(
        [say("storm.player", n=1, right=0, longest=0), say("storm.player-ahead", n=2, right=1, longest=1)]
    )
    expect(tab.locator("[data-key=same]")).to_have_count(0)
    expect(tab.locator("[data-key=begin]")).to_have_text(say("storm.more-passed"))
    is_fine(tab)
    assert phone_stage.errors == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_begins_a_new_round_is_read_in_two_lines(phone_stage: Stage, language: str) -> None:
    tab = phone_stage.show(
        f"from fujikoro_nb.widgets import storm; storm(language={language!r})",
        widget="fk-storm[data-state=ready]",
    )
    for number in range(2):
        tab.locator("[data-key=begin]").tap()
        tab.locator(".fk-storm[data-state=running] .fk-storm-answers button").first.tap()
        expect(tab.locator(".fk-storm[data-at='1']")).to_be_visible()
        tab.locator("[data-key=stop]").tap()
        expect(tab.locator(STORM.format("over"))).to_be_visible()
        if number == 0:
            tab.locator("[data-key=pass]").tap()
    begin = tab.locator("[data-key=begin]")
    expect(begin).to_have_text(say("storm.more-passed", language=language))
    lines = begin.evaluate(
        """(button) => {
          const words = document.createRange();
          words.selectNodeContents(button.lastChild);
          return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
        }"""
    )
    assert 1 <= lines <= 2
    is_fine(tab)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_a_small_phone_in_each_language(phone_stage: Stage, language: str) -> None:
    cell = f"from fujikoro_nb.widgets import storm; storm(language={language!r})"
    phone_stage.tab.set_viewport_size({"width": 360, "height": 780})
    tab = phone_stage.show(cell, widget="fk-storm[data-state=ready]")
    is_fine(tab)
    tab.locator("[data-key=begin]").tap()
    expect(tab.locator("[data-key=no]")).to_be_visible()
    is_fine(tab)
    tab.locator("[data-key=stop]").tap()
    expect(tab.locator(".fk-storm h2:visible")).to_have_text(say("storm.over", language=language))
    is_fine(tab)
    assert phone_stage.errors == []
