"""Counsel on a game's page: only for whoever asks, from what the seat sees, with worth, risk and reason."""

from __future__ import annotations

import asyncio
import time

import msgspec
import pytest

from fujikoro_nb.bots import new_session, why
from fujikoro_nb.bots.planner import advice
from fujikoro_nb.bots.planner.advice import Advised, Counsel, counselled
from fujikoro_nb.bots.planner.rollout import Part, Plan
from fujikoro_nb.bots.planner.search import Budget
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.board.box import Peeked
from fujikoro_nb.engine.fujikoro.board.player import OwnedCard
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Seat, Seeded, Session
from fujikoro_nb.texts import LANGUAGES, decimal, say
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.learn.counsel import counsel_view
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.game_pages import begin, seated, send
from tests.support.game_positions import realm
from tests.support.gear_positions import board

FEW = Budget(worlds=12)


def at_act(language: str = "en") -> GamePage:
    """Two people, the first of them to act."""
    page = GamePage(language=language)
    page._open(*seated("person", "person"))
    assert page.asked["kind"] == "act"
    return page


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "COUNSEL", FEW)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_asks_hears_of_the_best_plans(language: str) -> None:
    page = at_act(language)
    assert page.counsel == {"may": True, "is_thinking": False, "is_second": False}, "never by itself"
    before = page.session and len(page.session.lines)
    send(page, "counsel", at=page.asked["at"])
    rows = page.counsel["rows"]
    assert 1 < len(rows) <= 3
    assert len({row["label"] for row in rows}) == len(rows)
    assert page.counsel["about"] == say("game-counsel.counsel-about-points", language=language)
    for row in rows:
        assert all(row.values()), row
    counsel = page._counselling._advising.counsel
    assert counsel is not None
    gains = [one.gain for one in counsel.plans]
    assert gains == sorted(gains, reverse=True)
    assert len({one.worlds for one in counsel.plans}) == 1, "all in the same worlds"
    assert page.session is not None
    assert len(page.session.lines) == before, "nothing is played"
    assert not page.counsel["is_thinking"]


@pytest.mark.parametrize(
    ("mode", "aim", "whose"), [("solo", "alone", "for you"), ("coop", "group", "for the group")]
)
def test_a_group_hears_what_the_group_gains_and_one_alone_what_they_do(
    mode: str, aim: str, whose: str
) -> None:
    page = begin(GamePage(), "person" if mode == "solo" else "person person", mode=mode)
    while page.asked["kind"] != "act":
        send(page, "counsel", at=page.asked["at"])
        assert all(row["label"] for row in page.counsel["rows"]), page.asked["kind"]
        was_played_out = any(row["worth"] for row in page.counsel["rows"])
        assert bool(page.counsel["about"]) == was_played_out, "nothing is said of what was not tried"
        send(page, "counsel-do", at=page.asked["at"], index=0)
    send(page, "counsel", at=page.asked["at"])
    assert page.counsel["about"] == say(f"game-counsel.counsel-about-{aim}")
    assert whose in page.counsel["rows"][0]["worth"]


def test_what_is_advised_can_be_done_with_the_walk() -> None:
    page = at_act()
    send(page, "counsel", at=page.asked["at"])
    counsel = page._counselling._advising.counsel
    assert counsel is not None and page.session is not None
    plan, before = counsel.plans[0].plan, len(page.session.lines)
    send(page, "counsel-do", at=page.asked["at"], index=0)
    given = [line.entry.answer for line in page.session.lines[before:]]
    assert [part.answer for part in plan.parts] == given[: len(plan.parts)]
    assert "rows" not in page.counsel, "at the next question nothing is advised by itself"


def test_what_is_advised_goes_on_after_an_answer_that_came_by_itself() -> None:
    """gearcard.bonus.helmet: the wood of the card finds one place in an empty backpack, so nobody is asked for it."""
    card = OwnedCard("pine", GearKind.HELMET, "move", "wood")
    state = realm(board(cards=(card,)), board(), tiles={"I-1": "......."}).state
    page = GamePage()
    page._open(Session(GAME, state, dealer=Seeded("1")), seated("person", "person")[1])
    send(page, "counsel", at=page.asked["at"])
    counsel = page._counselling._advising.counsel
    assert counsel is not None and page.session is not None
    plans = [one.plan for one in counsel.plans]
    index = next(n for n, plan in enumerate(plans) if {"stow", "walk"} <= {part.kind for part in plan.parts})
    before = len(page.session.lines)
    send(page, "counsel-do", at=page.asked["at"], index=index)
    lines = page.session.lines[before:]
    assert any(line.entry.automatic and line.question.kind == "stow" for line in lines)
    parts = plans[index].parts
    assert [part.answer for part in parts] == [line.entry.answer for line in lines[: len(parts)]]


