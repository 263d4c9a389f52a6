"""The long runs, part by part; what each prints is kept in benchmarks/results.

    .venv/bin/python -m tools.soak              everything, for some hours
    .venv/bin/python -m tools.soak games table  these parts
    .venv/bin/python -m tools.soak --list       the parts
    .venv/bin/python -m tools.soak --again      also what has passed on these very files

Goes on after a part that failed and gives 1 then. Stopped and started again, it goes on with the first part that has
not passed on these very files: each result begins with the commit and a digest of them. A part that lets all cores
work (games, groups, positions ...) goes on with what it had not done yet. Every part runs with
FUJIKORO_SOAK=1 and FUJIKORO_ALL=1, which tell benchmarks and tests to take all cases instead of a sample; the part
`whole` is every test of `make test` but those of browsers so, and `browser` is those.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tools import checkout
from tools.checkout import RESULTS, ROOT

SOAK = ("-m", "pytest", "-v", "-m", "soak", "--timeout=14400")
TESTS = {
    "games": "tests/soak/test_laws_along_games.py",
    "positions": "tests/soak/test_naive_equals_engine.py",
    "groups": "tests/soak/test_group_games.py",
    "group-table": "tests/soak/test_group_table.py",
    "group-pages": "tests/browser/test_group_pages.py",
    "table": "tests/laws/test_session_machine.py",
    "bots": "tests/bots/test_heuristic.py",
    "reviews": "tests/review/test_known_answers.py",
    "playouts": "tests/soak/test_playouts_equal_odds.py",
    "joint": "tests/soak/test_joint_playouts_equal_odds.py",
    "group-fights": "tests/soak/test_group_playouts_equal_odds.py",
    "cast": "tests/laws/test_cast_games.py",
    "covering": "tests/soak/test_covering_games.py",
    "walks": "tests/rules/test_character_walks_naive.py",
    "damage": "tests/store/test_damage.py",
    "crafts": "tests/soak/test_solver_equals_cpsat.py",
    "load": "tests/soak/test_load.py",
    "seats": "tests/soak/test_seats.py",
    "small-tables": "tests/soak/test_small_tables.py",
    "small-laws": "tests/soak/test_small_games_laws.py",
    "small-naive": "tests/soak/test_small_games_naive.py",
    "flood": "tests/soak/test_flood.py",
    "visits": "tests/browser/test_visits.py",
    "scenario-pages": "tests/browser/test_scenario_pages.py",
}
"""Files whose long tests are a part each; all other long tests together are `rest`."""
FUZZ = (
    "tests/soak/test_fuzz_messages.py",
    "tests/soak/test_fuzz_saves.py",
    "tests/browser/test_fuzz_serving.py",
)
"""The files of the part `fuzz`."""
MONKS = ("tests/rules/test_scenario_4_naive.py", "tests/soak/test_monk_playouts_equal_odds.py")
GUARDS = ("tests/rules/test_scenario_7_naive.py", "tests/odds/test_guarded.py")
"""Foes of scenarios 4 and 7: their steps and choices on 10,000 positions, twenty fights 10,000 times each."""
RATINGS = ("tests/puzzles/test_ratings_order.py",)
"""The books of puzzles, each solved by five simulated crowds."""
NOTEBOOK_TESTS = ("--nbval-lax", "--nbval-cell-timeout=180", "--override-ini=python_files=")
"""How notebooks are run from top to bottom: with their own numbers, where `make test` takes fewer."""


def parts() -> dict[str, tuple[str, ...]]:
    """Every part with what Python is asked to run."""
    rest = tuple(f"--ignore={file}" for file in (*TESTS.values(), *FUZZ, *MONKS, *GUARDS, *RATINGS))
    benchmarks = sorted((ROOT / "benchmarks").glob("bench_*.py"))
    return {
        **{name: (*SOAK, file) for name, file in TESTS.items()},
        "fuzz": (*SOAK, *FUZZ),
        "monks": (*SOAK, *MONKS),
        "guards": (*SOAK, *GUARDS),
        "ratings": (*SOAK, *RATINGS),
        "rest": (*SOAK, *rest, "tests"),
        "whole": (
            "-m",
            "pytest",
            "-q",
            "-n",
            "2",
            "--timeout=3600",
            "-m",
            "not browser and not soak and not bench",
        ),
        "browser": (
            "-m",
            "pytest",
            "-q",
            "-n",
            "2",
            "--dist",
            "loadfile",
            "--reruns",
            "1",
            "-m",
            "browser and not soak",
            "tests/browser",
        ),
        "puzzles": ("tools/build_puzzles.py", "--check"),
        "cookbook": (
            "-m",
            "pytest",
            "-v",
            *NOTEBOOK_TESTS,
            *map(str, sorted((ROOT / "notebooks" / "cookbook").glob("*.ipynb"))),
        ),
        "pythons": ("tools/soak_pythons.py",),
        "balance": ("benchmarks/balance.py",),
        "balance-characters": ("benchmarks/balance_characters.py",),
        "balance-together": ("benchmarks/balance_together.py",),
        "balance-scenarios": ("benchmarks/balance_scenarios.py",),
        **{file.stem: (f"benchmarks/{file.name}",) for file in benchmarks},
    }


def main() -> int:
    """Run the parts that were asked for; 1 when one failed."""
    known = parts()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help="all of them, unless some are named")
    parser.add_argument("--list", action="store_true", help="name the parts and run none")
    parser.add_argument("--again", action="store_true", help="run also what has passed on these files")
    asked = parser.parse_args()
    if asked.list:
        print("\n".join(known))
        return 0
    unknown = set(asked.parts) - set(known)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    RESULTS.mkdir(parents=True, exist_ok=True)
    files = checkout.code()
    ends = []
    for name in asked.parts or known:
        if not asked.again and has_passed_on(name, files):
            ends.append((name, "passed", "before"))
        else:
            has_passed, seconds = run(name, known[name])
            ends.append((name, "passed" if has_passed else "FAILED", said(seconds)))
    print("\nThe long runs")
    for name, end, took in ends:
        print(f"{name:18} {end} {took:>14}")
    return 0 if all(end == "passed" for _, end, _ in ends) else 1


def has_passed_on(name: str, files: str, results: Path = RESULTS) -> bool:
    """Whether the kept result of a part is of these files (see `checkout.code`) and ended well."""
    kept = results / f"{name}.txt"
    if not kept.is_file():
        return False
    lines = kept.read_text(encoding="utf-8").rstrip().splitlines()
    return (
        len(lines) > 1
        and lines[0].endswith(f", code {files}")
        and lines[-1].startswith(f"{name}: passed in ")
    )


def run(name: str, command: tuple[str, ...]) -> tuple[bool, float]:
    """Show the output while it comes and keep it; whether the part passed, and its seconds."""
    begun, on = perf_counter(), checkout.stamp()
    environment = os.environ | {"FUJIKORO_SOAK": "1", "FUJIKORO_ALL": "1", "PYTHONUNBUFFERED": "1"}
    with (
        (RESULTS / f"{name}.txt").open("w", encoding="utf-8") as kept,
        subprocess.Popen(
            (sys.executable, *command),
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process,
    ):

        def tell(line: str) -> None:
            print(line, end="", flush=True)
            # The folder of this checkout is nobody's business and would differ on each machine.
            kept.write(
                line.replace(sys.executable, "python").replace(f"{ROOT}{os.sep}", "").replace(str(ROOT), ".")
            )
            kept.flush()

        tell(f"{on}\n")
        tell(f"make soak PART={name}: python {' '.join(command)}\n")
        for line in process.stdout or ():
            tell(line)
        has_passed, seconds = process.wait() == 0, perf_counter() - begun
        tell(f"{name}: {'passed' if has_passed else 'FAILED'} in {said(seconds)}\n\n")
    return has_passed, seconds


def said(seconds: float) -> str:
    """Minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s"


if __name__ == "__main__":
    sys.exit(main())
