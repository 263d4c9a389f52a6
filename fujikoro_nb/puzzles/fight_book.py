"""Puzzle book 2: fights, with certificate and rating, from a committed file, checked while it is read."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from fujikoro_nb.puzzles.fight_maker import FightEntry
from fujikoro_nb.puzzles.fight_puzzle import validated_fight


class FightBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A book of fight puzzles, easiest first."""

    name: str
    entries: tuple[FightEntry, ...]

    def entry(self, puzzle_id: str) -> FightEntry | None:
        """The puzzle with this id."""
        return next((entry for entry in self.entries if entry.puzzle.id == puzzle_id), None)


@cache
def book_02() -> FightBook:
    """The second book: fights.

    >>> len(book_02().entries) >= 20
    True
    """
    text = (files("fujikoro_nb.puzzles") / "book_02.yaml").read_bytes()
    book = msgspec.yaml.decode(text, type=FightBook)
    for entry in book.entries:
        validated_fight(entry.puzzle)
    return book
