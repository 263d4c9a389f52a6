"""What the gate says of requests: foreign pages, broken Origins, cookies of others. Over HTTP, without Voila."""

from __future__ import annotations

import pytest
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine
from tornado.testing import AsyncHTTPTestCase
from tornado.web import RequestHandler

from fujikoro_nb.helper.rules_data import PARTS
from fujikoro_nb.table.guard import Admitted, Guard, GuardedApplication, Refused, refusal_page


class _Page(RequestHandler):
    def get(self) -> None:
        self.write("inside")


class GateTest(AsyncHTTPTestCase):
    token: str | None = None

    def get_app(self) -> GuardedApplication:
        guard = Guard(names=lambda: frozenset({"127.0.0.1"}), token=self.token)
        application = GuardedApplication(guard)
        application.add_handlers(r".*$", [("/", _Page)])
        return application

    def status(self, **headers: str) -> int:
        return self.fetch(
            "/", headers={name.replace("_", "-"): value for name, value in headers.items()}
        ).code

    def test_a_foreign_page_cannot_pull_ours_in(self) -> None:
        for site in ("cross-site", "same-site"):  # the second is another port of this host
            for mode, kind in (("no-cors", "image"), ("no-cors", "empty"), ("navigate", "iframe"), ("", "")):
                told = {"Sec_Fetch_Site": site, "Sec_Fetch_Mode": mode, "Sec_Fetch_Dest": kind}
                assert self.status(**told) == 403, (site, mode, kind)
            assert self.status(Sec_Fetch_Site=site) == 403

    def test_a_link_from_elsewhere_and_our_own_pages_come_in(self) -> None:
        for site in ("cross-site", "same-site"):
            link = {"Sec_Fetch_Site": site, "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
            assert self.status(**link) == 200
        assert self.status(Sec_Fetch_Site="same-origin", Sec_Fetch_Mode="no-cors") == 200
        assert self.status() == 200

    def test_a_broken_origin_is_refused(self) -> None:
        assert self.status(Origin="http://[") == 403

    def test_a_way_out_of_the_templates_is_refused(self) -> None:
        for path in ("fujikoro/../..", "fujikoro/static/%2e%2e/x", "fujikoro", "fujikoro/other/x"):
            answer = self.fetch(f"/voila/templates/{path}")
            assert (answer.code, b"Traceback" in answer.body) == (403, False), path


class KeyTest(GateTest):
    """The same gate with a key that comes in a cookie."""

    token = "right"

    def status(self, **headers: str) -> int:
        return super().status(**{"Cookie": 'theme={"a":1}; fujikoro=right', **headers})

    def test_the_cookie_goes_over_https_only_where_the_browser_came_by_it(self) -> None:
        # Each proxy adds its own word behind; the first is of the one that the browser met.
        for told, is_secure in (("https", True), ("https,http", True), ("http,https", False), ("", False)):
            headers = {"X-Forwarded-Proto": told} if told else {}
            answer = self.fetch("/?token=right", headers=headers, follow_redirects=False)
            assert answer.code == 302
            assert ("secure" in answer.headers["Set-Cookie"].lower().split("; ")) is is_secure, told

    def test_a_wrong_key_stays_outside(self) -> None:
        assert self.status(Cookie='theme={"a":1}; fujikoro=wrong') == 403


def asked(path: str, *, cookie: str = "", method: str = "GET") -> HTTPServerRequest:
    headers = HTTPHeaders({"Host": "127.0.0.1", "Cookie": f"fujikoro={cookie}" if cookie else ""})
    return HTTPServerRequest(start_line=RequestStartLine(method, path, "HTTP/1.1"), headers=headers)


READERS = Guard(names=lambda: frozenset({"127.0.0.1"}), token="whole", reader="looking")
INSIDE = (
    "/",
    "/voila/render/game.ipynb",
    "/api/kernels/x/channels",
    "/fujikoro/alive/x",
    "/table/../x",
    "/table/a/b",
    "/table/BCDFGH/print/x",
    "/print/x",
)
FOR_READERS = (
    "/table/BCDFGH",
    "/table/BCDFGH/print",
    "/print",
    "/fujikoro/table/BCDFGH/events",
    "/fujikoro/card/move.steps.base",
    "/fujikoro/front/hex_map.js",
    "/fujikoro/plotly-basic.min.js",
    *(f"/fujikoro/{part}-fr.json" for part in PARTS),
)


@pytest.mark.parametrize("path", INSIDE)
def test_a_readers_key_opens_nothing_but_the_readers_page(path: str) -> None:
    assert READERS.judge(asked(path, cookie="looking")) == Refused("refused-token")
    assert READERS.judge(asked(f"{path}?token=looking")) == Refused("refused-token")
    assert READERS.judge(asked(path, cookie="whole")) is None


@pytest.mark.parametrize("path", FOR_READERS)
def test_either_key_opens_the_readers_page(path: str) -> None:
    assert READERS.judge(asked(path, cookie="looking")) is None
    assert READERS.judge(asked(path, cookie="whole")) is None
    assert READERS.judge(asked(f"{path}?token=looking")) == Admitted(path, "looking")
    said = "refused-reader" if path.startswith("/table/") else "refused-token"  # paper leads to a table
    for wrong in ("", "wrong", "wholelooking"):
        assert READERS.judge(asked(path, cookie=wrong)) == Refused(said)


def test_who_only_reads_is_known_by_the_key() -> None:
    page = "/table/BCDFGH"
    assert READERS.only_reads(asked(page, cookie="looking"))
    for cookie in ("whole", "wrong", ""):
        assert not READERS.only_reads(asked(page, cookie=cookie))
    assert not Guard(names=None).only_reads(asked(page))


def test_the_better_key_is_kept() -> None:
    page = "/table/BCDFGH"
    assert READERS.judge(asked(f"{page}?token=looking", cookie="whole")) == Admitted(page, "whole")
    assert READERS.judge(asked("/?token=whole", cookie="looking")) == Admitted("/", "whole")
    assert READERS.judge(asked("/?token=whole", method="POST")) == Admitted("/", "whole")
    assert READERS.judge(asked("/?token=x", cookie="whole", method="POST")) is None


@pytest.mark.parametrize(
    ("reason", "leads_home"),
    [
        ("refused-token", False),
        ("refused-reader", False),
        ("refused-host", False),
        ("refused-path", True),
        ("refused-origin", True),
    ],
)
def test_a_refusal_wears_the_look_and_leads_home_where_home_is_open(reason: str, leads_home: bool) -> None:
    page = refusal_page(reason)
    assert ('href="/"' in page) == leads_home
    # The colours of the other pages, by day and by night, and no file to fetch.
    assert "--fk-paper: #f3eee3" in page
    assert "@media (prefers-color-scheme:dark){:root{" in page
    assert page.count("--fk-paper:") == 2
    assert not [word for word in ("<script", "<link", "url(", "src=") if word in page]


def test_behind_a_proxy_any_name_is_served_to_whoever_has_the_key() -> None:
    guard = Guard(names=None, token="whole", reader="looking", base_url="/services/tables/")
    place = "/services/tables/table/BCDFGH"
    assert guard.judge(asked(f"{place}?token=looking")) == Admitted(place, "looking")
    assert guard.judge(asked(place, cookie="looking")) is None
    for path in (
        "/table/BCDFGH?token=looking",
        "/services/tables/voila/render/game.ipynb?token=looking",
    ):
        assert guard.judge(asked(path)) == Refused("refused-token")
    assert guard.judge(asked(place)) == Refused("refused-reader")
