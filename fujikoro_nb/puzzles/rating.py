"""A start rating out of what a puzzle takes: how likely somebody of middling strength solves it, as an Elo number.

Each thought is had the seldomer the harder it is. Whoever lacks one is right by luck only: how often, the kinds say by
what then seems right. What is left after all thoughts is the chance, and the rating is that of a player who has even
chances against somebody of `MIDDLING`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

LOWEST, HIGHEST = 800, 2000
MIDDLING = 1400
"""The rating of whom the chances are those of."""
_STRENGTH, _STEEP = 1.5, 2
"""Its strength in levels of thoughts, and how much a level means. Start values by judgement."""
_SPREAD = 400
"""Points between even chances and ten to one, as Elo has it."""
_ROOM = 200
"""Points into which all is squeezed that is farther than ten to one, so that its order is kept."""
_STARS = (1000, 1250, 1500, 1750)
_SURE = 0.9999


def had(level: float) -> float:
    """How probably a thought of this level is had.

    >>> had(1.5)
    0.5
    """
    return 1 / (1 + math.exp(-_STEEP * (_STRENGTH - level)))


def chance_of(thoughts: Iterable[tuple[float, float]], *, blind: float = 0) -> float:
    """How probably somebody is right: each thought its level, and how often one is right without it.

    ``blind``: how often a guess is right, which several thoughts that are not had do not make worse.

    >>> chance_of([(1.5, 0.5), (1.5, 0.0)])
    0.375
    >>> chance_of([(1.5, 0.5), (1.5, 0.5)], blind=0.5)
    0.625
    """
    sure = 1 - blind
    factors = (had(level) + (1 - had(level)) * (lucky - blind) / sure for level, lucky in thoughts)
    return blind + sure * math.prod(factors)


def rating_of(chance: float) -> int:
    """The rating of a puzzle that is solved so often, in tens from `LOWEST` to `HIGHEST`; far ones are squeezed.

    >>> [rating_of(chance) for chance in (0.99, 10 / 11, 0.5, 1 / 11, 0.01)]
    [830, 1000, 1400, 1800, 1970]
    """
    kept = min(_SURE, max(1 - _SURE, chance))
    away = _SPREAD * math.log10((1 - kept) / kept)
    beyond = max(0.0, abs(away) - _SPREAD)
    squeezed = min(abs(away), _SPREAD) + _ROOM * (1 - math.exp(-beyond / _ROOM))
    return min(HIGHEST, max(LOWEST, round((MIDDLING + math.copysign(squeezed, away)) / 10) * 10))


def difficulty_of(rating: int) -> int:
    """Stars from 1 to 5."""
    return 1 + sum(rating >= star for star in _STARS)
