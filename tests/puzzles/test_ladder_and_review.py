"""Rating, daily puzzle, filters, repetition, and what a browser keeps (needs P3, P6, P7, P9)."""

from __future__ import annotations

import datetime
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.puzzles import kept as keeping
from fujikoro_nb.puzzles import ladder, review
from fujikoro_nb.puzzles.crafting.book import book_01
from fujikoro_nb.puzzles.kept import Kept
from fujikoro_nb.puzzles.ladder import Solver

DAY = datetime.date(2026, 3, 1)
ENTRIES = book_01().entries


def test_daily_is_the_same_for_everyone_and_never_twice_in_a_row() -> None:
    days = [DAY + datetime.timedelta(days=number) for number in range(400)]
    shown = [ladder.daily(day, ENTRIES).puzzle.id for day in days]
    assert shown == [ladder.daily(day, tuple(reversed(ENTRIES))).puzzle.id for day in days]
    assert all(one != other for one, other in pairwise(shown))


def test_daily_shows_every_puzzle_once_a_turn() -> None:
    first = datetime.date.fromordinal(DAY.toordinal() // len(ENTRIES) * len(ENTRIES))
    turn = [ladder.daily(first + datetime.timedelta(days=n), ENTRIES).puzzle.id for n in range(len(ENTRIES))]
    assert sorted(turn) == sorted(entry.puzzle.id for entry in ENTRIES)


def test_expected_share_is_the_logistic_curve() -> None:
    """400 points are odds of ten to one."""
    assert ladder.expected(1400, 1000) == pytest.approx(10 / 11)
    assert ladder.expected(1000, 1400) == pytest.approx(1 / 11)


def test_rating_rises_with_a_full_worth_and_falls_with_none() -> None:
    even = Solver(1200, 0)
    assert ladder.after(even, 1200, 100).rating == 1200 + 24
    assert ladder.after(even, 1200, 50).rating == 1200
    assert ladder.after(even, 1200, 0).rating == 1200 - 24
    assert ladder.after(Solver(1200, 30), 1200, 100).rating == 1200 + 12


def test_themes_mix_and_range_holds() -> None:
    chosen = ladder.fitting(ENTRIES, ("two-cards", "weapon"), 1500, 2000)
    assert chosen
    for entry in chosen:
        assert {"two-cards", "weapon"} <= set(entry.rated.themes)
        assert 1500 <= entry.rated.rating <= 2000


def test_ladder_offers_the_nearest_fresh_puzzle() -> None:
    solver = Solver(1500, 5)
    first = ladder.next_rung(ENTRIES, solver, ())
    assert first is not None
    nearest = min(abs(entry.rated.rating - 1500) for entry in ENTRIES)
    assert abs(first.rated.rating - 1500) == nearest
    second = ladder.next_rung(ENTRIES, solver, {first.puzzle.id})
    assert second is not None
    assert second != first
    assert ladder.next_rung(ENTRIES, solver, {entry.puzzle.id for entry in ENTRIES}) is None


def test_missed_puzzle_returns_after_1_3_7_14_30_days() -> None:
    today, one = DAY, review.missed(DAY)
    waits = []
    while one is not None:
        waits.append((one.due - today).days)
        assert not review.is_due(one, one.due - datetime.timedelta(days=1))
        today = one.due
        one = review.remembered(one, today)  # type: ignore[assignment]
    assert waits == [1, 3, 7, 14, 30]


def test_missing_again_starts_over() -> None:
    late = review.remembered(review.missed(DAY), DAY)
    assert late is not None
    assert review.missed(late.due).due - late.due == datetime.timedelta(days=1)


def test_review_never_touches_the_rating() -> None:
    kept = keeping.played(Kept(), "c01", 960, 0, today=DAY)
    assert kept.due(DAY) == ()
    tomorrow = DAY + datetime.timedelta(days=1)
    assert kept.due(tomorrow) == ("c01",)
    for worth in (0, 100):
        again = keeping.reviewed(kept, "c01", worth, today=tomorrow)
        assert (again.solver, again.done) == (kept.solver, kept.done)
        assert again.reviews != kept.reviews


def test_puzzle_moves_the_rating_once() -> None:
    kept = keeping.played(Kept(), "c01", 960, 100, today=DAY)
    assert kept.solver.rating > Solver().rating
    assert keeping.played(kept, "c01", 960, 100, today=DAY) == kept
    assert kept.reviews == ()


def test_kept_comes_back() -> None:
    kept = keeping.played(Kept(pending="c02", drawing="WM...:..."), "c01", 960, 0, today=DAY)
    assert keeping.decode(keeping.encode(kept)) == kept


@given(st.text(max_size=80) | st.binary(max_size=60).map(lambda raw: raw.hex()))
def test_any_text_as_kept_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        keeping.decode(text)


def test_kept_with_an_impossible_rating_is_refused() -> None:
    wild = msgspec.structs.replace(Kept(), solver=Solver(10**9, 1))
    with pytest.raises(Unreadable):
        keeping.decode(keeping.encode(wild))
