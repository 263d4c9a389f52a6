"""The lesson on a game together without a browser: its messages, what it shows of a group, and what it ignores."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.learning.turns.task import play
from fujikoro_nb.texts import say
from fujikoro_nb.views.learn.turns_lesson import choices
from fujikoro_nb.widgets.learn.lesson_page import LessonPage
from tests.support.turn_lessons import enter, play_to, send

DAY = datetime.date(2026, 3, 1)
STEPS = lesson_of("together").steps


@pytest.fixture
def page() -> LessonPage:
    return LessonPage("together", today=DAY, game="99_play.ipynb")


def test_whole_lesson_then_three_checks_then_a_real_game(page: LessonPage) -> None:
    for step in STEPS:
        assert page.view["id"] == step.id
        enter(page, step.wrong)
        assert page.view["verdict"]["seal"] == "but"
        send(page, "again")
        enter(page, step.right[0])
        assert page.view["verdict"]["seal"] == "ok"
        assert page.view["turn"]["buttons"] == []
        send(page, "next")
    for kind in lesson_of("together").checks:
        assert page.view["id"] == kind
        enter(page, page.task.right[0])
        assert page.view["verdict"]["seal"] == "ok"
        send(page, "next")
    assert page.view["id"] == "passed"
    assert page.view["onward"] == {"href": "99_play.ipynb", "label": say("lesson-together.play")}


def test_numbers_that_no_booklet_prints_wear_their_mark(page: LessonPage) -> None:
    """Teeth of a victory and the lava of a round are on the board: ours here, and this says so."""
    marks = {}
    for step in STEPS:
        marks[page.view["id"]] = page.view["ours"]
        enter(page, step.right[0])
        send(page, "next")
    mark = say("chosen.mark-board")
    assert {name: one for name, one in marks.items() if one} == {"teeth": mark, "lives": mark}
    assert page.view["ours"] == ""


def test_checks_at_the_top_skip_the_steps(page: LessonPage) -> None:
    send(page, "skip")
    for _ in lesson_of("together").checks:
        enter(page, page.task.right[0])
        send(page, "next")
    assert page.view["id"] == "passed"


def test_a_group_sees_round_and_lives_and_no_points(page: LessonPage) -> None:
    play_to(page, STEPS, "lives")
    turn = page.view["turn"]
    assert turn["points"] == ""
    assert turn["group"] == {
        "round": say("turn-task.group", round=21, of=28),
        "lives": [{"name": "You", "left": 1, "most": 2}, {"name": "Pink", "left": 2, "most": 2}],
    }


def test_everybody_who_counts_is_to_be_seen_on_the_map(page: LessonPage) -> None:
    assert {"I-1.0", "I-2.3", "centre"} <= set(page.map.around)
    assert {one for row in page.map.reach["rows"] for one in row["spaces"]} <= set(page.map.around)


def test_teeth_are_shared_by_buttons_that_say_how_many(page: LessonPage) -> None:
    play_to(page, STEPS, "teeth")
    buttons = page.view["turn"]["buttons"]
    assert [one["fields"]["text"] for one in buttons] == ["share 2 0", "share 1 1", "share 0 2"]
    assert [one["label"] for one in buttons] == ["You 2, Pink 0", "You 1, Pink 1", "You 0, Pink 2"]


def test_gifts_are_offered_only_where_both_stand(page: LessonPage) -> None:
    play_to(page, STEPS, "trade")
    assert all(one["act"] != "choose" for one in page.view["turn"]["buttons"])
    enter(page, ("walk I-2.1",))
    labels = [one["label"] for one in page.view["turn"]["buttons"] if one["act"] == "choose"]
    assert labels == ["Give Pink 1 metal", "Give Pink 1 tooth"]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_the_last_hint_says_the_way(page: LessonPage, step: Any) -> None:
    play_to(page, STEPS, step.id)
    send(page, "hint", number=3)
    assert page.view["hint"]
    assert "dragon-" not in page.view["hint"]
    assert "offer 1" not in page.view["hint"]


@pytest.mark.parametrize("text", ["share 3 0", "gather", "offer 1 T for -", "", "dance", "share " * 40])
def test_what_no_button_gives_is_ignored(page: LessonPage, text: str) -> None:
    play_to(page, STEPS, "teeth")
    send(page, "choose", text=text)
    assert page.desk.drawing == ""
    assert page.view["verdict"] is None


def test_a_half_done_exchange_survives_a_reload(page: LessonPage) -> None:
    play_to(page, STEPS, "trade")
    enter(page, ("walk I-2.1",))
    other = LessonPage("together", today=DAY)
    send(other, "restore", code=page.saved, today="2026-03-01")
    assert other.view["id"] == "trade"
    assert choices(play(STEPS[7].start, ("move", "walk I-1.3 I-2.1")).state) == tuple(
        one["fields"]["text"] for one in other.view["turn"]["buttons"] if one["act"] == "choose"
    )


@pytest.mark.parametrize("language", ["de", "fr"])
def test_page_speaks_its_language(page: LessonPage, language: str) -> None:
    play_to(page, STEPS, "trade")
    enter(page, ("walk I-2.1", "offer 1 M for -"))
    page.language = language
    assert page.view["verdict"]["sentence"] == say("turn-miss.ally", language=language)
    assert page.view["title"] == say("lesson-together.trade-title", language=language)
