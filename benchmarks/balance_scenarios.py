"""How heuristic bots fare in every scenario that is played: won, or why not, with the house pack.

    python benchmarks/balance_scenarios.py [GAMES [SCENARIO ...]]

GAMES (default 200, or FUJIKORO_GAMES) of each scenario, mode and number of players; with numbers of SCENARIOs only
those. A group has heuristic bots only, and loses by a life, by time or by what its scenario says. Among rivals, where
somebody always wins, one heuristic bot sits beside random ones, each seat in turn. Also how such games of random bots
alone end. `make soak PART=balance-scenarios` keeps what it prints in benchmarks/results/balance-scenarios.txt. Two
processes share the games.
"""

from __future__ import annotations

import os
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from time import perf_counter, process_time

import msgspec
from balance import show
from balance_together import interval

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.board.party import CAPTURED, WON
from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.fujikoro.rules.end import standing
from fujikoro_nb.engine.fujikoro.rules.group.goals import goal_parts
from fujikoro_nb.engine.fujikoro.scenarios import PLAYED, SCENARIOS

GROUPS, RIVALS = (1, 2, 3), (2, 3)
"""Players at a table that plays together, and at one that does not."""
STEP = 10.0
"""Seconds between two lines of progress."""


class Table(msgspec.Struct, frozen=True):
    """What is played."""

    scenario: int
    mode: str
    players: int
    is_group: bool
    bots: str = "heuristic"
    """Of a group all of them; among rivals the one who is counted."""


class Fared(msgspec.Struct, frozen=True):
    """One game."""

    won: float
    """1 or 0; among rivals shared by those who are first together."""
    ended: str
    """How a group's game ended, or which way the counted rival left the mountain."""
    parts: tuple[tuple[str, float], ...]
    """Of each goal the share of its parts that was reached; among rivals nothing."""
    rounds: int
    score: int
    seconds: float
    """Of the processor."""


def tables(asked: Sequence[int]) -> Iterator[Table]:
    """Every table of these scenarios."""
    for number in asked:
        scenario = SCENARIOS[number - 1]
        for mode in scenario.modes:
            if scenario.side(mode) is not None:
                yield from _tables(number, mode)


def _tables(number: int, mode: Mode) -> Iterator[Table]:
    is_group = mode.rounds is not None
    for players in GROUPS if is_group else RIVALS:
        is_alone = players == 1  # a group of one is the same game as one alone
        if mode.fewest_players <= players <= mode.most_players and is_alone == (mode.most_players == 1):
            yield Table(number, mode.name, players, is_group)


def fared(table: Table, number: int) -> Fared:
    """Play one game."""
    begun = process_time()
    session = new_session(
        players=table.players,
        seed=f"scenario {table.scenario} {table.players} {number}",
        mode=table.mode,
        scenario=table.scenario,
    )
    seat = number % table.players
    beside = table.bots if table.is_group else "random"
    kinds = [table.bots if one == seat else beside for one in range(table.players)]
    played = play_out(session, bots_of(kinds, players=table.players, seed=number), most_turns=5000)
    state = session.state
    ended, won, party = played.ended_by, 0.0, state.party
    if party is not None:
        ended, won = party.outcome, float(party.outcome in (WON, CAPTURED))
    elif session.question is None:
        first = [rank.seat for rank in standing(state) if rank.is_first]
        ended, won = state.samurai[seat].palace or "on the mountain", (seat in first) / len(first)
    return Fared(
        won,
        ended,
        tuple((name, sum(parts) / max(1, len(parts))) for name, parts in goal_parts(state)),
        0 if party is None else party.round,
        state.samurai[seat].score,
        process_time() - begun,
    )


def _one(job: tuple[Table, int]) -> Fared:
    return fared(*job)


def played(pool: Executor, table: Table, games: int) -> list[Fared]:
    """All games of a table; says now and then how many are over."""
    found: list[Fared] = []
    told = perf_counter()
    for one in pool.map(_one, [(table, number) for number in range(games)], chunksize=2):
        found.append(one)
        if perf_counter() - told > STEP:
            told = perf_counter()
            what = f"scenario {table.scenario}, {table.mode}, {table.players}, {table.bots}"
            print(f"  {what}: {len(found)} of {games} games", file=sys.stderr, flush=True)
    return found


def _counted(found: Iterable[str], games: int) -> str:
    return ", ".join(f"{end} {100 * count / games:.0f} %" for end, count in Counter(found).most_common())


def line(table: Table, games: Sequence[Fared]) -> tuple[object, ...]:
    """What all games of a table come to."""
    total, won = len(games), sum(game.won for game in games)
    low, high = interval(won, total)
    names = [name for name, _ in games[0].parts]
    reached = (
        f"{name} {100 * statistics.fmean(dict(game.parts)[name] for game in games):.0f} %" for name in names
    )
    return (
        table.scenario,
        table.mode,
        table.players,
        table.bots,
        total,
        f"{100 * won / total:.1f} % ({100 * low:.1f} to {100 * high:.1f})",
        _counted((game.ended for game in games), total),
        ", ".join(reached) or f"{statistics.fmean(game.score for game in games):.0f} points",
        f"{statistics.median(game.rounds for game in games):.0f}" if table.is_group else "-",
        f"{statistics.fmean(game.seconds for game in games):.1f} / {max(game.seconds for game in games):.1f}",
    )


HEADS = (
    "scenario",
    "mode",
    "players",
    "bots",
    "games",
    "won (95 % interval)",
    "ended",
    "parts of each goal reached, on average",
    "rounds",
    "s a game, mean / most",
)


def main() -> int:
    given = [int(text) for text in sys.argv[1:]]
    games = given[0] if given else int(os.environ.get("FUJIKORO_GAMES", "200"))
    lines = []
    with ProcessPoolExecutor(2) as pool:
        for table in tables(given[1:] or PLAYED):
            lines.append(line(table, played(pool, table, games)))
            if table.is_group:
                alone = msgspec.structs.replace(table, bots="random")
                lines.append(line(alone, played(pool, alone, games)))
    show("How bots fare in scenarios", HEADS, lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
