"""The long runs: tests marked `soak`, the puzzle books proved again, every benchmark in its full form; output is kept.

`make soak` calls this with FUJIKORO_SOAK=1, which tells benchmarks to take all cases instead of a sample.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"


def main() -> int:
    """Run everything, even after a failure, and give 1 when anything failed."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    python = sys.executable
    failures = run("soak", [python, "-m", "pytest", "-m", "soak", "--timeout=7200"])
    failures += run("puzzles", [python, str(ROOT / "tools" / "build_puzzles.py"), "--check"])
    failures += run("balance", [python, str(ROOT / "benchmarks" / "balance.py")])
    for benchmark in sorted((ROOT / "benchmarks").glob("bench_*.py")):
        failures += run(benchmark.stem, [python, str(benchmark)])
    return 1 if failures else 0


def run(name: str, command: list[str]) -> int:
    """Show the output while it comes and keep it in benchmarks/results; 1 when the command failed."""
    environment = os.environ | {"FUJIKORO_SOAK": "1"}
    with (
        (RESULTS / f"{name}.txt").open("w", encoding="utf-8") as kept,
        subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process,
    ):
        for line in process.stdout or ():
            print(line, end="", flush=True)
            # The folder of this checkout is nobody's business and would differ on each machine.
            kept.write(line.replace(f"{ROOT}{os.sep}", ""))
    return int(process.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
