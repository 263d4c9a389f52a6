"""How long somebody waits for counsel: its first line, all of it, and until it has stopped once nobody wants it.

    python benchmarks/bench_counsel.py [POSITIONS [TABLE ...]]

POSITIONS (default 1, or 12 with FUJIKORO_SOAK=1) of each table, along games of heuristic bots: competitive with 2 and 3
players, co-op with 2, solo, and every mode of each scenario, by names such as ``coop2`` or ``scenario 4 coop``. Counsel
is asked for as a game's page asks, in a thread beside an event loop. Of 100, 95 first lines come within 1 s and 95
whole ones within 5 s; stopped, a page says so at once, and the work beside it has ended within 0.2 s. Judged are only
all tables together.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import msgspec

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from _table import percentile, said  # noqa: E402
from balance_scenarios import tables  # noqa: E402

from fujikoro_nb.background import Background  # noqa: E402
from fujikoro_nb.bots import bots_of, new_session  # noqa: E402
from fujikoro_nb.engine.fujikoro.asked.realm import GameState  # noqa: E402
from fujikoro_nb.engine.fujikoro.games import game_of  # noqa: E402
from fujikoro_nb.engine.fujikoro.scenarios import SCENARIOS  # noqa: E402
from fujikoro_nb.engine.kernel import Question, Session  # noqa: E402
from fujikoro_nb.widgets.guided.counsel import work_of  # noqa: E402

FIRST, WHOLE, STOPPED = 1.0, 5.0, 0.2
ASKED = ("act", "walk", "craft")
"""Questions at which plans are compared."""
MOST_ANSWERS = 900
TRIES = 9


class Table(msgspec.Struct, frozen=True):
    name: str
    mode: str
    players: int
    scenario: int = 0


class Waited(msgspec.Struct, frozen=True):
    """Seconds of one position."""

    first: float
    whole: float
    stopped: float


def all_tables() -> list[Table]:
    plain = [
        Table("competitive2", "competitive", 2),
        Table("competitive3", "competitive", 3),
        Table("coop2", "coop", 2),
        Table("solo", "solo", 1),
    ]
    found: dict[str, Table] = {}
    for one in tables(range(1, len(SCENARIOS) + 1)):
        name = f"scenario {one.scenario} {one.mode}"
        if name not in found or one.players == 2:
            found[name] = Table(name, one.mode, one.players, one.scenario)
    return [*plain, *found.values()]


def positions(table: Table, number: int) -> Iterator[Session[GameState]]:
    """Games at a question that is asked, after a drawn number of answers; another one where it ends before."""
    for at in range(number):
        for again in range(TRIES):
            seed = f"{table.name} {at} {again}"
            session = new_session(players=table.players, seed=seed, mode=table.mode, scenario=table.scenario)
            bots = bots_of(["heuristic"], players=table.players, seed=seed)
            left = random.Random(seed).randrange(MOST_ANSWERS // (again + 1))
            while (question := session.question) is not None:
                left -= 1
                if left < 0 and question.kind in ASKED:
                    break
                view = session.view_for(question.seat)
                session.play(bots[question.seat].choose(session.game, view, question).answer)
            if session.question is not None:
                yield session
                break


async def waited(view: GameState, question: Question, wait: float) -> Waited:
    """Ask once to the end, and once more to stop so many seconds after the first line."""
    firsts: list[float] = []
    begun = perf_counter()
    await _asked(view, question, firsts)
    whole = perf_counter() - begun
    first = firsts[0] - begun
    stopped = await _asked(view, question, [], wait)
    return Waited(first, whole, stopped)


async def _asked(
    view: GameState, question: Question, firsts: list[float], wait: float | None = None
) -> float:
    beside, heard = Background(), asyncio.Event()
    over: asyncio.Future[object] = asyncio.get_running_loop().create_future()

    def hear(_: object) -> None:
        firsts.append(perf_counter())
        heard.set()

    def end(value: object) -> None:
        hear(value)
        if not over.done():
            over.set_result(value)

    beside.start(work_of(game_of(view), view, question, lambda _: None), done=end, failed=end, progress=hear)
    worker = next((one for one in threading.enumerate() if one.name == "fujikoro-beside"), None)
    await heard.wait()
    if wait is None:
        found = await over
        if isinstance(found, Exception):
            raise found
        return 0.0
    await asyncio.sleep(wait)
    begun = perf_counter()
    beside.cancel()
    while worker is not None and worker.is_alive():
        await asyncio.sleep(0.002)
    return perf_counter() - begun


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 12 if os.environ.get("FUJIKORO_SOAK") else 1
    wanted = sys.argv[2:]
    print(f"{number} positions a table; seconds, 50 / 95 of 100; goals {FIRST}, {WHOLE}, {STOPPED}")
    print(f"{'table':28} {'first line':>16} {'all of it':>16} {'stopped':>16}", flush=True)
    everything: list[Waited] = []
    for table in all_tables():
        if wanted and table.name not in wanted:
            continue
        found, chance = [], random.Random(table.name)
        for session in positions(table, number):
            question = session.question
            assert question is not None
            view = session.view_for(question.seat)
            found.append(asyncio.run(waited(view, question, chance.random() / 2)))
        everything += found
        print(line(table.name, found), flush=True)
    if not everything:
        sys.exit(f"no such table; there are {', '.join(table.name for table in all_tables())}")
    print(line("all", everything))
    worst = [max(getattr(one, name) for one in everything) for name in Waited.__struct_fields__]
    print("the longest: " + ", ".join(map(said, worst)))
    ninety = [percentile([getattr(one, name) for one in everything], 95) for name in Waited.__struct_fields__]
    is_met = all(value <= goal for value, goal in zip(ninety, (FIRST, WHOLE, STOPPED), strict=True))
    print("not judged: some tables only" if wanted else "met" if is_met else "MISSED")
    return 0 if is_met else 1


def line(name: str, found: list[Waited]) -> str:
    cells = []
    for field in Waited.__struct_fields__:
        values = [getattr(one, field) for one in found]
        cells.append(f"{percentile(values, 50):.2f} / {percentile(values, 95):.2f}")
    return f"{name:28} " + " ".join(f"{cell:>16}" for cell in cells)


if __name__ == "__main__":
    sys.exit(main())
