"""What a phone of a duel is told: not a byte depends on what is right about a question that it has yet to answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from fujikoro_nb.puzzles.storm import duel as duels
from fujikoro_nb.puzzles.storm.duel import Began, Duel, Line, Ready, Said
from fujikoro_nb.puzzles.storm.tasks import Task, task
from fujikoro_nb.serve.readers.shown import shown
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.views.learn import duel as view
from fujikoro_nb.widgets.seats.duel_seat import DuelSeat

SEED = "canary-of-the-seed"


def raced(said: tuple[str, str], *, goal: str = "first-10", flips: int | None = None) -> Duel:
    """A round in which each racer was right (``r``) or wrong (``w``); ``flips``: whose words are the other ones."""
    lines: list[Line] = [Ready(0, 1), Ready(1, 2), Began(SEED, 3)]
    for racer, verdicts in ((1, said[1]), (0, said[0])):
        for number, verdict in enumerate(verdicts):
            is_right = verdict == "r"
            yes = (task(SEED, number).answer == is_right) != (flips == racer)
            lines.append(Said(racer, number, yes, is_right, 10))
    duel = duels.read(duels.begun(("Ann", "Ben"), goal))
    for line in lines:
        duel = duels.after(duel, line)
    return duel


def bytes_of(duel: Duel, seat: int, language: str) -> str:
    """Everything that the stream of this seat would send."""
    page = DuelSeat(language=language, code="BCDFGH")
    page.show(duel, {}, seat=seat)
    told = json.dumps(shown(page).models, ensure_ascii=False)
    page.close()
    return told


def turned(own: int) -> Callable[[str, int], Task]:
    """The same questions with everything else that there is to know of those from ``own`` on made another."""

    def other(seed: str, number: int) -> Task:
        one = task(seed, number)
        if number < own:
            return one
        return msgspec.structs.replace(
            one,
            answer=not one.answer,
            reason="further",
            n=one.n + 7,
            most=one.most + 7,
            cube="T",
            refusal=None,
            rule="craft.weapon.two-max",
            marks=one.marks ^ 0b1011,
        )

    return other


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("said", [("", ""), ("rrw", "r"), ("ww", "www"), ("r", "rrrrrrrrr")])
def test_nothing_that_is_sent_depends_on_what_is_right_about_a_question_not_yet_answered(
    said: tuple[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = raced(said)
    assert duel.is_racing
    for seat in (0, 1, -2):
        own = len(said[seat]) if seat >= 0 else 0
        before = bytes_of(duel, seat, language)
        with monkeypatch.context() as patch:
            patch.setattr(view, "task", turned(own))
            assert bytes_of(duel, seat, language) == before
        assert SEED not in before
        other = 1 - seat if seat >= 0 else 0
        assert bytes_of(raced(said, flips=other), seat, language) == before, "nor on what the other said"


def test_a_question_that_was_answered_does_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: with the own miss its reason is there."""
    duel = raced(("rrw", "r"))
    before = bytes_of(duel, 0, "en")
    monkeypatch.setattr(view, "task", turned(2))
    assert bytes_of(duel, 0, "en") != before


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_result_says_of_each_question_who_solved_it(language: str) -> None:
    duel = raced(("rrrrrrrrrr", "rw"))
    page: dict[str, Any] = view.duel_view(duel, {}, seat=1, language=language)["duel"]
    assert (page["state"], page["task"]) == ("over", None)
    rows = page["result"]["rows"]
    assert [row["solved"] for row in rows] == [
        ["right", "right"],
        ["right", "missed"],
        *[["right", ""]] * 8,
    ]
    assert [row["number"] for row in rows if row["keep"]] == [2], "the own miss can be kept"
    assert rows[1]["keep"]["code"] == f"{SEED}.1"
    assert all(row["why"] and row["answer"] for row in rows)
    assert [racer["won"] for racer in page["racers"]] == [1, 0]
