"""The puzzle book: puzzles with certificate and rating, from a committed file, checked while it is read."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from fujikoro_nb.puzzles.prove import Certificate
from fujikoro_nb.puzzles.puzzle import Puzzle, validated
from fujikoro_nb.puzzles.steps import Rated


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle that is ready to be played."""

    puzzle: Puzzle
    certificate: Certificate
    rated: Rated


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A book of puzzles, easiest first."""

    name: str
    entries: tuple[Entry, ...]

    def entry(self, puzzle_id: str) -> Entry | None:
        """The puzzle with this id."""
        return next((entry for entry in self.entries if entry.puzzle.id == puzzle_id), None)


@cache
def book_01() -> Book:
    """The first book: crafting.

    >>> len(book_01().entries) >= 20
    True
    """
    text = (files("fujikoro_nb.puzzles") / "book_01.yaml").read_bytes()
    book = msgspec.yaml.decode(text, type=Book)
    for entry in book.entries:
        validated(entry.puzzle)
    return book
