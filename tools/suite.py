"""`make test`: its stages one after the other, what they cost, and the slowest files.

    .venv/bin/python -m tools.suite STAGE...     each a list of targets for make, as in "check js notebooks"

Targets of one stage run side by side where this make can keep their output apart. A stage that fails ends it all. What
is counted is the processor time of everything that was started and whose end somebody waited for; nobody waits for the
pages of Chromium and for kernels that are copies, which in a browser test can be twice as much again.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter

SLOWEST = 10
TIMES = "FUJIKORO_TEST_TIMES"
"""The environment's name for the file that each run of pytest adds its files' seconds to: see tests/conftest.py."""
GOAL_MINUTES = 24


def slowest(lines: Iterable[str]) -> list[tuple[str, float]]:
    """Files with their seconds, the slowest first, of lines that are a JSON object of such pairs each."""
    seconds: defaultdict[str, float] = defaultdict(float)
    for line in lines:
        for name, took in json.loads(line).items():
            seconds[name] += took
    return sorted(seconds.items(), key=lambda one: one[1], reverse=True)[:SLOWEST]


def processor_minutes() -> float:
    """Of all that has ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) / 60


def main(stages: Sequence[str]) -> int:
    """Run the stages; the exit code of the first that fails."""
    make = [os.environ.get("MAKE", "make"), "--no-print-directory"]
    beside = ["-j2", "--output-sync=target"] if os.environ.get("MAKE_BESIDE") else []
    costs: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        times = Path(folder) / "times"
        times.touch()
        environment = os.environ | {TIMES: str(times)}
        code = 0
        for stage in stages:
            begun, used = perf_counter(), processor_minutes()
            code = subprocess.run([*make, *beside, *stage.split()], env=environment, check=False).returncode
            spent = (perf_counter() - begun) / 60, processor_minutes() - used
            costs.append(f"{stage:22} {spent[0]:5.1f} min, {spent[1]:5.1f} processor minutes")
            if code:
                break
        print("\nThe slowest files, seconds of one worker")
        for name, seconds in slowest(times.read_text(encoding="utf-8").splitlines()):
            print(f"{seconds:6.0f}  {name}")
    print("\n".join(costs))
    print(f"in all {processor_minutes():.1f} processor minutes; the goal is {GOAL_MINUTES}", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
