"""Copies of the notebooks belong to the reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from fujikoro_nb import paths
from fujikoro_nb.table.lab import copy_notebooks


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "shipped" / "notebooks" / "tutorial"
    folder.mkdir(parents=True)
    (folder / "02_crafting.ipynb").write_text("first release", encoding="utf-8")
    monkeypatch.setattr(paths, "share", lambda: tmp_path / "shipped")
    return folder


def test_notebooks_are_copied_once(shipped: Path, tmp_path: Path) -> None:
    assert copy_notebooks(tmp_path / "mine") == (1, 0)
    assert copy_notebooks(tmp_path / "mine") == (0, 0)
    assert (tmp_path / "mine/tutorial/02_crafting.ipynb").read_text(encoding="utf-8") == "first release"


def test_an_untouched_copy_follows_the_release_and_a_changed_one_is_kept(
    shipped: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "mine" / "tutorial" / "02_crafting.ipynb"
    copy_notebooks(tmp_path / "mine")
    (shipped / "02_crafting.ipynb").write_text("second release", encoding="utf-8")
    assert copy_notebooks(tmp_path / "mine") == (1, 0)
    mine.write_text("my own thoughts", encoding="utf-8")
    assert copy_notebooks(tmp_path / "mine") == (0, 1)
    (shipped / "02_crafting.ipynb").write_text("third release", encoding="utf-8")
    assert copy_notebooks(tmp_path / "mine") == (0, 1)
    assert mine.read_text(encoding="utf-8") == "my own thoughts"


def test_a_file_of_the_readers_own_is_never_taken_for_a_copy(shipped: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine" / "tutorial" / "02_crafting.ipynb"
    mine.parent.mkdir(parents=True)
    mine.write_text("was here before", encoding="utf-8")
    assert copy_notebooks(tmp_path / "mine") == (0, 1)
    assert mine.read_text(encoding="utf-8") == "was here before"
