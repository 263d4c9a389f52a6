"""Lesson 04 in a browser: its first screen, and its languages."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.texts import LANGUAGES, say
from tests.browser.learners import VERDICT, Toucher, enter
from tests.support.sampling import sample

LESSON = lesson_of("together")
LESSON_PAGE = "voila/render/04_together.ipynb"


def test_first_screen_of_a_phone_holds_the_first_action(served: Any, phone: Any) -> None:
    """Need T1: goal, task, map and the way to go, without scrolling; everybody who counts is on the map."""
    tab = phone.open(served("learn").url + LESSON_PAGE)
    tab.wait_for_selector(".fk-map[data-points]")
    for what in (".fk-goal", ".fk-do", ".mapbox", '[data-key="go-move"]'):
        box = tab.locator(what).first.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844, what
    frame = tab.locator(".fk-map .mapbox").bounding_box()
    assert frame is not None
    for kind in ("dragon", "samurai"):
        for number in range(tab.locator(f".fk-map-pieces [data-kind={kind}]").count()):
            seen = tab.locator(f".fk-map-pieces [data-kind={kind}]").nth(number).bounding_box()
            assert seen is not None
            assert frame["x"] <= seen["x"] + seen["width"] / 2 <= frame["x"] + frame["width"]
            assert frame["y"] <= seen["y"] + seen["height"] / 2 <= frame["y"] + frame["height"]


@pytest.mark.parametrize("language", sample(LANGUAGES, 1))
def test_every_language_has_the_lesson(served: Any, phone: Any, language: str) -> None:
    tab = phone.open(f"{served('learn').url}{LESSON_PAGE}?lang={language}")
    tab.wait_for_selector(".fk-map[data-points]")
    expect(tab.locator(".fk-lesson")).to_contain_text(say("lesson-together.round-title", language=language))
    walker = Toucher(tab)
    enter(walker, LESSON.steps[0], LESSON.steps[0].wrong)
    expect(tab.locator(VERDICT)).to_contain_text(say("turn-miss.unhurt", language=language))
