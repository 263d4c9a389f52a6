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
from fujikoro_nb.bots.planner.advice import Advised, counselled
from fujikoro_nb.bots.planner.aims import LAST_ROUNDS, aim_of
from fujikoro_nb.bots.planner.plans import likely, plans_at
from fujikoro_nb.bots.planner.rollout import Job, Part, Plan, Seen, end_of, played_on
from fujikoro_nb.bots.planner.search import (
    STAKE,
    Looked,
    Map,
    best_of,
    mean_interval,
    run_on,
    searching,
    surely_best,
)
from fujikoro_nb.bots.planner.swift import Likely, SwiftOutlook
from fujikoro_nb.bots.worth import RIVAL
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Peeked
from fujikoro_nb.engine.fujikoro.board.geometry import SPACES
from fujikoro_nb.engine.fujikoro.board.party import LOST_LIFE, WON
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.group.rounds import rounds_left
from fujikoro_nb.engine.kernel import Answer, Question, Seat, Session, Unreadable
from fujikoro_nb.review.moments import position_at
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


def test_a_usual_plan_that_nothing_is_better_than_ends_the_search() -> None:
    """4 plans and 24 worlds are two rounds of 12: 3 for each of 4, then nobody is left but the usual one."""
    fields = ("usual", "b", "c", "d")
    plans = [Plan((Part("act", Act(field)),), why("stay")) for field in fields]
    state = at_act("solo", 1).state
    for best, seen in ((0.0, [3, 3, 3, 3]), (2.0, [9, 9, 3, 3])):
        worth = dict(zip(fields, (1.0, best, 0.5, 0.2), strict=True))
        found = best_of(
            searching(state, Seat(0), plans, seed="x", budget=Budget(24), keep=0, run=as_said(worth))
        )
        assert sorted((len(one.seen) for one in found), reverse=True) == seen
        assert found[0].plan.answer == Act("b" if best else "usual")


@pytest.mark.parametrize(
    ("apart", "is_taken"),
    [
        ((2.0, 2.0, 2.0), True),
        ((1.0, 2.0, 3.0), True),  # 2 on average, with an error of 1 / sqrt(3)
        ((-1.0, 2.0, 5.0), False),  # 2 on average, with an error of sqrt(3)
        ((9.0, 9.0), False),  # too few
        ((-1.0, -1.0, -1.0), False),
    ],
)
def test_the_usual_plan_is_left_for_what_is_surely_better(
    apart: tuple[float, ...], *, is_taken: bool
) -> None:
    """World for world: that the worlds themselves lie far apart makes nothing less sure."""
    usual, other = (Plan((Part("act", Act(field)),), why("stay")) for field in ("rest", "explore"))
    lucks = (10.0, -40.0, 70.0)
    found = (
        Looked(
            other,
            tuple(Seen(luck + more, 0, is_down=False) for luck, more in zip(lucks, apart, strict=False)),
        ),
        Looked(usual, tuple(Seen(luck, 0, is_down=False) for luck in lucks)),
    )
    assert surely_best(found, usual, 1.5) is (other if is_taken else usual)


def test_the_last_rounds_of_a_group_are_played_to_their_end() -> None:
    """coop.time.rounds: one round at first; when few are left, the end of the game is what counts."""
    early, late = at_act("solo", 1, turns=4).state, at_act("solo", 1, seed="late", turns=31).state
    assert aim_of(early).turns(early) == 1
    party = late.party
    assert party is not None
    assert not party.outcome
    left = rounds_left(late)
    assert left is not None
    assert 0 < left < LAST_ROUNDS
    end, _ = end_of(Job(late, Seat(0), (), "to the end", aim_of(late).turns(late)))
    assert end.party is not None
    assert end.party.outcome


# ---- the plans


