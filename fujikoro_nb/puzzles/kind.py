"""What a kind of puzzles answers to whoever shows them. An answer is a text: what the browser keeps of it as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles.attempt import Feedback, Hint, HintKind
from fujikoro_nb.puzzles.book import Book, Entry
from fujikoro_nb.puzzles.code import to_code
from fujikoro_nb.puzzles.endless import Endless

AnyEntry = Entry[Any, Any, Any]
AnyBook = Book[AnyEntry]
OWN = "mine"
"""The name of a puzzle that is in no book, where it has none of its own."""


class Unproved(ValueError):
    """A puzzle that cannot be offered; ``word`` says why: ``not-proven`` or ``too-large``."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


class PuzzleKind(Protocol):
    """One kind of puzzles: its book, its links, its proofs, and what it says.

    Every room says ``KIND: PuzzleKind = ...``, by which the type checker finds what a kind lacks.
    """

    @property
    def name(self) -> str:
        """Its room here, by which `index` lists it."""

    @property
    def table(self) -> str:
        """The table of ``texts`` with its own sentences; what all kinds say stands in ``puzzle``."""

    @property
    def secrets(self) -> frozenset[str]:
        """Themes that a hint tells of, so that a page does not give them away before."""

    @property
    def has_endless(self) -> bool:
        """Whether it has puzzles without end beside its book."""

    def book(self) -> AnyBook:
        """The book as it is committed."""

    def retired(self, name: str) -> AnyEntry | None:
        """The puzzle of this name that the book no longer offers, proved now; None when there is none."""

    def successor(self, name: str) -> str:
        """The name of what took the place of a puzzle that was wrong; empty when this names none."""

    def next_endless(
        self, name: str, *, seed: str, tell: Callable[[float], None] = lambda _: None
    ) -> AnyEntry | None:
        """The puzzle without end after the one of this name, else the first of ``seed``; None where there are none.

        ``tell`` hears how many answers were played for it so far, and may raise to end the work.
        """

    def number_of(self, name: str) -> int | None:
        """Which puzzle without end has this name, counted from 1; None when it is none."""

    def prepare(self, name: str, tell: Callable[[float], None]) -> None:
        """Have the puzzle without end of this name at hand for `decode` and `proved`, where that takes long.

        ``tell`` as for `next_endless`.
        """

    def encode(self, puzzle: Any) -> str:
        """What a link to this puzzle carries."""

    def decode(self, code: str) -> Any:
        """The puzzle of a link, checked. Raises Unreadable."""

    def proved(self, puzzle: Any) -> AnyEntry:
        """A puzzle out of a link, proved and rated now. Raises Unproved, or Unreadable."""

    def statement(self, puzzle: Any, *, language: str) -> str:
        """What is asked, in one sentence (need P1)."""

    def proof(self, entry: AnyEntry, *, language: str) -> str:
        """What was shown, in a few words."""

    def about(self, entry: AnyEntry, *, language: str) -> str:
        """What was shown, in a sentence."""

    def gives_away(self, entry: AnyEntry) -> bool:
        """Whether these two tell who has not solved it yet more than that there is an answer."""

    def solution(self, entry: AnyEntry) -> str:
        """A right answer."""

    def check(self, entry: AnyEntry, answer: str, *, language: str) -> Feedback:
        """What the engine and the proof say to an answer. Raises Unreadable for a text that is none."""

    def hint(self, entry: AnyEntry, kind: HintKind, *, language: str) -> Hint:
        """What a hint says and shows; the solution in words is said by whoever shows it."""


class OfBook:
    """What most kinds answer alike: the book offers every puzzle that it ever did, ``endless`` goes on after it."""

    @property
    def endless(self) -> Endless[Any] | None:
        """Its puzzles without end; None where there are none."""
        return None

    @property
    def has_endless(self) -> bool:
        """Whether there are some."""
        return self.endless is not None

    def retired(self, name: str) -> AnyEntry | None:
        """None: there are none."""
        return None

    def successor(self, name: str) -> str:
        """None was wrong."""
        return ""

    def next_endless(
        self, name: str, *, seed: str, tell: Callable[[float], None] = lambda _: None
    ) -> AnyEntry | None:
        """The one after this, or the first of ``seed``."""
        ways = self.endless
        return None if ways is None else ways(ways.name_after(name, seed=seed), tell=tell)

    def number_of(self, name: str) -> int | None:
        """Which of them it is."""
        return None if self.endless is None else self.endless.number_of(name)

    def prepare(self, name: str, tell: Callable[[float], None]) -> None:
        """Make it, and keep it."""
        self.made(name, tell=tell)

    def made(self, name: str, *, tell: Callable[[float], None] = lambda _: None) -> AnyEntry | None:
        """The puzzle without end of this name; None when there is none."""
        return None if self.endless is None else self.endless(name, tell=tell)


class ByName(OfBook):
    """A kind of which a link carries the name of a puzzle, by which it is found or made again."""

    def book(self) -> AnyBook:
        """The book as it is committed."""
        raise NotImplementedError

    def encode(self, puzzle: Any) -> str:
        """What a link to this puzzle carries."""
        return str(puzzle.id)

    def decode(self, code: str) -> Any:
        """The puzzle of a link. Raises Unreadable."""
        known = self.book().entry(code) or self.made(code) or self.retired(code)
        if known is None:
            raise Unreadable("puzzle-code", code[:40], 0)
        return known.puzzle


class InWhole(OfBook):
    """A kind of which a link carries the whole puzzle, so that one's own can be shared; those without end by name."""

    def unpacked(self, code: str) -> Any:
        """The puzzle that a link carries, checked. Raises Unreadable."""
        raise NotImplementedError

    def proved_now(self, puzzle: Any) -> AnyEntry:
        """Such a puzzle, proved and rated. Raises Unproved."""
        raise NotImplementedError

    def encode(self, puzzle: Any) -> str:
        """What a link to this puzzle carries."""
        return to_code(puzzle) if self.number_of(puzzle.id) is None else str(puzzle.id)

    def decode(self, code: str) -> Any:
        """The puzzle of a link, checked. Raises Unreadable."""
        made = self.made(code)
        if made is not None:
            return made.puzzle
        puzzle = self.unpacked(code)
        # Which puzzle such a name means is settled: another that calls itself so is somebody's own.
        return puzzle if self.number_of(puzzle.id) is None else msgspec.structs.replace(puzzle, id=OWN)

    def proved(self, puzzle: Any) -> AnyEntry:
        """A puzzle out of a link, proved now. Raises Unproved."""
        made = self.made(puzzle.id)
        return made if made is not None and made.puzzle == puzzle else self.proved_now(puzzle)
