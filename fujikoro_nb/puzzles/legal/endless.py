"""Puzzles without end: gear and ways over the mountain drawn from a seed, which the engine judges."""

from __future__ import annotations

import random
import re

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Walk
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, neighbours
from fujikoro_nb.puzzles.legal.position import Position, asked, judgement
from fujikoro_nb.puzzles.legal.puzzle import ActEntry, ActPuzzle, act_book, certify, rate
from fujikoro_nb.puzzles.storm.tasks import TaskKind, task
from fujikoro_nb.rulebook.cases.records import Inspect

NAME = re.compile(r"e-([a-z0-9]{1,12})-([0-9]{1,6})")
_MOST = 10**6
_TRIES = 60
_LONGEST = 3
# fmt: off
_FROM = (
    "l04", "l65", "l92", "l68", "l69", "l66", "l67", "l77", "l78", "l94", "l84", "l101",
    "l102", "l110", "l115", "l118", "l88", "l08", "l100", "l105", "l112", "l113", "l30", "l70",
)
# fmt: on
"""From whose positions somebody walks, in an order that stays: a link that was shared opens the same way for ever,
however the book is rated and whatever comes into it."""


def name_of(seed: str, number: int) -> str:
    """What the puzzle of this number is called, counted from 0; ``seed`` has letters and digits.

    >>> name_of("autumn", 7)
    'e-autumn-7'
    """
    return f"e-{seed}-{number}"


def number_of(name: str) -> int | None:
    """The number in such a name, counted from 1; None when it is no such name.

    >>> number_of("e-autumn-7"), number_of("l07")
    (8, None)
    """
    found = NAME.fullmatch(name)
    return int(found[2]) + 1 if found else None


def name_after(name: str, *, seed: str) -> str:
    """The name of the next one; that of the first of ``seed`` after something else.

    >>> name_after("e-autumn-7", seed="x"), name_after("l07", seed="x")
    ('e-autumn-8', 'e-x-0')
    """
    found = NAME.fullmatch(name)
    return name_of(found[1], (int(found[2]) + 1) % _MOST) if found else name_of(seed, 0)


def endless(name: str) -> ActEntry | None:
    """The puzzle of this name, the same every time; None when it is no such name.

    >>> endless(name_of("autumn", 7)) == endless("e-autumn-7")
    True
    """
    found = NAME.fullmatch(name)
    if found is None:
        return None
    source = random.Random(f"fujikoro legal {found[1]} {int(found[2])}")
    position = _way(source) if source.random() < 0.5 else _gear(found[1], int(found[2]))
    puzzle = ActPuzzle(id=name, position=position)
    certificate = certify(puzzle)
    return ActEntry(puzzle, certificate, rate(puzzle, certificate))


def _gear(seed: str, number: int) -> Position:
    """Gear as a storm draws it."""
    for one in range(_TRIES):
        drawn = task(f"legal {seed} {number}", one)
        if drawn.kind == TaskKind.LEGAL:
            return Position(gear=Inspect(kind=drawn.gear, gear=drawn.drawing))
    raise AssertionError("every fourth question of a storm is about legal gear, or more")


def _way(source: random.Random) -> Position:
    """A way from where somebody stands in the book who is asked for one; about every second one can be gone."""
    book = act_book("legal", "book_04.yaml")
    bases = [entry.puzzle.position for name in _FROM if (entry := book.entry(name)) is not None]
    wants_legal = source.random() < 0.5
    position = source.choice(bases)
    for _ in range(_TRIES):
        position = _another_way(source, source.choice(bases))
        if judgement(position).is_legal == wants_legal:
            break
    return position


def _another_way(source: random.Random, base: Position) -> Position:
    state, question = asked(base)
    assert isinstance(state, GameState), "somebody walks"
    at: SpaceId = state.samurai[question.seat].space
    path: list[SpaceId] = []
    for _ in range(source.randint(1, _LONGEST)):
        at = source.choice(sorted(neighbours(at)))
        path.append(at)
    return msgspec.structs.replace(base, do=print_game_answer(Walk(tuple(path))))
