"""A lesson or a puzzle in another language: the same objects, and all that was done, in words of that language."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fujikoro_nb.learning.index import LESSONS
from fujikoro_nb.puzzles.crafting.goal import Goal
from fujikoro_nb.puzzles.crafting.position import Offer, Position
from fujikoro_nb.puzzles.crafting.puzzle import Best, Puzzle, encode
from fujikoro_nb.puzzles.dragons.questions import judged
from fujikoro_nb.puzzles.index import BOOKS
from fujikoro_nb.puzzles.legal.check import answers
from fujikoro_nb.texts import say
from fujikoro_nb.widgets import LessonPage, PuzzlePage
from fujikoro_nb.widgets.base.widget import FujiWidget
from tests.support import small_lessons
from tests.widgets.learn import (
    test_crafting_lesson,
    test_crafting_puzzles,
    test_fight_puzzles,
    test_fighting_lesson,
    test_plan_puzzles,
    test_turns_lesson,
)

DAY = datetime.date(2026, 3, 1)
FEW = 6
"""Puzzles of each book."""
NO_WORDS = ("_esm", "_css", "look", "layout", "notice", "rule_titles", "words")


def send(page: Any, act: str, **fields: object) -> None:
    page._handle_custom_msg({"act": act, **fields}, ())


def everything(page: FujiWidget) -> list[FujiWidget]:
    return [page, *(one for part in page.parts() for one in everything(part))]


def shown(page: FujiWidget) -> dict[str, Any]:
    """All that the page and its parts send, but for ids."""
    return {
        f"{type(one).__name__}.{name}": value
        for one in everything(page)
        for name, value in one.get_state().items()
        if name not in NO_WORDS and not str(value).startswith("IPY_MODEL_")
    }


def same_in_german(page: Any, there: Any, when: str) -> None:
    """What ``page`` says when it is told German is what ``there`` says, which never spoke anything else."""
    before = everything(page)
    page.language = "de"
    assert all(one is other for one, other in zip(everything(page), before, strict=True))
    told, wanted = shown(page), shown(there)
    assert told.keys() == wanted.keys()
    assert {name for name in told if told[name] != wanted[name]} == set(), when
    page.language = "en"


def answer(page: Any, task: Any, *, is_right: bool) -> None:
    match page.run.kind.name:
        case "crafting":
            test_crafting_lesson.tap(page, task.right if is_right else task.wrong)
            test_crafting_lesson.finish(page)
        case "fighting":
            test_fighting_lesson.enter(page, task.right[0] if is_right else task.wrong)
            send(page, "answer")
        case "turns":
            test_turns_lesson.enter(page, task.right[0] if is_right else task.wrong)
        case "small":
            small_lessons.enter(page, task.right[0] if is_right else task.wrong)


def whole_lesson(page: Any) -> Iterator[str]:
    """Every step hinted at, wrong and right; a check missed and looked up, the others right; then the result."""
    for step in page.lesson.steps:
        send(page, "hint", number=1)
        yield f"{step.id}, hint"
        answer(page, step, is_right=False)
        yield f"{step.id}, wrong"
        send(page, "put-back" if page.view["actions"][0]["act"] == "put-back" else "again")
        yield f"{step.id}, again"
        answer(page, step, is_right=True)
        yield f"{step.id}, right"
        send(page, "next")
    for number in range(3):
        yield f"check {number}"
        if number:
            answer(page, page.task, is_right=True)
        else:
            missed(page)
            if page.run.finished is None:
                yield "forgiven"
                send(page, "put-back" if page.view["actions"][0]["act"] == "put-back" else "again")
                missed(page)
            yield "missed"
            send(page, "show-answer")
        yield f"check {number}, done"
        send(page, "next")
    assert page.view["kind"] == "result"
    yield "result"


def missed(page: Any) -> None:
    """The first check gone wrong."""
    match page.run.kind.name:
        case "crafting":
            _, column, row = page.task.right[0]
            test_crafting_lesson.tap(page, [("M", column, row)])
            send(page, "finish")
        case "fighting":
            for cell in page.view["scene"]["ask"].get("free", ()):
                column, row = map(int, cell.split(","))
                send(page, "cell", column=column, row=row)
            if page.task.foes:
                worst = max(page.task.foes, key=lambda foe: int(foe.split("/")[1]))
                send(page, "choose", text=f"attack {worst}")
            send(page, "answer")
        case "turns":
            send(page, "take", action="rest")
        case "small":
            small_lessons.enter(page, small_lessons.missed(page.task))
    assert page.view["verdict"]["seal"] != "ok"


@pytest.mark.parametrize("name", [one.id for one in LESSONS])
def test_a_lesson_says_in_another_language_what_it_would_have_said_in_it(name: str) -> None:
    page, there = (LessonPage(name, today=DAY, language=language) for language in ("en", "de"))
    for when, _ in zip(whole_lesson(page), whole_lesson(there), strict=True):
        same_in_german(page, there, when)


def test_a_space_out_of_reach_is_refused_in_the_language_of_now() -> None:
    page, there = (LessonPage("first-turns", today=DAY, language=language) for language in ("en", "de"))
    for one in (page, there):
        one.map.selected = "I-1.1"
        assert one.view["verdict"]["seal"] == "no"
    same_in_german(page, there, "refused")
    for one in (page, there):
        one.map.selected = ""
    same_in_german(page, there, "nothing chosen any more")


def test_a_board_of_ones_own_is_judged_by_the_card_that_was_drawn() -> None:
    def at_the_table(page: Any) -> Iterator[str]:
        test_crafting_lesson.play_to(page, "card")
        send(page, "table", on=True)
        yield "at the table"
        test_crafting_lesson.tap(page, [("M", 3, 3), ("M", 4, 3)])
        send(page, "own-card")
        yield "a card"
        test_crafting_lesson.tap(page, [("W", 1, 1), ("M", 1, 2), ("M", 1, 3)])
        send(page, "is-right")
        assert page.view["verdict"]["seal"] == "ok"
        yield "judged"

    page, there = (LessonPage("crafting", today=DAY, language=language) for language in ("en", "de"))
    for when, _ in zip(at_the_table(page), at_the_table(there), strict=True):
        same_in_german(page, there, when)


def test_a_lesson_is_undone_after_the_language_has_changed() -> None:
    page = LessonPage("crafting", today=DAY)
    test_crafting_lesson.tap(page, page.step.right)
    send(page.grid, "undo")
    laid, redo = page.desk.layout, page.grid.redo_label
    assert (bool(redo), page.is_opened) == (True, False)
    send(page, "restore", code="", today="2026-03-01")
    assert page.is_opened
    page.language = "de"
    send(page, "restore", code="", today="2026-03-02")  # drawn again: the browser tells the day alone
    assert page.desk.layout == laid
    assert (page.grid.redo_label != redo, bool(page.grid.redo_label)) == (True, True)
    assert page.run.today == datetime.date(2026, 3, 2)
    send(page.grid, "redo")
    assert page.view["verdict"]["word"] == say("lesson.seal-ok", language="de")


# ---- puzzles


def crafting_answer(page: Any) -> None:
    test_crafting_puzzles.lay_solution(page)


def wrong_crafting(page: Any) -> None:
    """All cubes laid somewhere: legal or not, it is hardly the answer."""
    given = {tuple(cell) for cells in page.grid.fixed.values() for cell in cells}
    free = [(column, row) for column in (1, 2, 3, 4) for row in (4, 3, 2, 1) if (column, row) not in given]
    for cube, (column, row) in zip(page.puzzle.position.hand, free, strict=False):
        test_crafting_puzzles.tap(page, cube, column, row)


def fight_answer(page: Any) -> None:
    test_fight_puzzles.enter(page, page.entry.certificate.solution)


def wrong_fight(page: Any) -> None:
    if page.desk.mode == "options":
        send(page, "choose", text=page.entry.certificate.worth[-1][0])
    elif page.desk.mode == "guess":
        send(page, "guess", by=1)


def dragon_answer(page: Any) -> None:
    for at in page.entry.certificate.right[0].split():
        send(page, "tap", at=at)


def wrong_dragon(page: Any) -> None:
    wrong = next(answer for answer, is_right in judged(page.puzzle).items() if not is_right)
    for at in wrong.split():
        send(page, "tap", at=at)


def act_answer(page: Any) -> None:
    send(page, "choose", text=page.run.kind.solution(page.entry))


def wrong_small(page: Any) -> None:
    send(page, "choose", text=next(one.answer for one in page.entry.certificate.every if not one.is_right))


def wrong_act(page: Any) -> None:
    right = page.run.kind.solution(page.entry)
    send(page, "choose", text=next(one for one in answers(page.puzzle) if one != right))


def plan_answer(page: Any) -> None:
    test_plan_puzzles.play(page, page.entry.certificate.best.way)


def wrong_plan(page: Any) -> None:
    test_plan_puzzles.play(page, page.entry.certificate.found[-1].way)


def wrong_evening(page: Any) -> None:
    right = page.entry.certificate.right
    send(page, "choose", text=next(one for one in page.puzzle.choices if one not in right))


ANSWERS: dict[str, tuple[Callable[[Any], None], Callable[[Any], None]]] = {
    **{book.kind: (act_answer, wrong_small) for book in BOOKS if book.game},
    "crafting": (crafting_answer, wrong_crafting),
    "fights": (fight_answer, wrong_fight),
    "dragons": (dragon_answer, wrong_dragon),
    "legal": (act_answer, wrong_act),
    "forbids": (act_answer, wrong_act),
    "plans": (plan_answer, wrong_plan),
    "evenings": (act_answer, wrong_evening),
}


def whole_puzzle(page: Any, entry: Any) -> Iterator[str]:
    right, wrong = ANSWERS[page.run.kind.name]
    page.play(entry)
    yield f"{entry.puzzle.id}, new"
    wrong(page)
    yield "answered"
    send(page, "check")
    send(page, "hint", kind="technique")
    yield "checked, and a hint"
    send(page, "again")
    yield "again"
    right(page)
    send(page, "check")
    yield "right"
    send(page, "show-better")
    yield "the better one"


@pytest.mark.parametrize("name", [one.kind for one in BOOKS])
def test_a_puzzle_says_in_another_language_what_it_would_have_said_in_it(name: str) -> None:
    page, there = (PuzzlePage(kind=name, today=DAY, language=language) for language in ("en", "de"))
    for entry in page.run.book.entries[:: len(page.run.book.entries) // FEW]:
        for when, _ in zip(whole_puzzle(page, entry), whole_puzzle(there, entry), strict=True):
            same_in_german(page, there, when)
    for one in (page, there):
        send(one, "mode", mode="daily")
        send(one, "yesterday", on=True)
    same_in_german(page, there, "yesterday's")


def test_what_was_checked_is_said_again_and_not_what_is_shown_since() -> None:
    """After a right answer that is not the best one, the best lies there, and the verdict is on the other."""
    position = Position(given="WM...:...", hand="MMW", cards=(Offer("m", "WMM"),))
    puzzle = Puzzle(id="own", position=position, goal=Goal(match=True), best=Best.CUBES)
    page, there = (PuzzlePage(today=DAY, language=language) for language in ("en", "de"))
    for one in (page, there):
        test_crafting_puzzles.restore(one, code=encode(puzzle))
        test_crafting_puzzles.tap(one, "M", 3, 1)
        test_crafting_puzzles.tap(one, "M", 1, 2)
        send(one, "check")
        send(one, "show-better")
        assert (one.view["verdict"]["seal"], one.grid.weapon) == ("but", "WMM..:...")
    same_in_german(page, there, "the better one")


def test_a_puzzle_that_is_drawn_again_goes_on() -> None:
    page = PuzzlePage(kind="fights", today=DAY)
    empty = {"code": "", "themes": "", "rating": "", "mode": "", "kept": ""}
    send(page, "restore", **empty, today="2026-03-01")
    fight_answer(page)
    wanted = page.view
    send(page, "restore", **empty, today="2026-03-02")
    assert (page.view, page.run.today) == (wanted, datetime.date(2026, 3, 2))
