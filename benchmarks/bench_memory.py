"""What a table costs in memory: the server, each who looks on, each who plays; and the hub with its members.

    python benchmarks/bench_memory.py        # some minutes; Linux

Real programs and a real Chromium. *Private* is what ends with a process; *proportional* is that and its share of what
it has in common with others, such as libraries. Browsers are not counted: they run on other machines.
"""

from __future__ import annotations

import asyncio
import http.client
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import psutil
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from tests.browser.conftest import LAPTOP, new_visit  # noqa: E402
from tests.browser.game_pages import answer, kind_of  # noqa: E402
from tests.browser.hubs import log_in, running_hub  # noqa: E402
from tests.browser.kernels import kernel_of, process_of  # noqa: E402
from tests.browser.servers import Server, start_server  # noqa: E402
from tests.browser.tables import code_of, write  # noqa: E402
from tools.ensure_chromium import FLAGS, ensure  # noqa: E402

READERS = 40
WRITERS = 4
STEPS = 10
"""Answers of the first writer, so that there is something to look at."""


class Memory(NamedTuple):
    """In MB."""

    private: float
    proportional: float

    def over(self, other: Memory, count: int = 1) -> Memory:
        """How much more than the other, for each of so many."""
        return Memory(*((ours - theirs) / count for ours, theirs in zip(self, other, strict=True)))


def memory(*processes: psutil.Process) -> Memory:
    """Of all of them together."""
    found = [process.memory_full_info() for process in processes]
    return Memory(sum(one.uss for one in found) / 1e6, sum(one.pss for one in found) / 1e6)


def line(what: str, of: Memory) -> None:
    print(f"{what:<58} {of.private:8.2f} {of.proportional:13.2f}", flush=True)


@contextmanager
def table(data: Path) -> Iterator[Server]:
    command = [sys.executable, "-m", "fujikoro_nb.cli", "table", "--no-browser", "--port", "0"]
    server = start_server(command, environment={"FUJIKORO_DATA": str(data)})
    try:
        yield server
    finally:
        server.stop()


async def follow(server: Server, code: str, count: int) -> Memory:
    """The server's memory while so many look on, each of whom has been told the whole table and a beat."""
    place = urlsplit(server.url)
    links = []
    for _ in range(count):
        reader, writer = await asyncio.open_connection(place.hostname, place.port, limit=2**24)
        writer.write(f"GET /fujikoro/table/{code}/events HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
        await reader.readuntil(b"event: whole")
        await reader.readuntil(b"event: beat")
        links.append(writer)
    taken = memory(psutil.Process(server.process.pid))
    for writer in links:
        writer.close()
        await writer.wait_closed()
    return taken


def beside(server: Server, code: str, count: int) -> Memory:
    """In a thread of its own: Playwright keeps the loop of this one."""
    with ThreadPoolExecutor(1) as worker:
        return worker.submit(asyncio.run, follow(server, code, count)).result()


def measure_table(browser: Browser) -> None:
    with tempfile.TemporaryDirectory() as folder, table(Path(folder)) as server:
        own = psutil.Process(server.process.pid)
        first = browser.new_context(**LAPTOP)
        ann = write(new_visit(first), server)
        code = code_of(ann)
        for _ in range(STEPS):
            answer(ann)
            kind_of(ann)
        quiet = memory(own)
        line("server, one table, one who plays", quiet)
        one, many = beside(server, code, 1), beside(server, code, READERS)
        line("server, one reader more", one)
        line(f"server, {READERS} readers", many)
        line(f"each reader, of {READERS}", many.over(one, READERS - 1))
        before = memory(own)
        kernels = [process_of(server, kernel_of(ann.content()))[0]]
        line("kernel of one who plays a game on a table", memory(*kernels))
        contexts = [first]
        for number in range(2, WRITERS + 1):
            contexts.append(browser.new_context(**LAPTOP))
            tab = write(new_visit(contexts[-1]), server)
            kernels += process_of(server, kernel_of(tab.content()))
            line(f"kernels of {number} who play", memory(*kernels))
        line(f"each who plays, kernel, of {WRITERS}", Memory(*(part / WRITERS for part in memory(*kernels))))
        line("each who plays, in the server", memory(own).over(before, WRITERS - 1))
        helper = browser.new_context(**LAPTOP)
        page = new_visit(helper).open(server.url)
        line("kernel of the rules helper", memory(*process_of(server, kernel_of(page.content()))))
        for context in [*contexts, helper]:
            context.close()


def measure_idle() -> None:
    with tempfile.TemporaryDirectory() as folder, table(Path(folder)) as server:
        server_alone = memory(psutil.Process(server.process.pid))
        link = http.client.HTTPConnection(server.host, timeout=300)
        link.request("GET", "/")  # answered when the waiting kernel has drawn its page
        kernel = kernel_of(link.getresponse().read().decode())
        link.close()
        line("server that has just begun", server_alone)
        (waiting,) = process_of(server, kernel)
        line("kernel that waits for a page", memory(waiting))
        stands_by = waiting.parent()
        if stands_by is not None and stands_by.pid != server.process.pid:
            line("process that kernels are copies of", memory(stands_by))


def named(processes: Sequence[psutil.Process], word: str) -> list[psutil.Process]:
    return [process for process in processes if word in " ".join(process.cmdline())]


def measure_hub() -> None:
    passwords = {"ann": "a red dragon sleeps", "bob": "nine cubes of metal"}
    with tempfile.TemporaryDirectory() as folder, running_hub(Path(folder), passwords) as hub:
        kernels = []
        for name, password in passwords.items():
            with log_in(hub, name, password) as session:
                kernel = kernel_of(session.get(hub.place(name)).text)
            kernels += process_of(hub.server, kernel)
        # Asked now, when all of them have been up for a while.
        beside = hub.tree()
        line("hub", memory(psutil.Process(hub.server.process.pid)))
        line("proxy of the hub", memory(*named(beside, "configurable-http-proxy")))
        line("readers' service of the hub", memory(*named(beside, "fujikoro_nb.hub readers")))
        line("culler of the hub", memory(*named(beside, "idle_culler")))
        servers = named(beside, "fujikoro_nb.hub user")
        line("each member's server, of 2", Memory(*(part / 2 for part in memory(*servers))))
        line(
            "each member's kernel of the rules helper, of 2", Memory(*(part / 2 for part in memory(*kernels)))
        )


def main() -> None:
    os.environ["FUJIKORO_DATA"] = tempfile.gettempdir()  # each part names its own
    print("Memory, MB")
    print(f"{'':<58} {'private':>8} {'proportional':>13}")
    measure_idle()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(ensure()), args=list(FLAGS))
        measure_table(browser)
        browser.close()
    measure_hub()


if __name__ == "__main__":
    main()
