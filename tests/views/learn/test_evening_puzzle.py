"""What the page of an evening's puzzle says of its answers."""

from __future__ import annotations

import pytest

from fujikoro_nb.puzzles.index import kind_of
from fujikoro_nb.texts import LANGUAGES
from fujikoro_nb.widgets import PuzzlePage


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_answers_of_a_puzzle_read_the_same(language: str) -> None:
    """Two ways to one space are told apart by the lava that they cross, and the map draws neither as the only one."""
    page, parted = PuzzlePage(kind="evenings", language=language), 0
    for entry in kind_of("evenings").book().entries:
        page.play(entry)
        task = page.view["task"]
        labels = [one["label"] for one in task["choices"]]
        assert len(set(labels)) == len(labels), (entry.puzzle.id, labels)
        letters = [label.partition(":")[0].strip() for label in labels if ":" in label]
        parted += any(letters.count(letter) > 1 for letter in letters)
    assert parted, "some lead to one space"
