"""LessonPage without a browser: the whole lesson played through its messages, and what it does with bad ones."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.gear.grid import cells_of, column_row
from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.crafting.task import lay
from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.puzzles.crafting.position import craft
from fujikoro_nb.rulebook.entries import entry
from fujikoro_nb.texts import say
from fujikoro_nb.widgets import LessonPage
from tests.support.lessons import checks_of

DAY = datetime.date(2026, 3, 1)
STEPS = lesson_of("crafting").steps


@pytest.fixture
def page() -> LessonPage:
    return LessonPage(today=DAY)


def send(page: Any, act: str, **fields: object) -> None:
    page._handle_custom_msg({"act": act, **fields}, ())


def tap(page: Any, taps: object) -> None:
    for cube, column, row in taps:  # type: ignore[attr-defined]
        content = {"act": "paint", "kind": "weapon", "material": cube, "cells": [[column, row]], "stroke": ""}
        page.grid._handle_custom_msg({**content, "client": "t", "seq": 1}, ())


def finish(page: Any) -> None:
    if any(action["act"] == "finish" for action in page.view["actions"]):
        send(page, "finish")


def acts(page: Any) -> list[str]:
    return [action["act"] for action in page.view["actions"]]


def play_to(page: Any, name: str) -> None:
    for step in STEPS:
        if step.id == name:
            break
        tap(page, page.step.right)
        finish(page)
        send(page, "next")
    assert page.view["id"] == name  # a page that is stuck fails here, it does not go on for ever


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_right_and_wrong_path_of_each_step(page: LessonPage, step: Any) -> None:
    play_to(page, step.id)
    assert page.view["verdict"] is None
    tap(page, step.wrong)
    finish(page)
    seal = {Outcome.OTHER: "but", Outcome.REFUSED: "no"}[step.wrong_outcome]
    assert page.view["verdict"]["seal"] == seal
    assert page.view["verdict"]["rule"]
    assert acts(page) == (["keep", "again"] if seal == "but" else ["put-back"])
    send(page, "again" if seal == "but" else "put-back")
    assert page.desk.layout == step.position.layout
    assert page.view["verdict"] is None
    tap(page, step.right)
    finish(page)
    assert page.view["verdict"]["seal"] == "ok"
    assert acts(page) == ["next"]
    send(page, "next")
    assert page.view["id"] != step.id


def test_whole_lesson_then_three_checks(page: LessonPage) -> None:
    for step in STEPS:
        tap(page, step.right)
        finish(page)
        send(page, "next")
    assert page.progress.done == "r" * len(STEPS)
    for task in checks_of("crafting", 1):
        assert page.view["kind"] == "check"
        tap(page, task.right)
        finish(page)
        send(page, "next")
    assert page.view["id"] == "passed"
    assert page.progress.results == "rrr"


def test_i_know_this_leads_to_the_checks_and_failing_offers_others(page: LessonPage) -> None:
    send(page, "skip")
    first = page.task.position
    for _ in range(3):
        finish(page)
        assert page.view["verdict"]["sentence"]
        send(page, "next")
    assert page.view["id"] == "failed"
    assert {"steps", "other-checks"} == set(acts(page))
    send(page, "other-checks")
    assert page.view["kind"] == "check"
    assert page.task.position != first


def test_check_that_is_finished_counts_once(page: LessonPage) -> None:
    send(page, "skip")
    finish(page)
    assert page.progress.results == "m"
    send(page, "finish")
    tap(page, checks_of("crafting", 1)[0].right)
    send(page, "finish")
    assert page.progress.results == "m"


def test_keep_and_go_on(page: LessonPage) -> None:
    play_to(page, "two-wood")
    tap(page, page.step.wrong)  # type: ignore[union-attr]
    send(page, "keep")
    assert page.view["id"] == "length"
    assert page.progress.done.startswith("rrk")


def test_refused_drawing_cannot_be_kept_or_passed(page: LessonPage) -> None:
    tap(page, STEPS[0].wrong)
    send(page, "keep")
    send(page, "next")
    assert page.view["id"] == STEPS[0].id


def test_put_it_back_takes_the_whole_hand_as_one_change(page: LessonPage) -> None:
    tap(page, STEPS[0].wrong)
    wrong = page.desk.layout
    send(page, "put-back")
    assert page.desk.layout == STEPS[0].position.layout
    assert page.view["verdict"] is None
    send(page, "undo")
    assert page.desk.layout == wrong


def test_illegal_drawing_is_told_before_the_hand_is_empty(page: LessonPage) -> None:
    """Need T3: the engine's sentence and rule; the second metal may still join the pieces, which is right."""
    tap(page, [("M", 4, 4)])
    verdict = page.view["verdict"]
    assert (verdict["seal"], verdict["rule"]) == ("no", STEPS[0].rule)
    assert verdict["more"] == say("lesson.refused-now")
    tap(page, [("M", 4, 3)])
    assert page.view["verdict"]["seal"] == "ok"


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_unfinished_legal_drawing_stays_quiet(page: LessonPage, step: Any) -> None:
    play_to(page, step.id)
    for number, one in enumerate(step.right[:-1]):
        tap(page, [one])
        judged = craft(step.position, lay(step.position.layout, step.right[: number + 1]))
        assert (page.view["verdict"] is None) == judged.is_legal


