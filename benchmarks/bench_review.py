"""How long a review of a long game takes, with how far it was after each tenth, and how many known positions it names.

    python benchmarks/bench_review.py [TURNS [known]]

A game of two heuristic bots is played on from seed to seed until one has TURNS turns (default 70), and looked at again
with two processes, as `fujikoro review` does. ``known`` also counts the fifty positions of the tests whose best answer
is known. A review should take 3 minutes at most, and name 45 of the 50.
"""

from __future__ import annotations

import os
import sys
from itertools import count, islice
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.commands.review import processes
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.play.seats import GameSession
from fujikoro_nb.review.game import reviewed

MOST_SECONDS = 180
LEAST_NAMED, KNOWN = 45, 50


def long_game(turns: int) -> GameSession:
    """The first game that does not end before."""
    for number in count():
        session = new_session(players=2, seed=f"review {number}")
        played = play_out(session, bots_of(["heuristic"], players=2, seed=number), most_turns=turns)
        if played.turns >= turns:
            return session
    raise AssertionError("some game is as long")


def timed(turns: int) -> float:
    """Seconds of the review of such a game."""
    session = long_game(turns)
    begun, before, told = monotonic(), _worked(), 0.0

    def report(share: float) -> None:
        nonlocal told
        if share >= told + 0.1:
            told = share
            print(f"  {round(100 * share)} % after {monotonic() - begun:.0f} s", flush=True)

    with processes() as run:
        review = reviewed(session, Seat(0), run=run, report=report)
    seconds, worked = monotonic() - begun, _worked() - before
    looked_at = f"{turns} turns, {len(session.lines)} answers, {review.decisions} decisions"
    print(f"{looked_at}: {seconds:.0f} s, {worked:.0f} s of processors", flush=True)
    return seconds


def _worked() -> float:
    """Seconds of processors that this process and those it has ended took."""
    return sum(os.times()[:4])


def named() -> int:
    """How many of the positions with a known best answer the review names it in."""
    from tests.support.known_answers import book_fights, drawn_fights, escapes, fight, names_it

    fights = [*map(fight, book_fights()), *islice(drawn_fights(), 10)]
    known = [*islice(escapes(), KNOWN - len(fights)), *fights]
    missed = [one.name for one in known if not names_it(one)]
    print(f"{len(known) - len(missed)} of {len(known)} named; not: {', '.join(missed)}", flush=True)
    return len(known) - len(missed)


def main() -> int:
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 70
    is_good = timed(turns) <= MOST_SECONDS
    if "known" in sys.argv[2:]:
        is_good = named() >= LEAST_NAMED and is_good
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
