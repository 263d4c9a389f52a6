"""Every lesson on a small game through the messages of its page: each step wrong and right, then its checks."""

from __future__ import annotations

import datetime
import json

import pytest

from fujikoro_nb.learning.index import LESSONS, lesson_of
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.widgets.learn.lesson_page import LessonPage
from tests.support.small_lessons import enter
from tests.support.turn_lessons import send

DAY = datetime.date(2026, 3, 1)
SEALS = {Outcome.RIGHT: "ok", Outcome.OTHER: "but", Outcome.REFUSED: "no"}
SMALL = [one.id for one in LESSONS if one.kind == "small"]


@pytest.mark.parametrize("name", SMALL)
def test_lesson_through_its_messages(name: str) -> None:
    lesson, page = lesson_of(name), LessonPage(name, today=DAY)
    for number, step in enumerate(lesson.steps):
        assert page.view["id"] == step.id
        assert page.view["small"]["mine"]
        enter(page, step.wrong)
        verdict = page.view["verdict"]
        assert (verdict["seal"], bool(verdict["rule"])) == (SEALS[step.wrong_outcome], True), step.id
        send(page, "again")
        page.language = ("de", "fr", "en")[number % 3]
        send(page, "hint", number=3)
        assert page.view["hint"].strip(" .:"), step.id
        enter(page, step.right[0])
        assert page.view["verdict"]["seal"] == "ok", step.id
        assert not page.view["small"]["mine"], "a judged table takes no more answers"
        assert page.view["small"]["happened"]
        send(page, "next")
    for kind in lesson.checks:
        assert page.view["id"] == kind
        enter(page, page.task.right[0])
        assert page.view["verdict"]["seal"] == "ok", kind
        send(page, "next")
    assert page.view["id"] == "passed"


@pytest.mark.parametrize("name", SMALL)
def test_nothing_says_beforehand_what_may_be_answered(name: str) -> None:
    """The table of the games marks it; in a lesson the learner finds out."""
    page = LessonPage(name, today=DAY)
    for step in lesson_of(name).steps:
        table = page.view["small"]["table"]
        assert all(card["why"] is None and not card.get("floors") for card in table["hand"])
        assert all(row["can"] and not row["best"] for row in table["answers"])
        assert not table.get("draws")
        enter(page, step.right[0])
        send(page, "next")


def test_closed_hands_are_in_no_message() -> None:
    page = LessonPage("makai-magic", today=DAY)
    hands = page.desk.task.table.start().hands[1:]
    sent = json.dumps(page.view)
    told = {(card["kind"], card["strength"]) for card in page.view["small"]["table"]["hand"]}
    told |= {(card["kind"], card["strength"]) for card in page.view["small"]["table"]["field"]}
    backed = page.view["small"]["table"]["backed"]
    told.add((backed["kind"], backed["strength"]))
    assert all(hand for hand in hands)
    assert {(one["kind"], one["strength"]) for one in find_cards(json.loads(sent))} <= told


def find_cards(data: object) -> list[dict[str, object]]:
    """Every card in a view."""
    if isinstance(data, dict):
        here = [data] if {"kind", "strength"} <= data.keys() else []
        return here + [one for value in data.values() for one in find_cards(value)]
    return [one for value in data for one in find_cards(value)] if isinstance(data, list) else []


@pytest.mark.parametrize(
    "text", ["", "{}", "play B8", '{"type":"First","seat":0}', '{"type":"Dealt","counts":[1]}', "\ud800"]
)
def test_what_is_no_answer_changes_nothing(text: str) -> None:
    page = LessonPage("makai-winner", today=DAY)
    before = page.view
    send(page, "choose", text=text, at=page.view["small"]["at"])
    assert page.view["small"] == before["small"]
    assert page.view["verdict"] is None
    assert page.notice


def test_an_answer_for_another_moment_changes_nothing() -> None:
    page = LessonPage("makai-winner", today=DAY)
    task, before = page.desk.task, page.view
    send(page, "choose", text=task.game.to_text(task.table.read("play B8")), at=page.view["small"]["at"] + 1)
    assert page.view == before


def test_a_reload_goes_on_where_one_was() -> None:
    page = LessonPage("makai-cards", today=DAY)
    enter(page, ("play B2",))
    again = LessonPage("makai-cards", today=DAY)
    send(again, "restore", code=page.saved, today="2026-03-01")
    assert again.view["verdict"]["seal"] == "but"
    assert again.view["small"] == page.view["small"]
