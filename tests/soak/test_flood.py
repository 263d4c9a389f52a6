"""Strangers without the key hold all they can, and a guest plays on: taps, new pages, the log, and the server after it.

A real server with few files, real connections, all of them on this machine. `FUJIKORO_FLOOD_SECONDS` says how long each
kind of flood lasts in the long run.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from tests.browser.kernels import ask, connect, kernel_of, message
from tests.browser.servers import Server, start_server
from tests.soak.spread import Spread

SECONDS = float(os.environ.get("FUJIKORO_FLOOD_SECONDS", "30"))
GOAL_SECONDS = 1.0
"""Of a guest's tap, and of a new page, throughout."""
PATIENCE_SECONDS = 4.0
"""The same in `make test`, where other tests may have the processor; before there were limits no answer came at all."""
MOST_LOG_BYTES = 1_000_000
STRANGERS = Path(__file__).with_name("strangers.py")

NETWORK = "127.0.0.2"
"""Stands for an address in the house network; guests and strangers have others in 127.0.0.0/8, as Linux gives them."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all addresses of 127.0.0.0/8")


@contextmanager
def server_with(files: int, folder: Path) -> Iterator[Server]:
    """`fujikoro table` for a network, which may have so many files open."""
    command = [sys.executable, "-m", "fujikoro_nb.cli", "table", "--no-browser", "--port", "0"]
    limited = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command, "--host", NETWORK]
    server = start_server(limited, environment={"FUJIKORO_DATA": str(folder)})
    try:
        yield server
    finally:
        server.stop()


class Guest:
    """Somebody with an open page: words to its kernel, and new pages."""

    def __init__(self, server: Server) -> None:
        answer = ask(server, f"/?token={server.token}")
        self.cookie = answer.headers["Set-Cookie"].partition(";")[0]
        self._server = server
        page = ask(server, "/voila/render/game.ipynb", Cookie=self.cookie)
        self._link = connect(server, kernel_of(page.text), origin=server.origin, cookie=self.cookie)
        self._link.settimeout(60)
        self.taps: list[float] = []
        self.pages: list[float] = []

    def tap(self) -> None:
        """A word to the kernel of the open page, and its answer."""
        begun = time.monotonic()
        text = message("kernel_info_request", "shell", {})
        name = json.loads(text)["header"]["msg_id"]
        self._link.send(text)
        while True:
            heard = self._link.recv()
            assert isinstance(heard, str)
            said = json.loads(heard)
            if said["msg_type"] == "kernel_info_reply" and said["parent_header"]["msg_id"] == name:
                break
        self.taps.append(time.monotonic() - begun)

    def open(self) -> None:
        """A page on a new connection."""
        begun = time.monotonic()
        connection = http.client.HTTPConnection(self._server.host, timeout=60)
        with contextlib.closing(connection):
            connection.request("GET", "/print", headers={"Cookie": self.cookie})
            answer = connection.getresponse()
            assert answer.status == 200
            answer.read()
        self.pages.append(time.monotonic() - begun)

    def play(self, flood: subprocess.Popen[str]) -> None:
        """Tap and open pages until the flood is over."""
        while flood.poll() is None:
            self.tap()
            self.open()
            with contextlib.suppress(subprocess.TimeoutExpired):
                flood.wait(0.2)

    def close(self) -> None:
        self._link.close()


def flood(server: Server, seconds: float, *orders: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(STRANGERS), server.host, str(seconds), *orders]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def told(strangers: subprocess.Popen[str]) -> str:
    """What they say they did; they are over."""
    said, _ = strangers.communicate(timeout=30)
    assert strangers.returncode == 0
    return said.strip()


def closed_after(one: socket.socket, begun: float, *, within: float) -> float:
    """Seconds from the begin until the server has closed it."""
    one.settimeout(max(begun + within - time.monotonic(), 0.1))
    while one.recv(65536):
        pass
    return time.monotonic() - begun


def test_strangers_hold_what_they_can_and_a_guest_plays_on(tmp_path: Path) -> None:
    """260 half-open requests and more, with 256 files; then each of them is closed in its time."""
    with server_with(256, tmp_path) as server:
        guest = Guest(server)
        host, _, port = server.host.partition(":")
        early = socket.create_connection((host, int(port)), source_address=("127.0.0.9", 0))
        begun = time.monotonic()
        early.send(b"GET / HTTP/1.1\r\n")
        orders = (
            "slow-head=130@127.0.0.4",
            "silent=130@127.0.0.3",
            "fleeting=2@127.0.0.5",
            "silent=20@127.0.0.1",
        )
        strangers = flood(server, 8, *orders)
        guest.play(strangers)
        told(strangers)
        assert max(guest.pages) < PATIENCE_SECONDS
        assert max(guest.taps) < PATIENCE_SECONDS
        assert len(server.output()) < MOST_LOG_BYTES / 10
        with contextlib.closing(early):
            assert closed_after(early, begun, within=14) < 14, "a head has ten seconds"
        guest.open()
        guest.close()
        assert server.process.poll() is None


FLOODS = {
    "half-open": ("silent={many}@127.0.0.3",),
    "slow heads": ("slow-head={many}@127.0.0.3",),
    "slow bodies": ("slow-body={many}@127.0.0.3",),
    "opened and closed": ("fleeting=20@127.0.0.3",),
    "refused requests": ("asking=30@127.0.0.3",),
    "from forty addresses": tuple(f"silent={{part}}@127.0.1.{number}" for number in range(1, 41)),
    "from the guest's own address": ("silent={many}@127.0.0.1",),
    "all at once": (
        "silent={part}@127.0.0.7",
        "slow-head={part}@127.0.0.3",
        "slow-body={part}@127.0.0.4",
        "fleeting=5@127.0.0.5",
        "asking=10@127.0.0.6",
        *(f"silent={{part}}@127.0.1.{number}" for number in range(1, 21)),
    ),
}


def ordered(orders: tuple[str, ...], files: int) -> list[str]:
    """More connections than the server may have files."""
    many = files * 5 // 4
    return [order.format(many=many, part=many // max(len(orders), 1) + 1) for order in orders]


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("files", [256, 1024])
def test_a_guest_plays_on_through_every_flood(
    files: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spread = Spread(capsys)
    spread.say(
        f"{files} files allowed; load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    worst = []
    with server_with(files, tmp_path) as server:
        guest = Guest(server)
        process = psutil.Process(server.process.pid)
        for name, orders in FLOODS.items():
            guest.taps, guest.pages = [], []
            spent = sum(process.cpu_times()[:2])
            strangers = flood(server, SECONDS, *ordered(orders, files))
            guest.play(strangers)
            spent = sum(process.cpu_times()[:2]) - spent
            spread.say(
                f"{name} ({told(strangers)}): {len(guest.taps)} taps, worst {max(guest.taps) * 1000:.0f} ms; "
                f"new pages, worst {max(guest.pages) * 1000:.0f} ms; processor {spent / SECONDS:.2f}; "
                f"log {len(server.output()):,} bytes so far"
            )
            worst.append(max(guest.taps + guest.pages))
        guest.close()
        after = Guest(server)  # a new page with a new kernel
        after.tap()
        after.close()
        assert process.is_running()
        size = len(server.output())
    spread.say(f"{files} files: the worst of all {max(worst) * 1000:.0f} ms; the log {size:,} bytes in all")
    assert max(worst) < GOAL_SECONDS
    assert size < MOST_LOG_BYTES
