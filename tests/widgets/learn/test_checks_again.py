"""A missed check, once more and by itself: it counts nothing, and the learner stands where they stood."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import LESSONS, lesson_of
from fujikoro_nb.learning.lesson import Judged, Outcome
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets import LessonPage

DAY = datetime.date(2026, 3, 1)
each_lesson = pytest.mark.parametrize("lesson", [one.id for one in LESSONS])


def send(page: Any, act: str, **fields: object) -> None:
    page._handle_custom_msg({"act": act, **fields}, ())


def acts(page: Any) -> list[str]:
    return [action["act"] for action in page.view["actions"]]


def missed(lesson: str, language: str = "en", seed: int = 1) -> LessonPage:
    """A page whose learner has missed the second of three checks."""
    page = LessonPage(lesson, language=language, today=DAY)
    progress = going.go_to(going.start(lesson, len(lesson_of(lesson).steps), seed=seed), 40)
    for kind, is_right in zip(lesson_of(lesson).checks, (True, False, True), strict=True):
        progress = going.check_done(progress, kind, is_right=is_right, today=DAY)
    send(page, "restore", code=going.encode(progress), today=DAY.isoformat())
    assert page.view["kind"] == "result"
    return page


@each_lesson
def test_a_missed_check_is_tried_again(lesson: str) -> None:
    for language in LANGUAGES:
        page = missed(lesson, language)
        saved, result = page.saved, page.view
        assert [bool(one["again"]) for one in result["results"]] == [False, True, False]
        send(page, "try-check", code=result["results"][1]["again"])
        assert (page.view["kind"], page.view["once"]) == ("check", True)
        assert page.view["id"] == tuple(lesson_of(lesson).checks)[1]
        assert page.run.pending == page.run.kind.check(page.view["id"], 1), "the very same"
        assert page.view["cost"] == ""
        assert page.saved == saved
        send(page, "leave-check")
        assert (page.view, page.saved) == (result, saved)


@each_lesson
def test_what_is_answered_there_counts_nothing(lesson: str) -> None:
    page = missed(lesson)
    saved, result = page.saved, page.view
    code = result["results"][1]["again"]
    for outcome in (Outcome.OTHER, Outcome.RIGHT):
        send(page, "try-check", code=code)
        page.changed(Judged(outcome=outcome, sentence="said"))  # as its desk says what was answered
        page.finish_check()
        page.show()
        is_right = outcome == Outcome.RIGHT
        assert acts(page) == (
            ["once-again", "leave-check"] if is_right else ["show-answer", "leave-check", "once-again"]
        )
        assert page.view["verdict"]["more"] == ""
        assert page.saved == saved
    send(page, "once-again")
    assert page.run.finished is None
    assert page.run.pending.id == page.run.kind_of(0)
    send(page, "hint", number=3)
    for act in ("next", "keep", "undo"):
        send(page, act)
        assert page.view["once"], act
    send(page, "leave-check")
    assert (page.view, page.saved) == (result, saved)


def test_every_way_on_ends_it() -> None:
    for act in ("steps", "restart", "other-checks", "repeat", "skip"):
        page, other = missed("crafting"), missed("crafting")
        send(page, "try-check", code="match.1") if "match" in lesson_of("crafting").checks else send(
            page, "try-check", code=page.view["results"][1]["again"]
        )
        assert page.view["once"]
        send(page, act)
        send(other, act)
        assert (page.view, page.saved) == (other.view, other.saved), act


def test_in_the_middle_of_a_step_it_is_left_as_it_was() -> None:
    page = LessonPage("first-turns", today=DAY)
    send(page, "skip")
    send(page, "steps")
    before = (page.view, page.saved)
    kind = next(iter(lesson_of("first-turns").checks))
    send(page, "try-check", code=f"{kind}.5")
    assert page.view["once"]
    send(page, "leave-check")
    assert (page.view, page.saved) == before


@pytest.mark.parametrize(
    "code", ["", "x", "nonsense.1", "route.0", "route.99999999", ".1", "__class__.1", "route.1.1"]
)
def test_a_code_that_names_no_check_is_said(code: str) -> None:
    page = LessonPage("first-turns", today=DAY)
    before = (page.view, page.saved)
    send(page, "try-check", code=code)
    assert page.notice
    assert (page.view, page.saved) == before


def test_a_step_alone_has_no_checks() -> None:
    page = LessonPage("crafting", only=2, today=DAY)
    before = page.view
    send(page, "try-check", code=f"{next(iter(lesson_of('crafting').checks))}.1")
    assert page.view == before
