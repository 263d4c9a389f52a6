"""Puzzle books 04, 05 and 07 in a browser: on the map, in a fight, on gear, by mouse, finger (390 px) and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from fujikoro_nb.puzzles.index import kind_of
from tests.browser.learners import DEVICES, VERDICT, Walker
from tests.support.sampling import sample

PAGES = {"legal": "04_legal", "forbids": "05_forbids", "evenings": "07_evenings"}


def entries(kind: str) -> list[Any]:
    """One of each kind of position."""
    book = kind_of(kind).book().entries
    found = (
        next((one for one in book if getattr(one.puzzle.position, name) is not None), None)
        for name in ("game", "fight", "gear")
    )
    return [one for one in found if one is not None]


@pytest.mark.parametrize("kind", PAGES)
@pytest.mark.parametrize(("walks", "options"), sample(DEVICES, 1))
def test_one_of_each_position_is_solved(
    served: Any, visits: Callable[..., Any], kind: str, walks: type[Walker], options: dict[str, Any]
) -> None:
    visit = visits(**options)
    base = served("puzzles").url + f"voila/render/{PAGES[kind]}.ipynb"
    for entry in entries(kind):
        tab = visit.open(f"{base}?one={entry.puzzle.id}#puzzle={entry.puzzle.id}")
        expect(tab.locator(f'.fk-puzzle[data-id="{entry.puzzle.id}"]')).to_be_visible()
        map_box = tab.locator(".fk-act-task .fk-turn-map")
        if entry.puzzle.position.game is not None:
            tab.wait_for_selector(".fk-map[data-points]")
            expect(map_box).to_be_visible()
        else:
            expect(map_box).to_be_hidden()
        walker = walks(tab)
        walker.page = "fk-puzzle"
        answer = kind_of(kind).solution(entry)
        button = tab.locator(f'[data-key="answer-{answer}"]')
        walker.do(button)
        expect(button).to_have_attribute("aria-pressed", "true")
        walker.press("check")
        expect(tab.locator(VERDICT)).to_have_class("verdict ok")
        expect(tab.locator(".fk-act-task .fk-fight-after li").first).to_be_visible()
        assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert not visit.errors


def test_a_tap_on_an_answer_leaves_what_was_opened(served: Any, page: Any) -> None:
    """Only which answer is pressed changes: what was before stays open, and the buttons are the same ones."""
    entry = next(one for one in kind_of("evenings").book().entries if one.puzzle.position.before)
    tab = page.open(f"{served('puzzles').url}voila/render/{PAGES['evenings']}.ipynb#puzzle={entry.puzzle.id}")
    expect(tab.locator(f'.fk-puzzle[data-id="{entry.puzzle.id}"]')).to_be_visible()
    story = tab.locator(".fk-act-story")
    was_open = story.get_attribute("open") is not None
    story.locator("summary").first.click()
    answers = tab.locator('[data-key^="answer-"]')
    tab.evaluate(
        "document.querySelectorAll('[data-key^=answer-]').forEach((one) => { one.dataset.kept = 'yes'; })"
    )
    for at in (0, 1):
        answers.nth(at).click()
        expect(answers.nth(at)).to_have_attribute("aria-pressed", "true")
        expect(answers.nth(1 - at)).to_have_attribute("aria-pressed", "false")
        assert (story.get_attribute("open") is not None) != was_open
    assert tab.locator('[data-key^="answer-"][data-kept]').count() == answers.count() > 1
    assert not page.errors
