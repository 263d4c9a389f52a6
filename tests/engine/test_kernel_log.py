"""A log that shares itself with longer and shorter ones is the tuple that it would be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.engine.kernel.log import LEAF, Log

SIZES = st.integers(0, 3 * LEAF)
CHANGES = st.lists(st.tuples(SIZES, SIZES), max_size=5)
ENDS = st.none() | st.integers(-4 * LEAF, 4 * LEAF)


def grown(changes: list[tuple[int, int]]) -> tuple[Log[int], tuple[int, ...]]:
    """A log cut and made longer so often, and the same done to a tuple."""
    log, flat = Log[int](), tuple[int, ...]()
    for number, (kept, more) in enumerate(changes):
        new = [number * 1000 + one for one in range(more)]
        log, flat = log.upto(kept).after(new), (*flat[:kept], *new)
    return log, flat


@given(CHANGES, ENDS, ENDS, st.none() | st.sampled_from((-2, -1, 1, 2)))
def test_a_log_is_a_tuple(changes: list[tuple[int, int]], first: int, end: int, stride: int) -> None:
    log, flat = grown(changes)
    assert (len(log), tuple(log), hash(log)) == (len(flat), flat, hash(flat))
    assert log == flat == log and log == Log(flat)
    assert log[first:end:stride] == flat[first:end:stride]
    assert [log[at] for at in range(-len(flat), len(flat))] == [*flat, *flat]
    for outside in (len(flat), -len(flat) - 1):
        with pytest.raises(IndexError):
            log[outside]


@given(CHANGES, SIZES)
def test_one_that_differs_is_another(changes: list[tuple[int, int]], at: int) -> None:
    log, flat = grown(changes)
    longer = log.after([-1])
    assert longer != log and log != longer and log != (*flat, -1) and log != list(flat)
    assert longer.upto(len(flat)) == log
    assert (log.upto(at) == log) == (at >= len(flat))


def test_a_longer_one_shares_what_comes_before() -> None:
    """Nothing is copied but the last leaf: of ten thousand things an answer touches a hundred."""
    log = Log(range(10_000))
    longer = log.after([1])
    assert all(one is other for one, other in zip(log._full, longer._full, strict=True))
    assert len(longer._rest) < LEAF


def test_what_was_handed_out_stays() -> None:
    log = Log("abc")
    assert (len(log.after("d")), len(log.upto(1))) == (4, 1)
    assert "".join(log) == "abc" and repr(log) == "Log(('a', 'b', 'c'))"
