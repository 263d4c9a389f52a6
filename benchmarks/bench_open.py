"""From a scanned code to a page that can be used, on a phone with a slowed network (needs H3, H11 and H17).

    python benchmarks/bench_open.py            # four minutes

A phone is a Chromium with a phone's screen behind 20 Mbit/s and 40 ms, a laptop's hotspot with some people on it.
Cold is the first visit after the server has started, with nothing in the browser; warm is another phone's first
visit, when the server has a kernel ready; again is the same phone's next visit, later in the evening; loaded again is
a reload of a page that has a state: until that is on the page. A seat's page needs no kernel: its first visit is that
of a phone that was never here, until the tap that says whose it is has shown that one's gear. The seconds are this
machine's, with the browser beside the server: what a neighbour computes meanwhile counts against us, so the load is
printed too.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
from _table import Row, against_limit, median, not_above, show
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from fujikoro_nb.helper.evening.changes import new_evening  # noqa: E402
from fujikoro_nb.helper.evening.record import Person  # noqa: E402
from fujikoro_nb.store import Store  # noqa: E402
from tests.browser.conftest import PATIENCE, PHONE, Visit  # noqa: E402
from tests.browser.servers import Server, kernels_below, start_server  # noqa: E402
from tests.browser.tables import code_of, write  # noqa: E402
from tests.browser.test_opening import Traffic  # noqa: E402
from tests.play.seats_at_a_table import new_table  # noqa: E402
from tools.ensure_chromium import FLAGS, ensure  # noqa: E402

COLD, WARM, FIRST, AGAIN = 12.0, 5.0, 2.0, 5.0
"""Seconds, as needs H3 and H11 give them."""
HELPER_COLD, HELPER_WARM, HELPER_AGAIN = 4.0, 2.0, 1.2
MOST_BYTES, MOST_REQUESTS, MOST_BYTES_AGAIN = 1_500_000, 40, 200_000
"""Goals of the README: seconds, and what a visit fetches."""
SEAT, MOST_BYTES_OF_SEAT = 1.0, 300_000
RUNS = 5
STILL = 3
"""Seconds in a row."""
BYTES_A_SECOND = 20_000_000 / 8
DELAY_MS = 40
HELPER = ".fk-helper[data-opened=true] .six a"
READER = ".fk-game-reader .fk-map[data-points]"
SEATS = "[data-key=sit-0]"
OWN_GEAR = ".fk-board-weapon [role=gridcell]"
PEOPLE = [Person("Aiko", "red"), Person("Ben", "blue"), Person("Chloe", "green"), Person("Dora", "purple")]


@contextmanager
def phone(browser: Browser) -> Iterator[Visit]:
    """A phone that has never been here."""
    context = browser.new_context(**PHONE)
    context.set_default_timeout(PATIENCE)
    visit = Visit(
        context.new_page()
    )  # no route as in the tests: with one Chromium keeps nothing that it has fetched
    line = context.new_cdp_session(visit.tab)
    line.send("Network.enable")
    limits = {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND, "latency": DELAY_MS}
    line.send("Network.emulateNetworkConditions", {"offline": False, **limits})
    yield visit
    context.close()


@contextmanager
def server() -> Iterator[Server]:
    """A table with nothing on it."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["FUJIKORO_DATA"] = folder
        started = start_server(
            [sys.executable, "-m", "fujikoro_nb.cli", "table", "--no-browser", "--port", "0"]
        )
        yield started
        started.stop()


def opened(visit: Visit, url: str, usable: str) -> tuple[float, float]:
    """Seconds until a heading is there to read, and until the page can be used."""
    visit._host = visit._host or url.split("/")[2]
    begun = time.perf_counter()
    visit.tab.goto(url, wait_until="commit")
    visit.tab.locator("h1:visible").first.wait_for()
    first = time.perf_counter() - begun
    visit.tab.locator(usable).first.wait_for()
    return first, time.perf_counter() - begun


def kernel_ready(served: Server) -> None:
    """Wait until a kernel of the helper's waits for the next visitor and does nothing more: that visit is warm."""
    parent, still = psutil.Process(served.process.pid), 0
    while still < STILL:
        kernels = kernels_below(parent)
        before = sum(sum(one.cpu_times()[:2]) for one in kernels)
        time.sleep(1)
        spent = sum(sum(one.cpu_times()[:2]) for one in kernels if one.is_running()) - before
        still = still + 1 if kernels and spent < 0.1 else 0


def stayed(visit: Visit, traffic: Traffic) -> None:
    """Wait until nothing more comes: what a page fetches once it can be used belongs to that visit, too."""
    before = -1
    while traffic.bytes != before:
        before = traffic.bytes
        visit.tab.wait_for_timeout(1000)


