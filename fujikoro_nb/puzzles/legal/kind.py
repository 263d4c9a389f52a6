"""Legal or not, and which rule forbids it: two kinds of puzzles that are alike but for the answer."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import Feedback, Hint, HintKind
from fujikoro_nb.puzzles.endless import Endless
from fujikoro_nb.puzzles.kind import ByName, PuzzleKind
from fujikoro_nb.puzzles.legal.check import act_hint, check_act, right_answer
from fujikoro_nb.puzzles.legal.endless import endless
from fujikoro_nb.puzzles.legal.puzzle import ActBook, ActEntry, ActPuzzle, Thought, act_book
from fujikoro_nb.texts import say


class Acts(ByName, msgspec.Struct, frozen=True, kw_only=True):
    """A kind of puzzles on an action in a position; the engine is the judge."""

    name: str
    table: str
    file: str
    """Its book in the room of its name."""
    endless: Endless[ActEntry] | None = None
    """Its puzzles without end beside its book."""
    secrets: frozenset[str] = frozenset(map(str, Thought))
    wrong: Mapping[str, str] = MappingProxyType({})
    """Names of puzzles that were no good, and the name of what took their place."""

    def book(self) -> ActBook:
        """Its book."""
        return act_book(self.name, self.file)

    def successor(self, name: str) -> str:
        """What took the place of a puzzle that was wrong."""
        return self.wrong.get(name, "")

    def proved(self, puzzle: ActPuzzle) -> ActEntry:
        """A puzzle out of a link, judged now. Raises Unreadable."""
        found = None if self.endless is None else self.endless(puzzle.id)
        if found is None:
            raise Unreadable("puzzle-code", puzzle.id, 0)
        return found

    def statement(self, puzzle: ActPuzzle, *, language: str) -> str:
        """What is asked; position and action stand beside it."""
        return say(f"{self.table}.statement{'-gear' if puzzle.position.gear else ''}", language=language)

    def proof(self, entry: ActEntry, *, language: str) -> str:
        """That the engine is the judge, or what each rule does switched off."""
        return say(f"{self.table}.proof", language=language)

    def about(self, entry: ActEntry, *, language: str) -> str:
        """The same in a sentence."""
        return say(f"{self.table}.about", language=language)

    def gives_away(self, entry: ActEntry) -> bool:
        """Never: it says the same of every puzzle."""
        return False

    def solution(self, entry: ActEntry) -> str:
        """The right answer."""
        return right_answer(entry.puzzle, entry.certificate)

    def check(self, entry: ActEntry, answer: str, *, language: str) -> Feedback:
        """What the engine says. Raises Unreadable for a text that is no answer."""
        return check_act(entry, answer, language=language)

    def hint(self, entry: ActEntry, kind: HintKind, *, language: str) -> Hint:
        """A sentence; the position stays as it is."""
        return Hint(kind, act_hint(entry, kind, language=language))


KIND: PuzzleKind = Acts(name="legal", table="legal-puzzle", file="book_04.yaml", endless=endless)
