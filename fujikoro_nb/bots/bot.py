"""What a bot is: a question with what its seat sees in, an answer with its reason out."""

from __future__ import annotations

from typing import Protocol

import msgspec

from fujikoro_nb.engine.fujikoro.rules.realm import GameState
from fujikoro_nb.engine.kernel import Answer, Game, Question
from fujikoro_nb.engine.kernel.cited import Datum


class Why(msgspec.Struct, frozen=True):
    """The reason of a choice: ``key`` picks the sentence in ``texts`` (table ``why``), ``data`` fills its slots."""

    key: str
    data: tuple[tuple[str, Datum], ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """An answer and why it was given."""

    answer: Answer
    why: Why


class Bot(Protocol):
    """A player. It keeps no memory of the game: all that it may know lies in the view."""

    def choose(self, game: Game[GameState], view: GameState, question: Question) -> Choice:
        """The answer to the pending question, which is this bot's; ``view`` is what its seat may see."""
        ...


def why(key: str, /, **data: Datum) -> Why:
    """A reason with its data by name.

    >>> why("random", n=3).data
    (('n', 3),)
    """
    return Why(key, tuple(data.items()))
