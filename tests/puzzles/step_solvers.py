"""People who solve puzzles thought by thought, simulated: some thoughts they have, some not.

On crafting and on fights they go through the thoughts of the solver that rates, each of which they have the more seldom
the harder it is; from what is left they choose blindly. How they go about the other kinds stands with those. Their
crowds are those of `legal.solvers`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache
from math import erf, exp, prod, sqrt
from typing import Any

from fujikoro_nb.puzzles.crafting import steps as crafting
from fujikoro_nb.puzzles.fights.questions import GUESS, question_of
from fujikoro_nb.puzzles.fights.thoughts import LEVEL as FIGHT_LEVEL
from fujikoro_nb.puzzles.fights.thoughts import Thought
from tests.puzzles.dragons.solvers import dragons
from tests.puzzles.evenings.solvers import evenings
from tests.puzzles.legal.solvers import Crowd
from tests.puzzles.plans.solvers import plans
from tests.puzzles.small.solvers import draw, ending, make_win, who_wins

Try = Callable[[Callable[[float], bool]], float]
"""Whether somebody solves it, as a chance; asked with whether a thought of such a level is had."""
PLACED = 0.97
"""How often a cube is put down where it was meant to be."""
UNFINISHED = 0.4
"""How often a craft comes out right where the thought that finishes it is not had."""


def fight(entry: Any) -> Try:
    """Of a guess how near it comes; else one of what the thoughts leave, or the best where all is counted."""
    question, certificate = question_of(entry.puzzle), entry.certificate
    if question.mode == GUESS:
        share = certificate.value / 100
        even = sqrt(min(share, 100 - share) / 50)

        def guess(has: Callable[[float], bool]) -> float:
            wide = 4 + 14 * even * (0.4 if has(FIGHT_LEVEL[Thought.ODDS]) else 1)
            return erf(5 / wide / sqrt(2))  # right within five points

        return guess
    every, best = [text for text, _ in certificate.worth], set(certificate.best)
    thoughts = [
        (FIGHT_LEVEL[one], {text: score(entry.puzzle, text) for text in every})
        for one, score in question.thoughts(entry.puzzle)
    ]
    near = 1.0 if certificate.gap is None else min(1.0, 0.5 + certificate.gap / 1000)

    def choose(has: Callable[[float], bool]) -> float:
        if has(FIGHT_LEVEL[Thought.COUNT]):
            return near
        left = every
        for level, values in thoughts:
            if has(level):
                top = max(values[text] for text in left)
                left = [text for text in left if values[text] == top]
        return len(best & set(left)) / len(left)

    return choose


def craft(entry: Any) -> Try:
    """One of the places that are left to the cards, finished and put down."""
    steps = crafting.solve(entry.puzzle)
    spots = {
        card.id: len(places)
        for card, places in zip(
            entry.puzzle.position.cards, crafting._start(entry.puzzle).spots, strict=False
        )
    }
    placed = entry.rated.steps - len(steps)

    def lay(has: Callable[[float], bool]) -> float:
        left, finished = dict(spots), 1.0
        for step in steps:
            had = has(crafting.LEVEL[step.technique])
            if step.ruled_out and step.card in left:
                left[step.card] -= step.ruled_out if had else 0
            elif not had:
                finished *= UNFINISHED
        tried = prod(max(1, n) for n in left.values())
        return float(finished * min(1.0, entry.certificate.answers / tried) * PLACED**placed)

    return lay


TRIES: dict[str, tuple[Callable[[Any], Try], float]] = {
    "crafting": (craft, 1.0),
    "fights": (fight, 0.0),
    "dragons": (dragons, 0.0),
    "plans": (plans, 0.0),
    "evenings": (evenings, 0.0),
    "matches": (who_wins, 0.0),
    "plays": (make_win, 0.0),
    "endings": (ending, 0.0),
    "draws": (draw, 0.0),
}
"""Kind to how it is tried, and how many levels stronger its solvers are: its thoughts begin higher."""


@cache
def _tries(kind: str) -> dict[str, Try]:
    """Kept by the puzzle's name, because what it takes to make one is the same for every crowd."""
    return {}


def _made(kind: str, entry: Any) -> Try:
    known = _tries(kind)
    if entry.puzzle.id not in known:
        known[entry.puzzle.id] = TRIES[kind][0](entry)
    return known[entry.puzzle.id]


def solved(kind: str, entries: Iterable[Any], crowd: Crowd, *, people: int, seed: int) -> list[float]:
    """The share of these people who solve each of these puzzles, every one of them trying each once."""
    source = random.Random(seed)
    more = TRIES[kind][1]
    strengths = [source.gauss(crowd.strength + more, crowd.spread) for _ in range(people)]

    def has_of(strength: float) -> Callable[[float], bool]:
        return lambda level: source.random() < 1 / (1 + exp(-crowd.steep * (strength - level)))

    tries = [_made(kind, entry) for entry in entries]
    return [sum(source.random() < one(has_of(strength)) for strength in strengths) / people for one in tries]
