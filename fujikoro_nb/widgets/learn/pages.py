"""Lessons and books of puzzles as notebooks ask for them, by name."""

from __future__ import annotations

from typing import Literal

import ipywidgets

from fujikoro_nb.widgets.base.spoken_page import in_chosen_language

__all__ = ["lesson", "puzzle_book"]


def lesson(
    name: Literal["first-turns", "crafting", "fighting"] = "crafting", *, language: str = "", game: str = ""
) -> ipywidgets.Widget:
    """A lesson, ready to be shown; ``game`` is the address of a real game, which the first one leads to."""

    def make(spoken: str) -> ipywidgets.Widget:
        if name == "first-turns":
            from fujikoro_nb.widgets.learn.turn_lesson import TurnLessonPage

            return TurnLessonPage(name, language=spoken, game=game)
        if name == "fighting":
            from fujikoro_nb.widgets.learn.fight_lesson import FightLesson

            return FightLesson(name, language=spoken)
        from fujikoro_nb.widgets.learn.lesson_page import LessonPage

        return LessonPage(name, language=spoken)

    return in_chosen_language(make, language=language)


def puzzle_book(name: Literal["crafting", "fights"] = "crafting", *, language: str = "") -> ipywidgets.Widget:
    """A book of puzzles, ready to be shown."""

    def make(spoken: str) -> ipywidgets.Widget:
        if name == "fights":
            from fujikoro_nb.widgets.learn.fight_puzzles import FightPuzzles

            return FightPuzzles(language=spoken)
        from fujikoro_nb.widgets.learn.puzzle_page import PuzzlePage

        return PuzzlePage(language=spoken)

    return in_chosen_language(make, language=language)
