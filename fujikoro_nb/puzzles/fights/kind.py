"""Fights as a kind of puzzles: the answer is a text in fight notation, a guess, or one of those on offer."""

from __future__ import annotations

from fujikoro_nb.odds import OddsError
from fujikoro_nb.puzzles.attempt import Feedback, Hint, HintKind
from fujikoro_nb.puzzles.fights.book import FightBook, FightEntry, book_02
from fujikoro_nb.puzzles.fights.check import about, check_fight, fight_hint, fight_statement
from fujikoro_nb.puzzles.fights.endless import endless
from fujikoro_nb.puzzles.fights.prove import certify_fight, decode_fight, is_quickly_proved
from fujikoro_nb.puzzles.fights.puzzle import FightProof, FightPuzzle, holds
from fujikoro_nb.puzzles.fights.steps import rate_fight
from fujikoro_nb.puzzles.fights.thoughts import Thought
from fujikoro_nb.puzzles.kind import InWhole, PuzzleKind, Unproved
from fujikoro_nb.texts import say


class Fights(InWhole):
    """A fight and a question about it; every answer is solved exactly."""

    name = "fights"
    table = "fight-puzzle"
    secrets = frozenset(str(thought) for thought in Thought)
    endless = endless

    def book(self) -> FightBook:
        """The second book."""
        return book_02()

    def unpacked(self, code: str) -> FightPuzzle:
        """The puzzle of a link, played up to its question. Raises Unreadable."""
        return decode_fight(code)

    def proved_now(self, puzzle: FightPuzzle) -> FightEntry:
        """Every answer solved now, if that takes less than a second. Raises Unproved."""
        try:
            if not is_quickly_proved(puzzle):
                raise Unproved("too-large")
            certificate = certify_fight(puzzle)
        except OddsError as error:
            raise Unproved("not-proven") from error
        if certificate is None:
            raise Unproved("not-proven")
        return FightEntry(puzzle, certificate, rate_fight(puzzle, certificate))

    def statement(self, puzzle: FightPuzzle, *, language: str) -> str:
        """What is asked; the fight is drawn beside it."""
        return fight_statement(puzzle, language=language)

    def proof(self, entry: FightEntry, *, language: str) -> str:
        """The odds, or the best answer; lost when other dice are in use."""
        certificate = entry.certificate
        word = str(certificate.proof) if holds(certificate) else "lost"
        return say(f"fight-puzzle.proof-{word}", language=language, answers=certificate.answers)

    def about(self, entry: FightEntry, *, language: str) -> str:
        """The same, with the gap to the second best."""
        return about(entry, language=language)

    def gives_away(self, entry: FightEntry) -> bool:
        """How many are equally good, and how far the next is behind."""
        return holds(entry.certificate) and entry.certificate.proof != FightProof.ODDS

    def solution(self, entry: FightEntry) -> str:
        """A best answer, or the right guess."""
        return entry.certificate.solution

    def check(self, entry: FightEntry, answer: str, *, language: str) -> Feedback:
        """What the engine and the proof say to an answer. Raises Unreadable for a text that is none."""
        return check_fight(entry.puzzle, entry.certificate, answer, language=language)

    def hint(self, entry: FightEntry, kind: HintKind, *, language: str) -> Hint:
        """A sentence; nothing is shown on the boards."""
        return Hint(kind, fight_hint(entry, kind, language=language))


KIND: PuzzleKind = Fights()
