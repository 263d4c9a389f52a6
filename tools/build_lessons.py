"""Make the pages of the lessons beside the helper, ``voila/apps/lesson-*.ipynb``, from the list of lessons.

    .venv/bin/python -m tools.build_lessons [--check]

--check writes nothing and fails when a committed page is not what would be written.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from fujikoro_nb.learning.index import LESSONS, ListedLesson
from fujikoro_nb.texts import say

APPS = Path(__file__).resolve().parent.parent / "voila" / "apps"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def made() -> dict[Path, str]:
    """Each page and what stands in it."""
    return {APPS / f"lesson-{one.page}.ipynb": page_of(one) for one in LESSONS}


def page_of(lesson: ListedLesson) -> str:
    """A notebook that shows one lesson and nothing else."""
    game = ', game="game.ipynb"' if lesson.is_for_play else ""
    source = ["from fujikoro_nb.widgets import lesson\n", "\n", f'lesson("{lesson.id}"{game})']
    cell: dict[str, object] = {
        "cell_type": "code",
        "execution_count": None,
        "id": f"lesson-{lesson.page}",
        "metadata": {},
        "outputs": [],
        "source": source,
    }
    metadata = {
        "title": say(f"lesson-{lesson.id}.title", language="en"),
        "kernelspec": KERNEL,
        "language_info": {"name": "python"},
    }
    notebook = {"cells": [cell], "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Make the pages of the lessons beside the helper.")
    parser.add_argument("--check", action="store_true", help="only compare with the committed pages")
    is_check = parser.parse_args().check
    for path, text in made().items():
        if not is_check:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path.name} is stale; run: .venv/bin/python -m tools.build_lessons")


if __name__ == "__main__":
    main()
