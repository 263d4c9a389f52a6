"""The process that kernels are copied from, and a system that starts no process more: what people see of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Page, Route, expect

from fujikoro_nb.serve import forking
from fujikoro_nb.serve.front_files import START
from fujikoro_nb.texts import say
from tests.browser.conftest import Visit
from tests.browser.servers import START_SECONDS, Server, command_of, kernels_below, start_server
from tests.browser.test_link import BANNER
from tests.browser.test_opening import USABLE
from tests.browser.test_serving import ask
from tests.support.late_copies import LATE

pytestmark = pytest.mark.skipif(not forking.CAN_FORK, reason="kernels start anew on this system")

REFUSING = """
import errno, os, subprocess

really, started = os.fork, subprocess.Popen._execute_child

def refused(names):
    if any(os.path.exists(os.path.join(os.environ["FK_REFUSED"], name)) for name in names):
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

def fork():
    refused(["copies", "all"])
    return really()

def execute(self, *told):
    refused(["all"])
    return started(self, *told)

os.fork, subprocess.Popen._execute_child = fork, execute
"""
"""What every Python of the server takes up first: while such a file is there, it can start no copy, or nothing."""

LESSON = "voila/render/02_crafting.ipynb"
BOOK = "voila/render/01_crafting.ipynb"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Callable[[str], Server]]:
    """A server that finds itself refused as files in `tmp_path` say."""
    place = tmp_path / "python"
    place.mkdir()
    (place / "sitecustomize.py").write_text(REFUSING)
    running: list[Server] = []

    def start(app: str) -> Server:
        command = [sys.executable, "-m", "fujikoro_nb.cli", app, "--no-browser", "--port", "0"]
        paths = [str(place), str(Path(__file__).parents[2])]
        told = {"PYTHONPATH": ":".join(paths), "FK_REFUSED": str(tmp_path)}
        running.append(start_server(command, environment=told))
        return running[0]

    yield start
    for one in running:
        one.stop()


def standing_by(server: Server) -> psutil.Process:
    return next(
        one
        for one in psutil.Process(server.process.pid).children()
        if "fujikoro_nb.serve.warm" in command_of(one)
    )


def is_usable(tab: Page) -> None:
    expect(tab.locator("html[data-fk-ready=true]")).to_be_attached()


def test_where_no_process_more_can_start_kernels_go_on_and_a_page_says_so(
    server: Callable[[str], Server], visits: Callable[..., Visit], tmp_path: Path
) -> None:
    learn = server("learn")
    first, second, third = (visits() for _ in range(3))
    first.open(learn.url + LESSON)
    copied = standing_by(learn)

    # No copy can be made: the kernel starts anew, and nothing else ends.
    (tmp_path / "copies").touch()
    second.open(learn.url + LESSON)
    assert standing_by(learn) == copied
    assert len(kernels_below(psutil.Process(learn.process.pid))) == 2

    # Nothing at all can be started: one sentence and a way on.
    (tmp_path / "all").touch()
    third._host = learn.host
    answer = third.tab.goto(learn.url + LESSON)
    assert answer is not None and answer.status == 500
    expect(third.tab.get_by_text(say("serve.error"))).to_be_visible()
    third.errors.clear()  # the browser's own word on the status
    for name in ("copies", "all"):
        (tmp_path / name).unlink()
    third.tab.get_by_role("link", name=say("serve.link-again")).click()
    is_usable(third.tab)
    assert standing_by(learn) == copied
    for visit in (first, second, third):
        expect(visit.tab.locator(BANNER)).to_be_hidden()


def test_after_its_end_the_next_visitor_has_a_page(
    server: Callable[[str], Server], visits: Callable[..., Visit]
) -> None:
    table = server("table")
    first = visits()
    first.open(table.url)
    waiting = kernels_below(psutil.Process(table.process.pid))
    ended = standing_by(table)
    ended.kill()
    second = visits()
    second.open(table.url)
    second.tab.locator(USABLE).first.wait_for()
    expect(second.tab.locator(BANNER)).to_be_hidden()
    psutil.wait_procs(waiting, timeout=60)
    expect(first.tab.locator(BANNER)).to_contain_text(say("serve.link-ended"))
    assert standing_by(table) != ended
    first.errors.clear()  # what the browser says of a link that broke


@pytest.mark.parametrize("moment", ["made", "drawn"])
def test_a_page_whose_kernel_ended_while_it_opened_shows_one_sentence_and_no_rest_of_it(
    server: Callable[[str], Server], visits: Callable[..., Visit], moment: str
) -> None:
    learn = server("learn")
    visit = visits()
    tab = visit.tab
    visit._host = learn.host

    def kill() -> None:
        for one in kernels_below(psutil.Process(learn.process.pid)):
            one.kill()

    def ends(route: Route) -> None:
        kill()
        route.fallback()

    if moment == "drawn":  # all of the page is there, and what draws it comes now
        tab.route("**/fujikoro-start.js", ends)
        tab.goto(learn.url + LESSON)
    else:
        tab.goto(learn.url + LESSON, wait_until="commit")
        kill()
    expect(
        tab.locator(f"{BANNER}, #fk-loading-text").filter(has_text=say("serve.link-again")).first
    ).to_be_visible()
    assert "fujikoro_nb.widgets" not in ask(learn, "/" + LESSON).text  # type: ignore[attr-defined]  # to fall back to
    visit.errors.clear()


def test_a_head_request_starts_no_kernel_and_no_file_is_refused_by_a_traceback(
    server: Callable[[str], Server],
) -> None:
    learn = server("learn")
    for path, status in (
        ("/", 200),
        ("/" + LESSON, 200),
        ("/voila/render/none.ipynb", 404),
        ("/fujikoro/widget/spoken_page+spoken_page.js", 200),
        ("/fujikoro/plotly-basic.min.js", 200),
        ("/fujikoro/rules-en.json", 200),
    ):
        answer = ask(learn, path, "HEAD")
        assert (answer.status, answer.text) == (status, ""), path  # type: ignore[attr-defined]
    assert not kernels_below(psutil.Process(learn.process.pid))
    for path, method in (
        ("/voila/templates/fujikoro/static/", "GET"),
        ("/voila/templates/fujikoro/static//etc/passwd", "GET"),
        ("/voila/templates/a/static/%00", "GET"),
        ("/voila/static/%00", "GET"),
        ("/voila/static/", "GET"),
        ("/voila/static/none.js", "GET"),
        ("/voila/labextensions/none.js", "GET"),
        ("/voila/labextensions/%00", "GET"),
        ("/voila/api/themes/none.css", "GET"),
        ("/voila/api/themes/%00", "GET"),
        ("/", "OPTIONS"),
        ("/" + LESSON, "OPTIONS"),
    ):
        assert 400 <= ask(learn, path, method).status < 500, path
    said = learn.output()
    assert "Traceback" not in said and "write_error" not in said, said


ANEW = """
import os, sys
from ipykernel.kernelapp import IPKernelApp

