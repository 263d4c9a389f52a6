"""The laws along seeded games of every scenario that is played, in each of its modes, to their end."""

from __future__ import annotations

import random

import pytest

from fujikoro_nb.bots import bots_of, play_out
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.fujikoro.scenarios import PLAYED, SCENARIOS
from fujikoro_nb.engine.kernel import Seeded, Session
from tests.laws import laws
from tests.laws.components import check_conserved, counted
from tests.laws.games import along, cast_of, rulings_of
from tests.support.game_positions import HOUSE
from tests.support.sampling import sample

GAMES = [
    pytest.param(number, mode, seed, id=f"{number}-{mode.name}-{seed}")
    for number in PLAYED
    for mode in SCENARIOS[number - 1].modes
    if SCENARIOS[number - 1].side(mode) is not None
    for seed in sample(range(10), 1)
]
ENDS = ("", "won", "lost-life", "lost-time", "points", "ways", "captured", "dragon-killed")


MOST_RIVALS = 3
"""Who answer by chance: a larger table once took more than 60,000 answers to come to thirty points. Bots, which play
for points, are of any number below."""


MOST_BEATEN = 1_500
"""Answers by chance where monks take points from whom they beat, or dragons knock rivals out round after round: nobody
would come to thirty points in tens of thousands. Bots do, below."""


def is_endless(state: GameState) -> bool:
    """Whether chance alone hardly brings this game to its end."""
    return state.plot.warriors is not None or state.plot.dragons_march


def begun(number: int, mode: Mode, seed: int, *, most: int = 6) -> Session[GameState]:
    """A fresh game of this seed, with any number of players up to ``most``, characters and readings."""
    chance = random.Random(f"{number}{mode.name}{seed}")
    players = chance.randint(max(mode.fewest_players, 1), min(mode.most_players, most))
    scenario = SCENARIOS[number - 1]
    who = [] if scenario.is_symmetric_only else cast_of(chance, players)
    start = new_game(
        HOUSE, players=players, characters=who, mode=mode, scenario=number, rulings=rulings_of(chance)
    )
    return Session(GAME, start, dealer=Seeded(seed))


@pytest.mark.parametrize(("number", "mode", "seed"), GAMES)
def test_laws_of_a_scenario(number: int, mode: Mode, seed: int) -> None:
    """Listed answers are the legal ones, nothing is lost, every frame is over once, sentences and log hold."""
    most = MOST_RIVALS if mode.rounds is None else mode.most_players
    session, chance = begun(number, mode, seed, most=most), random.Random(seed)
    before = counted(session.state)
    answers = MOST_BEATEN if is_endless(session.state) else 60_000
    for count, listed in enumerate(along(session, seed, answers)):
        state = session.state
        if state is not before.state:
            before = check_conserved(before, state, session.events)
        laws.check_monks(state)
        if count % 7 == 0:
            laws.check_listed(state, listed, chance)
            laws.check_views(state)
            laws.check_whole(state, listed)
    if not is_endless(session.state):
        assert session.question is None and session.state.agenda == ()
    party = session.state.party
    assert (party.outcome if party is not None else "") in ENDS
    laws.check_told(session)
    laws.check_frames(session)
    laws.check_log(session)


@pytest.mark.parametrize(("number", "mode", "seed"), sample(GAMES, 2))
def test_bots_that_play_for_its_goal_end_a_scenario(number: int, mode: Mode, seed: int) -> None:
    """Their answers are legal, and what they did is told whole."""
    session = begun(number, mode, seed)
    play_out(session, bots_of(["heuristic"], players=session.state.players, seed=seed))
    assert counted(session.state).pieces, "nothing lies in two places"
    assert session.question is None and session.state.agenda == ()
    party = session.state.party
    assert (party.outcome if party is not None else "") in ENDS
    laws.check_told(session)
    laws.check_frames(session)
    laws.check_log(session)
