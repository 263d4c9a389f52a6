"""The club's hub as deploy/ configures it: two members log in, and neither gets more than our pages."""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
import requests
import websocket
from playwright.sync_api import Page, expect

from fujikoro_nb.hub.user_server import MOST_PAGES
from fujikoro_nb.serve.headers import ALWAYS, POLICY
from fujikoro_nb.serve.kernels import MAX_MESSAGE_BYTES
from fujikoro_nb.serve.pages import CONTENT_POLICY, PLACE_ROUTE
from fujikoro_nb.texts import say
from tests.browser.conftest import PHONE, Visit
from tests.browser.hubs import PATIENCE, Hub, log_in, member, running_hub, take_in
from tests.browser.kernels import answers_until, kernel_of, message, process_of, wait_for_end
from tests.browser.servers import START_SECONDS, Census, command_of
from tests.browser.tables import GAME, code_of, write

PASSWORDS = {"ann": "a red dragon sleeps", "bob": "nine cubes of metal"}
MOST_SERVERS = 3
pytestmark = pytest.mark.timeout(1800)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """For a hub's data: its name is short, as the sockets of kernels need."""
    with tempfile.TemporaryDirectory(prefix="club-") as name:
        yield Path(name)


@pytest.fixture(scope="module")
def hub(folder: Path) -> Iterator[Hub]:
    """Started on free ports, with two members."""
    with running_hub(folder / "a", PASSWORDS, FUJIKORO_MOST_SERVERS=str(MOST_SERVERS)) as running:
        yield running


@pytest.fixture(scope="module")
def bob(hub: Hub) -> Iterator[requests.Session]:
    """Bob, logged in, his server ready."""
    with log_in(hub, "bob", PASSWORDS["bob"]) as session:
        yield session


@pytest.fixture(scope="module")
def bobs(hub: Hub, bob: requests.Session) -> str:
    """The kernel of a page of Bob's."""
    answer = bob.get(hub.place("bob"))
    assert answer.status_code == 200, hub.server.output()
    return kernel_of(answer.text)


def enter(hub: Hub, visit: Visit, name: str) -> Page:
    """Log in as a person does, and wait for the own page."""
    tab = visit.open(f"{hub.server.url}/", ready=False)
    tab.get_by_label("Username").fill(name)
    tab.get_by_label("Password").fill(PASSWORDS[name])
    tab.get_by_role("button", name="Sign in").click()
    tab.wait_for_selector("html[data-fk-ready=true]", timeout=START_SECONDS * 1000, state="attached")
    return tab


def cookies(session: requests.Session) -> str:
    """As a header."""
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in session.cookies)


def socket_to(hub: Hub, name: str, kernel: str, **options: str) -> websocket.WebSocket:
    """A raw websocket to a kernel of a member."""
    address = f"{hub.place(name)}api/kernels/{kernel}/channels?session_id=x".replace("http", "ws", 1)
    plain = socket.create_connection(("127.0.0.1", urlsplit(address).port or 0), timeout=60)
    try:
        return websocket.create_connection(address, socket=plain, timeout=60, **options)
    except websocket.WebSocketException:
        plain.close()
        raise


def test_two_members_get_pages_and_kernels_of_their_own(
    hub: Hub, bob: requests.Session, bobs: str, page: Visit
) -> None:
    ann = enter(hub, page, "ann")
    assert ann.url == hub.place("ann")
    expect(ann.get_by_role("link", name="My gear")).to_be_visible()
    anns = kernel_of(ann.content())
    (hers,), (his,) = process_of(hub.server, anns), process_of(hub.server, bobs)
    assert hers.parent() != his.parent()
    folders = [one.environ()["FUJIKORO_DATA"] for one in (hers, his)]
    assert [Path(folder).name for folder in folders] == ["ann", "bob"]
    # What stands in a member's home or in the folder of a start is run: both lie where no other account may write.
    for one in (hers, his):
        for process in (one, one.parent()):
            assert process
            home = Path(process.environ()["HOME"])
            assert home.is_relative_to(hub.data / "hub" / "homes")
            places = (home, Path(process.cwd()))
            assert all(
                place.is_relative_to(hub.data) or (place / "helper.ipynb").is_file() for place in places
            )
            assert "-P" in process.cmdline() or process is one
    assert (hub.data / "hub").stat().st_mode & 0o077 == 0
    assert hers.environ()["FUJIKORO_TABLES"] == his.environ()["FUJIKORO_TABLES"]
    with ann.expect_response(f"**/fujikoro/alive/{anns}") as beat:
        pass
    assert beat.value.status == 204
    assert page.errors == []
    # A closed page ends its kernel, here too.
    ann.close()
    wait_for_end(hers)
    assert bob.get(f"{hub.place('bob')}fujikoro/alive/{bobs}").status_code == 204


