"""Servers that begin as copies of one process, which has imported and read what all of them do.

`fujikoro table` needs more than a second of the processor until it listens, and the browser tests start some seventy.
How one starts for people is tried where that matters: test_packaging, test_lab, test_hub, test_standby, test_visits and
a part of test_serving start theirs anew.

    python -m tests.browser.copies FD     the process that is copied; the socket FD asks it for servers
"""

from __future__ import annotations

import array
import gc
import json
import os
import random
import select
import signal
import socket
import subprocess
import sys
import threading
from functools import cache
from importlib import import_module
from typing import IO, Any

CAN_COPY = hasattr(os, "fork") and hasattr(os, "pidfd_open")
CLI = "fujikoro_nb.cli"
MODULES = (
    CLI,
    "fujikoro_nb.serve.server",
    "fujikoro_nb.serve.readers.handlers",
    "fujikoro_nb.serve.seats.serving",
    "ipykernel.kernelspec",
    "sqlalchemy.dialects.sqlite",
    "jinja2.ext",
)


class Copy:
    """One such server, with what `servers.Server` and tests ask of a `subprocess.Popen`."""

    def __init__(self, arguments: list[str], environment: dict[str, str]) -> None:
        self.returncode: int | None = None
        self._original = _original()
        out, end = os.pipe()
        self.pid = self._original.ask({"arguments": arguments, "environment": environment}, end)
        os.close(end)
        self.stdout: IO[bytes] = os.fdopen(out, "rb")
        self._life = os.pidfd_open(self.pid)

    def poll(self) -> int | None:
        if self.returncode is None and select.select([self._life], [], [], 0)[0]:
            self._end()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._life], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("fujikoro", timeout or 0)
            self._end()
        assert self.returncode is not None
        return self.returncode

    def _end(self) -> None:
        os.close(self._life)
        self.returncode = self._original.ask({"ended": self.pid})

    def send_signal(self, sign: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sign)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class _Original:
    """The process that is copied, as the tests see it. It ends with theirs."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._turn = threading.Lock()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.browser.copies", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
            )

    def ask(self, what: dict[str, Any], *files: int) -> int:
        """A number: of the process that was started, or what it ended with."""
        with self._turn:
            socket.send_fds(self._line, [json.dumps(what).encode()], list(files))
            return int(self._line.recv(100))

    def close(self) -> None:
        self._line.close()
        self.process.wait()


@cache
def _original() -> _Original:
    return _Original()


def end_original() -> None:
    """Wait until it has ended, if it was ever needed."""
    if _original.cache_info().currsize:
        _original().close()
        _original.cache_clear()


def main() -> int:
    """Copy itself when asked; in a copy, be the server."""
    for name in MODULES:
        import_module(name)
    from fujikoro_nb.serve.pages import look

    look()
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as line:
        while True:
            text, files = _receive(line)
            if not text:
                return 0
            asked = json.loads(text)
            if "ended" in asked:
                status = os.waitpid(asked["ended"], 0)[1]
                line.sendall(str(os.waitstatus_to_exitcode(status)).encode())
                continue
            sys.stdout.flush()
            if (pid := os.fork()) == 0:
                break
            for file in files:
                os.close(file)
            line.sendall(str(pid).encode())
    return _serve(asked["arguments"], asked["environment"], files[0])


def _receive(line: socket.socket) -> tuple[bytes, list[int]]:
    text, parts, _, _ = line.recvmsg(1_000_000, socket.CMSG_LEN(array.array("i").itemsize))
    files = array.array("i")
    for _, _, part in parts:
        files.frombytes(part)
    return text, list(files)


def _serve(arguments: list[str], environment: dict[str, str], out: int) -> int:
    """As `python -m fujikoro_nb.cli ...` would, or `python -c CODE ...`, in this process."""
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.close(out)
    os.environ.clear()
    os.environ.update(environment)
    random.seed()  # or all copies would draw alike
    kind, what, *rest = arguments
    if kind == "-c":
        sys.argv = ["-c", *rest]
        exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})
        return 0
    assert (kind, what) == ("-m", CLI)
    sys.argv = [CLI, *rest]
    code: int = import_module(CLI).main(rest)
    return code


if __name__ == "__main__":
    sys.exit(main())
