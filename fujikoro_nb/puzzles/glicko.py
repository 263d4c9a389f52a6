"""Glicko-2: a rating with how sure it is (deviation) and how steady (volatility), from Mark Glickman's paper.

"Example of the Glicko-2 system", http://www.glicko.net/glicko/glicko2.pdf;
the numbers of its steps stand beside the code.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

SCALE = 173.7178
"""Points of one unit of the paper's own scale (step 2)."""
MIDDLE = 1500
TAU = 0.5
"""How far volatility may move; the paper's example has this one."""
PRECISION = 1e-6


class Rating(msgspec.Struct, frozen=True):
    """How strong somebody or something is, in points, give or take two deviations with 95 in 100."""

    rating: float
    deviation: float
    volatility: float = 0.06


class Result(msgspec.Struct, frozen=True):
    """What was met, and the share of the point that it brought, from 0 to 1."""

    rating: float
    deviation: float
    score: float


def after(before: Rating, results: Sequence[Result]) -> Rating:
    """The rating after one period with these results, which count as one moment.

    >>> met = [Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0)]
    >>> found = after(Rating(1500, 200, 0.06), met)
    >>> round(found.rating, 2), round(found.deviation, 2), round(found.volatility, 5)
    (1464.05, 151.52, 0.06)
    """
    if not results:
        return rested(before, 1)
    mu, phi = (before.rating - MIDDLE) / SCALE, before.deviation / SCALE
    information = gain = 0.0
    for result in results:  # steps 3 and 4
        weight = _g(result.deviation / SCALE)
        share = expected(before.rating, result)
        information += weight**2 * share * (1 - share)
        gain += weight * (result.score - share)
    variance = 1 / information
    sigma = _volatility(before.volatility, phi, variance, variance * gain)
    phi_star = math.hypot(phi, sigma)  # step 6
    phi = 1 / math.sqrt(1 / phi_star**2 + 1 / variance)  # step 7
    mu += phi**2 * gain
    return Rating(mu * SCALE + MIDDLE, phi * SCALE, sigma)  # step 8


def rested(before: Rating, periods: int) -> Rating:
    """After so many periods without a result: as strong, less sure (the paper's last note)."""
    wider = math.hypot(before.deviation, math.sqrt(periods) * before.volatility * SCALE)
    return Rating(before.rating, wider, before.volatility)


def expected(rating: float, met: Result) -> float:
    """The share of the point to be expected of this rating against what was met (step 3).

    >>> expected(1500, Result(1500, 0, 1))
    0.5
    """
    return 1 / (1 + math.exp(-_g(met.deviation / SCALE) * (rating - met.rating) / SCALE))


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the root of f by the Illinois algorithm."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        whole = phi**2 + variance + e
        return e * (delta**2 - whole) / (2 * whole**2) - (x - a) / TAU**2

    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * TAU) < 0:
            steps += 1
        high = a - steps * TAU
    low, f_low, f_high = a, f(a), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
