"""Learners who have come some way: what their browser keeps of a lesson."""

from __future__ import annotations

import datetime

from fujikoro_nb.learning import progress as going
from fujikoro_nb.learning.index import lesson_of
from fujikoro_nb.learning.progress import Progress

DAY = datetime.date(2026, 3, 1)


def begun(name: str, steps: int, day: datetime.date = DAY) -> Progress:
    progress = going.start(name, len(lesson_of(name).steps))
    for _ in range(steps):
        progress = going.on_day(going.step_done(progress, "r", ""), day)
    return progress


def passed(name: str, day: datetime.date = DAY) -> Progress:
    progress = begun(name, len(lesson_of(name).steps), day)
    for kind in lesson_of(name).checks:
        progress = going.check_done(progress, kind, is_right=True, today=day)
    return progress
