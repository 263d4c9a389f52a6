"""What a review compares by: plans and outcomes of chance played on in sampled worlds, and whole games played out.

Everything is begun from what one seat sees; who plays on is the quick plan that the planner searches with.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from typing import Any

import msgspec

from fujikoro_nb.bots.planner.aims import aim_of
from fujikoro_nb.bots.planner.rollout import Job, Part, Seen, end_of, played_on
from fujikoro_nb.bots.planner.search import Z
from fujikoro_nb.bots.planner.swift import SwiftPlay
from fujikoro_nb.bots.points import Table, Weighed
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.party import VICTORIES
from fujikoro_nb.engine.fujikoro.rules.end import standing
from fujikoro_nb.engine.fujikoro.rules.group.rounds import is_final
from fujikoro_nb.engine.kernel import Answer, Seat

Run = Callable[[Callable[[Job], Any], Sequence[Job]], Iterable[Any]]
"""The built-in ``map``, or that of an executor: the results are the same."""

WHOLE_GAME = 10**6
MOST_OF_A_GAME = 6000
"""Answers after which a game that is played out is judged as it stands."""
LAST_ROUNDS = 3
"""Rounds of a group that are played on once it is on its way out."""


class Effort(msgspec.Struct, frozen=True):
    """How many worlds are looked at. ``final``: of each decision that may be told, the others follow from it."""

    final: int

    @property
    def first(self) -> int:
        """Of each plan at every decision."""
        return max(2, self.final // 12)

    @property
    def best(self) -> int:
        """Of each rival of a decision that may be told, to find the best one."""
        return max(2, self.final // 2)

    @property
    def luck(self) -> int:
        """Of each answer of chance."""
        return max(2, self.final // 4)

    @property
    def curve(self) -> int:
        """Games that are played out from the beginning of a turn."""
        return max(4, self.final // 2)


def effort_for(view: GameState, final: int | None) -> Effort:
    """As much as was asked for; else what a game of that kind is done with in a few minutes on two cores."""
    return Effort(final if final is not None else (USUAL if view.has_points else USUAL_TOGETHER))


USUAL, USUAL_TOGETHER = 48, 12
"""A group's plan is dear to make."""


def horizon(view: GameState) -> int:
    """Turns that are played on: as the planner does, and to the end once the mountain has to be left."""
    if view.party is None:
        return WHOLE_GAME if view.is_final_chapter else aim_of(view).turns(view)
    return view.players * (LAST_ROUNDS if is_final(view) else 1)


def jobs_of(
    view: GameState, seat: Seat, parts: tuple[Part, ...], seed: str, worlds: int, *, turns: int | None = None
) -> list[Job]:
    """The same plan in so many worlds; another plan of the same seed is played in the same ones.

    ``turns``: that are played on; without, as many as the view's horizon says.
    """
    most = horizon(view) if turns is None else turns
    return [Job(view, seat, parts, f"{seed}/{number}", most) for number in range(worlds)]


def worths(run: Run, jobs: Sequence[Job]) -> list[float]:
    """What each world made of its plan."""
    seen: Iterable[Seen] = run(played_on, jobs)
    return [one.worth for one in seen]


NEAR = 0.3
"""Points by which people differ in what they think of an action: ours to choose, what three discs cost."""


class VariedPlay(SwiftPlay):
    """Quick play in which actions that are worth nearly the same take turns.

    Games without dice and draws would all be one and the same game otherwise, and say nothing of how likely it is.
    """

    def __init__(self, world: str) -> None:
        super().__init__()
        self._taste = random.Random(f"taste/{world}")

    def weigh_acts(self, table: Table, legal: Iterable[Answer]) -> Iterator[Weighed]:
        """What each action is worth to somebody of this world."""
        for one in super().weigh_acts(table, legal):
            yield msgspec.structs.replace(one, worth=one.worth + self._taste.gauss(0, NEAR))


def won_in(job: Job) -> float | None:
    """The part of the victory that a seat has when the game is played to its end: shared ones count in parts.

    None of a group that nobody can play to its end, because what is drawn comes out of a real box.
    """
    whole = msgspec.structs.replace(job, turns=WHOLE_GAME, most=MOST_OF_A_GAME)
    state, _ = end_of(whole, VariedPlay(job.world) if job.view.has_points else None)
    if state.party is not None and not state.party.outcome and state.is_described:
        return None
    return share_of_victory(state, job.seat)


def share_of_victory(state: GameState, seat: Seat) -> float:
    """1 won, 0 lost; as it stands where the game goes on."""
    if state.party is not None:
        return float(state.party.outcome in VICTORIES)
    first = [int(rank.seat) for rank in standing(state) if rank.is_first]
    return 1 / len(first) if seat in first else 0.0


def mean(values: Sequence[float]) -> float:
    """Their mean; 0 of none."""
    return sum(values) / len(values) if values else 0.0


def wilson(values: Sequence[float]) -> tuple[float, float]:
    """Where a chance lies with 95 %, by games won of so many."""
    number, share = len(values), mean(values)
    spare = Z * Z / number
    middle, half = share + spare / 2, Z * sqrt(share * (1 - share) / number + spare / number / 4)
    return max(0.0, (middle - half) / (1 + spare)), min(1.0, (middle + half) / (1 + spare))
