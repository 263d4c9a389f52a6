"""Every lesson on a map through the messages of its page: each step wrong and right, then its checks."""

from __future__ import annotations

import datetime

import pytest

from fujikoro_nb.engine.fujikoro.board.geometry import space
from fujikoro_nb.learning.index import LESSONS, lesson_of
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.widgets.learn.lesson_page import LessonPage
from tests.support.turn_lessons import enter, send

DAY = datetime.date(2026, 3, 1)
SEALS = {Outcome.RIGHT: "ok", Outcome.OTHER: "but", Outcome.REFUSED: "no"}


@pytest.mark.parametrize("name", [one.id for one in LESSONS if one.kind == "turns"])
def test_lesson_through_its_messages(name: str) -> None:
    lesson, page = lesson_of(name), LessonPage(name, today=DAY)
    for number, step in enumerate(lesson.steps):
        assert page.view["id"] == step.id
        enter(page, step.wrong)
        verdict = page.view["verdict"]
        assert (verdict["seal"], bool(verdict["rule"])) == (SEALS[step.wrong_outcome], True), step.id
        send(page, "again")
        page.language = ("de", "fr", "en")[number % 3]
        send(page, "hint", number=3)
        assert page.view["hint"].strip(" .:"), step.id
        enter(page, step.right[0])
        assert page.view["verdict"]["seal"] == "ok", step.id
        assert page.view["turn"]["buttons"] == []
        assert all(space(one) for one in page.map.around), (
            "a samurai that has left the mountain is nowhere on it"
        )
        send(page, "next")
    for kind in lesson.checks:
        assert page.view["id"] == kind
        enter(page, page.task.right[0])
        assert page.view["verdict"]["seal"] == "ok", kind
        send(page, "next")
    assert page.view["id"] == "passed"
