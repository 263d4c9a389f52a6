"""How hard a puzzle on the dragons' step is: the thoughts that it takes.

A thought is needed when leaving it out of account changes the right answers: they are enumerated again, by another
reading of the rule that the thought is about, or on a scene without what it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum

import msgspec

from fujikoro_nb.engine.fujikoro.asked.group import GoFor, StepTo
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    PlaceId,
    PlaceKind,
    neighbour_places,
    place,
    space,
    spaces_of,
)
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.puzzles.dragons.enumerate import TooMany, ways_of
from fujikoro_nb.puzzles.dragons.prove import right_answers
from fujikoro_nb.puzzles.dragons.puzzle import DragonCertificate, DragonKind, DragonPuzzle, game_of_scene
from fujikoro_nb.puzzles.dragons.questions import question_of, with_scene
from fujikoro_nb.puzzles.rating import chance_of, difficulty_of, rating_of


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
    thoughts = dict(think(puzzle, certificate))
    hardest = max(thoughts, key=lambda thought: LEVEL[thought])
    levels = [(LEVEL[one], lucky) for one, lucky in thoughts.items()]
    whole = rating_of(chance_of(levels, blind=len(certificate.right) / certificate.answers))
    return DragonRated(
        rating=whole,
        difficulty=difficulty_of(whole),
        hardest=hardest,
        steps=len(thoughts),
        themes=tuple(sorted({f"dragons-{puzzle.kind}", *map(str, thoughts)})),
    )


def think(puzzle: DragonPuzzle, certificate: DragonCertificate) -> Iterator[tuple[Thought, float]]:
    """The thoughts that it takes, each with how often one is right without it: whom a dragon comes for, and more."""
    yield Thought.NEAREST, len(certificate.right) / certificate.answers
    for thought, without in _WITHOUT.items():
        seem = without(puzzle, certificate)
        if seem is not None and seem != certificate.right:
            yield thought, _lucky(certificate, seem)


Seem = tuple[str, ...] | None
"""The answers that seem right without a thought; empty where one can but guess, None where there is no such thing."""


def _lucky(certificate: DragonCertificate, seem: tuple[str, ...]) -> float:
    if not seem:
        return len(certificate.right) / certificate.answers
    return len(set(seem) & set(certificate.right)) / len(seem)


def _seem(puzzle: DragonPuzzle, rulings: Rulings = ADOPTED) -> tuple[str, ...]:
    """What another scene or another reading has for right."""
    try:
        return right_answers(puzzle, rulings)[0]
    except TooMany:
        return ()


def _tokens(puzzle: DragonPuzzle, _certificate: DragonCertificate) -> Seem:
    return _seem(with_scene(puzzle, tokens={})) if puzzle.scene.tokens else None


def _hidden(puzzle: DragonPuzzle, certificate: DragonCertificate) -> Seem:
    """Without it the answer would be no safe tile, and a samurai on one would be seen."""
    if any(not _is_open(at) for answer in certificate.right for at in answer.split()):
        return tuple(one for one in certificate.right if all(map(_is_open, one.split())))
    others = puzzle.scene.samurai[1:]
    if all(_is_open(space(at).place) for at in others):
        return None
    beside = [at if _is_open(space(at).place) else _beside(space(at).place) for at in others]
    return _seem(with_scene(puzzle, samurai=(puzzle.scene.samurai[0], *beside)))


def _is_open(at: str) -> bool:
    return place(at).kind == PlaceKind.VOLCANO


def _beside(at: PlaceId) -> str:
    """A space beside a safe place."""
    return spaces_of(min(to for to in neighbour_places(at) if _is_open(to)))[0].id


def _reading(rule: str, reading: str) -> Callable[[DragonPuzzle, DragonCertificate], Seem]:
    rulings = Rulings(((rule, reading),))
    return lambda puzzle, _certificate: _seem(puzzle, rulings)


def _explored(puzzle: DragonPuzzle, _certificate: DragonCertificate) -> Seem:
    """Over a mountain without a gap it would walk another way."""
    every = tuple(one.id for one in PLACES if one.kind == PlaceKind.VOLCANO)
    wide = _seem(with_scene(puzzle, tiles=every))
    return tuple(one for one in wide if set(one.split()) <= known(puzzle))


def known(puzzle: DragonPuzzle) -> set[str]:
    """Every place that can be part of an answer."""
    safe = {one.id for one in PLACES if one.kind != PlaceKind.VOLCANO}
    return safe | set(puzzle.scene.tiles)


def _others(puzzle: DragonPuzzle, _certificate: DragonCertificate) -> Seem:
    """Another dragon changes the answers, or it is about which of several walks first."""
    if puzzle.kind == DragonKind.ORDER:
        return ()
    lone = {at: colour for at, colour in puzzle.scene.dragons.items() if colour == puzzle.colour}
    if len(lone) == len(puzzle.scene.dragons):
        return None
    tokens = {at: token for at, token in puzzle.scene.tokens.items() if at in lone}
    return _seem(with_scene(puzzle, dragons=lone, tokens=tokens))


def _equal(puzzle: DragonPuzzle, _certificate: DragonCertificate) -> Seem:
    """The group has a choice between targets or steps as things stand; without it the first one is followed."""
    state = game_of_scene(puzzle.scene)
    if not any(isinstance(one, GoFor | StepTo) for way in ways_of(state) for one in way.chosen):
        return None
    question = question_of(puzzle)
    played = question.plays(puzzle, state)
    return tuple(one for one, ways in played.items() if ways and question.is_right(puzzle, ways[:1]))


def _ahead(puzzle: DragonPuzzle, _certificate: DragonCertificate) -> Seem:
    """The first round alone would have other answers."""
    if puzzle.kind == DragonKind.CHOICE:
        return ()
    return None if puzzle.rounds == 1 else _seem(msgspec.structs.replace(puzzle, rounds=1))


_WITHOUT: Mapping[Thought, Callable[[DragonPuzzle, DragonCertificate], Seem]] = {
    Thought.TOKENS: _tokens,
    Thought.HIDDEN: _hidden,
    Thought.ABOVE: _reading("coop.dragon.moves-towards-nearest", "by-route"),
    Thought.EXPLORED: _explored,
    Thought.OTHERS: _others,
    Thought.BLOCKED: _reading("coop.dragon.blocked-stays", "may-sidestep"),
    Thought.EQUAL: _equal,
    Thought.AHEAD: _ahead,
}
