"""A run of puzzles that grow harder in a Chromium: found on the place for all puzzles, solved by finger on a phone."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.puzzles.index import kind_of
from fujikoro_nb.puzzles.kept import Kept, encode
from fujikoro_nb.puzzles.legal.kind import KIND
from fujikoro_nb.puzzles.review import Review
from fujikoro_nb.texts import LANGUAGES
from tests.browser.learners import NARROW, PHONE

BAND = "[data-part=streak]"
IN_RUN = '.fk-puzzle[data-mode="streak"]'


def is_fine(tab: Page) -> None:
    """Nothing sticks out, and what is tapped is a finger wide."""
    assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    small = tab.locator(".fk-puzzle :is(a.btn, button):visible").evaluate_all(
        """all => all.map((one) => one.getBoundingClientRect())
          .filter(({ width, height }) => width < 44 || height < 44).length"""
    )
    assert small == 0


def asked(tab: Page) -> Any:
    name = tab.locator(IN_RUN).get_attribute("data-id")
    entry = kind_of("legal").book().entry(str(name))
    assert entry is not None
    return entry


def answer(tab: Page, *, is_right: bool) -> Any:
    entry = asked(tab)
    right = KIND.solution(entry)
    given = right if is_right else {"yes": "no", "no": "yes"}[right]
    tab.locator(f'[data-key="answer-{given}"]').tap()
    tab.locator("[data-key=check]").tap()
    return entry


def test_a_run_by_finger_to_its_end_and_back(served: Any, visits: Callable[..., Any]) -> None:
    phone = visits(**PHONE)
    base = served("table").url
    tab = phone.open(base + "voila/render/puzzles-legal.ipynb#mode=streak")
    expect(tab.locator(BAND)).to_be_visible()
    met = []
    for n in (1, 2):
        entry = answer(tab, is_right=True)
        met.append(entry)
        expect(tab.locator(f"{BAND} .num")).to_have_text(str(n))
        is_fine(tab)
        tab.locator("[data-key=next]").tap()
        expect(tab.locator(f'{IN_RUN}:not([data-id="{entry.puzzle.id}"])')).to_be_visible()
    third = asked(tab)
    tab.locator("[data-key=another]").tap()
    expect(tab.locator(f'{IN_RUN}:not([data-id="{third.puzzle.id}"])')).to_be_visible()
    expect(tab.locator("[data-key=another]")).to_have_count(0)
    tab.reload()
    expect(tab.locator(f"{IN_RUN} .num").first).to_be_visible()
    expect(tab.locator(f"{BAND} .num")).to_have_text("2")
    ended = answer(tab, is_right=False)
    met += [third, ended]
    assert len({one.puzzle.id for one in met}) == 4
    ratings = [one.rated.rating for one in met]
    assert ratings == sorted(ratings)
    over = tab.locator(f"{BAND}.is-over")
    expect(over).to_contain_text("The run is over.")
    expect(over).to_contain_text(f"rating {ended.rated.rating}")
    expect(over).to_be_in_viewport(ratio=1)
    expect(tab.locator("[data-key=next]")).to_be_in_viewport(ratio=0.95)
    tab.locator("[data-key=why]").tap()
    expect(tab.locator("[data-part=why]")).to_be_visible()
    is_fine(tab)
    tab.reload()
    expect(tab.locator("[data-part=why]")).to_be_visible()
    tab.locator("[data-key=retry]").tap()
    expect(tab.locator(f'.fk-puzzle[data-mode="ladder"][data-id="{ended.puzzle.id}"]')).to_be_visible()
    tab.goto(base)
    tab.locator(".fk-to-learn").tap()
    expect(tab.locator(".fk-learn[data-ready=true]")).to_be_visible()
    expect(tab.locator(".fk-modes [data-mode=streak]")).to_contain_text("2")
    expect(tab.locator(".fk-to-streak small")).to_contain_text("2 in a row")
    tab.locator(".fk-to-streak a").tap()
    expect(tab.locator(f"{IN_RUN}")).to_be_visible()
    expect(tab.locator(f"{BAND}:not(.is-over) .num")).to_have_text("0")
    assert not phone.errors


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_ways_through_a_book_stand_on_a_phone(
    served: Any, visits: Callable[..., Any], language: str
) -> None:
    phone = visits(**NARROW, locale=language)
    due = tuple((f"l{number}", Review(datetime.date(2026, 1, 1))) for number in range(10, 22))
    kept = json.dumps(encode(Kept(reviews=due)))
    phone.tab.context.add_init_script(f"localStorage.setItem('fujikoro-legal', {kept})")
    tab = phone.open(served("table").url + "voila/render/puzzles-legal.ipynb#mode=streak")
    expect(tab.locator(BAND)).to_be_visible()
    expect(tab.locator(".fk-modes button")).to_have_count(5)
    is_fine(tab)
    high = tab.locator(".fk-modes").evaluate("(row) => row.getBoundingClientRect().height")
    assert high < 110, "one row, or two"
    assert not phone.errors
