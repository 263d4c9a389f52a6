"""Lesson 03 in a browser, to the end: the right and one wrong path a step, by mouse, finger (390 px) and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.paths import notebooks
from fujikoro_nb.rulebook.entries import entry
from tests.browser.learners import NARROW, PHONE, VERDICT, Fighter, Finger, Keys
from tests.browser.widget_pages import Stage
from tests.support.lessons import checks_of
from tests.support.sampling import sample

LESSON = lesson_of("fighting")
LESSON_PAGE = "voila/render/03_fighting.ipynb"


def play_step(fighter: Fighter, number: int) -> None:
    step = LESSON.steps[number]
    tab = fighter.tab
    expect(tab.locator(f'.fk-lesson[data-id="{step.id}"]')).to_be_visible()
    fighter.enter(step.wrong)
    fighter.press("answer")
    verdict = tab.locator(VERDICT)
    expect(verdict).to_be_in_viewport()
    expect(verdict).to_have_class("verdict but" if step.wrong_outcome == Outcome.OTHER else "verdict no")
    expect(verdict.locator("[data-rule]")).to_be_visible()
    fighter.press("again")
    expect(verdict).to_have_count(0)
    fighter.enter(step.right[0])
    fighter.press("answer")
    expect(verdict).to_have_class("verdict ok")
    fighter.press("next")


DEVICES = [
    pytest.param(Fighter, {}, id="laptop"),
    pytest.param(Finger, PHONE, id="phone"),
    pytest.param(Keys, NARROW, id="keyboard"),
    pytest.param(Fighter, {"color_scheme": "dark"}, id="dark"),
]


@pytest.mark.parametrize(("kind", "options"), sample(DEVICES, 1))
def test_lesson_is_played_to_the_end(
    served: Any, visits: Callable[..., Any], kind: type[Fighter], options: dict[str, Any]
) -> None:
    visit = visits(**options)
    tab = visit.open(served("learn").url + LESSON_PAGE)
    fighter = kind(tab)
    for number in range(len(LESSON.steps)):
        play_step(fighter, number)
        assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for task in checks_of("fighting", 1):
        expect(tab.locator(f'.fk-lesson[data-id="{task.id}"]')).to_be_visible()
        fighter.enter(task.right[0])
        fighter.press("answer")
        expect(tab.locator(VERDICT)).to_have_class("verdict ok")
        fighter.press("next")
    expect(tab.locator('.fk-lesson[data-id="passed"]')).to_be_visible()
    assert not visit.errors


def test_start_page_offers_all_lessons_and_a_game(served: Any, page: Any) -> None:
    tab = page.open(served("learn").url)
    links = tab.locator("main.fk-list a")
    expect(links).to_have_count(len(list(notebooks("tutorial").glob("*.ipynb"))))
    tab.locator("main.fk-list a[href*='03_fighting']").click()
    expect(tab.locator(f'.fk-lesson[data-id="{LESSON.steps[0].id}"]')).to_be_visible(timeout=60_000)


def test_first_screen_of_a_phone_holds_the_first_action(served: Any, phone: Any) -> None:
    """Need T1: goal, task, weapon and the dragons to choose from, without scrolling."""
    tab = phone.open(served("learn").url + LESSON_PAGE)
    options = [f'[data-key="option-attack {foe}"]' for foe in LESSON.steps[0].foes]
    for what in (".fk-goal", ".fk-do", '[data-board="weapon"]', *options):
        box = tab.locator(what).first.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844, what
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390


def test_choice_survives_a_reload(served: Any, page: Any) -> None:
    tab = page.open(served("learn").url + LESSON_PAGE)
    fighter = Fighter(tab)
    fighter.enter(LESSON.steps[0].right[0])
    fighter.press("answer")
    fighter.press("next")
    fighter.enter("attack left WW")
    tab.reload()
    expect(tab.locator('.fk-lesson[data-id="dice"]')).to_be_visible(timeout=60_000)
    expect(tab.locator('.fk-fight-step:has([data-key="die-W+"]) .num')).to_have_text("2")


def show(stage: Stage) -> Page:
    tab = stage.show(
        "from fujikoro_nb.widgets import FightLesson\nFightLesson()", widget="fk-lesson[data-id]"
    )
    tab.locator('[data-key="answer"]').wait_for()
    return tab


def test_targets_are_at_least_44_px(phone_stage: Stage) -> None:
    tab = show(phone_stage)
    fighter = Finger(tab)
    for step in LESSON.steps:
        expect(tab.locator(f'.fk-lesson[data-id="{step.id}"]')).to_be_visible()
        small = tab.evaluate(
            """() => [...document.querySelectorAll('.fk-lesson button, .fk-lesson .fk-pick, .fk-lesson summary')]
                .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
                .filter(([, { width, height }]) => width && Math.min(width, height) < 43.5)
                .map(([name, { width, height }]) => `${name} ${width} x ${height}`)"""
        )
        assert not small, step.id
        fighter.enter(step.right[0])
        fighter.press("answer")
        fighter.press("next")


def test_house_dice_are_named_and_shown(stage: Stage) -> None:
    tab = show(stage)
    tab.locator(".fk-fight-dice-faces summary").click()
    expect(tab.locator('.fk-fight-dice-faces [data-die="W"] svg')).to_have_count(6)


def test_a_rule_of_what_happened_opens(stage: Stage) -> None:
    tab = show(stage)
    fighter = Fighter(tab)
    fighter.enter(LESSON.steps[0].right[0])
    fighter.press("answer")
    fighter.press("next")
    fighter.enter(LESSON.steps[1].right[0])
    fighter.press("answer")
    link = tab.locator(".fk-fight-after [data-rule]").last
    rule = str(link.get_attribute("data-rule"))
    link.click()
    card = tab.locator("[data-part=rule]")
    expect(card.locator(".say")).to_have_text(entry(rule).wording("en").answer)
    tab.keyboard.press("Escape")
    expect(link).to_be_focused()
    assert stage.errors == []
