"""The process that stands by: imports what every page needs, then becomes a kernel each time it is asked.

    python -m fujikoro_nb.serve.warm FD

On the socket FD comes one line of JSON a kernel (`Asked`), and its process number goes back as text, or 0 when the
system starts no process more. The copy waits for one more line: `BEGIN`, or `DROP` when the word of it came too late.
It ends when nobody holds the other end any more, and its kernels end with it.
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
ENDED_SOONER = 200
"""When memory is out the system ends a process; a copy's share is reckoned higher by so many thousandths of it all, or
it would end the one process that all kernels come from."""
MOST = 1000
"""The most that may be added."""


NONE = 0
"""In place of a process number."""
BEGIN, DROP = b"begin\n", b"drop\n"
"""Whether a copy becomes a kernel. When the word of it came too late another kernel begins in its place, on the same
sockets: with both, the one makes the page and the other tells it that there are no widgets."""


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
    asked: Asked | None = None
    gate: Gate | None = None
    with socket.socket(fileno=int(sys.argv[1])) as line:
        for text in line.makefile("rb"):
            if gate is not None:
                gate.tell(text == BEGIN)
                gate = None
            if text in (BEGIN, DROP):
                continue
            asked = msgspec.json.decode(text, type=Asked)
            if asked.until is not None and time.monotonic() > asked.until:
                asked = None
                continue  # another kernel has begun in its place
            gate = Gate()
            try:
                pid = os.fork()
            except OSError:  # too many processes, or no memory: the kernels that people play on go on
                pid = NONE
            else:
                if pid == 0:
                    break
            line.sendall(str(pid).encode())
            asked = None
    if asked is not None and gate is not None and gate.opens():
        be_kernel(asked)
    return 0


class Gate:
    """Where a copy waits for its original's word."""

    def __init__(self) -> None:
        self._out, self._in = os.pipe()

    def tell(self, begins: bool) -> None:
        """In the original."""
        if begins:
            os.write(self._in, BEGIN)
        os.close(self._in)
        os.close(self._out)

    def opens(self) -> bool:
        """In the copy: wait. An original that has ended says no."""
        os.close(self._in)
        said = os.read(self._out, len(BEGIN))
        os.close(self._out)
        return bool(said)


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
    _be_ended_first()
    import ipywidgets
    from ipykernel.kernelapp import IPKernelApp

    app = IPKernelApp.instance()
    app.initialize(sys.argv[1:])
    # At its import there was no kernel yet. Without this a page asks for its widgets one by one.
    ipywidgets.register_comm_target()
    app.start()


def _be_ended_first() -> None:
    """When memory is out one kernel ends, and not all of them with their parent; where the system lets that be said."""
    share = Path("/proc/self/oom_score_adj")
    with contextlib.suppress(OSError):
        share.write_text(str(min(MOST, int(share.read_text("ascii")) + ENDED_SOONER)), encoding="ascii")


if __name__ == "__main__":
    sys.exit(main())
