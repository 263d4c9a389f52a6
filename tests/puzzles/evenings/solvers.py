"""People who solve puzzles of evenings, simulated: they play answers out in their heads, without what they forget.

The engine plays each answer out as somebody sees it who takes the likeliest roll for sure, thinks others help, does
the first thing that comes to mind later on, or takes the evening for a usual one; each worth that comes of it is then
misjudged a little, the less the stronger somebody is.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import CHANCE, Illegal, Unreadable
from fujikoro_nb.puzzles.evenings.prove import LEVEL, usual
from fujikoro_nb.puzzles.evenings.puzzle import EveningPuzzle, Thought
from fujikoro_nb.puzzles.evenings.worth import Search, TooMany

Has = Callable[[float], bool]
Lacks = frozenset[Thought]
BLUR = 0.8
"""Of what lies between best and worst: how much a worth is misjudged by somebody who has no sense for it."""
SENSE = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
"""What halves that, and how hard it is to have."""
PLAYED = (Thought.AGAIN, Thought.OTHERS, Thought.DICE)


class Forgetful(Search):
    """Plays out as somebody does who lacks some thoughts."""

    def __init__(self, puzzle: EveningPuzzle, lacks: Lacks) -> None:
        super().__init__(puzzle)
        self._lacks = lacks

    def _ways(self, state: GameState) -> list[Any]:
        ways = super()._ways(state)
        question = game_of(state).question(state)
        assert question is not None, "it is not over"
        if question.seat == CHANCE:
            return [max(ways, key=lambda one: one[0])] if Thought.DICE in self._lacks else ways
        if super()._is_own(state, question.seat):
            return ways[:1] if Thought.AGAIN in self._lacks else ways
        return ways

    def _is_own(self, state: GameState, seat: Any) -> bool:
        return Thought.OTHERS in self._lacks or super()._is_own(state, seat)


def _seen(puzzle: EveningPuzzle, lacks: Lacks) -> dict[str, float | None]:
    """What each answer comes to for somebody who lacks these; None: refused."""
    if Thought.CHANGED in lacks:
        puzzle = usual(puzzle)
    try:
        search = Forgetful(puzzle, lacks)
        played = {one: search.played(one) for one in puzzle.choices}
    except (TooMany, Unreadable, Illegal):
        return dict.fromkeys(puzzle.choices, 0.0)  # nobody knows
    return {one: None if what.refusal else float(what.worth) for one, what in played.items()}


def evenings(entry: Any) -> Callable[[Has], float]:
    """The answer that looks best."""
    puzzle, right = entry.puzzle, set(entry.certificate.right)
    source = random.Random(puzzle.id)

    @cache
    def seen(lacks: Lacks) -> dict[str, float | None]:
        return _seen(puzzle, lacks)

    true = seen(frozenset())
    asked = frozenset(one for one in (*PLAYED, Thought.CHANGED) if seen(frozenset({one})) != true)

    def answer(has: Has) -> float:
        if not has(LEVEL[Thought.POSITION]):
            return len(right) / len(puzzle.choices)
        worths = seen(frozenset(one for one in asked if not has(LEVEL[one])))
        known = [one for one in worths.values() if one is not None] or [0.0]
        wide = (max(known) - min(known)) or 1.0
        hidden = None if has(LEVEL[Thought.REFUSED]) else max(known)
        blur = wide * BLUR / 2 ** sum(map(has, SENSE))
        looks = {
            one: number + source.gauss(0, blur)
            for one, worth in worths.items()
            if (number := hidden if worth is None else worth) is not None
        }
        return float(max(looks, key=lambda one: looks[one]) in right) if looks else 0.0

    return answer
