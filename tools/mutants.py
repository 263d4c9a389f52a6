"""Do the tests notice when a rule is switched off?

    .venv/bin/python -m tools.mutants [--rule ID ...] [--sample N --seed S] [-j 2]
    .venv/bin/python -m tools.mutants --keep FILE [--again]     all, and gone on with after a stop

``tests/mutants/<chapter>.yaml`` hold, for every rule, small patches that each disable this rule and nothing else. A
patch is applied to a copy of the package, and only the tests marked ``pytest.mark.rule(ID)`` run against it. It is
*killed* when an assertion in one of them fails; an error of any other kind, or a test that cannot be collected, kills
nothing. Exit 1 when a patch survives, when it no longer fits the source, or when a rule shown in tests/rules has none.

A run of all keeps its verdicts in a file, with the commit it ran on. Stopped and started again on the same files it
asks only for what it has not yet seen killed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from queue import SimpleQueue

import yaml

ROOT = Path(__file__).resolve().parent.parent
PATCHES = ROOT / "tests" / "mutants"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same in C, where this PyYAML has it
SECONDS = 60
"""A run that takes longer, of a processor's time, hangs, which is no assertion."""
PATIENCE = 15 * SECONDS
"""The same on the clock, for one that waits for ever; a machine with other work is slow, and nothing hangs there."""

_INI = """[pytest]
addopts = --import-mode=importlib --strict-markers
markers =
  rule
  soak
  bench
  browser
"""
_MARK = re.compile(r"mark\.rule\(([^)]*)\)")
_ID = re.compile(r"[\"']([a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+)[\"']")


@dataclass(frozen=True)
class Mutant:
    """One patch: in ``file`` the text ``find``, which occurs once, becomes ``replace``."""

    rule: str
    file: str
    find: str
    replace: str

    @property
    def name(self) -> str:
        """A short name of the patch, by its content."""
        content = "\0".join((self.rule, self.file, self.find, self.replace))
        return hashlib.sha256(content.encode()).hexdigest()[:8]

    def fault(self, root: Path = ROOT) -> str | None:
        """Why the patch cannot be applied, or None."""
        path = root / self.file
        if not path.is_file():
            return f"{self.file} does not exist"
        found = path.read_text(encoding="utf-8").count(self.find)
        if found != 1:
            return f"find occurs {found} times in {self.file}: {self.find!r}"
        return "the patch changes nothing" if self.find == self.replace else None


@dataclass(frozen=True)
class Verdict:
    """What the marked tests made of one mutant."""

    mutant: Mutant
    outcome: str
    """``killed``, ``survived``, ``broken`` (errors, but no assertion), ``untested`` or ``misfit``."""
    detail: str

    @property
    def is_killed(self) -> bool:
        """Whether an assertion failed."""
        return self.outcome == "killed"


def load(folder: Path = PATCHES) -> list[Mutant]:
    """All patches of the chapters' files, in the files' order."""
    return [
        Mutant(rule, patch["file"], patch["find"].rstrip("\n"), patch["replace"].rstrip("\n"))
        for path in sorted(folder.glob("*.yaml"))
        for rule, patches in yaml.load(path.read_text(encoding="utf-8"), LOADER).items()
        for patch in patches
    ]


def shown_rules(root: Path = ROOT) -> set[str]:
    """Every rule that a test under tests/rules is marked with."""
    found: set[str] = set()
    for path in sorted((root / "tests" / "rules").glob("*.py")):
        for arguments in _MARK.findall(path.read_text(encoding="utf-8")):
            found.update(_ID.findall(arguments))
    return found


def folders_of(file: str) -> tuple[str, ...]:
    """Where the tests of a patched file are: those of the rules, or for what asks the rules, its own."""
    return ("odds",) if file.startswith("fujikoro_nb/odds/") else ("engine", "rules")


def files_naming(rule: str, root: Path, folders: Sequence[str]) -> list[str]:
    """The test files there that hold this id: only they can hold its tests, whatever else names it."""
    return [
        str(path.relative_to(root))
        for folder in folders
        for path in sorted((root / "tests" / folder).glob("test_*.py"))
        if f'"{rule}"' in path.read_text(encoding="utf-8")
    ]


