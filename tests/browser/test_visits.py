"""Many visits, one after the other: kernels and the server's memory come back to where they were.

``FUJIKORO_VISITS`` says how many in the long run.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.browser.conftest import Visit
from tests.browser.kernels import kernel_of, kernels_of, process_of, serve_with, wait_for_end
from tests.browser.servers import Server
from tests.soak.spread import Spread

VISITS = int(os.environ.get("FUJIKORO_VISITS", "50"))
WARM = 3
"""Visits before the server has loaded what it loads once."""
IDLE_SECONDS = 15
"""That a kernel without a page is kept here: longer than a page takes to reach the kernel that was made for it."""
MOST_MEGABYTES = 50.0
"""More than before, after however many visits. What tornado and ZeroMQ hold of a page goes two minutes after it, so
that Python's heap grows to what the visits of two minutes need (37 MB and no more, at a visit each second)."""


def megabytes(server: Server) -> float:
    """What the server's process alone has in memory, from its smaps."""
    return float(psutil.Process(server.process.pid).memory_full_info().uss) / 1e6


def visit(server: Server, tabs: Callable[..., Visit], *, says_goodbye: bool) -> psutil.Process:
    """Open the page and close it; the kernel's process. A phone whose battery ends says no goodbye."""
    one = tabs()
    tab = one.open(server.url)
    (process,) = process_of(server, kernel_of(tab.content()))
    if not says_goodbye:
        tab.context.set_offline(True)
    tab.context.close()
    return process


def visited(count: int, tabs: Callable[..., Visit]) -> tuple[float, float, int]:
    """Megabytes before and after so many visits, and the kernels that are left."""
    server = serve_with(cull_idle_timeout=IDLE_SECONDS, cull_interval=1)
    try:
        wait_for_end(*(visit(server, tabs, says_goodbye=True) for _ in range(WARM)))
        before = megabytes(server)
        wait_for_end(*(visit(server, tabs, says_goodbye=number % 2 == 0) for number in range(count)))
        return before, megabytes(server), len(kernels_of(server))
    finally:
        server.stop()


def test_after_some_visits_one_kernel_waits_and_nothing_is_kept(visits: Callable[..., Visit]) -> None:
    before, after, kernels = visited(4, visits)
    assert kernels == 1  # the one that waits for the next page
    assert after - before < MOST_MEGABYTES


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_after_fifty_visits_all_is_as_before(
    visits: Callable[..., Visit], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    spread = Spread(capsys, tmp_path / "kept")
    before, after, kernels = visited(VISITS, visits)
    spread.say(
        f"{VISITS} visits, half of them without a goodbye: {kernels} kernel, which waits for the next page; "
        f"the server has {before:.1f} MB before and {after:.1f} MB after; {spread.took()}"
    )
    assert kernels == 1
    assert after - before < MOST_MEGABYTES
