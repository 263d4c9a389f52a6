"""Puzzle book 03 in a browser: one of each kind solved by mouse, finger (390 px) and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from fujikoro_nb.puzzles.dragons.kind import KIND
from fujikoro_nb.puzzles.dragons.puzzle import DragonKind
from tests.browser.learners import DEVICES, VERDICT, Walker, enter_places
from tests.support.sampling import sample

BOOK_PAGE = "voila/render/03_dragons.ipynb"
ENTRIES = [next(one for one in KIND.book().entries if one.puzzle.kind == kind) for kind in DragonKind]


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
        enter_places(walker, entry.puzzle, KIND.solution(entry))
        walker.press("check")
        expect(tab.locator(VERDICT)).to_have_class("verdict ok")
        assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert not visit.errors


def test_a_tap_draws_only_what_it_changes(served: Any, page: Any) -> None:
    """The samurai moves; the ground is neither restyled nor fitted again, and the list keeps its buttons."""
    entry = next(one for one in ENTRIES if one.puzzle.kind == DragonKind.LURE)
    tab = page.open(f"{served('puzzles').url}{BOOK_PAGE}#puzzle={KIND.encode(entry.puzzle)}")
    tab.wait_for_selector(".fk-map[data-points]")
    tab.locator('[data-key="places"]').click()
    rows = tab.locator('[data-key^="place-"]')
    expect(rows.first).to_be_visible()
    tab.evaluate(
        """() => {
          const plot = document.querySelector(".fk-map-plot");
          window.fkRestyled = [];
          for (const event of ["plotly_update", "plotly_restyle", "plotly_redraw"]) {
            plot.on(event, () => window.fkRestyled.push(event));
          }
          for (const row of document.querySelectorAll('[data-key^="place-"]')) row.dataset.kept = "yes";
        }"""
    )
    for at in (0, 1, 0):
        row = rows.nth(at)
        row.click()
        expect(row).to_have_attribute("aria-pressed", "true")
        expect(row).to_be_focused()
        name = str(row.get_attribute("data-key")).removeprefix("place-")
        tab.wait_for_selector(f".fk-map-pieces [data-on^='{name}'] .fk-piece-own", state="attached")
    assert tab.evaluate("window.fkRestyled") == []
    assert tab.locator('[data-key^="place-"][data-kept]').count() == rows.count() > 1
    assert not page.errors
