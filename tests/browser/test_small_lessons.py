"""A lesson on a small game in a browser, to its end: the right and one wrong path a step, on four devices (T10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import LESSONS, ListedLesson, lesson_of
from fujikoro_nb.learning.small.task import Answers, SmallTask
from fujikoro_nb.views.learn.small_lesson import words_of
from fujikoro_nb.views.small.boards import BOARDS
from tests.browser.learners import NARROW, PHONE, VERDICT, Fighter, Finger, Keys, step_played
from tests.support.lessons import checks_of
from tests.support.sampling import sample

SMALL = [one for one in LESSONS if one.kind == "small"]
DEVICES = [
    pytest.param(Fighter, {}, id="laptop"),
    pytest.param(Finger, PHONE, id="phone"),
    pytest.param(Keys, NARROW, id="keyboard"),
    pytest.param(Fighter, {"color_scheme": "dark"}, id="dark"),
]
EACH = [pytest.param(one, *device.values, id=f"{one.id}-{device.id}") for one in SMALL for device in DEVICES]


def enter(learner: Fighter, task: SmallTask, answers: Answers) -> None:
    """Answers with the table's own buttons: a card is touched first."""
    state = task.table.start()
    for text in answers:
        answer = task.table.read(text)
        label = BOARDS[task.name].label(answer, words_of(task, "en"), state)
        table = learner.tab.locator(".fk-small-task")
        at = int(table.get_attribute("data-at") or 0)
        card = getattr(answer, "card", None)
        if card is not None:
            names = table.locator(".fk-makai-pick").evaluate_all(
                "all => all.map((one) => one.getAttribute('aria-label'))"
            )
            called = "Magic" if card.is_magic else f"{card.kind} {card.strength}"
            place = next(at for at, name in enumerate(names) if name.startswith(called))
            learner.do(table.locator(f'[data-key="card-{place}"]'))
        if text.startswith("use "):
            learner.do(table.locator(f'[data-key="use-{text.split()[1]}"]'))
        else:
            name = label[0].upper() + label[1:]
            learner.do(table.get_by_role("button", name=name, exact=True))
        verdict = learner.tab.locator(VERDICT)
        expect(
            verdict.or_(learner.tab.locator(f'.fk-small-task:not([data-at="{at}"])')).first
        ).to_be_visible()
        if task.game.check(state, answer) is None:
            state = task.game.step(state, answer).state


@pytest.mark.parametrize(("one", "kind", "options"), sample(EACH, 4))
def test_lesson_is_played_to_the_end(
    served: Any, visits: Callable[..., Any], one: ListedLesson, kind: type[Fighter], options: dict[str, Any]
) -> None:
    visit = visits(**options)
    tab = visit.open(f"{served('learn').url}voila/render/{one.notebook}.ipynb")
    learner = kind(tab)
    for step in lesson_of(one.id).steps:
        expect(tab.locator(f'.fk-lesson[data-id="{step.id}"]')).to_be_visible()
        step_played(
            learner,  # type: ignore[arg-type]  # no map is walked on
            step.wrong,
            step.wrong_outcome,
            step.right[0],
            enter=lambda answers, step=step: enter(learner, step, answers),
        )
        assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for task in checks_of(one.id, 1):
        expect(tab.locator(f'.fk-lesson[data-id="{task.id}"]')).to_be_visible()
        enter(learner, task, task.right[0])
        expect(tab.locator(VERDICT)).to_have_class("verdict ok")
        learner.press("next")
    expect(tab.locator('.fk-lesson[data-id="passed"]')).to_be_visible()
    expect(tab.locator('[data-key="after"]')).to_have_count(0 if one == LESSONS[-1] else 1)
    assert not visit.errors


def test_after_the_last_lesson_the_game_itself(served: Any, phone: Any) -> None:
    """From the end of the course to its game, which is picked there, and from there to the first lesson."""
    lesson = lesson_of("makai-prizes")
    passed = msgspec.structs.replace(
        going.go_to(going.start(lesson.id, len(lesson.steps)), len(lesson.steps)), results="rrr"
    )
    tab = phone.open(
        f"{served('table').url}voila/render/lesson-makai-prizes.ipynb#lesson={going.encode(passed)}"
    )
    expect(tab.locator('.fk-lesson[data-id="passed"]')).to_be_visible()
    expect(tab.locator('[data-key="after"]')).to_contain_text("Fuji 99, 1")
    tab.locator('[data-key="onward"]').tap()
    tab.wait_for_selector(".fk-small-page[data-ready=true]")
    expect(tab.locator('[data-key="game-makai"]')).to_have_attribute("aria-checked", "true")
    expect(tab.locator('[data-key="learn"]')).to_contain_text("Makai Fuda")
    tab.locator('[data-key="learn"]').tap()
    expect(tab.locator(f'.fk-lesson[data-id="{lesson_of("makai-cards").steps[0].id}"]')).to_be_visible()
    assert not phone.errors
