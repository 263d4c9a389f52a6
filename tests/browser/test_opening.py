"""How a page opens: with few requests, once and for all, and on a busy machine whole or with one sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psutil
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from fujikoro_nb.serve.front_files import START
from fujikoro_nb.texts import say
from tests.browser.conftest import PATIENCE, PHONE, Visit
from tests.browser.losses import losing
from tests.browser.servers import Server, is_kernel, kernels_below

USABLE = ".fk-helper[data-opened=true] .six a"
MOST_REQUESTS = 40
MOST_BYTES = 1_500_000
MOST_BYTES_AGAIN = 200_000
"""What a phone may fetch, the first time and again; `benchmarks/bench_open.py` measures it on a slow line."""
LAST_PART = "dragons_step.js"
"""What the helper's page fetches last, once it can be used."""


class Traffic:
    """What came over the line, not out of the browser's own store; pages and their websockets together."""

    def __init__(self, tab: Page) -> None:
        self.asked: dict[str, str] = {}
        self.cached: set[str] = set()
        self.ended: list[str] = []
        self.bytes = 0
        line = tab.context.new_cdp_session(tab)
        line.send("Network.enable")
        line.on("Network.requestWillBeSent", self._asked)
        line.on("Network.requestServedFromCache", lambda event: self.cached.add(event["requestId"]))
        line.on("Network.responseReceived", self._answered)
        tab.on("requestfinished", lambda request: self.ended.append(request.url))
        line.on("Network.dataReceived", lambda event: self._count(event["encodedDataLength"]))
        line.on("Network.webSocketFrameReceived", lambda event: self._count(_size(event["response"])))

    def _asked(self, event: dict[str, Any]) -> None:
        if event["request"]["url"].startswith("http"):
            self.asked[event["requestId"]] = event["request"]["url"]

    def _answered(self, event: dict[str, Any]) -> None:
        if event["response"].get("fromDiskCache"):
            self.cached.add(event["requestId"])

    def _count(self, more: int) -> None:
        self.bytes += more

    def forget(self) -> None:
        """Begin anew."""
        self.asked.clear()
        self.cached.clear()
        self.bytes = 0

    @property
    def fetched(self) -> list[str]:
        """Addresses that the server was asked for."""
        return [url for key, url in self.asked.items() if key not in self.cached]


def _size(frame: dict[str, Any]) -> int:
    """Of a websocket's frame; bytes come in base64."""
    length = len(frame["payloadData"])
    return length if frame["opcode"] == 1 else length * 3 // 4


@pytest.fixture
def uncounted(chromium: Browser) -> Iterator[Page]:
    """A phone without the tests' own routes, with which Chromium would keep nothing."""
    context = chromium.new_context(**PHONE)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def test_the_first_visit_asks_for_little_and_the_next_for_what_changed(
    served: Callable[..., Server], uncounted: Page
) -> None:
    server = served("table")
    traffic = Traffic(uncounted)
    uncounted.goto(server.url)
    uncounted.locator(USABLE).first.wait_for()
    first = traffic.fetched
    assert len(first) <= MOST_REQUESTS, first
    assert traffic.bytes <= MOST_BYTES
    # Every script of Voila's comes in the one file: the list of its parts is that of the installed version.
    ours = [url for url in first if "/fujikoro/files/" in url or "/voila/" in url]
    assert sorted(re.sub(r".*/|\.[0-9a-f]+\.js$", "", url) for url in ours) == [START, *["remoteEntry"] * 3]

    # The rulebook comes with the first touch, in the page's own language; in the others when somebody looks into it.
    assert not [url for url in first if "/rules-" in url or "/rule-texts-" in url]
    uncounted.locator(".find").tap()
    uncounted.locator(".fk-rules[data-ready]").wait_for(state="attached")
    assert [url for url in traffic.fetched if "/rules-en" in url]
    assert not [url for url in traffic.fetched if "/rule-texts-" in url]

    # What is still on its way when somebody loads anew was never kept.
    while not any(LAST_PART in url for url in traffic.ended):
        uncounted.wait_for_event("requestfinished")
    traffic.forget()
    uncounted.reload()
    uncounted.locator(USABLE).first.wait_for()
    assert traffic.bytes <= MOST_BYTES_AGAIN
    assert not [url for url in traffic.fetched if "/fujikoro/files/" in url or "/fujikoro/widget/" in url]


def test_every_page_needs_nothing_but_the_one_file(served: Callable[..., Server], page: Visit) -> None:
    """A page that asks for a part by itself is slow: `tools/build_front_parts.py` finds what is missing."""
    asked: list[str] = []
    page.tab.on("request", lambda request: asked.append(request.url))
    for name in ("game", "lesson-turns", "puzzles"):
        page.open(f"{served('table').url}voila/render/{name}.ipynb")
    assert [url for url in asked if START in url]
    assert not [url for url in asked if re.search(r"/\d+\.[\w.]*js", url)]


