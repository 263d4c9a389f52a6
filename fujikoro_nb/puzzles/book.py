"""A puzzle book: puzzles with certificate and rating, from a committed file, checked while it is read."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Generic, Protocol, TypeVar

import msgspec


class Named(Protocol):
    """A puzzle, as far as all kinds are alike."""

    @property
    def id(self) -> str:
        """Its name in the book."""


class Hard(Protocol):
    """How hard a puzzle is and what it is about."""

    @property
    def rating(self) -> int:
        """Start rating, 800-2000."""

    @property
    def difficulty(self) -> int:
        """Peaks, 1-5."""

    @property
    def steps(self) -> int:
        """Thoughts that it takes."""

    @property
    def themes(self) -> tuple[str, ...]:
        """What it is about."""


P = TypeVar("P", bound=Named)
C = TypeVar("C")
R = TypeVar("R", bound=Hard)


class Entry(msgspec.Struct, Generic[P, C, R], frozen=True, forbid_unknown_fields=True):
    """A puzzle that is ready to be played: with its proof, and how hard it is."""

    puzzle: P
    certificate: C
    rated: R


E = TypeVar("E", bound=Entry[Any, Any, Any])


class Book(msgspec.Struct, Generic[E], frozen=True, forbid_unknown_fields=True):
    """A book of puzzles, easiest first."""

    name: str
    entries: tuple[E, ...]

    def entry(self, puzzle_id: str) -> E | None:
        """The puzzle with this id."""
        return next((entry for entry in self.entries if entry.puzzle.id == puzzle_id), None)


class Retired(msgspec.Struct, Generic[P], frozen=True, forbid_unknown_fields=True):
    """Puzzles that a book no longer offers: what names them, a link or a progress that was kept, opens them as ever."""

    puzzles: tuple[P, ...] = ()
    wrong: dict[str, str] = {}
    """Names of puzzles that were no good, and the name of what asks the same rightly."""

    def puzzle(self, name: str) -> P | None:
        """The puzzle of this name."""
        return next((puzzle for puzzle in self.puzzles if puzzle.id == name), None)


def book_text(room: str, name: str) -> bytes:
    """A committed book out of the room of its kind."""
    return (files(f"fujikoro_nb.puzzles.{room}") / name).read_bytes()
