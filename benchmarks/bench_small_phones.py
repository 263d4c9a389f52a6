"""A card on four phones: from the tap to its confirmation, beside a bare round trip, and until the last phone shows it.

The server is in this process, each request on a connection of its own, as the tests ask it. The bare round trip is a
request that the same server refuses at its door: nothing is read from the disk and nothing is judged.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from _table import Row, against_limit, against_peer, median, percentile, show  # noqa: E402

from fujikoro_nb.store import Store  # noqa: E402
from tests.serve.seats.served import served  # noqa: E402
from tests.serve.seats.small_phones import phones_at, small_at  # noqa: E402

LIMIT_SECONDS = 0.5
"""From one phone to all others."""
TIMES = 3.0
"""What a confirmed card may take of a bare round trip."""


async def measured(store: Store, games: int) -> list[Row]:
    """Whole games of one tournament."""
    bare: list[float] = []
    confirmed: list[float] = []
    shown: list[float] = []
    for game in range(games):
        table = small_at(store, "makai", ("person",) * 4, "tournaments=1", seed=f"bench {game}")
        chance = random.Random(game)
        async with served(store) as place, phones_at(place, table, range(4), readers=0) as phones:
            while (phone := await phones.asked()) is not None:
                begun = perf_counter()
                await phone.device.ask("GET", "/table/nothing/seat/here")
                bare.append(perf_counter() - begun)
                at, (text, _) = phone.game["at"], chance.choice(phone.offers())
                begun = perf_counter()
                answer = await phone.play(table.code, text)
                confirmed.append(perf_counter() - begun)
                assert answer.status == 200, answer.body
                await phones.until(lambda at=at: all(one.game["at"] > at for one in phones.phones))
                shown.append(perf_counter() - begun)
    print(f"{len(confirmed)} cards")
    return [
        against_peer(
            "card confirmed, p50", median(confirmed), "bare round trip", median(bare), at_least=1 / TIMES
        ),
        against_limit("last phone shows it, p95", percentile(shown, 95), LIMIT_SECONDS),
    ]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, Store.open(f"sqlite:///{folder}/tables.sqlite") as tables:
        show(
            "Small games on phones",
            asyncio.run(measured(tables, int(sys.argv[1]) if len(sys.argv) > 1 else 2)),
        )
