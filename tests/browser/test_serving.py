"""Who may come in, what a browser may send, and how long kernels live."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import select
import socket
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import websocket
from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1
from playwright.sync_api import Page, expect

from fujikoro_nb.serve.kernels import MAX_MESSAGE_BYTES, V1_PROTOCOL, TableKernelManager
from tests.browser.conftest import LAPTOP, PHONE, Visit
from tests.browser.kernels import (
    NETWORK,
    WITH_KERNELS,
    answers_until,
    ask,
    connect,
    kernel_of,
    kernels_of,
    message,
    process_of,
    serve_with,
    wait_for_end,
)
from tests.browser.servers import Server, start_copy, start_server
from tests.browser.widget_pages import DRAWN

Serve = Callable[..., Server]

ROUTES = (
    "/",
    "/voila/static/voila.js",
    "/voila/templates/fujikoro/static/voila-style.js",
    "/voila/labextensions/anywidget/package.json",
    "/voila/api/themes/@jupyterlab/theme-light-extension/index.css",
    "/api/kernels/00000000-0000-0000-0000-000000000000",
    "/api/kernels/00000000-0000-0000-0000-000000000000/channels",
    "/nothing/here",
)


# ---- the guard: Host, Origin, token


@pytest.mark.parametrize("path", ROUTES)
@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "192.0.2.7", "", "[bad"])
def test_a_foreign_host_header_is_refused_on_every_route(served: Serve, path: str, host: str) -> None:
    answer = ask(served("table"), path, Host=host)
    assert answer.status == 403
    assert "kernelId" not in answer.text and "<script" not in answer.text


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_the_names_of_this_machine_are_served(served: Serve, name: str) -> None:
    server = served("table")
    port = server.host.rpartition(":")[2]
    assert ask(server, "/voila/static/voila.js", Host=f"{name}:{port}").status == 200


def test_a_foreign_origin_is_refused_for_websockets_and_writes(served: Serve) -> None:
    server = served("table")
    kernel = kernel_of(ask(server, "/").text)
    for origin in ("http://evil.example", "null", f"http://{server.host}.evil.example"):
        with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
            connect(server, kernel, origin=origin)
        assert ask(server, f"/voila/api/shutdown/{kernel}", "POST", Origin=origin).status == 403
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        connect(server, kernel, host="evil.example")
    connect(server, kernel, origin=server.origin).close()


@pytest.mark.parametrize("path", ROUTES)
def test_without_the_token_nothing_is_shown_on_a_network_address(served: Serve, path: str) -> None:
    server = served("table", *NETWORK)
    for cookie in ("", "fujikoro=wrong", f"fujikoro-{server.host.rpartition(':')[2]}=wrong", "=;;"):
        for query in ("", "?token=", "?token=wrong", "?token=%E2%82%AC"):
            answer = ask(server, path + query, Cookie=cookie)
            assert answer.status == 403
            assert "<script" not in answer.text and "This table is private" in answer.text
    assert ask(server, path, "POST").status == 403
    assert ask(server, path, "DELETE").status == 403


def test_the_link_outlives_its_server_until_another_is_asked_for(served: Serve) -> None:
    first, second = served("table", *NETWORK), served("table", *NETWORK, fresh=True)
    other = served("table", *NETWORK, "--new-link", fresh=True)
    assert first.token == second.token != other.token
    assert first.token and len(first.token) * 6 >= 128  # six bits a character
    assert ask(other, f"/?token={first.token}").status == 403
    for server in (second, other):
        server.stop()


def test_the_link_becomes_a_cookie_and_a_clean_address(served: Serve) -> None:
    server = served("table", *NETWORK)
    answer = ask(server, f"/?gear=WWM&token={server.token}")
    assert (answer.status, answer.headers["Location"]) == (302, "/?gear=WWM")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    pair = cookie.partition(";")[0]
    assert ask(server, "/voila/static/voila.js", Cookie=pair).status == 200
    kernel = kernel_of(ask(server, "/", Cookie=pair).text)
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        connect(server, kernel, origin=server.origin)
    connect(server, kernel, origin=server.origin, cookie=pair).close()


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "///evil.example"])
def test_the_link_never_leads_to_another_host(served: Serve, path: str) -> None:
    server = served("table", *NETWORK)
    location = ask(server, f"{path}?token={server.token}").headers["Location"]
    assert location == "/evil.example" + ("/" if path.endswith("/") else "")


def test_a_guest_opens_the_link_and_plays(served: Serve, phone: Visit) -> None:
    server = served("table", *NETWORK)
    tab = phone.open(server.url)
    assert tab.url == f"{server.origin}/"
    expect(tab.get_by_role("link", name="My gear")).to_be_visible()
    tab.reload()
    tab.wait_for_selector("html[data-fk-ready=true]")


def test_a_guest_without_the_link_reads_a_friendly_page(served: Serve, page: Visit) -> None:
    tab = page.open(served("table", *NETWORK).origin, ready=False)
    expect(tab.locator("body")).to_contain_text("scan the code")


def test_the_terminal_shows_link_code_and_help_for_phones(served: Serve) -> None:
    output = served("table", *NETWORK).output()
    assert "Wi-Fi" in output and "█" in output and "token=" in output
    assert "token=" not in served("table").output()


# ---- messages


def test_execute_requests_do_nothing_on_any_channel(served: Serve, tmp_path: Path) -> None:
    server = served("table")
    link = connect(server, kernel_of(ask(server, "/").text))
    trace = tmp_path / "executed"
    content = {
        "code": f"open({str(trace)!r}, 'w')",
        "silent": False,
        "store_history": False,
        "allow_stdin": False,
    }
    for channel in ("shell", "control", "stdin", "iopub"):
        link.send(message("execute_request", channel, content))
    for kind in ("complete_request", "inspect_request", "history_request", "debug_request", "input_reply"):
        link.send(message(kind, "shell", {"code": "1", "cursor_pos": 1}))
    # Messages of one channel are answered in order: after this reply the others would have been there.
    link.send(message("comm_info_request", "control", {}))
    link.send(message("comm_info_request", "shell", {}))
    seen = answers_until(link, "comm_info_reply")
    assert not {"execute_reply", "execute_input", "complete_reply", "inspect_reply", "debug_reply"} & set(
        seen
    )
    assert not trace.exists()
    link.close()


@pytest.mark.parametrize(
    "garbage",
    [
        "",
        "{",
        "[]",
        "null",
        "7",
        '"x"',
        "{}",
        '{"channel": "shell"}',
        '{"channel": [], "header": {}}',
        "[" * 90_000,
    ],
    ids=lambda text: text[:12],
)
def test_malformed_messages_are_dropped_and_the_socket_lives(served: Serve, garbage: str) -> None:
    server = served("table")
    link = connect(server, shared_kernel(server))
    link.send(garbage)
    link.send_binary(garbage.encode() or b"\xff" * 40)
    link.send(message("comm_info_request", "shell", {}))
    assert answers_until(link, "comm_info_reply")
    link.close()


def test_a_message_with_a_lying_binary_header_is_dropped(served: Serve) -> None:
    server = served("table")
    link = connect(server, shared_kernel(server), subprotocols=["v1.kernel.websocket.jupyter.org"])
    for garbage in (b"", b"\xff" * 8, b"\x02" + b"\x00" * 7, b"\x06" + b"\xff" * 60, b"\x06" + b"\x00" * 63):
        link.send_binary(garbage)
    link.ping()
    while (
        link.recv_data(control_frame=True)[0] != websocket.ABNF.OPCODE_PONG
    ):  # or the socket's own time is over
        pass
    link.close()


@pytest.mark.parametrize("coding", ["utf-16", "utf-32", "utf-8-sig"])
def test_json_in_another_coding_is_dropped_and_the_terminal_shows_no_traceback(
    served: Serve, coding: str
) -> None:
    server = served("table")
    kernel = shared_kernel(server)
    asked = json.loads(message("comm_info_request", "shell", {}))
    parts = [asked[name] for name in ("header", "parent_header", "metadata", "content")]
    in_v1 = serialize_msg_to_ws_v1([json.dumps(part).encode(coding) for part in parts], "shell")
    in_binary = struct.pack("!2I", 1, 8) + json.dumps(asked).encode(coding)
    for frame, options in ((in_v1, {"subprotocols": [V1_PROTOCOL]}), (in_binary, {})):
        link = connect(server, kernel, **options)
        link.send_binary(bytes(frame))
        link.ping()
        while link.recv_data(control_frame=True)[0] != websocket.ABNF.OPCODE_PONG:
            pass  # or the socket's own time is over
        link.close()
    assert "Traceback" not in server.output(), server.output()[-3000:]


def test_an_oversized_message_closes_the_socket_and_nothing_else(served: Serve) -> None:
    server = served("table")
    kernel = shared_kernel(server)
    link = connect(server, kernel)
    link.send(message("comm_msg", "shell", {"comm_id": "x", "data": "a" * (MAX_MESSAGE_BYTES + 1)}))
    with pytest.raises((websocket.WebSocketConnectionClosedException, OSError)):
        while True:  # a farewell reads as an empty message; after it, or a reset, there is nothing to read
            link.recv()
    link.shutdown()
    again = connect(server, kernel)
    again.send(message("comm_info_request", "shell", {}))
    assert answers_until(again, "comm_info_reply")
    again.close()


QUICK_PINGS = """
from fujikoro_nb.serve import server
server.PING_MS = 250
server.serve(server.offer_for("table", host="127.0.0.1", port=0), browser=False)
"""


def test_a_link_that_answers_is_kept_and_one_that_does_not_is_closed() -> None:
    server = start_copy("-c", QUICK_PINGS)
    try:
        kernel = kernel_of(ask(server, "/").text)
        link = connect(server, kernel)
        pings = 0
        while pings < 6:  # twice as long as a silent page would be kept
            kind, _ = link.recv_data(control_frame=True)
            assert kind != websocket.ABNF.OPCODE_CLOSE
            pings += kind == websocket.ABNF.OPCODE_PING
        link.close()
        silent = connect(server, kernel)
        silent.pong = lambda *_: None
        heard = 0
        while heard != websocket.ABNF.OPCODE_CLOSE:  # or the socket's own time is over
            heard, _ = silent.recv_data(control_frame=True)
        silent.shutdown()
        assert "ping" not in server.output()
    finally:
        server.stop()


def test_a_large_body_is_refused(served: Serve) -> None:
    with contextlib.suppress(http.client.HTTPException, OSError):  # the server may just hang up
        assert ask(served("table"), "/nothing", "POST", body="a" * (MAX_MESSAGE_BYTES + 1)).status == 400
    assert ask(served("table"), "/voila/static/voila.js").status == 200


_shared: dict[str, str] = {}


def shared_kernel(server: Server) -> str:
    """One kernel for the tests that only need some kernel."""
    if server.host not in _shared:
        _shared[server.host] = kernel_of(ask(server, "/").text)
    return _shared[server.host]


# ---- kernels


def wait_for_oblivion(tab: Page, kernel: str) -> None:
    """Wait until the server does not know the kernel any more; the tab is on one of the server's pages."""
    tab.wait_for_function(
        "async (kernel) => (await fetch(`/api/kernels/${kernel}`)).status === 404", arg=kernel
    )


