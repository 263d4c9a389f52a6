"""The readers' own server in this process, asked through real connections by clients that its proxy names."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from fujikoro_nb.hub.readers import application
from fujikoro_nb.serve.connections import LimitedServer
from fujikoro_nb.serve.readers.handlers import Readers
from fujikoro_nb.store import Store

KEY = "k" * 32
PATIENCE = 20.0
"""Seconds; only what never comes lasts so long."""


@dataclass
class Answer:
    """An answer, as far as it was read."""

    status: int
    head: str
    body: str


class Place:
    """Where the server is."""

    def __init__(self, port: int, session: str) -> None:
        self._port, self._session = port, session

    async def open(self, path: str, client: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, str]:
        """A connection that has asked, and the head of its answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self._port}",
            f"Cookie: fujikoro-readers={self._session}",
            f"X-Forwarded-For: 198.51.100.1, {client}",
            "Connection: close",
        )
        writer.write("\r\n".join((*lines, "", "")).encode())
        async with asyncio.timeout(PATIENCE):
            head = await reader.readuntil(b"\r\n\r\n")
        return reader, writer, head.decode()

    async def ask(self, path: str, client: str = "192.0.2.1") -> Answer:
        """One request, and its whole answer."""
        reader, writer, head = await self.open(path, client)
        async with asyncio.timeout(PATIENCE):
            body = await reader.read()
        writer.close()
        return Answer(int(head.split()[1]), head, body.decode())


@asynccontextmanager
async def served(store: Store) -> AsyncIterator[Place]:
    """The server of these tables, for a while."""
    before = asyncio.all_tasks()
    readers = Readers(store)
    app = application(readers, KEY, "/")
    server = LimitedServer(app, behind_proxy=True)
    server.listen(0, "127.0.0.1")
    try:
        (port,) = (one.getsockname()[1] for one in server.sockets)
        yield Place(port, app.guard.sessions.issue("reader"))
    finally:
        server.stop()
        await server.close_all_connections()
        readers.close()
        while asyncio.all_tasks() - before:  # streams end with their next beat
            await asyncio.sleep(0.05)
