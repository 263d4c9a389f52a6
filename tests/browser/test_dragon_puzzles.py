"""Puzzle book 03 in a browser: one of each kind solved by mouse, finger (390 px) and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from fujikoro_nb.engine.fujikoro.board.geometry import place, spaces_of
from fujikoro_nb.puzzles.dragons.kind import KIND
from fujikoro_nb.puzzles.dragons.puzzle import DragonKind, DragonPuzzle
from tests.browser.learners import DEVICES, VERDICT, Typist, Walker
from tests.support.sampling import sample

BOOK_PAGE = "voila/render/03_dragons.ipynb"
ENTRIES = [next(one for one in KIND.book().entries if one.puzzle.kind == kind) for kind in DragonKind]


def enter(walker: Walker, puzzle: DragonPuzzle, answer: str) -> None:
    """Taps on the map, or on the list where nothing is tapped."""
    for number, at in enumerate(answer.split(), 1):
        if isinstance(walker, Typist):
            if not walker.tab.locator(".fk-turn-spaces[open]").count():
                walker.do(walker.tab.locator('[data-key="places"]'))
            walker.do(walker.tab.locator(f'[data-key="place-{at}"]'))
        else:
            walker.at(*walker.pixel(str(spaces_of(place(at).id)[0].id)))
        row = walker.tab.locator(f'[data-key="place-{at}"]')
        expect(row).to_have_attribute("aria-pressed", "true")
        if puzzle.kind == DragonKind.ORDER:
            expect(row).to_contain_text(f"{number}. ")


@pytest.mark.parametrize(("kind", "options"), sample(DEVICES, 1))
def test_one_of_each_kind_is_solved(
    served: Any, visits: Callable[..., Any], kind: type[Walker], options: dict[str, Any]
) -> None:
    visit = visits(**options)
    base = served("puzzles").url + BOOK_PAGE
    for entry in ENTRIES:
        tab = visit.open(f"{base}?one={entry.puzzle.id}#puzzle={KIND.encode(entry.puzzle)}")
        tab.wait_for_selector(".fk-map[data-points]")
        expect(tab.locator(f'.fk-puzzle[data-id="{entry.puzzle.id}"]')).to_be_visible()
        walker = kind(tab)
        walker.page = "fk-puzzle"
        enter(walker, entry.puzzle, KIND.solution(entry))
        walker.press("check")
        expect(tab.locator(VERDICT)).to_have_class("verdict ok")
        assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert not visit.errors
