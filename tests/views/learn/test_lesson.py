"""What lessons show, made of a run alone: no widget is asked."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
import pytest

from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import LESSONS, kind_of, lesson_of
from fujikoro_nb.learning.lesson import Judged, Outcome
from fujikoro_nb.learning.run import Run, with_check
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.learn.lesson import actions, frame, hint_sentence, result, undo_label, verdict

DAY = datetime.date(2026, 3, 1)
each_lesson = pytest.mark.parametrize("name", [one.id for one in LESSONS])


def run_of(name: str, **changes: Any) -> Run:
    lesson = lesson_of(name)
    start = going.start(name, len(lesson.steps))
    run = Run(kind=kind_of(name), lesson=lesson, progress=start, today=DAY)
    return msgspec.structs.replace(run, **changes)


@each_lesson
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_its_frame(name: str, language: str) -> None:
    run = run_of(name, language=language)
    for number, step in enumerate(run.lesson.steps):
        shown = frame(msgspec.structs.replace(run, progress=going.go_to(run.progress, number)))
        assert (shown["kind"], shown["id"]) == ("step", step.id)
        assert shown["bar"].index("now") == number
        assert shown["text"] == say(f"lesson-{name}.{step.id}-rule", language=language)
        assert shown["rule"]["id"] == step.rule
        assert bool(shown["goal"]) == bool(shown["alone"]) == (number == 0)


@each_lesson
def test_ways_on_follow_what_was_judged(name: str) -> None:
    run = run_of(name)
    asked = [{"act": "finish"}]
    assert actions(run, asked) == asked
    ways = {
        Outcome.RIGHT: ["next"],
        Outcome.OTHER: ["keep", "again"],
        Outcome.REFUSED: ["again"],
    }
    for outcome, acts in ways.items():
        judged = msgspec.structs.replace(run, judged=Judged(outcome=outcome, sentence="Why."))
        assert [one["act"] for one in actions(judged, asked)] == acts
        told = verdict(judged, check_right="", more={"but": "lesson.other-more"})
        assert told is not None
        assert (told["sentence"], bool(told["more"])) == ("Why.", outcome == Outcome.OTHER)


@each_lesson
def test_a_missed_check_offers_its_answer_and_is_counted(name: str) -> None:
    run = run_of(name, progress=going.go_to(run_of(name).progress, 99))
    assert frame(run)["kind"] == "check"
    missed = with_check(msgspec.structs.replace(run, judged=Judged(outcome=Outcome.OTHER)))
    assert missed.progress.results == "m"
    assert [one["act"] for one in actions(missed, [])] == ["show-answer", "next"]
    assert hint_sentence(missed, shown="a", answer="b") == ""
    shown = msgspec.structs.replace(missed, shows_answer=True)
    assert [one["act"] for one in actions(shown, [])] == ["next"]
    assert hint_sentence(shown, shown="a", answer="b") == "b"


def test_undo_names_what_was_done_or_the_step() -> None:
    run = run_of("crafting")
    assert undo_label(run, "") == ""
    assert undo_label(run, "the cube") == "the cube"
    second = msgspec.structs.replace(run, progress=going.go_to(run.progress, 1))
    assert undo_label(second, "") == say("lesson.undo-step", language="en", step=1)


@each_lesson
@pytest.mark.parametrize(("results", "name_of"), [("rrr", "passed"), ("rms", "failed")])
def test_result_names_missed_rules_and_leads_on(name: str, results: str, name_of: str) -> None:
    run = run_of(name)
    progress = msgspec.structs.replace(going.go_to(run.progress, 99), results=results)
    run = msgspec.structs.replace(run, progress=progress)
    shown = result(run, game="")
    assert shown["id"] == name_of
    rules = [rule for line in shown["results"] for rule in line["rules"]]
    assert rules == (list(tuple(run.lesson.checks.values())[1]) if "m" in results else [])
    assert "onward" not in shown


def test_only_who_has_passed_is_led_to_a_game() -> None:
    run = run_of("first-turns")
    for results, is_led in (("rrr", True), ("mmr", False)):
        progress = msgspec.structs.replace(going.go_to(run.progress, 99), results=results)
        shown = result(msgspec.structs.replace(run, progress=progress), game="game.ipynb")
        assert ("onward" in shown) == is_led
        assert "after" not in shown


@each_lesson
def test_who_has_passed_is_led_to_the_lesson_that_follows(name: str) -> None:
    run = run_of(name)
    at = [one.id for one in LESSONS].index(name)
    following = LESSONS[at + 1 : at + 2]
    for results in ("rrr", "mmr"):
        progress = msgspec.structs.replace(going.go_to(run.progress, 99), results=results)
        shown = result(msgspec.structs.replace(run, progress=progress), game="", after="next.ipynb")
        if results == "rrr" and following:
            assert shown["after"]["href"] == "next.ipynb"
            assert say(f"lesson-{following[0].id}.title", language="en") in shown["after"]["label"]
        else:
            assert "after" not in shown
