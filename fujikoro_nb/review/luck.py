"""What dice, tiles and cards gave: what really came against what could have come, in the same worlds.

It looks at the game as it was, unlike the judgement of a decision; the worth of either is what a decision is judged by.
"""

from __future__ import annotations

from collections.abc import Sequence

from fujikoro_nb.bots.driver import TURN_OVER
from fujikoro_nb.bots.planner.rollout import Job
from fujikoro_nb.bots.planner.worlds import World
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import CHANCE, Answer, Event, Seat
from fujikoro_nb.review.moments import Moment
from fujikoro_nb.review.values import Effort, Run, horizon, jobs_of, worths


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
    until = horizon(game.view_for(moment.before, seat))

    def going_on(after: GameState, events: Sequence[Event]) -> list[Job]:
        # Whatever came, it is played on until the same turn: one that is over already counts among them.
        turns = until - sum(event.kind == TURN_OVER for event in events)
        return jobs_of(game.view_for(after, seat), seat, (), seed, effort.luck, turns=turns)

    real = going_on(moment.after, moment.line.events)
    jobs = []
    for number, other in enumerate(others):
        if other != came:
            step = game.step(moment.before, other)
            jobs += [real[number], going_on(step.state, step.events)[number]]
    found = iter(worths(run, jobs))
    return [0.0 if other == came else next(found) - next(found) for other in others]
