"""A plan played out: its answers first, then quick play by all seats for some turns, and what that is worth."""

from __future__ import annotations

import msgspec

from fujikoro_nb.bots.bot import Why
from fujikoro_nb.bots.driver import TURN_OVER
from fujikoro_nb.bots.planner.aims import aim_of
from fujikoro_nb.bots.planner.worlds import World
from fujikoro_nb.bots.points import PointsPlay
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import CHANCE, Answer, Event, Seat

MOST_ANSWERS, WHOLE_GAME = 600, 6000
"""A world in which so many answers do not end the turns, or the whole game, is left there."""

DOWN = ("knocked-out", "life-lost")
"""Kinds of events after which a samurai lies on the ground, or stands up with a life less."""


class Part(msgspec.Struct, frozen=True):
    """One answer of a plan, and the kind of question that it answers."""

    kind: str
    answer: Answer


class Plan(msgspec.Struct, frozen=True):
    """Answers one after the other, and why; what comes after them is played as usual."""

    parts: tuple[Part, ...]
    reason: Why
    promise: float = 0.0
    """What the heuristic bot makes of it."""

    @property
    def answer(self) -> Answer:
        """What it answers now."""
        return self.parts[0].answer


class Job(msgspec.Struct, frozen=True):
    """One plan in one world: all that a worker has to know, wherever it works."""

    view: GameState
    seat: Seat
    parts: tuple[Part, ...]
    world: str
    turns: int
    most: int = MOST_ANSWERS
    """After so many answers it ends in any case."""
    is_whole: bool = False
    """To the end of the game, whatever ``turns`` says, and that is what counts."""


class Seen(msgspec.Struct, frozen=True):
    """What one world made of a plan."""

    worth: float
    points: int
    """Won by the seat."""
    is_down: bool
    """Whether its samurai was knocked out, or lost a life."""
    is_over: bool = False
    """Whether the game ended there."""
    stake: float = 0.0
    """What the planner chooses by: the worth, or the part of it that so few turns show."""


def played_on(job: Job) -> Seen:
    """Play a plan on in one world. The same job gives the same, in whichever process or thread."""
    state, is_down = end_of(job)
    points = state.samurai[job.seat].score - job.view.samurai[job.seat].score
    aim = aim_of(job.view)
    if job.is_whole:
        worth = stake = aim.outcome(state, job.seat)
    else:
        worth, stake = aim.worth(state, job.seat), aim.stake(state, job.seat)
    return Seen(worth, points, is_down, not state.agenda, stake)


def end_of(job: Job, policy: PointsPlay | None = None) -> tuple[GameState, bool]:
    """Where a plan leads in one world, and whether the seat's samurai fell on the way.

    ``policy`` answers for all seats after the plan; without, the one of the job's aim.
    """
    game, state, seat = game_of(job.view), job.view, job.seat
    policy, chance = policy or aim_of(job.view).policy(), World(job.world)
    left, over, is_down = list(job.parts), 0, False
    for _ in range(WHOLE_GAME if job.is_whole else job.most):
        if over >= job.turns and not job.is_whole:
            break
        question = game.question(state)
        if question is None:
            break
        answer: Answer | None = None
        if question.seat == CHANCE:
            answer = chance.answer(game, state, question)
            if answer is None:
                break  # out of a real box anything may come
        elif left and question.seat == seat and question.kind == left[0].kind:
            answer = left.pop(0).answer
            if game.check(state, answer) is not None:
                answer = None  # this world does not let it
        if answer is None:
            answer = policy.choose(game, game.view_for(state, question.seat), question).answer
        step = game.step(state, answer)
        state = step.state
        is_down = is_down or any(_falls(event, seat) for event in step.events)
        over += sum(event.kind == TURN_OVER for event in step.events)
    return state, is_down


def _falls(event: Event, seat: Seat) -> bool:
    return event.kind in DOWN and ("seat", int(seat)) in event.data
