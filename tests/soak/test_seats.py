"""Twenty tables with four writing seats each for ten minutes: how long a tap takes, how soon others see it.

FUJIKORO_SEAT_SECONDS says for how long, FUJIKORO_SEAT_TABLES at how many tables.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.store import Store
from tests.play.seats_at_a_table import evening_of, new_table, seats_of
from tests.serve.seats.processes import Elsewhere, server_process
from tests.serve.seats.served import PATIENCE, Device, Place

SECONDS = float(os.environ.get("FUJIKORO_SEAT_SECONDS", "600"))
TABLES = int(os.environ.get("FUJIKORO_SEAT_TABLES", "20"))
EVERY = 2.0
"""Seconds between two taps of a person, about."""
LEAST = 4
"""Taps of each phone, also on a machine that stands still: the fourth gives a point."""
FIRST_PAUSE = 0.4
"""Of `seat_queue.mjs`, before a tap is sent again."""
TAP, SEEN = 0.3, 2.0
"""What 95 of 100 taps take at most, and until others see them."""


class Evening:
    """One table: four phones that tap, and hear what the others tap."""

    def __init__(self, place: Place, code: str, number: int) -> None:
        self.code, self.chance = code, random.Random(number)
        self.phones = [Device(place, None, address=f"10.0.{number}.{seat + 1}") for seat in range(4)]
        self.taps: list[float] = []
        self.seen: list[float] = []
        self.given = [0] * 4
        self.again = 0
        """Taps that were sent again, because the disk was busy."""
        self._told: dict[int, float] = {}
        self.heard = [0] * 4
        """The newest version that each phone has drawn."""

    async def run(self, until: float) -> None:
        """Until a moment of the loop's clock."""
        for seat, phone in enumerate(self.phones):
            assert (await phone.sit(self.code, seat)).status == 200
        hearing = [asyncio.create_task(self._hear(seat, phone)) for seat, phone in enumerate(self.phones)]
        await asyncio.gather(*(self._tap(seat, phone, until) for seat, phone in enumerate(self.phones)))
        async with asyncio.timeout(PATIENCE):
            while self._told and min(self.heard) < max(self._told):
                await asyncio.sleep(0.05)
        for task in hearing:
            task.cancel()
        await asyncio.gather(*hearing, return_exceptions=True)

    async def _hear(self, seat: int, phone: Device) -> None:
        async with phone.listening(self.code) as told:
            while (word := await told()) is not None:
                now = time.monotonic()
                self.heard[seat] = word[1]["version"]
                self.seen += [now - at for version, at in self._told.items() if version == word[1]["version"]]

    async def _tap(self, seat: int, phone: Device, until: float) -> None:
        number = 0
        while time.monotonic() < until or number < LEAST:
            await asyncio.sleep(self.chance.expovariate(1 / EVERY))
            number += 1
            fields: dict[str, Any] = {"act": "points", "points": 1, "score": self.given[seat]}
            if number % 4:
                cell = [self.chance.randint(1, 5), self.chance.randint(1, 5)]
                material = self.chance.choice("WMT.")
                fields = {"act": "paint", "kind": "weapon", "material": material, "cells": [cell]}
            elif self.given[seat] >= 400:
                fields = {"act": "unlock", "on": number % 8 == 0}
            begun = time.monotonic()
            answer = await phone.tap(self.code, seat, name=f"tap-{number:06}", **fields)
            while answer.status == 503:  # as a phone does: the same tap again, until it is answered
                self.again += 1
                await asyncio.sleep(FIRST_PAUSE)
                answer = await phone.tap(self.code, seat, name=f"tap-{number:06}", **fields)
            assert answer.status == 200, answer.body
            self.taps.append(time.monotonic() - begun)
            self._told[answer.told["version"]] = begun
            self.given[seat] += fields["act"] == "points"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path / "data"))


def played(folder: Path, *, tables: int, seconds: float) -> list[Evening]:
    """So many tables for so long; nothing of what their phones were told is lost, and each has heard of the newest."""
    address = f"sqlite:///{folder}/tables.sqlite"

    async def all_of(port: int, codes: list[str]) -> list[Evening]:
        place = Elsewhere(port)
        evenings = [Evening(place, code, number) for number, code in enumerate(codes)]
        until = time.monotonic() + seconds
        await asyncio.gather(*(evening.run(until) for evening in evenings))
        return evenings

    with Store.open(address) as store:
        codes = [new_table(store).table.code for _ in range(tables)]
        with server_process(address) as (port, _):
            evenings = asyncio.run(all_of(port, codes))
        for evening in evenings:
            table = store.table(evening.code)
            assert [evening_of(table).score(seat) for seat in range(4)] == evening.given
            assert all(seats_of(table)[seat].writes > 1 for seat in range(4))
            assert evening.heard == [table.head().version] * 4
    return evenings


def test_a_table_of_four_who_write_for_some_seconds(tmp_path: Path) -> None:
    """A short sample of the long run, which measures as well."""
    (evening,) = played(tmp_path, tables=1, seconds=6)
    assert len(evening.taps) >= 4 * LEAST and min(evening.given) > 0


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_tables_full_of_writing_seats(tmp_path: Path) -> None:
    evenings = played(tmp_path, tables=TABLES, seconds=SECONDS)
    taps = sorted(one for evening in evenings for one in evening.taps)
    seen = sorted(one for evening in evenings for one in evening.seen)
    at: Callable[[list[float]], float] = lambda times: times[int(len(times) * 0.95)]  # noqa: E731
    again = sum(evening.again for evening in evenings)
    print(  # noqa: T201
        f"{len(taps)} taps, {again} sent again, p95 {at(taps):.3f} s; "
        f"seen p95 {at(seen):.3f} s, at most {seen[-1]:.3f} s"
    )
    assert at(taps) < TAP
    assert at(seen) < SEEN
