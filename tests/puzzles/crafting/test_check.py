"""Crafting: what a check says, and what hints show (needs P4, P5)."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.gear.grid import cell_at, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.puzzles.attempt import Attempt, HintKind, Outcome, with_check
from fujikoro_nb.puzzles.crafting.book import book_01
from fujikoro_nb.puzzles.crafting.check import check, hint, solution_of
from fujikoro_nb.puzzles.crafting.goal import Goal
from fujikoro_nb.puzzles.crafting.position import Offer, Position
from fujikoro_nb.puzzles.crafting.prove import certify
from fujikoro_nb.puzzles.crafting.puzzle import Best, Puzzle
from fujikoro_nb.puzzles.crafting.steps import rate

CARD = Offer("mine", "WM/.M")
PUZZLE = Puzzle(id="t", position=Position(given="W....:...", hand="MM", cards=(CARD,)), goal=Goal(match=True))
PROVED = certify(PUZZLE)


def drawn(text: str, puzzle: Puzzle = PUZZLE) -> object:
    kind = puzzle.position.kind
    return parse_gear(text, kind, puzzle.position.limits).layout(kind)


def test_unique_answer_is_right() -> None:
    """W in the corner: M beside it, then the pattern turns right, so the second M lies below the first."""
    assert PROVED is not None
    assert PROVED.answers == 1
    said = check(PUZZLE, PROVED, drawn("WM...:.../.M...:..."))  # type: ignore[arg-type]
    assert said.outcome == Outcome.RIGHT


def test_legal_but_not_the_goal_says_why() -> None:
    assert PROVED is not None
    said = check(PUZZLE, PROVED, drawn("WMM..:..."))  # type: ignore[arg-type]
    assert (said.outcome, said.rule) == (Outcome.NOT_GOAL, "gearcard.match.contains")
    mirrored = check(PUZZLE, PROVED, drawn("W....:.../MM...:..."))  # type: ignore[arg-type]
    assert (mirrored.outcome, mirrored.rule) == (Outcome.NOT_GOAL, "gearcard.match.rotation")


def test_illegal_cites_the_engines_rule() -> None:
    assert PROVED is not None
    said = check(PUZZLE, PROVED, drawn("W....:.../.M...:.../.M...:..."))  # type: ignore[arg-type]
    assert (said.outcome, said.rule) == (Outcome.ILLEGAL, "craft.weapon.connected")
    assert said.marks >> cell_at(2, 2) & 1


def test_right_but_a_better_one_exists() -> None:
    """Two cubes are enough; three are right as well, and the page says so. Half of the worth is left."""
    puzzle = Puzzle(
        id="t",
        position=Position(given="WM...:...", hand="MMW", cards=(Offer("m", "WMM"),)),
        goal=Goal(match=True),
        best=Best.CUBES,
    )
    proved = certify(puzzle)
    assert proved is not None
    assert proved.value == 1
    said = check(puzzle, proved, drawn("WMM..:.../M....:...", puzzle))  # type: ignore[arg-type]
    assert said.outcome == Outcome.RIGHT_BUT
    assert "1" in said.sentence
    assert with_check(Attempt(), said).worth == 50


def test_miss_costs_and_right_ends() -> None:
    assert PROVED is not None
    miss = check(PUZZLE, PROVED, drawn("WMM..:..."))  # type: ignore[arg-type]
    attempt = with_check(Attempt(), miss)
    assert attempt.worth == 70
    right = check(PUZZLE, PROVED, drawn("WM...:.../.M...:..."))  # type: ignore[arg-type]
    ended = with_check(attempt, right)
    assert (ended.ended, ended.worth) == ("right", 70)
    assert with_check(ended, miss) == ended


@pytest.mark.parametrize("entry", book_01().entries, ids=lambda entry: entry.puzzle.id)
def test_hints_tell_the_truth(entry: object) -> None:
    puzzle, certificate, rated = entry.puzzle, entry.certificate, entry.rated  # type: ignore[attr-defined]
    given = puzzle.position.layout
    new = solution_of(puzzle, certificate).without(given.occupied)
    places = {column_row(cell) for cell in cells_of(new.occupied)}
    near = hint(puzzle, certificate, rated, HintKind.REGION)
    assert places < set(near.cells)
    assert not set(near.cells) & {column_row(cell) for cell in cells_of(given.occupied)}
    cube = hint(puzzle, certificate, rated, HintKind.CUBE)
    ((column, row, letter),) = cube.cubes
    assert new.at(cell_at(column, row)) == letter
    whole = hint(puzzle, certificate, rated, HintKind.SOLUTION)
    assert {(column, row) for column, row, _ in whole.cubes} == places
    assert hint(puzzle, certificate, rated, HintKind.TECHNIQUE).sentence
    colour = hint(puzzle, certificate, rated, HintKind.COLOUR)
    assert colour.sentence
    assert not colour.cubes


def test_rating_needs_a_certificate_of_the_same_puzzle() -> None:
    assert PROVED is not None
    assert 800 <= rate(PUZZLE, PROVED).rating <= 2000
