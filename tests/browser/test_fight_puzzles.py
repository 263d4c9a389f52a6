"""Puzzle book 02 in a browser: each kind solved by mouse, finger or keyboard; prices, faces, reloads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.puzzles.code import to_code
from fujikoro_nb.puzzles.fights.book import FightEntry, book_02
from tests.browser.learners import NARROW, PHONE, Fighter, Finger, Keys
from tests.browser.widget_pages import Stage
from tests.support.sampling import sample

BOOK = book_02()
BOOK_PAGE = "voila/render/02_fights.ipynb"
VERDICT = ".fk-feedback .verdict"


def entry_of(name: str) -> FightEntry:
    entry = BOOK.entry(name)
    assert entry is not None
    return entry


def player(kind: type[Fighter], tab: Page) -> Fighter:
    fighter = kind(tab)
    fighter.page = "fk-puzzle"
    return fighter


def show(stage: Stage, name: str) -> Page:
    cell = "from fujikoro_nb.widgets import FightPuzzles\nFightPuzzles()"
    link = f"puzzle={to_code(entry_of(name).puzzle)}"
    tab = stage.show(cell, widget="fk-puzzle[data-id]", link=link)
    expect(tab.locator(f'.fk-puzzle[data-id="{name}"]')).to_be_visible()
    return tab


SOLVED = [
    pytest.param(Fighter, {}, "f12", id="laptop-pay"),
    pytest.param(Finger, PHONE, "f26", id="phone-monk"),
    pytest.param(Keys, NARROW, "f16", id="keyboard-dice"),
    pytest.param(Fighter, {"color_scheme": "dark"}, "f33", id="dark-wait"),
]


@pytest.mark.parametrize(("kind", "options", "name"), sample(SOLVED, 2))
def test_puzzle_is_solved(
    served: Any, visits: Callable[..., Any], kind: type[Fighter], options: dict[str, Any], name: str
) -> None:
    visit = visits(**options)
    entry = entry_of(name)
    tab = visit.open(f"{served('puzzles').url}{BOOK_PAGE}#puzzle={to_code(entry.puzzle)}")
    expect(tab.locator(f'.fk-puzzle[data-id="{name}"]')).to_be_visible()
    fighter = player(kind, tab)
    expect(tab.locator('[data-key="check"]')).to_be_disabled()
    fighter.enter(entry.certificate.solution)
    fighter.press("check")
    expect(tab.locator(VERDICT)).to_have_class("verdict ok")
    expect(tab.locator(VERDICT)).to_be_in_viewport()
    assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    fighter.press("next")
    expect(tab.locator(f'.fk-puzzle[data-id="{name}"]')).to_have_count(0)
    assert not visit.errors


def test_guess_out_of_reach_costs_and_stays_for_another(stage: Stage) -> None:
    """f06 is won in 13 of 100 fights; 51 is a miss, 11 is within five."""
    tab = show(stage, "f06")
    fighter = player(Fighter, tab)
    fighter.press("guess1")
    fighter.press("check")
    expect(tab.locator(VERDICT)).to_have_class("verdict but")
    expect(tab.locator(".fk-hints-box")).to_contain_text("worth 70 % now")
    fighter.press("again")
    for number in (41, 31, 21, 11):
        fighter.press("guess-10")
        expect(tab.locator(".fk-fight-guess output")).to_contain_text(f"{number} of 100")
    fighter.press("check")
    expect(tab.locator(VERDICT)).to_have_class("verdict ok")
    assert stage.errors == []


def test_house_faces_stand_on_the_page_with_the_mark(phone_stage: Stage) -> None:
    tab = show(phone_stage, "f01")
    faces = tab.locator(".fk-fight-dice-faces")
    expect(faces.locator(".fk-fight-house-mark")).to_be_visible()
    expect(faces.locator("[data-die] svg")).to_have_count(18)
    expect(faces.locator("[data-die] svg").first).to_be_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390


def test_hints_name_their_price_and_the_solution_is_set(stage: Stage) -> None:
    tab = show(stage, "f12")
    fighter = player(Fighter, tab)
    for kind, price in (("technique", 2), ("region", 10), ("colour", 15), ("cube", 30), ("solution", 100)):
        expect(tab.locator(f'[data-key="hint-{kind}"]')).to_contain_text(f"−{price} %")
    fighter.press("hint-technique")
    expect(tab.locator(".fk-hints-box")).to_contain_text("worth 98 % now")
    fighter.press("hint-solution")
    expect(tab.locator(VERDICT)).to_have_class("verdict but")
    expect(tab.locator(".fk-hints-box")).to_contain_text("brought 0 %")


def test_answer_and_hints_survive_a_reload(served: Any, page: Any) -> None:
    entry = entry_of("f22")
    tab = page.open(f"{served('puzzles').url}{BOOK_PAGE}#puzzle={to_code(entry.puzzle)}")
    fighter = player(Fighter, tab)
    fighter.enter("wait")
    fighter.press("hint-technique")
    expect(tab.locator(".fk-hints-box")).to_contain_text("98 %")
    tab.reload()
    expect(tab.locator('[data-key="option-wait"]')).to_have_attribute("aria-pressed", "true", timeout=60_000)
    expect(tab.locator(".fk-hints-box")).to_contain_text("98 %")
