"""The cookbook: what a notebook of it owes. `make notebooks` runs them, `make soak PART=cookbook` with all games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb import paths
from tools.build_notebooks import COOKBOOK, recipe

RECIPES = sorted(paths.notebooks("cookbook").glob("*.ipynb"))
each_recipe = pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)


def cells(path: Path) -> list[dict[str, Any]]:
    return list(json.loads(path.read_text(encoding="utf-8"))["cells"])


def test_there_is_one_for_each_script() -> None:
    assert [path.stem for path in RECIPES] == [path.stem for path in sorted(COOKBOOK.glob("*.py"))]
    assert len(RECIPES) == 5


@each_recipe
def test_a_recipe_is_thin_and_checks_what_it_claims(path: Path) -> None:
    assert path.stat().st_size < 100_000
    claims = 0
    for cell in cells(path):
        assert len(cell["source"]) <= 15, cell["id"]
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
            claims += "".join(cell["source"]).count("assert ")
    assert claims >= 3
    assert "".join(cells(path)[0]["source"]).startswith("# ")
    assert "Your turn" in "".join(cells(path)[-1]["source"])


@each_recipe
def test_a_recipe_plays_fewer_games_only_when_told_to(path: Path) -> None:
    """`make test` tells it; somebody who runs the notebook gets its own numbers."""
    begin = next("".join(cell["source"]) for cell in cells(path) if cell["id"] == "begin")
    assert 'os.environ.get("FUJIKORO_FEW", 0)' in begin
    assert " or " in begin


def test_a_script_becomes_its_cells() -> None:
    made = json.loads(
        recipe("# %% [markdown] title\n# # Tea\n#\n# Hot.\n\n# %% begin\nx = 1\n\n# %% end\nx\n")
    )
    assert [(one["id"], "".join(one["source"])) for one in made["cells"]] == [
        ("title", "# Tea\n\nHot."),
        ("begin", "x = 1"),
        ("end", "x"),
    ]
    assert made["metadata"]["title"] == "Tea"
