"""The link between a page and its kernel: what is tapped while it is gone arrives exactly once when it is back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from fujikoro_nb.serve.kernels import REMEMBERED, TableKernelManager
from fujikoro_nb.texts import say
from tests.browser.cable import Cable
from tests.browser.conftest import PHONE, Visit
from tests.browser.game_pages import begin, ready
from tests.browser.kernels import answers_until, ask, connect, kernel_of, message, process_of
from tests.browser.servers import Server, kernels_below

Serve = Callable[..., Server]
BANNER = "#fk-banner"
CELL = ".fk-board-weapon [role=gridcell]"


@pytest.fixture
def cable(served: Serve) -> Iterator[Cable]:
    """A cable to the table."""
    one = Cable(urlsplit(served("table").url).port or 0)
    yield one
    one.close()


def open_gear(visit: Visit, url: str, gear: str = "WW...:...") -> Page:
    tab = visit.open(f"{url}#page=gear&weapon={gear}&unlocked=1")
    tab.wait_for_selector(".fk-helper[data-page=gear] .fk-slot[data-ready] .verdict .say")
    return tab


def kernel(tab: Page) -> str:
    """The kernel behind a tab."""
    config = json.loads(tab.locator("#jupyter-config-data").text_content() or "")
    return str(config["kernelId"])


def lay(tab: Page, index: int, letter: str) -> None:
    tab.locator(CELL).nth(index).focus()
    tab.keyboard.press(letter)


def gear_is(tab: Page, text: str) -> None:
    tab.wait_for_function("(text) => location.hash.includes(`weapon=${text}`)", arg=text)


def lost(tab: Page) -> None:
    expect(tab.locator(BANNER)).to_have_text(say("serve.link-lost"))


def test_a_page_says_in_three_seconds_that_its_link_is_gone_and_goes_on_when_it_is_back(
    served: Serve, visits: Callable[..., Visit], cable: Cable
) -> None:
    visit = visits(**PHONE)
    tab = open_gear(visit, cable.url(served("table").url))
    expect(tab.locator(BANNER)).to_be_hidden()
    tab.evaluate(
        """() => {
          const banner = document.getElementById("fk-banner");
          const begun = performance.now();
          window.fkSaid = new Promise((done) => new MutationObserver(() => done(performance.now() - begun))
            .observe(banner, { attributes: true, attributeFilter: ["hidden"] }));
        }"""
    )
    cable.pull()
    lost(tab)
    assert tab.evaluate("window.fkSaid") < 3000
    tab.evaluate("document.querySelector('.six a, .rail a, .foot .fk-to-rules').click()")  # reading goes on
    cable.plug()
    expect(tab.locator(BANNER)).to_be_hidden()


def test_what_is_tapped_while_the_cable_is_out_arrives_once(
    served: Serve, visits: Callable[..., Visit], cable: Cable
) -> None:
    tab = open_gear(visits(), cable.url(served("table").url))
    cable.pull()
    lay(tab, 2, "w")  # into the dead link, before anybody knows
    lost(tab)
    lay(tab, 3, "m")
    cable.plug()
    expect(tab.locator(BANNER)).to_be_hidden()
    gear_is(tab, "WWWM.:...")
    lay(tab, 4, "m")
    gear_is(tab, "WWWMM:...")
    for text in ("WWWM.:...", "WWW..:...", "WW...:..."):
        tab.locator(".fk-undo-top").click()
        gear_is(tab, text)


def test_a_tap_whose_answer_is_lost_is_not_done_twice(
    served: Serve, visits: Callable[..., Visit], cable: Cable
) -> None:
    tab = open_gear(visits(), cable.url(served("table").url))
    more = tab.get_by_role("button", name="one metal more")
    for number in range(1, 5):
        more.click()
        cable.cut()  # at whatever point the message or its answer may be
        tab.wait_for_function(f"location.hash.includes('backpack={'M' * number}')")
    lay(tab, 2, "w")
    gear_is(tab, "WWW..:...")
    assert f"backpack={'M' * 4}&" in tab.url + "&"


def test_what_the_kernel_said_unheard_is_said_again(served: Serve, page: Visit) -> None:
    """Neither the answer to a tap nor Jupyter's own look at all widgets comes through: two dropped links."""
    ends: list[WebSocketRoute] = []
    hears = [True]

    def between(page_end: WebSocketRoute) -> None:
        is_first = not ends
        ends.append(page_end)
        server_end = page_end.connect_to_server()

        def to_page(data: str | bytes) -> None:
            told = data if isinstance(data, str) else data.decode("utf-8", "replace")
            if "comm_msg" not in told or (hears[0] if is_first else "update_states" not in told):
                page_end.send(data)

        server_end.on_message(to_page)

    page.tab.route_web_socket(re.compile("/channels"), between)
    tab = open_gear(page, served("table").url)
    hears[0] = False
    tab.get_by_role("button", name="one metal more").click()
    ends[0].close(code=1012)
    tab.wait_for_function("location.hash.includes('backpack=M')")
    lay(tab, 2, "m")
    gear_is(tab, "WWM..:...")
    assert len(ends) == 2


