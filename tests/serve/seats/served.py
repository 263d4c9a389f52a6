"""A server of seats in this process, asked by raw requests over real connections."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from jinja2 import Environment, FileSystemLoader

from fujikoro_nb import paths
from fujikoro_nb.serve.clients import BEHIND_PROXY
from fujikoro_nb.serve.connections import LimitedServer
from fujikoro_nb.serve.guard import LEAVE_ROUTE, Guard, GuardedApplication, LeaveHandler
from fujikoro_nb.serve.pages import TEMPLATE, NotFoundHandler
from fujikoro_nb.serve.seats.serving import ReadersAndSeats
from fujikoro_nb.serve.sessions import Role, Sessions
from fujikoro_nb.serve.spoken import DEFAULT_LANGUAGE
from fujikoro_nb.store import Store

WHOLE, READING = "w" * 32, "r" * 32
"""The keys of players and readers."""
PATIENCE = 20.0
"""Seconds; only what never comes lasts so long."""
COOKIE = "fujikoro"


@dataclass
class Answer:
    """An answer, wholly read."""

    status: int
    head: str
    body: str

    @property
    def told(self) -> Any:
        """The JSON of it."""
        return json.loads(self.body)


@dataclass
class Device:
    """A browser: its session and what else it keeps in cookies."""

    place: Place
    role: Role | None = "seat"
    address: str = "192.0.2.1"
    cookies: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.role is not None:
            self.cookies[COOKIE] = self.place.sessions.issue(self.role)

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """One request and its whole answer; cookies are kept as a browser keeps them."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.place.port)
        sent = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        lines = {
            "Host": f"127.0.0.1:{self.place.port}",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "X-Forwarded-For": self.address,
            "Connection": "close",
            **({"Content-Type": "application/json"} if method == "POST" else {}),
            **({"Content-Length": str(len(sent))} if method == "POST" else {}),
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        told = "\r\n".join(
            [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items())]
        )
        writer.write(told.encode() + b"\r\n\r\n" + sent)
        try:
            async with asyncio.timeout(PATIENCE):
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                answer = await reader.read()
        finally:
            writer.close()
        for line in head.splitlines():
            if line.lower().startswith("set-cookie:"):
                name, _, value = line.partition(":")[2].partition(";")[0].strip().partition("=")
                self.cookies[name] = value.strip('"')
        return Answer(int(head.split()[1]), head, answer.decode())

    async def post(self, what: str, code: str, body: object, **headers: str) -> Answer:
        """What a seat's page asks for."""
        return await self.ask("POST", f"/fujikoro/seat/{code}/{what}?lang=en", body, **headers)

    async def sit(self, code: str, seat: int, *, over: bool = False) -> Answer:
        """I am so-and-so."""
        return await self.post("sit", code, {"seat": seat, "over": over})

    async def tap(
        self, code: str, seat: int, act: str, *, name: str, seen: int = 10_000, **fields: object
    ) -> Answer:
        """One tap."""
        asked = {"seat": seat, "seen": seen, "id": name, "do": {"act": act, **fields}}
        return await self.post("write", code, asked)

    @asynccontextmanager
    async def listening(
        self, code: str, query: str = "", *, place: str = "seat"
    ) -> AsyncIterator[Callable[[], Any]]:
        """The stream of this device; call what is given for the next word that tells something."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.place.port)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        asked = f"GET /fujikoro/{place}/{code}/events?lang=en{query} HTTP/1.1\r\nHost: 127.0.0.1:{self.place.port}\r\n"
        writer.write(
            f"{asked}Connection: close\r\nCookie: {cookies}\r\nX-Forwarded-For: {self.address}\r\n\r\n".encode()
        )

        async def told() -> tuple[str, Any] | None:
            async with asyncio.timeout(PATIENCE):
                while line := (await reader.readline()).decode():
                    if line.startswith("event: ") and "beat" not in line:
                        data = (await reader.readline()).decode().partition("data: ")[2]
                        return line.removeprefix("event: ").strip(), json.loads(data)
            return None

        try:
            yield told
        finally:
            writer.close()


class Place:
    """Where the server is."""

    def __init__(self, port: int, guard: Guard) -> None:
        self.port, self.guard, self.sessions = port, guard, guard.sessions

    def device(self, role: Role | None = "seat", **about: Any) -> Device:
        """A browser that came in so."""
        return Device(self, role, **about)


@asynccontextmanager
async def served(
    store: Store, *, has_keys: bool = True, clock: Callable[[], float] = time.monotonic
) -> AsyncIterator[Place]:
    """The server of these tables, for a while."""
    before = asyncio.all_tasks()
    both = ReadersAndSeats(store, clock=clock)
    guard = Guard(
        names=None,
        token=WHOLE if has_keys else None,
        reader=READING if has_keys else None,
        cookie=COOKIE,
        sessions=Sessions(WHOLE, READING),
    )
    jinja = Environment(
        loader=FileSystemLoader(paths.share() / "voila" / "templates" / TEMPLATE), autoescape=True
    )
    app = GuardedApplication(
        guard,
        default_handler_class=NotFoundHandler,
        voila_jinja2_env=jinja,
        base_url="/",
        **{DEFAULT_LANGUAGE: "", BEHIND_PROXY: True},
    )
    app.add_handlers(r".*$", [*both.routes(jinja, "/", None), (LEAVE_ROUTE, LeaveHandler)])
    server = LimitedServer(app, behind_proxy=True)
    server.listen(0, "127.0.0.1")
    try:
        (port,) = (one.getsockname()[1] for one in server.sockets)
        yield Place(port, guard)
    finally:
        server.stop()
        await server.close_all_connections()
        both.close()
        while asyncio.all_tasks() - before:  # streams end with their next beat
            await asyncio.sleep(0.05)