def test_a_table_of_one_member_is_read_by_another_and_by_a_guest(
    hub: Hub, visits: Callable[..., Visit]
) -> None:
    her, his, guests = visits(), visits(), visits(**PHONE)
    enter(hub, her, "ann")
    ann = write(her, hub.server, url=f"{hub.place('ann')}{GAME}")
    code = code_of(ann)
    enter(hub, his, "bob")
    bob = his.open(f"{hub.place('bob')}{GAME}#table={code}")
    expect(bob.locator("[data-part=share-strip]")).to_contain_text("Ann")
    assert code_of(bob) == code
    # What a browser keeps for Ann is not found by another member at the same tablet.
    kept = ann.evaluate("Object.keys(localStorage)")
    assert "fujikoro-writer:/user/ann/" in kept and "fujikoro-writer" not in kept
    link = ann.locator("[data-part=share] a").get_attribute("href")
    assert link and link.startswith(f"{hub.server.url}/services/tables/table/{code}?token=")
    guest = guests.open(link)
    expect(guest.locator("[data-part=head]")).to_contain_text("Ann")
    assert "token" not in guest.url
    expect(guest.locator("header a")).to_have_count(0)  # the start page is for members
    assert guests.errors == []


def test_a_phone_without_an_account_writes_a_seat_of_a_members_evening(
    hub: Hub, visits: Callable[..., Visit]
) -> None:
    her, guests = visits(), visits(**PHONE)
    ann = enter(hub, her, "ann")
    ann.goto(f"{hub.place('ann')}#page=table")
    ann.locator("#fk-share-name").fill("Ann")
    ann.locator("[data-key=share]").click()
    link = ann.locator("[data-key=seats-link]")
    expect(link).to_be_visible()
    address = link.get_attribute("href")
    assert address and address.startswith(f"{hub.server.url}/services/tables/table/")
    phone = guests.open(address)
    assert "token" not in phone.url
    expect(phone.locator("[data-key='sit--1']")).to_have_count(0)  # the host is the member, on the own page
    phone.locator("[data-key=sit-1]").click()
    phone.locator("[data-key=points-more]").click()
    expect(phone.locator("[data-part=points]")).to_have_text("1")
    ann.evaluate("location.hash = 'page=score'")
    expect(ann.locator("[data-seat='1'] [data-part=score]")).to_have_text("1")
    assert her.errors == guests.errors == []


def test_a_member_cannot_reach_the_server_of_another(hub: Hub, bob: requests.Session, bobs: str) -> None:
    with log_in(hub, "ann", PASSWORDS["ann"]) as ann:
        answer = ann.get(hub.place("ann"))
        assert answer.status_code == 200 and kernel_of(answer.text) != bobs
        for path in ("", f"api/kernels/{bobs}", f"fujikoro/alive/{bobs}", "voila/render/game.ipynb"):
            answer = ann.get(f"{hub.place('bob')}{path}", timeout=PATIENCE)
            assert answer.status_code == 403, path
            assert "kernelId" not in answer.text
        assert ann.post(f"{hub.place('bob')}voila/api/shutdown/{bobs}").status_code == 403
        with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
            socket_to(hub, "bob", bobs, cookie=cookies(ann))
    for path in (f"api/kernels/{bobs}", f"fujikoro/alive/{bobs}", ""):
        answer = requests.get(f"{hub.place('bob')}{path}", timeout=PATIENCE)
        assert answer.status_code == 403 or answer.url.startswith(f"{hub.server.url}/hub/login"), path
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        socket_to(hub, "bob", bobs)
    assert bob.get(f"{hub.place('bob')}api/kernels/{bobs}").status_code == 200


