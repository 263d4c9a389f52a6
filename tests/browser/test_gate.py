"""What every answer of a running server says to the browser, and sessions over a restart and beside it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from fujikoro_nb.cli import main
from fujikoro_nb.serve.headers import ALWAYS, POLICY
from fujikoro_nb.serve.pages import CONTENT_POLICY
from fujikoro_nb.store import Put, Store
from fujikoro_nb.texts import say
from fujikoro_nb.widgets.base.front_texts import FRONT_ROUTE
from tests.browser.conftest import Visit
from tests.browser.helper_tables import to_table
from tests.browser.kernels import NETWORK, ask
from tests.browser.servers import Server, start_copy

Serve = Callable[..., Server]

# The routes are asked of the server itself, so that one which is added later is asked for, too.
WITH_ROUTES = """
import sys
from dataclasses import replace
from fujikoro_nb.serve.readers.handlers import Readers
from fujikoro_nb.serve import server
from tornado.web import RequestHandler

class Broken(RequestHandler):
    def get(self):
        raise RuntimeError("on purpose")

class Told(server.TableServer):
    def init_handlers(self):
        routes = [*super().init_handlers(), ("/broken", Broken)]
        for route in routes:
            print("route", route[0], flush=True)
        return routes

server.TableServer = Told
offer = server.offer_for("table", host="127.0.0.2", port=0)
server.serve(replace(offer, readers=Readers), browser=False)
"""

KERNEL = "00000000-0000-0000-0000-000000000000"
FILLED = {  # an address for each pattern of ours and of Voila's; the test fails for one that is not here
    r"/": ("/", 200),
    r"/broken": ("/broken", 500),
    r"/table/([A-Za-z -]{6,20})": ("/table/{code}", 200),
    r"/table/([A-Za-z -]{6,20})/print": ("/table/{code}/print", 200),
    r"/print": ("/print", 200),
    r"/fujikoro/table/([A-Za-z]{6})/events": ("/fujikoro/table/BCDFGH/events", 404),
    r"/fujikoro/card/([a-z0-9.-]{1,80})": ("/fujikoro/card/move.steps.base", 200),
    r"/fujikoro/front/([a-z_]+)\.(js|css)": ("/fujikoro/front/hex_map.js", 200),
    FRONT_ROUTE: ("/fujikoro/widget/quick_ask+quick_ask.js", 200),
    r"/fujikoro/plotly-basic.min.js": ("/fujikoro/plotly-basic.min.js", 200),
    r"/fujikoro/leave": ("/fujikoro/leave", 405),
    r"/fujikoro/place": ("/fujikoro/place", 200),
}
PREFIXES = (
    (r"/fujikoro/(", "/fujikoro/rules-en.json", None),
    (r"/fujikoro/files/", "/fujikoro/files/0123456789abcdef/static/voila.js", 200),  # asked by older pages
    (r"/fujikoro/alive/", f"/fujikoro/alive/{KERNEL}", 410),
    (r"/api/kernels/", f"/api/kernels/{KERNEL}", None),
    (r"/voila/render/", "/voila/render/game.ipynb", 200),
    (r"/voila/templates/", "/voila/templates/fujikoro/static/voila-style.js", 200),
    (r"/voila/static/", "/voila/static/voila.js", 200),
    (r"/voila/api/themes/", "/voila/api/themes/@jupyterlab/theme-light-extension/index.css", None),
    (r"/voila/labextensions/", "/voila/labextensions/anywidget/package.json", 200),
    (r"/voila/api/shutdown/", f"/voila/api/shutdown/{KERNEL}", 405),
)


def address_of(route: str) -> tuple[str, int | None]:
    """An address that this route answers, and with what."""
    if route in FILLED:
        return FILLED[route]
    plain = re.sub(r"^\^|\$$|\\", "", route)
    found = [(path, status) for prefix, path, status in PREFIXES if plain.startswith(prefix)]
    assert found, f"the test knows no address for {route}"
    path, status = found[0]
    if plain.startswith("/voila/render/"):
        path = plain
    return (path + "/channels", None) if plain.endswith("channels") else (path, status)


def is_safe(server: Server, path: str, **headers: str) -> tuple[int, str]:
    answer = ask(server, path, **headers)
    told = {name: answer.headers[name] for name in ALWAYS}
    assert told == ALWAYS, (path, answer.status, told)
    policies = answer.headers.get_all(POLICY)
    assert policies and len(policies) == 1, (path, policies)
    assert "frame-ancestors 'none'" in policies[0] or "default-src 'none'; sandbox" in policies[0], path
    return answer.status, policies[0]


def test_every_route_says_what_a_browser_may_do_with_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))
    with Store.open() as store:
        code = store.create("Friday", [Put("note", b"{}")]).code
    server = start_copy("-c", WITH_ROUTES)
    try:
        cookie = ask(server, f"/?token={server.token}").headers["Set-Cookie"].partition(";")[0]
        routes = re.findall(r"^route (\S+)$", server.output(), re.MULTILINE)
        assert len(routes) > 15
        for route in routes:
            path, wanted = address_of(route)
            path = path.format(code=code)
            status, policy = is_safe(server, path, Cookie=cookie)
            assert wanted is None or status == wanted, (route, path, status)
            if path == "/" or path.startswith(("/table/", "/print", "/voila/render/")):
                assert policy == CONTENT_POLICY, path
            assert is_safe(server, path)[0] == 403  # without a session
        assert is_safe(server, "/nothing/here", Cookie=cookie)[0] == 404
        assert is_safe(server, "/", Cookie=cookie, Host="evil.example")[0] == 403
    finally:
        server.stop()


def test_a_phone_comes_back_after_a_restart_and_is_shut_out_by_the_host(
    served: Serve,
    visits: Callable[..., Visit],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))
    first = served("table", *NETWORK, fresh=True)
    port = str(urlsplit(first.url).port)
    tab = visits().open(first.url)
    cookies = {one["name"]: one["value"] for one in tab.context.cookies()}
    assert first.token and first.token not in "".join(cookies.values())
    first.stop()
    second = served("table", *NETWORK, "--port", port, fresh=True)
    tab.goto(second.origin)
    tab.wait_for_selector("html[data-fk-ready=true]")
    capsys.readouterr()
    assert main(["sessions"]) == 0
    (line,) = [one for one in capsys.readouterr().out.splitlines() if one.count("  ") >= 3]
    assert main(["sessions", "--end", line.split()[0]]) == 0
    # Its page finds out by itself, and its next visit is refused.
    expect(tab.locator("#fk-banner")).to_contain_text(say("serve.link-other"))
    tab.goto(second.origin)
    expect(tab.locator("body")).to_contain_text("scan the code")
    second.stop()


def test_a_device_signs_itself_off_where_the_link_stands(
    served: Serve, visits: Callable[..., Visit], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))
    server = served("table", *NETWORK, fresh=True)
    mine, yours = visits().open(server.url), visits().open(server.url)
    to_table(mine)
    mine.locator("[data-key=leave]").click()
    expect(mine.locator("body")).to_contain_text("scan the code")
    yours.reload()
    yours.wait_for_selector("html[data-fk-ready=true]")
    server.stop()
