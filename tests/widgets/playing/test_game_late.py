"""Acts of the game page at the wrong time: nothing changes, and a sentence says what to do where one is needed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.rules.test_escape import RICH
from tests.support.game_ends import over, page_of
from tests.support.game_pages import begin, seated
from tests.support.sampling import sample

NEW_GAME = {
    "names": ["a", "b"],
    "players": ["person", "person"],
    "colours": ["red", "blue"],
    "seed": "8",
    "dice": "dealer",
    "real_box": False,
    "adventures": False,
    "mode": "competitive",
    "peaceful": False,
    "characters": [],
    "scenario": 0,
}

ACTS: dict[str, dict[str, Any]] = {
    "answer": {"text": "rest"},
    "share": {"writer": "w" * 24, "name": "Ann"},
    "join": {"code": "BCDFGH", "writer": "w" * 24, "name": "Ann"},
    "take-over": {"name": "Ann"},
    "unshare": {},
    "show-code": {"url": "http://192.0.2.7:3776"},
    "deal": {},
    "undo": {},
    "redo": {},
    "choose": {"text": "rest"},
    "bench-kind": {"kind": "helmet"},
    "bench-waste": {"material": "W"},
    "bench-stow": {"index": 0},
    "bench-build": {"card": "house-card-helmet-1"},
    "bench-done": {},
    "begin": NEW_GAME,
    "cast": {"mode": "competitive", "characters": ["", ""], "scenario": 0},
    "back": {},
    "load": {},
    "restore": {},
    "leave": {},
    "go": {},
    "stop": {},
    "download": {},
    "ruling": {"rule": "gearcard.claim.optional", "reading": "must"},
    "pace": {"stepwise": True},
    "more": {},
    "why-not": {"on": True},
    "older": {},
    "rule": {"rule": "turn.order"},
    "close-rule": {},
    "primer-done": {"name": "monks"},
    "primers": {"on": False},
}

IN_PLAY = ("thinking", "bot", "another", "over")
MOMENTS = ("before", "left", *IN_PLAY)

HARMLESS = {
    # only what is shown
    **dict.fromkeys(("pace", "more", "why-not", "older", "rule", "close-rule"), MOMENTS),
    **dict.fromkeys(("primer-done", "primers", "cast"), MOMENTS),
    "ruling": IN_PLAY,  # for the next game
    **dict.fromkeys(("take-over", "unshare", "show-code"), MOMENTS),  # the game is on no table
    "share": ("before",),  # no game, no table
    "begin": IN_PLAY,  # the second tap of a double tap
    "back": ("before", *IN_PLAY),  # the same
    "restore": ("left", *IN_PLAY),  # what a tab gives back when it comes; a game is here already
    "leave": ("before", "left"),  # there already
    "go": ("before", "left", "thinking", "another", "over"),  # no bot waits
    "stop": ("before", "left", "bot", "another", "over"),  # no bot thinks
    "download": ("before",),  # no game, no file
}
"""When an act that comes at the wrong time needs no sentence."""

TIMELY = {
    *(("share", moment) for moment in ("left", *IN_PLAY)),
    *(("begin", moment) for moment in ("before", "left")),
    *(("load", moment) for moment in ("before", "left")),
    *(("ruling", moment) for moment in ("before", "left")),
    *(("leave", moment) for moment in IN_PLAY),
    *(("download", moment) for moment in ("left", *IN_PLAY)),
    ("restore", "before"),
    ("back", "left"),
    ("go", "bot"),
    ("stop", "thinking"),
}


@pytest.fixture(autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def send(page: GamePage, act: str, **fields: Any) -> None:
    """What a browser sends."""
    page._handle_custom_msg({"act": act, **fields}, ())


def at_moment(moment: str, language: str = "en") -> tuple[GamePage, int]:
    """A page at this moment, and the number of the question that an act of a browser is meant for."""
    page = GamePage(language=language, is_stepwise=moment == "bot")
    match moment:
        case "before":
            return page, 0
        case "over":
            ended = over(RICH, Board(RICH.limits), scores=(50, 20), escapes=(("big", 1), ("", 0)))
            page = page_of(msgspec.structs.replace(ended, agenda=()))
            assert page.asked["part"] == "over"
        case "bot" | "thinking":
            page._open(*seated("random", "person"))
            assert page.asked["part"] == "bot"
            assert page._game.work.is_running == (moment == "thinking")
        case _:
            page._open(*seated("person", "person"))
            assert page.asked["kind"] == "act"
    at = int(page.asked["at"])
    if moment == "another":
        send(page, "answer", text="move", at=at)
    if moment == "left":
        send(page, "leave")
    assert page.notice == ""
    return page, at


def kept(page: GamePage) -> tuple[Any, ...]:
    """What no untimely act may change."""
    session = page.session
    lines = () if session is None else (session.state, len(session.lines))
    asked = {name: value for name, value in page.asked.items() if name != "rows"}
    return session, lines, asked, page.stage, page.agreed, page._game.work.is_running, page.chosen


def tried(act: str, moment: str) -> GamePage:
    """The page after this act at this moment, which must have changed nothing."""
    page, at = at_moment(moment)
    fields = dict(ACTS[act])
    if "at" in GamePage.acts[act]:
        fields["at"] = at
    if act in ("load", "restore"):
        other, _ = at_moment("another")
        assert other.session is not None
        text = other.session.save().decode()
        fields |= {"text": text, "part": 0, "parts": 1} if act == "load" else {"save": other.save}
    before = kept(page)
    send(page, act, **fields)
    assert kept(page) == before, (act, moment)
    page._game.work.cancel()
    return page


def test_every_act_is_tried() -> None:
    assert set(ACTS) == set(GamePage.acts)


@pytest.mark.parametrize(("act", "moment"), sample(product(ACTS, MOMENTS), 48))
def test_untimely_act_changes_nothing_and_says_what_to_do(act: str, moment: str) -> None:
    if (act, moment) in TIMELY:
        return

    async def meanwhile() -> GamePage:
        return tried(act, moment)

    page = asyncio.run(meanwhile()) if moment == "thinking" else tried(act, moment)
    if moment in HARMLESS.get(act, ()):
        assert page.notice == ""
    else:
        assert page.notice.endswith(".")
        assert page.notice not in (page.say("widgets.failed"), page.say("widgets.ignored"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_wrong_time_has_its_own_sentence(language: str) -> None:
    said = []
    for moment in ("before", "bot", "another"):
        page, at = at_moment(moment, language)
        send(page, "answer", text="rest", at=at)
        said.append(page.notice)
    keys = ("late-no-game", "late-bot", "late-question")
    assert said == [
        GamePage(language=language).say(f"game-page.{key}", **({"name": "Aiko"} if key == "late-bot" else {}))
        for key in keys
    ]


def twice(page: GamePage, act: str, **fields: Any) -> None:
    """A double tap: the browser sends the same message again before it hears anything."""
    if "at" in GamePage.acts[act]:
        fields["at"] = page.asked["at"]
    send(page, act, **fields)
    assert (page.notice, page.refused) == ("", {})
    once = kept(page)
    send(page, act, **fields)
    assert (page.notice, page.refused) == ("", {})
    assert kept(page) == once


def test_double_tap_is_one_tap() -> None:
    page = GamePage()
    twice(page, "begin", **NEW_GAME)
    while page.asked["part"] == "rows":
        twice(page, "answer", text=page.asked["rows"][0]["text"])
    twice(page, "bench-done")
    assert page.session is not None
    far = page.session.state
    twice(page, "undo")
    twice(page, "undo")
    assert page.session.state != far
    twice(page, "redo")
    twice(page, "redo")
    assert page.session.state == far
    send(page, "leave")
    twice(page, "back")


def test_double_tap_on_a_space_of_the_map_begins_and_walks_one_move() -> None:
    page = GamePage()
    page._open(*seated("person", "person"))
    page.map.set_state({"selected": "I-1.4"})
    assert page.chosen["then"]
    twice(page, "answer", text=page.chosen["text"])
    assert page.session is not None
    assert page.session.state.samurai[0].space == "I-1.4"


def test_double_tap_on_the_dealer_rolls_once() -> None:
    page = begin(GamePage(), "person person", real_box=True)
    assert page.asked["can_deal"]
    twice(page, "deal")


def test_double_tap_is_one_tap_also_after_bots_have_played() -> None:
    page = GamePage()
    page._open(*seated("person", "random"))
    at = page.asked["at"]
    for text in ("move", "walk I-1.4", "halt"):
        at = page.asked["at"]
        send(page, "answer", text=text, at=at)
    send(page, "answer", text="halt", at=at)
    assert page.notice == ""
    send(page, "answer", text="rest", at=at)
    assert page.notice == page.say("game-page.late-question")


def test_other_answer_to_a_question_that_has_passed_is_told() -> None:
    page = GamePage()
    page._open(*seated("person", "person"))
    at = page.asked["at"]
    send(page, "answer", text="move", at=at)
    before = kept(page)
    send(page, "answer", text="explore", at=at)
    assert page.notice == page.say("game-page.late-question")
    assert kept(page) == before


def test_nothing_is_undone_or_brought_back_where_there_is_nothing() -> None:
    page = GamePage()
    page._open(*seated("person", "person"))
    for act in ("undo", "redo"):
        send(page, act, at=page.asked["at"])
        assert page.notice == page.say(f"game-page.nothing-to-{act}")
