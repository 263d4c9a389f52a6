"""Who lays cubes on a board in a browser: by mouse, finger or keyboard; and what is laid to solve a puzzle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from fujikoro_nb.engine.fujikoro.gear.grid import column_row
from fujikoro_nb.learning.crafting.task import Tap
from fujikoro_nb.puzzles.crafting.book import CraftingEntry
from fujikoro_nb.puzzles.crafting.check import solution_of


class Learner:
    """Plays with the mouse."""

    page, board = "fk-lesson", "weapon"

    def __init__(self, tab: Page) -> None:
        self.tab = tab

    def cell(self, column: int, row: int) -> Locator:
        return self.tab.locator(
            f'[data-board="{self.board}"] .fk-cell[data-column="{column}"][data-row="{row}"]'
        )

    def press(self, key: str) -> None:
        self.do(self.tab.locator(f'.{self.page} [data-key="{key}"]:visible').first)

    def do(self, what: Locator) -> None:
        what.click()

    def lay(self, taps: Sequence[Tap]) -> None:
        for cube, column, row in taps:
            if cube != ".":
                self.press(f"cube-{cube}")
            self.do(self.cell(column, row))
            there = "empty" if cube == "." else {"W": "wood", "M": "metal", "T": "tooth"}[cube]
            expect(self.cell(column, row)).to_have_attribute("aria-label", ends_with(there))


class Finger(Learner):
    """Plays with a finger."""

    def do(self, what: Locator) -> None:
        what.tap()


class Keys(Learner):
    """Plays by keyboard alone: Tab, arrows, letters, Delete, Enter."""

    def do(self, what: Locator) -> None:
        what.wait_for(state="visible")
        for _ in range(60):
            if what.evaluate("element => element === document.activeElement"):
                self.tab.keyboard.press("Enter")
                return
            self.tab.keyboard.press("Tab")
        pytest.fail("no way there by Tab")

    def lay(self, taps: Sequence[Tap]) -> None:
        for cube, column, row in taps:
            self._go_to(column, row)
            self.tab.keyboard.press("Delete" if cube == "." else cube.lower())
            there = "empty" if cube == "." else {"W": "wood", "M": "metal", "T": "tooth"}[cube]
            expect(self.cell(column, row)).to_have_attribute("aria-label", ends_with(there))

    def _go_to(self, column: int, row: int) -> None:
        active = f"document.activeElement.closest('[data-board={self.board}] .fk-cell') !== null"
        for _ in range(60):
            if self.tab.evaluate(active):
                break
            self.tab.keyboard.press("Tab")
        else:
            pytest.fail("the board cannot be reached by Tab")
        place = "(({column, row}) => [Number(column), Number(row)])(document.activeElement.dataset)"
        now = self.tab.evaluate(place)
        for here, there, keys in ((now[0], column, "Right Left"), (now[1], row, "Down Up")):
            forward, backward = keys.split()
            for _ in range(abs(there - here)):
                self.tab.keyboard.press(f"Arrow{forward if there > here else backward}")
        assert self.tab.evaluate(place) == [column, row]


def ends_with(word: str) -> Any:
    return re.compile(f": .*{word}")


def player(kind: type[Learner], tab: Page, entry: CraftingEntry) -> Learner:
    learner = kind(tab)
    learner.page, learner.board = "fk-puzzle", str(entry.puzzle.position.kind)
    return learner


def solution(entry: CraftingEntry) -> list[tuple[str, int, int]]:
    new = solution_of(entry.puzzle, entry.certificate).without(entry.puzzle.position.layout.occupied)
    return [(str(cube), *column_row(cell)) for cell, cube in new]