def test_a_member_cannot_run_code(hub: Hub, bob: requests.Session, bobs: str, tmp_path: Path) -> None:
    link = socket_to(hub, "bob", bobs, cookie=cookies(bob))
    trace = tmp_path / "executed"
    for channel in ("shell", "control", "stdin", "iopub"):
        link.send(
            message("execute_request", channel, {"code": f"open({str(trace)!r}, 'w')", "silent": False})
        )
    for kind in ("complete_request", "inspect_request", "history_request", "debug_request", "input_reply"):
        link.send(message(kind, "shell", {"code": "1", "cursor_pos": 1}))
    link.send(message("shutdown_request", "control", {"restart": False}))
    link.send("{")
    # Messages of one channel are answered in order: after this reply the others would have been there.
    link.send(message("comm_info_request", "control", {}))
    link.send(message("comm_info_request", "shell", {}))
    seen = answers_until(link, "comm_info_reply")
    link.close()
    assert not {"execute_reply", "execute_input", "complete_reply", "inspect_reply", "shutdown_reply"} & {
        *seen
    }
    assert not trace.exists()
    assert bob.get(f"{hub.place('bob')}fujikoro/alive/{bobs}").status_code == 204


CLOSED = (
    "api/kernels",
    "api/kernels/{kernel}/restart",
    "api/kernelspecs",
    "api/sessions",
    "api/contents",
    "api/contents/helper.ipynb",
    "api/terminals",
    "terminals/1",
    "terminals/websocket/1",
    "api/config/x",
    "api/nbconvert",
    "nbconvert/html/helper.ipynb",
    "api/shutdown",
    "api/me",
    "api/status",
    "api/events",
    "files/helper.ipynb",
    "view/helper.ipynb",
    "lab",
    "tree",
    "lab/api/settings",
    "metrics",
    "login",
    "voila",
    "voila/tree",
    "voila/files/helper.ipynb",
    "voila/api/contents/",
    "voila/execution/{kernel}",
    "voila/render/helper.ipynb",
    "voila/render/../../pyproject.toml",
    "voila/templates/lab/static/voila.js",
    "voila/templates/fujikoro/static/%2e%2e/conf.json",
    "table/BCDFGH",
)


def test_no_other_address_of_jupyter_answers(hub: Hub, bob: requests.Session, bobs: str) -> None:
    key = {"X-XSRFToken": bob.cookies.get("_xsrf", path="/user/bob/") or ""}
    assert all(key.values())
    before = len(hub.tree())
    for path in CLOSED:
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            answer = bob.request(method, hub.place("bob") + path.format(kernel=bobs), json={}, headers=key)
            assert answer.status_code == 404, f"{method} {path}"
            assert "Traceback" not in answer.text
    for path in ("", "voila/render/game.ipynb", "api", f"api/kernels/{bobs}"):
        assert bob.post(hub.place("bob") + path, json={}, headers=key).status_code in {404, 405}, path
    assert len(hub.tree()) <= before


def test_a_page_that_does_not_know_the_cookie_ends_no_kernel(hub: Hub, bob: requests.Session) -> None:
    kernel = kernel_of(bob.get(hub.place("bob")).text)
    address = f"{hub.place('bob')}voila/api/shutdown/{kernel}"
    assert bob.post(address).status_code == 403
    assert bob.post(f"{address}?_xsrf=x").status_code == 403
    (process,) = process_of(hub.server, kernel)
    assert bob.post(f"{address}?_xsrf={bob.cookies.get('_xsrf', path='/user/bob/')}").status_code == 204
    wait_for_end(process)


def test_readers_need_their_key_and_reach_nothing_else(hub: Hub, bob: requests.Session, bobs: str) -> None:
    place = f"{hub.server.url}/services/tables"
    (server,) = (process for process in hub.tree() if process.cmdline()[-1:] == ["readers"])
    key = server.environ()["FUJIKORO_READER_KEY"]

    def status(address: str, key: str, **headers: str) -> int:
        return requests.get(f"{address}?token={key}", headers=headers, timeout=PATIENCE).status_code

    opened = {"/table/BCDFGH": 404, "/fujikoro/front/hex_map.js": 200, "/fujikoro/table/BCDFGH/events": 404}
    for path, answer in opened.items():
        assert (status(f"{place}{path}", key), status(f"{place}{path}", "wrong")) == (answer, 403), path
    for path in ("/", "/voila/render/game.ipynb", f"/api/kernels/{bobs}", "/fujikoro/alive/x", "/table/a/b"):
        assert (status(f"{place}{path}", key), status(f"{place}{path}", "wrong")) == (403, 403), path
    # Nor is it a word for the hub or for a member's server, in an address, a header or a cookie.
    for address in (f"{hub.server.url}/hub/api/user", f"{hub.place('bob')}api/kernels/{bobs}"):
        assert status(address, key) == 403
        assert status(address, key, Authorization=f"token {key}") == 403
    for path in ("", "voila/render/game.ipynb"):
        answer = requests.get(f"{hub.place('bob')}{path}?token={key}", timeout=PATIENCE)
        assert answer.url.startswith(f"{hub.server.url}/hub/login"), path
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        socket_to(hub, "bob", f"{bobs}", cookie=f"fujikoro-readers={key}")


