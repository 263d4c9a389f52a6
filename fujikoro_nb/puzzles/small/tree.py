"""What others can do against it: every answer of theirs, played by the engine, with open hands."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from fujikoro_nb.engine.kernel import Answer, Event
from fujikoro_nb.engine.makai_fuda.game import GAME
from fujikoro_nb.engine.makai_fuda.state import Makai
from fujikoro_nb.puzzles.small.makai import MakaiTable
from fujikoro_nb.puzzles.small.seats import LEARNER

Line = tuple[str, ...]
"""What is played one after the other, each with its seat: ``2 play R7``."""
Goal = Callable[[tuple[Event, ...]], bool | None]
"""Whether it is reached by what has happened; None: not yet said."""


class Against:
    """The tree of answers from a position: ``goal`` is the learner's, and all others play against it."""

    def __init__(self, table: MakaiTable, goal: Goal) -> None:
        self._table, self._goal = table, goal
        self._known: dict[Hashable, Line | None] = {}
        self.ends = 0
        """Ends that were reached: how much was played out."""

    def after(self, state: Makai, answer: Answer) -> Line | None:
        """How others keep the learner from it after this answer; None: they cannot."""
        step = GAME.step(state, answer)
        is_reached = self._goal(step.events)
        if is_reached is not None:
            self.ends += 1
            return None if is_reached else ()
        return self.line(step.state)

    def line(self, state: Makai) -> Line | None:
        """The same from a position in which somebody is asked for a card."""
        key = (state.hands, state.field, state.wins, state.leader)
        if key not in self._known:
            self._known[key] = self._searched(state)
        return self._known[key]

    def _searched(self, state: Makai) -> Line | None:
        question = GAME.question(state)
        assert question is not None, "somebody is asked until the end is reached"
        found: Line | None = None
        for answer in GAME.options(state):
            then = self.after(state, answer)
            line = None if then is None else (f"{int(question.seat)} {self._table.printed(answer)}", *then)
            if question.seat == LEARNER and line is None:
                return None
            if question.seat != LEARNER and line is not None:
                return line
            found = found or line
        return found