def kernel_of(tab: Page, server: Server) -> psutil.Process:
    """The process behind a page."""
    settings = json.loads(tab.locator("#jupyter-config-data").text_content() or "")
    kernels = kernels_below(psutil.Process(server.process.pid))
    return next(one for one in kernels if is_kernel(one, settings["kernelId"]))


@contextmanager
def asleep(tab: Page, server: Server) -> Iterator[None]:
    """Open a page whose kernel sleeps once all of the page is there, before it can say anything to it."""
    held: list[Route] = []
    tab.route(f"**/{START}", lambda route: route.fallback() if kernel else held.append(route))
    kernel: list[psutil.Process] = []
    tab.goto(server.url, wait_until="commit")
    tab.locator(f"body > script[src$='{START}']").wait_for(state="attached")  # the page's last line
    kernel.append(kernel_of(tab, server))
    kernel[0].suspend()
    for route in held:
        route.fallback()
    try:
        yield
    finally:
        kernel[0].resume()


LOSING = """(asked) => {
  const Real = window.WebSocket;
  const decoder = new TextDecoder();
  window.WebSocket = class extends Real {
    constructor(...address) {
      super(...address);
      this.addEventListener("message", (event) => {
        if (!this.isDeaf) return;
        event.stopImmediatePropagation();
        this.close();
      });
    }
    send(data) {
      const text = typeof data === "string" ? data : decoder.decode(data);
      if (!window.fkLost && text.includes('"request_states"')) return;
      if (!window.fkLost && text.includes(`"${asked}"`)) {
        window.fkLost = asked;
        this.isDeaf = true;
      }
      super.send(data);
    }
  };
}"""
"""The answer to the page's first such question gets lost, and its websocket with it. The kernel does not hear the
question for all widgets either: after four seconds Jupyter's front end asks for each."""


@pytest.mark.parametrize("asked", ["comm_info_request", "request_state"])
def test_an_answer_that_was_lost_while_a_page_opened_is_asked_for_again(
    served: Callable[..., Server], phone: Visit, asked: str
) -> None:
    """Jupyter's front end waits for it for ever, and the page stayed empty."""
    phone.tab.add_init_script(f"({LOSING})({json.dumps(asked)})")
    phone.open(served("table").url, ready=False)
    phone.tab.locator(USABLE).first.wait_for()
    assert phone.tab.evaluate("window.fkLost") == asked


def test_a_page_that_does_not_come_whole_says_so(served: Callable[..., Server], phone: Visit) -> None:
    server, tab = served("table"), phone.tab
    phone._host = server.host
    with asleep(tab, server):
        said = tab.locator("#fk-loading-text")
        expect(said).to_contain_text(say("serve.loading-stuck"))
        expect(said.get_by_role("button", name=say("serve.link-again"))).to_be_visible()
        expect(tab.get_by_text("Loading widget")).to_be_hidden()
        assert tab.evaluate("document.documentElement.dataset.fkReady") is None
    # It comes all the same.
    tab.locator(USABLE).first.wait_for()
    expect(said).to_have_count(0)


@pytest.mark.parametrize("most", [2, 1000])
def test_a_front_end_that_was_lost_is_fetched_again_or_leaves_one_sentence(
    served: Callable[..., Server], phone: Visit, most: int
) -> None:
    server, tab = served("table"), phone.tab
    losses = losing(tab, "**/fujikoro/widget/**", most)
    phone.open(server.url, ready=False)
    said = tab.locator("[data-fk-say='loading-stuck']").first
    if most == 2:
        tab.locator(USABLE).first.wait_for()
        assert len(losses) == 2
    else:
        expect(said).to_contain_text(say("serve.loading-stuck"))
        tab.unroute("**/fujikoro/widget/**")
        tab.get_by_role("button", name=say("serve.link-again")).first.click()
        tab.locator(USABLE).first.wait_for()
    expect(said).to_have_count(0)


def test_a_page_without_its_scripts_says_so_and_comes_when_it_is_loaded_again(
    served: Callable[..., Server], phone: Visit
) -> None:
    server, tab = served("table"), phone.tab
    phone._host = server.host

    def lost(route: Route) -> None:
        route.abort()

    tab.route(f"**/{START}", lost)
    tab.goto(server.url)
    again = tab.locator("#fk-loading-text").get_by_role("button", name=say("serve.link-again"))
    expect(again).to_be_visible()
    tab.unroute(f"**/{START}", lost)
    again.click()
    tab.locator(USABLE).first.wait_for()
    phone.errors.clear()  # the browser's own word on what was stopped above
