"""Whether a character of the house pack wins more than its share, and by what: competitive games of bots.

    python benchmarks/balance_characters.py [GAMES [BUDGET [PLAYERS]]] [--processes N] [--dask ADDRESS] [--this-code]

GAMES (default 200 with FUJIKORO_SOAK=1, else 2) of PLAYERS (default 3) different characters, played by planner bots;
BUDGET as `fujikoro play --budget` takes it (default 6), or the word heuristic: then those bots play. Every seven games
each character sits in every seat once. Each game is kept in benchmarks/results/character-games.jsonl as it ends; a
later run plays what is missing, and all that are kept count. A character is too strong when even the lower end of its
interval of 95 % is above one and a half even shares.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from functools import partial
from time import process_time
from typing import Any

from _kept import Kept, add_arguments, each_as_it_ends, workers
from balance import SOURCES, share_of_wins, show, told

from fujikoro_nb.bots import Budget, bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.characters import PEOPLE
from tools.checkout import RESULTS

STRONG = 1.5
"""Even shares."""
HEURISTIC = "heuristic"
FEWEST = 200
"""Games from which a verdict is given."""
NAMES = tuple(sorted(PEOPLE))


def cast(number: int, players: int) -> tuple[str, ...]:
    """Who sits where: seven characters in a circle, with another distance between the seats in each seven games."""
    begin, apart = number % len(NAMES), 1 + number // len(NAMES) % ((len(NAMES) - 1) // (players - 1))
    return tuple(NAMES[(begin + seat * apart) % len(NAMES)] for seat in range(players))


def played(players: int, budget: str, number: int) -> dict[str, Any]:
    """One game: who has what part of the victory, and how many points."""
    begun = process_time()
    who = cast(number, players)
    session = new_session(players=players, seed=f"characters {number}", characters=who)
    is_quick = budget == HEURISTIC
    thinks = {} if is_quick else {"budget": Budget.of(budget)}
    bots = bots_of([HEURISTIC if is_quick else "planner"], players=players, seed=number, **thinks)
    play_out(session, bots)
    sat = told(session).sat
    return {
        "cast": list(who),
        "won": [one.won for one in sat],
        "scores": [one.score for one in sat],
        "sources": [dict(one.points) for one in sat],
        "seconds": round(process_time() - begun, 1),
    }


def sources(games: Sequence[Mapping[str, Any]]) -> list[tuple[object, ...]]:
    """A line a character: points a game by what brought them; games kept without that do not count."""
    lines: list[tuple[object, ...]] = []
    for name in NAMES:
        own = [
            one["sources"][one["cast"].index(name)]
            for one in games
            if name in one["cast"] and "sources" in one
        ]
        means = [sum(one.get(kind, 0) for one in own) / len(own) if own else 0.0 for kind in SOURCES]
        lines.append((name, *(f"{value:.1f}" for value in means)))
    return lines


def rows(games: Sequence[Mapping[str, Any]], players: int) -> tuple[list[tuple[object, ...]], bool]:
    """A line a character, in even shares; and whether none is too strong."""
    lines, is_fair = [], True
    for name in NAMES:
        own = [(one, one["cast"].index(name)) for one in games if name in one["cast"]]
        if len(own) < 2:
            lines.append((name, len(own), "-", "-", "-"))
            continue
        share, error = (players * value for value in share_of_wins([one["won"][seat] for one, seat in own]))
        points = sum(one["scores"][seat] for one, seat in own) / len(own)
        is_strong = share - error > STRONG
        is_fair = is_fair and not is_strong
        verdict = "TOO STRONG" if is_strong else "below" if share + error <= STRONG else "open"
        if len(games) < FEWEST:
            verdict = "few games"
        interval = f"{share:.2f} ({max(0.0, share - error):.2f} to {share + error:.2f})"
        lines.append((name, len(own), interval, f"{points:.1f}", verdict))
    return lines, is_fair


def main() -> int:
    usual = FEWEST if os.environ.get("FUJIKORO_SOAK") else 2
    parser = ArgumentParser(description="Whether a character wins more than its share.")
    parser.add_argument("games", nargs="?", type=int, default=usual)
    parser.add_argument("budget", nargs="?", default="6")
    parser.add_argument("players", nargs="?", type=int, default=3, choices=(2, 3, 4))
    add_arguments(parser)
    asked = parser.parse_args()
    kept = Kept(RESULTS / "character-games.jsonl", is_of_this_code=asked.this_code)
    what = {"players": asked.players, "budget": asked.budget}
    play, numbers = partial(played, asked.players, asked.budget), kept.missing(range(asked.games), **what)
    with workers(asked.processes, asked.dask) as pool:
        for number, game in each_as_it_ends(pool, play, numbers, processes=asked.processes):
            kept.add({**what, "number": number, **game})
    games = kept.of(**what)
    lines, is_fair = rows(games, asked.players)
    who = "heuristic bots" if asked.budget == HEURISTIC else f"planner bots, budget {asked.budget}"
    show(
        f"{len(games)} games of {asked.players} {who}, played on {kept.codes(**what)}"
        f" codes: wins in even shares (95 %), below {STRONG} is wanted",
        ("character", "games", "even shares", "points", f"beside {STRONG}"),
        lines,
    )
    show("Points a game, by what brought them", ("character", *SOURCES.values()), sources(games))
    return 0 if is_fair or len(games) < FEWEST else 1


if __name__ == "__main__":
    sys.exit(main())
