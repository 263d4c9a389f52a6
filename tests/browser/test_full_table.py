"""A table with few places: never more kernels than places, and whoever waits is let in."""

from __future__ import annotations

import http.client
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

import pytest
import requests
from playwright.sync_api import expect

from fujikoro_nb.serve.pages import CONTENT_POLICY, PLACE_ROUTE, TICKET_COOKIE
from fujikoro_nb.texts import say
from tests.browser.conftest import PHONE, Visit
from tests.browser.kernels import (
    ask,
    connect,
    kernel_of,
    kernels_of,
    process_of,
    wait_for_end,
)
from tests.browser.servers import Census, Server, start_copy

MOST = 4
OPENS = 30
PUZZLES = "/voila/render/puzzles.ipynb"

SMALL = """
from dataclasses import replace
from fujikoro_nb.serve import server
offer = server.offer_for("table", host="127.0.0.2", port=0)
server.serve(replace(offer, kernels={settings}), browser=False)
"""


def small_table(**settings: int) -> Server:
    """On an address that stands for the house network, so that the key is wanted."""
    return start_copy("-c", SMALL.format(settings=settings))


def key_of(server: Server) -> str:
    """As the cookie that a browser holds once it has opened the link."""
    answer = ask(server, f"/?token={server.token}")
    assert answer.status == 302
    return answer.headers["Set-Cookie"].partition(";")[0]


def turn(server: Server, cookie: str, ticket: str | None = None, **headers: str) -> dict[str, Any]:
    """What the page in front of a full table asks."""
    answer = requests.get(
        f"{server.origin}{PLACE_ROUTE}?ticket={quote(ticket or '')}",
        headers={"Cookie": cookie} | headers,
        timeout=60,
    )
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    told: dict[str, Any] = answer.json()
    return told


def close(server: Server, cookie: str, kernel: str) -> None:
    """As a page that is closed does."""
    (process,) = process_of(server, kernel)
    assert ask(server, f"/voila/api/shutdown/{kernel}", "POST", Cookie=cookie).status == 204
    wait_for_end(process)


@pytest.fixture(scope="module")
def table() -> Iterator[Server]:
    """With four places, and that only because so many are given however little memory there is."""
    server = small_table(kernel_mb=1_000_000_000, always_kernels=MOST, refill_delay=0)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def crowd(table: Server) -> tuple[list[http.client.HTTPResponse], list[int]]:
    """Thirty who open a page at once with the key, and how many kernels there were meanwhile.

    One place is taken by the kernel that waits for a visitor of the start page.
    """
    cookie = key_of(table)
    with Census(table.process.pid) as census, ThreadPoolExecutor(OPENS) as people:
        answers = list(people.map(lambda _: ask(table, PUZZLES, Cookie=cookie), range(OPENS)))
    return answers, census.counts


def pages_of(crowd: tuple[list[http.client.HTTPResponse], list[int]]) -> list[str]:
    return [kernel_of(answer.text) for answer in crowd[0] if answer.status == 200]


def test_thirty_at_once_start_no_more_kernels_than_there_are_places(
    table: Server, crowd: tuple[list[http.client.HTTPResponse], list[int]]
) -> None:
    table.printed(say("serve.few-pages", pages=MOST))
    answers, counts = crowd
    assert len(counts) > 5 and max(counts) <= MOST, counts
    assert {answer.status for answer in answers} == {200, 503}
    kernels = pages_of(crowd)
    assert len(kernels) == len({*kernels}) <= MOST
    for answer in answers:
        if answer.status == 503:
            assert say("serve.full") in answer.text
            assert 1 <= int(answer.headers["Retry-After"]) <= 60
            assert answer.headers["Content-Security-Policy"] == CONTENT_POLICY
            assert "kernelId" not in answer.text
    assert "Traceback" not in table.output()


def test_who_waits_is_let_in_in_the_order_of_coming(
    table: Server, crowd: tuple[list[http.client.HTTPResponse], list[int]], visits: Callable[..., Visit]
) -> None:
    cookie = key_of(table)
    kernels = pages_of(crowd)
    while len(kernels) < MOST:
        # The kernel that only waits for a visitor gives way to a person, as soon as it has made its page.
        free = turn(table, cookie)
        while not free["free"]:
            free = turn(table, cookie, free["ticket"])
        kernels.append(
            kernel_of(ask(table, PUZZLES, Cookie=f"{cookie}; {TICKET_COOKIE}{free['ticket']}=1").text)
        )
    links = [connect(table, kernel, cookie=cookie) for kernel in kernels]
    first = turn(table, cookie)
    second = turn(table, cookie, None, Cookie=f"{cookie}; fujikoro-lang=de")
    assert first["said"] == say("serve.full-next") and not first["free"]
    assert second["said"] == say("serve.full-ahead", language="de", ahead=1) and not second["free"]
    with Census(table.process.pid) as census:
        close(table, cookie, kernels.pop(0))
        assert not turn(table, cookie, second["ticket"])["free"]
        assert turn(table, cookie, first["ticket"])["free"]
        assert not turn(table, cookie, second["ticket"])["free"]
        assert ask(table, "/", Cookie=cookie).status == 503  # a newcomer does not pass by
        assert ask(table, "/", Cookie=f"{cookie}; {TICKET_COOKIE}made-up=1").status == 503
        shown = ask(table, "/", Cookie=f"{cookie}; {TICKET_COOKIE}{first['ticket']}=1")
        assert shown.status == 200
        kernels.append(kernel_of(shown.text))
        links.append(connect(table, kernels[-1], cookie=cookie))
        # And in a browser: the page itself says how many come first, and comes in when a place is free.
        visit = visits(**PHONE)
        visit.open(f"{table.origin}/?token={table.token}#page=gear", ready=False)
        told = visit.tab.get_by_role("status").and_(visit.tab.locator("#fk-turn"))
        expect(told).to_have_text(say("serve.full-ahead", ahead=1))
        assert not turn(table, cookie, second["ticket"])["free"]
        close(table, cookie, kernels.pop(0))
        assert turn(table, cookie, second["ticket"])["free"]
        assert ask(table, "/", Cookie=f"{cookie}; {TICKET_COOKIE}{second['ticket']}=1").status == 200
        expect(told).to_have_text(say("serve.full-next"))
        close(table, cookie, kernels.pop(0))
        visit.tab.wait_for_selector("html[data-fk-ready=true]")
        assert visit.tab.url.endswith("/#page=gear")
    assert max(census.counts) <= MOST, census.counts
    assert not [error for error in visit.errors if "503" not in error]
    # With two places and more to spare a kernel waits for the next visitor again.
    before = {one.pid for one in kernels_of(table)}
    for kernel in kernels:
        close(table, cookie, kernel)
    while {one.pid for one in kernels_of(table)} <= before:
        pass
    for link in links:
        link.close()
    assert "Traceback" not in table.output()
