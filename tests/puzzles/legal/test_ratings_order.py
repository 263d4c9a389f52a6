"""What ratings of puzzles on actions rest on, and that their comparison with simulated people could fail."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from fujikoro_nb.puzzles.index import kind_of
from fujikoro_nb.puzzles.legal.puzzle import asked_about, looks_of
from tests.puzzles.legal.solvers import CROWDS, KINDS, against, chance, rank_correlation, solved

NO_ORDER = 0.4
"""Half of what the ratings themselves have to reach."""
each_kind = pytest.mark.parametrize("kind", KINDS)


@each_kind
def test_ratings_in_another_order_would_be_noticed(kind: str) -> None:
    entries = kind_of(kind).book().entries
    missed = [1 - share for share in solved(entries, CROWDS["a club"], people=300, seed=18)]
    ratings = [entry.rated.rating for entry in entries]
    random.Random(3).shuffle(ratings)
    assert rank_correlation(ratings, missed) < NO_ORDER
    assert rank_correlation(missed, missed) == 1


@each_kind
def test_whoever_is_stronger_solves_more(kind: str) -> None:
    entries = kind_of(kind).book().entries
    shares = [
        fmean(chance(entry, strength, CROWDS["a club"]) for entry in entries) for strength in (-1, 1, 3, 6)
    ]
    assert shares == sorted(shares)
    assert shares[-1] > 0.95


def test_what_may_be_done_is_rated_by_all_that_could_be_against_it() -> None:
    """As the refusals of both books have it."""
    allowed = [entry for entry in kind_of("legal").book().entries if entry.certificate.is_legal]
    assert allowed
    for entry in allowed:
        could = against().get(asked_about(entry.puzzle.position), frozenset())
        assert could <= looks_of(entry.puzzle, entry.certificate), entry.puzzle.id
