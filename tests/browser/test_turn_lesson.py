"""Lesson 01 in a browser: its first and last screens, what the map shows, and what survives a reload."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId, spaces_of
from fujikoro_nb.learning.index import lesson_of
from tests.browser.learners import Toucher, Walker
from tests.browser.widget_pages import Stage
from tests.support.lessons import checks_of

LESSON = lesson_of("first-turns")
DEVICES_SEEN = [
    pytest.param({}, id="laptop"),
    pytest.param({"viewport": {"width": 390, "height": 844}}, id="narrow"),
]
LESSON_PAGE = "voila/render/01_first_turns.ipynb"


def test_last_screen_leads_to_a_real_game(served: Any, page: Any) -> None:
    tab = page.open(served("learn").url + LESSON_PAGE)
    tab.wait_for_selector(".fk-map[data-points]")
    walker = Walker(tab)
    walker.press("skip")
    for task in checks_of("first-turns", 1):
        expect(tab.locator(f'.fk-lesson[data-id="{task.id}"]')).to_be_visible()
        walker.enter_all(task.right[0])
        walker.press("next")
    tab.locator('[data-key="onward"]').click()
    expect(tab.locator(".fk-game")).to_be_visible(timeout=60_000)
    assert not page.errors


def test_first_screen_of_a_phone_holds_the_first_action(served: Any, phone: Any) -> None:
    """Need T1: goal, task, map and the ways to go on, without scrolling."""
    tab = phone.open(served("learn").url + LESSON_PAGE)
    tab.wait_for_selector(".fk-map[data-points]")
    for what in (".fk-goal", ".fk-do", ".mapbox", '[data-key="go-move"]', '[data-key="rest"]'):
        box = tab.locator(what).first.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844, what
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390


def test_spaces_on_a_phone_are_as_large_as_a_fingertip(served: Any, phone: Any) -> None:
    tab = phone.open(served("learn").url + LESSON_PAGE)
    tab.wait_for_selector(".fk-map[data-points]")
    walker = Walker(tab)
    (x, y), (to_x, to_y) = walker.pixel("I-1.0"), walker.pixel("I-1.1")
    assert ((x - to_x) ** 2 + (y - to_y) ** 2) ** 0.5 >= 43.5


def exploring(tab: Page) -> Walker:
    """In the third step, when Explore is pressed and a place is to be chosen."""
    tab.wait_for_selector(".fk-map[data-points]")
    walker = Walker(tab)
    for step in LESSON.steps[:2]:
        walker.enter_all(step.right[0])
        walker.press("next")
    walker.press("explore")
    expect(tab.locator('[data-key="go-place"]')).to_be_visible()
    return walker


@pytest.mark.parametrize("options", DEVICES_SEEN)
def test_every_place_offered_is_in_sight(
    served: Any, visits: Callable[..., Any], options: dict[str, Any]
) -> None:
    """Also where nothing but the offer has changed: the map is as near as the places to explore allow."""
    visit = visits(**options)
    tab = visit.open(served("learn").url + LESSON_PAGE)
    walker = exploring(tab)
    walker.pixel("I-2.0")  # the map is scrolled into view
    frame = tab.locator(".fk-map .mapbox").bounding_box()
    assert frame is not None
    for one in (*spaces_of(PlaceId("I-2")), *spaces_of(PlaceId("II-3"))):
        x, y = walker.pixel(one.id)
        assert frame["x"] < x < frame["x"] + frame["width"]
        assert frame["y"] < y < frame["y"] + frame["height"]


def test_half_a_turn_survives_a_reload(served: Any, page: Any) -> None:
    tab = page.open(served("learn").url + LESSON_PAGE)
    exploring(tab)
    tab.reload()
    expect(tab.locator('.fk-lesson[data-id="where"]')).to_be_visible(timeout=60_000)
    expect(tab.locator('[data-key="go-place"]')).to_be_visible()


def show(stage: Stage) -> Page:
    tab = stage.show(
        "from fujikoro_nb.widgets import TurnLessonPage\nTurnLessonPage()", widget="fk-lesson[data-id]"
    )
    tab.wait_for_selector(".fk-map[data-points]")
    return tab


def small_targets(tab: Page) -> list[str]:
    return list(
        tab.evaluate(
            """() => [...document.querySelectorAll('.fk-lesson button, .fk-lesson summary')]
                .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
                .filter(([, { width, height }]) => width && Math.min(width, height) < 43.5)
                .map(([name, { width, height }]) => `${name} ${width} x ${height}`)"""
        )
    )


def test_targets_are_at_least_44_px(phone_stage: Stage) -> None:
    tab = show(phone_stage)
    walker = Toucher(tab)
    for step in LESSON.steps[:5]:
        expect(tab.locator(f'.fk-lesson[data-id="{step.id}"]')).to_be_visible()
        assert small_targets(tab) == [], step.id
        walker.enter_all(step.right[0])
        walker.press("next")
    # What is kept of this is in the page before the next test clears that.
    expect(tab.locator(f'.fk-lesson[data-id="{LESSON.steps[5].id}"]')).to_be_visible()


def test_a_learner_asks_for_counsel_on_a_phone(phone_stage: Stage) -> None:
    """A bar with Stop while plans are played out; then three plans, which the learner's own hand carries out."""
    tab = show(phone_stage)
    counsel = tab.locator("[data-part=counsel]")
    expect(counsel.locator("button")).to_have_text("What would you do?")
    counsel.locator("[data-key=counsel]").tap()
    expect(counsel.locator("h3")).to_be_in_viewport()
    tab.wait_for_selector("[data-part=counsel][data-thinking=false]:not([data-plans='0'])")
    expect(counsel.locator(".fk-counsel-worth").first).to_contain_text("points")
    expect(counsel.locator("li").first).to_contain_text("tries")
    expect(counsel.locator("button")).to_have_count(0)
    expect(counsel).to_contain_text("The planner plays to win.")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    Toucher(tab).enter_all(LESSON.steps[0].right[0])
    expect(counsel).to_be_hidden()
    assert phone_stage.errors == []


