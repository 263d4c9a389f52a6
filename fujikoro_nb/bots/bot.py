"""What a bot is: a question with what its seat sees in, an answer with its reason out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from fujikoro_nb.engine.kernel import Answer, Game, Question
from fujikoro_nb.engine.kernel.cited import Datum
from fujikoro_nb.texts import say

_TABLES = {"what": "why-thing", "kind": "why-gear"}
"""Data of a reason that are the engine's words, and the table of the words for people."""


class Why(msgspec.Struct, frozen=True):
    """The reason of a choice: ``key`` picks the sentence in ``texts`` (table ``why``), ``data`` fills its slots."""

    key: str
    data: tuple[tuple[str, Datum], ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """An answer and why it was given."""

    answer: Answer
    why: Why


class Bot(Protocol):
    """A player of one game or of any. It keeps no memory of the game: all that it may know lies in the view."""

    def choose(self, game: Game[Any], view: Any, question: Question) -> Choice:
        """The answer to the pending question, which is this bot's; ``view`` is what its seat may see."""
        ...


def why(key: str, /, **data: Datum) -> Why:
    """A reason with its data by name.

    >>> why("random", n=3).data
    (('n', 3),)
    """
    return Why(key, tuple(data.items()))


def why_sentence(
    reason: Why, *, language: str = "en", named: Callable[[str, Datum], Datum] | None = None
) -> str:
    """The reason as a sentence without a subject, such as "explores I-3 from here".

    ``named``: how a page calls a datum, given its slot and value.
    """
    data: dict[str, Datum] = {}
    for name, value in reason.data:
        if name in _TABLES:
            data[name] = say(f"{_TABLES[name]}.{value}", language=language)
        else:
            data[name] = value if named is None else named(name, value)
    return say(f"why.{reason.key}", language=language, **data)