def test_the_usual_plan_stands_first_with_all_of_its_answers() -> None:
    """Of a move with where it leads: to where the heuristic bot goes, if nothing comes between."""
    walks = 0
    for mode, players in GAMES:
        for turns in (3, 6, 9):
            session = at_act(mode, players, turns=turns)
            view, question, plans = plans_of(session.state)
            bot = HeuristicBot()
            assert plans[0].answer == bot.choose(GAME, view, question).answer
            few = likely(plans, 3)
            assert few[0] is plans[0]
            assert len(few) == 3
            assert min(one.promise for one in few[1:]) >= max(
                (one.promise for one in plans if one not in few), default=-1e9
            )
            forced: list[Answer] = []
            for part in plans[0].parts:
                walks += part.kind == "walk"
                if part.answer in forced:
                    continue
                asked, begun = session.question, len(session.lines)
                assert asked is not None
                assert bot.choose(GAME, session.view_for(asked.seat), asked).answer == part.answer
                session.play(part.answer)
                forced = [line.entry.answer for line in session.lines[begun + 1 :]]
    assert walks > 2


def test_a_plan_is_followed_to_its_end_without_thinking_again() -> None:
    """What was compared once is not compared again, unless another position comes than the one it leads to."""
    asked: list[int] = []
    thought = 0

    def run(work: Callable[[Job], Seen], jobs: Sequence[Job]) -> Iterable[Seen]:
        asked.append(len(jobs))
        for job in jobs:
            worth = float(len(job.parts))  # a move is worth most, the longer the more
            yield Seen(worth, 0, is_down=False, stake=worth)

    session = at_act("competitive", 2, turns=9)
    bot = PlannerBot(random.Random(3), Budget(24), run=run)
    kinds: list[str] = []
    while (question := session.question) is not None and (not kinds or question.kind != "act"):
        answer = bot.choose(GAME, session.view_for(question.seat), question).answer
        thought = len(asked) if not kinds else thought
        kinds.append(question.kind)
        session.play(answer)
    assert kinds[0] == "act"
    assert len(kinds) > 2
    assert len(asked) == thought > 0
    assert question is not None
    bot.choose(GAME, session.view_for(question.seat), question)
    assert len(asked) > thought


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
    half = (
        3.182 * statistics.stdev(values) / 2
    )  # Student's quantile for three degrees of freedom, out of a table
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


# ---- counsel


def told_at(session: Session[GameState], *, worlds: int = 24) -> tuple[tuple[Plan, ...], tuple[Advised, ...]]:
    """The plans of a position, the usual one first, and what counsel tells of them in the end."""
    view, question, plans = plans_of(session.state)
    *_, last = counselled(session.game, view, question, budget=Budget(worlds))
    return plans, last.plans


@pytest.mark.parametrize("turns", range(3, 12))
@pytest.mark.parametrize(("mode", "players"), [("solo", 1), ("competitive", 2)])
def test_counsel_tells_three_ideas_where_there_are_so_many(mode: str, players: int, turns: int) -> None:
    plans, told = told_at(at_act(mode, players, turns=turns))
    ideas = {plan.reason for plan in plans}
    assert len({one.plan.reason for one in told}) == min(len(told), len(ideas))
    gains = [one.gain for one in told]
    others = gains if mode == "competitive" else gains[1:]
    assert others == sorted(others, reverse=True)


@pytest.mark.parametrize(("mode", "players"), [("solo", 1), ("coop", 2)])
def test_counsel_keeps_to_the_usual_plan_as_the_bot_does(mode: str, players: int) -> None:
    for turns in (4, 9):
        session = at_act(mode, players, turns=turns)
        plans, told = told_at(session)
        assert told[0].plan.answer == plans[0].answer == planned(session.state).answer


