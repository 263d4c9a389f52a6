"""Puzzles on small games as kinds: each a book, endless ones from a seed, and what they say."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import msgspec

from fujikoro_nb.puzzles.attempt import Feedback, Hint, HintKind
from fujikoro_nb.puzzles.endless import Endless, Place, Tell, by_turns
from fujikoro_nb.puzzles.kind import ByName, Unproved
from fujikoro_nb.puzzles.small.check import check_small, small_hint, statement
from fujikoro_nb.puzzles.small.puzzle import SmallBook, SmallEntry, SmallPuzzle, Thought, small_book
from fujikoro_nb.puzzles.small.questions import proved
from fujikoro_nb.texts import say

Make = Callable[[random.Random, str, str], SmallPuzzle | None]


def make_small(make: Make, room: str, recipe: str, seed: str, *, name: str) -> SmallEntry | None:
    """The puzzle of a recipe and a seed, the same every time; None when this seed gives none."""
    puzzle = make(random.Random(f"fujikoro {room} {recipe} {seed}"), recipe, name)
    return None if puzzle is None else proved(puzzle)


@cache
def _endless(make: Make, room: str, recipes: tuple[str, ...]) -> Endless[SmallEntry]:
    def made(place: Place, name: str, _: Tell) -> SmallEntry | None:
        return by_turns(
            room, place, recipes, lambda recipe: make_small(make, room, recipe, str(place), name=name)
        )

    return Endless(made)


class Small(ByName, msgspec.Struct, frozen=True, kw_only=True):
    """A kind of puzzles on a small game; its engine is the judge."""

    name: str
    table: str
    make: Make
    recipes: tuple[str, ...]
    secrets: frozenset[str] = frozenset(map(str, Thought))

    def book(self) -> SmallBook:
        """Its book."""
        return small_book(self.name)

    @property
    def endless(self) -> Endless[SmallEntry]:
        """Its puzzles without end: their recipes are tried in turn."""
        return _endless(self.make, self.name, self.recipes)

    def proved(self, puzzle: SmallPuzzle) -> SmallEntry:
        """A puzzle out of a link, judged now. Raises Unproved."""
        entry = proved(puzzle)
        if entry is None:
            raise Unproved("not-proven")
        return entry

    def statement(self, puzzle: SmallPuzzle, *, language: str) -> str:
        """What is asked; the table stands beside it."""
        return statement(puzzle, language=language)

    def proof(self, entry: SmallEntry, *, language: str) -> str:
        """That every answer was played."""
        return say(f"{self.table}.proof", language=language)

    def about(self, entry: SmallEntry, *, language: str) -> str:
        """How, in a sentence."""
        return say(f"{self.table}.about", language=language, n=len(entry.certificate.every))

    def gives_away(self, entry: SmallEntry) -> bool:
        """Never: it says the same of every puzzle."""
        return False

    def solution(self, entry: SmallEntry) -> str:
        """A right answer."""
        return entry.certificate.right[0].answer

    def check(self, entry: SmallEntry, answer: str, *, language: str) -> Feedback:
        """What the engine says. Raises Unreadable for a text that is no answer."""
        return check_small(entry, answer, language=language)

    def hint(self, entry: SmallEntry, kind: HintKind, *, language: str) -> Hint:
        """A sentence; the table stays as it is."""
        return Hint(kind, small_hint(entry, kind, language=language))
