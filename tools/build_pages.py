"""Make the pages beside the helper in ``voila/apps``: lessons, books of puzzles, the first game and the storm.

    .venv/bin/python -m tools.build_pages [--check]

--check writes nothing and fails when a committed page is not what would be written.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from fujikoro_nb.learning.index import LESSONS, ListedLesson, following
from fujikoro_nb.paths import notebooks
from fujikoro_nb.puzzles.index import BOOKS, ListedBook
from fujikoro_nb.texts import say

APPS = Path(__file__).resolve().parent.parent / "voila" / "apps"
PLACE = "../../#page=learn"
DUEL = "storm.ipynb#duel=open"
"""Where the helper shows all lessons and puzzles, from one of its pages."""
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def made() -> dict[Path, str]:
    """Each page and what stands in it."""
    lessons = {f"lesson-{one.page}": lesson_page(one, f"lesson-{one.page}") for one in LESSONS}
    books = {one.page: book_page(one) for one in BOOKS}
    others = {"first-game": first_game_page(), "storm": storm_page()}
    return {APPS / f"{name}.ipynb": text for name, text in {**lessons, **books, **others}.items()}


def lesson_page(lesson: ListedLesson, name: str) -> str:
    """A notebook that shows one lesson and nothing else."""
    address = f"small-games.ipynb#game={lesson.game}" if lesson.game else "game.ipynb"
    game = f', game="{address}"' if lesson.is_for_play else ""
    next_one = following(lesson)
    after = f', after="lesson-{next_one.page}.ipynb"' if next_one else ""
    title = say(f"lesson-{lesson.id}.title", language="en")
    return _notebook(name, title, "lesson", f'lesson("{lesson.id}"{game}{after}, place="{PLACE}")')


def first_game_page() -> str:
    """A notebook that shows the first game with a coach and nothing else."""
    call = f'first_game(helper="../../", game="game.ipynb", place="{PLACE}")'
    return _notebook("first-game", say("page.first-game", language="en"), "first_game", call)


def storm_page() -> str:
    """A notebook that shows the storm and nothing else."""
    return _notebook("storm", say("page.storm", language="en"), "storm", f'storm(place="{PLACE}")')


def book_page(book: ListedBook) -> str:
    """A notebook that shows one book of puzzles and nothing else; called as the one that explains it."""
    explained = json.loads((notebooks("puzzles") / f"{book.notebook}.ipynb").read_text(encoding="utf-8"))
    call = f'puzzle_book("{book.kind}", place="{PLACE}", duel="{DUEL}")'
    return _notebook(book.page, explained["metadata"]["title"], "puzzle_book", call)


def _notebook(name: str, title: str, function: str, call: str) -> str:
    cell: dict[str, object] = {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": {},
        "outputs": [],
        "source": [f"from fujikoro_nb.widgets import {function}\n", "\n", call],
    }
    metadata = {"title": title, "kernelspec": KERNEL, "language_info": {"name": "python"}}
    notebook = {"cells": [cell], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Make the pages of lessons and puzzles beside the helper.")
    parser.add_argument("--check", action="store_true", help="only compare with the committed pages")
    is_check = parser.parse_args().check
    for path, text in made().items():
        if not is_check:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path.name} is stale; run: .venv/bin/python -m tools.build_pages")


if __name__ == "__main__":
    main()
