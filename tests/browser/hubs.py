"""A hub as deploy/ configures it, started on free ports, and a browser without a window that logs in."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
import requests

from fujikoro_nb.hub.members import alone, hashed, members_file, read, write
from tests.browser.servers import Server, start_server
from tools.ensure_proxy import ensure

CONFIGURATION = Path(__file__).resolve().parents[2] / "deploy" / "jupyterhub_config.py"
PATIENCE = 600
"""Seconds: a hub, a proxy and two servers start on a machine that may be slow and busy."""


@dataclass
class Hub:
    """A running hub. ``server.url`` is where people log in."""

    server: Server
    data: Path

    def place(self, name: str) -> str:
        """Where a member's own server is."""
        return f"{self.server.url}/user/{name}/"

    def tree(self) -> list[psutil.Process]:
        """Everything that the hub has started and that runs."""
        return psutil.Process(self.server.process.pid).children(recursive=True)


def free_ports(count: int) -> list[int]:
    """Ports that nothing listens on now."""
    with contextlib.ExitStack() as held:
        ears = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [int(ear.getsockname()[1]) for ear in ears]


def member(data: Path, *words: str, password: str = "") -> None:
    """What the club's owner types."""
    subprocess.run(
        [sys.executable, "-m", "fujikoro_nb.hub", "member", *words],
        env=os.environ | {"FUJIKORO_DATA": str(data)},
        input=f"{password}\n".encode(),
        check=True,
    )


def take_in(data: Path, passwords: Mapping[str, str]) -> None:
    """As the command for each of them would."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(data))
        file = members_file()
        with alone(file):
            salts = {name: secrets.token_bytes(16) for name in passwords}
            new = {name: (salts[name], hashed(passwords[name], salts[name])) for name in passwords}
            write(file, read(file) | new)


@contextmanager
def running_hub(data: Path, passwords: Mapping[str, str], **settings: str) -> Iterator[Hub]:
    """Started as the README says, with these members; nothing of it is left when it has ended."""
    ensure()
    take_in(data, passwords)
    names = ("HUB", "HUB_INNER", "PROXY", "READERS")
    ports = {f"FUJIKORO_{name}_PORT": str(port) for name, port in zip(names, free_ports(4), strict=True)}
    server = start_server(
        [sys.executable, "-m", "jupyterhub", "-f", str(CONFIGURATION)],
        cwd=data,
        link=r"JupyterHub is now running at (http\S+?)/?$",
        environment=ports | {"FUJIKORO_DATA": str(data)} | settings,
    )
    running = Hub(server, data)
    started = running.tree()
    try:
        yield running
    finally:
        started = [*{*started, *running.tree()}]
        server.process.terminate()
        try:
            server.process.wait(timeout=PATIENCE)
            _, left = psutil.wait_procs(started, timeout=60)
        finally:
            for process in started:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()
            server.stop()
    assert not left, f"the hub has left {left}"


def log_in(
    hub: Hub, name: str, password: str, *, starts: bool = True, waits: bool = True
) -> requests.Session:
    """A browser without a window, as far as cookies go. It ``starts`` the member's server and ``waits`` for it."""
    session = requests.Session()
    session.get(f"{hub.server.url}/hub/login")
    xsrf = session.cookies.get("_xsrf", path="/hub/")
    answer = session.post(
        f"{hub.server.url}/hub/login",
        data={"username": name, "password": password, "_xsrf": xsrf},
        headers={"Sec-Fetch-Mode": "navigate"},
        allow_redirects=starts,
    )
    if starts and waits and answer.status_code == 200:
        wait_for_server(hub, session, name)
    return session


def wait_for_server(hub: Hub, session: requests.Session, name: str) -> None:
    """Until the hub's own stream says that the member's server is ready."""
    xsrf = session.cookies.get("_xsrf", path="/hub/")
    address = f"{hub.server.url}/hub/api/users/{name}/server/progress?_xsrf={xsrf}"
    with session.get(address, stream=True, timeout=PATIENCE) as stream:
        assert stream.status_code == 200, stream.text
        for line in stream.iter_lines():
            news = json.loads(line.removeprefix(b"data:")) if line.startswith(b"data:") else {}
            assert not news.get("failed"), hub.server.output()
            if news.get("ready"):
                return
    raise AssertionError(hub.server.output())
