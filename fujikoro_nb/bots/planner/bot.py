"""The bot that plays its plans out before it chooses one."""

from __future__ import annotations

import random
from hashlib import blake2b

import msgspec

from fujikoro_nb.bots.bot import Choice, Why
from fujikoro_nb.bots.heuristic import HeuristicBot
from fujikoro_nb.bots.planner.aims import aim_of
from fujikoro_nb.bots.planner.plans import likely, plans_at, reason_of
from fujikoro_nb.bots.planner.rollout import Part
from fujikoro_nb.bots.planner.search import STAKE, Budget, Map, best_of, searching, surely_best
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Game, Question
from fujikoro_nb.engine.kernel.record import answer_with

WHOLE = ("act",)
"""Kinds of questions that get the whole budget; others get half of it."""


class PlannerBot:
    """Compares plans for the turn in sampled worlds. It knows what its seat may see, and remembers results only: the
    rest of a plan whose first answer it gave, for the very position to which that leads.

    With a budget of worlds the same ``chance`` plays the same; ``run`` may spread the work over an executor.
    """

    def __init__(self, chance: random.Random, budget: Budget | None = None, *, run: Map = map) -> None:
        self._seed = chance.getrandbits(64)
        self._budget = budget or Budget()
        self._run = run
        self._usual = HeuristicBot()
        self._next: tuple[GameState, tuple[Part, ...], Why] | None = None

    def choose(self, game: Game[GameState], view: GameState, question: Question) -> Choice:
        """The first answer of the plan that is worth most, and why."""
        following, self._next = self._next, None
        if following is not None and following[0] == view:
            return self._follow(game, *following)
        usual = self._usual.choose(game, view, question)
        aim = aim_of(view)
        if question.kind in aim.routine or not aim.compares(view):
            return usual
        plans = plans_at((game, view, question), usual, self._usual.play_for(view))
        if len(plans) < 2:
            return usual
        plans = likely(plans, aim.most)
        seed = world_seed(self._seed, view)
        keep = None if aim.sure is None else 0
        is_whole = aim.plays_whole(view)
        budget = self._budget if is_whole or question.kind in WHOLE else self._budget.half()
        found = best_of(
            searching(
                view,
                question.seat,
                plans,
                seed=seed,
                budget=budget,
                keep=keep,
                is_whole=is_whole,
                measure=STAKE,
                run=self._run,
            )
        )
        sure = aim.sure_of_whole if is_whole else aim.sure
        best = found[0].plan if sure is None else surely_best(found, plans[0], sure, measure=STAKE)
        return self._follow(game, view, best.parts, reason_of(best, usual))

    def _follow(self, game: Game[GameState], view: GameState, parts: tuple[Part, ...], reason: Why) -> Choice:
        """The first of these answers; the next ones follow where nothing else has come between."""
        answer, rest = parts[0].answer, parts[1:]
        if rest:
            state, (_, *forced) = answer_with(game, view, answer)
            for line in forced:
                rest = rest[1:] if rest and rest[0].answer == line.entry.answer else ()
            self._next = (state, rest, reason) if rest else None
        return Choice(answer, reason)


def world_seed(seed: int | str, view: GameState) -> str:
    """The worlds of one position as one seat sees it: others at another position, the same whoever asks again."""
    seen = blake2b(msgspec.json.encode(view, order="deterministic"), digest_size=12).hexdigest()
    return f"{seed}/{seen}"