@contextmanager
def copies(number: int) -> Iterator[list[Path]]:
    """As many separate copies of package and tests as there are workers."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        made = []
        for index in range(number):
            copy = Path(folder) / str(index)
            unwanted = shutil.ignore_patterns("__pycache__", "vendor", "node_modules", "browser", "*.ipynb")
            for part in ("fujikoro_nb", "tests"):
                shutil.copytree(ROOT / part, copy / part, ignore=unwanted)
            (copy / "pytest.ini").write_text(_INI, encoding="utf-8")
            made.append(copy)
        yield made


def run_tests(rule: str, copy: Path, folders: Sequence[str], *, seconds: int = SECONDS) -> tuple[str, str]:
    """The outcome of the rule's tests in a copy, in a fresh process with so much of a processor's time."""
    files = files_naming(rule, copy, folders)
    if not files:
        return "untested", "no test file names it"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {
        "PYTHONPATH": str(copy),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "FUJIKORO_ALL": "1",  # no samples: what `make test` draws by the commit must not save a mutant
    }
    command = [sys.executable, str(Path(__file__).resolve()), "--inside", str(seconds), rule, *files]
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return "broken", f"waits for {PATIENCE} s"
    if done.returncode == -signal.SIGXCPU:
        return "broken", f"hangs for {seconds} s"
    try:
        answer = json.loads(done.stdout.strip().rpartition("\n")[2])
    except json.JSONDecodeError:
        return "broken", (done.stderr or done.stdout).strip().rpartition("\n")[2]
    return answer["outcome"], answer["detail"]


def inside(seconds: int, rule: str, files: Sequence[str]) -> int:
    """In the child: run the marked tests here and print the outcome as the last line."""
    import pytest

    import fujikoro_nb

    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    assert Path(fujikoro_nb.__file__).is_relative_to(Path.cwd()), "the copy is what is tested"

    Reported = Generator[None, pytest.TestReport, pytest.TestReport]  # noqa: N806

    class Recorder:
        """Stops at the first failed assertion and keeps what else went wrong."""

        def __init__(self) -> None:
            self.killers: list[str] = []
            self.errors: list[str] = []
            self.passed = 0

        @pytest.hookimpl(wrapper=True)
        def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Reported:
            report = yield
            if call.excinfo is None:
                self.passed += call.when == "call"
            elif call.when == "call" and call.excinfo.errisinstance((AssertionError, pytest.fail.Exception)):
                self.killers.append(item.name)
                item.session.shouldstop = "killed"
            else:
                self.errors.append(f"{item.name}: {call.excinfo.exconly()}")
            return report

        def pytest_collectreport(self, report: pytest.CollectReport) -> None:
            if report.failed:
                self.errors.append(f"{report.nodeid}: not collected")

    seen = Recorder()
    pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:doctest", "--rule", rule, *files], plugins=[seen])
    if seen.killers:
        outcome, detail = "killed", seen.killers[0]
    elif seen.errors:
        outcome, detail = "broken", seen.errors[0]
    elif seen.passed:
        outcome, detail = "survived", f"{seen.passed} tests pass"
    else:
        outcome, detail = "untested", "no test is marked with it"
    print(f"\n{json.dumps({'outcome': outcome, 'detail': detail})}")
    return 0


def judge(mutant: Mutant, copy: Path) -> Verdict:
    """Apply one patch to a copy, run its rule's tests, and mend the copy."""
    fault = mutant.fault(copy)
    if fault:
        return Verdict(mutant, "misfit", fault)
    path = copy / mutant.file
    source = path.read_text(encoding="utf-8")
    write_source(path, source.replace(mutant.find, mutant.replace))
    try:
        return Verdict(mutant, *run_tests(mutant.rule, copy, folders_of(mutant.file)))
    finally:
        write_source(path, source)


_SECONDS_LONG_AGO = count(10**9)


def write_source(path: Path, source: str) -> None:
    """Each text gets a time of its own: by second and size Python knows whether compiled code is still good."""
    path.write_text(source, encoding="utf-8")
    second = next(_SECONDS_LONG_AGO)
    os.utime(path, (second, second))


