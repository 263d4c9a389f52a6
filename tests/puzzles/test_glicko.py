"""Glicko-2 against the worked example of Glickman's paper and its closed forms."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.puzzles import glicko
from fujikoro_nb.puzzles.glicko import SCALE, Rating, Result

EXAMPLE = (Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0))
"""The paper's player of 1500, 200, 0.06 won the first and lost the others."""


def test_the_papers_example() -> None:
    """1464.06 there comes of numbers rounded on the way; not rounded they give 1464.05."""
    found = glicko.after(Rating(1500, 200, 0.06), EXAMPLE)
    assert found.rating == pytest.approx(1464.06, abs=0.011)
    assert found.deviation == pytest.approx(151.52, abs=0.005)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_expected_scores_of_the_papers_example() -> None:
    shares = [glicko.expected(1500, one) for one in EXAMPLE]
    assert shares == pytest.approx([0.639, 0.432, 0.303], abs=0.0005)


def test_a_sure_opponent_is_met_as_in_chess() -> None:
    """400 points are odds of ten to one."""
    assert glicko.expected(1400, Result(1000, 0, 1)) == pytest.approx(10 / 11)


def test_rest_widens_by_the_volatility_each_period() -> None:
    before = Rating(1500, 50, 0.06)
    for periods in (1, 4, 30):
        after = glicko.rested(before, periods)
        assert after.deviation == pytest.approx(math.sqrt(50**2 + periods * (0.06 * SCALE) ** 2))
        assert (after.rating, after.volatility) == (before.rating, before.volatility)
    assert glicko.after(before, ()) == glicko.rested(before, 1)


@given(
    st.builds(Rating, st.floats(400, 2600), st.floats(1, 350), st.floats(0.001, 1)),
    st.lists(
        st.builds(Result, st.floats(800, 2000), st.floats(0, 350), st.floats(0, 1)), min_size=1, max_size=5
    ),
)
def test_volatility_solves_the_papers_equation(before: Rating, results: list[Result]) -> None:
    """f of step 5, written down once more, is zero at the volatility found, and the deviation follows from it."""
    phi = before.deviation / SCALE
    g = [1 / math.sqrt(1 + 3 * (one.deviation / SCALE) ** 2 / math.pi**2) for one in results]
    share = [glicko.expected(before.rating, one) for one in results]
    v = 1 / sum(weight**2 * e * (1 - e) for weight, e in zip(g, share, strict=True))
    delta = v * sum(w * (one.score - e) for w, e, one in zip(g, share, results, strict=True))
    found = glicko.after(before, results)
    x, a = math.log(found.volatility**2), math.log(before.volatility**2)
    e = math.exp(x)
    left = e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2)
    assert left == pytest.approx((x - a) / glicko.TAU**2, abs=1e-4)
    wide = 1 / math.sqrt(1 / (phi**2 + found.volatility**2) + 1 / v)
    assert found.deviation == pytest.approx(wide * SCALE)
    assert found.rating - before.rating == pytest.approx(wide**2 * delta / v * SCALE)
