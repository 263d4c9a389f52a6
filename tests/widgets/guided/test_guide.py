"""The first game on its page: the coach speaks up and refuses nothing, and the game is looked at again."""

from __future__ import annotations

import pytest

from fujikoro_nb.learning.first_game import TURNS, decode
from fujikoro_nb.play.guided import guided_of, turns_over
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.first_games import twelve_turns
from tests.support.game_pages import begin, load, send


def first(language: str = "en") -> GamePage:
    page = GamePage(language=language, is_first=True)
    send(page, "first-game")
    assert page.stage == "play"
    return page


def coached(page: GamePage, *, until: tuple[str, int]) -> GamePage:
    """As the coach plays, until this kind of question comes for the so-manieth time."""
    kind, times = until
    for _ in range(400):
        if page.asked["kind"] == kind:
            times -= 1
        if times == 0:
            return page
        at = page.asked["at"]
        send(page, "guide-better", at=at)
        assert (page.refused, page.notice) == ({}, "")
        assert page.asked["at"] > at
    pytest.fail(f"no {kind}")


def wasteful(page: GamePage) -> None:
    """Walk off instead of building; the coach speaks up, and it is done anyway."""
    at = page.asked["at"]
    send(page, "answer", text="move", at=at)
    assert page.guide["coach"]["kind"] == "nudge"
    assert page.asked["at"] == at, "nothing has happened yet"
    send(page, "guide-anyway", at=at)
    assert page.asked["at"] > at


def opened_anew(language: str = "en") -> GamePage:
    page = GamePage(language=language, is_first=True)
    load(page, twelve_turns().decode())
    return page


def test_everybody_begins_the_same_game() -> None:
    pages = [first(), first("de")]
    states = [page.session.state for page in pages if page.session is not None]
    assert states[0] == states[1]
    assert [page.agreed.bots for page in pages] == [(1,), (1,)]


def test_nothing_of_it_is_in_another_game() -> None:
    page = begin(GamePage())
    assert page.guide == {}
    at = page.asked["at"]
    for act in ("guide-ask", "guide-better", "guide-anyway"):
        send(page, act, at=at)
    send(page, "guide-on")
    assert (page.guide, page.asked["at"]) == ({}, at)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_coach_says_what_it_would_do_and_does_it(language: str) -> None:
    page = first(language)
    assert page.guide["coach"] == {"kind": "idle"}
    at = page.asked["at"]
    send(page, "guide-ask", at=at)
    told = page.guide["coach"]
    assert told["kind"] == "counsel"
    assert told["text"].lower() in [row["label"].lower() for row in page.asked["rows"]]
    assert told["rule"]
    send(page, "guide-better", at=at)
    assert page.asked["at"] > at
    assert page.guide["coach"] == {"kind": "idle"}


def test_a_wasteful_answer_waits_until_the_coach_was_heard() -> None:
    page = coached(first(), until=("act", 2))
    at = page.asked["at"]
    send(page, "answer", text="move", at=at)
    told = page.guide["coach"]
    assert told["text"] == say("first-game.guide-costs", n=1)
    send(page, "choose", text=page.asked["rows"][0]["text"], at=at)
    assert page.guide["coach"] == {"kind": "idle"}, "something else is looked at"
    wasteful(page)
    send(page, "download")
    assert page.session is not None
    guided = guided_of(page.session)
    assert guided is not None
    assert [(note.at, note.turn) for note in guided.noted][-1] == (at, 1)
    send(page, "undo")
    send(page, "download")
    guided = guided_of(page.session)
    assert guided is not None
    assert all(note.at < at for note in guided.noted), "what was taken back is forgotten"


def test_what_the_rules_refuse_is_refused_by_the_rules() -> None:
    page = coached(first(), until=("act", 1))
    at = page.asked["at"]
    send(page, "answer", text="rest", at=at)
    assert page.refused["rule"] == "turn.rest.needs-disc"
    assert page.guide["coach"] == {"kind": "idle"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_twelve_turns_the_game_is_looked_at_again(language: str) -> None:
    page = opened_anew(language)
    assert page.session is not None
    assert turns_over(page.session) == TURNS == decode(page.guide["code"])
    review = page.guide["review"]
    assert [one["title"] for one in review["costly"]] == [
        say("first-game.guide-turn", language=language, turn=1)
    ]
    assert review["costly"][0]["cost"] == say("first-game.guide-costs", language=language, n=1)
    mine, theirs = [one.score for one in page.session.state.samurai]
    assert str(mine) in review["points"] or mine == 1
    assert str(theirs) in review["points"]
    send(page, "guide-on")
    assert page.guide["review"] == {}
    assert page.asked["kind"] == "act", "it goes on from there"
