"""A whole game looked at again, for one seat: the same file and the same effort give the same review.

review = reviewed(session, Seat(0))
review.curve, review.costliest, review.luck
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

import msgspec

from fujikoro_nb.bots.heuristic import HeuristicBot
from fujikoro_nb.bots.planner.rollout import Job
from fujikoro_nb.bots.planner.search import Z
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import Seat, Session
from fujikoro_nb.review.decisions import (
    AGAIN,
    Decision,
    Weighed,
    all_looked_again,
    costliest,
    first_look,
    judged_moments,
)
from fujikoro_nb.review.luck import chance_moments, luck_of
from fujikoro_nb.review.moments import Moment, moments_of
from fujikoro_nb.review.values import (
    MOST_OF_A_GAME,
    WHOLE_GAME,
    Effort,
    Run,
    effort_for,
    mean,
    share_of_victory,
    wilson,
    won_in,
)

MOST_POINTS, MOST_TOGETHER = 24, 16
"""Turns from which games are played out, of rivals and of a group; of a longer game every second or third one."""

Report = Callable[[float], None]
"""Told the share that is done; may raise to stop."""


class Chance(msgspec.Struct, frozen=True):
    """The chance to win as a turn begins; the last one is how the game ended, where it did."""

    turn: int
    chance: float
    low: float
    high: float


class TurnSums(msgspec.Struct, frozen=True):
    """What the decisions of a turn cost, and what chance gave from its beginning to the next one's."""

    turn: int
    choice: float
    luck: float


class Sum(msgspec.Struct, frozen=True):
    """A sum of estimates, and where it lies with 95 %."""

    value: float
    low: float
    high: float


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """What a game looks like afterwards. ``aim``: ``points``, or ``group`` where costs count what a group plays for."""

    seat: int
    aim: str
    is_over: bool
    turns: int
    decisions: int
    """That were judged."""
    games: int
    """Played out for each chance."""
    curve: tuple[Chance, ...]
    """Empty where games cannot be played to their end."""
    by_turn: tuple[TurnSums, ...]
    choice: Sum
    luck: Sum
    costliest: tuple[Decision, ...]


def reviewed(
    session: Session[Any],
    seat: Seat,
    *,
    final: int | None = None,
    run: Run = map,
    report: Report = lambda share: None,
) -> Review:
    """Look at a game again. ``final``: worlds for each decision that may be told, the rest follows from it."""
    moments = moments_of(session, seat)
    effort = effort_for(session.state, final)
    judged, drawn = judged_moments(moments, seat), chance_moments(moments)
    begins = _thinned(_beginnings(moments), MOST_POINTS if session.state.has_points else MOST_TOGETHER)
    work = Work(report, len(begins) * 3 + len(judged) * 2 + len(drawn) + AGAIN * 2)
    bot, weighed = HeuristicBot(), list[Weighed]()
    for moment in judged:
        weighed.append(first_look(moments, moment, effort, run, bot))
        work.did(2)
    weighed = all_looked_again(weighed, effort, run, lambda _: work.did(2))
    luck: dict[int, list[list[float]]] = {}
    for moment in drawn:
        luck.setdefault(moment.turn, []).append(luck_of(moment, seat, effort, run))
        work.did(1)
    curve: list[Chance] = []
    for moment in begins:
        found = _chance(moment, seat, effort, run)
        if found is not None:
            curve.append(found)
        work.did(3)
    is_over = session.question is None
    last = moments[-1].turn if moments else 1
    if is_over and (curve or not begins):
        share = share_of_victory(session.state, seat)
        curve.append(Chance(last + 1, share, share, share))
    return Review(
        seat=int(seat),
        aim="points" if session.state.has_points else "group",
        is_over=is_over,
        turns=last,
        decisions=len(judged),
        games=effort.curve,
        curve=tuple(curve),
        by_turn=_by_turn(weighed, luck, last),
        choice=sum_of_choices(weighed),
        luck=_sum([values for turn in luck.values() for values in turn]),
        costliest=costliest(weighed),
    )


class Work:
    """How far a review is."""

    def __init__(self, report: Report, total: int) -> None:
        self._report, self._total, self._done = report, max(1, total), 0

    def did(self, parts: int) -> None:
        """So much more of it is done."""
        self._done += parts
        self._report(min(0.99, self._done / self._total))


def _beginnings(moments: Sequence[Moment]) -> list[Moment]:
    """The first moment of each turn of the seat, the very first one among them."""
    found: list[Moment] = []
    for moment in moments:
        if not found or moment.turn > found[-1].turn:
            found.append(moment)
    return found


def _thinned(moments: list[Moment], most: int) -> list[Moment]:
    step = -(-len(moments) // most)
    return moments[:: max(1, step)]


def _chance(moment: Moment, seat: Seat, effort: Effort, run: Run) -> Chance | None:
    """The chance as a turn begins; None where not every game can be played to its end."""
    view = game_of(moment.before).view_for(moment.before, seat)
    seeds = (f"curve/{number}" for number in range(effort.curve))
    jobs = [Job(view, seat, (), seed, WHOLE_GAME, MOST_OF_A_GAME) for seed in seeds]
    shares = [share for share in run(won_in, jobs) if share is not None]
    if len(shares) < len(jobs):
        return None
    low, high = wilson(shares)
    return Chance(moment.turn, mean(shares), low, high)


def sum_of_choices(weighed: Sequence[Weighed]) -> Sum:
    """What all decisions cost; one that was the better one in its worlds after all counts for the seat."""
    return _sum([one.apart for one in weighed])


def _by_turn(
    weighed: Sequence[Weighed], luck: dict[int, list[list[float]]], last: int
) -> tuple[TurnSums, ...]:
    costs: dict[int, float] = {}
    for one in weighed:
        costs[one.moment.turn] = costs.get(one.moment.turn, 0.0) + mean(one.apart)
    return tuple(
        TurnSums(turn, costs.get(turn, 0.0), sum(mean(values) for values in luck.get(turn, [])))
        for turn in range(1, last + 1)
    )


def _sum(parts: Sequence[Sequence[float]]) -> Sum:
    """The sum of the means, and how sure that is; a single number is no sample, and sure."""
    total = sum(mean(values) for values in parts)
    spread = 0.0
    for values in parts:
        if len(values) > 1:
            middle = mean(values)
            spread += sum((one - middle) ** 2 for one in values) / (len(values) - 1) / len(values)
    half = Z * sqrt(spread)
    return Sum(total, total - half, total + half)
