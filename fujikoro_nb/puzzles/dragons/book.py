"""Puzzle book 3: the dragons' step, with certificate and rating, from a committed file, checked while it is read."""

from __future__ import annotations

from functools import cache

import msgspec

from fujikoro_nb.puzzles.book import Book, Entry, book_text
from fujikoro_nb.puzzles.dragons.puzzle import DragonCertificate, DragonPuzzle
from fujikoro_nb.puzzles.dragons.thoughts import DragonRated

DragonEntry = Entry[DragonPuzzle, DragonCertificate, DragonRated]
DragonBook = Book[DragonEntry]


@cache
def book_03() -> DragonBook:
    """The third book: the dragons' step.

    >>> len(book_03().entries)
    25
    """
    return msgspec.yaml.decode(book_text("dragons", "book_03.yaml"), type=DragonBook)
