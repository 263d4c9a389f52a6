"""A saved game of each scenario opens on the page: while it goes on, and when it is over."""

from __future__ import annotations

import pytest

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.fujikoro.scenarios import PLAYED, SCENARIOS
from fujikoro_nb.engine.kernel import Session
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
