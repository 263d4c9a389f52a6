"""Learn and solve in a browser: from home to a lesson and back, by finger and keyboard, in notebooks' servers too."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import LESSONS, store_of
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles.index import BOOKS, kind_of
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.texts import LANGUAGES, say
from tests.browser.learners import NARROW, PHONE
from tests.browser.widget_pages import Stage
from tests.support.learned import DAY, begun, passed
from tests.support.sampling import sample

READY = ".fk-learn[data-ready=true]"
ALL = "voila/render/00_learn_and_solve.ipynb"
ENTRY = kind_of("crafting").book().entries[0]


def kept() -> dict[str, str]:
    """Somebody who has passed the first lesson, is in the second, and missed a puzzle long ago."""
    missed = keeping.played(Kept(), ENTRY.puzzle.id, ENTRY.rated.rating, 0, today=DAY)
    return {
        store_of("first-turns"): going.encode(passed("first-turns")),
        store_of("crafting"): going.encode(begun("crafting", 3)),
        "fujikoro-puzzles": keeping.encode(missed),
    }


def keeps(visit: Any) -> None:
    """The browser has kept that before it comes."""
    stored = json.dumps(json.dumps(kept()))
    visit.tab.context.add_init_script(
        f"""if (!localStorage.getItem("seen")) {{
          for (const [name, code] of Object.entries(JSON.parse({stored}))) localStorage.setItem(name, code);
          localStorage.setItem("seen", "1");
        }}"""
    )


def is_fine(tab: Page) -> None:
    """Nothing sticks out, and what is tapped is a finger wide."""
    assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    small = tab.locator(f"{READY} :is(a, button):visible").evaluate_all(
        """all => all.map((one) => one.getBoundingClientRect())
          .filter(({ width, height }) => width < 44 || height < 44).length"""
    )
    assert small == 0


def test_home_leads_on_where_one_stopped_and_the_lesson_back(served: Any, visits: Callable[..., Any]) -> None:
    phone = visits(**PHONE)
    keeps(phone)
    tab = phone.open(served("table").url)
    told = tab.locator(".fk-to-learn small")
    expect(told).to_have_text("First weapon · Step 4 of 10 · 1 due")
    expect(tab.locator(".fk-to-learn")).to_be_in_viewport(ratio=1)
    tab.locator(".fk-to-learn").tap()
    onward = tab.locator(f"{READY} .fk-onward a")
    expect(onward).to_contain_text("Continue")
    for mode in ("storm", "daily", "duel", "streak", "pass"):
        expect(tab.locator(f".fk-modes [data-mode={mode}]")).to_be_in_viewport(ratio=1)
    # The path of all lessons is longer than a phone: it shows where one stands.
    for name in ("first-turns", "crafting"):
        expect(tab.locator(f'.fk-path [data-lesson="{name}"]')).to_be_in_viewport(ratio=1)
    expect(tab.locator('[data-lesson="first-turns"]')).to_have_attribute("data-state", "done")
    expect(tab.locator('[data-lesson="crafting"] [aria-current=step]')).to_have_count(1)
    is_fine(tab)
    onward.tap()
    expect(tab.locator(".fk-lesson .fk-count")).to_have_text("4 of 10")
    tab.locator("[data-key=place]").tap()
    expect(tab.locator(READY)).to_be_visible()
    assert phone.errors == []


def test_what_is_due_opens_as_a_repetition(served: Any, visits: Callable[..., Any]) -> None:
    phone = visits(**PHONE)
    keeps(phone)
    tab = phone.open(f"{served('table').url}#page=learn")
    tab.locator(f"{READY} [data-fact=due]").tap()
    due = tab.locator("[data-part=again] a")
    expect(due).to_be_in_viewport()
    due.tap()
    expect(tab.locator(f'.fk-puzzle[data-mode=review][data-id="{ENTRY.puzzle.id}"]')).to_be_visible()
    tab.locator("[data-key=place]").tap()
    tab.locator(f"{READY} [data-part=daily] a").first.tap()
    expect(tab.locator(".fk-puzzle[data-mode=daily]")).to_be_visible()
    assert phone.errors == []


def test_the_way_to_a_lesson_by_keyboard(served: Any, visits: Callable[..., Any]) -> None:
    visit = visits(**NARROW)
    tab = visit.open(f"{served('table').url}#page=learn")
    lesson = tab.locator(f'{READY} [data-lesson="first-turns"] a')
    lesson.wait_for()
    for _ in range(40):
        tab.keyboard.press("Tab")
        if lesson.evaluate("one => one === document.activeElement"):
            break
    expect(lesson).to_be_focused()
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/lesson-turns.ipynb*")
    assert visit.errors == []


@pytest.mark.parametrize("app", ["learn", "puzzles"])
def test_lessons_and_puzzles_lead_to_each_other(served: Any, page: Any, app: str) -> None:
    tab = page.open(served(app).url)
    tab.locator(".fk-list a").first.click()
    expect(tab.locator(f"{READY} [data-lesson]")).to_have_count(
        len(LESSONS) + 2
    )  # and the first game, and a real one
    links = tab.locator(f"{READY} :is([data-lesson], [data-book]) ").evaluate_all(
        "all => all.map((one) => (one.matches('a') ? one : one.querySelector('a')).href)"
    )
    assert len(links) == len(LESSONS) + 2 + len(BOOKS)
    for link in links:
        assert tab.request.head(link).status == 200, link
    tab.locator("[data-book=crafting]").click()
    expect(tab.locator(".fk-puzzle[data-id]")).to_be_visible()
    assert page.errors == []


@pytest.mark.parametrize(("language", "width"), sample(product(LANGUAGES, (360, 390, 1280)), 4))
def test_nothing_sticks_out_in_any_language(phone_stage: Stage, language: str, width: int) -> None:
    cell = f"from fujikoro_nb.widgets import learn_and_solve\nlearn_and_solve(language={language!r})"
    phone_stage.tab.set_viewport_size({"width": width, "height": 844})
    tab = phone_stage.show(cell, widget="fk-learn[data-ready=true]")
    tab.evaluate(
        "all => Object.entries(all).forEach(([name, code]) => localStorage.setItem(name, code))", kept()
    )
    tab.evaluate("dispatchEvent(new StorageEvent('storage', { key: null }))")
    expect(tab.locator("[data-lesson=crafting] small")).to_have_text(
        say("learn.step", language=language, step=4, steps=10)
    )
    is_fine(tab)
    cut = tab.locator(".fk-path li").evaluate_all(
        """all => all.filter((one) => {
          const [inner, outer] = [one, one.closest(".fk-path-box")].map((each) => each.getBoundingClientRect());
          return inner.right > outer.right + 1 || inner.top < outer.top || inner.bottom > outer.bottom;
        }).length"""
    )
    assert cut == 0
    assert phone_stage.errors == []
