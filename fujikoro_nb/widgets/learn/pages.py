"""Lessons and books of puzzles as notebooks ask for them, by the names of their lists."""

from __future__ import annotations

import os

import ipywidgets

from fujikoro_nb.learning.index import LESSONS
from fujikoro_nb.puzzles.index import BOOKS
from fujikoro_nb.widgets.base.front_texts import FRONTS_SERVED
from fujikoro_nb.widgets.base.spoken_page import in_chosen_language

__all__ = ["learn_and_solve", "lesson", "puzzle_book", "step", "storm"]


def learn_and_solve(*, language: str = "") -> ipywidgets.Widget:
    """The place from which all lessons and books are reached, ready to be shown: beside the notebooks of the lessons.

    Served, all notebooks lie side by side; in JupyterLab the books are in a folder of their own.
    """
    from fujikoro_nb.widgets.quick.learn_page import LearnPage

    books = "" if FRONTS_SERVED in os.environ else "../puzzles/"
    links = {"game": "99_play.ipynb", "first-game": "98_first_game.ipynb"}
    links |= {f"lesson-{one.page}": f"{one.notebook}.ipynb" for one in LESSONS}
    links |= {one.page: f"{books}{one.notebook}.ipynb" for one in BOOKS}
    links["storm"] = f"{books}10_storm.ipynb"
    return in_chosen_language(lambda spoken: LearnPage(links=links, language=spoken), language=language)


def lesson(
    name: str = "crafting", *, language: str = "", game: str = "", after: str = "", place: str = ""
) -> ipywidgets.Widget:
    """A lesson of `learning.index.LESSONS`, ready to be shown; ``game`` is the address of a real game, which some
    lead to, ``after`` that of the next lesson, ``place`` that of all lessons and puzzles.
    """
    from fujikoro_nb.widgets.learn.lesson_page import LessonPage

    return in_chosen_language(
        lambda spoken: LessonPage(name, language=spoken, game=game, after=after, place=place),
        language=language,
    )


def step(name: str, number: int, *, language: str = "") -> ipywidgets.Widget:
    """One step of a lesson, counted from 1, ready to be shown; nothing leads on from it, and nothing is kept.

    Served, the page of the whole lesson is all that is shown of its notebook: there a step is empty and costs nothing.
    """
    from fujikoro_nb.widgets.learn.lesson_page import LessonPage

    if FRONTS_SERVED in os.environ:
        return ipywidgets.HTML()

    return in_chosen_language(
        lambda spoken: LessonPage(name, language=spoken, only=number), language=language
    )


def puzzle_book(
    name: str = "crafting", *, language: str = "", place: str = "", duel: str = ""
) -> ipywidgets.Widget:
    """A book of `puzzles.index.BOOKS`, ready to be shown; ``place`` is the address of all lessons and puzzles, ``duel``
    that of the duel of two phones.
    """
    from fujikoro_nb.widgets.learn.puzzle_page import PuzzlePage

    return in_chosen_language(
        lambda spoken: PuzzlePage(kind=name, language=spoken, place=place, duel=duel), language=language
    )


def storm(*, language: str = "", place: str = "") -> ipywidgets.Widget:
    """Three minutes of quick questions, ready to be shown; ``place`` is the address of all lessons and puzzles."""
    from fujikoro_nb.widgets.quick.storm_page import StormPage

    return in_chosen_language(lambda spoken: StormPage(language=spoken, place=place), language=language)
