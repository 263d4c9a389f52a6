"""The evening that every page begins with, what its people are called without names of their own, and its table."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from fujikoro_nb.helper.evening.changes import new_evening
from fujikoro_nb.helper.evening.record import Evening, Person
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.texts import say as said

__all__ = ["called_by", "first_evening", "spoken_anew"]


def first_evening(say: Callable[..., str]) -> Evening:
    """Two people named after their colours, until somebody says who plays."""
    return new_evening([Person(say(f"evening.colour-{colour}"), colour) for colour in ("red", "blue")])


def spoken_anew(evening: Evening, say: Callable[..., str]) -> Evening:
    """The same in another language: names that nobody chose are those of colours."""
    return msgspec.structs.replace(evening, people=tuple(_called(one, say) for one in evening.people))


def _called(person: Person, say: Callable[..., str]) -> Person:
    key = f"evening.colour-{person.colour}"
    is_chosen = not person.colour or person.name not in [said(key, language=each) for each in LANGUAGES]
    return person if is_chosen else msgspec.structs.replace(person, name=say(key))


def called_by(evening: Evening) -> str:
    """What a table is called: who plays, clockwise."""
    return ", ".join(person.name for person in evening.people)
