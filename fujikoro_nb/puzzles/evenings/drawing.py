"""What recipes of evenings have in common: land, gear, dice, and the ways that a samurai can go."""

from __future__ import annotations

import random
from collections.abc import Iterable

from fujikoro_nb.content import house_pack
from fujikoro_nb.content.faces import print_faces
from fujikoro_nb.engine.fujikoro.asked.game import Halt, Walk
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    PlaceId,
    PlaceKind,
    neighbour_places,
    place,
)
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.puzzles.evenings.effort import spend
from fujikoro_nb.puzzles.evenings.puzzle import THEN
from fujikoro_nb.puzzles.legal.position import Position, asked

VOLCANO = tuple(one.id for one in PLACES if one.kind == PlaceKind.VOLCANO)
RING = tuple(one for one in VOLCANO if one.startswith("I-"))
_SPACES = 7


def dice() -> dict[str, str]:
    """The house dice, as a position says them."""
    return {str(one.material): print_faces(one).replace(",", " ") for one in house_pack().dice}


def land(source: random.Random, size: int, *, begin: str = "") -> list[str]:
    """Tiles that hang together, from the central one on or from another."""
    found = [begin or source.choice(RING)]
    while len(found) < size:
        beside = sorted(
            {to for at in found for to in neighbour_places(_place(at)) if to in VOLCANO} - set(found)
        )
        found.append(source.choice(beside))
    return found


def _place(at: str) -> PlaceId:
    return place(at).id


def letters(source: random.Random, kinds: str, *, most: int = 2) -> str:
    """A tile with up to so many of these letters on it, the rest plain."""
    found = ["."] * _SPACES
    for at in source.sample(range(1, _SPACES), source.randint(0, most)):
        found[at] = source.choice(kinds)
    return "".join(found)


def firm(tiles: dict[str, str]) -> list[str]:
    """The plain spaces of these tiles."""
    return [
        f"{at}.{petal}" for at, said in tiles.items() for petal, letter in enumerate(said) if letter == "."
    ]


def ways(position: Position, *, stays: bool = True, every: bool = False) -> list[str]:
    """To each space that a walk can end on, one way with the fewest steps, or every way; and to stay, if wanted."""
    state, question = asked(position)
    assert isinstance(state, GameState), "an evening is a whole game"
    found: dict[str, list[Walk]] = {}
    texts: list[str] = []
    for answer in game_of(state).options(state):
        if isinstance(answer, Walk) and answer.path[-1] != state.samurai[question.seat].space:
            found.setdefault(answer.path[-1], []).append(answer)
        elif isinstance(answer, Halt) and stays:
            texts.append(print_game_answer(answer))
    walks = [sorted(some, key=lambda one: len(one.path)) for some in found.values()]
    for walk in (one for some in walks for one in (some if every else some[:1])):
        spend()
        step = game_of(state).step(state, walk)
        then = game_of(step.state).question(step.state)
        is_open = then is not None and then.seat == question.seat and then.kind == question.kind
        is_open = is_open and len(game_of(step.state).options(step.state)) > 1
        texts.append(print_game_answer(walk) + (THEN + print_game_answer(Halt()) if is_open else ""))
    return texts


def offered(position: Position) -> list[str]:
    """All answers that the engine lists."""
    state, _ = asked(position)
    assert isinstance(state, GameState), "an evening is a whole game"
    return [print_game_answer(answer) for answer in game_of(state).options(state)]


def joined(parts: Iterable[str]) -> str:
    """Answers as a script."""
    return THEN.join(parts)
