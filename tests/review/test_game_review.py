"""A game looked at again: what a review finds, that it finds the same again, and that it judges by what a seat saw."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import sqrt
from statistics import variance
from typing import Any

import msgspec
import pytest

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.bots.driver import TURN_OVER
from fujikoro_nb.bots.heuristic import HeuristicBot
from fujikoro_nb.bots.planner.rollout import Job, Seen, end_of
from fujikoro_nb.bots.planner.worlds import World
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.asked.realm import turn_of
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import CHANCE, Seat, Seeded, Session
from fujikoro_nb.review.decisions import first_look, judged_moments, looked_again
from fujikoro_nb.review.game import Review, Sum, reviewed, sum_of_choices
from fujikoro_nb.review.luck import chance_moments, luck_of
from fujikoro_nb.review.moments import Moment, moments_of, position_at, taken
from fujikoro_nb.review.values import (
    MOST_OF_A_GAME,
    WHOLE_GAME,
    Effort,
    VariedPlay,
    horizon,
    mean,
    share_of_victory,
    won_in,
)
from fujikoro_nb.texts import LANGUAGES, decimal, say
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.learn.game_review import review_view, sums_said

FEW = 2
SEAT = Seat(0)


@cache
def played(seed: str = "review 1", *, turns: int = 5, mode: str = "competitive", players: int = 2) -> bytes:
    session = new_session(players=players, seed=seed, mode=mode)
    play_out(session, bots_of(["heuristic"], players=players, seed=seed), most_turns=turns)
    return session.save()


def loaded(**asked: Any) -> Session[Any]:
    return Session.load(GAME, played(**asked))


def test_the_same_game_is_reviewed_alike_whoever_works() -> None:
    alone = reviewed(loaded(), SEAT, final=FEW)
    with ThreadPoolExecutor(2) as pool:
        beside = reviewed(loaded(), SEAT, final=FEW, run=pool.map)
    assert alone == beside
    assert alone.decisions > 5
    assert [one.turn for one in alone.by_turn] == list(range(1, alone.turns + 1))
    assert alone.choice.low <= alone.choice.value <= alone.choice.high
    assert sum(one.choice for one in alone.by_turn) == pytest.approx(alone.choice.value)
    assert sum(one.luck for one in alone.by_turn) == pytest.approx(alone.luck.value)
    costs = [one.cost for one in alone.costliest]
    assert costs == sorted(costs, reverse=True)
    assert all(one.low > 0 and one.better != one.done for one in alone.costliest)


def test_it_says_how_far_it_is_and_can_be_stopped() -> None:
    heard: list[float] = []
    reviewed(loaded(turns=3), SEAT, final=FEW, report=heard.append)
    assert heard == sorted(heard)
    assert len(heard) > 10
    assert 0 < heard[0] < heard[-1] <= 0.99

    class Enough(Exception):
        pass

    def stop(share: float) -> None:
        raise Enough

    with pytest.raises(Enough):
        reviewed(loaded(turns=3), SEAT, final=FEW, report=stop)


def test_a_decision_is_judged_without_what_its_seat_cannot_see() -> None:
    """Whoever deals later, and what lies hidden, changes nothing: the same answers, judged from the same view."""
    session = loaded(turns=6)
    other = Session.load(GAME, session.save(), dealer=Seeded("somebody else"))
    first, again = (reviewed(one, SEAT, final=FEW) for one in (session, other))
    assert first == again
    moments = moments_of(session, SEAT)
    for moment in judged_moments(moments, SEAT)[:3]:
        weighed = first_look(moments, moment, Effort(FEW), map, HeuristicBot())
        assert weighed.view == GAME.view_for(moment.before, SEAT)
        # Once more through the eyes of the seat: nothing is left to hide.
        blind = msgspec.structs.replace(moment, before=weighed.view)
        assert first_look(moments, blind, Effort(FEW), map, HeuristicBot()).decision == weighed.decision


def test_a_move_is_one_decision_with_its_way() -> None:
    session = loaded(turns=20)
    moments = moments_of(session, SEAT)
    judged, lines = judged_moments(moments, SEAT), session.lines
    moves = [one for one in judged if one.line.entry.answer == Act("move")]
    assert moves
    for move in moves:
        parts = taken(lines, move.at)
        assert [part.answer for part in parts] == [
            session.lines[move.at + n].entry.answer for n in range(len(parts))
        ]
    covered = {move.at + n for move in moves for n in range(1, len(taken(lines, move.at)))}
    assert covered
    assert covered.isdisjoint(one.at for one in judged)


def test_luck_is_nothing_where_what_came_is_all_that_could_come() -> None:
    """What came is taken from what could come: of one that came as the sampled ones did, nothing is left."""
    moments = chance_moments(moments_of(loaded(turns=8), SEAT))
    assert moments
    effort = Effort(8)
    assert all(one.line.entry.seat == CHANCE for one in moments)
    found = {one.at: luck_of(one, SEAT, effort, map) for one in moments}
    assert {len(values) for values in found.values()} == {effort.luck}
    assert found == {one.at: luck_of(one, SEAT, effort, map) for one in moments}
    assert any(any(values) for values in found.values())
    for one in moments[:4]:
        game = game_of(one.before)
        worlds = [World(f"luck/{one.at}/{number}") for number in range(effort.luck)]
        sampled = [world.answer(game, one.before, one.line.question) for world in worlds]
        came = sampled[0]
        assert came is not None
        step = game.step(one.before, came)
        entry = msgspec.structs.replace(one.line.entry, answer=came)
        line = msgspec.structs.replace(one.line, entry=entry, events=step.events)
        usual = msgspec.structs.replace(one, line=line, after=step.state)
        same = [
            value
            for value, other in zip(luck_of(usual, SEAT, effort, map), sampled, strict=True)
            if other == came
        ]
        assert same == [0.0] * sampled.count(came)


@pytest.mark.parametrize(("mode", "players"), [("competitive", 2), ("coop", 2), ("solo", 1)])
def test_a_game_that_is_over_ends_the_curve(mode: str, players: int) -> None:
    session = loaded(seed="over", turns=1000, mode=mode, players=players)
    assert session.question is None
    last = position_at(session, max(0, len(session.lines) - 12))
    moments = moments_of(session, SEAT)
    assert moments[-1].after == session.state
    # The last turn alone is looked at: a whole one takes minutes.
    tail = Session(GAME, last.state)
    tail.follow(session.entries[len(last.lines) :])
    review = reviewed(tail, SEAT, final=FEW)
    share = share_of_victory(session.state, SEAT)
    assert tail.question is None
    assert review.is_over
    assert (review.curve[-1].chance, review.curve[-1].low) == (share, share)


def test_the_chance_to_win_is_told_by_games_that_differ() -> None:
    """From here on quick play meets neither dice nor draws that matter: the same game in every world, won or lost."""
    session = new_session(players=3, seed="alike 1")
    play_out(session, bots_of(["heuristic"], players=3, seed=1), most_turns=21)
    view = session.view_for(SEAT)

    def ends(*, is_varied: bool) -> list[tuple[int, ...]]:
        found = []
        for world in ("curve/0", "curve/1", "curve/2"):
            job = Job(view, SEAT, (), world, WHOLE_GAME, MOST_OF_A_GAME)
            state, _ = end_of(job, VariedPlay(world) if is_varied else None)
            assert state.is_over
            found.append(tuple(one.score for one in state.samurai))
        return found

    assert len(set(ends(is_varied=False))) == 1
    assert len(set(ends(is_varied=True))) == 3
    assert ends(is_varied=True) == ends(is_varied=True)
    end, _ = end_of(Job(view, SEAT, (), "curve/1", WHOLE_GAME, MOST_OF_A_GAME), VariedPlay("curve/1"))
    assert won_in(Job(view, SEAT, (), "curve/1", 1)) == share_of_victory(end, SEAT)


@pytest.mark.parametrize(("mode", "players"), [("competitive", 3), ("coop", 2)])
def test_a_turn_is_counted_from_its_own_beginning(mode: str, players: int) -> None:
    """What others do after an own turn belongs to it; in a group each round brings one."""
    session = loaded(seed="turns", turns=1000, mode=mode, players=players)
    for seat in map(Seat, range(players)):
        moments = moments_of(session, seat)
        acts = [one for one in moments if one.line.question.kind == "act" and one.line.entry.seat == seat]
        seen = {one.turn: one for one in reversed(acts)}
        assert all(turn_of(one.before).taken == 0 for one in seen.values()), "the first action of a turn"
        assert list(seen) == sorted(seen, reverse=True)
        assert set(seen) == set(range(1, max(seen) + 1))
        if mode == "coop":
            assert all(one.before.party.round == turn for turn, one in seen.items() if one.before.party)
            assert moments[-1].turn == max(seen)
        begins = {one.turn: one for one in reversed(moments)}
        assert all(begins[turn].line.question.seat == seat for turn in list(seen)[:-1])


def test_a_group_at_a_real_box_is_told_no_chances() -> None:
    """Nobody knows what is drawn there, so no game can be played to its end, and none counts as lost."""
    session = loaded(mode="coop", turns=4)
    there = Session(GAME, msgspec.structs.replace(session.state, is_described=True))
    follow = bots_of(["heuristic"], players=2, seed=1)
    for _ in range(3):
        question = there.question
        assert question is not None
        if question.seat == CHANCE:
            break
        there.play(follow[question.seat].choose(GAME, there.view_for(question.seat), question).answer)
    review = reviewed(there, SEAT, final=FEW)
    assert review.curve == ()
    words = Words(["Aki", "Bo"], lambda key, **values: say(key, language="en", **values), "en")
    view = review_view(review, there, words)
    assert view["curve_said"] == ""
    assert say("review.about-no-chance") in view["about"]
    assert not [text for text in view["about"] if text.startswith("Chances:")]


def test_games_with_nothing_to_judge_have_a_review() -> None:
    """Nothing answered yet, or one decision."""
    empty = new_session(players=2, seed="none")
    review = reviewed(position_at(empty, 0), SEAT, final=FEW)
    assert (review.costliest, review.decisions, review.is_over) == ((), 0, False)
    session = loaded(turns=6)
    moment = judged_moments(moments_of(session, SEAT), SEAT)[-1]
    one = Session(GAME, moment.before)
    one.play(moment.line.entry.answer)
    assert reviewed(one, SEAT, final=FEW).decisions == 1


def test_a_position_asks_what_was_asked_then() -> None:
    session = loaded(turns=6)
    for moment in judged_moments(moments_of(session, SEAT), SEAT)[:4]:
        there = Session.load(GAME, position_at(session, moment.at).save())
        assert (there.state, there.question) == (moment.before, moment.line.question)
        there.play(moment.line.entry.answer)
        assert there.lines[moment.at].entry == moment.line.entry


def test_the_sum_of_choices_is_no_surer_than_its_worlds() -> None:
    """It is what was done against the best other plan in each world, whichever was better there."""
    moments = moments_of(loaded(turns=5), SEAT)
    looks = (
        first_look(moments, one, Effort(FEW), map, HeuristicBot()) for one in judged_moments(moments, SEAT)
    )
    look = next(one for one in looks if one.apart)
    assert mean(look.apart) == pytest.approx(-look.decision.cost)
    found = ((-3.0, 1.0, 0.0, -2.0), (2.0, 0.0, 1.0, 1.0), (-0.5,), ())
    total = sum_of_choices([msgspec.structs.replace(look, apart=values) for values in found])
    assert total.value == pytest.approx(-1 + 1 - 0.5)
    half = 1.96 * sqrt(variance(found[0]) / 4 + variance(found[1]) / 4)
    assert (total.low, total.high) == pytest.approx((total.value - half, total.value + half), rel=1e-3)


def test_luck_plays_on_to_the_same_turn_whatever_came() -> None:
    """A turn that ends with what came is one of those that are played on."""
    moments = moments_of(loaded(seed="over", turns=1000, mode="solo", players=1), SEAT)
    ends = [
        one for one in chance_moments(moments) if any(event.kind == TURN_OVER for event in one.line.events)
    ]
    found = set()
    for moment in ends:
        jobs: list[Job] = []

        def run(work: Any, given: Any, jobs: list[Job] = jobs) -> list[Seen]:
            jobs += given
            return [Seen(0.0, 0, False) for _ in given]

        luck_of(moment, SEAT, Effort(8), run)
        most = horizon(moment.before)
        for real, other in zip(jobs[::2], jobs[1::2], strict=True):
            assert real.turns == most - 1
            found.add(other.turns - most)
    assert found
    assert found <= {0, -1}


def test_no_turn_is_played_where_none_is_left() -> None:
    view = GAME.view_for(loaded(turns=5).state, SEAT)
    assert end_of(Job(view, SEAT, (), "none", 0)) == (view, False)


def test_the_best_rival_is_measured_in_other_worlds_than_it_was_chosen_in() -> None:
    moments = moments_of(loaded(turns=5), SEAT)
    weighed = next(
        one
        for moment in judged_moments(moments, SEAT)
        if len((one := first_look(moments, moment, Effort(FEW), map, HeuristicBot())).others) > 1
        and one.decision.cost > 0
    )
    worlds: dict[Any, list[set[str]]] = {}

    def run(work: Any, given: Any) -> list[Seen]:
        for parts in {job.parts for job in given}:
            worlds.setdefault(parts, []).append({job.world for job in given if job.parts == parts})
        return list(map(work, given))

    decision = looked_again(weighed, Effort(4), run).decision
    (mine,) = worlds[decision.done]
    chosen, measured = worlds[decision.better]
    assert measured == mine
    assert len(mine) == 4
    assert chosen.isdisjoint(mine)


def test_luck_comes_to_nothing_over_all_that_could_come() -> None:
    """What each outcome gave, weighed by its chance, is nothing on average: of which came, no part is choice.

    Each outcome is worth a number of its own, so that what is compared is known; the worlds alone are drawn.
    """
    moments = moments_of(loaded(turns=8), SEAT)
    effort, compared = Effort(600), 0
    for moment in chance_moments(moments):
        options = game_of(moment.before).options(moment.before)
        if not 2 <= options.total <= 36:
            continue
        answers = [options.outcome(number) for number in range(options.total)]
        worths: dict[Any, float] = {}
        for answer in answers:
            after = game_of(moment.before).step(moment.before, answer).state
            view = game_of(after).view_for(after, SEAT)
            worths.setdefault(view, float(len(worths)))

        def run(work: Any, given: Any, worths: dict[Any, float] = worths) -> list[Seen]:
            return [Seen(worths[job.view], 0, False) for job in given]

        def came(answer: Any, moment: Moment = moment) -> Moment:
            step = game_of(moment.before).step(moment.before, answer)
            entry = msgspec.structs.replace(moment.line.entry, answer=answer)
            line = msgspec.structs.replace(moment.line, entry=entry, events=step.events)
            return msgspec.structs.replace(moment, line=line, after=step.state)

        luck = [mean(luck_of(came(answer), SEAT, effort, run)) for answer in dict.fromkeys(answers)]
        weights = [answers.count(answer) / len(answers) for answer in dict.fromkeys(answers)]
        if len(luck) < 2:
            continue
        assert max(luck) > 0 > min(luck)
        own = [one - min(luck) for one in luck]
        middle = sum(w * one for w, one in zip(weights, own, strict=True))
        spread = sqrt(sum(w * (one - middle) ** 2 for w, one in zip(weights, own, strict=True)))
        total = sum(w * one for w, one in zip(weights, luck, strict=True))
        assert abs(total) < 4.5 * spread / sqrt(effort.luck)
        compared += 1
        if compared == 3:
            break
    assert compared == 3


def test_what_chance_brings_changes_no_judgement_of_what_was_done_before() -> None:
    """The same decisions, and another throw after them: the luck of that throw differs, what they cost does not."""
    session = loaded(seed="over", turns=1000, mode="solo", players=1)
    moments = moments_of(session, SEAT)
    last = next(one for one in chance_moments(moments) if one.turn > 4)
    game = game_of(last.before)
    options = game.options(last.before)
    answers = {
        game.to_text(options.outcome(number)): options.outcome(number)
        for number in range(min(options.total, 400))
    }
    other = next(one for one in answers.values() if one != last.line.entry.answer)
    both = []
    for answer in (last.line.entry.answer, other):
        there = position_at(session, last.at)
        there.play(answer)
        both.append(moments_of(there, SEAT)[: last.at + 1])
    costs = []
    for row in both:
        judged = [one for one in judged_moments(row, SEAT) if one.at < last.at][-2:]
        costs.append([first_look(row, one, Effort(FEW), map, HeuristicBot()).decision for one in judged])
    assert costs[0] == costs[1]
    assert len(costs[0]) == 2
    there = both[0][-1].after
    wanted = game_of(there).view_for(there, SEAT)

    def run(work: Any, given: Any) -> list[Seen]:
        return [Seen(float(job.view == wanted), 0, False) for job in given]

    came, missed = (mean(luck_of(row[-1], SEAT, Effort(64), run)) for row in both)
    assert came > 0 >= missed


@cache
def looked_at() -> Review:
    return reviewed(loaded(turns=1), SEAT, final=FEW)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_differs_in_no_world_is_given_no_range(language: str) -> None:
    """An interval without width is said in words, in the sentence of both sums and in the costs."""
    words = Words(["Aki"], lambda key, **values: say(key, language=language, **values), language, ())
    review = looked_at()
    alike = say("game-review.review-alike", language=language)
    sure = msgspec.structs.replace(review, choice=Sum(-1.5, -1.5, -1.5), luck=Sum(2.0, 1.0, 3.0))
    said = sums_said(sure, words)
    assert said.count(alike) == 1
    low, high = (decimal(value, 1, words.say, is_signed=True) for value in (1.0, 3.0))
    assert say("game-review.review-range", language=language, low=low, high=high) in said
    assert sums_said(msgspec.structs.replace(sure, luck=Sum(2.0, 2.0, 2.0)), words).count(alike) == 2
