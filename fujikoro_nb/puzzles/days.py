"""On which days somebody learned or solved, as runs of days in a row. Pure: the caller has the date.

A day is its number in the calendar (`datetime.date.toordinal`): sums of a damaged store's numbers still are numbers.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Annotated

import msgspec

MOST_RUNS = 12
"""Runs that are kept, the newest ones: what is a streak may be made of runs of several stores."""

Number = Annotated[int, msgspec.Meta(ge=1, le=datetime.date.max.toordinal())]
Days = Annotated[tuple[tuple[Number, Number], ...], msgspec.Meta(max_length=MOST_RUNS)]
"""First day and number of days of each run, the oldest first."""


_YEARS = range(1900, 9000)
"""Beyond them there is no day after the last one, and none before the first."""


def day_of(text: str) -> datetime.date:
    """The day that a browser says it is, as ``2026-05-01``. Raises ValueError for what can be none.

    >>> day_of("2026-05-01")
    datetime.date(2026, 5, 1)
    """
    day = datetime.date.fromisoformat(text)
    if day.year not in _YEARS:
        raise ValueError(text)
    return day


def with_day(days: Days, today: datetime.date) -> Days:
    """Today counts; once is enough.

    >>> day = datetime.date(1, 1, 31)
    >>> with_day(with_day((), day), datetime.date(1, 2, 1))
    ((31, 2),)
    """
    day = today.toordinal()
    if days:
        first, length = days[-1]
        if day < first + length:
            return days  # counted already, or the clock was put back
        if day == first + length:
            return (*days[:-1], (first, length + 1))
    return (*days, (day, 1))[-MOST_RUNS:]


def newest(days: Days) -> int:
    """The last day that counts; 0 when there is none."""
    return sum(days[-1]) - 1 if days else 0


def longest(every: Iterable[Days]) -> int:
    """The most days in a row on any of these, as far as they are kept.

    >>> longest([((1, 3), (9, 2)), ((4, 2),)])
    5
    """
    most = first = after = 0
    for begin, length in sorted(run for days in every for run in days):
        if begin > after:
            first = begin
        after = max(after, begin + length)
        most = max(most, after - first)
    return most


def streak(every: Iterable[Days], today: datetime.date) -> int:
    """Days in a row on any of these, up to today; yesterday's are not lost before today is over."""
    runs = [run for days in every for run in days]

    def begin(end: int) -> int:
        """The first of the days in a row before this one."""
        found = [first for first, length in runs if first < end <= first + length]
        return begin(min(found)) if found else end

    day = today.toordinal()
    end = day + 1 if begin(day + 1) <= day else day
    return end - begin(end)
