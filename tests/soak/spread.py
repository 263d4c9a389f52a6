"""Long work on all cores: a line every minute, and what failed, by name, at the end.

Stopped at any moment and started again on the same files, it goes on: what was given is kept as it comes.
"""

from __future__ import annotations

import os
import pickle
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

import pytest

J = TypeVar("J")
R = TypeVar("R")

MINUTE = 60
PROCESSES = os.cpu_count() or 1
MOST_SHOWN = 10
"""Of more failures than these only the number is told."""


class Unfinished:
    """What each job has given so far: a file that a stopped run leaves, and that a finished one takes away."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._given: dict[str, Any] = {}
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a+b") as kept:
            kept.seek(good := 0)
            while True:
                try:
                    job, value = pickle.load(kept)
                except (EOFError, pickle.UnpicklingError, ValueError):
                    break
                self._given[job], good = value, kept.tell()
            kept.truncate(good)  # a kill may have cut the last one

    def has(self, job: object) -> bool:
        """Whether this job is done."""
        return repr(job) in self._given

    def get(self, job: object) -> Any:
        """What it gave."""
        return self._given[repr(job)]

    def keep(self, job: object, value: object) -> None:
        """Done, even if the run is killed now."""
        with self._file.open("ab") as kept:
            pickle.dump((repr(job), value), kept)

    def end(self) -> None:
        """Nothing is left to go on with."""
        self._file.unlink(missing_ok=True)


class Spread:
    """Work that is done in as many processes as there are cores; what is said goes past pytest's capture."""

    def __init__(self, capsys: pytest.CaptureFixture[str], kept: Path) -> None:
        self._capsys = capsys
        self._kept = kept
        self._begun = perf_counter()
        self.say("")  # pytest has begun a line with the name of the test

    def say(self, line: str) -> None:
        """A line that stands in the output at once; tools/soak.py keeps it."""
        with self._capsys.disabled():
            print(line, flush=True)  # noqa: T201

    def done(self, work: Callable[[J], R], jobs: Sequence[J], *, what: str) -> Iterator[R]:
        """What the work gives for each job, in any order. All are done; then the test fails if one has failed."""
        kept = Unfinished(self._kept)
        left = [job for job in jobs if not kept.has(job)]
        before = len(jobs) - len(left)
        if before:
            self.say(f"{before:,} of {len(jobs):,} {what} were done before")
        yield from (kept.get(job) for job in jobs if kept.has(job))
        faults: list[BaseException] = []
        said = perf_counter()
        pool = ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn"))
        try:
            asked = {pool.submit(work, job): job for job in left}
            for number, future in enumerate(as_completed(asked), start=before + 1):
                error = future.exception()
                if error is None:
                    kept.keep(asked[future], future.result())
                    yield future.result()
                else:
                    faults.append(error)
                if perf_counter() - said > MINUTE:
                    said = perf_counter()
                    self.say(f"{self.took()}: {number:,} of {len(jobs):,} {what}, {len(faults)} failed")
        finally:
            pool.shutdown(cancel_futures=True)
        if not faults:
            kept.end()
        for error in faults[:MOST_SHOWN]:
            self.say("".join(traceback.format_exception(error)))
        if faults:
            pytest.fail(f"{len(faults)} of {len(jobs)} {what} failed")

    def took(self) -> str:
        """How long it has taken so far."""
        minutes, seconds = divmod(round(perf_counter() - self._begun), MINUTE)
        return f"{minutes} min {seconds:02} s"
