"""One step of a lesson by itself, as a notebook shows it: judged as in the lesson, leading nowhere, kept nowhere."""

from __future__ import annotations

import pytest

from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.widgets import step
from fujikoro_nb.widgets.base.front_texts import FRONTS_SERVED
from fujikoro_nb.widgets.learn.lesson_page import LessonPage
from tests.support.turn_lessons import enter, send


def test_a_step_alone_is_judged_and_leads_nowhere() -> None:
    task = lesson_of("together").steps[4]
    page = LessonPage("together", only=5)
    assert (page.view["id"], page.view["bar"], page.view["skip"], page.store) == (task.id, [], False, "")
    assert page.view["undo"] == ""
    enter(page, task.wrong)
    assert page.view["verdict"]["seal"] == "but"
    assert [one["act"] for one in page.view["actions"]] == ["again"]
    send(page, "keep")
    send(page, "back")
    send(page, "skip")
    assert page.view["id"] == task.id
    send(page, "again")
    enter(page, task.right[0])
    assert page.view["verdict"]["seal"] == "ok"
    send(page, "next")
    assert page.view["id"] == task.id
    send(page, "again")
    assert page.view["verdict"] is None


def test_a_crafting_step_alone() -> None:
    assert LessonPage("crafting", only=3).view["id"] == lesson_of("crafting").steps[2].id


@pytest.mark.parametrize("number", [-1, 11])
def test_there_is_no_such_step(number: int) -> None:
    with pytest.raises(ValueError, match="steps 1 to 10"):
        LessonPage("together", only=number)


def test_served_a_step_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FRONTS_SERVED, "1")
    assert not isinstance(step("together", 1), LessonPage)
