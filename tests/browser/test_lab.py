"""The lab stops when it is told to, whatever its notebook is doing, and takes its kernels along."""

from __future__ import annotations

import signal
import sys
import time
from itertools import product
from pathlib import Path

import psutil
import pytest

from tests.browser.conftest import Visit
from tests.browser.servers import Server, start_server
from tests.support.sampling import sample

STOP_SECONDS = 20
"""Mostly one or two; a server that waits for its notebook, or for a yes to its question, takes far longer."""
LINK = r"^\s+(http://127\S+token=\S+)$"


def open_lab(folder: Path) -> Server:
    command = [sys.executable, "-m", "fujikoro_nb.cli", "lab", "--no-browser", "--port", "0"]
    return start_server([*command, "--dir", str(folder)], link=LINK)


def seconds_to_stop(server: Server, sign: signal.Signals) -> float:
    """From the signal to the end of the process and of everything that holds its output."""
    start = time.monotonic()
    server.process.send_signal(sign)
    server.process.wait(timeout=60)
    server.stop()
    return time.monotonic() - start


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize(
    ("sign", "moment"),
    sample(product((signal.SIGTERM, signal.SIGINT), ("notebook-opens", "kernel-idle")), 2),
)
def test_the_lab_stops_within_seconds_and_its_kernels_with_it(
    tmp_path: Path, page: Visit, sign: signal.Signals, moment: str
) -> None:
    server = open_lab(tmp_path)
    try:
        tab = page.open(server.url, ready=False)
        tab.wait_for_selector("#jp-main-dock-panel .jp-NotebookPanel .jp-Notebook", timeout=90_000)
        if moment == "kernel-idle":
            # An indicator is idle before there is a kernel; the name in the toolbar is the kernel's.
            tab.wait_for_selector(".jp-KernelName:has-text('Python 3')", timeout=60_000)
            tab.wait_for_selector('.jp-NotebookPanel [data-status="idle"]', state="attached", timeout=60_000)
        kernels = psutil.Process(server.process.pid).children(recursive=True)
        assert kernels or moment == "notebook-opens"
        assert seconds_to_stop(server, sign) < STOP_SECONDS
        assert not [kernel for kernel in kernels if kernel.is_running()]
        assert "Traceback" not in server.output()
    finally:
        server.stop()