def test_undone_to_a_start_that_is_illegal_is_quiet(page: LessonPage) -> None:
    play_to(page, "one-per-part")
    tap(page, page.step.wrong)  # type: ignore[union-attr]
    assert page.view["verdict"]["seal"] == "no"
    send(page, "undo")
    assert page.view["verdict"] is None


def test_notice_ends_with_its_step(page: LessonPage) -> None:
    tap(page, [*STEPS[0].right, ("M", 1, 3)])
    assert page.grid.notice
    send(page, "next")
    assert page.grid.notice == page.notice == ""


@pytest.mark.parametrize("taps", [STEPS[0].wrong, (("M", 4, 4),), (("M", 1, 3),)])
def test_show_it_puts_wrong_cubes_back_first(page: LessonPage, taps: Any) -> None:
    tap(page, taps)
    send(page, "hint", number=3)
    assert page.desk.layout == STEPS[0].position.layout
    assert page.view["verdict"] is None
    marked = [cell for mark in page.grid.marks for cell in mark["cells"]]
    assert marked == [[column, row] for _, column, row in STEPS[0].right]


def test_show_it_leaves_what_belongs_to_the_answer(page: LessonPage) -> None:
    tap(page, STEPS[0].right[:1])
    send(page, "hint", number=3)
    assert len(page.desk.layout) == len(STEPS[0].position.layout) + 1
    tap(page, STEPS[0].right[1:])
    send(page, "hint", number=3)
    assert page.view["verdict"]["seal"] == "ok"


def test_missed_check_shows_its_answer_before_the_next(page: LessonPage) -> None:
    send(page, "skip")
    assert "2" in page.view["cost"]
    assert "3" in page.view["cost"]
    task = checks_of("crafting", 1)[0]
    tap(page, [("M", task.right[0][1], task.right[0][2])])
    send(page, "finish")
    assert acts(page) == ["show-answer", "next"]
    assert not page.grid.marks
    send(page, "show-answer")
    assert page.desk.layout == task.position.layout
    marked = [(mark["text"], *mark["cells"][0]) for mark in page.grid.marks]
    assert marked == [(f"+{cube}", column, row) for cube, column, row in task.right]
    assert acts(page) == ["next"]
    assert page.progress.results == "m"
    send(page, "next")
    assert not page.grid.marks
    assert not page.view["hint"]


def test_right_check_has_no_answer_to_show(page: LessonPage) -> None:
    send(page, "skip")
    tap(page, checks_of("crafting", 1)[0].right)
    send(page, "finish")
    assert acts(page) == ["next"]
    send(page, "show-answer")
    assert page.desk.layout == lay(
        checks_of("crafting", 1)[0].position.layout, checks_of("crafting", 1)[0].right
    )


def test_result_names_the_missed_checks_with_their_rules(page: LessonPage) -> None:
    send(page, "skip")
    for task in checks_of("crafting", 1):
        if task.id != "card":
            tap(page, task.right)
        finish(page)
        send(page, "next")
    assert page.progress.results == "rmr"
    rules = [result["rules"] for result in page.view["results"]]
    assert rules == [[], ["gearcard.match.rotation"], []]
    assert say("lesson-crafting.check-card-title") in page.view["results"][1]["text"]


def test_new_rule_is_shown_in_words(page: LessonPage) -> None:
    rule = STEPS[0].rule
    assert page.view["rule"] == {"id": rule, "statement": entry(rule).wording("en").says}


