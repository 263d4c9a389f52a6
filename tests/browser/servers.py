"""Servers that a test starts: their address, and what they print, as it comes."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psutil
import pytest

from tests.browser.copies import CAN_COPY, Copy

START_SECONDS = 180  # a cold start on a slow, busy machine


@dataclass
class Server:
    """A running server: `url` is the link a guest opens (with its token, if there is one)."""

    process: subprocess.Popen[bytes] | Copy
    url: str = ""
    _printed: bytearray = field(default_factory=bytearray)
    _more: threading.Condition = field(default_factory=threading.Condition)
    _reader: threading.Thread | None = None
    _is_over: bool = False

    def __post_init__(self) -> None:
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        """Take what the server prints, line by line, as it comes."""
        assert self.process.stdout
        for line in self.process.stdout:
            with self._more:
                self._printed += line
                self._more.notify_all()
        with self._more:
            self._is_over = True
            self._more.notify_all()

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
        with self._more:
            return self._printed.decode("utf-8", errors="replace")

    def printed(self, pattern: str, *, seconds: float = 30) -> re.Match[str]:
        """Wait until the server has printed a line like this."""

        def found() -> re.Match[str] | None:
            return re.search(pattern, self._printed.decode("utf-8", errors="replace"), re.MULTILINE)

        with self._more:
            self._more.wait_for(lambda: found() or self._is_over, timeout=seconds)
            match = found()
        if not match:
            pytest.fail(f"never printed {pattern!r}:\n{self.output()}")
        return match

    def stop(self) -> None:
        """End it as a service manager would, and its kernels with it."""
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self._reader and self.process.stdout
        self._reader.join(timeout=30)  # its end comes with the last kernel's
        self.process.stdout.close()


def start_server(
    command: list[str],
    *,
    cwd: Path | None = None,
    link: str = r"^Open (http\S+)$",
    environment: dict[str, str] | None = None,
) -> Server:
    """Start a server and wait until it prints its address, which the pattern `link` finds.

    ``environment`` comes beside the present one.
    """
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=cwd,
        env=os.environ | (environment or {}),
    )
    server = Server(process)
    server.url = server.printed(link, seconds=START_SECONDS)[1]
    return server


@contextlib.contextmanager
def own_server(folder: Path) -> Iterator[Server]:
    """`fujikoro table` with a data folder of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(folder))
        server = start_server(
            [sys.executable, "-m", "fujikoro_nb.cli", "table", "--no-browser", "--port", "0"]
        )
    try:
        yield server
    finally:
        server.stop()


def start_copy(*arguments: str) -> Server:
    """Start what the same Python would with these arguments, as a copy where that can be (see `copies`)."""
    if not CAN_COPY:
        return start_server([sys.executable, *arguments])
    server = Server(Copy([*arguments], dict(os.environ)))
    server.url = server.printed(r"^Open (http\S+)$", seconds=START_SECONDS)[1]
    return server


def command_of(process: psutil.Process) -> str:
    """Empty when it has just ended."""
    try:
        return " ".join(process.cmdline())
    except (psutil.NoSuchProcess, psutil.ZombieProcess):
        return ""


def kernels_below(process: psutil.Process) -> list[psutil.Process]:
    """Its kernels that run now: started anew, or copies of the process that stands by (`serve.warm`).

    Children of kernels do not count: one that is about to start another program looks like a second kernel.
    """
    found = []
    for child in process.children():
        command = command_of(child)
        if "ipykernel_launcher" in command:
            found.append(child)
        elif "fujikoro_nb.serve.warm" in command:
            with contextlib.suppress(psutil.NoSuchProcess):
                found += [one for one in child.children() if name_of(one).startswith("kernel-")]
        elif command:
            with contextlib.suppress(psutil.NoSuchProcess):
                found += kernels_below(child)
    return found


def name_of(process: psutil.Process) -> str:
    """Empty when it has just ended."""
    try:
        return process.name()
    except (psutil.NoSuchProcess, psutil.ZombieProcess):
        return ""


def is_kernel(process: psutil.Process, kernel: str) -> bool:
    """Whether this is the kernel with this id: its command or its name says so."""
    return kernel in command_of(process) or name_of(process) == f"kernel-{kernel}"[:15]


class Census:
    """Counts the kernels of a process all the while, as the system knows them."""

    def __init__(self, parent: int) -> None:
        self.counts: list[int] = []
        self._parent, self._over = psutil.Process(parent), threading.Event()
        self._counting = threading.Thread(target=self._count)

    def _count(self) -> None:
        while not self._over.wait(0.05):
            self.counts.append(len(kernels_below(self._parent)))

    def __enter__(self) -> Census:
        self._counting.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._counting.join()
