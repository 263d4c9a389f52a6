"""Eight evenings as a kind of puzzles: the answer is one of those on offer, as the engine reads it."""

from __future__ import annotations

from functools import lru_cache

from fujikoro_nb.puzzles.attempt import Feedback, Hint, HintKind
from fujikoro_nb.puzzles.evenings.check import about, check_evening, evening_hint, is_unique, statement
from fujikoro_nb.puzzles.evenings.maker import endless
from fujikoro_nb.puzzles.evenings.prove import proved_entry
from fujikoro_nb.puzzles.evenings.puzzle import (
    EveningBook,
    EveningEntry,
    EveningPuzzle,
    Thought,
    book_07,
    retired_07,
)
from fujikoro_nb.puzzles.kind import ByName, PuzzleKind, Unproved
from fujikoro_nb.texts import say


@lru_cache(maxsize=16)
def _retired(name: str) -> EveningEntry | None:
    puzzle = retired_07().puzzle(name)
    return None if puzzle is None else proved_entry(puzzle)


class Evenings(ByName):
    """A decision in a scenario; every answer is played out by the engine."""

    name = "evenings"
    table = "evening-puzzle"
    secrets = frozenset(map(str, Thought))

    endless = endless

    def book(self) -> EveningBook:
        """The seventh book."""
        return book_07()

    def retired(self, name: str) -> EveningEntry | None:
        """One that the book offered before, played out now."""
        return _retired(name)

    def successor(self, name: str) -> str:
        """What took the place of one that was wrong."""
        return retired_07().wrong.get(name, "")

    def proved(self, puzzle: EveningPuzzle) -> EveningEntry:
        """Every answer played out now. Raises Unproved, or Unreadable for a position that cannot be."""
        made = self.made(puzzle.id)
        if made is not None:
            return made
        found = proved_entry(puzzle)
        if found is None:
            raise Unproved("not-proven")
        return found

    def statement(self, puzzle: EveningPuzzle, *, language: str) -> str:
        """What is asked; the position stands beside it."""
        return statement(puzzle, language=language)

    def proof(self, entry: EveningEntry, *, language: str) -> str:
        """One answer, or several."""
        certificate = entry.certificate
        key = f"evening-puzzle.proof-{certificate.proof}"
        return say(key, language=language, answers=len(certificate.right))

    def about(self, entry: EveningEntry, *, language: str) -> str:
        """The same, with how much was played out."""
        return about(entry, language=language)

    def gives_away(self, entry: EveningEntry) -> bool:
        """How many of the answers are right."""
        return not is_unique(entry)

    def solution(self, entry: EveningEntry) -> str:
        """A right answer."""
        return entry.certificate.right[0]

    def check(self, entry: EveningEntry, answer: str, *, language: str) -> Feedback:
        """What the proof says to an answer. Raises Unreadable for a text that is none."""
        return check_evening(entry, answer, language=language)

    def hint(self, entry: EveningEntry, kind: HintKind, *, language: str) -> Hint:
        """A sentence; the map stays as it is."""
        return Hint(kind, evening_hint(entry, kind, language=language))


KIND: PuzzleKind = Evenings()
