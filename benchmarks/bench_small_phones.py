"""A card of Makai Fuda from the tap to its confirmation: on one phone that goes round, and on four phones.

    python benchmarks/bench_small_phones.py                   # two minutes
    FUJIKORO_SOAK=1 python benchmarks/bench_small_phones.py   # ten games on four phones instead of two

On one phone a page with a kernel is tapped in Chromium; bare is the number that an anywidget beside the cards sends
and gets back (`bench_page.ECHO`). On four phones the server is in this process, each request on a connection of its
own, as the tests ask it. Bare is there a request that the very same server lets in and answers without work: standing
up without a seat. A card is on the disk before anybody is told, so it is held against the bare request that waits for
the disk as well: one row in a database of the same kind in the same folder. What the disk alone takes is printed too;
it differs from machine to machine, and here it is more than three bare requests.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import sqlite3
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from _table import Row, against_limit, against_peer, median, percentile, said, show  # noqa: E402
from bench_page import APPS, ECHO, milliseconds, new_tab  # noqa: E402
from bench_page import served as page_served  # noqa: E402

from fujikoro_nb.store import Store  # noqa: E402
from fujikoro_nb.store.schema import prepare_sqlite  # noqa: E402
from tests.serve.seats.served import served  # noqa: E402
from tests.serve.seats.small_phones import phones_at, small_at  # noqa: E402
from tools.ensure_chromium import FLAGS, ensure  # noqa: E402

LIMIT_SECONDS = 0.5
"""From one phone to all others."""
TIMES = 3.0
"""What a confirmed card may take of a bare round trip."""
GAMES = 10 if os.environ.get("FUJIKORO_SOAK") else 2
CARDS = 60
"""On one phone."""
APPS["small"] = (
    f"{ECHO}from ipywidgets import VBox\nfrom fujikoro_nb.widgets import SmallGames\n"
    "VBox([SmallGames(seed='5'), Echo()])"
)
PAGE = ".fk-small-page[data-ready=true]"


# ---- one phone that goes round


def on_one_phone(folder: Path) -> list[Row]:
    """Three people, one phone: from the tap that lays a card to the covered page that asks the next."""
    cards: list[float] = []
    echoes: list[float] = []
    with sync_playwright() as playwright, page_served("small", folder) as url:
        browser = playwright.chromium.launch(executable_path=str(ensure()), headless=True, args=list(FLAGS))
        tab = new_tab(browser)
        tab.goto(url)
        tab.wait_for_selector(PAGE)
        tab.locator("[data-key=game-makai]").click()
        for seat in (1, 2):
            tab.locator(f"[data-key=player-{seat}]").select_option("person")
        tab.locator("[data-key=begin]").click()
        at = "document.querySelector('.fk-small-page').dataset.at"
        back = "document.querySelector('.echo').dataset.back"
        while len(cards) < CARDS:
            tab.wait_for_selector(f"{PAGE}[data-busy=false]:not([data-asked=''])")
            if tab.locator("[data-key=uncover]").count():
                tab.locator("[data-key=uncover]").click()
                tab.wait_for_selector("[data-part=hand]")
            tab.locator("[data-can=true]").first.click()
            tab.wait_for_selector("[data-key=way-0]")
            echoes.append(
                milliseconds(
                    tab,
                    f"globalThis.before = {back}; document.querySelector('.echo').click()",
                    f"{back} !== globalThis.before",
                )
            )
            cards.append(
                milliseconds(
                    tab,
                    f"globalThis.before = {at}; document.querySelector('[data-key=way-0]').click()",
                    f"{at} !== globalThis.before",
                )
            )
        browser.close()
    card, echo = statistics.median(cards[5:]) / 1000, statistics.median(echoes[5:]) / 1000
    return [against_peer("one phone: card confirmed, p50", card, "bare round trip", echo, at_least=1 / TIMES)]


# ---- four phones


@contextmanager
def on_the_disk(folder: Path) -> Iterator[sqlite3.Connection]:
    """A database that keeps its rows as ours does."""
    connection = sqlite3.connect(folder / "bare.sqlite", check_same_thread=False)
    prepare_sqlite(connection)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE bare (row BLOB)")
    yield connection
    connection.close()


def one_row(connection: sqlite3.Connection) -> None:
    """As long as what a card adds."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO bare VALUES (?)", (b"x" * 400,))
    connection.execute("COMMIT")


async def on_four_phones(store: Store, folder: Path) -> list[Row]:
    """Whole games of one tournament."""
    bare: list[float] = []
    kept: list[float] = []
    confirmed: list[float] = []
    shown: list[float] = []
    with on_the_disk(folder) as disk:
        for game in range(GAMES):
            table = small_at(store, "makai", ("person",) * 4, "tournaments=1", seed=f"bench {game}")
            chance = random.Random(game)
            async with served(store) as place, phones_at(place, table, range(4), readers=0) as phones:
                guest = place.device("seat", address="192.0.2.99")
                while (phone := await phones.asked()) is not None:
                    begun = perf_counter()
                    assert (await guest.post("leave", table.code, {})).status == 200
                    bare.append(perf_counter() - begun)
                    begun = perf_counter()
                    await asyncio.to_thread(one_row, disk)
                    kept.append(bare[-1] + perf_counter() - begun)
                    at, (text, _) = phone.game["at"], chance.choice(phone.offers())
                    begun = perf_counter()
                    answer = await phone.play(table.code, text)
                    confirmed.append(perf_counter() - begun)
                    assert answer.status == 200, answer.body
                    await phones.until(lambda at=at: all(one.game["at"] > at for one in phones.phones))
                    shown.append(perf_counter() - begun)
    print(f"{len(confirmed)} cards on four phones")
    ours, least, with_disk = median(confirmed), median(bare), median(kept)
    print(f"a bare request without the disk {said(least)}, the disk {said(with_disk - least)}")
    return [
        against_peer(
            "four: confirmed, p50", ours, "bare request, on the disk", with_disk, at_least=1 / TIMES
        ),
        against_limit("four: the last phone shows it, p95", percentile(shown, 95), LIMIT_SECONDS),
    ]


def main() -> int:
    """Measure and print the table."""
    logging.getLogger("tornado.access").setLevel(logging.ERROR)
    with (
        tempfile.TemporaryDirectory() as name,
        Store.open(f"sqlite:///{name}/tables.sqlite") as tables,
    ):
        folder = Path(name)
        rows = [*on_one_phone(folder), *asyncio.run(on_four_phones(tables, folder))]
    return show("Small games on phones", rows)


if __name__ == "__main__":
    sys.exit(main())