def test_culling_is_configured_for_a_table() -> None:
    manager = TableKernelManager()
    assert 3600 <= manager.cull_idle_timeout <= 6 * 3600
    assert manager.cull_connected_timeout >= 2 * manager.cull_idle_timeout
    assert manager.cull_connected and 0 < manager.cull_interval <= 300


def test_kernels_without_a_page_are_culled_and_those_with_one_are_kept(page: Visit) -> None:
    # Idle long enough for a slow machine to draw a page and connect to its kernel.
    server = serve_with(cull_idle_timeout=6, cull_interval=1)
    try:
        kept = kernel_of(ask(server, "/").text)
        link = connect(server, kept)
        lost = [kernel_of(ask(server, "/").text) for _ in range(2)]
        wait_for_end(*(process for kernel in lost for process in process_of(server, kernel)))
        tab = page.open(f"{server.origin}/nothing", ready=False)
        for kernel in lost:
            wait_for_oblivion(tab, kernel)
        assert ask(server, f"/api/kernels/{kept}").status == 200
        last = process_of(server, kept)
        assert last
        link.close()
        wait_for_end(*last)
        wait_for_oblivion(tab, kept)
        assert len(kernels_of(server)) <= 1  # the one that waits for a page
    finally:
        server.stop()


def test_a_game_that_was_opened_once_has_a_kernel_waiting() -> None:
    server = start_copy("-c", WITH_KERNELS.format(settings="{}, warm={'game.ipynb': 0}"))
    try:
        waited = []
        for _ in range(3):
            stood_by = {one.pid for one in kernels_of(server)}
            kernel = kernel_of(ask(server, "/voila/render/game.ipynb").text)
            waited.append(process_of(server, kernel)[0].pid in stood_by)
        assert (waited[0], waited[-1]) == (False, True)  # the one between came while it was being started
    finally:
        server.stop()


