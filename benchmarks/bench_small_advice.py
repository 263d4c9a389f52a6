"""What the small games' advice takes of the processor: a hidden deal, an act of Fuji 99, a whole turn, whom to back.

    python benchmarks/bench_small_advice.py                   # some positions of each kind
    FUJIKORO_SOAK=1 python benchmarks/bench_small_advice.py   # ten times as many

The positions are those that bots come to. Each is asked about once, so nothing is known of it, but what was learnt from
other positions is kept, as on a server.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from _table import Row, against_limit, median, percentile, said, show, timed  # noqa: E402

from fujikoro_nb.bots.kinds import KINDS  # noqa: E402
from fujikoro_nb.engine.fuji_99.components import Cubes  # noqa: E402
from fujikoro_nb.engine.kernel import Question  # noqa: E402
from fujikoro_nb.engine.makai_fuda.game import GAME as MAKAI  # noqa: E402
from fujikoro_nb.odds.fuji_99.seen import ASKED, card_advice  # noqa: E402
from fujikoro_nb.odds.fuji_99.turn import advice  # noqa: E402
from fujikoro_nb.odds.makai_fuda.seen import makai_advice  # noqa: E402

TIMES = 10 if os.environ.get("FUJIKORO_SOAK") else 1
POSITIONS = 20 * TIMES
BAGS = 200 * TIMES
WORLDS = 40
"""Of each position."""
WORLD, ACT, TURN, BACKED = 0.001, 0.02, 0.4, 0.4
"""Seconds."""
POINTS = 4.0
"""The widest interval of 95 % of how often a colour wins, in points of a hundred."""
EVERY = 7
"""Questions from one position to the next: what follows one another is alike."""


def positions(game: str, players: int, bot: str, kinds: tuple[str, ...]) -> Iterator[tuple[Any, Question]]:
    """What a seat sees that is asked, along games of bots."""
    kind, chance = KINDS[game], random.Random(game)
    names = [bot] * players
    for number in range(POSITIONS):
        session = kind.session(
            players=players, seed=f"advice {number}", rulings=kind.adopted, variants={}, seats=names
        )
        bots, left = kind.seated(names, players=players, seed=f"advice {number}"), chance.randrange(EVERY * 9)
        while (question := session.question) is not None:
            if question.seat < 0:
                session.deal()
                continue
            view = session.view_for(question.seat)
            left -= 1
            if left < 0 and question.kind in kinds:
                yield view, question
                break
            session.play(bots[question.seat].choose(session.game, view, question).answer)


def worlds() -> Row:
    """One deal that a view leaves open, drawn with equal chances."""
    chance, times = random.Random(1), []
    for view, _ in positions("makai", 4, "heuristic", ("match", "predict")):
        ways = MAKAI.worlds(view)
        times += [timed(lambda: ways.outcome(chance.randrange(ways.total)))[0] for _ in range(WORLDS)]  # noqa: B023
    return against_limit("Makai Fuda: a hidden deal, p50", median(times), WORLD)


def acts() -> Row:
    """Draw or stop, and how many, without cards."""
    chance, times = random.Random(2), []
    for _ in range(BAGS):
        bag = Cubes(chance.randint(4, 20), chance.randint(1, 10), chance.randint(1, 3))
        out, gained = chance.randrange(3), chance.randrange(30)
        times.append(timed(lambda: advice(bag, out=out, gained=gained, ahead=60))[0])  # noqa: B023
    return against_limit("Fuji 99: one act, p95", percentile(times, 95), ACT)


def turns() -> Row:
    """The same with the hand and with the cards that have been seen."""
    asked = tuple(str(step) for step in ASKED)
    times = [
        timed(lambda: card_advice(view))[0]  # noqa: B023
        for view, _ in positions("fuji99", 3, "heuristic", asked)
    ]
    print(f"Fuji 99: {len(times)} turns, median {said(median(times))}, longest {said(max(times))}")
    return against_limit("Fuji 99: a turn with hand and cards seen, p95", percentile(times, 95), TURN)


def backed() -> list[Row]:
    """Whom to back, what to play; how wide the widest interval is."""
    times, widths = [], []
    for view, question in positions("makai", 4, "heuristic", ("predict", "match")):
        seconds, found = timed(lambda: makai_advice(view, question.seat))  # noqa: B023
        times.append(seconds)
        widths += [100 * (high - low) for low, high in (one.interval for one in found)]
    print(f"Makai Fuda: {len(times)} positions, the widest interval {max(widths):.2f} points")
    return [
        against_limit("Makai Fuda: advice, p95", percentile(times, 95), BACKED),
        Row(
            "Makai Fuda: widest interval", max(widths), "limit", POINTS, "<= 4", max(widths) <= POINTS, False
        ),
    ]


if __name__ == "__main__":
    sys.exit(show("Advice of the small games", [worlds(), acts(), turns(), *backed()]))
