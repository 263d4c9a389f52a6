"""When a missed puzzle or check comes back: after 1, 3, 7, 14 and 30 days (needs P9, T9).

Pure: the caller has the date.
"""

from __future__ import annotations

import datetime

import msgspec

INTERVALS = (1, 3, 7, 14, 30)
"""Days until something missed is asked again, one after the other."""


class Review(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be asked again. ``stage`` counts the intervals that have been passed."""

    due: datetime.date
    stage: int = 0


def missed(today: datetime.date) -> Review:
    """Missed today: asked again tomorrow, whatever stage it had reached.

    >>> missed(datetime.date(2026, 1, 31)).due
    datetime.date(2026, 2, 1)
    """
    return Review(today + datetime.timedelta(days=INTERVALS[0]))


def remembered(review: Review, today: datetime.date) -> Review | None:
    """Right today: the next interval starts, or None when the last one has been passed."""
    stage = review.stage + 1
    if stage >= len(INTERVALS):
        return None
    return Review(today + datetime.timedelta(days=INTERVALS[stage]), stage)


def is_due(review: Review, today: datetime.date) -> bool:
    """Whether it is to be asked today; what was due on a day without play stays due."""
    return review.due <= today
