"""Fixtures of the browser tests: one Chromium, real servers, and a page that knows which hosts it asked.

    def test_something(served, page):
        table = served("table")
        page.open(table.url)                    # waits until the widgets are there
        page.tab.get_by_role("button", name="...").click()

A test fails when its page asked any host but the served one. Nothing here sleeps for a fixed time: wait for what
you expect, in the page with Playwright's own waiting, elsewhere with `wait_until`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright

from tools.ensure_chromium import find
from tools.js_tests import FLAGS

START_SECONDS = 90  # a cold start on a slow, busy machine


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder is a browser test."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("browser")


def wait_until(condition: Callable[[], Any], what: str, seconds: float = 30) -> Any:
    """Ask again and again until the condition holds, and give its value; fail with `what` when it never does."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            pytest.fail(f"waited {seconds:g} s for: {what}")
        time.sleep(0.05)


@dataclass
class Server:
    """A running server: `url` is the link a guest opens (with its token, if there is one)."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def host(self) -> str:
        """Host and port, as in a Host header."""
        return urlsplit(self.url).netloc

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        return f"http://{self.host}"

    @property
    def token(self) -> str | None:
        """The key in the link."""
        return parse_qs(urlsplit(self.url).query).get("token", [None])[0]

    def output(self) -> str:
        """What the server has printed so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def stop(self) -> None:
        """End it as a service manager would, and its kernels with it."""
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def start_server(
    command: list[str], log: Path, *, cwd: Path | None = None, link: str = r"^Open (http\S+)$"
) -> Server:
    """Start a server and wait until it prints its address, which the pattern `link` finds."""
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, cwd=cwd
        )
    server = Server(url="", process=process, log=log)

    def address() -> str | None:
        found = re.search(link, server.output(), re.MULTILINE)
        if not found and process.poll() is not None:
            pytest.fail(f"the server ended:\n{server.output()}")
        return found[1] if found else None

    server.url = wait_until(address, f"the address of {' '.join(command[:4])}", START_SECONDS)
    return server


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Start `fujikoro APP` on a free port; the same arguments give the same server again, unless `fresh`."""
    running: dict[tuple[str, ...], Server] = {}
    everyone: list[Server] = []

    def serve(app: str = "table", *options: str, fresh: bool = False) -> Server:
        known = running.get((app, *options))
        if known and not fresh and known.process.poll() is None:
            return known
        command = [sys.executable, "-m", "fujikoro_nb.cli", app, "--no-browser", "--port", "0", *options]
        server = start_server(command, tmp_path_factory.mktemp(app) / "log.txt")
        everyone.append(server)
        if not fresh:
            running[app, *options] = server
        return server

    yield serve
    for server in everyone:
        server.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The Chromium that `make test` found or installed."""
    path = find()
    if path is None:
        pytest.fail("no Chromium; run: python tools/ensure_chromium.py")
    with sync_playwright() as playwright:
        # Playwright gives each launch a fresh user-data folder of its own.
        browser = playwright.chromium.launch(executable_path=str(path), headless=True, args=list(FLAGS))
        yield browser
        browser.close()


@dataclass
class Visit:
    """One tab with a record of what it asked for and what went wrong in it."""

    tab: Page
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    _host: str | None = None

    def open(self, url: str, *, ready: bool = True) -> Page:
        """Go there, and wait until the kernel has answered and the cells are shown."""
        self._host = self._host or urlsplit(url).netloc
        self.tab.goto(url)
        if ready:
            # A folder with several notebooks begins with a list, which needs no kernel.
            self.tab.wait_for_selector(
                "html[data-fk-ready=true], main.fk-list", timeout=START_SECONDS * 1000, state="attached"
            )
        return self.tab

    def watch(self, route: Route) -> None:
        """Let requests to the served host pass; record and stop all others."""
        parts = urlsplit(route.request.url)
        if parts.scheme in {"data", "blob"} or parts.netloc == self._host:
            route.continue_()
        else:
            self.outside.append(route.request.url)
            route.abort()


def new_visit(context: BrowserContext) -> Visit:
    """A tab in a context of the caller's choice (phone size, dark, no JavaScript, ...)."""
    visit = Visit(context.new_page())
    context.route("**/*", visit.watch)
    visit.tab.on("websocket", lambda socket: _watch_socket(visit, socket.url))
    visit.tab.on("pageerror", lambda error: visit.errors.append(str(error)))
    visit.tab.on("console", lambda line: visit.errors.append(line.text) if line.type == "error" else None)
    return visit


def _watch_socket(visit: Visit, url: str) -> None:
    """Websockets pass no route, so they are checked here."""
    if urlsplit(url).netloc != visit._host:
        visit.outside.append(url)


@pytest.fixture
def visits(chromium: Browser) -> Iterator[Callable[..., Visit]]:
    """Open several tabs, each in a fresh context with its own options, as `browser.new_context` takes them."""
    opened: list[Visit] = []

    def visit(**options: Any) -> Visit:
        context = chromium.new_context(**({"viewport": {"width": 1280, "height": 900}} | options))
        opened.append(new_visit(context))
        return opened[-1]

    yield visit
    outside = [url for visit in opened for url in visit.outside]
    for one in opened:
        one.tab.context.close()
    assert not outside, f"asked outside hosts: {outside}"


@pytest.fixture
def page(visits: Callable[..., Visit]) -> Visit:
    """One tab, laptop size."""
    return visits()


@pytest.fixture
def phone(visits: Callable[..., Visit]) -> Visit:
    """One tab, the size of a small phone, with touch."""
    return visits(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
