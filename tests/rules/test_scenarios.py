"""A scenario as an object: how a game with one begins, which ones do not, and what a forged save may not say."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import UNSET

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.board.scene import Scene
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, PEACEFUL, Mode
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.fujikoro.scenarios import PLAYED, SCENARIOS, scenario_of
from fujikoro_nb.engine.kernel import Illegal, Session
from fujikoro_nb.texts import LANGUAGES, refusal_sentence
from tests.support.game_positions import HOUSE

SIDES = [
    (number, mode)
    for number in PLAYED
    for mode in SCENARIOS[number - 1].modes
    if SCENARIOS[number - 1].side(mode) is not None
]
"""Every side that is played, with each of its modes."""


def refused(number: int, mode: Mode, players: int, *who: str) -> str:
    """The rule and the reason that refuse this game; it has a sentence in every language."""
    with pytest.raises(Illegal) as error:
        new_game(HOUSE, players=players, mode=mode, scenario=number, characters=who)
    refusal = error.value.refusals[0]
    assert all(refusal_sentence(refusal, language=language) for language in LANGUAGES)
    return f"{refusal.rule}/{refusal.reason}" if refusal.reason else refusal.rule


@pytest.mark.rule("scenario.general.modes")
def test_a_mode_without_the_scenario_is_refused() -> None:
    assert refused(8, COMPETITIVE, 2) == "scenario.general.modes"
    assert refused(6, COMPETITIVE, 2) == "scenario.general.modes"
    assert refused(2, COOP, 2) == "scenario.general.modes"
    assert refused(9, COOP, 2) == "scenario.general.modes"


@pytest.mark.rule("scenario.general.modes")
def test_what_is_not_played_yet_is_never_half_offered() -> None:
    """Such a game does not begin, and the command line does not name it."""
    for number, scenario in enumerate(SCENARIOS, start=1):
        for mode in scenario.modes:
            if scenario.side(mode) is None:
                players = max(2, mode.fewest_players) if mode.most_players > 1 else 1
                assert refused(number, mode, players) == "scenario.general.modes/not-yet"


@pytest.mark.rule("scenario.general.solo-modes-coop-players")
def test_a_scenario_for_one() -> None:
    """Not for two; a group of one is one player."""
    assert refused(8, COOP, 2) == "scenario.general.solo-modes-coop-players"
    assert new_game(HOUSE, players=1, mode=COOP, scenario=8).plot.number == 8


@pytest.mark.rule("variant.peaceful", "scenario.1.competitive.symmetric-only")
def test_what_does_not_go_together() -> None:
    assert refused(1, PEACEFUL, 2) == "variant.peaceful/scenario"
    assert refused(1, COMPETITIVE, 2, "tomoe", "takeko") == "scenario.1.competitive.symmetric-only"


def test_a_game_without_a_scenario_writes_none_down() -> None:
    plain = new_game(HOUSE, players=2)
    assert plain.scene is UNSET
    assert b"scene" not in msgspec.json.encode(plain)


@pytest.mark.parametrize(("number", "mode"), SIDES)
def test_what_a_side_writes_over_the_mode_it_writes_once(number: int, mode: Mode) -> None:
    scenario = scenario_of(number)
    assert scenario is not None
    side = scenario.side(mode)
    assert side is not None and side.plot.number == number
    assert side.over(side.over(mode)) == side.over(mode)


@pytest.mark.rule("scenario.general.base-rules")
@pytest.mark.parametrize(("number", "mode"), SIDES)
def test_a_save_whose_scenario_was_forged_does_not_open(number: int, mode: Mode) -> None:
    """Neither may the mode say anything else, nor the scenario, nor may one be taken away or added."""
    players = max(2, mode.fewest_players) if mode.most_players > 1 else 1
    start = new_game(HOUSE, players=players, mode=mode, scenario=number)
    assert GAME.is_sound(start)
    scene = start.scene
    assert scene is not UNSET
    plain = new_game(HOUSE, players=players, mode=mode)
    forgeries = [
        msgspec.structs.replace(start, scene=Scene(msgspec.structs.replace(scene.plot, goal_points=7))),
        msgspec.structs.replace(
            start, scene=Scene(msgspec.structs.replace(scene.plot, number=number % 8 + 1))
        ),
    ]
    if plain.mode != start.mode:  # what the side writes over the mode
        forgeries.append(msgspec.structs.replace(plain, scene=scene))
        forgeries.append(msgspec.structs.replace(start, mode=plain.mode))
    assert [one for one in forgeries if GAME.is_sound(one)] == []


@pytest.mark.parametrize(("number", "mode"), SIDES)
def test_a_game_is_kept_and_opened_again(number: int, mode: Mode) -> None:
    """Some turns of random answers, saved and replayed: the same game."""
    players = max(2, mode.fewest_players) if mode.most_players > 1 else 1
    session = new_session(players=players, seed=5, mode=mode.name, scenario=number)
    play_out(session, bots_of(["random"], players=players, seed=5), most_turns=12)
    again = Session.load(GAME, session.save())
    assert again.state == session.state and again.disagreement is None
