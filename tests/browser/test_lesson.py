"""Lesson 02 in a browser, to the end: the right and one wrong path a step, by mouse, finger (390 px) and keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from fujikoro_nb.engine.fujikoro.gear.grid import cells_of, column_row
from fujikoro_nb.learning.crafting.task import CraftingTask
from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.rulebook.entries import entry
from tests.browser.crafters import Finger, Keys, Learner, ends_with
from tests.browser.learners import NARROW, PHONE
from tests.browser.widget_pages import Stage
from tests.support.lessons import checks_of
from tests.support.sampling import sample

LESSON = lesson_of("crafting")
LESSON_PAGE = "voila/render/02_crafting.ipynb"
VERDICT = ".fk-feedback .verdict"


def finish(learner: Learner, task: CraftingTask) -> None:
    if task.finish:
        learner.press("finish")


def play_step(learner: Learner, number: int) -> None:
    step = LESSON.steps[number]
    tab = learner.tab
    expect(tab.locator(f'.fk-lesson[data-id="{step.id}"]')).to_be_visible()
    learner.lay(step.wrong)
    if step.wrong_outcome != Outcome.REFUSED:  # a refusal is told at once
        finish(learner, step)
    verdict = tab.locator(VERDICT)
    expect(verdict).to_be_in_viewport()
    if step.wrong_outcome == Outcome.OTHER:
        expect(verdict).to_have_class("verdict but")
        expect(verdict.locator("[data-rule]")).to_be_visible()
        learner.press("again")
    else:
        expect(verdict).to_have_class("verdict no")
        expect(verdict.locator("[data-rule]")).to_be_visible()
        learner.press("put-back")
        expect(verdict).to_have_count(0)
        for _, column, row in step.wrong:
            expect(learner.cell(column, row)).to_have_attribute("aria-label", ends_with("empty"))
    expect(verdict).to_have_count(0)
    learner.lay(step.right)
    finish(learner, step)
    expect(verdict).to_have_class("verdict ok")
    learner.press("next")


DEVICES = [
    pytest.param(Learner, {}, id="laptop"),
    pytest.param(Finger, PHONE, id="phone"),
    pytest.param(Keys, NARROW, id="keyboard"),
    pytest.param(Learner, {"color_scheme": "dark"}, id="dark"),
]


@pytest.mark.parametrize(("kind", "options"), sample(DEVICES, 1))
def test_lesson_is_played_to_the_end(
    served: Any, visits: Callable[..., Any], kind: type[Learner], options: dict[str, Any]
) -> None:
    visit = visits(**options)
    tab = visit.open(served("learn").url + LESSON_PAGE)
    learner = kind(tab)
    for number in range(len(LESSON.steps)):
        play_step(learner, number)
    for task in checks_of("crafting", 1):
        expect(tab.locator(f'.fk-lesson[data-id="{task.id}"]')).to_be_visible()
        learner.lay(task.right)
        learner.press("finish")
        expect(tab.locator(VERDICT)).to_have_class("verdict ok")
        learner.press("next")
    expect(tab.locator('.fk-lesson[data-id="passed"]')).to_be_visible()
    assert not visit.errors


def test_first_screen_of_a_phone_holds_the_first_action(served: Any, phone: Any) -> None:
    """Need T1: goal, task, the whole board and the cube to lay, without scrolling."""
    tab = phone.open(served("learn").url + LESSON_PAGE)
    for what in (".fk-goal", ".fk-do", '[data-board="weapon"]', '[data-key="cube-M"]'):
        box = tab.locator(what).first.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844, what
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390


def test_targets_are_at_least_44_px(served: Any, phone: Any) -> None:
    tab = phone.open(served("learn").url + LESSON_PAGE)
    tab.locator('[data-key="cube-M"]').wait_for()
    small = tab.evaluate(
        """() => [...document.querySelectorAll('.fk-lesson button, .fk-lesson .fk-cell')]
            .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
            .filter(([, { width, height }]) => width && Math.min(width, height) < 43.5)
            .map(([name, { width, height }]) => `${name} ${width} x ${height}`)"""
    )
    assert not small


def test_step_and_cubes_survive_a_reload(served: Any, page: Any) -> None:
    tab = page.open(served("learn").url + LESSON_PAGE)
    learner = Learner(tab)
    learner.lay(LESSON.steps[0].right)
    learner.press("next")
    learner.lay(LESSON.steps[1].wrong)
    expect(tab.locator(VERDICT)).to_have_class("verdict no")
    tab.reload()
    expect(tab.locator('.fk-lesson[data-id="one-per-part"]')).to_be_visible(timeout=60_000)
    expect(tab.locator(VERDICT)).to_have_class("verdict no")


def test_progress_survives_without_the_link(served: Any, page: Any) -> None:
    tab = page.open(served("learn").url + LESSON_PAGE)
    Learner(tab).lay(LESSON.steps[0].right)
    Learner(tab).press("next")
    expect(tab.locator('.fk-lesson[data-id="one-per-part"]')).to_be_visible()
    tab.evaluate("history.replaceState(null, '', location.pathname)")
    tab.reload()
    expect(tab.locator('.fk-lesson[data-id="one-per-part"]')).to_be_visible(timeout=60_000)


def show(stage: Stage) -> Page:
    """The lesson from its start, in the page that is open already."""
    tab = stage.show(
        "from fujikoro_nb.widgets import LessonPage\nLessonPage('crafting')", widget="fk-lesson[data-id]"
    )
    tab.locator('[data-key="cube-M"]').wait_for()
    return tab


def test_show_it_shows_the_cubes_and_never_blocks(stage: Stage) -> None:
    tab = show(stage)
    learner = Learner(tab)
    learner.press("hint-3")
    expect(tab.locator(".fk-ghost")).to_have_count(2)
    learner.lay(LESSON.steps[0].right)
    learner.press("next")
    expect(tab.locator('.fk-lesson[data-id="one-per-part"]')).to_be_visible()


def test_wrong_cube_is_told_at_once_and_show_it_starts_afresh(stage: Stage) -> None:
    tab = show(stage)
    learner = Learner(tab)
    learner.lay([("M", 4, 4)])
    expect(tab.locator(VERDICT)).to_have_class("verdict no")
    expect(tab.locator(VERDICT).locator("[data-rule]")).to_be_visible()
    learner.press("hint-3")
    expect(tab.locator(".fk-ghost")).to_have_count(2)
    expect(learner.cell(4, 4)).to_have_attribute("aria-label", ends_with("empty"))
    expect(tab.locator(VERDICT)).to_have_count(0)


def test_missed_checks_show_their_answer_and_their_rules(stage: Stage) -> None:
    tab = show(stage)
    learner = Learner(tab)
    learner.press("skip")
    for task in checks_of("crafting", 1):
        expect(tab.locator(f'.fk-lesson[data-id="{task.id}"]')).to_be_visible()
        expect(tab.locator(".fk-cost")).to_be_visible()
        learner.press("finish")
        learner.press("show-answer")
        expect(tab.locator(".fk-ghost")).to_have_count(len(task.right))
        learner.press("next")
    rules = [rule for rules in LESSON.checks.values() for rule in rules]
    links = tab.locator(".fk-results [data-rule]")
    expect(links).to_have_count(len(rules))
    assert links.evaluate_all("all => all.map((one) => one.dataset.rule)") == rules
    assert stage.errors == []


def test_at_the_table(stage: Stage) -> None:
    tab = show(stage)
    learner = Learner(tab)
    learner.press("table")
    for cell in cells_of(LESSON.steps[0].position.layout.occupied):
        expect(learner.cell(*column_row(cell))).to_have_attribute("aria-label", ends_with("empty"))
    learner.lay([("W", 1, 1), ("W", 2, 2)])
    learner.press("is-right")
    expect(tab.locator(VERDICT)).to_have_class("verdict no")
    learner.press("put-back")
    learner.lay([("W", 2, 1)])
    learner.press("is-right")
    expect(tab.locator(VERDICT)).to_have_class("verdict ok")


def wrong_weapon(tab: Page) -> Locator:
    """The id of the rule in a refusal."""
    Learner(tab).lay(LESSON.steps[0].wrong)
    expect(tab.locator(VERDICT)).to_have_class("verdict no")
    return tab.locator(f"{VERDICT} [data-rule]")


def test_a_rule_opens_in_the_lesson_and_gives_the_focus_back(stage: Stage) -> None:
    tab = show(stage)
    link = wrong_weapon(tab)
    rule = str(link.get_attribute("data-rule"))
    link.focus()
    tab.keyboard.press("Enter")
    card = tab.locator("[data-part=rule]")
    expect(card).to_be_in_viewport()
    expect(card).to_be_focused()
    expect(card.locator(".say")).to_have_text(entry(rule).wording("en").answer)
    expect(card).to_contain_text("English booklet")
    tab.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(link).to_be_focused()
    assert "rule=" not in tab.url
    assert stage.errors == []


def test_a_tap_beside_the_rule_closes_it_and_still_counts(phone_stage: Stage) -> None:
    tab = show(phone_stage)
    wrong_weapon(tab).tap()
    card = tab.locator("[data-part=rule]")
    expect(card).to_be_in_viewport(ratio=1)
    tab.locator("[data-part=words] h2").tap()
    expect(card).to_have_count(0)
    wrong_weapon_again = tab.locator(f"{VERDICT} [data-rule]")
    wrong_weapon_again.tap()
    card.get_by_role("button", name="Close").tap()
    expect(card).to_have_count(0)
