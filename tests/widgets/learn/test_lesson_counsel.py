"""Counsel in a lesson: only where there is something to choose and for whoever asks; in a check only afterwards."""

from __future__ import annotations

import asyncio
import time

import pytest

from fujikoro_nb.bots.planner import advice
from fujikoro_nb.bots.planner.search import Budget
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.learning.index import LESSONS, lesson_of
from fujikoro_nb.learning.turns.choice import question_with_plans
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.widgets import LessonPage
from fujikoro_nb.widgets.guided import counsel
from tests.support.turn_lessons import enter, play_to, send

FEW = Budget(worlds=12)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "COUNSEL", FEW)


def idle(page: LessonPage, about: str = "step") -> dict[str, object]:
    """What stands there before anybody has asked."""
    note = say(f"game-counsel.counsel-in-{about}", language=page.language)
    return {"may": True, "is_thinking": False, "note": note}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_learner_who_asks_hears_of_the_best_plans(language: str) -> None:
    page = LessonPage("first-turns", language=language)
    play_to(page, page.lesson.steps, "where")
    before, done = page.desk.state, page.progress
    assert page.counsel == idle(page), "never by itself"
    send(page, "counsel")
    rows = page.counsel["rows"]
    assert 1 < len(rows) <= 3
    assert len({row["label"] for row in rows}) == len(rows)
    for row in rows:
        assert all(row.values()), row
    assert page.counsel["about"] == say("game-counsel.counsel-about-points", language=language)
    assert page.desk.state is before, "nothing is played"
    assert page.progress == done, "in a step it costs nothing"
    assert page.view["verdict"] is None


def test_what_was_advised_goes_with_the_position() -> None:
    page = LessonPage("first-turns")
    play_to(page, page.lesson.steps, "two")
    send(page, "counsel")
    rows = page.counsel["rows"]
    page.language = "de"
    assert [row["label"] for row in page.counsel["rows"]] != [row["label"] for row in rows]
    assert len(page.counsel["rows"]) == len(rows), "another language says the same plans"
    page.language = "en"
    assert page.counsel["rows"] == rows
    begun = page.step.right[0]
    enter(page, begun[:2])
    assert "rows" not in page.counsel
    send(page, "undo")
    assert "rows" not in page.counsel


def test_after_a_right_answer_there_is_nothing_to_ask() -> None:
    page = LessonPage("first-turns")
    enter(page, page.step.right[0])
    assert page.counsel == {}
    send(page, "counsel")
    assert page.counsel == {}
    send(page, "counsel-stop")
    assert page.counsel == {}


def test_where_one_answer_is_all_there_is_no_button() -> None:
    """turn.rest.forced: nobody can act without discs; and nothing is compared of how a tile is turned."""
    page = LessonPage("first-turns")
    for step in ("forced", "orient"):
        page = LessonPage("first-turns")
        play_to(page, page.lesson.steps, step)
        assert page.desk.position is not None
        assert page.counsel == {}, step
        send(page, "counsel")
        assert page.counsel == {}, step


@pytest.mark.parametrize("lesson", ["crafting", "fighting", "makai-cards", "fuji-draw"])
def test_where_no_plan_can_be_made_there_is_no_button(lesson: str) -> None:
    page = LessonPage(lesson)
    assert page.counsel == {}
    send(page, "counsel")
    assert page.counsel == {}


def test_in_a_check_counsel_comes_only_afterwards_and_about_where_it_began() -> None:
    page = LessonPage("first-turns")
    send(page, "skip")
    assert page.counsel == {}
    send(page, "counsel")
    assert page.counsel == {}, "a check asks what one can do alone"
    enter(page, page.task.right[0])
    assert page.run.finished is not None
    results = page.progress.results
    assert page.counsel == idle(page, "check")
    send(page, "counsel")
    assert page.counsel["rows"]
    assert page._counsel._of is page.run.finished.start
    assert page.progress.results == results, "it costs nothing any more"
    send(page, "next")
    assert page.counsel == {}


def test_a_group_hears_what_the_group_gains_and_who_is_who() -> None:
    page = LessonPage("together")
    send(page, "counsel")
    assert page.counsel["about"] == say("game-counsel.counsel-about-group")
    assert "for the group" in page.counsel["rows"][0]["worth"]


def test_it_is_stopped_at_once_and_the_first_plan_comes_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "COUNSEL", Budget(worlds=5000))

    async def stopped() -> tuple[LessonPage, float, float]:
        page = LessonPage("first-turns")
        begun = time.monotonic()
        send(page, "counsel")
        assert page.counsel["is_thinking"]
        async with asyncio.timeout(60):
            while not page.counsel.get("rows"):
                await asyncio.sleep(0.01)
        first = time.monotonic() - begun
        begun = time.monotonic()
        send(page, "counsel-stop")
        took = time.monotonic() - begun
        rows = page.counsel["rows"]
        await asyncio.sleep(0.05)
        assert page.counsel["rows"] == rows
        send(page, "counsel")
        enter(page, page.step.right[0])  # whoever goes on waits for nothing
        assert not page.counsel.get("is_thinking")
        return page, first, took

    page, first, took = asyncio.run(stopped())
    assert not page.counsel.get("is_thinking")
    assert first < 1
    assert took < 0.2


def test_counsel_that_fails_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> object:
        raise RuntimeError("no plan")

    monkeypatch.setattr(counsel, "counselled", broken)
    page = LessonPage("first-turns")
    send(page, "counsel")
    assert page.notice
    assert "no plan" not in page.notice
    assert page.counsel == idle(page), "and it can be asked for again"


def test_the_button_stands_at_most_positions_of_lessons_on_turns() -> None:
    """Of steps with an action to choose all but the one where there is a single legal answer."""
    missing = []
    for entry in LESSONS:
        if entry.kind != "turns":
            continue
        for step in lesson_of(entry.id).steps:
            question = game_of(step.start).question(step.start)
            if question is not None and question.kind == "act" and not question_with_plans(step.start):
                missing.append((entry.id, step.id))
    assert missing == [("first-turns", "forced")]
