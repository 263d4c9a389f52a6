"""The bot that plays its plans out before it chooses one."""

from __future__ import annotations

import random
from hashlib import blake2b

import msgspec

from fujikoro_nb.bots.bot import Choice
from fujikoro_nb.bots.heuristic import HeuristicBot
from fujikoro_nb.bots.planner.plans import plans_at, reason_of
from fujikoro_nb.bots.planner.search import Budget, Map, best_of, searching
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Game, Question

WHOLE = ("act",)
"""Kinds of questions that get the whole budget; others get half of it."""


class PlannerBot:
    """Compares plans for the turn in sampled worlds. It knows what its seat may see, and remembers results only.

    With a budget of worlds the same ``chance`` plays the same; ``run`` may spread the work over an executor.
    """

    def __init__(self, chance: random.Random, budget: Budget | None = None, *, run: Map = map) -> None:
        self._seed = chance.getrandbits(64)
        self._budget = budget or Budget()
        self._run = run
        self._usual = HeuristicBot()

    def choose(self, game: Game[GameState], view: GameState, question: Question) -> Choice:
        """The first answer of the plan that is worth most, and why."""
        usual = self._usual.choose(game, view, question)
        plans = plans_at((game, view, question), usual, self._usual.play_for(view))
        if len(plans) < 2:
            return usual
        budget = self._budget if question.kind in WHOLE else self._budget.half()
        seed = world_seed(self._seed, view)
        best = best_of(searching(view, question.seat, plans, seed=seed, budget=budget, run=self._run))[0].plan
        return Choice(best.answer, reason_of(best, usual))


def world_seed(seed: int | str, view: GameState) -> str:
    """The worlds of one position as one seat sees it: others at another position, the same whoever asks again."""
    seen = blake2b(msgspec.json.encode(view, order="deterministic"), digest_size=12).hexdigest()
    return f"{seed}/{seen}"
