"""Twenty tables of four phones play Makai Fuda on a whole server: no kernel, how long a tap takes, no hand elsewhere.

FUJIKORO_SEAT_SECONDS says for how long, FUJIKORO_SEAT_TABLES at how many tables.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from fujikoro_nb.bots import kinds
from fujikoro_nb.store import Store, Table
from tests.browser.servers import Census, own_server
from tests.serve.seats import served, small_phones
from tests.serve.seats.processes import Elsewhere
from tests.serve.seats.small_phones import Phone, phones_at, session_of, small_at
from tests.serve.seats.small_watch import Watch
from tests.soak.spread import Spread
from tests.support.canaries import canary_deck

SECONDS = float(os.environ.get("FUJIKORO_SEAT_SECONDS", "300"))
TABLES = int(os.environ.get("FUJIKORO_SEAT_TABLES", "20"))
EVERY = 2.0
"""Seconds until whoever is asked answers, about."""
LEAST = 4
"""Answers at each table, also on a machine that stands still."""
FIRST_PAUSE = 0.3
"""Of `seat_play.mjs`, before a tap is sent again."""
PATIENCE = 120.0
"""Seconds; the machine may have other work, and what is too slow is said by the numbers."""
TAP, SEEN = 0.3, 0.5
"""What 95 of 100 taps take at most, and until the last of the other phones shows them."""
STANDS_BY = 1
"""The kernel that waits for a page, which none of these phones is."""


@dataclass
class Told:
    """What all tables together saw."""

    taps: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    again: int = 0
    """Taps that were sent again, because the disk was busy."""
    cards: set[str] = field(default_factory=set)
    """Cards that phones were sent, each to whom it was meant for."""


async def tapped(phone: Phone, code: str, chance: random.Random, told: Told) -> None:
    """One answer, sent again with the same name until it is on the disk."""
    text, then = chance.choice(phone.offers())
    begun = time.monotonic()
    while (answer := await phone.play(code, text, then)).status == 503:
        told.again += 1
        phone.count -= 1
        await asyncio.sleep(FIRST_PAUSE)
    assert answer.status == 200, answer.body
    told.taps.append(time.monotonic() - begun)


async def evening(place: Elsewhere, table: Table, number: int, told: Told, until: float) -> None:
    """Four phones and one that looks on, until a moment of the clock; after each answer all that came is looked at."""
    chance = random.Random(number)
    async with phones_at(place, table, range(4)) as phones:
        watch, count = Watch(phones), 0
        while time.monotonic() < until or count < LEAST:
            phone = await phones.asked()
            if phone is None:
                break
            watch.look()
            await asyncio.sleep(chance.expovariate(1 / EVERY))
            at, begun = phone.game["at"], time.monotonic()
            await tapped(phone, table.code, chance, told)
            await phones.until(lambda at=at: all(one.game["at"] > at for one in phones.phones))
            told.seen.append(time.monotonic() - begun)
            count += 1
        watch.look()
        assert len(session_of(table).lines) == phones.phones[0].game["at"], "all that was told is on the disk"
        told.cards |= watch.seen


def played(folder: Path, *, tables: int, seconds: float) -> tuple[Told, int]:
    """So many tables for so long, and the most kernels that ran meanwhile."""
    told = Told()

    async def all_of(place: Elsewhere, all_tables: list[Table]) -> None:
        until = time.monotonic() + seconds
        await asyncio.gather(
            *(evening(place, table, number, told, until) for number, table in enumerate(all_tables))
        )

    with own_server(folder) as server, Store.open(f"sqlite:///{folder}/tables.sqlite", check=False) as store:
        all_tables = [small_at(store, "makai", ("person",) * 4) for _ in range(tables)]
        with Census(server.process.pid) as census:
            asyncio.run(all_of(Elsewhere(int(server.host.rpartition(":")[2])), all_tables))
    return told, max(census.counts)


def test_three_tables_of_phones_hold_no_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short sample of the long run, which measures as well."""
    monkeypatch.setattr(kinds, "makai_deck", canary_deck)
    told, kernels = played(tmp_path, tables=3, seconds=3)
    assert len(told.taps) >= 3 * LEAST
    assert len(told.cards) > 20, "the canaries are there to be seen"
    assert kernels <= STANDS_BY


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_tables_full_of_small_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spread: Spread) -> None:
    monkeypatch.setattr(kinds, "makai_deck", canary_deck)
    for one in (served, small_phones):
        monkeypatch.setattr(one, "PATIENCE", PATIENCE)
    told, kernels = played(tmp_path, tables=TABLES, seconds=SECONDS)
    taps, seen = sorted(told.taps), sorted(told.seen)
    tap, shown = taps[int(len(taps) * 0.95)], seen[int(len(seen) * 0.95)]
    spread.say(
        f"{TABLES} tables of four phones and one that looks on, {SECONDS:.0f} s: {len(taps)} taps, "
        f"{told.again} sent again, p95 {tap:.3f} s; on the last phone p95 {shown:.3f} s, at most {seen[-1]:.3f} s"
    )
    spread.say(f"{len(told.cards)} canaries, each sent to whom it was meant for; kernels at most {kernels}")
    assert kernels <= STANDS_BY
    assert tap < TAP
    assert shown < SEEN
