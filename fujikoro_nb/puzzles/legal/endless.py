"""Puzzles without end: gear and ways over the mountain drawn from a seed, which the engine judges."""

from __future__ import annotations

import random

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Walk
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, neighbours
from fujikoro_nb.puzzles.endless import Endless, Place, Tell
from fujikoro_nb.puzzles.legal.position import Position, asked, judgement
from fujikoro_nb.puzzles.legal.puzzle import ActEntry, ActPuzzle, act_book, certify, rate
from fujikoro_nb.puzzles.storm.tasks import TaskKind, task
from fujikoro_nb.rulebook.cases.records import Inspect

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


def _made(place: Place, name: str, _: Tell) -> ActEntry:
    source = random.Random(f"fujikoro legal {place}")
    position = _way(source) if source.random() < 0.5 else _gear(place)
    puzzle = ActPuzzle(id=name, position=position)
    certificate = certify(puzzle)
    return ActEntry(puzzle, certificate, rate(puzzle, certificate))


endless: Endless[ActEntry] = Endless(_made)
"""Those of *legal or not*."""


def _gear(place: Place) -> Position:
    """Gear as a storm draws it."""
    for one in range(_TRIES):
        drawn = task(f"legal {place}", one)
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
