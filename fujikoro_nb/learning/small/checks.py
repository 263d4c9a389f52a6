"""What a lesson of a small game can end with: new positions from a seed, with answers."""

from __future__ import annotations

import random
from functools import lru_cache

from fujikoro_nb.learning.small.fuji_checks import DRAWN as OF_FUJI_99
from fujikoro_nb.learning.small.makai_checks import DRAWN as OF_MAKAI
from fujikoro_nb.learning.small.task import SmallTask

_DRAWN = {**OF_MAKAI, **OF_FUJI_99}

KINDS = tuple(_DRAWN)
"""What checks test, lesson by lesson; each says in its own docstring what."""


@lru_cache(maxsize=128)
def small_check(kind: str, seed: int) -> SmallTask:
    """One task of a kind, the same for the same seed; another seed gives another."""
    source = random.Random(f"small game check {kind} {seed}")
    return next(task for task in _DRAWN[kind](source) if task is not None)