def test_first_step_says_where_lesson_1_is(page: LessonPage) -> None:
    assert page.view["alone"]
    play_to(page, STEPS[1].id)
    assert not page.view["alone"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_three_hints(page: LessonPage, number: int) -> None:
    send(page, "hint", number=number)
    assert page.view["hint"]
    marked = [cell for mark in page.grid.marks for cell in mark["cells"]]
    assert marked == ([[column, row] for _, column, row in STEPS[0].right] if number == 3 else [])
    tap(page, STEPS[0].right)
    send(page, "next")
    assert page.progress.done[0] == ("s" if number == 3 else "r")


def test_undo_names_what_it_undoes_and_goes_back_a_step(page: LessonPage) -> None:
    tap(page, STEPS[0].right[:1])
    assert "row 3, column 4" in page.view["undo"]
    tap(page, STEPS[0].right[1:])
    send(page, "next")
    assert "1" in page.view["undo"]
    send(page, "undo")
    assert page.view["id"] == STEPS[0].id
    assert page.view["verdict"]["seal"] == "ok"


def test_reload_brings_back_step_drawing_and_verdict(page: LessonPage) -> None:
    play_to(page, "two-wood")
    tap(page, page.step.wrong)  # type: ignore[union-attr]
    other = LessonPage(today=DAY)
    send(other, "restore", code=page.saved, today="2026-03-01")
    assert other.progress == page.progress
    assert other.desk.layout == page.desk.layout
    assert other.view["verdict"] == page.view["verdict"]


@pytest.mark.parametrize("code", ["!", "AAAA", "eNo", "x" * 1000])
def test_bad_link_says_so_and_changes_nothing(page: LessonPage, code: str) -> None:
    before = page.progress
    send(page, "restore", code=code, today="2026-03-01")
    assert page.notice
    assert page.progress == before


def test_kept_drawing_that_does_not_fit_is_left_aside(page: LessonPage) -> None:
    """A hand-made link cannot bring cubes that nobody gave."""
    cheat = msgspec.structs.replace(going.start("crafting", len(STEPS)), drawing="TTTTT:...")
    send(page, "restore", code=going.encode(cheat), today="2026-03-01")
    assert page.desk.layout == STEPS[0].position.layout


def test_at_the_table_judges_the_real_board(page: LessonPage) -> None:
    send(page, "table", on=True)
    assert page.grid.hand is None
    assert not page.desk.layout
    send(page, "is-right")
    assert page.notice
    tap(page, [("W", 1, 1), ("W", 2, 1), ("M", 2, 2)])
    send(page, "is-right")
    assert page.view["verdict"]["seal"] == "ok"
    send(page, "next")
    assert page.progress.done[0] == "r"


def test_at_the_table_a_card_is_drawn_first_and_no_house_card_shown(page: LessonPage) -> None:
    play_to(page, "card")
    send(page, "table", on=True)
    assert page.view["card"] is None
    assert acts(page) == ["own-card"]
    tap(page, [("M", 3, 3), ("M", 4, 3)])
    send(page, "own-card")
    assert page.view["card"]["pattern"] == "MM"
    assert not page.view["card"]["mark"]
    assert not page.desk.layout
    tap(page, [("W", 1, 1), ("M", 1, 2), ("M", 1, 3)])
    send(page, "is-right")
    assert page.view["verdict"]["seal"] == "ok"


def test_missed_check_is_offered_again_the_next_day(page: LessonPage) -> None:
    send(page, "skip")
    for _ in range(3):
        finish(page)
        send(page, "next")
    send(page, "restart")
    assert page.view["due"] == 0
    later = LessonPage(today=DAY)
    send(later, "restore", code=page.saved, today="2026-03-02")
    assert later.view["due"] == 3
    send(later, "repeat")
    assert later.view["kind"] == "check"


@pytest.mark.parametrize(
    "message",
    [
        None,
        7,
        {},
        {"act": "nothing"},
        {"act": "next", "more": 1},
        {"act": "hint"},
        {"act": "hint", "number": 9},
        {"act": "hint", "number": True},
        {"act": "table", "on": "yes"},
        {"act": "restore", "code": 1, "today": ""},
        {"act": "restore", "code": "", "today": "yesterday"},
        {"act": "restore", "code": "x" * 99999, "today": "x"},
    ],
)
def test_malformed_message_changes_nothing(page: LessonPage, message: object) -> None:
    before = (page.progress, page.desk.layout)
    page._handle_custom_msg(message, ())
    assert (page.progress, page.desk.layout) == before
    assert page.notice
    tap(page, STEPS[0].right)
    assert page.view["verdict"]["seal"] == "ok"


def test_every_order_of_acts_keeps_the_page_whole(page: LessonPage) -> None:
    """Every act at every stage: no fault, and the view always has a title and a way on."""
    names = (
        "next",
        "keep",
        "again",
        "put-back",
        "finish",
        "back",
        "undo",
        "steps",
        "other-checks",
        "repeat",
        "is-right",
        "own-card",
        "show-answer",
        "skip",
        "restart",
    )
    for first in names:
        for second in names:
            send(page, first)
            send(page, second)
            assert page.view["title"]
            assert "log" not in page.notice


def test_given_cubes_are_fixed_on_the_board(page: LessonPage) -> None:
    given = [list(column_row(cell)) for cell in cells_of(STEPS[0].position.layout.occupied)]
    assert page.grid.fixed == {"weapon": given}