def test_a_foreign_page_frames_nothing_and_starts_no_kernel(
    hub: Hub, bob: requests.Session, bobs: str
) -> None:
    def ask(mode: str, kind: str, path: str) -> requests.Response:
        told = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": kind}
        return bob.get(hub.place("bob") + path, headers=told, timeout=PATIENCE, allow_redirects=False)

    before = len(hub.tree())
    for path in ("", "voila/render/game.ipynb"):
        for kind in ("iframe", "object"):
            assert ask("navigate", kind, path).status_code == 403, (path, kind)
        # For a picture JupyterHub takes no cookie, and sends it to the door.
        answer = ask("no-cors", "image", path)
        assert answer.status_code == 302 and answer.headers["Location"].startswith("/hub/"), path
    assert len(hub.tree()) <= before
    answer = ask("navigate", "document", "")  # a person follows a link
    assert answer.status_code == 200 and kernel_of(answer.text) != bobs
    assert answer.headers["Content-Security-Policy"] == CONTENT_POLICY
    # A browser sends none of the cookies that open something along for a frame of a foreign page.
    sides = {
        cookie.name: cookie.get_nonstandard_attr("SameSite")
        for cookie in bob.cookies
        if cookie.name != "_xsrf"
    }
    assert {"jupyterhub-hub-login", "jupyterhub-user-bob"} <= set(sides)
    assert set(sides.values()) == {"Lax"}, sides


def test_every_answer_of_a_member_and_of_the_readers_says_what_a_browser_may_do(
    hub: Hub, bob: requests.Session
) -> None:
    readers = f"{hub.server.url}/services/tables"
    for session, address, wanted in (
        (bob, hub.place("bob"), 200),
        (bob, hub.place("bob") + "voila/static/voila.js", 200),
        (bob, hub.place("bob") + "fujikoro/rules-xx.json", 404),
        (bob, hub.place("bob") + "nothing/here", 404),
        (bob, hub.place("bob") + "api/kernels/00000000-0000-0000-0000-000000000000", 404),
        (requests.Session(), f"{readers}/table/BCDFGH", 403),
        (requests.Session(), f"{readers}/nothing", 403),
    ):
        answer = session.get(address, timeout=PATIENCE)
        assert answer.status_code == wanted, address
        assert {name: answer.headers.get(name) for name in ALWAYS} == ALWAYS, address
        assert "'none'" in answer.headers[POLICY], address


def test_a_wrong_name_or_password_stays_outside(hub: Hub) -> None:
    for name, password in (
        ("ann", PASSWORDS["bob"]),
        ("eve", PASSWORDS["ann"]),
        ("ann", ""),
        ("ann", "x" * 5000),
    ):
        with log_in(hub, name, password) as session:
            answer = session.get(hub.place("ann"))
            assert answer.url.startswith(f"{hub.server.url}/hub/login"), name


def test_who_is_taken_out_or_has_another_password_must_log_in_again(hub: Hub) -> None:
    def is_at_the_door(session: requests.Session, path: str = "home") -> bool:
        answer = session.get(f"{hub.server.url}/hub/{path}", timeout=PATIENCE)
        assert answer.status_code == 200, path
        return answer.url.startswith(f"{hub.server.url}/hub/login")

    def wait_for_the_door(session: requests.Session) -> None:
        while not is_at_the_door(session):
            pass  # the hub asks again after a second
        assert is_at_the_door(session, "spawn")

    member(hub.data, "eve", password="the first of hers")
    before = len(hub.tree())
    with log_in(hub, "eve", "the first of hers", starts=False) as old:
        assert not is_at_the_door(old)
        member(hub.data, "eve", password="the second of hers")
        wait_for_the_door(old)
        with log_in(hub, "eve", "the second of hers", starts=False) as new:
            assert not is_at_the_door(new)
            assert is_at_the_door(old)
            member(hub.data, "eve", "--remove")
            wait_for_the_door(new)
    assert len(hub.tree()) <= before  # no server was started for her


