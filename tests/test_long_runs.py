"""Long runs are gone on with after a stop, on the same files only; `make test` says what it cost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak.spread import Spread, Unfinished
from tools import checkout, mutants, soak, suite


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    def git(*words: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@b.c")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q")
    (tmp_path / "rules.py").write_text("one\n", encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("words\n", encoding="utf-8")
    git("add", ".")
    git("commit", "-qm", "first")
    return tmp_path


def test_results_of_runs_change_neither_commit_nor_code(repository: Path) -> None:
    before = checkout.stamp(repository)
    results = repository / "benchmarks" / "results"
    results.mkdir(parents=True)
    (results / "games.txt").write_text("passed", encoding="utf-8")
    assert checkout.stamp(repository) == before
    assert not checkout.commit(repository).endswith("+")


@pytest.mark.parametrize("name", ["rules.py", "new.py"])
def test_any_other_file_changes_the_code_and_marks_the_commit(repository: Path, name: str) -> None:
    commit, code = checkout.commit(repository), checkout.code(repository)
    (repository / name).write_text("two\n", encoding="utf-8")
    assert checkout.commit(repository) == f"{commit}+"
    assert checkout.code(repository) != code


def test_code_of_some_folders_is_not_touched_by_others(repository: Path) -> None:
    rules, all_of_it = checkout.code(repository, of=("rules.py",)), checkout.code(repository)
    (repository / "docs" / "page.md").write_text("other words\n", encoding="utf-8")
    assert checkout.code(repository, of=("rules.py",)) == rules
    assert checkout.code(repository) != all_of_it


@pytest.mark.parametrize(
    ("kept", "is_over"),
    [
        ("commit a, code X\n...\ngames: passed in 1 min 02 s\n\n", True),
        ("commit a, code Y\n...\ngames: passed in 1 min 02 s\n\n", False),
        ("commit a, code X\n...\ngames: FAILED in 1 min 02 s\n\n", False),
        ("commit a, code X\n...\n", False),
        ("", False),
        (None, False),
    ],
)
def test_a_part_is_over_when_it_passed_on_these_files(
    tmp_path: Path, kept: str | None, is_over: bool
) -> None:
    if kept is not None:
        (tmp_path / "games.txt").write_text(kept, encoding="utf-8")
    assert soak.has_passed_on("games", "X", tmp_path) is is_over


def test_a_stopped_run_of_mutants_goes_on_where_it_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    some = [mutants.Mutant(f"craft.rule-{number}", "file.py", "a", str(number)) for number in range(4)]
    asked: list[list[str]] = []

    def judged(wanted: list[mutants.Mutant], _workers: int) -> list[mutants.Verdict]:
        asked.append([one.rule for one in wanted])
        ends = ["killed", "survived", "killed", "killed"] if len(asked) == 1 else ["killed"] * 4
        # The first run is stopped before the last of them.
        return [
            mutants.Verdict(one, end, "")
            for one, end in zip(wanted[: 3 if len(asked) == 1 else 4], ends, strict=False)
        ]

    monkeypatch.setattr(mutants, "load", lambda: some)
    monkeypatch.setattr(mutants, "shown_rules", set)
    monkeypatch.setattr(mutants, "judge_all", judged)
    monkeypatch.setattr(mutants, "_stamp", lambda: "commit a, code X")
    kept = tmp_path / "mutants.txt"
    assert mutants.main(["--keep", str(kept)]) == 1
    assert mutants.main(["--keep", str(kept)]) == 0
    assert "4 of 4 mutants of 4 rules killed (100 %), 2 of them before" in capsys.readouterr().out
    monkeypatch.setattr(mutants, "_stamp", lambda: "commit b, code Y")
    assert mutants.main(["--keep", str(kept)]) == 0
    assert mutants.main(["--keep", str(kept), "--again"]) == 0
    every = [one.rule for one in some]
    assert asked == [every, [every[1], every[3]], every, every]
    assert kept.read_text(encoding="utf-8").startswith("commit b, code Y\n")


def test_stopped_work_on_all_cores_goes_on_where_it_stood(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was given before is not done again: other work would give something else for it."""
    kept, jobs = tmp_path / "soak" / "games", [-1, -2, -3]
    run = Spread(capsys, kept).done(abs, jobs, what="games")
    first = next(run)
    run.close()
    assert first in (1, 2, 3)
    assert set(Spread(capsys, kept).done(int, jobs, what="games")) == {first} | {*jobs} - {-first}
    assert not kept.exists()


def test_a_job_that_a_kill_cut_is_done_again(tmp_path: Path) -> None:
    kept = tmp_path / "games"
    for job in (1, 2):
        Unfinished(kept).keep(job, f"done {job}")
    kept.write_bytes(kept.read_bytes()[:-3])
    again = Unfinished(kept)
    assert (again.has(1), again.get(1), again.has(2)) == (True, "done 1", False)
    again.keep(2, "done again")
    assert Unfinished(kept).get(2) == "done again"


def test_the_slowest_files_are_summed_over_the_runs() -> None:
    lines = [json.dumps({"a.py": 1.5, "b.py": 9.0}), json.dumps({"a.py": 8.0})]
    assert suite.slowest(lines) == [("a.py", 9.5), ("b.py", 9.0)]


def test_a_run_of_tests_tells_what_each_file_took_once(tmp_path: Path) -> None:
    kept = tmp_path / "times"
    root = Path(__file__).resolve().parent.parent
    file = "tests/engine/test_cubes.py"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "1", file]
    environment = os.environ | {suite.TIMES: str(kept)}
    subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True, timeout=100)
    (line,) = kept.read_text(encoding="utf-8").splitlines()
    (seconds,) = json.loads(line).items()
    assert seconds[0] == file and seconds[1] > 0


def test_a_stage_that_fails_ends_the_suite(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text(
        "good:\n\t@echo good\nbad:\n\t@exit 3\nlate:\n\t@echo late\n", encoding="utf-8"
    )
    tool = Path(suite.__file__)
    ran = subprocess.run(
        [sys.executable, str(tool), "good", "bad", "late"],
        cwd=tmp_path,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 2  # make's own code for a target that failed
    assert "good" in ran.stdout and "late" not in ran.stdout
    assert "processor minutes; the goal is" in ran.stdout
