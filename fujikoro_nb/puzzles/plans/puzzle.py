"""A puzzle on a whole turn: a position, what to end with, and its certificate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated

import msgspec

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption, absorption_of
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.puzzles.book import Book, Entry, book_text
from fujikoro_nb.rulebook.cases.records import Game

OWN = Seat(0)
"""The solver's samurai."""

Answers = tuple[str, ...]
"""What is answered one after the other, in game notation."""


class PlanKind(StrEnum):
    """What is asked: the tag of its `Aim` in books and names."""

    LAVA = "lava"
    """Be on a space at the end of the turn, with as much as possible left in the sandals."""
    HAUL = "haul"
    """End the turn with as many cubes in the backpack as possible."""
    PACK = "pack"
    """End the turn with certain cubes in the backpack, and all of them worth as much as possible as protection."""
    LAY = "lay"
    """Explore so that a space can be reached in the same turn, with as much as possible left in the sandals."""
    ESCAPE = "escape"
    """Leave the mountain within some turns, with as much as possible left in the sandals."""


class PlanPuzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position of the game at the beginning of an own turn, and what is wanted at the end."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    kind: PlanKind
    game: Game
    to: Annotated[str, msgspec.Meta(max_length=12)] = ""
    """The space where the samurai has to be then."""
    needs: Annotated[str, msgspec.Meta(max_length=12)] = ""
    """Cubes that have to be in the backpack then."""
    turns: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    """Own turns in which it has to be done."""


class Aim(msgspec.Struct, frozen=True):
    """What one kind is about."""

    is_reached: Callable[[PlanPuzzle, GameState], bool]
    """Whether what was asked for is there, whatever it cost."""
    worth: Callable[[GameState], int]
    """What counts then; the more, the better."""
    unit: str = "sandals"
    """What is counted, by the sentences that say it."""


def _is_there(puzzle: PlanPuzzle, state: GameState) -> bool:
    return state.samurai[OWN].space == puzzle.to


def _has_needs(puzzle: PlanPuzzle, state: GameState) -> bool:
    return _held(state).covers(Cubes.parse(puzzle.needs))


def _is_out(_puzzle: PlanPuzzle, state: GameState) -> bool:
    return bool(state.samurai[OWN].palace)


def _always(_puzzle: PlanPuzzle, _state: GameState) -> bool:
    return True


def _held(state: GameState) -> Cubes:
    return state.boards[OWN].backpack.cubes


def _cubes(state: GameState) -> int:
    return len(_held(state))


def _protection(state: GameState) -> int:
    """What all cubes of the backpack would absorb, as the engine counts it."""
    return sum(absorption_of(str(cube), rulings=state.rulings) for cube in _held(state))


def _sandals(state: GameState) -> int:
    """What the sandals still absorb, as the engine counts it."""
    return absorption(state.boards[OWN].gear, GearKind.SANDALS, rulings=state.rulings)


AIMS: Mapping[PlanKind, Aim] = {
    PlanKind.LAVA: Aim(_is_there, _sandals),
    PlanKind.HAUL: Aim(_always, _cubes, unit="cubes"),
    PlanKind.PACK: Aim(_has_needs, _protection, unit="worth"),
    PlanKind.LAY: Aim(_is_there, _sandals),
    PlanKind.ESCAPE: Aim(_is_out, _sandals),
}


def worth_of(puzzle: PlanPuzzle, state: GameState) -> int | None:
    """What an end is worth, in the unit of the aim; None where the aim is missed."""
    aim = AIMS[puzzle.kind]
    return aim.worth(state) if aim.is_reached(puzzle, state) else None


class Found(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One worth that the turn can end with: in how many ways, and one of the shortest."""

    worth: int
    ways: int
    way: Answers


class PlanCertificate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every way to play was played out by the engine; it holds for the adopted readings of the rules."""

    ways: int
    """How many there are."""
    missed: int
    """Those that miss the aim."""
    found: Annotated[tuple[Found, ...], msgspec.Meta(min_length=2)]
    """All others by what they are worth, the best first."""

    @property
    def best(self) -> Found:
        """The most that can be had."""
        return self.found[0]


class PlanRated(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Start rating 800-2000, difficulty 1-5, hardest thought, number of thoughts, themes (need P3)."""

    rating: int
    difficulty: int
    hardest: str
    steps: int
    themes: tuple[str, ...]


PlanEntry = Entry[PlanPuzzle, PlanCertificate, PlanRated]
PlanBook = Book[PlanEntry]


@cache
def book_06() -> PlanBook:
    """The sixth book: whole turns.

    >>> len(book_06().entries)
    125
    """
    return msgspec.yaml.decode(book_text("plans", "book_06.yaml"), type=PlanBook)
