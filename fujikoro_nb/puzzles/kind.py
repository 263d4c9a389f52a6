"""What a kind of puzzles answers to whoever shows them. An answer is a text: what the browser keeps of it as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from fujikoro_nb.puzzles.attempt import Feedback, Hint, HintKind
from fujikoro_nb.puzzles.book import Book, Entry

AnyEntry = Entry[Any, Any, Any]
AnyBook = Book[AnyEntry]


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


class AllOffered:
    """A kind whose book offers every puzzle that it ever did."""

    def retired(self, name: str) -> AnyEntry | None:
        """None: there are none."""
        return None

    def successor(self, name: str) -> str:
        """None was wrong."""
        return ""


class OfBook(AllOffered):
    """A kind that has no puzzles but those of its book and of its makers."""

    has_endless = False

    def next_endless(
        self, name: str, *, seed: str, tell: Callable[[float], None] = lambda _: None
    ) -> AnyEntry | None:
        """None: there are none."""
        return None

    def number_of(self, name: str) -> int | None:
        """None: there are none."""
        return None

    def prepare(self, name: str, tell: Callable[[float], None]) -> None:
        """Nothing: there are none."""
