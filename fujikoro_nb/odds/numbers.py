"""Numbers of a solution: floats with a stated tolerance, or fractions without one; and goals as tuples of them.

A goal is lexicographic: the first number decides, the second only where the first is equal, and so on. Floats are
equal within ``TOLERANCE`` of the larger one (plus ``FLOOR``, for numbers that ought to be zero), because two ways to
the same chance differ in the last bits; fractions are equal when they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from operator import mul
from typing import Any

Number = float | Fraction
"""One solution holds only floats or only fractions."""

Triple = tuple[Number, Number, Number]
"""What a goal compares, first things first."""

TOLERANCE = 1e-12
FLOOR = 1e-15


_sumprod: Callable[[Sequence[Any], Sequence[Any]], Any] | None = getattr(math, "sumprod", None)
"""From Python 3.12 on, where `sum` of floats keeps every bit and takes twice as long for it."""


def plain_dot(weights: Sequence[Any], values: Sequence[Any]) -> Any:
    """The sum of products, as far as the shorter one goes."""
    return sum(map(mul, weights, values))


def swift_dot(
    sumprod: Callable[[Sequence[Any], Sequence[Any]], Any], weights: Sequence[Any], values: Sequence[Any]
) -> Any:
    """The same by `math.sumprod`, which wants both equally long."""
    short, long = len(weights), len(values)
    if short < long:
        return sumprod(weights, values[:short])
    return sumprod(weights if short == long else weights[:long], values)


dot: Callable[[Sequence[Any], Sequence[Any]], Any] = (
    plain_dot if _sumprod is None else partial(swift_dot, _sumprod)
)
"""What all sums over values go through."""


def float_of(weight: int | Fraction, total: int | Fraction = 1) -> float:
    """The nearest float of a ratio."""
    if isinstance(weight, int) and isinstance(total, int):
        return weight / total
    return float(Fraction(weight) / Fraction(total))


def fraction_of(weight: int | Fraction, total: int | Fraction = 1) -> Fraction:
    """The ratio itself."""
    return Fraction(weight) / Fraction(total)


Ratio = Callable[[int | Fraction, int | Fraction], Number]


def best_of(values: Sequence[Sequence[Number]], *, is_exact: bool = False) -> int:
    """Index of the best of some tuples, the first of equals.

    >>> best_of([(0.5, 0.2), (0.5 + 1e-16, 0.1), (0.4, 0.9)])
    0
    """
    if len(values) == 1:
        return 0
    tied = range(len(values))
    for part in range(len(values[0])):
        top = max(values[index][part] for index in tied)
        least = top if is_exact else float(top) - (TOLERANCE * abs(float(top)) + FLOOR)
        tied = [index for index in tied if values[index][part] >= least]  # type: ignore[assignment]
        if len(tied) == 1:
            break
    return tied[0]
