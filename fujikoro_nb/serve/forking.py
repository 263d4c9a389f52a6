"""Kernels that begin as copies of a process which has imported everything already.

A kernel of its own costs a second of processor time before it answers: Python, Jupyter's kernel and our pages are
imported anew each time. Where the system can fork (Linux), one process imports them once and stands by; each kernel is
a copy of it, ready after some milliseconds, and shares the memory that it does not change. Elsewhere, and whenever that
process cannot be had, a kernel starts as Jupyter starts it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import psutil
from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from traitlets import default

from fujikoro_nb.serve.warm import BEGIN, DROP, NONE, Asked

NAME = "fujikoro-forked"
"""Of the provisioner, as the entry point of the package says it."""
CAN_FORK = sys.platform == "linux"
"""Elsewhere a copy of a process is unsafe (macOS) or unknown (Windows)."""
PATIENCE = 60.0
"""Seconds that the process may take to import everything on a busy machine."""
ANSWER_SECONDS = 5.0
"""So long may it take for a copy once it has answered: people wait for a page."""
LAUNCHER = "ipykernel_launcher"
NO_HISTORY = "--HistoryManager.enabled=False"


class ForkError(Exception):
    """No copy came of the process that stands by."""


class OwnKernels(KernelSpecManager):
    """Knows only the kernel of this very environment: one of the same name elsewhere lacks our package."""

    @default("kernel_dirs")
    def _no_folders(self) -> list[str]:
        return []

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """As found, but that no kernel writes what it was asked into the account's own folder."""
        spec = super().get_kernel_spec(kernel_name)
        if LAUNCHER in spec.argv:
            after = spec.argv.index(LAUNCHER) + 1
            spec.argv = [*spec.argv[:after], NO_HISTORY, *spec.argv[after:]]
        return spec


class ForkedKernels(OwnKernels):
    """The same, begun as a copy of a process that has imported everything."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """As found, with how it starts, where that can be and Jupyter knows our way."""
        spec = super().get_kernel_spec(kernel_name)
        if CAN_FORK and NAME in KernelProvisionerFactory.instance().provisioners:
            spec.metadata = dict(spec.metadata) | {"kernel_provisioner": {"provisioner_name": NAME}}
        return spec


class Forker:
    """The process that stands by, started at the first kernel and again when it has ended.

    One that does not answer in time is asked no more, but stays: with it would end the kernels that people play on.
    """

    def __init__(self, patience: float = PATIENCE, answer_seconds: float = ANSWER_SECONDS) -> None:
        self._patience, self._answer_seconds = patience, answer_seconds
        self._has_answered = False
        # Its own: whatever else waits for threads waits for no process that hangs.
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="forker")
        self._lock = threading.Lock()
        self._retired: list[tuple[subprocess.Popen[bytes], socket.socket]] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None

    def forked(self, asked: Asked) -> asyncio.Future[int]:
        """As `fork`, beside the loop that runs now."""
        return asyncio.get_running_loop().run_in_executor(self._thread, self.fork, asked)

    def fork(self, asked: Asked) -> int:
        """The process number of a new kernel. Waits until everything is imported. Raises ForkError."""
        with self._lock:
            for _ in range(2):
                try:
                    line = self._started()
                except OSError as refused:
                    raise ForkError(f"the process that stands by cannot start: {refused}") from refused
                patience = self._answer_seconds if self._has_answered else self._patience
                line.settimeout(patience)
                until = time.monotonic() + patience
                try:
                    line.sendall(msgspec.json.encode(msgspec.structs.replace(asked, until=until)) + b"\n")
                    answer = line.recv(64)
                    if answer and int(answer) != NONE:
                        line.sendall(BEGIN)
                except TimeoutError:
                    self._retire()
                    raise ForkError("the process that stands by does not answer") from None
                except OSError:
                    answer = b""
                if answer:
                    self._has_answered = True
                    if int(answer) == NONE:
                        raise ForkError("the system starts no process more")
                    return int(answer)
                self._end()
            raise ForkError("the process that stands by has ended")

    def close(self) -> None:
        """End it, and with it its kernels."""
        with self._lock:
            self._end()
            while self._retired:
                self._process, self._line = self._retired.pop()
                self._end()

    def _retire(self) -> None:
        """Ask it no more. A copy of which it may tell yet does not begin, since another kernel does."""
        if self._process is not None and self._line is not None:
            with contextlib.suppress(OSError):  # its line is full of what it never read, or it has ended
                self._line.sendall(DROP)
            self._retired.append((self._process, self._line))
        self._process = self._line = None

    def _started(self) -> socket.socket:
        if self._line is not None and self._process is not None and self._process.poll() is None:
            return self._line
        self._end()
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "fujikoro_nb.serve.warm", str(theirs.fileno())]
            try:
                self._process = subprocess.Popen(
                    command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], start_new_session=True
                )
            except OSError:
                ours.close()
                raise
        self._line, self._has_answered = ours, False
        return ours

    def _end(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


FORKER = Forker()
"""The one of this server."""


class ForkedKernel:
    """What Jupyter asks of a process (`subprocess.Popen`), for one that is not our own child."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._process = psutil.Process(pid)
        self._parent = self._process.ppid()

    def poll(self) -> int | None:
        """None while it runs, and what it was copied from: it ends a second later at most. How is nobody's question."""
        try:
            runs = self._process.is_running() and self._process.status() != psutil.STATUS_ZOMBIE
            runs = runs and self._process.ppid() == self._parent
        except psutil.NoSuchProcess:
            runs = False
        return None if runs else 0

    def wait(self) -> int:
        """Until it has ended."""
        while self.poll() is None:
            time.sleep(0.01)
        return 0

    def send_signal(self, number: int) -> None:
        """As a process takes it; one that has ended takes none."""
        with contextlib.suppress(psutil.NoSuchProcess):
            self._process.send_signal(number)

    def kill(self) -> None:
        """At once."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Politely."""
        self.send_signal(signal.SIGTERM)


