"""Refusals and events: both cite the rule they rest on and carry data, never a sentence."""

from __future__ import annotations

import msgspec

Datum = int | str
"""One slot of a sentence: a number, or an engine word such as ``wood`` that a language translates."""


class Refusal(msgspec.Struct, frozen=True):
    """Why an answer or a piece of gear is not allowed: ``rule`` is a ledger id, ``reason`` picks the sentence."""

    rule: str
    reason: str = ""
    data: tuple[tuple[str, Datum], ...] = ()


class Event(msgspec.Struct, frozen=True):
    """What happened, and by which rule. State never depends on events."""

    kind: str
    rule: str
    data: tuple[tuple[str, Datum], ...] = ()


def refuse(rule: str, reason: str = "", /, **data: Datum) -> Refusal:
    """A refusal with its data by name.

    >>> refuse("craft.helmet.size", cubes=9).data
    (('cubes', 9),)
    """
    return Refusal(rule, reason, tuple(data.items()))


def event(kind: str, rule: str, /, **data: Datum) -> Event:
    """An event with its data by name."""
    return Event(kind, rule, tuple(data.items()))