def test_a_page_that_goes_while_its_kernel_talks_is_no_fault(served: Serve) -> None:
    server = served("table", fresh=True)
    kernel = kernel_of(ask(server, "/").text)
    for _ in range(3):
        link = connect(server, kernel)
        for _ in range(60):
            link.send(message("comm_info_request", "shell", {}))
        link.recv()  # it has begun to answer
        link.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        link.sock.close()  # without a word, as when the Wi-Fi goes
    link = connect(server, kernel)
    link.send(message("comm_info_request", "shell", {}))
    answers_until(link, "comm_info_reply")
    link.close()
    assert "Traceback" not in server.output(), server.output()[-2000:]
    server.stop()


def test_a_page_that_was_closed_while_it_was_opening_is_no_fault(served: Serve) -> None:
    server = served("table", fresh=True)
    kernel = kernel_of(ask(server, "/").text)
    (process,) = process_of(server, kernel)
    ending = os.pidfd_open(process.pid)  # psutil would wait until the server has looked after it
    process.kill()
    assert select.select([ending], [], [], 60)[0]
    os.close(ending)
    for status in (410, 404):  # the kernel is known, and then it is forgotten
        with pytest.raises(websocket.WebSocketBadStatusException) as refused:
            connect(server, kernel)
        assert refused.value.status_code == status
    assert "Traceback" not in server.output()
    server.stop()


