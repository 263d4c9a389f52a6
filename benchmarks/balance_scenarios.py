"""How heuristic bots fare in every scenario that is played: won, or why not, with the house pack.

    python benchmarks/balance_scenarios.py [GAMES [SCENARIO ...]]

GAMES (default 200, or FUJIKORO_GAMES) of each scenario, mode and number of players; with numbers of SCENARIOs only
those. A group has heuristic bots only, and loses by a life, by time or by what its scenario says. Among rivals, where
somebody always wins, one heuristic bot sits beside random ones, each seat in turn. Also how such games of random bots
alone end. `make soak PART=balance-scenarios` keeps what it prints in benchmarks/results/balance-scenarios.txt.

Every game is kept as soon as it is over, for the very files of rules, bots and odds: stopped at any moment, the run
goes on where it was. FUJIKORO_MINUTES ends it after so many, with what was played of each table; FUJIKORO_PROCESSES
(default 2) share the games. Of a group that never won, or always, a line below the table says what stands in the way.
"""

from __future__ import annotations

import os
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from time import perf_counter, process_time

import msgspec
from balance import show
from balance_together import interval

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.asked.dens import dens
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.party import CAPTURED, WON
from fujikoro_nb.engine.fujikoro.modes import Mode
from fujikoro_nb.engine.fujikoro.rules.end import standing
from fujikoro_nb.engine.fujikoro.rules.group.goals import goal_parts
from fujikoro_nb.engine.fujikoro.scenarios import PLAYED, SCENARIOS
from tools import checkout

GROUPS, RIVALS = (1, 2, 3), (2, 3)
"""Players at a table that plays together, and at one that does not."""
STEP = 10.0
"""Seconds between two lines of progress."""
MOST_TURNS = 1000
"""Of a game of rivals, which takes about 60: one that is not over by then is told as broken off."""
HEAP = 10
"""Games of a table after which the next table has its turn, so that a run that is stopped has something of each."""
FOLDERS = (
    "benchmarks/balance_scenarios.py",
    "fujikoro_nb/bots",
    "fujikoro_nb/content",
    "fujikoro_nb/engine",
    "fujikoro_nb/odds",
)
"""Files on which the end of a game depends."""
KEPT = checkout.ROOT / ".cache" / "balance-scenarios"


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
    is_found: bool
    """Whether a group has uncovered the legendary dragon."""
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
    played = play_out(session, bots_of(kinds, players=table.players, seed=number), most_turns=MOST_TURNS)
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
        party is not None and _is_found(state),
        process_time() - begun,
    )


def _is_found(state: GameState) -> bool:
    is_there = any(den.dragon.is_legendary for den in dens(state))
    return is_there or (state.party is not None and state.party.has_beaten_legend)


def _one(job: tuple[Table, int]) -> Fared:
    return fared(*job)


class Games:
    """What was played so far on these files, by table and number."""

    def __init__(self, folder: Path, code: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / f"{code}.jsonl"
        self._played: dict[tuple[Table, int], Fared] = {}
        lines = self._file.read_bytes().splitlines(keepends=True) if self._file.exists() else []
        for line in lines:
            if line.endswith(b"\n"):  # a kill may have cut the last one
                table, number, game = msgspec.json.decode(line, type=tuple[Table, int, Fared])
                self._played[table, number] = game
        self._file.write_bytes(b"".join(line for line in lines if line.endswith(b"\n")))

    def keep(self, table: Table, number: int, game: Fared) -> None:
        """Over, even if the run is killed now."""
        with self._file.open("ab") as kept:
            kept.write(msgspec.json.encode((table, number, game)) + b"\n")
        self._played[table, number] = game

    def has(self, table: Table, number: int) -> bool:
        """Whether this game was played."""
        return (table, number) in self._played

    def of(self, table: Table, most: int) -> list[Fared]:
        """The games of a table that were played, of the first so many."""
        return [self._played[table, number] for number in range(most) if self.has(table, number)]


def play(pool: Executor, games: Games, asked: Sequence[Table], most: int, *, until: float) -> None:
    """Play what is missing, some games of each table in turn; says now and then how many are over."""
    told = perf_counter()
    for first in range(0, most, HEAP):
        for table in asked:
            numbers = [one for one in range(first, min(most, first + HEAP)) if not games.has(table, one)]
            if not numbers or perf_counter() > until:
                continue
            for number, game in zip(numbers, pool.map(_one, [(table, one) for one in numbers]), strict=True):
                games.keep(table, number, game)
            if perf_counter() - told > STEP:
                told = perf_counter()
                over = sum(len(games.of(one, most)) for one in asked)
                print(f"  {over} of {most * len(asked)} games", file=sys.stderr, flush=True)


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


def reason(table: Table, games: Sequence[Fared]) -> str:
    """What stands in the way of a group that never won: the goal of which least was reached; nothing of others."""
    total, won = len(games), sum(game.won for game in games)
    if not table.is_group or table.bots == "random" or 0 < won < total:
        return ""
    who = f"scenario {table.scenario}, {table.mode}, {table.players}"
    if won:
        return f"{who}: always won, half of all games by round {statistics.median(game.rounds for game in games):.0f}"
    whole = {name: sum(dict(game.parts)[name] == 1 for game in games) for name, _ in games[0].parts}
    worst = min(whole, key=lambda name: whole[name])
    ends = _counted((game.ended for game in games), total)
    there = [f"{name} in {count}" for name, count in whole.items() if name != worst]
    there.append(f"the legendary dragon was uncovered in {sum(game.is_found for game in games)}")
    return f"{who}: not won in {total} games ({ends}); {worst} whole in {whole[worst]}, {', '.join(there)}"


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
    most = given[0] if given else int(os.environ.get("FUJIKORO_GAMES", "200"))
    minutes = float(os.environ.get("FUJIKORO_MINUTES", "inf"))
    until = perf_counter() + 60 * minutes
    asked: list[Table] = []
    for table in tables(given[1:] or PLAYED):
        asked += [table, msgspec.structs.replace(table, bots="random")] if table.is_group else [table]
    games = Games(KEPT, checkout.code(of=FOLDERS))
    with ProcessPoolExecutor(int(os.environ.get("FUJIKORO_PROCESSES", "2"))) as pool:
        play(pool, games, asked, most, until=until)
    found = [(table, over) for table in asked if (over := games.of(table, most))]
    show("How bots fare in scenarios", HEADS, [line(table, over) for table, over in found])
    reasons = [text for table, over in found if (text := reason(table, over))]
    if reasons:
        print("\nNever won, or always", *reasons, sep="\n")
    missing = most * len(asked) - sum(len(over) for _, over in found)
    if missing:
        print(
            f"\n{missing} of {most * len(asked)} games are still to be played: the same again goes on with them"
        )
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
