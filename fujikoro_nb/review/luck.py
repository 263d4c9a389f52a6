"""What dice, tiles and cards gave: what really came against what could have come, in the same worlds.

It looks at the game as it was, unlike the judgement of a decision; the worth of either is what a decision is judged by.
"""

from __future__ import annotations

from collections.abc import Sequence

from fujikoro_nb.bots.planner.worlds import World
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import CHANCE, Answer, Seat
from fujikoro_nb.review.moments import Moment
from fujikoro_nb.review.values import Effort, Run, jobs_of, worths


def chance_moments(moments: Sequence[Moment]) -> list[Moment]:
    """Where chance has answered and could have answered otherwise."""
    return [one for one in moments if one.line.entry.seat == CHANCE and not one.line.entry.automatic]


def luck_of(moment: Moment, seat: Seat, effort: Effort, run: Run) -> list[float]:
    """In each world, what this answer of chance gave the seat against another that could as well have come.

    Empty where nobody knows what could have come, as out of a real box.
    """
    game, question, came = game_of(moment.before), moment.line.question, moment.line.entry.answer
    others: list[Answer] = []
    for number in range(effort.luck):
        answer = World(f"luck/{moment.at}/{number}").answer(game, moment.before, question)
        if answer is None:
            return []
        others.append(answer)
    if all(other == came for other in others):
        return [0.0] * len(others)
    seed = f"luck/{moment.at}/on"
    real = jobs_of(game.view_for(moment.after, seat), seat, (), seed, effort.luck)
    jobs = []
    for number, other in enumerate(others):
        if other != came:
            after = game.step(moment.before, other).state
            jobs += [real[number], jobs_of(game.view_for(after, seat), seat, (), seed, effort.luck)[number]]
    found = iter(worths(run, jobs))
    return [0.0 if other == came else next(found) - next(found) for other in others]
