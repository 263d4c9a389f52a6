"""Reports of how far a computation is, made of the reports of its parts."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[float], None]
"""Called with the done share, 0 to 1, never less than before; may raise to cancel."""


def part_of(progress: Progress | None, begin: float, end: float) -> Progress | None:
    """Reports of one part of the work as reports of the whole.

    >>> part_of(print, 0.5, 1.0)(0.5)
    0.75
    """
    if progress is None:
        return None
    report = progress
    return lambda share: report(begin + (end - begin) * share)


def step_of(progress: Progress | None, index: int, steps: int) -> Progress | None:
    """The same for one of so many equal steps."""
    return part_of(progress, index / steps, (index + 1) / steps)
