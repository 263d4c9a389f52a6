"""How long somebody waits for the next puzzle without end, in processor time: sixty in a row of every kind.

python benchmarks/bench_endless.py                  # all kinds
python benchmarks/bench_endless.py fights crafting  # these
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from _table import Row, against_limit, median, percentile, said, show, timed  # noqa: E402

from fujikoro_nb.puzzles.index import BOOKS, kind_of  # noqa: E402

NUMBERS = 60
MADE = 2.0
"""Seconds."""


def made(kind: str) -> Row:
    """Sixty of one seed."""
    of_kind, name, times = kind_of(kind), "", []
    for _ in range(NUMBERS):
        seconds, entry = timed(lambda: of_kind.next_endless(name, seed="bench"))  # noqa: B023
        assert entry is not None
        times.append(seconds)
        name = entry.puzzle.id
    print(f"{kind}: median {said(median(times))}, longest {said(max(times))}")
    return against_limit(f"{kind}: the next one, p95 of {NUMBERS}", percentile(times, 95), MADE)


if __name__ == "__main__":
    every = [one.kind for one in BOOKS if kind_of(one.kind).has_endless]
    sys.exit(show("Puzzles without end", [made(kind) for kind in sys.argv[1:] or every]))
