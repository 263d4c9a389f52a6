"""The page of the storm: answers are judged once each, misses are told with their reason, scores go to the browser."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from fujikoro_nb.play.duel_table import duel_in
from fujikoro_nb.puzzles.storm import run as storms
from fujikoro_nb.puzzles.storm.run import Score, Scores
from fujikoro_nb.puzzles.storm.tasks import task
from fujikoro_nb.store.sharing import SEATS_KEY, tables
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.widgets.quick.storm_page import StormPage

TODAY = "2026-03-02"


def send(page: StormPage, act: str, **fields: Any) -> None:
    page._handle_custom_msg({"act": act, **fields}, ())


def answer(page: StormPage, *right: bool, left: int = 100) -> None:
    for is_right in right:
        at = page.view["at"]
        send(page, "answer", at=at, yes=task("tea", at).answer == is_right, left=left)


def begun(**settings: Any) -> StormPage:
    page = StormPage(**settings)
    send(page, "restore", kept="", today=TODAY)
    send(page, "begin", seed="tea")
    return page


def test_nothing_of_a_question_tells_its_answer() -> None:
    page = begun()
    shown = page.view["task"]
    assert set(shown) == {"kind", "question", "yes", "no", "board", "card"}
    assert shown["board"]["marks"] == []
    answer(page, True, True)
    assert page.view["task"]["board"]["marks"] == []


def test_an_answer_counts_once() -> None:
    page = begun()
    right = task("tea", 0).answer
    send(page, "answer", at=0, yes=right, left=170)
    send(page, "answer", at=0, yes=right, left=170)
    assert (page.view["at"], page.view["stands"]["right"]) == (1, 1)
    send(page, "begin", seed="rice")
    assert page.seed == "tea", "begun once"
    send(page, "stop", left=20)
    before = page.saved
    send(page, "answer", at=1, yes=True, left=20)
    send(page, "stop", left=20)
    assert (page.view["at"], page.saved, page.scores.played) == (1, before, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_missed_is_told_with_why_and_a_rule(language: str) -> None:
    page = begun(language=language)
    answer(page, True, False, True, False, False)
    view = page.view
    assert view["state"] == "over"
    assert view["task"] is None
    missed = view["result"]["missed"]
    assert [one["number"] for one in missed] == [1, 3, 4]
    for one in missed:
        assert one["rule"] == task("tea", one["number"]).rule
        assert one["why"]
        assert one["said"].endswith(one["no" if task("tea", one["number"]).answer else "yes"])
    assert view["best"] == [page.say("storm.score", right=2, longest=1, day=TODAY)]


def test_every_reason_has_its_words() -> None:
    page = StormPage(language="de")
    for number in range(60):
        send(page, "begin", seed=f"words-{number}")
        for at in range(3):
            send(page, "answer", at=at, yes=not task(f"words-{number}", at).answer, left=100)
        assert all(one["why"] and one["rule"] for one in page.view["result"]["missed"])


def test_scores_come_back_and_a_better_one_is_told() -> None:
    kept = storms.encode(Scores(best=(Score(2, 2, datetime.date(2026, 3, 1).toordinal()),), played=4))
    page = StormPage()
    send(page, "restore", kept=kept, today=TODAY)
    send(page, "begin", seed="tea")
    answer(page, True, True, True)
    send(page, "stop", left=0)
    assert page.say("storm.best-now", best=2) in page.view["result"]["lines"]
    assert [one.right for one in storms.decode(page.saved).best] == [3, 2]
    send(page, "begin", seed="")
    assert page.seed not in ("", "tea")
    assert page.view["state"] == "running"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tablet_is_passed_on_with_the_same_questions(language: str) -> None:
    """Need P8: whoever comes next sees no answer before; only the first one's score is kept."""
    page = begun(language=language)
    send(page, "pass")
    assert page.view["passed"] is None, "nobody passes it on in the middle"
    answer(page, True, False)
    send(page, "stop", left=20)
    kept = page.saved
    send(page, "pass")
    shown = page.view
    assert (shown["state"], shown["result"], shown["task"]) == ("ready", None, None)
    assert shown["passed"]["turn"] == say("storm.passed", language=language, n=2)
    assert shown["passed"]["lines"] == [say("storm.player", language=language, n=1, right=1, longest=1)]
    assert page.seed == "tea"
    send(page, "begin", seed="rice")
    assert page.seed == "tea", "the same questions"
    answer(page, True, True, True)
    send(page, "stop", left=20)
    assert page.view["passed"]["turn"] == ""
    assert page.view["passed"]["lines"] == [
        say("storm.player", language=language, n=1, right=1, longest=1),
        say("storm.player-ahead", language=language, n=2, right=3, longest=3),
    ]
    assert (page.saved, page.scores.played) == (kept, 1)
    assert len(page.view["result"]["lines"]) == 2, "its length and its pace, beside no score of somebody else"
    while page.view["can_pass"]:
        send(page, "pass")
        send(page, "begin", seed="")
        answer(page, True)
        send(page, "stop", left=20)
    assert len(page.view["passed"]["lines"]) == 8
    send(page, "begin", seed="rice")
    assert (page.seed, page.view["passed"]) == ("rice", None)
    answer(page)
    send(page, "stop", left=20)
    assert page.scores.played == 1, "one without an answer was none"