def test_a_groups_plan_is_left_for_lives_and_not_for_gear() -> None:
    """Six worlds: one other plan brings gear in all of them, one keeps a life in all of them."""
    usual, geared, safe = (Plan((Part("act", Act(field)),), why("stay")) for field in ("a", "b", "c"))

    def looked(plan: Plan, worth: float, stake: float) -> Looked:
        return Looked(plan, tuple(Seen(worth, 0, is_down=False, stake=stake) for _ in range(6)))

    found = [looked(usual, 0, 0), looked(geared, 9, 0)]
    assert surely_best(found, usual, 1.5, measure=STAKE) is usual
    assert surely_best([*found, looked(safe, 1, 12)], usual, 1.5, measure=STAKE) is safe
    aim, state = aim_of(at_act("coop", 2).state), at_act("coop", 2).state
    party = state.party
    assert party is not None
    fewer = state.with_party(msgspec.structs.replace(party, lives=(1, 2)))
    bare = state.with_player(Seat(0), board(), state.samurai[0])
    assert aim.stake(fewer, Seat(0)) < aim.stake(state, Seat(0)) == aim.stake(bare, Seat(0))
    assert aim.worth(bare, Seat(0)) < aim.worth(state, Seat(0))


def test_what_counsel_says_is_sure_is_as_sure_as_it_says() -> None:
    """Eight plans that are all worth nothing: 95 of 100 ranges told of them hold it, though the luckiest are told."""
    plans = [Plan((Part("act", Act(f"plan {number}")),), why("stay", n=number)) for number in range(8)]
    state, dice, held = at_act("competitive", 2).state, random.Random(5), []

    def run(work: object, jobs: Sequence[Job]) -> Iterable[Seen]:
        luck = dice.gauss(0, 1)
        for _ in jobs:
            yield Seen(luck + dice.gauss(0, 1), 0, is_down=False)

    for _ in range(400):
        steps = searching(
            state, Seat(0), plans, seed="x", budget=Budget(72), least=3, are_ideas_kept=True, run=run
        )
        for one in best_of(steps)[:3]:
            low, high = mean_interval([seen.worth for seen in one.seen[one.chosen_by :]])
            held.append(low <= 0 <= high)
    assert 0.93 < sum(held) / len(held) < 0.97


def test_counsel_at_the_end_counts_what_counts_there() -> None:
    """When the game ends in every world, what gear would be worth in a longer one is not told as lost."""
    session, compared = new_session(players=2, seed="e6"), 0
    play_out(session, bots_of(["heuristic"], players=2, seed=1))
    for at in range(len(session.lines) - 1, 0, -1):
        line, there = session.lines[at], position_at(session, at)
        if line.question.kind != "act" or line.entry.automatic:
            continue
        view, question, plans = plans_of(there.state)
        job = Job(view, question.seat, plans[0].parts, "any", aim_of(view).turns(view))
        if len(plans) < 2 or not played_on(job).is_over:
            break
        end, _ = end_of(job)
        _, told = told_at(there)
        before, after = (
            one.samurai[question.seat].score - RIVAL * one.samurai[1 - question.seat].score
            for one in (view, end)
        )
        assert told[0].gain >= after - before - 0.01, "the best plan is no worse than this one"
        compared += told[0].gain > -4
    assert compared > 2


def test_who_plays_for_points_and_can_lose_counts_lives_and_the_end() -> None:
    """scenario.8.solo.loss: a second lost life loses at once, whatever the points are."""
    session = new_session(players=1, seed="ronin", mode="solo", scenario=8)
    play_out(session, bots_of(["heuristic"], players=1, seed=1), most_turns=6)
    state = session.state
    assert state.has_points and state.party is not None
    aim = aim_of(state)

    def left(*lives: int, outcome: str = "") -> GameState:
        assert state.party is not None
        party = msgspec.structs.replace(state.party, lives=lives, outcome=outcome)
        agenda = () if outcome else state.agenda
        return msgspec.structs.replace(state, agenda=agenda).with_party(party)

    first, last = (aim.standing(left(lives), Seat(0)) for lives in (2, 1))
    assert 3 < first < last, "the last life costs the game as well"
    won, lost = (aim.worth(left(1, outcome=outcome), Seat(0)) for outcome in (WON, LOST_LIFE))
    assert won - lost > 100
    assert aim.worth(left(2), Seat(0)) > aim.worth(left(1), Seat(0))
