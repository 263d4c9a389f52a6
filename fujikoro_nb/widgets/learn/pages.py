"""Lessons and books of puzzles as notebooks ask for them, by the names of their lists."""

from __future__ import annotations

import ipywidgets

from fujikoro_nb.widgets.base.spoken_page import in_chosen_language

__all__ = ["lesson", "puzzle_book"]


def lesson(name: str = "crafting", *, language: str = "", game: str = "") -> ipywidgets.Widget:
    """A lesson of `learning.index.LESSONS`, ready to be shown; ``game`` is the address of a real game, which the first
    one leads to.
    """
    from fujikoro_nb.widgets.learn.lesson_page import LessonPage

    return in_chosen_language(lambda spoken: LessonPage(name, language=spoken, game=game), language=language)


def puzzle_book(name: str = "crafting", *, language: str = "") -> ipywidgets.Widget:
    """A book of `puzzles.index.BOOKS`, ready to be shown."""
    from fujikoro_nb.widgets.learn.puzzle_page import PuzzlePage

    return in_chosen_language(lambda spoken: PuzzlePage(kind=name, language=spoken), language=language)
