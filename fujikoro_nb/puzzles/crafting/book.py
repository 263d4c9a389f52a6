"""Puzzle book 1: crafting, with certificate and rating, from a committed file, checked while it is read."""

from __future__ import annotations

from functools import cache

import msgspec

from fujikoro_nb.puzzles.book import Book, Entry, book_text
from fujikoro_nb.puzzles.crafting.prove import Certificate
from fujikoro_nb.puzzles.crafting.puzzle import Puzzle, validated
from fujikoro_nb.puzzles.crafting.steps import Rated

CraftingEntry = Entry[Puzzle, Certificate, Rated]
CraftingBook = Book[CraftingEntry]


@cache
def book_01() -> CraftingBook:
    """The first book: crafting.

    >>> len(book_01().entries) >= 20
    True
    """
    book = msgspec.yaml.decode(book_text("crafting", "book_01.yaml"), type=CraftingBook)
    for entry in book.entries:
        validated(entry.puzzle)
    return book
