"""What collected dragons count, written apart from the engine: dragon by dragon, every set that can be made."""

from __future__ import annotations

from functools import cache
from itertools import combinations

VALUES = {"blue": 2, "green": 3, "red": 5, "white": 7}
ALIKE, UNLIKE = 7, 10
"""Points of a set of three."""


def worth(colours: tuple[str, ...]) -> int:
    """Points for these dragons, each in one set at most."""
    return sum(VALUES[one] for one in colours) + _best(tuple(sorted(colours)))


@cache
def _best(colours: tuple[str, ...]) -> int:
    """The first dragon is in no set, or in one with any two others."""
    if len(colours) < 3:
        return 0
    first, rest = colours[0], colours[1:]
    best = _best(rest)
    for two, three in combinations(range(len(rest)), 2):
        kinds = len({first, rest[two], rest[three]})
        points = {1: ALIKE, 3: UNLIKE}.get(kinds, 0)
        if points:
            left = tuple(one for at, one in enumerate(rest) if at not in (two, three))
            best = max(best, points + _best(left))
    return best
