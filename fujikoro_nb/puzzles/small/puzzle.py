"""A puzzle on a small game, what its engine says to every answer, and how hard it is."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated

import msgspec

from fujikoro_nb.puzzles.book import Book, Entry, book_text
from fujikoro_nb.puzzles.rating import chance_of, difficulty_of, rating_of
from fujikoro_nb.puzzles.small.fuji_99 import FujiTable
from fujikoro_nb.puzzles.small.makai import MakaiTable

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Asks(StrEnum):
    """What is asked of a position."""

    WINNER = "winner"
    """Which monster wins the match."""
    LEADER = "leader"
    """Who leads the next one."""
    PLAY = "play"
    """Which card makes a monster win the match."""
    ENDING = "ending"
    """Which card makes it win the tournament, whatever the others play."""
    BACK = "back"
    """Which monster can be made to win it."""
    DRAW = "draw"
    """To draw how many cubes, or to stop, for most floors in this turn."""
    ONCE = "once"
    """The same for whoever stops after that draw."""


class Thought(StrEnum):
    """What has to be thought of, as a theme and as the first hint."""

    STRONGEST = "strongest-card"
    SUMS = "cards-together"
    MAGIC = "magic-adds"
    POISON = "poison-and-boss"
    ASLEEP = "poison-alone"
    TIE = "first-of-equal"
    LEADER = "who-gave-last"
    BARRED = "new-monster-first"
    REPLIES = "others-still-play"
    LATER = "matches-ahead"
    LET_GO = "let-one-go"
    BAG = "count-the-bag"
    OUT = "red-that-are-out"
    FACING = "face-down-counts"
    STAKE = "floors-at-stake"
    GOAL = "goal-is-near"
    MORE = "acts-to-come"


LEVEL: Mapping[Thought, float] = {
    Thought.STRONGEST: 0.5,
    Thought.SUMS: 1,
    Thought.MAGIC: 1.5,
    Thought.POISON: 2,
    Thought.ASLEEP: 2,
    Thought.TIE: 2.5,
    Thought.LEADER: 1.5,
    Thought.BARRED: 1.5,
    Thought.REPLIES: 2.5,
    Thought.LATER: 2.5,
    Thought.LET_GO: 3.5,
    Thought.BAG: 0.5,
    Thought.OUT: 1.5,
    Thought.FACING: 2,
    Thought.STAKE: 1,
    Thought.GOAL: 2,
    Thought.MORE: 2.5,
}
"""How hard a thought is to have. Start values by judgement."""


class SmallPuzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position, what is asked of it, and the monster that has to win, where one has to."""

    id: Name
    asks: Asks
    table: MakaiTable | FujiTable
    wants: str = ""


class Worth(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one answer comes to: ``word`` names the sentence, the rest is what it tells."""

    answer: str
    is_right: bool = False
    word: str
    rule: str
    kind: str = ""
    n: int = 0
    floors: float = 0.0
    lost: str = ""
    """The chance that the turn is lost by the next draw, as a fraction."""
    line: tuple[str, ...] = ()
    """What is played afterwards, each with its seat: ``2 play R7``."""


class SmallCertificate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every answer with what the engine says to it; it holds for the adopted readings of the rules."""

    every: tuple[Worth, ...]

    @property
    def right(self) -> tuple[Worth, ...]:
        """Those that are right; at least one."""
        return tuple(one for one in self.every if one.is_right)

    def of(self, answer: str) -> Worth | None:
        """What one answer comes to; None for what is no answer."""
        return next((one for one in self.every if one.answer == answer), None)


class SmallRated(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Start rating 800-2000, difficulty 1-5, hardest thought, number of thoughts, themes (need P3)."""

    rating: int
    difficulty: int
    hardest: Thought
    steps: int
    themes: tuple[str, ...]


SmallEntry = Entry[SmallPuzzle, SmallCertificate, SmallRated]
SmallBook = Book[SmallEntry]


Takes = Mapping[Thought, float]
"""What a puzzle takes: each thought with how often somebody is right without it."""


def through(takes: Takes) -> float:
    """How probably somebody of middling strength gets through all of these thoughts, or is right without them."""
    return chance_of((LEVEL[one], lucky) for one, lucky in takes.items())


def rated(takes: Takes, chance: float) -> SmallRated:
    """How hard a puzzle is that takes these thoughts and is solved so often by somebody of middling strength."""
    needed = [one for one, lucky in takes.items() if lucky < 1] or list(takes)
    hardest = max(needed, key=lambda one: LEVEL[one])
    whole = rating_of(chance)
    return SmallRated(
        rating=whole,
        difficulty=difficulty_of(whole),
        hardest=hardest,
        steps=len(takes),
        themes=tuple(sorted(map(str, takes))),
    )


@cache
def small_book(room: str) -> SmallBook:
    """The committed book of a kind.

    >>> len(small_book("draws").entries) >= 25
    True
    """
    return msgspec.json.decode(book_text(room, "book.json"), type=SmallBook)
