"""The planner: it knows what its seat may know, and a budget of worlds plays the same wherever the work is done."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import count

import msgspec
import pytest
from distributed import Client, LocalCluster

from fujikoro_nb.bots import Budget, Choice, HeuristicBot, PlannerBot, bots_of, new_session, play_out, why
from fujikoro_nb.bots.goals import Outlook, goals_for_points
from fujikoro_nb.bots.planner.plans import plans_at
from fujikoro_nb.bots.planner.rollout import Job, Part, Plan, Seen, end_of
from fujikoro_nb.bots.planner.search import Looked, Map, best_of, mean_interval, run_on, searching
from fujikoro_nb.bots.planner.swift import Likely, SwiftOutlook
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Peeked
from fujikoro_nb.engine.fujikoro.board.geometry import SPACES
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Question, Seat, Session, Unreadable
from tests.support.fights import dragon
from tests.support.game_positions import realm
from tests.support.gear_positions import board
from tests.support.treasures import RED, furnished

LITTLE = Budget(worlds=6)
GAMES = (("competitive", 2), ("coop", 2), ("solo", 1))


def at_act(mode: str, players: int, *, seed: str = "planner", turns: int = 4) -> Session[GameState]:
    """A game some turns on, at the choice of an action."""
    session = new_session(players=players, seed=seed, mode=mode)
    bots = bots_of(["heuristic"], players=players, seed=1)
    play_out(session, bots, most_turns=turns)
    while (question := session.question) is not None and question.kind != "act":
        view = session.view_for(question.seat)
        session.play(bots[question.seat].choose(session.game, view, question).answer)
    return session


def planned(state: GameState, *, run: Map = map) -> Choice:
    """What the planner answers, from what its seat sees of a state."""
    question = GAME.question(state)
    assert question is not None
    bot = PlannerBot(random.Random(3), LITTLE, run=run)
    return bot.choose(GAME, GAME.view_for(state, question.seat), question)


def plans_of(state: GameState) -> tuple[GameState, Question, tuple[Plan, ...]]:
    question = GAME.question(state)
    assert question is not None
    view = GAME.view_for(state, question.seat)
    bot = HeuristicBot()
    usual = bot.choose(GAME, view, question)
    return view, question, plans_at((GAME, view, question), usual, bot.play_for(view))


def searched(state: GameState, run: Map) -> tuple[Looked, ...]:
    view, question, plans = plans_of(state)
    assert len(plans) > 1
    return best_of(searching(view, question.seat, plans, seed="same", budget=LITTLE, run=run))


# ---- what it may know


def test_what_only_others_know_changes_nothing() -> None:
    """gearcard.bonus.peek: two tables that differ in a tile that somebody else has looked at, and in nothing else."""
    state = at_act("competitive", 2).state
    question = GAME.question(state)
    assert question is not None
    other, tiles = Seat(1 - question.seat), state.piles.tiles_of("I")
    first, last = (
        msgspec.structs.replace(state, peeked=(Peeked("I", tile, (other,)),))
        for tile in (tiles[0], tiles[-1])
    )
    assert first != last
    assert planned(first) == planned(last)
    assert searched(first, map) == searched(last, map)


def test_a_world_deals_what_the_seat_has_seen() -> None:
    """gearcard.bonus.peek: the tile that it has looked at comes next in every world, else any of the stack comes."""
    state = at_act("competitive", 2).state
    question = GAME.question(state)
    assert question is not None
    seat, tile = question.seat, state.piles.tiles_of("I")[-1]
    known = msgspec.structs.replace(state, peeked=(Peeked("I", tile, (seat,)),))

    def laid(view: GameState) -> set[str]:
        explored = set()
        for world in range(6):
            end, _ = end_of(Job(view, seat, (Part("act", Act("explore")),), str(world), 1))
            tiles = [one.tile.id for one in end.ground if one is not None and one.tile.level == "I"]
            before = [one.tile.id for one in view.ground if one is not None and one.tile.level == "I"]
            explored |= set(tiles) - set(before)
        return explored

    assert laid(known) >= {tile.id}
    assert len(laid(state)) > 1


# ---- the same again


@pytest.mark.parametrize(("mode", "players"), GAMES)
def test_threads_and_processes_come_to_the_same(mode: str, players: int) -> None:
    states = [at_act(mode, players, seed=f"executor {seed}", turns=3 + seed).state for seed in range(2)]
    alone = [searched(state, map) for state in states]
    pools: tuple[Callable[[int], Executor], ...] = (ThreadPoolExecutor, ProcessPoolExecutor)
    for pool in pools:
        with pool(2) as executor:
            assert [searched(state, executor.map) for state in states] == alone


@pytest.mark.parametrize("is_apart", [False, True], ids=["threads", "processes"])
def test_a_dask_cluster_comes_to_the_same(*, is_apart: bool) -> None:
    """Its workers as threads of this process, and as processes of their own."""
    states = [at_act(mode, players, seed="dask", turns=3).state for mode, players in GAMES]
    alone = [searched(state, map) for state in states]
    with (
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=is_apart,
            dashboard_address=None,
            host="127.0.0.1" if is_apart else None,
        ) as cluster,
        Client(cluster) as client,
        client.get_executor() as pool,
    ):
        assert [searched(state, run_on(pool)) for state in states] == alone


@pytest.mark.parametrize(("mode", "players"), GAMES)
def test_the_same_seed_and_budget_play_the_same(mode: str, players: int) -> None:
    logs = []
    for _ in range(2):
        session = new_session(players=players, seed="again", mode=mode)
        play_out(session, bots_of(["planner"], players=players, seed=5, budget=Budget(4)), most_turns=2)
        logs.append([line.entry for line in session.lines])
    assert logs[0] == logs[1]
    assert len(logs[0]) > 2


# ---- what it plays


def test_it_takes_points_that_lie_there_and_leaves_a_dragon_alone() -> None:
    """gather.scroll.vp: three points at once, beside a dragon that cannot be beaten."""
    game = realm(
        board(),
        board(),
        tiles={"I-1": ".......", "I-2": "D......"},
        dragons={"I-2": dragon("30/9/1")},
        at=("I-1.1",),
    )
    assert planned(furnished(game, things={"I-1.1": RED}).state).answer == Act("gather")


def test_it_has_more_than_one_plan_where_an_action_is_chosen() -> None:
    """Each once; a move with each of its ends, and nothing that the rules refuse."""
    moves = 0
    for mode, players in GAMES:
        view, _, plans = plans_of(at_act(mode, players, turns=6).state)
        assert len({plan.parts for plan in plans}) == len(plans) > 2
        assert all(GAME.check(view, plan.answer) is None for plan in plans)
        moves += sum(plan.answer == Act("move") for plan in plans)
    assert moves > len(GAMES)


def test_swift_rates_are_those_of_the_slow_look() -> None:
    """The best goal from every space, against one walk from each."""
    compared = 0
    for seed in range(3):
        state = at_act("competitive", 2, seed=f"swift {seed}", turns=6 + 8 * seed).state
        goals = list(goals_for_points(state, Seat(0), Likely()))
        slow, swift = Outlook(state, Seat(0), goals), SwiftOutlook(state, Seat(0), goals)
        for one in SPACES:
            if not state.is_revealed(one.place):
                continue
            for spent in (0, 1):
                rates = [look.best_from(one.id, spent=spent) for look in (slow, swift)]
                told = [None if rate is None else rate.rate for rate in rates]
                assert told[0] == told[1], one.id
                compared += told[0] is not None
    assert compared > 60


# ---- the search


def as_said(worth: dict[str, float]) -> Map:
    """Worlds that make of a plan what is said of its first answer, a little more in each later one."""

    def run(work: object, jobs: Sequence[Job]) -> Iterable[Seen]:
        for job in jobs:
            field = getattr(job.parts[0].answer, "field", "")
            yield Seen(worth[field] + 0.001 * int(job.world.rpartition("/")[2]), 0, is_down=False)

    return run


def test_half_of_the_plans_leave_after_each_round() -> None:
    """8 plans and 48 worlds are three rounds of 16: 2 for each of 8, 4 for each of 4, 8 for each of 2."""
    fields = [f"plan {number}" for number in range(8)]
    plans = [Plan((Part("act", Act(field)),), why("stay")) for field in fields]
    worth = {field: float(number) for number, field in enumerate(fields)}
    state = at_act("competitive", 2).state
    found = best_of(searching(state, Seat(0), plans, seed="x", budget=Budget(48), run=as_said(worth)))
    assert [one.plan.parts[0].answer for one in found[:4]] == [
        Act(f"plan {number}") for number in (7, 6, 5, 4)
    ]
    assert sorted(len(one.seen) for one in found) == [2, 2, 2, 2, 6, 6, 14, 14]
    assert found[0].worth == pytest.approx(7 + 0.001 * 6.5)


def test_a_time_that_is_over_ends_the_search_when_each_plan_was_played_out() -> None:
    plans = [Plan((Part("act", Act(field)),), why("stay")) for field in ("a", "b", "c")]
    clock = count(0.0, 5.0)
    found = best_of(
        searching(
            at_act("competitive", 2).state,
            Seat(0),
            plans,
            seed="x",
            budget=Budget.of("1s"),
            run=as_said({"a": 1.0, "b": 3.0, "c": 2.0}),
            now=lambda: next(clock),
        )
    )
    assert [len(one.seen) for one in found] == [1, 1, 1]
    assert found[0].plan.answer == Act("b")


def test_the_interval_of_a_mean() -> None:
    values = [1.0, 4.0, 2.5, 7.0]
    half = 1.96 * statistics.stdev(values) / 2
    assert mean_interval(values) == pytest.approx(
        (statistics.mean(values) - half, statistics.mean(values) + half)
    )


@pytest.mark.parametrize("text", ["", "0", "-3", "s", "1.5", "1.2.3s", "1e3", "4000s", "9999999", "३"])
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        Budget.of(text)


def test_a_budget_is_refused_where_nobody_thinks() -> None:
    with pytest.raises(Unreadable):
        bots_of(["heuristic"], players=2, seed=1, budget=LITTLE)
