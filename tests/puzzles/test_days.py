"""Days on which somebody learned or solved: kept as runs, counted as a streak."""

from __future__ import annotations

import datetime
import itertools

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.puzzles.days import MOST_RUNS, Days, newest, streak, with_day

FIRST = datetime.date(2026, 1, 1)
DAYS = st.sets(st.integers(0, 20), max_size=12)


def kept(days: set[int]) -> Days:
    runs: Days = ()
    for day in sorted(days):
        runs = with_day(runs, FIRST + datetime.timedelta(days=day))
    return runs


def in_a_row(days: set[int], today: int) -> int:
    """Counted day by day, backwards from today, or from yesterday as long as today is not over."""
    begin = today if today in days else today - 1
    return sum(1 for _ in itertools.takewhile(lambda day: day in days, range(begin, -1, -1)))


@given(DAYS, DAYS, st.integers(0, 22))
def test_a_streak_is_the_days_in_a_row_of_all_stores_together(
    one: set[int], other: set[int], today: int
) -> None:
    before = {day for day in one | other if day <= today}
    stores = [kept({day for day in days if day <= today}) for days in (one, other)]
    assert streak(stores, FIRST + datetime.timedelta(days=today)) == in_a_row(before, today)


@given(DAYS)
def test_runs_hold_every_day_once(days: set[int]) -> None:
    runs = kept(days)
    found = [first + more - FIRST.toordinal() for first, length in runs for more in range(length)]
    assert found == sorted(days)
    assert newest(runs) == (FIRST.toordinal() + max(days) if days else 0)


def test_a_day_counts_once_and_a_clock_put_back_changes_nothing() -> None:
    runs = with_day((), FIRST)
    assert with_day(runs, FIRST) == runs
    assert with_day(runs, FIRST - datetime.timedelta(days=3)) == runs


def test_the_newest_runs_are_kept() -> None:
    runs = kept({2 * number for number in range(MOST_RUNS + 5)})
    assert len(runs) == MOST_RUNS
    assert newest(runs) == FIRST.toordinal() + 2 * (MOST_RUNS + 4)


@pytest.mark.parametrize(
    "text", ["[[0,1]]", "[[1,0]]", "[[4000000,1]]", "[[1]]", str([[1, 1]] * (MOST_RUNS + 1))]
)
def test_damaged_days_are_refused(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Days)


def test_the_last_day_of_the_calendar_breaks_nothing() -> None:
    last = datetime.date.max
    assert streak([((last.toordinal(), last.toordinal()),)], last) == 1
