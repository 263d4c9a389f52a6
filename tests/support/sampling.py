"""Less of what repeats itself: `make test` takes a few of many alike, others at each commit; long runs take all.

    @pytest.mark.parametrize("seed", sample(range(60), 12))

All are taken with FUJIKORO_ALL=1: `make soak PART=whole` runs every test so, and `make mutants` judges by them.
"""

from __future__ import annotations

import os
import random
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
ALL = "FUJIKORO_ALL"
ROOT = Path(__file__).parents[2]


@cache
def seed() -> str:
    """The commit that is tested; the files of a release, which have none, are always sampled alike."""
    try:
        done = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip()


def sample(many: Iterable[T], number: int) -> list[T]:
    """So many of them in their order, drawn by the commit; all of them when all are asked for."""
    every = list(many)
    if os.environ.get(ALL) or number >= len(every):
        return every
    places = random.Random(seed()).sample(range(len(every)), number)
    return [every[place] for place in sorted(places)]


def examples(number: int) -> int:
    """How many examples hypothesis draws of a law: a third of them, all when all are asked for.

    @settings(max_examples=examples(150))
    """
    return number if os.environ.get(ALL) or os.environ.get("FUJIKORO_SOAK") else max(10, number // 3)
