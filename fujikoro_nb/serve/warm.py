"""The process that stands by: imports what every page needs, then becomes a kernel each time it is asked.

    python -m fujikoro_nb.serve.warm FD

On the socket FD comes one line of JSON a kernel (`Asked`), and its process number goes back as text. It ends when
nobody holds the other end any more, and its kernels end with it.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import signal
import socket
import sys
import time
from pathlib import Path

import msgspec

MODULES = (
    "ipykernel.kernelapp",
    "ipykernel.ipkernel",
    "fujikoro_nb.widgets.helper.helper_page",
    "fujikoro_nb.widgets.playing.game_page",
)
"""What a page that people wait for imports; lessons and puzzles take the rest themselves."""
LONGEST_NAME = 15
"""Bytes that Linux keeps of a process's name."""


class Asked(msgspec.Struct, frozen=True):
    """A kernel to begin: arguments of its launcher, its environment and its folder."""

    arguments: list[str]
    environment: dict[str, str]
    folder: str
    until: float | None = None
    """By `time.monotonic`, one clock for all processes here: after it nobody waits for this kernel. None: no end."""


def main() -> int:
    """Stand by; in each copy, be a kernel."""
    # ipykernel reads the number when it is imported, and ends when its parent has.
    os.environ["JPY_PARENT_PID"] = str(os.getpid())
    for name in MODULES:
        importlib.import_module(name)
    # What is there now is never looked at again by the collector, which would write to all of it in each copy.
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the system clears away what has ended
    asked = None
    with socket.socket(fileno=int(sys.argv[1])) as line:
        for text in line.makefile("rb"):
            asked = msgspec.json.decode(text, type=Asked)
            if asked.until is not None and time.monotonic() > asked.until:
                asked = None
                continue  # another kernel has begun in its place
            pid = os.fork()
            if pid == 0:
                break
            line.sendall(str(pid).encode())
            asked = None
    if asked is not None:
        be_kernel(asked)
    return 0


def be_kernel(asked: Asked) -> None:
    """As `python -m ipykernel_launcher` would be, in this process."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    parent = os.environ["JPY_PARENT_PID"]
    os.environ.clear()
    os.environ.update(asked.environment | {"JPY_PARENT_PID": parent})
    os.chdir(asked.folder)
    sys.argv = ["ipykernel_launcher", *asked.arguments]
    # Lists of processes name it as its connection file, where the system lets a name be given; the command they show
    # is that of the original.
    with contextlib.suppress(OSError):
        Path("/proc/self/comm").write_text(Path(asked.arguments[-1]).stem[:LONGEST_NAME], encoding="utf-8")
    import ipywidgets
    from ipykernel.kernelapp import IPKernelApp

    app = IPKernelApp.instance()
    app.initialize(sys.argv[1:])
    # At its import there was no kernel yet. Without this a page asks for its widgets one by one.
    ipywidgets.register_comm_target()
    app.start()


if __name__ == "__main__":
    sys.exit(main())
