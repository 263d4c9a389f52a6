"""The planner alone on the mountain: it grows as usual, and goes for the white dragon by games played to their end."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache

import msgspec
import pytest

from fujikoro_nb.bots import Budget, Choice, HeuristicBot, PlannerBot, new_session
from fujikoro_nb.bots.planner.aims import aim_of
from fujikoro_nb.bots.planner.plans import likely, plans_at
from fujikoro_nb.bots.planner.rollout import Job, Part, Seen, end_of, played_on
from fujikoro_nb.bots.planner.search import Looked, Map, best_of, searching
from fujikoro_nb.bots.together.plan import Phase, Plan
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.party import LOST_LIFE, LOST_TIME, VICTORIES, WON
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import CHANCE, Question, Seat, Session

ALONE = Seat(0)
LITTLE = Budget(3)
WENT_FOR_IT, BEATEN = "planner 24", "planner 48"
"""Deals in which the bot goes for the white dragon, and in which that is beaten on the way."""


@cache
def late(seed: str) -> GameState:
    """The first choice of an action from which plans are played to the end of the game, as its seat sees it."""
    session: Session[GameState] = new_session(players=1, seed=seed, mode="solo")
    bot = HeuristicBot()
    while (question := session.question) is not None:
        if question.seat == CHANCE:
            session.deal()
            continue
        view: GameState = session.view_for(question.seat)
        if question.kind == "act" and aim_of(view).plays_whole(view):
            return view
        session.play(bot.choose(session.game, view, question).answer)
    raise AssertionError("nothing is gone for in this deal")


def asked(view: GameState) -> Question:
    question = GAME.question(view)
    assert question is not None
    return question


def searched(view: GameState, run: Map) -> tuple[Looked, ...]:
    question, bot = asked(view), HeuristicBot()
    plans = plans_at((GAME, view, question), bot.choose(GAME, view, question), bot.play_for(view))
    steps = searching(
        view, ALONE, likely(plans, 3), seed="same", budget=LITTLE, keep=0, is_whole=True, run=run
    )
    return best_of(steps)


def planned(view: GameState, *, run: Map = map) -> Choice:
    return PlannerBot(random.Random(3), LITTLE, run=run).choose(GAME, view, asked(view))


def test_it_grows_as_the_heuristic_bot_does_and_plays_nothing_out() -> None:
    def run(work: object, jobs: Sequence[Job]) -> Iterable[Seen]:
        raise AssertionError("nothing is to be played out")

    session = new_session(players=1, seed="grows", mode="solo")
    usual, bot, acts = HeuristicBot(), PlannerBot(random.Random(3), LITTLE, run=run), 0
    while acts < 6:
        question = session.question
        assert question is not None
        view = session.view_for(question.seat)
        assert Plan(view).phase == Phase.GROW
        choice = bot.choose(session.game, view, question)
        assert choice == usual.choose(session.game, view, question)
        acts += question.kind == "act"
        session.play(choice.answer)


@pytest.mark.parametrize("seed", [WENT_FOR_IT, BEATEN])
def test_plans_are_played_to_the_end_of_the_game(seed: str) -> None:
    view = late(seed)
    for world in range(2):
        job = Job(view, ALONE, (), str(world), 1, is_whole=True)
        end, _ = end_of(job)
        assert end.party is not None
        assert end.party.outcome in {*VICTORIES, LOST_LIFE, LOST_TIME}
        assert (end, played_on(job)) == (end_of(job)[0], played_on(job))


def test_a_victory_is_worth_most_and_a_beaten_dragon_more_than_one_that_lives() -> None:
    view, aim = late(BEATEN), aim_of(late(BEATEN))
    party = view.party
    assert party is not None
    assert party.has_beaten_legend

    def worth(outcome: str, state: GameState) -> float:
        assert state.party is not None
        ended = msgspec.structs.replace(state.party, outcome=outcome)
        return aim.outcome(state.with_party(ended), ALONE)

    alive = late(WENT_FOR_IT)
    assert worth(WON, view) > worth(LOST_TIME, view) > worth(LOST_TIME, alive) >= 0
    assert worth(LOST_TIME, view) == worth(LOST_LIFE, view), "lost is lost"


def test_its_worlds_deal_anything_that_may_come() -> None:
    """coop.setup.special-tiles-aside: nobody knows the order of a pile, so other tiles come next in other worlds."""
    view = late(WENT_FOR_IT)
    assert GAME.view_for(view, ALONE) == view
    before = {one.tile.id for one in view.ground if one is not None}
    laid = set()
    for world in range(4):
        end, _ = end_of(Job(view, ALONE, (Part("act", Act("explore")),), str(world), 1, is_whole=True))
        laid.add(frozenset(one.tile.id for one in end.ground if one is not None) - before)
    assert len(laid) > 1


def test_threads_and_processes_come_to_the_same() -> None:
    view = late(WENT_FOR_IT)
    alone = searched(view, map), planned(late(BEATEN))
    pools: tuple[type[Executor], ...] = (ThreadPoolExecutor, ProcessPoolExecutor)
    for pool in pools:
        with pool() as executor:
            found = searched(view, executor.map), planned(late(BEATEN), run=executor.map)
        assert found == alone


def test_for_points_nothing_is_played_to_the_end() -> None:
    for seed in range(3):
        session = new_session(players=2, seed=f"points {seed}")
        assert session.question is not None
        view = session.view_for(Seat(0))
        aim = aim_of(view)
        assert aim.compares(view)
        assert not aim.plays_whole(view)
        assert aim.sure_of_whole is None
