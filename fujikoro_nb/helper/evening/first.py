"""The evening that every page begins with, and what its table is called."""

from __future__ import annotations

from collections.abc import Callable

from fujikoro_nb.helper.evening.changes import new_evening
from fujikoro_nb.helper.evening.record import Evening, Person

__all__ = ["called_by", "first_evening"]


def first_evening(say: Callable[..., str]) -> Evening:
    """Two people named after their colours, until somebody says who plays."""
    return new_evening([Person(say(f"evening.colour-{colour}"), colour) for colour in ("red", "blue")])


def called_by(evening: Evening) -> str:
    """What a table is called: who plays, clockwise."""
    return ", ".join(person.name for person in evening.people)
