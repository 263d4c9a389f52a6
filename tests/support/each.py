"""Many small cases as one test: what a test of its own costs is more than most of these."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

MOST_TOLD = 10


def each(
    names: str, cases: Iterable[Any] | Callable[[], Iterable[Any]], *, ids: Callable[[Any], str] = repr
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """As `pytest.mark.parametrize`, in one test: all cases are tried, and those that failed are named with why.

    `names` are one parameter, or several with commas; then each case is a tuple of them. Fixtures of the test are the
    same ones for all cases. What takes long to find is given as a function, asked when the test runs.
    """
    parameters = [name.strip() for name in names.split(",")]

    def one_test(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def all_cases(**fixtures: Any) -> None:
            every = list(cases() if callable(cases) else cases)
            assert every, "no case at all"
            failed = []
            for case in every:
                values = (case,) if len(parameters) == 1 else case
                try:
                    test(**fixtures, **dict(zip(parameters, values, strict=True)))
                except (AssertionError, pytest.fail.Exception) as error:
                    failed.append(f"{ids(case)}: {error}")
                except BaseException as error:
                    error.add_note(f"case: {ids(case)}")
                    raise
            told = "\n".join(failed[:MOST_TOLD])
            assert not failed, f"{len(failed)} of {len(every)} cases failed:\n{told}"

        signature = inspect.signature(test)
        left = [one for name, one in signature.parameters.items() if name not in parameters]
        all_cases.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return all_cases

    return one_test
