"""How often bots of the two small games win against weaker ones, with the interval of 95 %, and how long they think.

    python benchmarks/bench_small_bots.py [GAMES [GAME ...]]

GAMES of each line (default 400 with FUJIKORO_SOAK=1, else 8); GAME: fuji99 or makai, without one both. The seat of the
bot that is looked at and whoever begins change from game to game, each deal is played from every seat. Shared wins
count in parts. Two processes share the games. A line is met when its share is the goal, the lower end of its interval
is above a fair share and no decision took longer than a second; fewer than 400 games are shown and not judged.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from time import process_time

import msgspec

from fujikoro_nb.bots import Choice, play_out
from fujikoro_nb.bots.kinds import KINDS
from fujikoro_nb.engine.kernel import Question

Z = 1.96
JUDGED = 400
SECOND = 1.0
"""What a decision may take."""


class Line(msgspec.Struct, frozen=True):
    """One bot against as many of another as there are seats, and the share of games that it has to win."""

    game: str
    bot: str
    others: str
    players: int
    goal: float


LINES = (
    Line("fuji99", "heuristic", "random", 2, 0.88),
    Line("fuji99", "heuristic", "random", 4, 0.70),
    Line("fuji99", "strong", "heuristic", 2, 0.55),
    Line("makai", "heuristic", "random", 4, 0.65),
    Line("makai", "heuristic", "random", 3, 0.75),
    Line("makai", "strong", "heuristic", 4, 0.36),
    Line("makai", "strong", "heuristic", 3, 0.45),
)


class Timed(msgspec.Struct):
    """The processor time of each decision of one seat."""

    seat: int
    begun: float = 0.0
    most: float = 0.0

    def hear(self, question: Question, choice: Choice) -> None:
        """A decision was made: the time since the last one was thought by whoever decided."""
        now = process_time()
        if question.seat == self.seat:
            self.most = max(self.most, now - self.begun)
        self.begun = now


def won(line: Line, number: int) -> tuple[float, float]:
    """Play one game: the part of the win that the bot has, and its longest decision."""
    kind = KINDS[line.game]
    deal, seat = divmod(number, line.players)
    names = [line.bot if at == seat else line.others for at in range(line.players)]
    session = kind.session(
        players=line.players,
        seed=f"small bots {deal}",
        rulings=kind.adopted,
        variants={},
        seats=names,
    )
    clock = Timed(seat, process_time())
    bots = kind.seated(names, players=line.players, seed=f"small bots {number}")
    play_out(session, bots, turn=kind.turn, hear=clock.hear)
    first = kind.winners(session.state)
    return (1 / len(first) if seat in first else 0.0), clock.most


def interval(share: float, games: int) -> tuple[float, float]:
    """Where a share lies with 95 %, after Wilson."""
    spare = Z * Z / games
    middle, half = share + spare / 2, Z * sqrt(share * (1 - share) / games + spare / games / 4)
    return (middle - half) / (1 + spare), (middle + half) / (1 + spare)


def row(line: Line, played: Sequence[tuple[float, float]]) -> tuple[str, bool]:
    """A line of the table, and whether its goals are met."""
    games = len(played)
    share = sum(part for part, _ in played) / games
    low, high = interval(share, games)
    most = max(seconds for _, seconds in played)
    is_met = share >= line.goal and low > 1 / line.players and most <= SECOND
    judged = ("yes" if is_met else "MISSED") if games >= JUDGED else ""
    wins = f"{share:.3f} ({low:.3f} to {high:.3f})"
    told = f"{line.game:8}{line.bot:11}{line.others:11}{line.players:7}{games:7}   {wins}   {line.goal:.2f}"
    told += f"   {most:8.3f}   {judged}"
    return told, is_met


def main() -> int:
    given = sys.argv[1:]
    games = int(given[0]) if given else JUDGED if os.environ.get("FUJIKORO_SOAK") else 8
    wanted = given[1:] or list(KINDS)
    heads = (
        "game    bot        against    players  games   wins (95 % interval)      goal   s a decision, most"
    )
    print(heads, flush=True)
    are_met = []
    with ProcessPoolExecutor(2) as pool:
        for line in LINES:
            if line.game in wanted:
                told, is_met = row(line, list(pool.map(partial(won, line), range(games), chunksize=2)))
                print(told, flush=True)
                are_met.append(is_met)
    return 0 if all(are_met) or games < JUDGED else 1


if __name__ == "__main__":
    sys.exit(main())
