"""Lesson 04 in a browser, to the end: the right and one wrong path a step, by mouse, finger (390 px) and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.learning.turns.task import Answers, TurnTask, play
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.learn.turns_lesson import choices
from tests.browser.learners import DEVICES, VERDICT, Toucher, Walker, step_played
from tests.support.lessons import checks_of
from tests.support.sampling import sample

LESSON = lesson_of("together")
LESSON_PAGE = "voila/render/04_together.ipynb"


def enter(walker: Walker, task: TurnTask, answers: Answers) -> None:
    """Answers of a group have buttons of their own, or are a dragon on the map."""
    for number, answer in enumerate(answers):
        verb, *rest = answer.split()
        if verb in ("offer", "share"):
            walker.press(f"choose-{choices(play(task.start, answers[:number]).state).index(answer)}")
        elif verb == "dragon":
            walker.choose(f"{rest[0].removeprefix('dragon-')}.0")
            walker.do(walker.tab.locator('[data-key="go-dragon"]:not([disabled])'))
        else:
            walker.enter_all((answer,))


def play_step(walker: Walker, number: int) -> None:
    step, tab = LESSON.steps[number], walker.tab
    expect(tab.locator(f'.fk-lesson[data-id="{step.id}"]')).to_be_visible()
    expect(tab.locator("[data-part=words] [data-part=ours]")).to_have_count(1 if step.ours else 0)
    step_played(
        walker,
        step.wrong,
        step.wrong_outcome,
        step.right[0],
        enter=lambda answers: enter(walker, step, answers),
    )


@pytest.mark.parametrize(("kind", "options"), sample(DEVICES, 2))
def test_lesson_is_played_to_the_end(
    served: Any, visits: Callable[..., Any], kind: type[Walker], options: dict[str, Any]
) -> None:
    visit = visits(**options)
    tab = visit.open(served("learn").url + LESSON_PAGE)
    tab.wait_for_selector(".fk-map[data-points]")
    walker = kind(tab)
    for number in range(len(LESSON.steps)):
        play_step(walker, number)
        assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for task in checks_of("together", 1):
        expect(tab.locator(f'.fk-lesson[data-id="{task.id}"]')).to_be_visible()
        enter(walker, task, task.right[0])
        expect(tab.locator(VERDICT)).to_have_class("verdict ok")
        walker.press("next")
    expect(tab.locator('.fk-lesson[data-id="passed"]')).to_be_visible()
    expect(tab.locator('[data-key="onward"]')).to_be_visible()
    assert not visit.errors


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_lesson(served: Any, phone: Any, language: str) -> None:
    tab = phone.open(f"{served('learn').url}{LESSON_PAGE}?lang={language}")
    tab.wait_for_selector(".fk-map[data-points]")
    expect(tab.locator(".fk-lesson")).to_contain_text(say("lesson-together.round-title", language=language))
    walker = Toucher(tab)
    enter(walker, LESSON.steps[0], LESSON.steps[0].wrong)
    expect(tab.locator(VERDICT)).to_contain_text(say("turn-miss.unhurt", language=language))
