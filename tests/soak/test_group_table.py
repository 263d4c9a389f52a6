"""The whole table of group games on the command line: 1 to 6 players, seeds 1 to 20, random and heuristic bots."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any, NamedTuple

import pytest

from tests.soak.spread import Spread

PLAYERS = range(1, 7)
SEEDS = {"random": range(1, 21), "heuristic": range(1, 1 + int(os.environ.get("FUJIKORO_SEEDS", "5")))}
MOST_SECONDS = {"random": 3.0, "heuristic": 30.0}
"""Of the processor, the start of the program among them."""
LAST_ROUND = {1: 33}


class Asked(NamedTuple):
    """One line of the table."""

    bots: str
    mode: str
    players: int
    seed: int


def played(asked: Asked) -> tuple[Asked, dict[str, Any], float]:
    """What the program says, and the seconds of the processor that it took; a process of its own counts them."""
    before = getrusage(RUSAGE_CHILDREN)
    words = ("--mode", asked.mode, "--players", str(asked.players), "--seed", str(asked.seed))
    told = subprocess.run(
        (sys.executable, "-m", "fujikoro_nb", "play", *words, "--bots", asked.bots, "--json"),
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    after = getrusage(RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return asked, json.loads(told), spent


@pytest.mark.soak
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("bots", SEEDS)
def test_every_game_of_the_table_ends_by_the_rules_and_in_time(bots: str, spread: Spread) -> None:
    """In at most 28 rounds, 33 alone (coop.rounds.limit)."""
    table = [Asked(bots, "coop", players, seed) for players in PLAYERS for seed in SEEDS[bots]]
    table += [Asked(bots, "solo", 1, seed) for seed in SEEDS[bots]]
    ends: Counter[str] = Counter()
    slowest = 0.0
    for asked, told, spent in spread.done(played, table, what="games"):
        assert (told["mode"], told["players"]) == (asked.mode, asked.players)
        assert told["ended_by"] in ("won", "lost-life", "lost-time"), asked
        assert told["round"] <= LAST_ROUND.get(asked.players, 28), asked
        assert spent < MOST_SECONDS[bots], (asked, spent)
        ends[told["ended_by"]] += 1
        slowest = max(slowest, spent)
    spread.say(
        f"{len(table)} games of {bots} bots: {dict(sorted(ends.items()))}; the longest took {slowest:.1f} s"
    )
    assert ends.total() == len(table)
