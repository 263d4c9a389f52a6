"""Seats that write by requests: their stream, keys and refusals, bounds, and what a restarted server knows."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fujikoro_nb.helper.seats.record import HOST
from fujikoro_nb.play.seat_table import Key
from fujikoro_nb.serve.guard import Guard
from fujikoro_nb.serve.keys import seats_key
from fujikoro_nb.serve.seats.limits import MAX_BODY, SITS_AT_ONCE, WRITES_AT_ONCE
from fujikoro_nb.store import Store
from tests.play.seats_at_a_table import evening_of, new_table, seats_of
from tests.serve.seats.served import READING, WHOLE, Device, served


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path / "data"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path}/tables.sqlite") as one:
        yield one


PAINT = {"kind": "weapon", "material": "M", "cells": [[2, 4]]}


def test_a_tap_is_on_the_table_and_everybody_sees_it(store: Store) -> None:
    table = new_table(store)
    code = table.table.code

    async def evening() -> None:
        async with served(store) as place:
            ben, cleo = place.device(), place.device(address="192.0.2.2")
            assert (await ben.sit(code, 1)).told["seat"] == 1
            await cleo.sit(code, 2)
            async with cleo.listening(code) as told:
                kind, first = await told()
                assert kind == "whole" and first["models"]["page"]["state"]["view"]["seat"] == 2
                answer = await ben.tap(code, 1, "paint", name="tap-0001", **PAINT)
                assert answer.status == 200 and answer.told["version"] == table.table.head().version
                kind, news = await told()
                while news["version"] < answer.told["version"]:
                    kind, news = await told()
                page = news["models"]["page"]["state"]
                assert (kind, page["newest"]) == ("change", "Bo: metal at row 4, column 2")
                assert page["view"]["people"][1]["weapon"].endswith(".M...:...")
                assert "page.grid" not in news["models"]  # the own board is as it was
            async with ben.listening(code) as told:
                grid = (await told())[1]["models"]["page.grid"]["state"]
                assert (
                    grid["weapon"].endswith(".M...:...")
                    and grid["verdict"]["seal"] == "but"
                    and grid["is_editable"]
                )

    asyncio.run(evening())
    assert seats_of(table.table)[1].board.weapon.endswith(".M...:...")


def test_a_device_without_a_seat_sees_who_sits_where_and_writes_nothing(store: Store) -> None:
    table = new_table(store)
    code = table.table.code

    async def evening() -> None:
        async with served(store) as place:
            await place.device(address="192.0.2.9").sit(code, 1)
            other = place.device()
            async with other.listening(code, "&seat=1") as told:
                models = (await told())[1]["models"]
                view = models["page"]["state"]["view"]
                assert (view["seat"], view["hand"], view["me"], "page.grid" in models) == (
                    -2,
                    "",
                    None,
                    False,
                )
                assert [one["isHeld"] for one in view["people"]] == [False, True, False, False]
            answer = await other.tap(code, 1, "out", name="tap-0001", on=True)
            assert (answer.status, answer.told["refused"]) == (403, "not-held")

    asyncio.run(evening())


def test_nobody_writes_anothers_seat_without_being_seen_to_take_it_over(store: Store) -> None:
    """Raw requests: a foreign key, an old one, a guessed one, a replayed one, that of another table."""
    table, elsewhere = new_table(store), new_table(store)
    code, other_code = table.table.code, elsewhere.table.code

    async def evening() -> None:
        async with served(store) as place:
            ben, cleo, stranger = place.device(), place.device(), place.device()
            await ben.sit(code, 1)
            await cleo.sit(code, 2)
            await stranger.sit(other_code, 1)
            await ben.tap(code, 1, "out", name="tap-0001", on=True)
            name = f"{COOKIE_OF}-{code}"
            mine, theirs = ben.cookies[name], stranger.cookies[f"{COOKIE_OF}-{other_code}"]
            version = table.table.head().version

            async def refused(
                device: Device, seat: int, key: str | None, tap: str = "tap-0002"
            ) -> tuple[int, str]:
                before = dict(device.cookies)
                device.cookies.pop(name, None)
                if key is not None:
                    device.cookies[name] = key
                answer = await device.tap(code, seat, "out", name=tap, on=False)
                device.cookies = before
                assert table.table.head().version == version
                return answer.status, answer.told["refused"]

            secret = mine.partition(".")[2]
            assert await refused(cleo, 1, cleo.cookies[name]) == (403, "not-yours")
            assert await refused(cleo, 1, cleo.cookies[name], "tap-0001") == (403, "not-yours")  # replayed
            assert await refused(cleo, 1, theirs) == (403, "taken-over")
            assert await refused(cleo, 1, None) == (403, "not-held")
            assert await refused(cleo, 1, f"host.{secret}") == (403, "not-held")
            for guess in (f"1.{secret[:-1]}", f"1.{secret}x", f"1.{secret.swapcase()}", "1.x"):
                assert await refused(cleo, 1, guess) == (403, "taken-over"), guess
            for guess in ("", "1", "1.", "6.x", "1." + "x" * 500):
                assert await refused(cleo, 1, guess) == (403, "not-held"), guess
            assert (await cleo.sit(code, 1)).told["refused"] == "held"
            assert table.table.head().version == version
            assert (await stranger.sit(code, 1, over=True)).status == 200
            assert table.table.since(version)[0].label.find("taken over by another device") > 0
            version = table.table.head().version
            assert await refused(ben, 1, mine) == (403, "taken-over")
            assert await refused(ben, 1, mine, "tap-0001") == (403, "taken-over")

    asyncio.run(evening())


def test_a_foreign_key_frees_no_seat_sees_none_and_asks_for_no_odds(store: Store) -> None:
    """Raw requests again, to every other address of a seat."""
    table, elsewhere = new_table(store), new_table(store)
    code, other_code = table.table.code, elsewhere.table.code

    async def evening() -> None:
        async with served(store) as place:
            ben, stranger = place.device(), place.device(address="192.0.2.7")
            await ben.sit(code, 1)
            await stranger.sit(other_code, 1)
            secret = ben.cookies[f"{COOKIE_OF}-{code}"]
            theirs = stranger.cookies[f"{COOKIE_OF}-{other_code}"]
            version = table.table.head().version
            nearly = secret[:-1] + ("-" if secret.endswith("_") else "_")  # whatever the secret ends with
            for key in (theirs, nearly, f"0{secret[1:]}", f"host{secret[1:]}"):
                stranger.cookies[f"{COOKIE_OF}-{code}"] = key
                answer = await stranger.post("leave", code, {})
                assert answer.status == 403, key
                stranger.cookies[f"{COOKIE_OF}-{code}"] = key
                question = {"who": [1], "health": 8, "initiative": 5, "dice": 3}
                assert (await stranger.post("odds", code, question)).status in (403, 429), key
                async with stranger.listening(code, "&seat=1") as told:
                    view = (await told())[1]["models"]["page"]["state"]["view"]
                    assert (view["hand"], view["me"]) == ("", None), key
            assert table.table.head().version == version
            assert (await ben.tap(code, 1, "out", name="tap-0001", on=True)).status == 200

    asyncio.run(evening())


COOKIE_OF = "fujikoro-seat"


def test_readers_and_strangers_reach_no_seat(store: Store) -> None:
    table = new_table(store)
    code = table.table.code

    async def evening() -> None:
        async with served(store) as place:
            for device in (place.device("reader"), place.device(None)):
                for what, body in (("sit", {"seat": 1}), ("write", {}), ("leave", {})):
                    assert (await device.post(what, code, body)).status == 403
                for path in (f"/table/{code}/seat", f"/fujikoro/seat/{code}/events"):
                    assert (await device.ask("GET", path)).status == 403
            seat = place.device("seat")
            for path in ("/", "/voila/render/helper.ipynb", "/api/kernels"):
                assert (await seat.ask("GET", path)).status == 403, path
            assert (await seat.ask("GET", f"/table/{code}/seat")).status == 200

    asyncio.run(evening())
    assert table.table.head().version == 1


def test_a_foreign_page_writes_nothing(store: Store) -> None:
    table = new_table(store)
    code = table.table.code

    async def evening() -> None:
        async with served(store, has_keys=False) as place:
            ben = place.device(None)
            await ben.sit(code, 1)
            version = table.table.head().version
            tap = {"seat": 1, "seen": 9, "id": "tap-0001", "do": {"act": "out", "on": True}}
            assert (await ben.post("write", code, tap, Origin="http://evil.example")).status == 403
            assert (await ben.post("write", code, tap, Sec_Fetch_Site="cross-site")).status == 403
            for kind in ("text/plain", "application/x-www-form-urlencoded"):
                assert (await ben.post("write", code, tap, Content_Type=kind)).status == 415
            assert (await ben.post("write", code, tap, Content_Type="multipart/form-data")).status == 400
            assert table.table.head().version == version
            assert (await ben.post("write", code, tap)).status == 200

    asyncio.run(evening())


def test_what_no_page_sends_is_refused_and_bounded(store: Store) -> None:
    table = new_table(store)
    code = table.table.code
    bodies: list[tuple[object, int]] = [
        (b"", 400),
        (b"[", 400),
        (b"\xff", 400),
        (b"[" * 4000, 400),
        ({"seat": 1}, 400),
        ({"seat": 1, "seen": 1, "id": "tap-0001", "do": {"act": "out", "on": True, "more": 1}}, 400),
        (b" " * (MAX_BODY + 1), 413),
    ]

    async def evening() -> None:
        async with served(store) as place:
            ben = place.device()
            await ben.sit(code, 1)
            version = table.table.head().version
            for body, status in bodies:
                answer = await ben.post("write", code, body)
                assert answer.status == status, body
                assert answer.told["said"] == "That could not be read, and nothing was changed."
                assert "X-Frame-Options: DENY" in answer.head and "no-store" in answer.head
            for method in ("GET", "PUT", "DELETE"):
                assert (await ben.ask(method, f"/fujikoro/seat/{code}/write")).status == 405
            assert (await ben.sit("BCDFGH", 1)).status == 404
            assert table.table.head().version == version

    asyncio.run(evening())


def test_one_seat_cannot_write_without_end(store: Store) -> None:
    table = new_table(store)
    code = table.table.code

    async def evening() -> None:
        async with served(store, clock=lambda: 0.0) as place:
            ben, cleo = place.device(), place.device()
            await ben.sit(code, 1)
            await cleo.sit(code, 2)
            answers = [
                await ben.tap(code, 1, "out", name=f"tap-{number:04}", on=number % 2 == 0)
                for number in range(WRITES_AT_ONCE + 1)
            ]
            assert [one.status for one in answers] == [200] * WRITES_AT_ONCE + [429]
            assert answers[-1].told["refused"] == "too-fast" and "Retry-After: 1" in answers[-1].head
            assert (await cleo.tap(code, 2, "out", name="tap-0001", on=True)).status == 200
            sits = [(await cleo.sit(code, 3)).status for _ in range(SITS_AT_ONCE + 1)]
            assert sits[-1] == 429

    asyncio.run(evening())


def test_who_was_taken_over_is_shown_so_at_once(store: Store) -> None:
    table = new_table(store)
    code = table.table.code

    async def evening() -> None:
        async with served(store) as place:
            lost, found = place.device(), place.device()
            await lost.sit(code, 1)
            async with lost.listening(code) as told:
                assert (await told())[1]["models"]["page"]["state"]["view"]["hand"] == "seat"
                await found.sit(code, 1, over=True)
                assert await told() is None  # the stream ends; asked anew it is a device without a seat
            async with lost.listening(code) as told:
                assert (await told())[1]["models"]["page"]["state"]["view"]["hand"] == ""

    asyncio.run(evening())


def test_a_new_scan_and_another_browser_find_what_was_confirmed(store: Store) -> None:
    table = new_table(store)
    code = table.table.code

    async def evening() -> None:
        async with served(store) as place:
            phone = place.device()
            await phone.sit(code, 1)
            await phone.tap(code, 1, "paint", name="tap-0001", **PAINT)
            scanned = await phone.ask("GET", f"/table/{code}/seat?token={seats_key(WHOLE)}")
            assert scanned.status == 302  # the address without the key
            async with phone.listening(code) as told:
                assert (await told())[1]["models"]["page"]["state"]["view"]["hand"] == "seat"
            phone.cookies.pop(f"{COOKIE_OF}-{code}")  # the session alone is left: it is the same device
            assert (await phone.sit(code, 1)).status == 200
            other = place.device()
            assert (await other.sit(code, 1)).told["refused"] == "held"
            assert (await other.sit(code, 1, over=True)).status == 200
            async with other.listening(code) as told:
                grid = (await told())[1]["models"]["page.grid"]["state"]
                assert grid["weapon"].endswith(".M...:...")

    asyncio.run(evening())


def test_a_server_that_was_killed_knows_seats_and_doubles(tmp_path: Path) -> None:
    """All of it lies in the store: another server goes on, and what was sent again is not done again."""
    store = Store.open(f"sqlite:///{tmp_path}/tables.sqlite")
    code = new_table(store).table.code
    cookies: dict[str, str] = {}

    async def before() -> None:
        async with served(store) as place:
            ben = place.device()
            await ben.sit(code, 1)
            await ben.tap(code, 1, "backpack", name="tap-0001", material="W", by=1)
            cookies.update(ben.cookies)

    async def after() -> None:
        async with served(again) as place:
            ben = place.device()
            ben.cookies[f"{COOKIE_OF}-{code}"] = cookies[f"{COOKIE_OF}-{code}"]
            assert (await ben.tap(code, 1, "backpack", name="tap-0001", material="W", by=1)).status == 200
            assert (await ben.tap(code, 1, "backpack", name="tap-0002", material="M", by=1)).status == 200

    asyncio.run(before())
    with Store.open(f"sqlite:///{tmp_path}/tables.sqlite") as again:
        asyncio.run(after())
        assert seats_of(again.table(code))[1].board.backpack == "WM"


def test_the_host_writes_every_seat_with_the_players_session_alone(store: Store) -> None:
    table = new_table(store)
    code = table.table.code

    async def evening() -> None:
        async with served(store) as place:
            phone, laptop = place.device(), place.device("player")
            assert (await phone.sit(code, HOST)).told["refused"] == "host-only"
            assert (await laptop.sit(code, HOST)).status == 200
            assert (
                await laptop.tap(code, 2, "points", name="tap-0001", points=3, score=0, source="scroll")
            ).status == 200
            async with laptop.listening(code, "&seat=2") as told:
                view = (await told())[1]["models"]["page"]["state"]["view"]
                assert (view["seat"], view["hand"], view["me"]["undo"]["what"]) == (
                    2,
                    "host",
                    "3 points for Cleo, a scroll",
                )
            answer = await laptop.tap(code, 2, "points", name="tap-0002", points=31, score=3, source="dragon")
            assert (answer.status, answer.told["refused"]) == (409, "illegal")
            assert (await laptop.post("leave", code, {})).status == 200
            assert (await laptop.tap(code, 2, "out", name="tap-0003", on=True)).status == 403

    asyncio.run(evening())
    assert evening_of(table.table).score(2) == 3


def test_the_seats_key_opens_seats_and_nothing_more() -> None:
    guard = Guard(names=None, token=WHOLE, reader=READING)
    key = seats_key(WHOLE)
    assert (
        re.fullmatch(r"[A-Za-z0-9_-]{32}", key) and key not in (WHOLE, READING) and seats_key(READING) != key
    )
    assert guard.sessions.held(guard.sessions.issue("seat")).role == "seat"  # type: ignore[union-attr]


def test_a_key_is_in_a_cookie_that_no_script_and_no_foreign_page_uses(store: Store) -> None:
    table = new_table(store)

    async def evening() -> None:
        async with served(store) as place:
            ben = place.device()
            answer = await ben.sit(table.table.code, 1)
            line = next(one for one in answer.head.splitlines() if one.startswith("Set-Cookie"))
            assert "HttpOnly" in line and "SameSite=Strict" in line
            key = Key.read(ben.cookies[f"{COOKIE_OF}-{table.table.code}"])
            assert key is not None and key.secret not in answer.body
            async with ben.listening(table.table.code) as told:
                assert key.secret not in json.dumps(await told())

    asyncio.run(evening())
