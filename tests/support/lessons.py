"""The checks at the end of a lesson, and how much there is to read."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.learning.index import kind_of, lesson_of


def checks_of(lesson: str, seed: int) -> tuple[Any, ...]:
    """The three tasks that a seed gives."""
    return tuple(kind_of(lesson).check(kind, seed) for kind in lesson_of(lesson).checks)


def words(*texts: str) -> int:
    """How many words somebody reads."""
    return sum(len(text.split()) for text in texts)
