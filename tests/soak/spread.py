"""Long work on all cores: a line every minute, and what failed, by name, at the end."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from time import perf_counter
from typing import TypeVar

import pytest

J = TypeVar("J")
R = TypeVar("R")

MINUTE = 60
PROCESSES = os.cpu_count() or 1
MOST_SHOWN = 10
"""Of more failures than these only the number is told."""


class Spread:
    """Work that is done in as many processes as there are cores; what is said goes past pytest's capture."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self._begun = perf_counter()
        self.say("")  # pytest has begun a line with the name of the test

    def say(self, line: str) -> None:
        """A line that stands in the output at once; tools/soak.py keeps it."""
        with self._capsys.disabled():
            print(line, flush=True)  # noqa: T201

    def done(self, work: Callable[[J], R], jobs: Sequence[J], *, what: str) -> Iterator[R]:
        """What the work gives for each job, in any order. All are done; then the test fails if one has failed."""
        faults: list[BaseException] = []
        said = perf_counter()
        with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
            for number, future in enumerate(as_completed([pool.submit(work, job) for job in jobs]), start=1):
                error = future.exception()
                if error is None:
                    yield future.result()
                else:
                    faults.append(error)
                if perf_counter() - said > MINUTE:
                    said = perf_counter()
                    self.say(f"{self.took()}: {number:,} of {len(jobs):,} {what}, {len(faults)} failed")
        for error in faults[:MOST_SHOWN]:
            self.say("".join(traceback.format_exception(error)))
        if faults:
            pytest.fail(f"{len(faults)} of {len(jobs)} {what} failed")

    def took(self) -> str:
        """How long it has taken so far."""
        minutes, seconds = divmod(round(perf_counter() - self._begun), MINUTE)
        return f"{minutes} min {seconds:02} s"