def judge_all(mutants: Sequence[Mutant], workers: int) -> Iterator[Verdict]:
    """The verdicts in the mutants' order; first that the untouched package passes the same tests."""
    with copies(workers) as made, ThreadPoolExecutor(workers) as pool:
        free: SimpleQueue[Path] = SimpleQueue()
        for copy in made:
            free.put(copy)

        def unharmed(tests: tuple[str, tuple[str, ...]]) -> Verdict | None:
            copy, rule = free.get(), tests[0]
            try:
                outcome, detail = run_tests(rule, copy, tests[1])
            finally:
                free.put(copy)
            is_fine = outcome == "survived"
            return (
                None if is_fine else Verdict(Mutant(rule, "", "", ""), f"{outcome} before any patch", detail)
            )

        def judged(mutant: Mutant) -> Verdict:
            copy = free.get()
            try:
                return judge(mutant, copy)
            finally:
                free.put(copy)

        tests = list(dict.fromkeys((mutant.rule, folders_of(mutant.file)) for mutant in mutants))
        for failed in pool.map(unharmed, tests):
            if failed is not None:
                yield failed
        yield from pool.map(judged, mutants)


def chosen(mutants: Sequence[Mutant], rules: Sequence[str], sample: int | None, seed: int) -> list[Mutant]:
    """The mutants asked for: of some rules, or a seeded sample."""
    wanted = [mutant for mutant in mutants if not rules or mutant.rule in rules]
    if sample is None or sample >= len(wanted):
        return wanted
    return random.Random(seed).sample(wanted, sample)


class Kept:
    """The verdicts of a run of all patches, in a file that begins with what they were found on."""

    def __init__(self, path: Path, stamp: str, *, again: bool = False) -> None:
        self._path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() and not again else []
        goes_on = lines[:1] and lines[0].rpartition(", ")[2] == stamp.rpartition(", ")[2]
        found = [_VERDICT.match(line) for line in lines] if goes_on else []
        self.killed = {match["name"] for match in found if match}
        """The names of the patches that were seen killed."""
        if not goes_on:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{stamp}\n", encoding="utf-8")

    def tell(self, line: str) -> None:
        """Keep one more line."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")


_VERDICT = re.compile(r"killed +(?P<name>[0-9a-f]{8})  ")


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge the chosen mutants and print one line each, then the share that was killed."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["--inside"]:
        return inside(int(arguments[1]), arguments[2], arguments[3:])
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--rule", action="append", default=[], metavar="ID", help="only this rule; repeatable"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="only N mutants, drawn with --seed")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-j", type=int, default=2, metavar="N", help="how many run at a time (2)")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="keep the verdicts of all, and go on with them"
    )
    parser.add_argument("--again", action="store_true", help="with --keep: begin anew")
    options = parser.parse_args(arguments)
    if options.keep and (options.rule or options.sample):
        parser.error("--keep is for a run of all")
    began = time.monotonic()
    mutants = load()
    bare = sorted(shown_rules() - {mutant.rule for mutant in mutants})
    unknown = sorted(set(options.rule) - {mutant.rule for mutant in mutants})
    for rule in unknown:
        print(f"no mutant  {rule}")
    wanted = chosen(mutants, options.rule, options.sample, options.seed)
    kept = Kept(options.keep, _stamp(), again=options.again) if options.keep else None
    before = kept.killed if kept else set()
    asked = [mutant for mutant in wanted if mutant.name not in before]

    def tell(line: str) -> None:
        print(line, flush=True)
        if kept:
            kept.tell(line)

    killed, bad = len(wanted) - len(asked), 0
    for verdict in judge_all(asked, max(1, options.j)):
        killed += verdict.is_killed
        bad += not verdict.is_killed
        tell(f"{verdict.outcome:10} {verdict.mutant.name}  {verdict.mutant.rule}  ({verdict.detail})")
    for rule in [] if options.rule else bare:
        tell(f"no mutant  {rule}")
    missing = len(unknown) if options.rule else len(bare)
    share = 100 * killed / len(wanted) if wanted else 0.0
    rules = len({mutant.rule for mutant in wanted})
    seconds = time.monotonic() - began
    goes_on = f", {len(wanted) - len(asked)} of them before" if len(asked) < len(wanted) else ""
    tell(
        f"{killed} of {len(wanted)} mutants of {rules} rules killed ({share:.0f} %){goes_on}, {seconds:.0f} s"
    )
    return 1 if bad or missing else 0


def _stamp() -> str:
    sys.path.insert(0, str(ROOT))
    from tools import checkout  # not where a copy is tested: it has no history

    return checkout.stamp(of=("fujikoro_nb", "tests", "tools/mutants.py"))


if __name__ == "__main__":
    sys.exit(main())
