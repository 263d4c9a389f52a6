"""TurnLessonPage without a browser: the whole lesson through its messages, and what it does with bad ones."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.texts import say
from fujikoro_nb.widgets import TurnLessonPage
from tests.support.turn_lessons import enter, play_to, send

DAY = datetime.date(2026, 3, 1)
LESSON = lesson_of("first-turns")
STEPS = LESSON.steps
SEALS = {Outcome.RIGHT: "ok", Outcome.OTHER: "but", Outcome.REFUSED: "no"}


@pytest.fixture
def page() -> TurnLessonPage:
    return TurnLessonPage(today=DAY, game="99_play.ipynb")


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_step_wrong_then_right(page: TurnLessonPage, step: Any) -> None:
    play_to(page, STEPS, step.id)
    start = page.desk.state
    enter(page, step.wrong)
    verdict = page.view["verdict"]
    assert verdict["seal"] == SEALS[step.wrong_outcome]
    assert verdict["rule"]
    send(page, "again")
    assert page.view["verdict"] is None
    assert page.desk.state == start
    enter(page, step.right[0])
    assert page.view["verdict"]["seal"] == "ok"
    assert [one["act"] for one in page.view["actions"]] == ["next"]
    assert page.view["turn"]["buttons"] == []
    assert page.map.reach["rows"] == []


def test_whole_lesson_then_three_checks_then_a_real_game(page: TurnLessonPage) -> None:
    play_to(page, STEPS, STEPS[-1].id)
    enter(page, STEPS[-1].right[0])
    send(page, "next")
    for kind in LESSON.checks:
        assert page.view["id"] == kind
        enter(page, page.task.right[0])
        assert page.view["verdict"]["seal"] == "ok"
        send(page, "next")
    assert page.view["id"] == "passed"
    assert page.view["onward"] == {"href": "99_play.ipynb", "label": say("lesson-first-turns.play")}


def test_checks_at_the_top_skip_the_steps_and_a_miss_offers_others(page: TurnLessonPage) -> None:
    send(page, "skip")
    for kind in LESSON.checks:
        assert page.view["id"] == kind
        send(page, "take", action="rest")
        verdict = page.view["verdict"]
        if verdict["seal"] == "no":  # two rests in one turn: the first try is forgiven
            assert page.run.finished is None
            assert verdict["more"] == say("lesson.check-forgiven")
            send(page, "take", action="rest")
            verdict = page.view["verdict"]
        assert verdict["seal"] in ("no", "but")
        is_lost = page.progress.results.count("m") > 1
        assert verdict["more"] == say("lesson.check-lost" if is_lost else "lesson.check-missed")
        send(page, "show-answer")
        assert page.view["hint"]
        send(page, "next")
    assert page.view["id"] == "failed"
    assert "onward" not in page.view
    assert [rule for line in page.view["results"] for rule in line["rules"]] == [
        rule for rules in LESSON.checks.values() for rule in rules
    ]


def test_tap_out_of_reach_says_why_and_a_good_one_offers_to_go(page: TurnLessonPage) -> None:
    page.map.selected = "I-1.1"
    assert page.view["verdict"]["seal"] == "no"
    assert page.view["verdict"]["rule"] == "move.steps.sandals"
    page.map.selected = "I-1.0"
    assert page.view["verdict"] is None
    go = page.view["turn"]["buttons"][0]
    assert (go["act"], go["off"], go["main"]) == ("go", False, True)


def test_what_a_refused_action_speaks_of_is_marked_on_the_map(page: TurnLessonPage) -> None:
    send(page, "take", action="gather")
    assert page.view["verdict"]["sentence"] == "Nothing lies on space × to be gathered."
    assert page.map.about["barred"] == page.desk.state.samurai[0].space
    page.map.selected = "I-1.0"
    assert page.map.about["barred"] == ""


def test_tap_out_of_reach_in_a_check_costs_nothing(page: TurnLessonPage) -> None:
    send(page, "skip")
    page.map.selected = "III-1.0"
    assert page.notice
    assert page.run.finished is None
    assert page.progress.results == ""


def test_list_of_spaces_does_what_the_map_does(page: TurnLessonPage) -> None:
    rows = page.view["turn"]["spaces"]
    assert "I-1.0" in [row["space"] for row in rows]
    send(page, "tap", space="I-1.0")
    assert page.map.selected == "I-1.0"
    send(page, "go")
    assert page.view["verdict"]["seal"] == "ok"


def test_three_hints_and_the_third_chooses_the_space(page: TurnLessonPage) -> None:
    for number in (1, 2, 3):
        send(page, "hint", number=number)
        assert page.view["hint"]
    assert page.map.selected == "I-1.0"
    send(page, "go")
    send(page, "next")
    assert page.progress.done[0] == "s"
    assert page.view["id"] == "gather"


def test_half_a_turn_survives_a_reload(page: TurnLessonPage) -> None:
    play_to(page, STEPS, "two")
    enter(page, ("move", "walk II-3.0", "halt"))
    saved = page.saved
    other = TurnLessonPage(today=DAY)
    send(other, "restore", code=saved, today="2026-03-01")
    assert other.view["id"] == "two"
    assert other.desk.state == page.desk.state
    send(other, "take", action="gather")
    assert other.view["verdict"]["seal"] == "ok"


def test_undo_takes_back_what_was_done_then_the_step(page: TurnLessonPage) -> None:
    play_to(page, STEPS, "where")
    send(page, "take", action="explore")
    assert page.view["undo"] == say("turn-task.undo-done")
    send(page, "undo")
    assert page.desk.answers == ()
    send(page, "undo")
    assert page.view["id"] == "gather"


def test_legal_but_not_practised_may_be_kept(page: TurnLessonPage) -> None:
    play_to(page, STEPS, "gather")
    enter(page, ("walk I-1.1",))
    assert page.view["verdict"]["seal"] == "but"
    send(page, "keep")
    assert page.view["id"] == "where"
    assert page.progress.done[1] == "k"


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("take", {"action": "leap"}),
        ("take", {"action": ["rest"]}),
        ("take", {}),
        ("tap", {"space": 3}),
        ("tap", {"space": "I-1.0" * 20}),
        ("turn", {"by": 2}),
        ("turn", {"by": True}),
        ("lay", {"as": 1}),
        ("go", {"space": "I-1.0"}),
        ("dance", {}),
    ],
)
def test_message_that_no_page_sends_is_ignored(page: TurnLessonPage, act: str, fields: Any) -> None:
    before = (page.desk.state, page.progress)
    send(page, act, **fields)
    assert (page.desk.state, page.progress) == before
    assert page.notice


def test_a_move_without_a_card_begins_on_the_map(page: TurnLessonPage) -> None:
    before = (page.desk.state, page.progress)
    send(page, "take", action="move")
    assert (page.desk.state, page.progress) == before
    assert [one["key"] for one in page.view["turn"]["buttons"]] == ["go-move", "explore", "gather", "rest"]


@pytest.mark.parametrize("space", ["nowhere", "I-9.0", "III-1.0", ""])
def test_space_that_is_not_offered_is_not_chosen(page: TurnLessonPage, space: str) -> None:
    send(page, "tap", space=space)
    send(page, "go")
    assert page.map.selected == ""
    assert page.desk.answers == ()


@pytest.mark.parametrize("drawing", ["dance", "move; walk III-1.0", "turn 3", "; ;", "move; " * 18])
def test_kept_answers_that_make_no_sense_begin_the_step_afresh(page: TurnLessonPage, drawing: str) -> None:
    from fujikoro_nb.learning import progress as going

    page._set_progress(drawing=drawing)
    other = TurnLessonPage(today=DAY)
    send(other, "restore", code=going.encode(page.progress), today="2026-03-01")
    assert other.desk.answers == ()
    assert other.desk.state == STEPS[0].start


@pytest.mark.parametrize("language", ["de", "fr"])
def test_page_speaks_its_language(language: str) -> None:
    page = TurnLessonPage(today=DAY, language=language)
    assert page.view["title"] == say("lesson-first-turns.walk-title", language=language)
    assert page.map.language == language
