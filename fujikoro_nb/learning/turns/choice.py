"""Whether a position of a lesson leaves something to choose: a question at which several plans can be compared."""

from __future__ import annotations

from fujikoro_nb.bots.heuristic import HeuristicBot
from fujikoro_nb.bots.planner.plans import plans_at
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import Question
from fujikoro_nb.learning.turns.goal import SEAT

__all__ = ["question_with_plans"]


def question_with_plans(state: GameState | None) -> Question | None:
    """What the learner is asked there, if the planner knows more than one way to go on; else None."""
    if state is None:
        return None
    game = game_of(state)
    question = game.question(state)
    if question is None or question.seat != SEAT:
        return None
    bot, view = HeuristicBot(), game.view_for(state, question.seat)
    plans = plans_at((game, view, question), bot.choose(game, view, question), bot.play_for(view))
    return question if len(plans) > 1 else None
