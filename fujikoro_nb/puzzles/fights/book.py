"""Puzzle book 2: fights, with certificate and rating, from a committed file, checked while it is read."""

from __future__ import annotations

from functools import cache

import msgspec

from fujikoro_nb.puzzles.book import Book, Entry, book_text
from fujikoro_nb.puzzles.fights.prove import validated_fight
from fujikoro_nb.puzzles.fights.puzzle import FightCertificate, FightPuzzle
from fujikoro_nb.puzzles.fights.steps import FightRated

FightEntry = Entry[FightPuzzle, FightCertificate, FightRated]
FightBook = Book[FightEntry]


@cache
def book_02() -> FightBook:
    """The second book: fights.

    >>> len(book_02().entries) >= 20
    True
    """
    book = msgspec.yaml.decode(book_text("fights", "book_02.yaml"), type=FightBook)
    for entry in book.entries:
        validated_fight(entry.puzzle)
    return book
