"""Games that benchmarks keep: a run goes on where the last one was stopped, and says of which code they are."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))

from _kept import Kept, each_as_it_ends, scripts  # noqa: E402
from bench_planner import LINES, Played, interval, row, whole_deals  # noqa: E402


def test_a_later_run_plays_what_nobody_has_played(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    first = Kept(file)
    for number in (2, 0):
        first.add({"line": "2", "budget": "24", "number": number, "won": 1.0})
    first.add({"line": "3", "budget": "24", "number": 1, "won": 0.0})
    again = Kept(file)
    assert [one["number"] for one in again.of(line="2", budget="24")] == [0, 2]
    assert again.missing(range(4), line="2", budget="24") == [1, 3]
    assert again.missing(range(2), line="2", budget="48") == [0, 1]


def test_what_a_kill_has_cut_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    kept = Kept(file)
    for number in range(3):
        kept.add({"line": "2", "number": number})
    file.write_text(file.read_text(encoding="utf-8")[:-9], encoding="utf-8")
    again = Kept(file)
    assert again.missing(range(3), line="2") == [2]
    again.add({"line": "2", "number": 2})
    assert [json.loads(line)["number"] for line in file.read_text(encoding="utf-8").splitlines()] == [0, 1, 2]


def test_games_of_other_code_can_be_left_out(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text('{"code": "of yesterday", "line": "2", "number": 0}\n', encoding="utf-8")
    kept, only = Kept(file), Kept(file, is_of_this_code=True)
    assert (kept.missing(range(2), line="2"), only.missing(range(2), line="2")) == ([1], [0, 1])
    kept.add({"line": "2", "number": 1})
    assert kept.codes(line="2") == 2


@pytest.mark.parametrize("processes", [1, 3])
def test_each_ends_in_its_order(processes: int) -> None:
    with ThreadPoolExecutor(processes) as pool:
        found = list(each_as_it_ends(pool, lambda number: number * number, range(10), processes=processes))
    assert found == [(number, number * number) for number in range(10)]


def test_a_cluster_gets_the_scripts_that_it_has_not(tmp_path: Path) -> None:
    archive = scripts(tmp_path)
    asked = "import bench_planner, _kept; print(_kept.checkout.__file__)"
    asked = f"import sys; sys.path.insert(0, {str(archive)!r}); {asked}"
    told = subprocess.run(
        [sys.executable, "-I", "-c", asked], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert told.stdout.strip() == str(archive / "tools" / "checkout.py")


def test_the_interval_is_that_of_deals() -> None:
    """Ten deals of two games: half of the deals won twice, half of them once; by hand 0.75 ± 1.96 s / sqrt(10)."""
    games = [Played(won, 0.0, 1.0, 10) for deal in range(10) for won in (1.0, float(deal % 2))]
    low, high = interval(LINES[0], games)
    half = 1.96 * (10 * 0.25**2 / 9) ** 0.5 / 10**0.5
    assert (low, high) == pytest.approx((0.75 - half, 0.75 + half))
    kept = [{"number": number} for number in (0, 1, 2, 4, 5)]
    assert [one["number"] for one in whole_deals(LINES[0], kept)] == [0, 1, 4, 5], "half a deal says nothing"
    told, _ = row(LINES[0], games, 1, 0)
    assert "few games" in told
