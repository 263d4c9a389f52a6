"""People who solve puzzles on whole turns, simulated: they try some ways to play and keep the best end they come upon.

An end is open to somebody only who has every thought that a way to it shows: seen by what happens on that way when the
engine plays it, end by end, not by the best way alone. Among the ends that are open a try comes upon one the oftener
the more ways lead to it (by their logarithm: people try ideas, not ways at random), and who is stronger tries oftener.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import log
from typing import Any

from fujikoro_nb.puzzles.plans.play import played
from fujikoro_nb.puzzles.plans.puzzle import Answers, PlanKind, PlanPuzzle
from fujikoro_nb.puzzles.plans.thoughts import LEVEL, Thought

Has = Callable[[float], bool]
TRIES = (-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5)
"""Looks at another way, and how hard it is to have the patience for each."""
BLIND = 0.02
"""How often somebody who does not even see how far one comes ends best."""
_VERBS = {"stow": Thought.ROOM, "place": Thought.WHERE, "turn": Thought.ROUND}


def shown(puzzle: PlanPuzzle, way: Answers) -> set[Thought]:
    """The thoughts that a way shows when it is played."""
    kinds = [one.kind for one in played(puzzle, way).events]
    found = {thought for verb, thought in _VERBS.items() if any(text.startswith(verb) for text in way)}
    if "lava-step" in kinds:
        found.add(Thought.CROSS)
        if kinds[kinds.index("lava-step") :].count("move-over") > 1:  # not the last move burnt them
            found.add(Thought.WEAR)
    else:
        found.add(Thought.DRY)
    if "erupts" in kinds:
        found.add(Thought.ERUPTION)
    if puzzle.turns > 1:
        found.add(Thought.AHEAD)
    if puzzle.kind != PlanKind.LAY and not way[0].startswith("move"):
        found.add(Thought.FIRST)
    return found


def plans(entry: Any) -> Callable[[Has], float]:
    """Whether the best of the ends that were come upon is the best of all."""
    puzzle, found = entry.puzzle, entry.certificate.found
    ends = [(shown(puzzle, one.way), log(1 + one.ways)) for one in found]
    if all(Thought.DRY in thoughts for thoughts, _ in ends):
        for thoughts, _ in ends:
            thoughts.discard(Thought.DRY)  # no lava tempts anybody
    source = random.Random(puzzle.id)

    def answer(has: Has) -> float:
        if not has(LEVEL[Thought.REACH]):
            return BLIND
        had = {one for one in Thought if has(LEVEL[one])}
        weights = [weight if thoughts <= had else 0.0 for thoughts, weight in ends]
        if not weights[0]:
            return 0.0
        tries = 1 + sum(map(has, TRIES))
        return float(0 in source.choices(range(len(ends)), weights, k=tries))

    return answer
