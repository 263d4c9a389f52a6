"""One test of many cases tries all and names those that failed."""

from __future__ import annotations

import pytest

from tests.support.each import each


@each("number, square", [(1, 1), (2, 4)])
def test_fixtures_and_cases_go_together(tmp_path: object, number: int, square: int) -> None:
    assert tmp_path is not None
    assert number * number == square


def test_all_are_tried_and_those_that_failed_are_named() -> None:
    tried: list[int] = []

    @each("number", [1, 2, 3], ids=lambda number: f"case {number}")
    def odd(number: int) -> None:
        tried.append(number)
        assert number == 2, "not two"

    with pytest.raises(AssertionError, match=r"2 of 3 cases failed:\ncase 1: not two"):
        odd()
    assert tried == [1, 2, 3]


def test_another_error_says_in_which_case() -> None:
    @each("number", [0])
    def divided(number: int) -> None:
        1 / number

    with pytest.raises(ZeroDivisionError) as raised:
        divided()
    assert raised.value.__notes__ == ["case: 0"]


def test_no_case_is_no_pass() -> None:
    @each("number", [])
    def nothing(number: int) -> None:
        raise NotImplementedError

    with pytest.raises(AssertionError, match="no case"):
        nothing()
