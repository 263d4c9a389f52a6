"""How hard a puzzle on the dragons' step is: the thoughts that it takes.

A thought is needed when leaving it out of account changes the right answers: they are enumerated again, by another
reading of the rule that the thought is about, or on a scene without what it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum

import msgspec

from fujikoro_nb.engine.fujikoro.asked.group import GoFor, StepTo
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceKind, place, space
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.puzzles.dragons.enumerate import TooMany, ways_of
from fujikoro_nb.puzzles.dragons.prove import right_answers
from fujikoro_nb.puzzles.dragons.puzzle import DragonCertificate, DragonKind, DragonPuzzle, game_of_scene
from fujikoro_nb.puzzles.dragons.questions import with_scene

_BASE, _PER_LEVEL, _PER_THOUGHT, _PER_ANSWER = 800, 200, 80, 10
_MOST_ANSWERS = 12
_LOWEST, _HIGHEST = 800, 2000
_STARS = (1000, 1250, 1500, 1750)


class Thought(StrEnum):
    """One thought, as a theme and as the first hint."""

    NEAREST = "nearest-samurai"
    TOKENS = "dragon-tokens"
    HIDDEN = "out-of-sight"
    ABOVE = "from-above"
    EXPLORED = "explored-only"
    OTHERS = "other-dragons"
    BLOCKED = "blocked-step"
    EQUAL = "equal-steps"
    AHEAD = "rounds-ahead"


LEVEL = {
    Thought.NEAREST: 0.5,
    Thought.TOKENS: 0.5,
    Thought.HIDDEN: 1,
    Thought.ABOVE: 1.5,
    Thought.EXPLORED: 1.5,
    Thought.OTHERS: 1.5,
    Thought.BLOCKED: 2,
    Thought.EQUAL: 2,
    Thought.AHEAD: 2.5,
}
"""How hard a thought is to have. Start values by judgement."""


class DragonRated(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Start rating 800-2000, difficulty 1-5, hardest thought, number of thoughts, themes (need P3)."""

    rating: int
    difficulty: int
    hardest: Thought
    steps: int
    themes: tuple[str, ...]


def rate_dragons(puzzle: DragonPuzzle, certificate: DragonCertificate) -> DragonRated:
    """The rating and what it rests on."""
    thoughts = tuple(think(puzzle, certificate))
    hardest = max(thoughts, key=lambda thought: LEVEL[thought])
    rating = (
        _BASE
        + _PER_LEVEL * LEVEL[hardest]
        + _PER_THOUGHT * (len(thoughts) - 1)
        + _PER_ANSWER * min(_MOST_ANSWERS, certificate.answers)
    )
    whole = min(_HIGHEST, max(_LOWEST, round(rating / 10) * 10))
    return DragonRated(
        rating=whole,
        difficulty=1 + sum(whole >= star for star in _STARS),
        hardest=hardest,
        steps=len(thoughts),
        themes=tuple(sorted({f"dragons-{puzzle.kind}", *map(str, thoughts)})),
    )


def think(puzzle: DragonPuzzle, certificate: DragonCertificate) -> Iterator[Thought]:
    """The thoughts that it takes: whom a dragon comes for, and all that change the answers."""
    yield Thought.NEAREST
    for thought, is_needed in _NEEDED.items():
        if is_needed(puzzle, certificate):
            yield thought


def _differs(puzzle: DragonPuzzle, certificate: DragonCertificate, rulings: Rulings = ADOPTED) -> bool:
    """Whether another scene or another reading has other answers."""
    try:
        return right_answers(puzzle, rulings)[0] != certificate.right
    except TooMany:
        return True


def _tokens(puzzle: DragonPuzzle, certificate: DragonCertificate) -> bool:
    return bool(puzzle.scene.tokens) and _differs(with_scene(puzzle, tokens={}), certificate)


def _hidden(puzzle: DragonPuzzle, certificate: DragonCertificate) -> bool:
    """The answer is a safe tile, or a samurai on one would be seen on a tile beside it."""
    if any(place(at).kind != PlaceKind.VOLCANO for answer in certificate.right for at in answer.split()):
        return True
    return any(place(space(at).place).kind != PlaceKind.VOLCANO for at in puzzle.scene.samurai[1:])


def _reading(rule: str, reading: str) -> Callable[[DragonPuzzle, DragonCertificate], bool]:
    rulings = Rulings(((rule, reading),))
    return lambda puzzle, certificate: _differs(puzzle, certificate, rulings)


def _explored(puzzle: DragonPuzzle, certificate: DragonCertificate) -> bool:
    """Over a mountain without a gap it would walk another way."""
    every = tuple(one.id for one in PLACES if one.kind == PlaceKind.VOLCANO)
    wide = with_scene(puzzle, tiles=every)
    try:
        right = {one for one in right_answers(wide)[0] if set(one.split()) <= known(puzzle)}
    except TooMany:
        return True
    return right != set(certificate.right)


def known(puzzle: DragonPuzzle) -> set[str]:
    """Every place that can be part of an answer."""
    safe = {one.id for one in PLACES if one.kind != PlaceKind.VOLCANO}
    return safe | set(puzzle.scene.tiles)


def _others(puzzle: DragonPuzzle, certificate: DragonCertificate) -> bool:
    """Another dragon changes the answers, or it is about which of several walks first."""
    if puzzle.kind == DragonKind.ORDER:
        return True
    lone = {at: colour for at, colour in puzzle.scene.dragons.items() if colour == puzzle.colour}
    if len(lone) == len(puzzle.scene.dragons):
        return False
    tokens = {at: token for at, token in puzzle.scene.tokens.items() if at in lone}
    return _differs(with_scene(puzzle, dragons=lone, tokens=tokens), certificate)


def _equal(puzzle: DragonPuzzle, _certificate: DragonCertificate) -> bool:
    """The group has a choice between targets or steps as things stand."""
    ways = ways_of(game_of_scene(puzzle.scene))
    return any(isinstance(one, GoFor | StepTo) for way in ways for one in way.chosen)


def _ahead(puzzle: DragonPuzzle, certificate: DragonCertificate) -> bool:
    """The first round alone would have other answers."""
    if puzzle.kind == DragonKind.CHOICE:
        return True
    if puzzle.rounds == 1:
        return False
    return _differs(msgspec.structs.replace(puzzle, rounds=1), certificate)


_NEEDED: Mapping[Thought, Callable[[DragonPuzzle, DragonCertificate], bool]] = {
    Thought.TOKENS: _tokens,
    Thought.HIDDEN: _hidden,
    Thought.ABOVE: _reading("coop.dragon.moves-towards-nearest", "by-route"),
    Thought.EXPLORED: _explored,
    Thought.OTHERS: _others,
    Thought.BLOCKED: _reading("coop.dragon.blocked-stays", "may-sidestep"),
    Thought.EQUAL: _equal,
    Thought.AHEAD: _ahead,
}
