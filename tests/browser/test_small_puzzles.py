"""Puzzles of the small games in a browser: by mouse, finger (390 px) and keyboard, from their page and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from fujikoro_nb.puzzles.index import BOOKS, ListedBook, kind_of
from tests.browser.learners import DEVICES, VERDICT, Walker
from tests.browser.readable import judged
from tests.support.sampling import sample

SMALL = [book for book in BOOKS if book.game]


@pytest.mark.parametrize("book", SMALL, ids=lambda one: one.kind)
@pytest.mark.parametrize(("walks", "options"), sample(DEVICES, 1))
def test_the_easiest_and_the_hardest_are_solved(
    served: Any, visits: Callable[..., Any], book: ListedBook, walks: type[Walker], options: dict[str, Any]
) -> None:
    visit = visits(**options)
    kind = kind_of(book.kind)
    base = served("puzzles").url + f"voila/render/{book.notebook}.ipynb"
    entries = kind.book().entries
    for entry in (entries[0], entries[-1]):
        tab = visit.open(f"{base}?one={entry.puzzle.id}#puzzle={entry.puzzle.id}")
        expect(tab.locator(f'.fk-puzzle[data-id="{entry.puzzle.id}"]')).to_be_visible()
        walker = walks(tab)
        walker.page = "fk-puzzle"
        button = tab.locator(f'[data-key="answer-{kind.solution(entry)}"]')
        walker.do(button)
        expect(button).to_have_attribute("aria-pressed", "true")
        walker.press("check")
        expect(tab.locator(VERDICT)).to_have_class("verdict ok")
        expect(tab.locator(".fk-small-after li")).to_have_count(len(entry.certificate.every))
        assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    judged(tab)
    assert not visit.errors


def test_the_page_of_the_small_games_leads_to_their_puzzles(served: Any, phone: Any) -> None:
    tab = phone.open(f"{served('table').url}voila/render/small-games.ipynb")
    tab.locator(".fk-small-start [data-key=place]").click()
    for book in SMALL:
        row = tab.locator(f'[data-kind="{book.kind}"] a')
        expect(row).to_have_attribute("href", f"voila/render/{book.page}.ipynb")
    assert phone.errors == []
