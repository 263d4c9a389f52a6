"""Kept results say of which commit they are, name files that are there, and are what the documents quote."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"
FILES = sorted(RESULTS.glob("*.txt"))
GAMES = sorted(RESULTS.glob("*.jsonl"))
DEPLOY = (ROOT / "deploy" / "README.md").read_text(encoding="utf-8")

_OF_A_COMMIT = re.compile(r"commit [0-9a-f]{10}\+?, code [0-9a-f]{16}$", re.MULTILINE)
_NAMED = re.compile(
    r"(?<![\w/])((?:tests|tools|benchmarks|fujikoro_nb|cases|notebooks|deploy)/[\w./-]+\.\w+)"
)

OF_BEFORE = {
    "balance.txt": "2026-11-21",
    "bench_crafting.txt": "2026-11-21",
    "bench_odds.txt": "2026-11-21",
    "bench_page.txt": "2026-11-22",
    "bench_search.txt": "2026-11-21",
    "flood.txt": "2026-11-23",
    "fuzz.txt": "2026-11-22",
    "load.txt": "2026-11-22",
    "playouts.txt": "2026-11-21",
    "positions.txt": "2026-11-21",
    "soak.txt": "2026-11-21",
}
"""The day of the runs from which no commit was kept: long runs write it down since 23 November 2026. Whichever is run
again says it, and goes from this list."""
BY_HAND = {"reading.txt": "two people read sixty rules on 2026-11-21; no program ran"}


def is_of_a_commit(told: str) -> bool:
    """Whether its first line says what was run; more runs may stand below it."""
    return _OF_A_COMMIT.match(told) is not None


def test_every_result_says_what_was_run() -> None:
    kept = {path.name: is_of_a_commit(path.read_text(encoding="utf-8")) for path in FILES}
    assert {name for name, is_said in kept.items() if not is_said} == {*OF_BEFORE, *BY_HAND}


def test_results_are_told_or_kept_game_by_game() -> None:
    assert {*FILES, *GAMES} == {*RESULTS.iterdir()}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_game_that_is_kept_says_by_which_code_it_was_played(path: Path) -> None:
    games = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert games
    assert all(re.fullmatch("[0-9a-f]{16}", game["code"]) for game in games)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_a_result_names_is_there(path: Path) -> None:
    told = path.read_text(encoding="utf-8")
    assert [name for name in sorted(set(_NAMED.findall(told))) if not (ROOT / name).exists()] == []


def test_a_result_without_its_commit_and_a_missing_file_would_be_noticed() -> None:
    assert is_of_a_commit("commit 588c7f02d8+, code 85c25e2c499cf260\nmake soak PART=games\n")
    assert not is_of_a_commit("make soak PART=games\ncommit 588c7f02d8, code 85c25e2c499cf260\n")
    assert not is_of_a_commit("commit unknown\n")
    assert _NAMED.findall("pytest tests/table/store/test_damage.py::test_a") == [
        "tests/table/store/test_damage.py"
    ]


# ------------------------------------------------------------------ what a machine carries


def of_memory() -> dict[str, float]:
    """Private MB by what was weighed."""
    told = (RESULTS / "bench_memory.txt").read_text(encoding="utf-8")
    return {
        name: float(own) for name, own in re.findall(r"^(.*\S) +(\d+\.\d\d) +\d+\.\d\d$", told, re.MULTILINE)
    }


WEIGHED = of_memory()
HUB = ("hub", "proxy of the hub", "readers' service of the hub", "culler of the hub")
IDLE = (
    "server that has just begun",
    "kernel that waits for a page",
    "process that kernels are copies of",
)
MEMBER = WEIGHED["each member's server, of 2"]
HELPER = WEIGHED["each member's kernel of the rules helper, of 2"]
GAME = WEIGHED["kernel of one who plays a game on a table"]
CARRIED = {
    "the hub, its proxy, the readers' server and the culler together": sum(WEIGHED[one] for one in HUB),
    "a member who is logged in: the member's server": MEMBER,
    "each open page of the rules helper: its kernel": HELPER,
    "each open page with a game on a table: its kernel": GAME,
    "the first phone that looks on: the game is put together for it": (
        WEIGHED["server, one reader more"] - WEIGHED["server, one table, one who plays"]
    ),
    "each phone more": WEIGHED["each reader, of 40"],
}
IN_SENTENCES = {
    r"a member with one page takes (\d+) to \d+ MB": MEMBER + HELPER,
    r"a member with one page takes \d+ to (\d+) MB": MEMBER + GAME,
    r"idle table takes (\d+) MB": sum(WEIGHED[one] for one in IDLE),
    r"each who plays (\d+) MB": (
        WEIGHED["each who plays, kernel, of 4"] + WEIGHED["each who plays, in the server"]
    ),
}


def test_what_a_machine_carries_is_what_was_weighed() -> None:
    section = DEPLOY.split("## What a machine carries")[1].split("\n## ")[0]
    told = {
        name: float(figure)
        for name, figure in re.findall(r"^\| (.+?) \| ([\d.]+) \|$", section, re.MULTILINE)
    }
    assert set(told) == set(CARRIED)
    rounded = {name: round(figure) if figure >= 1 else round(figure, 2) for name, figure in CARRIED.items()}
    assert told == rounded


@pytest.mark.parametrize("sentence", IN_SENTENCES)
def test_so_are_its_sentences(sentence: str) -> None:
    found = re.search(sentence.replace(" ", r"\s"), DEPLOY)
    assert found is not None
    assert int(found[1]) == pytest.approx(IN_SENTENCES[sentence], abs=1)
