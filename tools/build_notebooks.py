"""Make the notebooks of lessons out of the lessons (the page, then every step in words, tried both ways), and recipes.

    .venv/bin/python -m tools.build_notebooks [--check]

--check writes nothing and fails when a committed notebook is not what would be written. What somebody wrote by hand
into a notebook, below its page, stays where it ends: the cells whose names are not ours. Recipes are scripts in
``tools/cookbook``, cut into cells by lines such as ``# %% name`` and, of words, ``# %% [markdown] name``.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fujikoro_nb.learning.index import LESSONS, ListedLesson, following, kind_of, lesson_of
from fujikoro_nb.paths import notebooks
from fujikoro_nb.texts import say
from tools.build_pages import KERNEL

GAME = "99_play.ipynb"
_ONLY = {"tags": ["lab-only"]}


def made() -> dict[Path, str]:
    """Each notebook and what stands in it."""
    folder = notebooks("tutorial")
    paths = {folder / f"{one.notebook}.ipynb": one for one in LESSONS}
    lessons = {path: notebook(one, _by_hand(path)) for path, one in paths.items()}
    recipes = {
        notebooks("cookbook") / f"{script.stem}.ipynb": recipe(script.read_text(encoding="utf-8"))
        for script in sorted(COOKBOOK.glob("[0-9]*.py"))
    }
    return {**lessons, **recipes}


COOKBOOK = Path(__file__).resolve().parent / "cookbook"
_CELL = re.compile(r"^# %% (\[markdown\] )?([a-z-]+)\n", re.MULTILINE)


def recipe(script: str) -> str:
    """A notebook of the cookbook; its title is its first heading."""
    parts = _CELL.split(script)[1:]
    cells = []
    for is_words, name, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        if is_words:
            lines = [re.sub("^# ?", "", line) for line in text.strip().splitlines()]
            cells.append(_words(name, "\n".join(lines)))
        else:
            cells.append(_code(name, text.strip()))
    for cell in cells:
        cell["metadata"] = {}
    title = "".join(cells[0]["source"]).splitlines()[0].removeprefix("# ")
    return _written(cells, title)


_OURS = re.compile(r"title|lesson|script|scene|yours(-code)?|step-\d+(-page|-wrong|-right|-after)?")
"""The names of the cells that are made here."""


def _by_hand(path: Path) -> list[dict[str, Any]]:
    """The cells of a committed notebook that were written by hand."""
    if not path.is_file():
        return []
    cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [one for one in cells if not _OURS.fullmatch(one["id"])]


def notebook(listed: ListedLesson, by_hand: Sequence[dict[str, Any]] = ()) -> str:
    """The page of the whole lesson, which Voila serves, and below it for JupyterLab the same step by step."""
    lesson = lesson_of(listed.id)
    title = say(f"lesson-{listed.id}.title", language="en")
    game = f', game="{GAME}"' if listed.is_for_play and not listed.game else ""
    next_one = following(listed)
    after = f', after="{next_one.notebook}.ipynb"' if next_one else ""
    cells = [
        _words(
            "title",
            f"# {title}\n\n{len(lesson.steps)} small steps and {len(lesson.checks)} checks. Run the cell below "
            "(`Shift`+`Enter`) and play.",
        ),
        _code(
            "lesson",
            f'from fujikoro_nb.widgets import lesson\n\nlesson("{listed.id}"{game}{after})',
            is_for_all=True,
        ),
        _words(
            "script",
            "## Step by step\n\nEach step by itself, and below it the same engine, asked in code. Before you run "
            "such a cell, say what will come of it.",
        ),
        _code(
            "scene",
            "from fujikoro_nb.learning.steps import Steps\nfrom fujikoro_nb.widgets import step\n\n"
            f'steps = Steps("{listed.id}")',
        ),
    ]
    for number, step in enumerate(lesson.steps, 1):
        kind = kind_of(listed.id)
        right, wrong = kind.right(step)[0], kind.wrong(step)
        judged = kind.judge(step, wrong, right="", rule=step.rule, language="en")
        rule, do = lesson.sentences(step)
        cells += [
            _words(
                f"step-{number}", f"### {number}. {lesson.text(f'{step.id}-title')}\n\n{rule}\n\n**{do}**"
            ),
            _code(f"step-{number}-page", f'step("{listed.id}", {number})'),
            _code(
                f"step-{number}-wrong",
                f'tried = steps.tried({number}, "{wrong}")\nassert tried.outcome == "{judged.outcome}"\n'
                f'assert tried.rule == "{judged.rule}"\ntried',
            ),
            _code(
                f"step-{number}-right",
                f'tried = steps.tried({number}, "{right}")\nassert tried.outcome == "right"\ntried',
            ),
        ]
        if hasattr(judged, "after"):  # a position of the whole game, which a notebook draws
            cells.append(_code(f"step-{number}-after", "tried.judged.after"))
    cells += [
        _words("yours", "Your turn: the same check as everybody's first, and any answer to it."),
        _code("yours-code", f'steps.check("{next(iter(lesson.checks))}", seed=1)'),
        *by_hand,
    ]
    return _written(cells, title)


def _written(cells: list[dict[str, Any]], title: str) -> str:
    metadata = {"title": title, "kernelspec": KERNEL, "language_info": {"name": "python"}}
    made = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def _words(name: str, text: str) -> dict[str, Any]:
    return {
        "cell_type": "markdown",
        "id": name,
        "metadata": _ONLY,
        "source": text.splitlines(keepends=True),
    }


def _code(name: str, text: str, *, is_for_all: bool = False) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "id": name,
        "metadata": {} if is_for_all else _ONLY,
        "execution_count": None,
        "outputs": [],
        "source": text.splitlines(keepends=True),
    }


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Make the notebooks of lessons.")
    parser.add_argument("--check", action="store_true", help="only compare with the committed notebooks")
    is_check = parser.parse_args().check
    for path, text in made().items():
        if not is_check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path.name} is stale; run: .venv/bin/python -m tools.build_notebooks")


if __name__ == "__main__":
    main()
