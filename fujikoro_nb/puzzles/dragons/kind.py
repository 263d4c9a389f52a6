"""The dragons' step as a kind of puzzles: the answer is a place, or the places of dragons in their order."""

from __future__ import annotations

from fujikoro_nb.puzzles.attempt import Feedback, Hint, HintKind
from fujikoro_nb.puzzles.dragons.book import DragonBook, DragonEntry, book_03
from fujikoro_nb.puzzles.dragons.check import check_dragons, dragon_hint, statement
from fujikoro_nb.puzzles.dragons.endless import endless
from fujikoro_nb.puzzles.dragons.prove import certify_dragons, decode_dragons
from fujikoro_nb.puzzles.dragons.puzzle import DragonPuzzle
from fujikoro_nb.puzzles.dragons.thoughts import Thought, rate_dragons
from fujikoro_nb.puzzles.kind import InWhole, PuzzleKind, Unproved
from fujikoro_nb.texts import say


class Dragons(InWhole):
    """A map and a question about it; every answer is played out by the engine."""

    name = "dragons"
    table = "dragon-puzzle"
    secrets = frozenset(str(thought) for thought in Thought)
    endless = endless

    def book(self) -> DragonBook:
        """The third book."""
        return book_03()

    def unpacked(self, code: str) -> DragonPuzzle:
        """The puzzle of a link, its scene laid out. Raises Unreadable."""
        return decode_dragons(code)

    def proved_now(self, puzzle: DragonPuzzle) -> DragonEntry:
        """Every answer played out now. Raises Unproved."""
        certificate = certify_dragons(puzzle)
        if certificate is None:
            raise Unproved("not-proven")
        return DragonEntry(puzzle, certificate, rate_dragons(puzzle, certificate))

    def statement(self, puzzle: DragonPuzzle, *, language: str) -> str:
        """What is asked; the map is drawn beside it."""
        return statement(puzzle, language=language)

    def proof(self, entry: DragonEntry, *, language: str) -> str:
        """One answer, or several."""
        certificate = entry.certificate
        key = f"dragon-puzzle.proof-{certificate.proof}"
        return say(key, language=language, answers=len(certificate.right))

    def about(self, entry: DragonEntry, *, language: str) -> str:
        """The same, with how many were played out."""
        certificate = entry.certificate
        key = f"dragon-puzzle.about-{certificate.proof}"
        return say(key, language=language, answers=len(certificate.right), every=certificate.answers)

    def gives_away(self, entry: DragonEntry) -> bool:
        """How many of the answers are right."""
        return len(entry.certificate.right) > 1

    def solution(self, entry: DragonEntry) -> str:
        """A right answer."""
        return entry.certificate.right[0]

    def check(self, entry: DragonEntry, answer: str, *, language: str) -> Feedback:
        """What the engine and the proof say to an answer. Raises Unreadable for a text that is none."""
        return check_dragons(entry.puzzle, entry.certificate, answer, language=language)

    def hint(self, entry: DragonEntry, kind: HintKind, *, language: str) -> Hint:
        """A sentence; the map stays as it is."""
        return Hint(kind, dragon_hint(entry, kind, language=language))


KIND: PuzzleKind = Dragons()