def test_a_closed_page_ends_its_kernel(served: Serve, visits: Callable[..., Visit]) -> None:
    server = served("table", fresh=True)
    visit = visits()
    kernel = kernel_of(visit.open(server.url).content())
    assert ask(server, f"/api/kernels/{kernel}").status == 200
    before = process_of(server, kernel)
    assert before
    visit.tab.reload()
    visit.tab.wait_for_selector("html[data-fk-ready=true]")
    wait_for_end(*before)
    wait_for_oblivion(visit.tab, kernel)
    after = process_of(server, kernel_of(visit.tab.content()))
    with visit.tab.expect_event("close"):
        visit.tab.close(run_before_unload=True)  # as somebody closes it, not as a machine takes it away
    wait_for_end(*after)
    assert len(kernels_of(server)) <= 1  # the one that waits for a page
    server.stop()


def test_stopping_the_server_ends_all_kernels() -> None:
    command = [sys.executable, "-m", "fujikoro_nb.cli", "table", "--no-browser", "--port", "0"]
    server = start_server(command)
    kernel_of(ask(server, "/").text)
    children = psutil.Process(server.process.pid).children(recursive=True)
    assert children
    server.stop()
    wait_for_end(*children)
    assert "Traceback" not in server.output()


# ---- pages


def test_the_helper_opens_and_answers(served: Serve, page: Visit) -> None:
    tab = page.open(served("table").url)
    assert tab.title()
    assert tab.get_attribute("html", "lang") == "en"
    assert tab.locator("meta[name=viewport]").count() == 1
    assert (
        "fk-loading" not in tab.content().partition("</script>")[2] or tab.locator("#fk-loading").count() == 0
    )
    assert page.errors == []


@pytest.mark.parametrize("app", ["learn", "puzzles"])
def test_lessons_and_puzzles_open(served: Serve, page: Visit, app: str) -> None:
    tab = page.open(served(app).url)
    if tab.locator("main.fk-list").count():
        tab.get_by_role("link").first.click()
        tab.wait_for_selector("html[data-fk-ready=true]")
    expect(tab.locator("#rendered_cells .lm-Widget button:visible").first).to_be_visible()
    assert tab.get_by_text("The page could not be made").count() == 0


