"""A puzzle of an evening: a position of a scenario, what can be done in it, what counts, and its certificate."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Annotated

import msgspec

from fujikoro_nb.puzzles.book import Book, Entry, Retired, book_text
from fujikoro_nb.puzzles.legal.position import Position

Script = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
"""Answers one after the other, with `THEN` between them."""

THEN = "; "


class Goal(StrEnum):
    """What is to be as much, or as likely, as can be: the tag of its measure, and the words of the question."""

    POINTS = "points"
    """One's own points."""
    WON = "won"
    """Whether the group has won."""
    BEATEN = "beaten"
    """How many dragons, monks and guards are gone."""
    PEACE = "peace"
    """Whether nobody has to fight whom one's samurai did not walk to."""
    AWAKE = "awake"
    """Whether one's samurai is on the mountain and conscious."""
    OUT = "out"
    """Whether one's samurai has left the mountain."""
    STAYS = "stays"
    """Whether one's samurai is still where it stopped, awake."""
    HOME = "home"
    """Whether the legendary dragon is on the central tile."""
    BACK = "back"
    """How many come back who had left the mountain."""


COUNTED = frozenset({Goal.POINTS})
"""Goals that are numbers; all others are how likely something is."""


class EveningPuzzle(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A position in which somebody is asked something, the answers to choose from, and what they are measured by."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    position: Position
    choices: Annotated[tuple[Script, ...], msgspec.Meta(min_length=2, max_length=8)]
    goal: Goal
    rounds: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """Rounds of a fight after which is counted; 0: when the next turn begins, or the game is over."""

    @property
    def scenario(self) -> int:
        """The number of its scenario."""
        assert self.position.game is not None, "an evening is a whole game"
        return self.position.game.scenario


class EveningProof(StrEnum):
    """What playing everything out has shown."""

    UNIQUE = "unique"
    ANY = "any"


class Judged(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one answer comes to."""

    worth: str = ""
    """An exact fraction, such as ``5/18``; empty for an answer that is refused."""
    rule: str = ""
    """The rule of the refusal, or the one by which most happens; empty where nothing but the usual happens."""


class EveningCertificate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every answer was played out, with all that chance and everybody can do; it holds for the adopted readings."""

    proof: EveningProof
    right: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    answers: dict[str, Judged]
    positions: int
    """How many were looked at."""


class Thought(StrEnum):
    """What it takes, as a theme and as the first hint."""

    POSITION = "the-position"
    CHANGED = "what-the-evening-changes"
    REFUSED = "may-it-be-done"
    SEVERAL = "several-foes"
    AGAIN = "decide-again"
    OTHERS = "what-others-do"
    DICE = "weigh-the-dice"
    CLOSE = "a-close-call"


class EveningRated(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Start rating 800-2000, difficulty 1-5, hardest thought, number of thoughts, themes (need P3)."""

    rating: int
    difficulty: int
    hardest: Thought
    steps: int
    themes: tuple[str, ...]


EveningEntry = Entry[EveningPuzzle, EveningCertificate, EveningRated]
EveningBook = Book[EveningEntry]


@cache
def book_07() -> EveningBook:
    """The book of evenings as it is committed.

    >>> sorted({entry.puzzle.scenario for entry in book_07().entries})
    [1, 2, 3, 4, 5, 6, 7, 8]
    """
    return msgspec.yaml.decode(book_text("evenings", "book_07.yaml"), type=EveningBook)


@cache
def retired_07() -> Retired[EveningPuzzle]:
    """What the book of evenings offered before.

    >>> retired_07().puzzle("e101") is None, retired_07().puzzle("e102") is None
    (False, True)
    """
    return msgspec.yaml.decode(book_text("evenings", "retired.yaml"), type=Retired[EveningPuzzle])
