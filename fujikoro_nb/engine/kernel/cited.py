"""Refusals and events: both cite the rule they rest on and carry data, never a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

F = TypeVar("F", bound=Callable[..., object])

Datum = int | str
"""One slot of a sentence: a number, or an engine word such as ``wood`` that a language translates."""


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why an answer or a piece of gear is not allowed: ``rule`` is a ledger id, ``reason`` picks the sentence."""

    rule: str
    reason: str = ""
    data: tuple[tuple[str, Datum], ...] = ()


class Event(msgspec.Struct, frozen=True, gc=False):
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


def cites(*rules: str) -> Callable[[F], F]:
    """Mark a function with the rules that act in it without a refusal or an event of their own.

    >>> @cites("combat.init.length")
    ... def length(): ...
    >>> length.rules
    ('combat.init.length',)
    """

    def mark(function: F) -> F:
        function.rules = rules  # type: ignore[attr-defined]
        return function

    return mark
