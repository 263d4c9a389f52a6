"""The lessons' and the puzzle books' notebooks: thin, without outputs, an assertion a claim (need T10)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb import paths
from fujikoro_nb.learning.index import LESSONS
from fujikoro_nb.puzzles.index import BOOKS
from fujikoro_nb.serve.spoken import title_in
from fujikoro_nb.texts import LANGUAGES
from tools.build_notebooks import made

NOTEBOOKS = (
    *(paths.notebooks("tutorial") / f"{one.notebook}.ipynb" for one in LESSONS),
    *(paths.notebooks("puzzles") / f"{one.notebook}.ipynb" for one in BOOKS),
)
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def cells(path: Path) -> list[dict[str, Any]]:
    return list(json.loads(path.read_text(encoding="utf-8"))["cells"])


@each_notebook
def test_notebook_is_thin(path: Path) -> None:
    assert path.stat().st_size < 100_000
    for cell in cells(path):
        assert len(cell["source"]) < 12
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None


@each_notebook
def test_notebook_proves_what_it_claims(path: Path) -> None:
    """Each claim under "The same by script" is followed by an assertion."""
    kinds = [(cell["cell_type"], "".join(cell["source"])) for cell in cells(path)]
    script = next(number for number, (_, text) in enumerate(kinds) if text.startswith("## "))
    assertions = sum("assert " in text for kind, text in kinds[script:] if kind == "code")
    claims = sum(kind == "markdown" and not text.startswith("Your turn") for kind, text in kinds[script:])
    assert assertions >= claims >= 4


def test_notebooks_are_fresh() -> None:
    for path, text in made().items():
        assert path.read_text(encoding="utf-8") == text, "run: .venv/bin/python -m tools.build_notebooks"


@each_notebook
def test_voila_shows_the_page_alone(path: Path) -> None:
    """Everything but the widget is tagged; the page's style hides it where there are no sources."""
    shown = [cell for cell in cells(path) if "lab-only" not in cell["metadata"].get("tags", [])]
    assert len(shown) == 1
    assert shown[0]["cell_type"] == "code"


PAGES = (*sorted(paths.voila_app("helper").parent.glob("*.ipynb")), *NOTEBOOKS)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_its_header_is_said_in_each_language(path: Path) -> None:
    """The file has it in English; the page around it looks it up by that."""
    title = json.loads(path.read_text(encoding="utf-8"))["metadata"]["title"]
    assert title_in(title, "en") == title
    assert len({title_in(title, language) for language in LANGUAGES}) == len(LANGUAGES), title
