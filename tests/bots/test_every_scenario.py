"""The planner and the counsel answer one decision of a turn in each scenario and mode that is played."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from fujikoro_nb.bots import Budget, PlannerBot, bots_of, new_session, play_out, why_sentence
from fujikoro_nb.bots.counsel import Counsel
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.scenarios import SCENARIOS
from fujikoro_nb.engine.kernel import Session
from fujikoro_nb.texts import LANGUAGES


def played() -> Iterator[tuple[int, str]]:
    for number, scenario in enumerate(SCENARIOS, start=1):
        for mode in scenario.modes:
            if scenario.side(mode) is not None:
                yield number, mode.name


def at_act(scenario: int, mode: str) -> Session[GameState]:
    """Some turns on, at the choice of an action."""
    players = 1 if mode == "solo" else 2
    session = new_session(players=players, seed=f"every {scenario}", mode=mode, scenario=scenario)
    bots = bots_of(["heuristic"], players=players, seed=1)
    play_out(session, bots, most_turns=6)
    while (question := session.question) is not None and question.kind != "act":
        view = session.view_for(question.seat)
        session.play(bots[question.seat].choose(session.game, view, question).answer)
    return session


@pytest.mark.parametrize(("scenario", "mode"), tuple(played()))
def test_one_decision_of_the_planner_and_of_the_counsel(scenario: int, mode: str) -> None:
    session = at_act(scenario, mode)
    question = session.question
    assert question is not None
    view = session.view_for(question.seat)
    choice = PlannerBot(random.Random(3), Budget(worlds=2)).choose(GAME, view, question)
    assert choice.answer in list(session.options)
    assert all(why_sentence(choice.why, language=language) for language in LANGUAGES)
    own = Counsel().choose(GAME, view, question)
    found = Counsel().judged(GAME, view, question, own.answer)
    assert found is not None and found.loss == 0
