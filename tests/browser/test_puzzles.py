"""Puzzle book 01 in a browser: solved by mouse, finger and keyboard, hints and misses priced, links and reloads."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.puzzles.crafting.book import CraftingEntry, book_01
from fujikoro_nb.puzzles.crafting.puzzle import encode
from fujikoro_nb.rulebook.entries import entry as rule_entry
from fujikoro_nb.texts import say
from tests.browser.crafters import Finger, Keys, Learner, player, solution
from tests.browser.learners import NARROW, PHONE
from tests.browser.widget_pages import Stage
from tests.support.sampling import sample

BOOK = book_01()
BOOK_PAGE = "voila/render/01_crafting.ipynb"
VERDICT = ".fk-feedback .verdict"


def open_puzzle(visit: Any, url: str, entry: CraftingEntry) -> Page:
    tab = visit.open(f"{url}#puzzle={encode(entry.puzzle)}")
    expect(tab.locator(f'.fk-puzzle[data-id="{entry.puzzle.id}"]')).to_be_visible()
    return tab


def show(stage: Stage, link: str = "") -> Page:
    """The book in the page that is open already."""
    cell = "from fujikoro_nb.widgets import PuzzlePage\nPuzzlePage()"
    tab = stage.show(cell, widget="fk-puzzle[data-id]", link=link)
    tab.locator('[data-key="check"]').wait_for()
    return tab


def show_puzzle(stage: Stage, entry: CraftingEntry) -> Page:
    tab = show(stage, f"puzzle={encode(entry.puzzle)}")
    expect(tab.locator(f'.fk-puzzle[data-id="{entry.puzzle.id}"]')).to_be_visible()
    return tab


SOLVED = [
    pytest.param(Learner, {}, "c13", id="laptop"),
    pytest.param(Finger, PHONE, "c12", id="phone"),
    pytest.param(Keys, NARROW, "c06", id="keyboard"),
]


@pytest.mark.parametrize(("kind", "options", "name"), sample(SOLVED, 1))
def test_puzzle_is_solved(
    served: Any, visits: Callable[..., Any], kind: type[Learner], options: dict[str, Any], name: str
) -> None:
    entry = BOOK.entry(name)
    assert entry is not None
    visit = visits(**options)
    tab = open_puzzle(visit, served("puzzles").url + BOOK_PAGE, entry)
    learner = player(kind, tab, entry)
    expect(tab.locator('[data-key="check"]')).to_be_disabled()
    learner.lay(solution(entry))
    learner.press("check")
    expect(tab.locator(VERDICT)).to_have_class("verdict ok")
    expect(tab.locator(VERDICT)).to_be_in_viewport()
    learner.press("next")
    expect(tab.locator(f'.fk-puzzle[data-id="{name}"]')).to_have_count(0)
    assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert not visit.errors


def test_hints_name_their_price_and_a_miss_costs(stage: Stage) -> None:
    entry = BOOK.entry("c06")
    assert entry is not None
    tab = show_puzzle(stage, entry)
    learner = player(Learner, tab, entry)
    for kind, price in (("technique", 2), ("region", 10), ("colour", 15), ("cube", 30)):
        expect(tab.locator(f'[data-key="hint-{kind}"]')).to_contain_text(f"−{price} %")
    learner.press("hint-technique")
    expect(tab.locator(".fk-hints-box")).to_contain_text("worth 98 % now")
    learner.press("hint-cube")
    expect(tab.locator(".fk-ghost")).to_have_count(1)
    learner.lay([("W", 1, 1), ("M", 5, 2)])
    learner.press("check")
    expect(tab.locator(VERDICT)).to_have_class("verdict but")
    expect(tab.locator(VERDICT).locator("[data-rule]")).to_be_visible()
    expect(tab.locator(".fk-hints-box")).to_contain_text("worth 38 % now")
    learner.press("again")
    learner.lay([("W", 1, 2), ("M", 5, 3)])
    learner.press("check")
    expect(tab.locator(VERDICT)).to_have_class("verdict no")
    learner.press("put-back")
    expect(tab.locator(VERDICT)).to_have_count(0)


def test_cubes_hints_and_themes_survive_a_reload(served: Any, page: Any) -> None:
    tab = page.open(served("puzzles").url + BOOK_PAGE)
    tab.locator('[data-key="theme-two-cards"]').click()
    tab.locator('[data-key="theme-helmet"]').click()
    expect(tab.locator('[data-key="theme-helmet"]')).to_have_attribute("aria-pressed", "true")
    fitting = [
        entry.puzzle.id for entry in BOOK.entries if {"helmet", "two-cards"} <= set(entry.rated.themes)
    ]
    expect(tab.locator(".fk-puzzle")).to_have_attribute("data-id", re.compile(f"^({'|'.join(fitting)})$"))
    name = tab.locator(".fk-puzzle").get_attribute("data-id")
    entry = BOOK.entry(str(name))
    assert entry is not None
    assert {"helmet", "two-cards"} <= set(entry.rated.themes)
    tab.locator('[data-key="hint-technique"]').click()
    expect(tab.locator(".fk-hints-box")).to_contain_text("98 %")
    tab.reload()
    expect(tab.locator('[data-key="theme-helmet"]')).to_have_attribute("aria-pressed", "true", timeout=60_000)
    expect(tab.locator(".fk-hints-box")).to_contain_text("98 %")
    expect(tab.locator(f'.fk-puzzle[data-id="{name}"]')).to_be_visible()


def test_puzzle_of_the_day_shows_yesterdays_answer(stage: Stage) -> None:
    tab = show(stage)
    tab.locator('[data-key="mode-daily"]').click()
    tab.locator('[data-key="yesterday"]').click()
    expect(tab.locator(".fk-answer svg")).to_be_visible()


@pytest.mark.parametrize("clipboard", ["undefined", "{writeText: () => Promise.reject(new Error('denied'))}"])
def test_link_can_be_copied_without_permission(stage: Stage, clipboard: str) -> None:
    entry = BOOK.entry("c06")
    assert entry is not None
    tab = show_puzzle(stage, entry)
    tab.evaluate(f"Object.defineProperty(navigator, 'clipboard', {{value: {clipboard}, configurable: true}})")
    tab.locator('[data-key="copy-link"]').click()
    address = tab.locator("[data-part=link]")
    expect(address).to_be_focused()
    link = address.input_value()
    assert f"puzzle={encode(entry.puzzle)}" in link
    assert address.evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)") == link
    expect(tab.locator(".fk-copy [role=status]")).to_contain_text(say("puzzle.link-here-only"))


def test_bad_link_shows_the_book_and_says_so(stage: Stage) -> None:
    tab = show(stage, "puzzle=nonsense&themes=none&rating=x")
    expect(tab.locator(".fk-puzzle > .fk-inner .fk-left-side > .fk-notice")).to_be_visible()
    expect(tab.locator('[data-key="check"]')).to_be_visible()


def test_a_rule_opens_in_the_puzzle_and_gives_the_focus_back(stage: Stage) -> None:
    entry = BOOK.entry("c06")
    assert entry is not None
    tab = show_puzzle(stage, entry)
    learner = player(Learner, tab, entry)
    learner.lay([("W", 1, 1), ("M", 5, 2)])
    learner.press("check")
    link = tab.locator(VERDICT).locator("[data-rule]")
    rule = str(link.get_attribute("data-rule"))
    link.click()
    card = tab.locator("[data-part=rule]")
    expect(card).to_be_in_viewport()
    expect(card.locator(".say")).to_have_text(rule_entry(rule).wording("en").answer)
    tab.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(link).to_be_focused()
    link.click()
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)
    expect(link).to_be_focused()
    assert "rule=" not in tab.url


def test_a_click_counts_though_its_button_is_drawn_anew_meanwhile(stage: Stage) -> None:
    entry = BOOK.entry("c06")
    assert entry is not None
    cell = "from fujikoro_nb.widgets import PuzzlePage\nimport ipywidgets\npage = PuzzlePage()\n"
    link = f"puzzle={encode(entry.puzzle)}"
    tab = stage.show(f"{cell}ipywidgets.VBox([page, touch(page)])", widget="fk-puzzle[data-id]", link=link)
    expect(tab.locator(f'.fk-puzzle[data-id="{entry.puzzle.id}"]')).to_be_visible()
    tab.wait_for_function("window.fkModel")
    hint = tab.locator('[data-key="hint-technique"]')
    hint.hover()
    tab.evaluate("window.fkPressed = document.querySelector('[data-key=\"hint-technique\"]')")
    tab.mouse.down()
    tab.evaluate("fkModel.trigger('change:view')")
    assert tab.evaluate("fkPressed.isConnected"), "what has not changed is left alone"
    tab.evaluate("fkModel.set('view', { ...fkModel.get('view'), worth: 'another' })")
    assert not tab.evaluate("fkPressed.isConnected")
    tab.mouse.up()
    expect(tab.locator(".fk-hints-box")).to_contain_text("worth 98 % now")
    assert stage.errors == []
