"""The lesson on the eight scenarios without a browser: what is shown of tokens, guards and a clock without end."""

from __future__ import annotations

import datetime

import pytest

from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.learn.lesson_page import LessonPage
from tests.support.turn_lessons import enter, play_to, send

STEPS = lesson_of("eight-evenings").steps


def at_step(name: str, language: str = "en") -> LessonPage:
    page = LessonPage("eight-evenings", today=datetime.date(2026, 3, 1))
    play_to(page, STEPS, name)
    page.language = language
    return page


def test_a_step_for_each_scenario_in_order() -> None:
    assert [step.game.scenario for step in STEPS] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [int(step.rule.split(".")[1]) for step in STEPS] == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.rule("scenario.1.competitive.dragon-loot", "scenario.1.competitive.tokens-extra-action")
def test_status_tokens_are_shown_where_they_are_a_purse() -> None:
    page = at_step("tokens")
    assert page.view["turn"]["points"] == "0 points, 0 tokens"
    send(page, "take", action="gather")
    assert page.view["turn"]["points"] == "0 points, 1 token"
    enter(page, ("move", "walk I-1.4", "halt", "buy-action"))
    assert page.view["turn"]["points"] == "0 points, 0 tokens"
    assert at_step("march").view["turn"]["points"] == "0 points"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guard_is_called_by_its_temple(language: str) -> None:
    page = at_step("guard", language)
    enter(page, STEPS[6].right[0])
    told = [one["text"] for one in page.view["turn"]["happened"]]
    named = page.say("game-page.guard", n=1)
    assert sum(text.startswith(named) for text in told) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_rounds_without_a_last_one_are_counted_alone(language: str) -> None:
    """scenario.8.solo.no-round-limit"""
    assert (
        at_step("fifty", language).view["turn"]["group"]["round"]
        == {
            "en": "Round 1",
            "fr": "Manche 1",
            "de": "Runde 1",
        }[language]
    )
