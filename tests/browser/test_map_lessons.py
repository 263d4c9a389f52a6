"""A lesson on a map in a browser, to its end: the right and one wrong path a step, on four devices (T10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from fujikoro_nb.learning.index import LESSONS, ListedLesson, lesson_of
from fujikoro_nb.learning.lesson import Outcome
from tests.browser.learners import DEVICES, VERDICT, Typist, Walker, enter, step_played
from tests.support.lessons import checks_of
from tests.support.sampling import sample
from tests.support.turn_lessons import ON_MAP

ON_A_MAP = [one for one in LESSONS if one.kind == "turns"]
EACH = [
    pytest.param(one, *device.values, id=f"{one.id}-{device.id}") for one in ON_A_MAP for device in DEVICES
]


def play_step(walker: Walker, step: Any) -> None:
    tab = walker.tab
    expect(tab.locator(f'.fk-lesson[data-id="{step.id}"]')).to_be_visible()
    expect(tab.locator("[data-part=words] [data-part=ours]")).to_have_count(1 if step.ours else 0)
    is_tapped = step.wrong_outcome == Outcome.REFUSED and step.wrong[-1].split()[0] in ON_MAP
    if is_tapped and isinstance(walker, Typist):  # what is out of reach is in no list
        enter(walker, step, step.right[0])
        expect(tab.locator(VERDICT)).to_have_class("verdict ok")
        walker.press("next")
        return
    step_played(
        walker,
        step.wrong,
        step.wrong_outcome,
        step.right[0],
        enter=lambda answers: enter(walker, step, answers),
    )


@pytest.mark.parametrize(("one", "kind", "options"), sample(EACH, 2))
def test_lesson_is_played_to_the_end(
    served: Any, visits: Callable[..., Any], one: ListedLesson, kind: type[Walker], options: dict[str, Any]
) -> None:
    visit = visits(**options)
    tab = visit.open(f"{served('learn').url}voila/render/{one.notebook}.ipynb")
    tab.wait_for_selector(".fk-map[data-points]")
    walker = kind(tab)
    for step in lesson_of(one.id).steps:
        play_step(walker, step)
        assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for task in checks_of(one.id, 1):
        expect(tab.locator(f'.fk-lesson[data-id="{task.id}"]')).to_be_visible()
        enter(walker, task, task.right[0])
        expect(tab.locator(VERDICT)).to_have_class("verdict ok")
        walker.press("next")
    expect(tab.locator('.fk-lesson[data-id="passed"]')).to_be_visible()
    expect(tab.locator('[data-key="onward"]')).to_have_count(1 if one.is_for_play else 0)
    assert not visit.errors
