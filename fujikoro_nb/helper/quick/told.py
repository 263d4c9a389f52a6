"""What a game says to a quick question otherwise than the competitive one: sentences, and what can never be."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.modes import EXIT, ROPE, Mode
from fujikoro_nb.helper.quick.facts import FACTS


class Told(msgspec.Struct, frozen=True):
    """A sentence, by its key, and the rules that it stands on."""

    key: str
    rules: tuple[str, ...]
    is_condition: bool = False
    """Whether it says only on what a "yes" depends."""


def only(fact: str, *values: str) -> tuple[str, tuple[str, ...]]:
    """All that a fact cannot be, if it can only be this.

    >>> only("exit", "secret")
    ('exit', ('rope', 'rope-later'))
    """
    return fact, tuple(value for value in FACTS[fact] if value not in values)


_EXITS = {ROPE: ("rope", "rope-later"), EXIT: ("secret",)}


def never_in(mode: Mode) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What cannot be in a mode: ways that lead nowhere and, where rounds are played, another turn that ends the game.

    coop.final.no-rope; coop.rounds.limit: each of the rounds left is one own turn.
    """
    if mode.rounds is None:
        return ()
    exits = (value for way in mode.said.ways_out for value in _EXITS[way])
    return only("exit", *exits), only("marker", "first")


EXITS = (
    ("rope", ("escape.rope",)),
    ("rope-later", ("escape.rope",)),
    ("secret", ("escape.secret",)),
)
"""The rules behind each way out, where points are played for."""
