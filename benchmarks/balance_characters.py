"""Whether a character of the house pack wins more than its share: competitive games of planner bots who are characters.

    python benchmarks/balance_characters.py [GAMES [BUDGET [PLAYERS]]] [--processes N] [--dask ADDRESS] [--this-code]

GAMES (default 200 with FUJIKORO_SOAK=1, else 2) of PLAYERS (default 3) different characters; BUDGET as `fujikoro play
--budget` takes it (default 6). Every seven games each character sits in every seat once. Each game is kept in
benchmarks/results/character-games.jsonl as it ends; a later run plays what is missing, and all that are kept count.
A character is too strong when even the lower end of its interval of 95 % is above one and a half even shares.
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
from balance import share_of_wins, show

from fujikoro_nb.bots import Budget, bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.characters import PEOPLE
from fujikoro_nb.engine.fujikoro.rules.end import standing
from tools.checkout import RESULTS

STRONG = 1.5
"""Even shares."""
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
    bots = bots_of(["planner"], players=players, seed=number, budget=Budget.of(budget))
    play_out(session, bots)
    first = [int(rank.seat) for rank in standing(session.state) if rank.is_first]
    return {
        "cast": list(who),
        "won": [(seat in first) / len(first) for seat in range(players)],
        "scores": [int(one.score) for one in session.state.samurai],
        "seconds": round(process_time() - begun, 1),
    }


def rows(games: Sequence[Mapping[str, Any]], players: int) -> tuple[list[tuple[object, ...]], bool]:
    """A line a character, in even shares; and whether none is too strong."""
    told, is_fair = [], True
    for name in NAMES:
        own = [(one, one["cast"].index(name)) for one in games if name in one["cast"]]
        if len(own) < 2:
            told.append((name, len(own), "-", "-", "-"))
            continue
        share, error = (players * value for value in share_of_wins([one["won"][seat] for one, seat in own]))
        points = sum(one["scores"][seat] for one, seat in own) / len(own)
        is_strong = share - error > STRONG
        is_fair = is_fair and not is_strong
        verdict = "TOO STRONG" if is_strong else "below" if share + error <= STRONG else "open"
        if len(games) < FEWEST:
            verdict = "few games"
        interval = f"{share:.2f} ({max(0.0, share - error):.2f} to {share + error:.2f})"
        told.append((name, len(own), interval, f"{points:.1f}", verdict))
    return told, is_fair


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
    told, is_fair = rows(games, asked.players)
    show(
        f"{len(games)} games of {asked.players} planner bots, budget {asked.budget}, played on {kept.codes(**what)}"
        f" codes: wins in even shares (95 %), below {STRONG} is wanted",
        ("character", "games", "even shares", "points", f"beside {STRONG}"),
        told,
    )
    return 0 if is_fair or len(games) < FEWEST else 1


if __name__ == "__main__":
    sys.exit(main())
