"""A server with few files and little patience, asked through real connections."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from tornado.web import Application, RequestHandler

from fujikoro_nb.serve import connections
from fujikoro_nb.serve.connections import LimitedServer
from fujikoro_nb.serve.guard import Guard, GuardedApplication
from fujikoro_nb.serve.sessions import Sessions

KEY = "k" * 32
PATIENCE = 30.0

SESSIONS = Sessions()
SESSION = SESSIONS.issue("player")


class Hello(RequestHandler):
    def check_xsrf_cookie(self) -> None:
        pass

    def get(self) -> None:
        self.write("hello")

    def post(self) -> None:
        self.write("hello")


@asynccontextmanager
async def served(*, behind_proxy: bool = False) -> AsyncIterator[tuple[LimitedServer, int]]:
    app: Application = GuardedApplication(Guard(names=None, token=KEY, cookie="key", sessions=SESSIONS))
    app.add_handlers(r".*$", [("/", Hello)])
    server = LimitedServer(app, behind_proxy=behind_proxy)
    server.listen(0, "127.0.0.1")
    try:
        yield server, server.sockets[0].getsockname()[1]
    finally:
        server.stop()
        await server.close_all_connections()


def request(*more: str, method: str = "GET", key: str = SESSION) -> bytes:
    return "\r\n".join((f"{method} / HTTP/1.1", "Host: here", f"Cookie: key={key}", *more, "", "")).encode()


async def asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, text: bytes) -> int:
    """The status of the answer."""
    writer.write(text)
    async with asyncio.timeout(PATIENCE):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(line for line in head.splitlines() if line.startswith("Content-Length"))
        await reader.readexactly(int(length.partition(":")[2]))
    return int(head.split()[1])


async def ends_after(reader: asyncio.StreamReader) -> float:
    """Seconds until the server closes the connection."""
    begun = time.monotonic()
    async with asyncio.timeout(PATIENCE):
        with contextlib.suppress(ConnectionResetError):
            await reader.read()
    return time.monotonic() - begun


@pytest.mark.parametrize(
    "said", [b"", b"GET / HTTP/1.1\r\nHost: he", request("Content-Length: 9", method="POST", key="other")]
)
def test_who_does_not_finish_is_closed(said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.5)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.5)

    async def check() -> None:
        async with served() as (_, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(said)
            assert 0.3 < await ends_after(reader) < PATIENCE
            writer.close()

    asyncio.run(check())


def test_a_guest_is_kept_who_asks_nothing_and_closed_in_the_middle_of_a_head(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.5)

    async def check() -> None:
        async with served() as (_, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            assert await asked(reader, writer, request()) == 200
            await asyncio.sleep(2.5)  # longer than a stranger has, and than two looks
            assert await asked(reader, writer, request()) == 200
            writer.write(b"GET / HT")
            assert 0.3 < await ends_after(reader) < PATIENCE
            writer.close()

    asyncio.run(check())


def test_strangers_of_one_address_lose_their_oldest_and_a_guest_there_none() -> None:
    async def check() -> None:
        async with served() as (server, port):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            assert await asked(reader, writer, request()) == 200
            most = server.counts.most_unknown_of_address
            strangers = [await asyncio.open_connection("127.0.0.1", port) for _ in range(most + 5)]
            for one, _ in strangers[:5]:
                assert await ends_after(one) < PATIENCE
            assert await asked(*strangers[-1], request(key="other")) == 403
            assert await asked(*strangers[5], request(key="other")) == 403, "the sixth has its place"
            assert await asked(reader, writer, request()) == 200
            for _, one in (*strangers, (reader, writer)):
                one.close()

    asyncio.run(check())


def test_an_address_without_a_guest_may_not_open_and_close_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "NEW_AT_ONCE", 20.0)
    monkeypatch.setattr(connections, "NEW_A_SECOND", 0.01)

    async def check() -> None:
        async with served() as (_, port):
            for _ in range(int(connections.NEW_AT_ONCE)):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            assert await ends_after(reader) < 5, "closed at once"
            writer.close()
            other = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.9", 0))
            assert await asked(*other, request()) == 200
            other[1].close()

    asyncio.run(check())


def test_behind_a_proxy_addresses_are_not_counted() -> None:
    async def check() -> None:
        async with served(behind_proxy=True) as (server, port):
            count = 2 * server.counts.most_unknown_of_address
            all_ = [await asyncio.open_connection("127.0.0.1", port) for _ in range(count)]
            assert {await asked(*one, request()) for one in all_} == {200}
            for _, one in all_:
                one.close()

    asyncio.run(check())


@pytest.fixture
def few_files() -> Iterator[None]:
    """The system's limit is put back."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.usefixtures("few_files")
def test_without_files_the_server_rests_and_takes_the_guest_when_there_are_some_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)

    async def check() -> None:
        async with served() as (_, port):
            plain = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            newest = os.dup(plain.fileno())  # the lowest free number: none is left below it
            resource.setrlimit(resource.RLIMIT_NOFILE, (newest, hard))
            spent = time.process_time()
            await asyncio.sleep(2)
            spent = time.process_time() - spent
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            os.close(newest)
            reader, writer = await asyncio.open_connection(sock=plain)
            assert await asked(reader, writer, request()) == 200
            writer.close()
            assert spent < 1, "it tries again four times a second, and not all the time"

    asyncio.run(check())
    said = [one for one in caplog.records if one.name == connections.LOG.name]
    assert 1 <= len(said) <= 12
    assert "no connection can be taken" in said[0].getMessage()


@pytest.mark.usefixtures("few_files")
def test_where_40_kernels_leave_few_of_1024_files_a_guest_comes_in() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
    taken: list[int] = []

    async def check() -> None:
        async with served() as (server, port):
            with socket.socket() as some:
                while not taken or taken[-1] < 800:
                    taken.append(os.dup(some.fileno()))
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            assert await asked(reader, writer, request()) == 200
            writer.close()
            assert server.counts.has_room("192.0.2.1", 800)
            assert not server.counts.fits(1024 - connections.SPARE_FILES), "a kernel may start"
            assert 800 + server.counts.most_unknown < 1024 - connections.SPARE_FILES, (
                "strangers take none of these"
            )

    try:
        asyncio.run(check())
    finally:
        for one in taken:
            os.close(one)


def test_strangers_of_many_addresses_and_guests_have_a_number_of_their_own() -> None:
    counts = connections.Connections(1024, has_addresses=True)
    with socket.socket() as some:
        for number in range(connections.room_in(1024)):
            network = str(number)
            if not counts.has_room(network, 5):
                break
            stream = _Plain(some, network, counts)
            counts.came(stream)
            counts.known(stream)
        assert not counts.fits(5) and not counts.has_room("another", 5)


class _Plain(connections.CountedStream):
    """A guest's connection that nobody reads."""

    def close(self, exc_info: object = False) -> None:
        self.counts.gone(self)


def test_on_windows_connections_are_counted_and_not_their_handles(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = connections.Connections(1024, has_addresses=True)
    assert not counts.has_room("192.0.2.1", 20_000)
    monkeypatch.setattr("sys.platform", "win32")
    assert counts.has_room("192.0.2.1", 20_000)
    monkeypatch.setattr(counts, "room", 0)
    assert not counts.has_room("192.0.2.1", 20_000)