def test_what_only_others_know_changes_no_byte() -> None:
    """gearcard.bonus.peek: two tables that differ in a tile that the other seat has looked at."""
    page = at_act()
    assert page.session is not None
    state, question = page.session.state, page.session.question
    assert question is not None
    tiles = state.piles.tiles_of("I")
    said = []
    for tile in (tiles[0], tiles[-1]):
        table = msgspec.structs.replace(state, peeked=(Peeked("I", tile, (Seat(1 - question.seat),)),))
        *_, last = counselled(GAME, GAME.view_for(table, question.seat), question)
        said.append(msgspec.json.encode(msgspec.to_builtins(last)))
    assert said[0] == said[1]


def test_counsel_at_the_wrong_time_says_what_to_do() -> None:
    page = GamePage(is_stepwise=True)
    page._open(*seated("random", "person"))
    assert page.counsel == {}
    for act in ({"act": "counsel"}, {"act": "counsel-do", "index": 0}):
        page.notice = ""
        send(page, **act, at=page.asked["at"])
        assert page.notice == say("game-page.late-bot", name="Aiko")
        assert page.counsel == {}
    send(page, "counsel-stop")
    assert page.counsel == {}


def test_it_can_be_stopped_and_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first line comes long before the end; a stop is there at once, and the thread ends after its world."""
    monkeypatch.setattr(advice, "COUNSEL", Budget(worlds=5000))

    async def stopped() -> tuple[GamePage, float]:
        page = at_act()
        send(page, "counsel", at=page.asked["at"])
        assert page.counsel["is_thinking"]
        async with asyncio.timeout(60):
            while not page.counsel.get("rows"):
                await asyncio.sleep(0.01)
        assert page.counsel["is_thinking"]
        begun = time.monotonic()
        send(page, "counsel-stop")
        took = time.monotonic() - begun
        rows = page.counsel["rows"]
        await asyncio.sleep(0.05)
        assert page.counsel["rows"] == rows
        return page, took

    page, took = asyncio.run(stopped())
    assert not page.counsel["is_thinking"]
    assert took < 0.2


def test_beside_a_coach_plans_are_compared_once_it_was_asked() -> None:
    """The coach has the first word; then three plans with worth and risk, at the same question only."""
    page = GamePage(is_first=True)
    send(page, "first-game")
    for _ in range(60):
        if page.asked["kind"] == "act":
            break
        send(page, "guide-better", at=page.asked["at"])
    assert page.guide["coach"]["kind"] == "idle"
    assert page.counsel == {}, "a coach is not talked over"
    send(page, "counsel", at=page.asked["at"])
    assert page.counsel == {}
    send(page, "guide-ask", at=page.asked["at"])
    assert page.counsel == {"may": True, "is_thinking": False, "is_second": True}, "never by itself"
    send(page, "counsel", at=page.asked["at"])
    rows = page.counsel["rows"]
    assert 1 < len(rows) <= 3
    assert all(row["worth"] and row["risk"] and row["why"] for row in rows)
    was = page.asked["at"]
    send(page, "counsel-do", at=was, index=0)
    assert page.asked["at"] > was
    assert page.counsel == {}, "at the next question the coach is idle again"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("mode", "players", "aim"), [("competitive", 2, "points"), ("solo", 1, "alone")])
def test_what_is_the_same_in_every_try_has_no_range(language: str, mode: str, players: int, aim: str) -> None:
    """An interval without width is said as what it is; of few tries nothing is said to be sure."""
    words = Words(["Aki", "Bo"], lambda key, **values: say(key, language=language, **values), language, ())
    state = new_session(players=players, seed="alike", mode=mode).state
    plan = Plan((Part("act", Act("gather")),), why("stay"))
    said = {}
    for worlds, low, high in ((8, 2.0, 2.0), (8, 1.0, 3.0), (2, 2.0, 2.0)):
        counsel = Counsel((Advised(plan, worlds, worlds, 2.0, low, high),))
        (row,) = counsel_view(counsel, state, words)["rows"]
        said[worlds, low] = row["worth"]
    gain, low, high = (decimal(value, 1, words.say, is_signed=True) for value in (2.0, 1.0, 3.0))
    assert said == {
        (8, 2.0): words.say(f"game-counsel.counsel-worth-{aim}-alike", gain=gain),
        (8, 1.0): words.say(f"game-counsel.counsel-worth-{aim}", gain=gain, low=low, high=high),
        (2, 2.0): words.say(f"game-counsel.counsel-worth-{aim}-once", gain=gain),
    }
