"""How a group fares on the mountain of the house pack: games of co-op and solo, how they end, and what was missing.

    python benchmarks/balance_together.py [GAMES [RANDOM]]

GAMES (default 200, or FUJIKORO_GAMES) of heuristic bots and RANDOM (default as many) of random ones for 1, 2 and 3
players, without adventure tokens. `make soak PART=balance-together` keeps what it prints in
benchmarks/results/balance-together.txt. Two processes share the games.
"""

from __future__ import annotations

import os
import statistics
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from time import process_time

import msgspec
from balance import show

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.board.party import LOST_LIFE, LOST_TIME, WON
from fujikoro_nb.engine.fujikoro.modes import COOP, SOLO
from fujikoro_nb.engine.fujikoro.rules.group.goals import goals_met

PLAYERS = (1, 2, 3)
BOTS = ("heuristic", "random")
Z = 1.96
"""Of an interval of 95 %."""


class Fared(msgspec.Struct, frozen=True):
    """One game."""

    outcome: str
    rounds: int
    goals: tuple[tuple[str, bool], ...]
    seconds: float
    """Of the processor."""


def fared(bots: str, players: int, number: int) -> Fared:
    """Play one game."""
    begun = process_time()
    mode = SOLO.name if players == 1 else COOP.name
    session = new_session(players=players, seed=f"together {players} {number}", mode=mode)
    play_out(session, bots_of([bots], players=players, seed=number))
    party = session.state.party
    assert party is not None, "a group has played"
    return Fared(party.outcome, party.round, goals_met(session.state), process_time() - begun)


def interval(won: int, games: int) -> tuple[float, float]:
    """Where a share lies with 95 %, after Wilson: good for few games and for none that is won.

    >>> interval(0, 200)[0], round(100 * interval(10, 200)[0], 1), round(100 * interval(10, 200)[1], 1)
    (0.0, 2.7, 9.0)
    """
    share, spare = won / games, Z * Z / games
    middle, half = share + spare / 2, Z * sqrt(share * (1 - share) / games + spare / games / 4)
    return max(0.0, (middle - half) / (1 + spare)), (middle + half) / (1 + spare)


def line(bots: str, players: int, games: Sequence[Fared]) -> tuple[object, ...]:
    """What all games of a table size come to."""
    total = len(games)
    ends = [sum(game.outcome == end for game in games) for end in (WON, LOST_LIFE, LOST_TIME)]
    low, high = interval(ends[0], total)
    reached = [sum(dict(game.goals)[goal] for game in games) for goal, _ in games[0].goals]
    return (
        bots,
        players,
        total,
        f"{100 * ends[0] / total:.1f} % ({100 * low:.1f} to {100 * high:.1f})",
        *(f"{100 * end / total:.0f} %" for end in ends[1:]),
        *(f"{100 * part / total:.0f} %" for part in reached),
        f"{statistics.median(game.rounds for game in games):.0f}",
        f"{statistics.fmean(game.seconds for game in games):.1f} / {max(game.seconds for game in games):.1f}",
    )


def main() -> int:
    given = [int(text) for text in sys.argv[1:]]
    games = given[0] if given else int(os.environ.get("FUJIKORO_GAMES", "200"))
    counts = {"heuristic": games, "random": given[1] if len(given) > 1 else games}
    print("house pack, co-op with 2 and 3 players, solo with 1; every game is played to its end by the rules")
    heads = (
        "bots",
        "players",
        "games",
        "won (95 % interval)",
        "lost: a life",
        "lost: time",
        "dragon beaten",
        "all out",
        "magic each",
        "magic set",
        "rounds",
        "s a game, mean / most",
    )
    lines = []
    with ProcessPoolExecutor(2) as pool:
        for bots in BOTS:
            for players in PLAYERS:
                played = list(pool.map(partial(fared, bots, players), range(counts[bots]), chunksize=2))
                lines.append(line(bots, players, played))
    show("How groups fare", heads, lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