LONG = """
from fujikoro_nb.bots.planner import advice
from fujikoro_nb.bots.planner.search import Budget
from fujikoro_nb.widgets import TurnLessonPage
advice.usual, advice.COUNSEL = advice.COUNSEL, Budget(worlds=5000, seconds=60)
TurnLessonPage()
"""
USUAL = """
from fujikoro_nb.bots.planner import advice
from fujikoro_nb.widgets import TurnLessonPage
advice.COUNSEL = advice.usual
TurnLessonPage()
"""


def test_counsel_is_stopped_on_a_phone(phone_stage: Stage) -> None:
    tab = phone_stage.show(LONG, widget="fk-lesson[data-id]")
    tab.wait_for_selector(".fk-map[data-points]")
    counsel = tab.locator("[data-part=counsel]")
    counsel.locator("[data-key=counsel]").tap()
    expect(counsel.locator("progress")).to_be_visible()
    tab.wait_for_selector("[data-part=counsel]:not([data-plans='0'])")
    counsel.locator("[data-key=counsel-stop]").tap()
    expect(counsel).to_have_attribute("data-thinking", "false")
    expect(counsel.locator("progress")).to_have_count(0)
    expect(counsel.locator("li").first).to_be_visible()
    phone_stage.show(USUAL, widget="fk-lesson[data-id]")
    assert phone_stage.errors == []


def test_path_is_drawn_before_it_is_walked(stage: Stage) -> None:
    tab = show(stage)
    walker = Walker(tab)
    walker.choose("I-1.0")
    path: Locator = tab.locator(".fk-map-walk .fk-map-steps")
    expect(path).to_have_count(1)
    expect(tab.locator('[data-key="go-move"]')).to_contain_text("I-1, middle")
    walker.go()
    expect(tab.locator(".fk-map-pieces [data-on='I-1.0'] [data-kind='samurai']")).to_have_count(1)
    expect(tab.locator(".fk-map-rings path")).to_have_count(0)
    assert stage.errors == []
