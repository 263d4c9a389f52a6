"""A puzzle: a position, a goal, and how its answers are counted. Plus its text form, which fits in a link."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.puzzles.code import from_code, to_code
from fujikoro_nb.puzzles.crafting.goal import Goal, misses
from fujikoro_nb.puzzles.crafting.position import Craft, Position, craft
from fujikoro_nb.texts import say

MAX_CODE = 1200
"""Characters of a puzzle in a link; longer ones are refused before they are looked at."""


MAX_CARDS = 2


class Best(StrEnum):
    """What an answer is measured by, when some right answers are better than others."""

    CUBES = "cubes"
    """As few cubes from the hand as possible."""
    INITIATIVE = "initiative"
    """The highest initiative."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A task with a proven answer. Unless ``best`` counts cubes, all cubes in hand have to be used."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    position: Position
    goal: Goal
    best: Best | None = None

    @property
    def uses_all(self) -> bool:
        """Whether every cube in hand has to be placed."""
        return self.best != Best.CUBES


def is_answer(puzzle: Puzzle, layout: Layout) -> bool:
    """Whether a drawing is legal, keeps the given cubes and meets the goal; ``best`` is not asked here."""
    return keeps_given(puzzle, layout) and _meets(puzzle, craft(puzzle.position, layout))


def _meets(puzzle: Puzzle, crafted: Craft) -> bool:
    if not crafted.is_legal or (puzzle.uses_all and crafted.backpack):
        return False
    return not misses(puzzle.goal, puzzle.position, crafted)


def keeps_given(puzzle: Puzzle, layout: Layout) -> bool:
    """Whether every given cube still lies where it lay."""
    given = puzzle.position.layout
    return layout.only(given.occupied) == given


def statement(puzzle: Puzzle, *, language: str = "en") -> str:
    """Cubes in hand and goal in one sentence (need P1); grid and cards are drawn beside it."""
    goal, position = puzzle.goal, puzzle.position
    kind = say(f"word.{position.kind}", language=language)
    parts = []
    if goal.match:
        parts.append(say("puzzle.part-match", language=language, cards=len(position.cards)))
    parts.extend(_weapon_parts(goal, language))
    if goal.initiative is not None:
        parts.append(say("puzzle.part-initiative", language=language, initiative=goal.initiative))
    if not parts:
        parts.append(say("puzzle.part-legal", language=language, kind=kind))
    tasks = parts[0]
    for index, part in enumerate(parts[1:], 2):
        join = "puzzle.join-last" if index == len(parts) else "puzzle.join"
        tasks = say(join, language=language, first=tasks, second=part)
    key = "puzzle.statement" if puzzle.best is None else f"puzzle.statement-{puzzle.best}"
    return say(key, language=language, n=len(position.hand), tasks=tasks, kind=kind)


def _weapon_parts(goal: Goal, language: str) -> list[str]:
    """What is asked of the weapons, said together where it belongs together."""
    if goal.hands is not None:
        both = "-usable" if goal.usable else ""
        return [say(f"puzzle.part-hands-{goal.hands}{both}", language=language)]
    if goal.weapons == 1:
        return [say("puzzle.part-one-usable" if goal.usable else "puzzle.part-one", language=language)]
    parts = []
    if goal.weapons is not None:
        parts.append(say("puzzle.part-weapons", language=language, weapons=goal.weapons))
    if goal.usable is not None:
        parts.append(say("puzzle.part-usable", language=language, weapons=goal.usable))
    return parts


def encode(puzzle: Puzzle) -> str:
    """The puzzle as letters, digits, ``-`` and ``_``: what a link carries (need P6)."""
    return to_code(puzzle)


def decode(code: str) -> Puzzle:
    """The puzzle of a link, checked through and through. Raises Unreadable."""
    puzzle = from_code(Puzzle, code, max_length=MAX_CODE)
    if puzzle is None:
        raise Unreadable("puzzle-code", code, 0)
    return validated(puzzle)


def validated(puzzle: Puzzle) -> Puzzle:
    """The puzzle itself, when all its notations can be read and lie on the board. Raises Unreadable."""
    position = puzzle.position
    try:
        gear = parse_gear(position.given, position.kind, position.limits)
        for card in position.cards:
            card.layout  # noqa: B018 - reading it is the check
    except Illegal as error:
        raise Unreadable("puzzle-board", position.given, 0) from error
    if len(position.cards) > MAX_CARDS or not position.limits.is_symmetric:
        raise Unreadable("puzzle-board", position.given, 0)
    if gear.is_magical(position.kind) or gear.layout(position.kind).occupied & ~position.area:
        raise Unreadable("puzzle-board", position.given, 0)
    if len(position.hand) > position.limits.backpack_spaces(has_monk=True):
        raise Unreadable("puzzle-hand", position.hand, 0)
    return puzzle
