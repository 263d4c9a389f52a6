"""Ratings of puzzles on actions stand in the order in which simulated people solve them."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

from fujikoro_nb.puzzles.index import kind_of
from fujikoro_nb.puzzles.legal.puzzle import asked_about, looks_of
from tests.puzzles.legal.solvers import CROWDS, KINDS, against, chance, rank_correlation, solved
from tests.support.sampling import sample

LEAST = 0.8
"""What the issue of the puzzle house asks for."""
each_kind = pytest.mark.parametrize("kind", KINDS)


def agreement(kind: str, crowd: str, *, people: int, seed: int) -> float:
    """Rank correlation of ratings with how many do not solve a puzzle."""
    entries = kind_of(kind).book().entries
    missed = [1 - share for share in solved(entries, CROWDS[crowd], people=people, seed=seed)]
    return rank_correlation([entry.rated.rating for entry in entries], missed)


@each_kind
@pytest.mark.parametrize("crowd", sample(CROWDS, 2))
def test_what_is_rated_higher_is_solved_by_fewer(kind: str, crowd: str) -> None:
    assert agreement(kind, crowd, people=300, seed=18) >= LEAST


@pytest.mark.soak
@each_kind
@pytest.mark.parametrize("crowd", CROWDS)
def test_so_it_is_in_every_crowd(kind: str, crowd: str) -> None:
    for seed in range(3):
        found = agreement(kind, crowd, people=2000, seed=seed)
        assert found >= LEAST, f"{kind}, {crowd}, crowd {seed}: {found:.3f}"


@each_kind
def test_ratings_in_another_order_would_be_noticed(kind: str) -> None:
    entries = kind_of(kind).book().entries
    missed = [1 - share for share in solved(entries, CROWDS["a club"], people=300, seed=18)]
    ratings = [entry.rated.rating for entry in entries]
    random.Random(3).shuffle(ratings)
    assert rank_correlation(ratings, missed) < LEAST / 2
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
