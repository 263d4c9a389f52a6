"""Whole turns as a kind of puzzles: the answer is a row of answers in game notation."""

from __future__ import annotations

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import Feedback, Hint, HintKind
from fujikoro_nb.puzzles.kind import ByName, PuzzleKind
from fujikoro_nb.puzzles.plans.check import check_plan, joined, plan_hint, statement
from fujikoro_nb.puzzles.plans.maker import endless
from fujikoro_nb.puzzles.plans.puzzle import PlanBook, PlanEntry, PlanPuzzle, book_06
from fujikoro_nb.puzzles.plans.thoughts import Thought
from fujikoro_nb.puzzles.plans.words import grouped
from fujikoro_nb.texts import say


class Plans(ByName):
    """A position at the beginning of a turn, and what to end it with; every way was played by the engine."""

    name = "plans"
    table = "plan-puzzle"
    secrets = frozenset(map(str, Thought))
    endless = endless

    def book(self) -> PlanBook:
        """The sixth book."""
        return book_06()

    def proved(self, puzzle: PlanPuzzle) -> PlanEntry:
        """A puzzle out of a link, every way played now. Raises Unreadable."""
        found = endless(puzzle.id)
        if found is None:
            raise Unreadable("puzzle-code", puzzle.id, 0)
        return found

    def statement(self, puzzle: PlanPuzzle, *, language: str) -> str:
        """What is asked; the map is drawn beside it."""
        return statement(puzzle, language=language)

    def proof(self, entry: PlanEntry, *, language: str) -> str:
        """That every way was played."""
        return say("plan-puzzle.proof", language=language)

    def about(self, entry: PlanEntry, *, language: str) -> str:
        """The same, with how many there are, and how many reach what is asked for."""
        proof = entry.certificate
        reach = grouped(proof.ways - proof.missed)
        return say("plan-puzzle.about", language=language, ways=grouped(proof.ways), reach=reach)

    def gives_away(self, entry: PlanEntry) -> bool:
        """Never: how many ways there are does not tell which is best."""
        return False

    def solution(self, entry: PlanEntry) -> str:
        """One of the shortest of the best ways."""
        return joined(entry.certificate.best.way)

    def check(self, entry: PlanEntry, answer: str, *, language: str) -> Feedback:
        """What the engine and the proof say to a turn. Raises Unreadable for a text that is none."""
        return check_plan(entry, answer, language=language)

    def hint(self, entry: PlanEntry, kind: HintKind, *, language: str) -> Hint:
        """A sentence; the map stays as it is."""
        return Hint(kind, plan_hint(entry, kind, language=language))


KIND: PuzzleKind = Plans()
