"""Puzzle book 06 in a browser: one of each kind played by mouse, finger (390 px) and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from json import dumps
from typing import Any

import pytest
from playwright.sync_api import expect

from fujikoro_nb.puzzles.plans.kind import KIND
from fujikoro_nb.puzzles.plans.puzzle import Answers, PlanKind
from tests.browser.learners import DEVICES, VERDICT, Walker
from tests.support.sampling import sample

BOOK_PAGE = "voila/render/06_plans.ipynb"
ENTRIES = [next(one for one in KIND.book().entries if one.puzzle.kind == kind) for kind in PlanKind]


def enter(walker: Walker, way: Answers) -> None:
    """Spaces on the map, or on the list where nothing is tapped; all else has a button."""
    for number, answer in enumerate(way):
        verb, *words = answer.split()
        if verb == "halt" and way[number - 1] == "move":
            walker.press("stay")
        elif verb in ("flee", "revive"):
            walker.choose(words[-1])
            walker.go()
        elif verb in ("pay", "stow"):
            walker.do(walker.tab.locator(f"[data-answer={dumps(answer)}]"))
        else:
            walker.enter_all((answer,))


@pytest.mark.parametrize(("walks", "options"), sample(DEVICES, 1))
def test_one_of_each_kind_is_played_to_its_best_end(
    served: Any, visits: Callable[..., Any], walks: type[Walker], options: dict[str, Any]
) -> None:
    visit = visits(**options)
    base = served("puzzles").url + BOOK_PAGE
    for entry in ENTRIES:
        tab = visit.open(f"{base}?one={entry.puzzle.id}#puzzle={entry.puzzle.id}")
        tab.wait_for_selector(".fk-map[data-points]")
        expect(tab.locator(f'.fk-puzzle[data-id="{entry.puzzle.id}"]')).to_be_visible()
        flag = tab.locator(f'.fk-map-aim[data-aim="{entry.puzzle.to}"]')
        expect(flag).to_have_count(1 if entry.puzzle.to else 0)
        expect(tab.locator(".fk-turn-values li")).to_have_count(0)
        walker = walks(tab)
        walker.page = "fk-puzzle"
        enter(walker, entry.certificate.best.way)
        walker.press("check")
        expect(tab.locator(VERDICT)).to_have_class("verdict ok")
        expect(tab.locator(".fk-turn-values li").first).to_contain_text("your way")
        assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert not visit.errors
