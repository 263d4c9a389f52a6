"""Numbers of many deals side by side: bit n of every integer belongs to deal n, so one operation does them all.

A number is a list of such integers, its lowest bit first. Plain Python then plays thousands of deals in the time of a
few.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Number = list[int]
"""Of every deal one number, by bits."""


def constant(value: int, lanes: int, width: int) -> Number:
    """The same number in these lanes, and 0 in the others."""
    return [lanes if value >> bit & 1 else 0 for bit in range(width)]


def plus(one: Sequence[int], other: Sequence[int]) -> Number:
    """The sum, as wide as the first.

    >>> plus([0b01, 0b10, 0], [0b11, 0, 0])
    [2, 3, 0]
    """
    carry, found = 0, []
    for x, y in zip(one, other, strict=True):
        either = x ^ y
        found.append(either ^ carry)
        carry = (x & y) | (carry & either)
    return found


def differs(one: Sequence[int], other: Sequence[int]) -> tuple[int, int]:
    """Where the first is greater, and where both are not equal."""
    greater = unequal = 0
    for x, y in zip(one, other, strict=True):
        here = x ^ y
        greater = (x & here) | (greater ^ (greater & here))
        unequal |= here
    return greater, unequal


def larger(one: Sequence[int], other: Sequence[int]) -> Number:
    """The greater of both."""
    greater, _ = differs(one, other)
    return [y ^ ((x ^ y) & greater) for x, y in zip(one, other, strict=True)]


def ahead(one: Sequence[int], other: Sequence[int], every: int) -> Number:
    """One less the other, and 2 ** width added, so that it is never negative; a bit wider."""
    carry, found = every, []
    for x, y in zip(one, other, strict=True):
        y ^= every
        either = x ^ y
        found.append(either ^ carry)
        carry = (x & y) | (carry & either)
    return [*found, carry]


def at_least(number: Sequence[int], value: int, every: int) -> int:
    """Where a number is no less than this."""
    if value <= 0:
        return every
    if value >> len(number):
        return 0
    found = every
    for bit, here in enumerate(number):
        found = found & here if value >> bit & 1 else found | here
    return found


def any_of(masks: Iterable[int]) -> int:
    """Where at least one of these holds."""
    found = 0
    for one in masks:
        found |= one
    return found