def test_no_page_asks_another_host(served: Serve, page: Visit) -> None:
    """The fixture fails the test if any host but ours was asked, and the browser would have refused anyway."""
    tab = page.open(served("table").url)
    refused = tab.evaluate(
        """() => new Promise((done) => {
          addEventListener("securitypolicyviolation", (event) => done(event.blockedURI));
          fetch("http://192.0.2.1/x").catch(() => {});
        })"""
    )
    assert refused.startswith("http://192.0.2.1")


def test_a_page_that_asked_another_host_would_be_noticed(served: Serve, page: Visit) -> None:
    """Nothing forbids this one to ask, as our pages' policy does: the record is not empty by nature."""
    page._host = served("table").host
    page.tab.goto("about:blank")
    page.tab.evaluate("fetch('http://127.0.0.1:9/x').catch(() => {})")
    assert page.outside == ["http://127.0.0.1:9/x"]
    page.outside.clear()


def test_first_words_and_no_script_sentence_need_no_kernel(
    served: Serve, visits: Callable[..., Visit]
) -> None:
    visit = visits(java_script_enabled=False)
    tab = visit.open(served("table").url, ready=False)
    expect(tab.locator("h1")).to_be_visible()
    expect(tab.locator("body")).to_contain_text("needs JavaScript", use_inner_text=True)


def test_night_follows_the_device_until_somebody_chooses(served: Serve, visits: Callable[..., Visit]) -> None:
    tab = visits(color_scheme="dark").open(served("table").url)
    page = tab.locator("html")
    expect(page).to_have_attribute("data-theme", "dark")
    tab.get_by_role("button", name="day and night").click()
    expect(page).to_have_attribute("data-theme", "light")
    tab.reload()
    expect(page).to_have_attribute("data-theme", "light")
    tab.emulate_media(color_scheme="light")
    tab.emulate_media(color_scheme="dark")
    tab.evaluate(DRAWN)
    expect(page).to_have_attribute("data-theme", "light")


def test_the_page_fits_a_phone(served: Serve, phone: Visit) -> None:
    tab = phone.open(served("table").url)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_wrong_address_says_so_and_leads_back(served: Serve) -> None:
    server = served("table")
    for path in (
        "/nothing",
        "/voila/render/helper.ipynb",
        "/voila/files/helper.ipynb",
        "/voila/query/x",
        "/login",
    ):
        answer = ask(server, path)
        assert answer.status == 404, path
        assert "start page" in answer.text


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("device", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_pages_of_refusal_fit_their_screen_and_name_no_path(
    served: Serve, visits: Callable[..., Visit], device: dict[str, Any], scheme: str
) -> None:
    server = served("table", *NETWORK)
    tab = visits(**device, color_scheme=scheme).open(f"{server.origin}/secret/place", ready=False)
    paper = {"light": "rgb(243, 238, 227)", "dark": "rgb(18, 22, 30)"}[scheme]
    for title, way in (("This table is private", 0), ("There is nothing here", 1)):
        expect(tab.get_by_role("heading")).to_have_text(title)
        expect(tab.locator("main").get_by_role("link")).to_have_count(way)
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == paper
        assert "secret" not in tab.inner_text("body")
        edge = "(selector) => document.querySelector(selector).getBoundingClientRect().left"
        if device == LAPTOP:
            assert tab.evaluate(edge, "main p") >= tab.evaluate(edge, "h1")
        tab.goto(server.url, wait_until="commit")
        tab.goto(f"{server.origin}/secret/place")


FOLDER = """
import sys
import time
from pathlib import Path
from fujikoro_nb.serve import server
from fujikoro_nb.serve.pages import pages_in
folder = Path(sys.argv[1])
notebooks = tuple(page.path for page in pages_in(folder))
server.serve(server.Offer(title="Lessons", folder=folder, notebooks=notebooks), browser=False)
"""


def write_notebook(path: Path, *cells: tuple[str, str]) -> None:
    """A notebook of (type, source); a type may carry a tag behind a colon: ``code:lab-only``."""
    content = []
    for number, (kind, source) in enumerate(cells):
        kind, _, tag = kind.partition(":")
        more = {"execution_count": None, "outputs": []} if kind == "code" else {}
        metadata = {"tags": [tag]} if tag else {}
        content.append(
            {"cell_type": kind, "id": f"c{number}", "metadata": metadata, "source": source, **more}
        )
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {"cells": content, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(notebook), encoding="utf-8")


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Server]]:
    """A folder of three notebooks and something secret, served."""
    folder = tmp_path_factory.mktemp("shelf") / "lessons"
    folder.mkdir()
    button = "import ipywidgets\nipywidgets.Button(description='Try it')"
    write_notebook(folder / "01_first.ipynb", ("markdown", "# First turns"), ("code", button))
    write_notebook(
        folder / "02_craft.ipynb",
        ("markdown", "# Crafting <b>your</b> first weapon"),
        ("code:lab-only", f"open({str(folder / 'was_run')!r}, 'w').close()"),
        ("markdown:lab-only", "By script"),
        ("code", button),
    )
    write_notebook(
        folder / "03_broken.ipynb", ("code", "print('fine')\nraise ValueError('/home/somebody/private')")
    )
    (folder / "secret.txt").write_text("secret", encoding="utf-8")
    (folder.parent / "outside.ipynb").write_bytes((folder / "01_first.ipynb").read_bytes())
    server = start_copy("-c", FOLDER, str(folder))
    yield folder, server
    server.stop()


