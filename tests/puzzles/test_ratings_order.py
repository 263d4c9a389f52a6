"""Ratings of the books stand in the order in which simulated people solve their puzzles."""

from __future__ import annotations

import pytest

from fujikoro_nb.puzzles.index import kind_of
from tests.puzzles import step_solvers
from tests.puzzles.legal import solvers
from tests.puzzles.legal.solvers import CROWDS, rank_correlation
from tests.support.sampling import sample

LEAST = 0.8
"""What the issue of the puzzle house asks for."""
each_kind = pytest.mark.parametrize("kind", [*solvers.KINDS, *step_solvers.TRIES])


MOST = 40
"""Puzzles of a book that are enough to see its order."""


def agreement(kind: str, crowd: str, *, people: int, seed: int, most: int = 0) -> float:
    """Rank correlation of ratings with how many do not solve a puzzle, in the book or ``most`` of it."""
    entries = kind_of(kind).book().entries
    entries = entries[:: -(-len(entries) // most)] if most else entries
    if kind in solvers.KINDS:
        shares = solvers.solved(entries, CROWDS[crowd], people=people, seed=seed)
    else:
        shares = step_solvers.solved(kind, entries, CROWDS[crowd], people=people, seed=seed)
    return rank_correlation([entry.rated.rating for entry in entries], [1 - share for share in shares])


@each_kind
@pytest.mark.parametrize("crowd", sample(CROWDS, 2))
def test_what_is_rated_higher_is_solved_by_fewer(kind: str, crowd: str) -> None:
    assert agreement(kind, crowd, people=2000, seed=18, most=MOST) >= LEAST


@pytest.mark.soak
@each_kind
@pytest.mark.parametrize("crowd", CROWDS)
def test_so_it_is_in_every_crowd(kind: str, crowd: str) -> None:
    for seed in range(3):
        found = agreement(kind, crowd, people=2000, seed=seed)
        assert found >= LEAST, f"{kind}, {crowd}, crowd {seed}: {found:.3f}"