class ForkedProvisioner(LocalProvisioner):
    """Jupyter's own way to a local kernel, but for how its process begins."""

    _copy: ForkedKernel | None = None

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        """Ask for a copy; without one, start as Jupyter does."""
        asked = asked_for(cmd, kwargs.get("env"), kwargs.get("cwd"))
        if asked is None:
            return await super().launch_kernel(cmd, **kwargs)
        forking = FORKER.forked(asked)
        try:
            process = ForkedKernel(await asyncio.shield(forking))
        except asyncio.CancelledError:
            forking.add_done_callback(_unwanted)  # it begins all the same, and nobody would know of it
            raise
        except (ForkError, psutil.NoSuchProcess) as error:
            self.log.warning("a kernel starts anew: %s", error)
            return await super().launch_kernel(cmd, **kwargs)
        self._copy = process
        self.process = process  # type: ignore[assignment]  # as much of one as is asked for
        self.pid = self.pgid = process.pid  # it leads a group of its own
        self.cwd = kwargs.get("cwd") or Path.cwd()
        return self.connection_info

    async def send_signal(self, signum: int) -> None:
        """To its group. Once it has ended the system may give the group's number to another."""
        if self._copy is not None and self._copy.poll() is not None:
            self.pgid = None
        await super().send_signal(signum)


def _unwanted(forking: asyncio.Future[int]) -> None:
    """End a kernel whose start was given up meanwhile."""
    if not forking.cancelled() and forking.exception() is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(forking.result(), signal.SIGKILL)


def asked_for(command: Sequence[str], env: Mapping[str, str] | None, folder: str | None) -> Asked | None:
    """What a copy is asked for; None for a command that is no kernel of this very Python.

    >>> asked_for([sys.executable, "-m", "ipykernel_launcher", "-f", "x.json"], {"A": "b"}, "/tmp")
    Asked(arguments=['-f', 'x.json'], environment={'A': 'b'}, folder='/tmp', until=None)
    >>> asked_for(["julia", "kernel.jl"], None, None) is None
    True
    """
    if list(command[:3]) != [sys.executable, "-m", LAUNCHER]:
        return None
    return Asked(list(command[3:]), dict(os.environ if env is None else env), folder or str(Path.cwd()))
