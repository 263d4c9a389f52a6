"""FightLesson without a browser: the whole lesson played through its messages, and what it does with bad ones."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.texts import say
from fujikoro_nb.widgets import FightLesson

DAY = datetime.date(2026, 3, 1)
LESSON = lesson_of("fighting")
STEPS = LESSON.steps
SEALS = {Outcome.RIGHT: "ok", Outcome.OTHER: "but", Outcome.REFUSED: "no"}


@pytest.fixture
def page() -> FightLesson:
    return FightLesson(today=DAY)


def send(page: Any, act: str, **fields: object) -> None:
    page._handle_custom_msg({"act": act, **fields}, ())


def enter(page: Any, text: str) -> None:
    """Put an answer together as the page does: cubes, dice, or one of the answers on offer."""
    verb, *words = text.split()
    mode = page.view["scene"]["ask"]["mode"]
    if mode == "cells":
        for word in words:
            column, row = map(int, word.split(","))
            send(page, "cell", column=column, row=row)
    elif mode == "dice":
        for colour in words[1]:
            send(page, "die", part=words[0], colour=colour, by=1)
    else:
        assert verb
        send(page, "choose", text=text)
    assert page.desk.draft == text


def acts(page: Any) -> list[str]:
    return [action["act"] for action in page.view["actions"] if not action.get("off")]


def play_to(page: Any, name: str) -> None:
    for step in STEPS:
        if step.id == name:
            break
        enter(page, step.right[0])
        send(page, "answer")
        send(page, "next")
    assert page.view["id"] == name


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_right_and_wrong_path_of_each_step(page: FightLesson, step: Any) -> None:
    play_to(page, step.id)
    assert acts(page) == []
    enter(page, step.wrong)
    send(page, "answer")
    verdict = page.view["verdict"]
    assert verdict["seal"] == SEALS[step.wrong_outcome]
    assert verdict["rule"]
    assert acts(page) == (["keep", "again"] if step.wrong_outcome == Outcome.OTHER else ["again"])
    send(page, "again")
    assert page.view["verdict"] is None
    assert page.desk.draft == ""
    enter(page, step.right[0])
    send(page, "answer")
    assert page.view["verdict"]["seal"] == "ok"
    assert page.view["verdict"]["rule"] == step.rule
    assert acts(page) == ["next"]
    assert page.notice == ""


def test_what_is_legal_may_be_kept(page: FightLesson) -> None:
    enter(page, STEPS[0].wrong)
    send(page, "answer")
    send(page, "keep")
    assert page.view["id"] == STEPS[1].id
    assert page.progress.done.startswith("k")


def test_show_it_sets_the_answer_and_never_blocks(page: FightLesson) -> None:
    for step in STEPS:
        for number in (1, 2, 3):
            send(page, "hint", number=number)
            assert page.view["hint"]
        assert page.desk.draft == step.right[0]
        send(page, "answer")
        send(page, "next")
    assert set(page.progress.done) == {"s"}


def answer_wrongly(page: FightLesson) -> None:
    if not page.task.foes:  # every cube at once is refused
        for cell in page.view["scene"]["ask"]["free"]:
            column, row = map(int, cell.split(","))
            send(page, "cell", column=column, row=row)
    else:
        enter(page, f"attack {max(page.task.foes, key=lambda foe: int(foe.split('/')[1]))}")
    send(page, "answer")


def test_three_checks_passed_and_missed(page: FightLesson) -> None:
    send(page, "skip")
    for kind in LESSON.checks:
        assert page.view["id"] == kind
        enter(page, page.task.right[0])
        send(page, "answer")
        assert page.view["verdict"]["seal"] == "ok"
        send(page, "next")
    assert page.view["id"] == "passed"
    send(page, "other-checks")
    for _ in LESSON.checks:
        before = page.progress.results
        answer_wrongly(page)
        if page.run.finished is None:
            assert page.view["verdict"]["more"] == say("lesson.check-forgiven")
            assert page.progress.results == before
            send(page, "again")
            answer_wrongly(page)
        assert page.progress.results == before + "m"
        assert page.view["verdict"]["seal"] != "ok"
        send(page, "show-answer")
        assert page.view["hint"]
        send(page, "next")
    assert page.view["id"] == "failed"
    assert [rule for line in page.view["results"] for rule in line["rules"]] == [
        rule for rules in LESSON.checks.values() for rule in rules
    ]
    assert {kind for kind, _ in page.progress.reviews} == set(LESSON.checks)


def test_dice_are_seen_before_they_are_rolled_and_as_they_fell(page: FightLesson) -> None:
    """The step with four dice: W 1 0, M 2, T 2, written in the lesson; the faces lie open where dice are chosen."""
    play_to(page, "dice")
    assert page.view["open_faces"]
    assert page.view["scene"]["roll"] == []
    enter(page, page.step.right[0])
    send(page, "answer")
    seen = [(die["colour"], die["hits"], die["broken"]) for die in page.view["scene"]["roll"]]
    assert seen == [("W", 1, False), ("W", 0, False), ("M", 2, False), ("T", 2, False)]
    send(page, "next")
    before = page.view["scene"]["roll"]
    assert not page.view["open_faces"]
    enter(page, page.step.right[0])
    send(page, "answer")
    assert page.view["scene"]["roll"] == before, "what is answered stays on the table"


def test_step_and_draft_survive_a_reload(page: FightLesson) -> None:
    play_to(page, "break")
    enter(page, "lose 1,1")
    other = FightLesson(today=DAY)
    send(other, "restore", code=page.saved, today="2026-03-01")
    assert other.view["id"] == "break"
    assert other.desk.draft == "lose 1,1"


def test_undo_takes_the_choice_back_and_then_the_step(page: FightLesson) -> None:
    play_to(page, "break")
    enter(page, "lose 1,1")
    send(page, "undo")
    assert page.desk.draft == ""
    send(page, "undo")
    assert page.view["id"] == "dice"


@pytest.mark.parametrize(
    "message",
    [
        {"act": "choose", "text": "attack 1/1/3"},
        {"act": "choose", "text": "retreat"},
        {"act": "cell", "column": 1, "row": 1},
        {"act": "die", "part": "left", "colour": "W", "by": 1},
        {"act": "answer"},
        {"act": "cell", "column": 99, "row": 1},
        {"act": "die", "part": "left", "colour": "X", "by": 1},
        {"act": "choose"},
        {"act": "restore", "code": "%%%", "today": "2026-03-01"},
        {"act": "restore", "code": "", "today": "tomorrow"},
    ],
)
def test_bad_messages_change_nothing(page: FightLesson, message: dict[str, object]) -> None:
    before = page.progress, page.desk.draft
    page._handle_custom_msg(message, ())
    assert (page.progress, page.desk.draft) == before
    assert page.view["id"] == STEPS[0].id
