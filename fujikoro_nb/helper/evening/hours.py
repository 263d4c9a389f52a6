"""When an evening's story happened, by the clock of the log that kept it: nothing of it decides anything."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fujikoro_nb.helper.evening.record import Evening
from fujikoro_nb.helper.evening.story import StoryLine

Times = tuple[tuple[int, float], ...]
"""Counts, growing, each with the time when it was first reached and not taken back since."""


class Hours(NamedTuple):
    """Seconds since 1970. Of ``points`` and ``escapes`` lines of the slip are counted."""

    began: float
    points: Times
    escapes: Times
    ended: float

    def of(self, line: StoryLine) -> float | None:
        """When a line of the story was; None where the slip does not know what it counts."""
        match line.moment:
            case "began":
                return self.began
            case "ended":
                return self.ended
            case "points":
                return next((at for count, at in self.points if count >= line.at), None)
            case "escapes":
                return next((at for count, at in self.escapes if count >= line.at), None)
            case _:
                return None


def hours(evening: Evening, log: Iterable[tuple[float, Evening]]) -> Hours | None:
    """From all that a log held, in its order, of this evening: others may have been played at the same table.

    None where the log knows nothing of it, or it is not over.
    """
    points: list[tuple[int, float]] = []
    escapes: list[tuple[int, float]] = []
    began = ended = None
    was_over = False
    for at, one in log:
        if not evening.begun or one.begun != evening.begun:
            continue
        began = at if began is None else began
        _count(points, len(one.points), at)
        _count(escapes, len(one.escapes), at)
        is_over = one.phase == "over"
        ended = (ended if was_over else at) if is_over else None
        was_over = is_over
    return None if began is None or ended is None else Hours(began, tuple(points), tuple(escapes), ended)


def _count(times: list[tuple[int, float]], count: int, at: float) -> None:
    """Fewer than before: what was counted since was taken back."""
    while times and times[-1][0] > count:
        times.pop()
    if count and (not times or count > times[-1][0]):
        times.append((count, at))