def test_a_loss_of_some_time_costs_one_new_socket(
    served: Serve, visits: Callable[..., Visit], cable: Cable
) -> None:
    visit = visits()
    sockets: list[str] = []
    visit.tab.on("websocket", lambda socket: sockets.append(socket.url))
    visit.tab.clock.install()
    tab = open_gear(visit, cable.url(served("table").url))
    cable.pull()
    lost(tab)
    tab.clock.fast_forward(60_000)
    lay(tab, 2, "m")
    cable.plug()
    expect(tab.locator(BANNER)).to_be_hidden()
    gear_is(tab, "WWM..:...")
    lay(tab, 3, "m")
    gear_is(tab, "WWMM.:...")
    assert len(sockets) == 2, sockets


def test_a_socket_that_died_without_a_word_is_replaced(
    served: Serve, visits: Callable[..., Visit], cable: Cable
) -> None:
    tab = open_gear(visits(), cable.url(served("table").url))
    cable.blacken()
    lay(tab, 2, "m")  # into the void, while the beat goes its own way
    gear_is(tab, "WWM..:...")
    expect(tab.locator(BANNER)).to_be_hidden()


def test_a_wrong_file_hurts_nothing(served: Serve, page: Visit, tmp_path: Path) -> None:
    """Every byte of it takes three or six in a message."""
    sockets: list[str] = []
    page.tab.on("websocket", lambda socket: sockets.append(socket.url))
    tab = ready(page.open(f"{served('table').url}voila/render/game.ipynb"))
    for name, content in (("noise", bytes(range(128, 256)) * 1500), ("zeros", b"\x01" * 200_000)):
        (tmp_path / name).write_bytes(content)
        tab.locator("[data-key=open-file], input[type=file]").first.set_input_files(tmp_path / name)
        expect(tab.locator(".fk-game .fk-notice").first).to_be_visible()
    begin(tab)
    assert len(sockets) == 1
    assert "lost" not in (tab.locator("html").get_attribute("data-fk-link") or "")


def test_ids_of_messages_are_remembered_and_forgotten_with_the_kernel() -> None:
    manager = TableKernelManager()
    assert manager.is_first("k", "1") and not manager.is_first("k", "1") and manager.is_first("l", "1")
    for number in range(2, REMEMBERED + 2):
        assert manager.is_first("k", str(number))
    assert manager.is_first("k", "1")  # long ago


def test_a_message_sent_twice_is_passed_on_once_and_the_page_is_told(served: Serve) -> None:
    server = served("table")
    link = connect(server, kernel_of(ask(server, "/").text))
    link.send(message("comm_info_request", "shell", {}))
    answers_until(link, "comm_info_reply")
    nothing = message("comm_msg", "shell", {"comm_id": "nobody", "data": {"method": "update", "state": {}}})
    for text in (nothing, nothing, message("comm_info_request", "shell", {})):
        link.send(text)
    own = json.loads(nothing)["header"]["msg_id"]
    states: list[str] = []
    for _ in range(200):
        if states.count("idle") == 2:  # the kernel's own word, and the server's
            break
        heard = json.loads(link.recv())
        if heard["parent_header"].get("msg_id") == own and heard["msg_type"] == "status":
            states.append(heard["content"]["execution_state"])
    assert (states.count("busy"), states.count("idle")) == (1, 2)
    link.close()


def test_a_kernel_that_was_killed_leaves_a_page_that_loads_again(served: Serve, page: Visit) -> None:
    server = served("table")
    tab = open_gear(page, server.url)
    lay(tab, 2, "m")
    gear_is(tab, "WWM..:...")
    (process,) = process_of(server, kernel(tab))
    process.kill()
    psutil.wait_procs([process], timeout=30)
    banner = tab.locator(BANNER)
    expect(banner).to_contain_text(say("serve.link-ended"))
    expect(banner).not_to_contain_text(say("serve.link-unsent"))
    lay(tab, 3, "m")
    expect(banner).to_contain_text(say("serve.link-unsent"))  # nobody is left to believe that it was kept
    banner.get_by_role("button", name=say("serve.link-again")).click()
    tab.wait_for_selector("html[data-fk-ready=true]", state="attached")
    tab.wait_for_selector(".fk-helper[data-page=gear] .fk-slot[data-ready] .verdict .say")
    gear_is(tab, "WWM..:...")
    assert ask(server, f"/fujikoro/alive/{kernel(tab)}").status == 204


def test_after_all_kernels_were_killed_the_first_load_shows_the_page(served: Serve, page: Visit) -> None:
    """The kernel that waited for the next visitor is dead as well; nobody is shown what Python calls a widget."""
    server = served("table", fresh=True)
    tab = open_gear(page, server.url)
    own = kernel(tab)
    below = psutil.Process(server.process.pid)
    while len(kernels_below(below)) < 2:
        assert ask(server, f"/fujikoro/alive/{own}").status == 204
    dead = kernels_below(below)
    for process in dead:
        process.kill()
    psutil.wait_procs(dead, timeout=30)
    tab.locator(BANNER).get_by_role("button", name=say("serve.link-again")).click()
    tab.wait_for_selector("html[data-fk-ready=true]", state="attached")
    tab.wait_for_selector(".fk-helper[data-page=gear] .fk-slot[data-ready] .verdict .say")
    assert not re.search(r"\w+\(children=|<fujikoro", tab.locator("body").inner_text())
    assert kernel(tab) != own
    server.stop()


def test_the_beat_knows_no_other_kernel(served: Serve) -> None:
    server = served("table")
    assert ask(server, "/fujikoro/alive/00000000-0000-0000-0000-000000000000").status == 410
    assert ask(server, "/fujikoro/alive/../../etc").status == 404
