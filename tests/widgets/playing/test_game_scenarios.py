"""A saved game of each scenario opens on the page: while it goes on, and when it is over."""

from __future__ import annotations

import pytest

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.asked.dens import lair_at_heart
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.modes import COOP, Mode
from fujikoro_nb.engine.fujikoro.scenarios import PLAYED, SCENARIOS
from fujikoro_nb.engine.kernel import CHANCE, Session
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.game_pages import load

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


@pytest.mark.rule("scenario.6.coop.goal-capture", "scenario.6.coop.centre-not-safe")
def test_the_dragon_on_the_central_tile_on_the_page() -> None:
    """It is drawn there while the group fights it; caught, the page says that the group has won, and by which rule."""
    session = new_session(players=2, seed=8, mode=COOP.name, scenario=6)
    bots, seen = bots_of(["heuristic"], players=2, seed=8), False
    while (question := session.question) is not None:
        if question.seat == CHANCE:
            session.deal()
            continue
        if not seen and question.kind == "roll-dice" and lair_at_heart(session.state) is not None:
            seen = True
            pieces = opened(session, "en").map.picture["spaces"]["centre"]["pieces"]
            assert [one["sign"] for one in pieces if one["kind"] == "dragon"]
        session.play(
            bots[question.seat].choose(session.game, session.view_for(question.seat), question).answer
        )
    for language in LANGUAGES:
        end = opened(session, language).asked
        assert (end["outcome"], end["rule"]) == ("captured", "scenario.6.coop.goal-capture")
    assert seen
