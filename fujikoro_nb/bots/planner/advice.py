"""Counsel for whoever asks what the planner would do: the best plans, what each is worth, and how often it goes wrong.

Of a group, and alone, the usual plan stands first unless another one surely keeps more lives or decides
the game. The bot itself plays longer plans once the white dragon is beaten.
It is read off what the seat sees, and says the same to whoever asks the same twice with the same budget.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fujikoro_nb.bots.heuristic import HeuristicBot
from fujikoro_nb.bots.planner.aims import aim_of
from fujikoro_nb.bots.planner.bot import world_seed
from fujikoro_nb.bots.planner.plans import plans_at
from fujikoro_nb.bots.planner.rollout import Plan, Seen
from fujikoro_nb.bots.planner.search import (
    STAKE,
    Budget,
    Looked,
    ideas_first,
    mean_interval,
    searching,
    surely_best,
)
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Game, Question

MOST = 3
"""Plans that are told."""

COUNSEL = Budget(worlds=72, seconds=3.5)
"""What somebody who asks waits for."""


class Advised(msgspec.Struct, frozen=True):
    """A plan, and how much better its seat stands after it than now, on average over the worlds.

    In a world in which the game ends it is measured by what counts then, now as there.
    """

    plan: Plan
    worlds: int = 0
    """In how many worlds it was played out; in none while the first answer is all that is known."""
    measured: int = 0
    """In how many of them the gain was measured: those of the last round once it is played."""
    gain: float = 0.0
    low: float = 0.0
    high: float = 0.0
    """Where the average lies with 95 %; the worlds of the last round have chosen none of the plans that are told."""
    falls: int = 0
    """Worlds in which the samurai was knocked out, or lost a life."""


class Counsel(msgspec.Struct, frozen=True):
    """What is advised so far, the best first. ``share`` is how much of the work is done."""

    plans: tuple[Advised, ...]
    share: float = 1.0


def counselled(
    game: Game[GameState], view: GameState, question: Question, *, budget: Budget | None = None
) -> Iterator[Counsel]:
    """Counsel that gets better: the usual answer at once, then after each world; whoever has enough stops asking."""
    budget = budget or COUNSEL
    bot = HeuristicBot()
    usual = bot.choose(game, view, question)
    plans = plans_at((game, view, question), usual, bot.play_for(view))
    yield Counsel((Advised(plans[0]),), 0.0 if len(plans) > 1 else 1.0)
    if len(plans) == 1:
        return
    aim, seat = aim_of(view), question.seat
    begun = _Begun(aim.worth(view, seat), aim.settled(view, seat))
    steps = searching(
        view,
        seat,
        plans,
        seed=world_seed("counsel", view),
        budget=budget,
        least=MOST,
        are_ideas_kept=True,
        is_first_kept=aim.sure is not None,
    )

    def told(found: tuple[Looked, ...]) -> tuple[Advised, ...]:
        first = None
        if aim.sure is not None:
            first = surely_best(found, plans[0], aim.sure, measure=STAKE) if aim.compares(view) else plans[0]
        return _told(found, first, begun)

    found: tuple[Looked, ...] = ()
    for found in steps:
        done = sum(len(one.seen) for one in found) / budget.worlds
        yield Counsel(told(found), min(0.99, done))
    yield Counsel(told(found))


class _Begun(msgspec.Struct, frozen=True):
    """What the position is worth now: while the game goes on, and if it were over."""

    going: float
    settled: float

    def gain(self, seen: Seen) -> float:
        """What one world brings."""
        return seen.worth - (self.settled if seen.is_over else self.going)


def _told(found: tuple[Looked, ...], first: Plan | None, begun: _Begun) -> tuple[Advised, ...]:
    """The best of those that are still compared: they were played out in the same worlds, but for the one at hand.

    One for each idea: two ways to the same place are told where there are not so many ideas. ``first``: the usual
    plan of a group, or one that surely keeps more lives than it, or decides the game.
    """
    most = max(len(one.seen) for one in found)
    compared = [one for one in found if one.plan is first or len(one.seen) >= max(1, most - 1)]
    ranked = sorted(compared, key=lambda one: (one.plan is not first, -one.worth))
    told = ideas_first(ranked, [one.plan.reason for one in ranked], MOST)[:MOST]
    told.sort(key=lambda one: (one.plan is not first, -_mean_worth(one)))
    return tuple(_advised(one, begun) for one in told)


def _measured(looked: Looked) -> tuple[Seen, ...]:
    """The worlds that had no part in choosing the plan; all while there are none of these."""
    return looked.seen[looked.chosen_by :] or looked.seen


def _mean_worth(looked: Looked) -> float:
    measured = _measured(looked)
    return sum(one.worth for one in measured) / max(1, len(measured))


def _advised(looked: Looked, begun: _Begun) -> Advised:
    measured = _measured(looked)
    gains = [begun.gain(one) for one in measured]
    low, high = mean_interval(gains)
    return Advised(
        looked.plan,
        len(looked.seen),
        len(measured),
        sum(gains) / len(gains) if gains else 0.0,
        low,
        high,
        sum(one.is_down for one in looked.seen),
    )
