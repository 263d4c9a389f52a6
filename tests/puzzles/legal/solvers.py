"""People who solve puzzles on actions look by look, simulated: what each sees, slips over, and guesses.

A solver has a strength; the harder a look, the seldomer it is had. What can be against an action is not what the rating
says, but what the rules cite in all puzzles that answer the same question: so the rating is held to something else.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import exp
from statistics import correlation
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.puzzles.index import kind_of
from fujikoro_nb.puzzles.legal.position import asked
from fujikoro_nb.puzzles.legal.puzzle import LEVEL, ActEntry, Thought, asked_about, look_of

KINDS = ("legal", "forbids")


class Crowd(msgspec.Struct, frozen=True):
    """People of about one strength, in levels of looks; ``steep``: how much one level more or less means to them."""

    strength: float
    spread: float
    steep: float
    guesses_no: float = 0.3
    """How often somebody who sees nothing against it says no all the same."""
    alarm: float = 0.5
    """How often a look that is not had ends in something that is not there."""


CROWDS = {
    "a club": Crowd(1.5, 1.0, 2),
    "beginners": Crowd(0.8, 0.8, 2),
    "masters": Crowd(2.4, 0.8, 2),
    "alike": Crowd(1.5, 0.2, 3),
    "every sort": Crowd(1.5, 1.8, 1.5, guesses_no=0.4, alarm=0.4),
}


@cache
def against() -> Mapping[str, frozenset[Thought]]:
    """To each question, all that a refusal in one of the two books looked at."""
    found: dict[str, set[Thought]] = defaultdict(set)
    for kind in KINDS:
        for entry in kind_of(kind).book().entries:
            if not entry.certificate.is_legal:
                found[asked_about(entry.puzzle.position)].add(look_of(entry.certificate.rule))
    return {question: frozenset(looks) for question, looks in found.items()}


def chance(entry: ActEntry, strength: float, crowd: Crowd) -> float:
    """How probably somebody of this strength solves it at the first try."""

    def has(level: float) -> float:
        return 1 / (1 + exp(-crowd.steep * (strength - level)))

    puzzle, rule = entry.puzzle, entry.certificate.rule
    own = has(LEVEL[look_of(rule)])
    if puzzle.choices:
        right = own + (1 - own) * _picked([has(LEVEL[look_of(one)]) for one in puzzle.choices if one != rule])
        blind = 1 / len(puzzle.choices)
    elif entry.certificate.is_legal:
        right, blind = 1.0, 0.5
        for look in against().get(asked_about(puzzle.position), frozenset()) | {look_of(rule)}:
            right *= 1 - crowd.alarm * (1 - has(LEVEL[look]))
    else:
        right, blind = own + (1 - own) * crowd.guesses_no, 0.5
    kept = has(-1) ** (len(puzzle.position.before) + _has_company(puzzle.position))
    return kept * right + (1 - kept) * blind


def _picked(seen_through: Sequence[float]) -> float:
    """How probably the right rule is picked among those that somebody cannot rule out."""
    left = [1.0]
    for gone in seen_through:
        more = [*left, 0.0]
        left = [gone * more[n] + (1 - gone) * (more[n - 1] if n else 0.0) for n in range(len(more))]
    return sum(share / (1 + n) for n, share in enumerate(left))


def _has_company(position: Any) -> bool:
    """Whether more than one who acts has to be followed."""
    if position.gear is not None:
        return False
    state, _ = asked(position)
    if not isinstance(state, GameState):
        return len(state.boards) > 1
    return any(tile is not None and tile.dragon is not None for tile in state.ground)


def solved(entries: Iterable[ActEntry], crowd: Crowd, *, people: int, seed: int) -> list[float]:
    """The share of these people who solve each puzzle, every one of them trying each once."""
    source = random.Random(seed)
    strengths = [source.gauss(crowd.strength, crowd.spread) for _ in range(people)]
    return [
        sum(source.random() < chance(entry, one, crowd) for one in strengths) / people for entry in entries
    ]


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's, with ties by their mean rank.

    >>> rank_correlation([1, 2, 3, 4], [10, 20, 40, 30])
    0.8
    """
    return round(correlation(_ranks(first), _ranks(second)), 12)


def _ranks(values: Sequence[float]) -> list[float]:
    return [
        sum(one < value for one in values) + (sum(one == value for one in values) - 1) / 2 for value in values
    ]
