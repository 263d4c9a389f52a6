"""A hub's server for guests: phones write seats there with a key of their own, below the service's address."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from fujikoro_nb.helper.seats.record import HOST
from fujikoro_nb.hub.readers import application
from fujikoro_nb.serve.connections import LimitedServer
from fujikoro_nb.serve.readers.handlers import Readers
from fujikoro_nb.serve.seats.serving import ReadersAndSeats
from fujikoro_nb.store import Store
from fujikoro_nb.store.sharing import READERS_PLACE, SEATS_KEY, seats_link
from tests.play.seats_at_a_table import evening_of, new_table
from tests.serve.seats.served import Device, Place

READING, WRITING, BASE = "r" * 32, "s" * 32, "/services/tables/"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path / "data"))


@asynccontextmanager
async def hubs(store: Store, seats: str = WRITING) -> AsyncIterator[Place]:
    """The service of these tables, for a while."""
    before = asyncio.all_tasks()
    readers = ReadersAndSeats(store, has_host=False) if seats else Readers(store)
    app = application(readers, READING, BASE, seats)
    server = LimitedServer(app, behind_proxy=True)
    server.listen(0, "127.0.0.1")
    try:
        (port,) = (one.getsockname()[1] for one in server.sockets)
        yield Place(port, app.guard)
    finally:
        server.stop()
        await server.close_all_connections()
        readers.close()
        while asyncio.all_tasks() - before:  # streams end with their next beat
            await asyncio.sleep(0.05)


async def scanned(place: Place, path: str, key: str) -> tuple[Device, int]:
    """A phone that opened a link, and how it was answered."""
    phone = Device(place, None)
    return phone, (await phone.ask("GET", f"{BASE}{path}?token={key}")).status


async def written(phone: Device, code: str, what: str, body: object) -> tuple[int, object]:
    """What a seat's page asks for, below the service's address."""
    answer = await phone.ask("POST", f"{BASE}fujikoro/seat/{code}/{what}?lang=en", body)
    return answer.status, answer.told.get("refused")


def test_a_phone_writes_a_seat_of_a_members_table_and_nobody_is_the_host(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path}/tables.sqlite") as store:
        table = new_table(store)
        code = table.table.code

        async def evening() -> None:
            async with hubs(store) as place:
                phone, status = await scanned(place, f"table/{code}/seat", WRITING)
                assert status == 302
                page = await phone.ask("GET", f"{BASE}table/{code}/seat")
                assert page.status == 200 and '"mayHost": false' in page.body
                assert f"{BASE}fujikoro/seat/{code}/write" in page.body
                assert await written(phone, code, "sit", {"seat": HOST}) == (403, "host-only")
                sat = await phone.ask("POST", f"{BASE}fujikoro/seat/{code}/sit?lang=en", {"seat": 1})
                line = next(line for line in sat.head.splitlines() if f"-seat-{code}=" in line)
                (kept,) = SimpleCookie(line.partition(":")[2]).values()
                assert (kept["path"], kept["samesite"], kept["httponly"]) == (BASE, "Strict", True)
                tap = {"seat": 1, "seen": 99, "id": "tap-0001", "do": {"act": "out", "on": True}}
                assert (await written(phone, code, "write", tap))[0] == 200

        asyncio.run(evening())
        assert evening_of(table.table).down == (1,)


def test_the_readers_key_and_a_table_servers_own_write_no_seat(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path}/tables.sqlite") as store:
        code = new_table(store).table.code

        async def evening() -> None:
            async with hubs(store) as place:
                reader, status = await scanned(place, f"table/{code}", READING)
                assert status == 302
                answer = await reader.ask("POST", f"{BASE}fujikoro/seat/{code}/sit", {"seat": 1})
                assert answer.status == 403
                assert (await scanned(place, f"table/{code}/seat", READING))[1] == 403
                assert (await scanned(place, f"table/{code}/seat", "x" * 32))[1] == 403
            async with hubs(store, seats="") as place:  # a club that has no such key, as before
                phone, _ = await scanned(place, f"table/{code}", READING)
                page = await phone.ask("GET", f"{BASE}table/{code}")
                assert page.status == 200 and f"table/{code}/seat" not in page.body

        asyncio.run(evening())


def test_a_members_page_shows_where_seats_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SEATS_KEY, WRITING)
    monkeypatch.setenv(READERS_PLACE, BASE)
    link = seats_link("https://club.example", "BCDFGH")
    assert link == f"https://club.example{BASE}table/BCDFGH/seat?token={WRITING}"
