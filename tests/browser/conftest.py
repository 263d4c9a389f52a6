"""Fixtures of the browser tests: one Chromium, real servers, and a page that knows which hosts it asked.

    def test_something(served, page):
        table = served("table")
        page.open(table.url)                    # waits until the widgets are there
        page.tab.get_by_role("button", name="...").click()

A test fails when its page asked any host but the served one. Nothing here sleeps or asks again and again: wait for
what you expect, in the page with Playwright's own waiting, for a server with `Server.printed`, for a process with
psutil's `wait_procs`. A page may draw itself anew at any time, and later than usual on a busy machine: say what will
stand there with `expect`, and measure a list in one look (`evaluate_all`), never element by element.

Opening a page costs a kernel, some seconds on a small machine. A test of a widget needs no page of its own: `stage` and
`phone_stage` show it afresh in a page that is open already (see widget_pages.py).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    WebSocket,
    expect,
    sync_playwright,
)

from tests.browser.copies import CLI, end_original
from tests.browser.servers import START_SECONDS, Server, start_copy
from tests.browser.widget_pages import Stage, serve_stage
from tools.ensure_chromium import FLAGS, find

PATIENCE = 60_000
"""Milliseconds: a page may have to wait for a kernel on a busy machine; what is there in time is not waited for."""

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder is a browser test."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session", autouse=True)
def _own_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What a page keeps goes to a folder of this run, never to the cards of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session", autouse=True)
def _end_of_copies() -> Iterator[None]:
    yield
    end_original()


@pytest.fixture(scope="session")
def fresh_servers() -> list[Server]:
    """Those that were started for one test, or for one module."""
    return []


@pytest.fixture(scope="session")
def served(fresh_servers: list[Server]) -> Iterator[Callable[..., Server]]:
    """Start `fujikoro APP` on a free port; the same arguments give the same server again, unless `fresh`.

    A fresh one ends with the test, or with the module whose fixture asked for it.
    """
    running: dict[tuple[str, ...], Server] = {}

    def serve(app: str = "table", *options: str, fresh: bool = False) -> Server:
        known = running.get((app, *options))
        if known and not fresh and known.process.poll() is None:
            return known
        server = start_copy("-m", CLI, app, "--no-browser", "--port", "0", *options)
        if fresh:
            fresh_servers.append(server)
        else:
            running[app, *options] = server
        return server

    yield serve
    for server in running.values():
        if server.process.poll() is None:
            server.process.terminate()  # all at once, then wait for each
    for server in running.values():
        server.stop()


@pytest.fixture(scope="module", autouse=True)
def _end_of_module(fresh_servers: list[Server]) -> Iterator[None]:
    """Ends what the module's own fixtures have started: its kernels would take the memory of those to come."""
    begun = len(fresh_servers)
    yield
    stop_from(begun, fresh_servers)


@pytest.fixture(autouse=True)
def _end_of_test(_end_of_module: None, fresh_servers: list[Server]) -> Iterator[None]:
    """Ends what the test has started; what its module's fixtures started stood there before."""
    begun = len(fresh_servers)
    yield
    stop_from(begun, fresh_servers)


def stop_from(begun: int, servers: list[Server]) -> None:
    """End the servers from this place of the list on, and take them off it."""
    for server in servers[begun:]:
        server.stop()
    del servers[begun:]


@pytest.fixture
def table(served: Callable[..., Server], tmp_path: Path) -> Iterator[Server]:
    """A server with a data folder of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path))
        yield served("table", fresh=True)


@pytest.fixture(scope="module")
def table_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of `shared_table`."""
    return tmp_path_factory.mktemp("table")


@pytest.fixture(scope="module")
def shared_table(_end_of_module: None, served: Callable[..., Server], table_folder: Path) -> Server:
    """A server with a data folder of its own, for all tests of a file that end neither it nor its folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(table_folder))
        return served("table", fresh=True)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The Chromium that `make test` found or installed."""
    path = find()
    if path is None:
        pytest.fail("no Chromium; run: .venv/bin/python -m tools.ensure_chromium")
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
    talk: deque[tuple[str, str | bytes]] = field(default_factory=lambda: deque(maxlen=40))
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

    def leave(self) -> None:
        """Go elsewhere, so that the page says goodbye and its kernel ends: a context that closes says nothing."""
        if not self.tab.is_closed():
            self.tab.goto("about:blank")

    def watch(self, request: Request) -> None:
        """Record what is asked of any but the served host.

        A route could stop it as well, but each request would wait for this process, and nothing would be cached.
        """
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob"} and parts.netloc != self._host:
            self.outside.append(request.url)


def new_visit(context: BrowserContext) -> Visit:
    """A tab in a context of the caller's choice (phone size, dark, no JavaScript, ...)."""
    context.set_default_timeout(PATIENCE)
    visit = Visit(context.new_page())
    context.on("request", visit.watch)
    visit.tab.on("websocket", lambda socket: _watch_socket(visit, socket))
    visit.tab.on("pageerror", lambda error: visit.errors.append(str(error)))
    visit.tab.on("console", lambda line: _hear(visit, line))
    return visit