def reloaded(tab: Page, state: str, text: str) -> float:
    """Seconds from a reload until the page shows the state that it had."""
    begun = time.perf_counter()
    tab.reload(wait_until="commit")
    expect(tab.locator(state).first).to_contain_text(text)
    return time.perf_counter() - begun


def opened_again(tab: Page) -> float:
    """Seconds from a reload until a reader sees the map."""
    begun = time.perf_counter()
    tab.reload(wait_until="commit")
    tab.locator(READER).wait_for()
    return time.perf_counter() - begun


def seat_visits(browser: Browser, served: Server) -> tuple[list[float], list[float], list[float]]:
    """Of a seat's page: seconds of first visits and of those after them, and bytes of the first ones."""
    with Store.open(None) as store:
        codes = [new_table(store, new_evening(PEOPLE)).table.code for _ in range(RUNS)]
    first, later, sent = [], [], []
    for code in codes:
        with phone(browser) as visit:
            traffic = Traffic(visit.tab)
            begun = time.perf_counter()
            opened(visit, f"{served.url}table/{code}/seat", SEATS)
            visit.tab.locator(SEATS).click()
            visit.tab.locator(OWN_GEAR).first.wait_for()
            first.append(time.perf_counter() - begun)
            stayed(visit, traffic)
            sent.append(float(traffic.bytes))
            visit.tab.goto("about:blank")
            later.append(opened(visit, f"{served.url}table/{code}/seat", OWN_GEAR)[1])
    return first, later, sent


def main() -> int:
    """Print the table; 1 when a limit is passed."""
    cold, warm, reader, first, reader_again = [], [], [], [], []
    later: list[float] = []
    sent: dict[str, list[float]] = {"bytes": [], "requests": [], "again": []}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(ensure()), headless=True, args=list(FLAGS))
        for _ in range(3):
            with server() as served, phone(browser) as visit:
                words, usable = opened(visit, served.url, HELPER)
                first.append(words)
                cold.append(usable)
        with server() as served:
            for _ in range(RUNS):
                kernel_ready(served)
                with phone(browser) as visit:
                    traffic = Traffic(visit.tab)
                    words, usable = opened(visit, served.url, HELPER)
                    stayed(visit, traffic)
                    sent["bytes"].append(traffic.bytes)
                    sent["requests"].append(len(traffic.fetched))
                    first.append(words)
                    warm.append(usable)
                    visit.tab.goto("about:blank")
                    kernel_ready(served)
                    traffic.forget()
                    later.append(opened(visit, served.url, HELPER)[1])
                    stayed(visit, traffic)
                    sent["again"].append(traffic.bytes)
            with phone(browser) as writing:
                tab = write(writing, served)
                code = code_of(tab)
                again = [reloaded(tab, "[data-part=share-strip].is-mine", code) for _ in range(RUNS)]
                for _ in range(RUNS):
                    with phone(browser) as visit:
                        words, usable = opened(visit, f"{served.url}table/{code}", READER)
                        first.append(words)
                        reader.append(usable)
                        reader_again.append(opened_again(visit.tab))
            seat, seat_again, seat_bytes = seat_visits(browser, served)
        browser.close()
    rows: list[Row] = [
        against_limit("first words, the slowest of all visits", max(first), FIRST),
        against_limit("helper, first visit after the start, slowest", max(cold), COLD),
        against_limit("helper, another phone, middle", median(warm), WARM),
        against_limit("the same to the goal, middle", median(cold), HELPER_COLD),
        against_limit("helper, another phone, to the goal", median(warm), HELPER_WARM),
        against_limit("helper, the same phone again, middle", median(later), HELPER_AGAIN),
        not_above("bytes of a first visit, most", max(sent["bytes"]), MOST_BYTES),
        not_above("requests of a first visit, most", max(sent["requests"]), MOST_REQUESTS),
        not_above("bytes of the visit after it, most", max(sent["again"]), MOST_BYTES_AGAIN),
        against_limit("a table's reader, middle", median(reader), WARM),
        against_limit("a written game, loaded again, slowest", max(again), AGAIN),
        against_limit("a reader's page, loaded again, slowest", max(reader_again), AGAIN),
        against_limit("a seat's page, another phone, middle", median(seat), SEAT),
        against_limit("a seat's page, the same phone again, middle", median(seat_again), SEAT),
        not_above("bytes of a seat's first visit, most", max(seat_bytes), MOST_BYTES_OF_SEAT),
    ]
    print(f"load of the machine in the last 5 minutes: {os.getloadavg()[1]:.1f}")
    return show("From the code to a page that can be used", rows)


if __name__ == "__main__":
    sys.exit(main())
