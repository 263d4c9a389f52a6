"""Crafting as a kind of puzzles: a drawing on the board, in gear notation, is the answer."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.puzzles.attempt import Feedback, Hint, HintKind
from fujikoro_nb.puzzles.crafting.book import CraftingBook, CraftingEntry, book_01
from fujikoro_nb.puzzles.crafting.check import check, hint
from fujikoro_nb.puzzles.crafting.endless import endless
from fujikoro_nb.puzzles.crafting.prove import Proof, TooManyAnswers, certify
from fujikoro_nb.puzzles.crafting.puzzle import Best, Puzzle, decode, statement
from fujikoro_nb.puzzles.crafting.steps import Technique, rate
from fujikoro_nb.puzzles.kind import InWhole, PuzzleKind, Unproved
from fujikoro_nb.texts import say


class Crafting(InWhole):
    """Cubes in hand, cards on offer, and a board."""

    name = "crafting"
    table = "puzzle"
    secrets = frozenset(str(technique) for technique in Technique)
    endless = endless

    def book(self) -> CraftingBook:
        """The first book."""
        return book_01()

    def unpacked(self, code: str) -> Puzzle:
        """The puzzle of a link, checked. Raises Unreadable."""
        return decode(code)

    def proved_now(self, puzzle: Puzzle) -> CraftingEntry:
        """All answers searched now. Raises Unproved."""
        try:
            certificate = certify(puzzle)
        except TooManyAnswers as error:
            raise Unproved("not-proven") from error
        if certificate is None:
            raise Unproved("not-proven")
        return CraftingEntry(puzzle, certificate, rate(puzzle, certificate))

    def statement(self, puzzle: Puzzle, *, language: str) -> str:
        """Cubes in hand and goal."""
        return statement(puzzle, language=language)

    def proof(self, entry: CraftingEntry, *, language: str) -> str:
        """One answer, some, or the best."""
        certificate = entry.certificate
        return say(f"puzzle.proof-{certificate.proof}", language=language, answers=certificate.answers)

    def about(self, entry: CraftingEntry, *, language: str) -> str:
        """The same, with the gap to the second best."""
        certificate = entry.certificate
        if certificate.proof != Proof.BEST:
            key = f"puzzle.about-{certificate.proof}"
            return say(key, language=language, answers=certificate.answers)
        if certificate.gap is None or certificate.value is None:
            return say("puzzle.about-best-only", language=language)
        is_cubes = entry.puzzle.best == Best.CUBES
        key = "puzzle.about-best-cubes" if is_cubes else "puzzle.about-best-initiative"
        return say(key, language=language, gap=certificate.gap)

    def gives_away(self, entry: CraftingEntry) -> bool:
        """How many answers there are, or how far the second best is behind."""
        return entry.certificate.proof != Proof.UNIQUE

    def solution(self, entry: CraftingEntry) -> str:
        """The drawing that the proof carries."""
        return entry.certificate.solution

    def check(self, entry: CraftingEntry, answer: str, *, language: str) -> Feedback:
        """What the engine and the goal say to a drawing. Raises Unreadable or Illegal for what is none."""
        position = entry.puzzle.position
        layout = parse_gear(answer, position.kind, position.limits).layout(position.kind)
        return check(entry.puzzle, entry.certificate, layout, language=language)

    def hint(self, entry: CraftingEntry, kind: HintKind, *, language: str) -> Hint:
        """A sentence, and the cells and cubes that it shows."""
        return hint(entry.puzzle, entry.certificate, entry.rated, kind, language=language)


KIND: PuzzleKind = Crafting()
