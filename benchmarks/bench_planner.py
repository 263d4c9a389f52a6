"""How the planner fares against the heuristic bot, with the interval of 95 %, and how long it thinks.

    python benchmarks/bench_planner.py [GAMES [BUDGET [LINE ...]]] [--processes N] [--dask ADDRESS] [--this-code]

GAMES of each line (default 200 with FUJIKORO_SOAK=1, else 2); BUDGET as `fujikoro play --budget` takes it: plans played
out for a decision (default 24), or seconds. LINE: 2 or 3 (competitive, that many seats), coop1, coop2, coop3. In
competitive games each deal is played from every seat; a shared victory counts in parts, and the interval is that of
deals once there are ten. A group plays each deal once with planners and once with heuristic bots. A line is judged
from 200 games on.

Each game is kept in benchmarks/results/planner-games.jsonl as it ends. A run plays those of its GAMES that nobody has
played, and its table counts all that are kept, also of code that has changed since; ``--this-code`` counts, and
plays, as if there were no other. GAMES 0 plays none and tells what is kept.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from functools import partial
from math import sqrt
from time import process_time
from typing import Any

import msgspec
from _kept import Kept, add_arguments, each_as_it_ends, workers

from fujikoro_nb.bots import Budget, Choice, bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.board.party import VICTORIES
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, SOLO
from fujikoro_nb.engine.fujikoro.rules.end import standing
from fujikoro_nb.engine.kernel import Question
from tools.checkout import RESULTS

Z = 1.96
JUDGED = 200
FEW_DEALS = 10
"""Of fewer the spread of deals says too little, and single games are counted."""
PLANNER, OTHER = "planner", "heuristic"


class Line(msgspec.Struct, frozen=True):
    """A table: one planner among heuristic bots, or a group of planners beside one of heuristic bots."""

    name: str
    mode: str
    players: int
    goal: float
    least: float
    """What the lower end of the interval has to be above; of a group, what heuristic bots win and so much more."""


LINES = (
    Line("2", COMPETITIVE.name, 2, 0.60, 0.50),
    Line("3", COMPETITIVE.name, 3, 0.42, 1 / 3),
    Line("coop1", SOLO.name, 1, 0.25, 0.10),
    Line("coop2", COOP.name, 2, 0.25, 0.10),
    Line("coop3", COOP.name, 3, 0.25, 0.10),
)


class Played(msgspec.Struct, frozen=True):
    """One game: the part of the victory that the planner has, how far it was ahead, and its thinking."""

    won: float
    ahead: float
    seconds: float
    decisions: int
    other: float = 0.0
    """What a group of heuristic bots made of the same deal."""


class Timed(msgspec.Struct):
    """The processor time of the decisions of one seat, or of all."""

    seat: int
    begun: float = 0.0
    total: float = 0.0
    number: int = 0

    def hear(self, question: Question, choice: Choice) -> None:
        """A decision was made: the time since the last one was thought by whoever decided."""
        now = process_time()
        if self.seat in (question.seat, -1):
            self.total += now - self.begun
            self.number += 1
        self.begun = now


def played(line: Line, budget: str, number: int) -> Played:
    """Play one game; a group plays it with both kinds of bots."""
    return (
        _competitive(line, budget, number)
        if line.mode == COMPETITIVE.name
        else _together(line, budget, number)
    )


def _competitive(line: Line, budget: str, number: int) -> Played:
    deal, seat = divmod(number, line.players)
    names = [PLANNER if at == seat else OTHER for at in range(line.players)]
    session = new_session(players=line.players, seed=f"planner {deal}", seats=names)
    clock = Timed(seat, process_time())
    bots = bots_of(names, players=line.players, seed=number, budget=Budget.of(budget))
    play_out(session, bots, hear=clock.hear)
    first = [int(rank.seat) for rank in standing(session.state) if rank.is_first]
    scores = [samurai.score for samurai in session.state.samurai]
    ahead = scores[seat] - max(score for at, score in enumerate(scores) if at != seat)
    return Played(1 / len(first) if seat in first else 0.0, ahead, clock.total, clock.number)


def _together(line: Line, budget: str, number: int) -> Played:
    won, clock = {}, Timed(-1)
    for name, thought in ((PLANNER, Budget.of(budget)), (OTHER, None)):
        session = new_session(players=line.players, seed=f"planner {number}", mode=line.mode)
        timer = clock if name == PLANNER else Timed(-1)
        timer.begun = process_time()
        play_out(session, bots_of([name], players=line.players, seed=number, budget=thought), hear=timer.hear)
        party = session.state.party
        assert party is not None, "a group has played"
        won[name] = float(party.outcome in VICTORIES)
    return Played(won[PLANNER], 0.0, clock.total, clock.number, won[OTHER])


def whole_deals(line: Line, games: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without those of a deal that was not played from every seat: a lucky seat would count for a good one."""
    seats = line.players if line.mode == COMPETITIVE.name else 1
    played_of = Counter(one["number"] // seats for one in games)
    return [one for one in games if played_of[one["number"] // seats] == seats]


def interval(line: Line, games: Sequence[Played]) -> tuple[float, float]:
    """Where the share of wins lies with 95 %: of deals, each played from every seat; of single games after Wilson."""
    shares = [game.won for game in games]
    if line.mode == COMPETITIVE.name and len(games) >= FEW_DEALS * line.players:
        deals = [
            sum(shares[at : at + line.players]) / line.players
            for at in range(0, len(shares) - line.players + 1, line.players)
        ]
        mean = sum(deals) / len(deals)
        half = Z * sqrt(sum((one - mean) ** 2 for one in deals) / (len(deals) - 1) / len(deals))
        return max(0.0, mean - half), min(1.0, mean + half)
    number, share = len(games), sum(shares) / len(games)
    spare = Z * Z / number
    middle, half = share + spare / 2, Z * sqrt(share * (1 - share) / number + spare / number / 4)
    return max(0.0, (middle - half) / (1 + spare)), (middle + half) / (1 + spare)


def row(line: Line, games: Sequence[Played], codes: int, today: int) -> tuple[str, bool]:
    """A line of the table, and whether its goals are met; ``today`` games are of the code as it is now."""
    number = len(games)
    share, other = (
        sum(values) / number for values in ([one.won for one in games], [one.other for one in games])
    )
    low, high = interval(line, games)
    is_group = line.mode != COMPETITIVE.name
    is_met = share >= line.goal and (share >= other + line.least if is_group else low > line.least)
    thought = sum(game.seconds for game in games) / max(1, sum(game.decisions for game in games))
    ahead = sum(game.ahead for game in games) / number
    judged = ("yes" if is_met else "MISSED") if number >= JUDGED else "few games"
    wins = f"{share:.3f} ({low:.3f} to {high:.3f})"
    beside = f"{other:9.3f}   {'':8}" if is_group else f"{'':9}   {ahead:+8.1f}"
    told = f"{line.name:8}{number:6}   {wins}   {beside}   {line.goal:.2f}"
    return f"{told}   {thought:8.2f}   {codes:5}   {today:5}   {judged}", is_met


def main() -> int:
    usual = JUDGED if os.environ.get("FUJIKORO_SOAK") else 2
    parser = ArgumentParser(description="The planner against the heuristic bot.")
    parser.add_argument("games", nargs="?", type=int, default=usual)
    parser.add_argument("budget", nargs="?", default="24")
    parser.add_argument("lines", nargs="*", default=[line.name for line in LINES])
    add_arguments(parser)
    asked = parser.parse_args()
    kept = Kept(RESULTS / "planner-games.jsonl", is_of_this_code=asked.this_code)
    print(f"budget {asked.budget}, up to {asked.games} games a line now, and all that are kept")
    print(
        "table    games   won (95 % interval)       heuristic      ahead   goal   s a decision   codes   today   met",
        flush=True,
    )
    are_met = []
    with workers(asked.processes, asked.dask) as pool:
        for line in LINES:
            if line.name not in asked.lines:
                continue
            what = {"line": line.name, "budget": asked.budget}
            play, numbers = partial(played, line, asked.budget), kept.missing(range(asked.games), **what)
            for number, game in each_as_it_ends(pool, play, numbers, processes=asked.processes):
                kept.add({**what, "number": number, **msgspec.to_builtins(game)})
            games = [msgspec.convert(one, Played) for one in whole_deals(line, kept.of(**what))]
            if games:
                told, is_met = row(line, games, kept.codes(**what), kept.of_this_code(**what))
                print(told, flush=True)
                are_met.append(is_met or len(games) < JUDGED)
    return 0 if all(are_met) else 1


if __name__ == "__main__":
    sys.exit(main())