def test_the_tablet_goes_on_after_somebody_who_answered_nothing() -> None:
    """Need P8: the third player gets the same questions although the second one gave no answer."""
    page = begun()
    send(page, "stop", left=20)
    assert page.view["can_pass"] is False, "a round begins with answers"
    send(page, "begin", seed="tea")
    answer(page, True)
    send(page, "stop", left=20)
    send(page, "pass")
    send(page, "begin", seed="")
    send(page, "stop", left=20)
    assert page.view["can_pass"] is True
    send(page, "pass")
    assert page.view["passed"]["turn"] == page.say("storm.passed", n=3)
    send(page, "begin", seed="")
    answer(page, True, True)
    send(page, "stop", left=20)
    assert page.seed == "tea"
    assert page.view["passed"]["lines"] == [
        page.say("storm.player", n=1, right=1, longest=1),
        page.say("storm.player", n=2, right=0, longest=0),
        page.say("storm.player-ahead", n=3, right=2, longest=2),
    ]


def test_damaged_scores_are_said() -> None:
    page = StormPage()
    send(page, "restore", kept="no code", today=TODAY)
    assert page.notice == page.say("storm.bad-store")
    send(page, "begin", seed="no seed at all!")
    assert page.seed != "no seed at all!"


def test_another_language_goes_on_where_it_was() -> None:
    page = begun()
    answer(page, True, False)
    page.language = "fr"
    assert page.view["at"] == 2
    assert page.view["task"]["question"] == page.say(f"storm.ask-{task('tea', 2).kind}")
    assert page.view["said"].startswith("Manqué")


# ---- what was missed, once more


def over_with_a_miss(language: str = "en") -> StormPage:
    page = begun(language=language)
    answer(page, True, False, True)
    send(page, "stop", left=20)
    return page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missed_question_is_tried_again_by_itself(language: str) -> None:
    page = over_with_a_miss(language)
    [missed] = page.view["result"]["missed"]
    kept, scores = page.saved, page.scores
    send(page, "try", code=missed["keep"]["code"])
    once = page.view["once"]
    assert (page.view["state"], once["seal"], once["why"], once["board"]["marks"]) == ("once", "", "", [])
    send(page, "answer-once", yes=not task("tea", 1).answer)
    assert page.view["once"]["seal"] == "no"
    assert page.view["once"]["why"] == missed["why"]
    send(page, "answer-once", yes=task("tea", 1).answer)
    assert page.view["once"]["seal"] == "no", "one answer"
    send(page, "try", code=missed["keep"]["code"])
    send(page, "answer-once", yes=task("tea", 1).answer)
    assert page.view["once"]["seal"] == "ok"
    assert (page.saved, page.scores) == (kept, scores), "it counts nothing"
    send(page, "leave-once")
    assert page.view["state"] == "over"
    assert "no text" not in str(page.view)


