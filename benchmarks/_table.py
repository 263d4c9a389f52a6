"""What every benchmark prints: a calibration line, then one row a piece of work, with what it is measured against."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Row(NamedTuple):
    """One comparison; times in seconds."""

    work: str
    ours: float
    peer: str
    theirs: float | None
    """The peer's time, or the limit itself when there is no peer."""
    goal: str
    is_met: bool
    is_time: bool = True

    @property
    def ratio(self) -> str:
        """How many times faster we are than the peer, or how much of the limit is left."""
        return "" if self.theirs is None else f"{self.theirs / self.ours:,.1f}x"


def against_peer(work: str, ours: float, peer: str, theirs: float, *, at_least: float) -> Row:
    """We want to be so many times faster than a peer that does the same work."""
    return Row(work, ours, peer, theirs, f">= {at_least:g}x", theirs / ours >= at_least)


def against_limit(work: str, ours: float, limit: float) -> Row:
    """We want to stay below a time."""
    return Row(work, ours, "limit", limit, f"<= {said(limit)}", ours <= limit)


def not_above(work: str, ours: float, limit: float) -> Row:
    """We want at most so many of something that is no time."""
    return Row(work, ours, "limit", limit, f"<= {limit:,.0f}", ours <= limit, is_time=False)


def said(seconds: float) -> str:
    """A time in the unit that reads well."""
    for factor, unit in ((1.0, "s"), (1e3, "ms"), (1e6, "us")):
        if seconds * factor >= 1:
            return f"{seconds * factor:,.3g} {unit}"
    return f"{seconds * 1e9:,.3g} ns"


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """How much processor time one call takes, and what it gives.

    Processor time, because a busy machine stretches the clock and the peers measured here run in one thread as well.
    """
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def best_of(runs: int, work: Callable[[], object]) -> float:
    """The quickest of several calls: what the machine can do when nobody disturbs it."""
    return min(timed(work)[0] for _ in range(runs))


def percentile(times: Iterable[float], percent: int) -> float:
    """The time that so many percent of the calls stay within."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def median(times: Iterable[float]) -> float:
    """The middle time."""
    return statistics.median(times)


def calibration() -> float:
    """A fixed plain loop; times of two machines compare by it."""

    def loop() -> int:
        total = 0
        for number in range(1_000_000):
            total ^= number * number
        return total

    return best_of(3, loop)


def show(title: str, rows: list[Row]) -> int:
    """Print the table; 1 when a goal is missed, for the caller to exit with."""
    print(
        f"{title}\ncalibration: a loop of a million steps takes {said(calibration())} of processor time here\n"
    )
    heads = ("work", "ours", "peer or limit", "its time", "ratio", "goal", "ok")
    lines = [
        (
            row.work,
            written(row.ours),
            row.peer,
            "" if row.theirs is None else written(row.theirs),
            row.ratio,
            row.goal,
            "yes" if row.is_met else "MISSED",
        )
        for row in rows
        for written in [said if row.is_time else "{:,.0f}".format]
    ]
    widths = [max(len(line[column]) for line in (heads, *lines)) for column in range(len(heads))]
    for line in (heads, tuple("-" * width for width in widths), *lines):
        print("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())
    return 0 if all(row.is_met for row in rows) else 1
