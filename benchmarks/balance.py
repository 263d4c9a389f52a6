"""How the house pack plays: games of heuristic bots, how they end, what brings points, and which opening wins.

    python benchmarks/balance.py [GAMES]

Prints one table a question; GAMES (default 60) for each number of players. Nothing is written; the last long run is
kept in benchmarks/results/balance.txt.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt

from fujikoro_nb.bots import Choice, HeuristicBot, bots_of, new_session, play_out, why
from fujikoro_nb.engine.fujikoro.rules.end import standing
from fujikoro_nb.engine.fujikoro.rules.play import Act
from fujikoro_nb.engine.fujikoro.rules.realm import GameState
from fujikoro_nb.engine.kernel import Game, Question, Session

PLAYERS = (2, 3, 4, 6)
OPENINGS = (
    ("explore", "explore"),
    ("explore", "move"),
    ("gather", "rest"),
    ("gather", "explore"),
    ("gather", "move"),
    ("move", "explore"),
)
SOURCES = {
    "explored": "exploring",
    "reward": "dragons",
    "card-point": "weapon cards",
    "scroll-taken": "scrolls",
    "hands-in": "shogun's bonuses",
    "leftovers": "left over at the end",
}


class Opened:
    """Begins with given actions where they are legal, and plays on as the heuristic bot."""

    def __init__(self, opening: Sequence[str]) -> None:
        self._opening = list(opening)
        self._inner = HeuristicBot()

    def choose(self, game: Game[GameState], view: GameState, question: Question) -> Choice:
        if question.kind == "act" and self._opening:
            wanted = Act(self._opening.pop(0))
            if wanted in game.options(view):
                return Choice(wanted, why("nothing-better"))
        return self._inner.choose(game, view, question)


def show(title: str, heads: Sequence[str], lines: Iterable[Sequence[object]]) -> None:
    """A table."""
    rows = [tuple(map(str, line)) for line in lines]
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
    print(f"\n{title}")
    for row in (heads, tuple("-" * width for width in widths), *rows):
        print("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())


def percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


# ---- whole games


def games_of(players: int, games: int) -> list[Session[GameState]]:
    found = []
    for seed in range(games):
        session = new_session(players=players, seed=f"balance {players} {seed}", adventures=seed % 2 == 1)
        play_out(session, bots_of(["heuristic"], players=players, seed=seed))
        found.append(session)
    return found


def endings(played: dict[int, list[Session[GameState]]]) -> None:
    lines = []
    for players, sessions in played.items():
        final = sum(session.state.is_over for session in sessions)
        rounds = [counted(session)["turn-over"] / players for session in sessions]
        before = [turns_before_final(session) / players for session in sessions]
        palaces = Counter(samurai.palace for session in sessions for samurai in session.state.samurai)
        seats = players * len(sessions)
        scores = [samurai.score for session in sessions for samurai in session.state.samurai]
        best = [max(samurai.score for samurai in session.state.samurai) for session in sessions]
        first = sum(
            int(rank.seat) == start_player(session)
            for session in sessions
            for rank in standing(session.state)
            if rank.is_first
        )
        lines.append(
            (
                players,
                percent(final, len(sessions)),
                f"{statistics.median(before):.0f} + {statistics.median(rounds) - statistics.median(before):.0f}",
                percent(palaces["big"], seats),
                percent(palaces["small"], seats),
                percent(palaces[""], seats),
                f"{statistics.median(scores):.0f} / {statistics.median(best):.0f}",
                percent(first, len(sessions)),
            )
        )
    heads = (
        "players",
        "by the Final Chapter",
        "rounds, before + in it",
        "big palace",
        "small",
        "none",
        "points, median / winner",
        "start player wins",
    )
    show("How games end", heads, lines)


def counted(session: Session[GameState]) -> Counter[str]:
    return Counter(event.kind for line in session.lines for event in line.events)


def turns_before_final(session: Session[GameState]) -> int:
    turns = 0
    for line in session.lines:
        for event in line.events:
            if event.kind == "final-chapter":
                return turns
            turns += event.kind == "turn-over"
    return turns


def start_player(session: Session[GameState]) -> int:
    return next(
        int(dict(event.data)["seat"])
        for line in session.lines
        for event in line.events
        if event.kind == "start-player"
    )


def sources(played: dict[int, list[Session[GameState]]]) -> None:
    lines = []
    for players, sessions in played.items():
        points: Counter[str] = Counter()
        for session in sessions:
            for line in session.lines:
                for event in line.events:
                    if event.kind in SOURCES:
                        points[event.kind] += int(dict(event.data).get("points", 1))
        seats = players * len(sessions)
        lines.append((players, *(f"{points[kind] / seats:.1f}" for kind in SOURCES)))
    show("Points a player, by what brought them", ("players", *SOURCES.values()), lines)


def dragons(played: dict[int, list[Session[GameState]]]) -> None:
    lines = []
    for players, sessions in played.items():
        told: Counter[str] = sum((counted(session) for session in sessions), Counter())
        rewards = points_of(sessions, "reward")
        explored, tiles = points_of(sessions, "explored"), actions(sessions, "explore")
        lines.append(
            (
                players,
                f"{told['dragon-attacked'] / len(sessions):.1f}",
                percent(told["dragon-defeated"], told["dragon-attacked"]),
                f"{rewards / max(1, told['dragon-attacked']):.1f}",
                f"{explored / max(1, tiles):.1f}",
            )
        )
    heads = ("players", "attacks a game", "won", "points an attack", "points an exploration")
    show("Dragons", heads, lines)


def points_of(sessions: Iterable[Session[GameState]], kind: str) -> int:
    return sum(
        int(dict(event.data)["points"])
        for session in sessions
        for line in session.lines
        for event in line.events
        if event.kind == kind
    )


def actions(sessions: Iterable[Session[GameState]], field: str) -> int:
    return sum(
        event.kind == "acts" and dict(event.data)["action"] == field
        for session in sessions
        for line in session.lines
        for event in line.events
    )


# ---- openings


def openings(games: int) -> None:
    """Three players, each with an opening drawn for it; then everybody plays the same way."""
    chance = random.Random(5)
    played: Counter[tuple[str, str]] = Counter()
    won: dict[tuple[str, str], float] = defaultdict(float)
    for seed in range(games):
        drawn = [chance.choice(OPENINGS) for _ in range(3)]
        session = new_session(players=3, seed=f"opening {seed}")
        play_out(session, [Opened(opening) for opening in drawn])
        winners = [int(rank.seat) for rank in standing(session.state) if rank.is_first]
        for seat, opening in enumerate(drawn):
            played[opening] += 1
            won[opening] += (seat in winners) / len(winners)
    lines = []
    for opening in OPENINGS:
        share = won[opening] / max(1, played[opening])
        error = 2 * sqrt(share * (1 - share) / max(1, played[opening]))
        lines.append((" + ".join(opening), played[opening], f"{100 * share:.0f} % +- {100 * error:.0f}"))
    show(
        "First two actions of three players, and who wins (33 % is even)",
        ("opening", "played", "wins"),
        lines,
    )


def main() -> int:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    played = {players: games_of(players, games) for players in PLAYERS}
    print(
        f"house pack, heuristic bots, {games} games for each number of players, half of them with adventure tokens"
    )
    endings(played)
    sources(played)
    dragons(played)
    openings(5 * games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
