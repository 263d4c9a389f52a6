"""What each decision of a seat gave away against the best plan known for it, judged by what that seat could see.

All plans are played on in a few worlds; the best other one and what was done then meet in worlds of their own, so that
nobody is blamed for the luck of a comparison. Those that seem to have cost most are looked at again, and longer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from fujikoro_nb.bots.bot import Why, why
from fujikoro_nb.bots.heuristic import HeuristicBot
from fujikoro_nb.bots.planner.bot import world_seed
from fujikoro_nb.bots.planner.plans import AS_USUAL, BETWEEN, plans_at
from fujikoro_nb.bots.planner.rollout import Part, Plan
from fujikoro_nb.bots.planner.search import mean_interval
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.review.fights import Odds, is_of_fight, odds_of
from fujikoro_nb.review.moments import WALK, Moment, taken
from fujikoro_nb.review.values import Effort, Run, jobs_of, mean, worths
from fujikoro_nb.review.wayout import ways_out

MOST_COSTLY = 5
"""Decisions that are told."""
AGAIN = 12
"""Decisions that are looked at again for them."""
RIVALS = 3
"""Other plans that are looked at again."""


class Decision(msgspec.Struct, frozen=True):
    """What was done, what would have been better, and by how much on average; ``low`` to ``high`` holds it with 95 %.

    ``cost`` counts what the table plays for: points, or what a position is worth to a group. ``odds`` are the
    chances of a fight where the decision was one of its own: then nothing is uncertain.
    """

    at: int
    turn: int
    kind: str
    done: tuple[Part, ...]
    better: tuple[Part, ...]
    reason: Why
    cost: float
    low: float
    high: float
    worlds: int
    good: tuple[tuple[Part, ...], ...] = ()
    """All plans that nothing known tells from the better one, that one among them."""
    odds: Odds | None = None

    @property
    def is_sure(self) -> bool:
        """Whether it cost anything, as far as can be known."""
        return self.cost > 0 and self.low > 0


class Weighed(msgspec.Struct, frozen=True):
    """A decision after the first look: the plans with their worth in the first worlds, what was done at the front."""

    moment: Moment
    view: GameState
    done: Plan
    others: tuple[Plan, ...]
    decision: Decision
    apart: tuple[float, ...] = ()
    """What was done against the best other plan, in each world in which they met; nothing where none seemed better."""
    is_long: bool = False
    """Whether the decision is that of the longer look."""


def judged_moments(moments: Sequence[Moment], seat: Seat) -> list[Moment]:
    """The decisions that can be judged; a way that was judged with its move is none of its own."""
    found, covered = [], -1
    lines = [one.line for one in moments]
    for moment in moments:
        question, entry = moment.line.question, moment.line.entry
        if entry.seat != seat or entry.automatic or moment.at <= covered:
            continue
        if question.kind in BETWEEN or (question.kind in AS_USUAL and not is_of_fight(question)):
            continue
        parts = taken(lines, moment.at)
        if parts[-1].kind == WALK and len(parts) > 1:
            covered = moment.at + len(parts) - 1
        found.append(moment)
    return found


def first_look(
    moments: tuple[Moment, ...], moment: Moment, effort: Effort, run: Run, bot: HeuristicBot
) -> Weighed:
    """One decision, looked at quickly."""
    question, game = moment.line.question, game_of(moment.before)
    view = game.view_for(moment.before, question.seat)
    parts = taken([one.line for one in moments], moment.at)
    done = Plan(parts, why("played-out"))
    nothing = Decision(moment.at, moment.turn, question.kind, parts, parts, done.reason, 0.0, 0.0, 0.0, 0)
    if is_of_fight(question):
        odds = odds_of(view, question, moment.line.entry.answer)
        return _of_fight(Weighed(moment, view, done, (), nothing), odds)
    usual = bot.choose(game, view, question)
    plans = (*plans_at((game, view, question), usual, bot.play_for(view)), *ways_out(view, question))
    others = tuple({one.parts: one for one in plans if one.parts != parts}.values())
    if not others:
        return Weighed(moment, view, done, (), nothing)
    seed = world_seed("review", view)
    found = _means(run, view, question.seat, (done, *others), f"{seed}/first", effort.first)
    ranked = sorted(range(len(others)), key=lambda one: (-mean(found[one + 1]), one))
    ordered = tuple(others[one] for one in ranked)
    if mean(found[ranked[0] + 1]) <= mean(found[0]):
        return Weighed(moment, view, done, ordered, nothing)
    mine, its = _means(run, view, question.seat, (done, ordered[0]), f"{seed}/second", effort.first)
    apart = tuple(own - other for own, other in zip(mine, its, strict=True))
    return Weighed(moment, view, done, ordered, _told(nothing, ordered[0], mine, its), apart)


def looked_again(weighed: Weighed, effort: Effort, run: Run) -> Weighed:
    """The same decision, looked at long enough to be told: what was done against its best rival, in other worlds.

    Which rival is the best is found in worlds of its own, so that the measure of it owes nothing to the choice.
    """
    rivals, seat = weighed.others[:RIVALS], weighed.moment.line.question.seat
    if weighed.decision.odds is not None or not rivals:
        return weighed
    seed = f"{world_seed('review', weighed.view)}/again"
    found = _means(run, weighed.view, seat, rivals, f"{seed}/best", effort.best)
    best = max(range(len(rivals)), key=lambda one: (mean(found[one]), -one))
    mine, its = _means(run, weighed.view, seat, (weighed.done, rivals[best]), f"{seed}/told", effort.final)
    decision = _told(weighed.decision, rivals[best], mine, its)
    good = tuple(plan.parts for plan, one in zip(rivals, found, strict=True) if _is_as_good(one, found[best]))
    decision = msgspec.structs.replace(decision, good=good)
    return msgspec.structs.replace(weighed, decision=decision, is_long=True)


def all_looked_again(
    weighed: Sequence[Weighed], effort: Effort, run: Run, told: Callable[[int], None]
) -> list[Weighed]:
    """All decisions in their order; those that seem to have cost most as the longer look found them.

    What they cost in the first look stays beside it: sums of that alone owe nothing to which were chosen.
    """
    seeming = sorted(weighed, key=lambda one: (-one.decision.cost, one.moment.at))[:AGAIN]
    found = {one.moment.at: one for one in weighed}
    for number, one in enumerate(seeming):
        if one.decision.cost > 0:
            found[one.moment.at] = looked_again(one, effort, run)
        told(number)
    return list(found.values())


def costliest(weighed: Sequence[Weighed]) -> tuple[Decision, ...]:
    """The five that cost most, the dearest first; only those that surely cost anything, as the longer look found."""
    long = (one.decision for one in weighed if one.is_long or one.decision.odds is not None)
    sure = sorted((one for one in long if one.is_sure), key=lambda one: (-one.cost, one.at))
    return tuple(sure[:MOST_COSTLY])


def _means(
    run: Run, view: GameState, seat: Seat, plans: Sequence[Plan], seed: str, worlds: int
) -> list[list[float]]:
    """What each plan is worth in each world, all in one go so that an executor has something to share out."""
    jobs = [job for plan in plans for job in jobs_of(view, seat, plan.parts, seed, worlds)]
    found = worths(run, jobs)
    return [found[at * worlds : (at + 1) * worlds] for at in range(len(plans))]


def _told(decision: Decision, better: Plan, mine: Sequence[float], its: Sequence[float]) -> Decision:
    """What was given away in the same worlds."""
    apart = [other - own for own, other in zip(mine, its, strict=True)]
    low, high = mean_interval(apart)
    return msgspec.structs.replace(
        decision,
        better=better.parts,
        reason=better.reason,
        cost=max(0.0, mean(apart)),
        low=low,
        high=high,
        worlds=len(apart),
        good=(better.parts,),
    )


def _is_as_good(values: Sequence[float], best: Sequence[float]) -> bool:
    low, _ = mean_interval([one - other for one, other in zip(best, values, strict=True)])
    return low <= 0


def _of_fight(weighed: Weighed, odds: Odds | None) -> Weighed:
    """By its odds, where they are known; they are no sample, so that one number says it all."""
    if odds is None:
        return weighed
    return msgspec.structs.replace(weighed, decision=_by_odds(weighed.decision, odds), apart=(-odds.cost,))


def _by_odds(decision: Decision, odds: Odds) -> Decision:
    def part(answer: object) -> tuple[Part, ...]:
        return (Part(decision.kind, answer),)  # type: ignore[arg-type]

    return msgspec.structs.replace(
        decision,
        better=part(odds.better) if odds.cost else decision.done,
        reason=_reason(odds),
        cost=odds.cost,
        low=odds.cost,
        high=odds.cost,
        good=tuple(part(one) for one in odds.alike),
        odds=odds,
    )


def _reason(odds: Odds) -> Why:
    """The win, unless the better answer is better for something else."""
    if odds.best < odds.given:
        return why("fight-stands", percent=round(100 * odds.best_stands))
    return why("fight-odds", percent=round(100 * odds.best))
