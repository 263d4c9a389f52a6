"""A saved game of each scenario opens on the page: while it goes on, and when it is over."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.fujikoro.scenarios import PLAYED, SCENARIOS
from fujikoro_nb.engine.kernel import Session
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.game.group import goals_view
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.widgets.playing import flow
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.game_pages import begin, load, send

SIDES = [
    pytest.param(number, mode, id=f"{number}-{mode.name}")
    for number in PLAYED
    for mode in SCENARIOS[number - 1].modes
    if SCENARIOS[number - 1].side(mode) is not None
]


def opened(session: Session[GameState], language: str) -> GamePage:
    """The page with this game."""
    page = GamePage(language=language)
    load(page, session.save().decode("utf-8"))
    return page


@pytest.mark.parametrize(("number", "mode"), SIDES)
def test_a_game_of_a_scenario_opens_on_the_page(number: int, mode: Mode) -> None:
    """After some turns and at its end, in every language."""
    players = max(2, mode.fewest_players) if mode.most_players > 1 else 1
    session = new_session(players=players, seed=number, mode=mode.name, scenario=number)
    bots = bots_of(["random"], players=players, seed=number)
    play_out(session, bots, most_turns=5)
    for language in LANGUAGES:
        page = opened(session, language)
        assert page.status and page.asked["kind"]


@pytest.mark.parametrize(("number", "mode"), SIDES)
def test_a_scenario_begins_on_the_page(number: int, mode: Mode) -> None:
    """With what the start panel sends; a save and the page after a reload know it."""
    page = begin(
        GamePage(), " ".join(["person"] * max(1, mode.fewest_players)), mode=mode.name, scenario=number
    )
    assert page.session is not None and page.session.state.plot.number == number
    again = GamePage()
    send(again, "restore", save=page.save)
    assert again.session is not None and again.session.state.plot == page.session.state.plot


@pytest.mark.rule("scenario.1.competitive.dragon-loot")
@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_play_a_scenario_on_the_page_with_all_that_it_says(language: str) -> None:
    """Here somebody gathers what a dragon left; a reason without words would stop the page in the midst of a turn."""
    page = begin(GamePage(language=language), "heuristic heuristic", scenario=1, seed="e20")
    assert page.session is not None
    kinds = {event.kind for line in page.session.lines for event in line.events}
    assert {"loot-gathered", "has-to-fight", "waits-to-leave"} <= kinds, "else another seed"
    assert page.asked["kind"] == "over" and page.notice == ""


def test_bots_that_fail_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """What they have not answered waits, and the page says why it stands still."""

    def fails(*_: object, **__: object) -> None:
        raise ArithmeticError

    monkeypatch.setattr(flow, "moved_on", fails)
    page = GamePage()

    async def beside() -> None:
        """As in a kernel, where bots think beside the page."""
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # the log has it
        begin(page, "heuristic heuristic")
        while page.job:
            await asyncio.sleep(0.01)

    asyncio.run(beside())
    assert page.notice == say("widgets.failed") and page.asked["part"] == "bot"


@pytest.mark.rule("scenario.1.competitive.symmetric-only")
def test_characters_are_refused_beside_themselves() -> None:
    page = GamePage()
    send(page, "cast", mode="competitive", characters=["tomoe", "masako"], scenario=1)
    assert page.table["cast_refused"]["rule"] == "scenario.1.competitive.symmetric-only"
    send(page, "cast", mode="solo", characters=["daisuke"], scenario=3)
    assert page.table["cast_refused"]["rule"] == "solo.setup.daisuke-impossible"
    send(page, "cast", mode="solo", characters=["daisuke"], scenario=8)
    assert page.table["cast_refused"] is None
    send(page, "cast", mode="coop", characters=["tomoe", "masako"], scenario=1)  # said beside the scenario
    assert page.table["cast_refused"] is None


@pytest.mark.rule(
    "scenario.8.solo.goal-fifty", "scenario.8.solo.final-at-twenty", "scenario.8.solo.no-round-limit"
)
def test_a_ronin_sees_points_and_lives_and_no_rounds_before_the_eruption() -> None:
    """Fifty points are the goal and twenty begin the end: how many there are stands beside the hearts."""
    page = begin(GamePage(), "person", mode="solo", scenario=8)
    assert page.session is not None
    state = page.session.state
    assert [one["score"] for one in page.status["seats"]] == [0]
    group = page.status["group"]
    assert (group["lives"], group["until"], group["normal"]) == ([2], None, None)
    (points,) = [one for one in group["goals"] if one["name"] == "points"]
    assert points["count"] == say("game-group.goal-count", n=0, of=50)
    rich = msgspec.structs.replace(state.samurai[0], score=37)
    richer = msgspec.structs.replace(state, samurai=(rich,))
    words = Words(["Ann"], say, "en", state.dice)
    (points,) = [one for one in goals_view(richer, words) if one["name"] == "points"]
    assert (points["count"], points["is_met"]) == (say("game-group.goal-count", n=37, of=50), False)
    together = begin(GamePage(), "person person", mode="coop")
    assert [one["score"] for one in together.status["seats"]] == [None, None]