def test_a_foreign_page_gets_no_socket_and_a_flood_closes_it(
    hub: Hub, bob: requests.Session, bobs: str
) -> None:
    for origin in ("http://evil.example", "null", f"{hub.server.url}.evil.example"):
        with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
            socket_to(hub, "bob", bobs, cookie=cookies(bob), origin=origin)
    link = socket_to(hub, "bob", bobs, cookie=cookies(bob), origin=hub.server.url)
    link.send(message("comm_msg", "shell", {"comm_id": "x", "data": "a" * (MAX_MESSAGE_BYTES + 1)}))
    with pytest.raises((websocket.WebSocketConnectionClosedException, OSError)):
        while True:  # a farewell reads as an empty message; after it, or a reset, there is nothing to read
            link.recv()
    link.shutdown()
    assert bob.get(f"{hub.place('bob')}fujikoro/alive/{bobs}").status_code == 204


def test_a_page_holds_nobodys_key(hub: Hub, bob: requests.Session) -> None:
    page = bob.get(hub.place("bob")).text
    (server,) = {process.parent() for process in process_of(hub.server, kernel_of(page))}
    environment = server.environ()
    for name in ("JUPYTERHUB_API_TOKEN", "JPY_API_TOKEN", "FUJIKORO_READER_KEY"):
        assert environment.get(name, "none") not in page
    assert not {cookie.value for cookie in bob.cookies if cookie.value and cookie.value in page}


def servers_of(hub: Hub) -> list[psutil.Process]:
    """Those of members."""
    return [process for process in hub.tree() if "fujikoro_nb.hub user" in command_of(process)]


def test_many_pages_of_a_member_at_once_start_no_more_kernels_than_there_are_places(
    hub: Hub, bob: requests.Session, bobs: str
) -> None:
    (kernel,) = process_of(hub.server, bobs)
    server = kernel.parent()
    assert server
    with Census(server.pid) as census, ThreadPoolExecutor(2 * MOST_PAGES) as people:
        answers = list(people.map(lambda _: bob.get(hub.place("bob")), range(2 * MOST_PAGES)))
    assert len(census.counts) > 5 and max(census.counts) <= MOST_PAGES, census.counts
    assert {answer.status_code for answer in answers} <= {200, 503}
    (sentence,) = {say("serve.full") in answer.text for answer in answers if answer.status_code == 503}
    assert sentence
    place = f"{hub.place('bob')}{PLACE_ROUTE[1:]}"
    key = {"X-XSRFToken": bob.cookies.get("_xsrf", path="/user/bob/") or ""}
    assert bob.get(place, headers=key, timeout=PATIENCE).json()["free"] is False
    assert requests.get(place, timeout=PATIENCE).status_code == 403  # not for who has not logged in


def test_many_members_at_once_start_no_more_servers_than_there_are_places(
    hub: Hub, bob: requests.Session, bobs: str
) -> None:
    names = ("dan", "eva", "fay", "gus")
    take_in(hub.data, {name: f"the word of {name}" for name in names})
    before = len(servers_of(hub))
    people = [log_in(hub, name, f"the word of {name}", starts=False) for name in names]

    def come(person: requests.Session) -> requests.Response:
        return person.get(f"{hub.server.url}/hub/spawn", timeout=PATIENCE)

    with ThreadPoolExecutor(len(names)) as at_once:
        answers = list(at_once.map(come, people))
    refused = [answer for answer in answers if answer.status_code == 429]
    assert len(refused) == len(names) - (MOST_SERVERS - before)
    assert len(servers_of(hub)) <= MOST_SERVERS
    for answer in refused:
        assert "Leave this page open" in answer.text and "location.reload()" in answer.text
    for person in people:
        person.close()


def test_a_server_that_nobody_uses_ends(folder: Path) -> None:
    with running_hub(folder / "b", {"bob": PASSWORDS["bob"]}, FUJIKORO_IDLE_SECONDS="3") as hub:
        with log_in(hub, "bob", PASSWORDS["bob"], waits=False):
            hub.server.printed(r"User bob server took [0-9.]+ seconds to stop", seconds=PATIENCE)
        assert not [one for one in hub.tree() if "user" in one.cmdline()]
