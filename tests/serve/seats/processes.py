"""A server of seats in a process of its own, which is killed in the end: nothing is put away or told before."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fujikoro_nb.serve.sessions import Role
from tests.serve.seats.served import Device, Place

ROOT = Path(__file__).resolve().parents[3]


class Elsewhere(Place):
    """A server that is known by its port only."""

    def __init__(self, port: int) -> None:
        self.port = port

    def device(self, role: Role | None = None, **about: Any) -> Device:
        """A browser that comes in without a key, as one may on this machine."""
        return Device(self, None, **about)


@contextmanager
def server_process(address: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """Its port, and the process."""
    command = [sys.executable, "-m", "tests.soak.seats_server", address]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline()), process
        finally:
            process.kill()
