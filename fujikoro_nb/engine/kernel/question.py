"""Questions and answers: exactly one question is pending, and a typed answer is the only way on."""

from __future__ import annotations

from typing import NewType

import msgspec

from fujikoro_nb.engine.kernel.cited import Datum

Seat = NewType("Seat", int)
"""A player's place at the table, 0-based in turn order."""

CHANCE = Seat(-1)
"""The seat of dice and draws; the dealer or a person with real dice answers for it."""


class Question(msgspec.Struct, frozen=True, gc=False):
    """Who is asked, what, by which rule, and which frame asked."""

    seat: Seat
    kind: str
    rule: str
    frame: str
    data: tuple[tuple[str, Datum], ...] = ()


class Answer(msgspec.Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Base of all answers: a game defines one frozen class a kind, with named fields; the tag names it in JSON."""