def _hear(visit: Visit, line: ConsoleMessage) -> None:
    """A beat that finds the kernel of a page just left ended is told so, and that is no fault."""
    is_beat = "/fujikoro/alive/" in line.location.get("url", "") and "410" in line.text
    if line.type == "error" and not is_beat:
        visit.errors.append(line.text)


def _watch_socket(visit: Visit, socket: WebSocket) -> None:
    """A websocket is no request, so they are checked here. Their last messages are kept for the report of a failure."""
    if urlsplit(socket.url).netloc != visit._host:
        visit.outside.append(socket.url)
    socket.on("framesent", lambda frame: visit.talk.append(("page", frame)))
    socket.on("framereceived", lambda frame: visit.talk.append(("kernel", frame)))
    socket.on("close", lambda _: visit.talk.append(("socket", "closed")))


SMALL_TALK = frozenset(
    {"status", "kernel_info_request", "kernel_info_reply", "comm_info_request", "comm_info_reply"}
)


def told(visit: Visit) -> str:
    """What a tab heard and said last, for the report of a failed test."""
    lines = [f"page error: {error[:200]}" for error in visit.errors[-3:]]
    said = []
    for speaker, frame in visit.talk:
        text = frame if isinstance(frame, str) else frame.decode("utf-8", errors="replace")
        kind = re.search(r'"msg_type": ?"(\w+)"', text)
        if kind and kind[1] in SMALL_TALK:
            continue
        # A message of the first protocol has its parts one after the other; what it says is the last of them.
        content = text.rpartition('"comm_id"')[2] if '"comm_id"' in text else text[-100:]
        said.append(f"{speaker}: {kind[1] if kind else '?'} {content[:160]}")
    return "\n".join([*lines, *said[-8:]])


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """A failed test shows what its tabs heard and said."""
    outcome = yield
    report = outcome.get_result()
    if report.when != "call" or not report.failed:
        return
    given = getattr(item, "funcargs", {})
    stages = [one.visit for one in given.values() if isinstance(one, Stage)]
    for visit in [*stages, *given.get(OPENED, ())]:
        report.sections.append(("what the tab heard and said last", told(visit)))


MOST_SECOND_TRIES = 3
"""Of a whole run: a machine that stands still for a minute may fail a test or two, a fault of ours fails more."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Names what came right only when it was tried again, and what it had failed with; the list comes last."""
    tries = terminalreporter.stats.get("rerun", ())
    for report in tries:
        terminalreporter.section(f"tried again: {report.nodeid}")
        terminalreporter.line(report.longreprtext[-1200:])
        for title, text in report.sections:
            terminalreporter.line(f"{title}:\n{text[-800:]}")
    for report in (
        *tries,
        *terminalreporter.stats.get("failed", ()),
        *terminalreporter.stats.get("error", ()),
    ):
        terminalreporter.line(f"{report.outcome.upper()}: {report.nodeid}")
    if len(tries) > MOST_SECOND_TRIES:
        terminalreporter.line(
            f"FAILED: {len(tries)} tests needed a second try, and at most {MOST_SECOND_TRIES} may."
        )


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails a run in which too many tests needed a second try."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    tries = terminal.stats.get("rerun", ()) if terminal else ()
    if len(tries) > MOST_SECOND_TRIES and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


OPENED = "opened_tabs"


@pytest.fixture
def opened_tabs() -> list[Visit]:
    """The tabs that the test opened for itself."""
    return []


@pytest.fixture
def visits(chromium: Browser, opened_tabs: list[Visit]) -> Iterator[Callable[..., Visit]]:
    """Open several tabs, each in a fresh context with its own options, as `browser.new_context` takes them."""

    def visit(**options: Any) -> Visit:
        opened_tabs.append(new_visit(chromium.new_context(**(LAPTOP | options))))
        return opened_tabs[-1]

    yield visit
    outside = [url for visit in opened_tabs for url in visit.outside]
    for one in opened_tabs:
        one.leave()
        one.tab.context.close()
    assert not outside, f"asked outside hosts: {outside}"


@pytest.fixture
def page(visits: Callable[..., Visit]) -> Visit:
    """One tab, laptop size."""
    return visits()


@pytest.fixture
def phone(visits: Callable[..., Visit]) -> Visit:
    """One tab, the size of a small phone, with touch."""
    return visits(**PHONE)


@pytest.fixture(scope="session")
def stage_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of every stage."""
    server = serve_stage(tmp_path_factory.mktemp("stage"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def _stages(chromium: Browser, stage_server: Server) -> Iterator[Callable[[str], Stage]]:
    """One stage a device, opened when it is first asked for."""
    opened: dict[str, Stage] = {}

    def stage(device: str) -> Stage:
        if device not in opened:
            options = {"laptop": LAPTOP, "phone": PHONE}[device]
            opened[device] = Stage(new_visit(chromium.new_context(**options)), stage_server)
        return opened[device]

    yield stage
    for one in opened.values():
        one.tab.context.close()


@pytest.fixture
def stage(_stages: Callable[[str], Stage]) -> Iterator[Stage]:
    """Widgets on a laptop."""
    laptop = _stages("laptop")
    yield laptop
    assert not laptop.visit.outside


@pytest.fixture
def phone_stage(_stages: Callable[[str], Stage]) -> Iterator[Stage]:
    """Widgets on a small phone."""
    phone = _stages("phone")
    yield phone
    assert not phone.visit.outside