terminal = os.dup(1)
app = IPKernelApp.instance()
app.initialize(sys.argv[1:])
os.write(terminal, b"A kernel began anew.\\n")
app.start()
"""
"""As `python -m ipykernel_launcher`, and says when its sockets are there."""

BUSY = f"""
import subprocess, sys
from fujikoro_nb.cli import main
from fujikoro_nb.serve.forking import LAUNCHER

really = subprocess.Popen.__init__

def started(self, command, *more, **told):
    if "fujikoro_nb.serve.warm" in command:
        command = [command[0], "-c", {LATE!r}, command[-1]]
    elif LAUNCHER in command:
        command = [command[0], "-c", {ANEW!r}, *command[command.index(LAUNCHER) + 1 :]]
    really(self, command, *more, **told)

subprocess.Popen.__init__ = started
sys.exit(main(sys.argv[1:]))
"""


def test_a_copy_that_is_told_of_too_late_makes_no_page(page: Visit) -> None:
    """Another kernel begins in its place, took its sockets, and told the page that there are no widgets."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    server = start_server([sys.executable, "-c", BUSY, "puzzles", "--no-browser", "--port", "0"])
    try:
        page.open(server.url + BOOK)
        page.leave()
        page.tab.route(f"**/{START}", hold)
        page.tab.goto(server.url + BOOK, wait_until="commit")
        made = page.tab.locator(f"body > script[src$='{START}']")  # the last line of a page
        made.wait_for(state="attached")
        server.printed("^A kernel began anew.$", seconds=START_SECONDS)
        for route in held:
            route.fallback()
        page.tab.locator(".fk-puzzle[data-id]").wait_for()
        assert not page.errors
    finally:
        server.stop()
