"""Counsel for whoever asks what the planner would do: the best plans, what each is worth, and how often it goes wrong.

It is read off what the seat sees, and says the same to whoever asks the same twice with the same budget.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fujikoro_nb.bots.heuristic import HeuristicBot
from fujikoro_nb.bots.planner.aims import aim_of
from fujikoro_nb.bots.planner.bot import world_seed
from fujikoro_nb.bots.planner.plans import plans_at
from fujikoro_nb.bots.planner.rollout import Plan
from fujikoro_nb.bots.planner.search import Budget, Looked, ideas_first, searching
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Game, Question

MOST = 3
"""Plans that are told."""

COUNSEL = Budget(worlds=72, seconds=3.5)
"""What somebody who asks waits for."""


class Advised(msgspec.Struct, frozen=True):
    """A plan, and how much better its seat stands after it than now, on average over the worlds."""

    plan: Plan
    worlds: int = 0
    """In how many worlds it was played out; in none while the first answer is all that is known."""
    gain: float = 0.0
    low: float = 0.0
    high: float = 0.0
    """Where the average lies with 95 %."""
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
    aim = aim_of(view)
    now, seed = aim.worth(view, question.seat), world_seed("counsel", view)
    found: tuple[Looked, ...] = ()
    steps = searching(view, question.seat, plans, seed=seed, budget=budget, least=MOST, are_ideas_kept=True)
    for found in steps:
        done = sum(len(one.seen) for one in found) / budget.worlds
        yield Counsel(_best(found, now), min(0.99, done))
    yield Counsel(_best(found, now))


def _best(found: tuple[Looked, ...], now: float) -> tuple[Advised, ...]:
    """The best of those that are still compared: they were played out in the same worlds, but for the one at hand.

    One for each idea: two ways to the same place are told where there are not so many ideas.
    """
    most = max(len(one.seen) for one in found)
    compared = [one for one in found if len(one.seen) >= max(1, most - 1)]
    ranked = sorted(compared, key=lambda one: -one.worth)
    told = ideas_first(ranked, [one.plan.reason for one in ranked], MOST)[:MOST]
    return tuple(_advised(one, now) for one in sorted(told, key=lambda one: -one.worth))


def _advised(looked: Looked, now: float) -> Advised:
    low, high = looked.interval
    return Advised(
        looked.plan,
        len(looked.seen),
        looked.worth - now,
        low - now,
        high - now,
        sum(one.is_down for one in looked.seen),
    )