def test_a_folder_lists_its_notebooks_and_shows_nothing_else(
    lessons: tuple[Path, Server], page: Visit
) -> None:
    folder, server = lessons
    tab = page.open(server.url, ready=False)
    names = ["First turns", "Crafting <b>your</b> first weapon", "03 broken"]
    expect(tab.get_by_role("link")).to_have_text(names)
    tab.get_by_role("link", name="Crafting").click()
    tab.wait_for_selector("html[data-fk-ready=true]")
    expect(tab.get_by_role("button", name="Try it")).to_be_visible()
    assert "import ipywidgets" not in tab.content()
    # what is for the lab alone is neither run nor sent
    assert "By script" not in tab.content()
    assert not (folder / "was_run").exists()
    tab.get_by_role("link", name="start page").click()
    expect(tab.get_by_role("link")).to_have_text(names)
    for path in ("secret.txt", "../outside.ipynb", "..%2Foutside.ipynb", "04_none.ipynb", "%00"):
        answer = ask(server, f"/voila/render/{path}")
        assert answer.status in {400, 403, 404}, path
        assert "secret" not in answer.text
    assert ask(server, "/voila/api/contents/").status == 404


def test_a_cell_that_fails_says_one_sentence_and_no_traceback(
    lessons: tuple[Path, Server], page: Visit
) -> None:
    _, server = lessons
    tab = page.open(f"{server.origin}/voila/render/03_broken.ipynb")
    expect(tab.locator("body")).to_contain_text("could not be made")
    assert not re.search("Traceback|ValueError|somebody", tab.content())
    server.printed("ValueError")  # the one who serves can see why


def test_plotlys_bundle_is_a_file_that_browsers_keep(served: Serve) -> None:
    server = served("table")
    address = re.search(r'name="fujikoro-plotly" content="([^"]+)"', ask(server, "/").text)
    assert address
    answer = ask(server, address[1], **{"Accept-Encoding": "gzip"})
    assert answer.status == 200
    assert "immutable" in answer.headers["Cache-Control"]
    assert int(answer.headers["Content-Length"]) < 500_000
    assert "plotly.js" in ask(server, address[1]).text[:200]


# ---- starting


def test_a_taken_port_is_one_sentence_with_the_way_out(served: Serve, tmp_path: Path) -> None:
    port = served("table").host.rpartition(":")[2]
    command = [sys.executable, "-m", "fujikoro_nb.cli", "table", "--no-browser", "--port", port]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 1
    way_out = r"Start with --port (\d+) instead \(in a checkout: make table PORT=\1\)\."
    assert re.fullmatch(rf"Port {port} is in use, .* {way_out}\n", result.stderr)


def test_an_unknown_host_is_one_sentence() -> None:
    command = [sys.executable, "-m", "fujikoro_nb.cli", "table", "--no-browser", "--host", "192.0.2.1"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 1
    assert result.stderr.startswith("This machine has no address 192.0.2.1.")
