"""What is offered of all that can be answered, and what recipes of evenings say alike."""

from __future__ import annotations

import random

import msgspec

from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.puzzles.evenings.drawing import (
    ways,
)
from fujikoro_nb.puzzles.evenings.prove import certify_evening
from fujikoro_nb.puzzles.evenings.puzzle import EveningPuzzle, Goal
from fujikoro_nb.puzzles.legal.position import Position
from fujikoro_nb.rulebook.cases.records import Game

OWN = Seat(0)
NAME = "drawn"
BARE = "......."
SHOES = "WW/M"
"""Complete sandals."""
MOST = 6
"""Answers to choose from."""
LEAST = 4
"""Fewer are no question."""


def asked_where(source: random.Random, game: Game, goal: Goal, *, prefer: str = "") -> EveningPuzzle | None:
    """The last action of a turn, a move: where does it end? Of the wrong ways those to ``prefer`` are offered first."""
    position = Position(game=game, before=("move",) if game.taken else ("move", "halt", "move"))
    every = EveningPuzzle(id=NAME, position=position, choices=tuple(ways(position)), goal=goal)
    return picked(source, every, prefer=prefer)


def picked(
    source: random.Random, every: EveningPuzzle, *, prefer: str = "", least: int = LEAST
) -> EveningPuzzle | None:
    """The puzzle with one of the best answers and some of the others; None where it is not worth asking."""
    found = certify_evening(every)
    if found is None:
        return None
    right, answers = found.certificate.right, found.certificate.answers
    wrong = [one for one in every.choices if one not in right]
    source.shuffle(wrong)
    wrong.sort(key=lambda one: not (prefer and prefer in one))
    spread = sorted(wrong[: 2 * MOST], key=lambda one: not answers[one].worth)[: MOST - 1]
    chosen = {source.choice(right), *spread}
    if len(chosen) < least:
        return None
    return msgspec.structs.replace(every, choices=tuple(one for one in every.choices if one in chosen))
