"""Sampled worlds: one order of every pile and one row of throws, which all plans of a decision are played in.

A view holds no order of a pile (what comes next is chance), so whoever deals from it knows what its seat may know and
nothing else. In one world the third tile of a level is the same whichever plan draws it, and so is a seat's third
throw: what sets two plans apart is then what they do, and not their luck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import TypeGuard

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Answer, Game, Options, Question, Seeded
from fujikoro_nb.engine.kernel.chance import ChanceOptions


class World:
    """Answers for chance, the same for the same row of questions. It counts what was asked, so it serves one game."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._asked: Counter[Hashable] = Counter()

    def answer(self, game: Game[GameState], state: GameState, question: Question) -> Answer | None:
        """What chance brings; None where nobody knows what can come, as out of a real box."""
        options = game.options(state)
        if not _is_weighted(options) or options.total <= 0:
            return None
        kind = (question.kind, question.data)
        number = self._asked[kind]
        self._asked[kind] += 1
        return Seeded(f"{self._seed}/{kind}").deal(options, number)


def _is_weighted(options: Options) -> TypeGuard[ChanceOptions]:
    """Whether the options know their weights; `isinstance` of a protocol takes longer than a whole step."""
    return hasattr(options, "outcome")