def test_a_kept_question_is_the_same_in_another_browser() -> None:
    [missed] = over_with_a_miss().view["result"]["missed"]
    page = StormPage()
    send(page, "restore", kept="", today=TODAY)
    send(page, "try", code=missed["keep"]["code"])
    assert page.view["once"]["board"]["rows"] == missed["board"]["rows"]
    assert page.view["once"]["question"] == missed["question"]
    send(page, "begin", seed="tea")
    assert (page.view["state"], page.view["once"]) == ("running", None)
    send(page, "try", code=missed["keep"]["code"])
    assert page.view["state"] == "running", "no question comes into a storm"


@pytest.mark.parametrize(
    "code", ["", "tea", "tea.", ".5", "tea.400", "tea.-1", "t e.1", "tea.1.1", "a" * 21 + ".1", "tea.٣"]
)
def test_a_code_that_names_no_question_is_said(code: str) -> None:
    page = StormPage()
    send(page, "try", code=code)
    assert page.view["state"] == "ready"
    assert page.notice


# ------------------------------------------------------------------ a duel of two phones

URL = "http://192.168.1.5:3776/x"


def test_a_duel_is_opened_and_this_page_gets_nothing_of_its_questions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(SEATS_KEY, "seats-key")
    page = begun()
    send(page, "stop", left=100)
    send(page, "duel", one=" An\u202en\n", two="\u200b\u202e", goal="first-10", url=URL)
    code = page.duel["code"]
    assert page.duel["seats"] == f"http://192.168.1.5:3776/table/{code}/seat?token=seats-key"
    duel = duel_in(tables().table(code).state().parts)
    assert duel.head.names == ("Ann", say("duel.racer", language="en", n=2))
    assert (duel.head.goal, duel.round) == ("first-10", None)
    send(page, "duel", one="A", two="B", goal="first-10", url=URL)
    assert page.duel["code"] == code, "tapped twice"
    send(page, "leave-duel")
    assert page.duel == {}


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        (None, {}),
        ("k", {"two": "B" * 31}),
        ("k", {"two": 5}),
        ("k", {"two": ["B"]}),
        ("k", {"goal": "forever"}),
        ("k", {"url": "javascript:alert(1)"}),
        ("k", {"url": 7}),
        ("k", {"url": "http://[::1"}),
        ("k", {"url": "http://x:99999999/"}),
    ],
)
def test_a_duel_that_cannot_be_opened_leaves_no_table(
    key: str | None, wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if key is None:
        monkeypatch.delenv(SEATS_KEY, raising=False)
    else:
        monkeypatch.setenv(SEATS_KEY, key)
    before = len(tables().tables())
    page = StormPage()
    send(page, "duel", **{"one": "A", "two": "B", "goal": "minutes-3", "url": URL, **wrong})
    assert page.duel == {}
    assert len(tables().tables()) == before
    if key is None:
        assert page.notice == say("duel.none", language="en")


def test_after_a_passed_storm_nobody_else_scores_for_player_1() -> None:
    """Whoever played last has seen the answers: these questions are not asked again, and a new round begins."""
    page = begun()
    answer(page, True)
    send(page, "stop", left=20)
    send(page, "pass")
    send(page, "begin", seed="")
    answer(page, False, True)
    send(page, "stop", left=20)
    kept = page.saved
    send(page, "begin", seed=page.seed)
    assert page.seed not in ("", "tea"), "new questions"
    assert (page.round, page.view["passed"], page.saved) == ((), None, kept)


def test_whoever_plays_alone_has_the_same_questions_again() -> None:
    page = begun()
    answer(page, True)
    send(page, "stop", left=20)
    send(page, "begin", seed=page.seed)
    assert page.seed == "tea"
