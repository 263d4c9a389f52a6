"""What the gate says of requests: foreign pages, broken Origins, cookies of others. Over HTTP, without Voila."""

from __future__ import annotations

import base64
import hashlib
import re
import tempfile
from pathlib import Path
from urllib.parse import urlencode

import pytest
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine
from tornado.testing import AsyncHTTPTestCase
from tornado.web import RequestHandler

from fujikoro_nb.content.disk import locked
from fujikoro_nb.helper.rules_data import PARTS
from fujikoro_nb.serve.guard import (
    LEAVE_ROUTE,
    Admitted,
    Guard,
    GuardedApplication,
    LeaveHandler,
    Refused,
    refusal_page,
    refusal_policy,
)
from fujikoro_nb.serve.keys import seats_key
from fujikoro_nb.serve.sessions import FILE, Held, Role, Sessions


class _Page(RequestHandler):
    def get(self) -> None:
        self.write("inside")


class GateTest(AsyncHTTPTestCase):
    token: str | None = None

    def get_app(self) -> GuardedApplication:
        self.guard = Guard(names=lambda: frozenset({"127.0.0.1"}), token=self.token)
        application = GuardedApplication(self.guard)
        application.add_handlers(r".*$", [("/", _Page), (LEAVE_ROUTE, LeaveHandler)])
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
        ways = ("fujikoro/../..", "fujikoro/static/%2e%2e/x", "fujikoro", "fujikoro/other/x")
        for path in (*ways, "fujikoro/static/", "fujikoro/static//x", "a/static/%00", "a/static/./x"):
            answer = self.fetch(f"/voila/templates/{path}")
            assert (answer.code, b"Traceback" in answer.body) == (403, False), path

    def test_an_address_with_nul_is_refused(self) -> None:
        for path in ("%00", "voila/static/a%00b", "voila/labextensions/%00"):
            assert self.fetch(f"/{path}").code == 403, path


class KeyTest(GateTest):
    """The same gate with a key that comes in a cookie."""

    token = "right"

    def status(self, **headers: str) -> int:
        session = self.guard.sessions.issue("player")
        return super().status(**{"Cookie": f'theme={{"a":1}}; fujikoro={session}', **headers})

    def test_the_cookie_goes_over_https_only_where_the_browser_came_by_it(self) -> None:
        # Each proxy adds its own word behind; the first is of the one that the browser met.
        for told, is_secure in (("https", True), ("https,http", True), ("http,https", False), ("", False)):
            headers = {"X-Forwarded-Proto": told} if told else {}
            answer = self.fetch("/?token=right", headers=headers, follow_redirects=False)
            assert answer.code == 302
            assert ("secure" in answer.headers["Set-Cookie"].lower().split("; ")) is is_secure, told

    def test_a_wrong_key_stays_outside(self) -> None:
        assert self.status(Cookie='theme={"a":1}; fujikoro=wrong') == 403

    def test_a_session_is_no_key_and_ends_alone(self) -> None:
        def come_in() -> str:
            answer = self.fetch("/?token=right", follow_redirects=False)
            return answer.headers["Set-Cookie"].partition(";")[0]

        mine, yours = come_in(), come_in()
        assert "right" not in mine and mine != yours
        stolen = mine.partition("=")[2]
        assert self.fetch(f"/?token={stolen}").code == 403
        assert super().status(Cookie=mine) == 200
        left = self.fetch(LEAVE_ROUTE, method="POST", body="", headers={"Cookie": mine})
        assert left.code == 204 and 'fujikoro="";' in left.headers["Set-Cookie"]
        assert (super().status(Cookie=mine), super().status(Cookie=yours)) == (403, 200)

    def test_who_could_not_be_ended_is_not_told_so(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            known = Sessions("right", folder=folder)
            object.__setattr__(self.guard, "sessions", known)
            cookie = {"Cookie": f"fujikoro={known.issue('player')}"}
            with locked(folder / f"{FILE}.lock"):  # another writes, as on a disk that takes nothing
                left = self.fetch(LEAVE_ROUTE, method="POST", body="", headers=cookie)
            assert left.code == 503 and "Set-Cookie" not in left.headers
            assert super().status(**cookie) == 200
            assert self.fetch(LEAVE_ROUTE, method="POST", body="", headers=cookie).code == 204
            assert super().status(**cookie) == 403

    def test_a_foreign_page_ends_no_session(self) -> None:
        session = self.guard.sessions.issue("player")
        headers = {"Cookie": f"fujikoro={session}", "Origin": "http://127.0.0.1:1"}
        assert self.fetch(LEAVE_ROUTE, method="POST", body="", headers=headers).code == 403
        assert self.guard.sessions.held(session)

    def test_a_phone_with_the_cookie_of_before_is_given_a_session_once(self) -> None:
        answer = self.fetch("/", headers={"Cookie": "fujikoro=right"}, follow_redirects=False)
        assert (answer.code, answer.headers["Location"]) == (302, "/")
        given = answer.headers["Set-Cookie"].partition(";")[0]
        assert super().status(Cookie=given) == 200

    def test_every_answer_says_what_a_browser_may_do_with_it(self) -> None:
        session = {"Cookie": f"fujikoro={self.guard.sessions.issue('player')}"}
        for path, headers, status in (("/", {}, 403), ("/", session, 200), ("/no", session, 404)):
            answer = self.fetch(path, headers=headers)
            assert answer.code == status
            assert answer.headers["X-Frame-Options"] == "DENY"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]

    def test_the_refusal_runs_nothing_and_wears_its_style(self) -> None:
        answer = self.fetch("/")
        assert answer.headers["Content-Security-Policy"] == refusal_policy()
        assert "default-src 'none'" in refusal_policy() and "unsafe" not in refusal_policy()
        (style,) = re.findall(r"<style>(.*?)</style>", answer.body.decode(), re.DOTALL)
        mark = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        assert f"style-src 'sha256-{mark}'" in refusal_policy()


def asked(path: str, *, cookie: str = "", method: str = "GET") -> HTTPServerRequest:
    headers = HTTPHeaders({"Host": "127.0.0.1", "Cookie": f"fujikoro={cookie}" if cookie else ""})
    return HTTPServerRequest(start_line=RequestStartLine(method, path, "HTTP/1.1"), headers=headers)


READERS = Guard(names=lambda: frozenset({"127.0.0.1"}), token="whole", reader="looking")


def cookie_of(role: Role) -> str:
    """Of a device that has opened a link."""
    return READERS.sessions.issue(role)


def admitted(verdict: Refused | Admitted | None) -> tuple[str, Role | None]:
    assert isinstance(verdict, Admitted)
    return verdict.location, verdict.role


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
    LEAVE_ROUTE,
    *(f"/fujikoro/{part}-fr.json" for part in PARTS),
)


@pytest.mark.parametrize("path", INSIDE)
def test_a_readers_key_opens_nothing_but_the_readers_page(path: str) -> None:
    for cookie in ("looking", cookie_of("reader")):
        assert READERS.judge(asked(path, cookie=cookie)) == Refused("refused-token")
    assert READERS.judge(asked(f"{path}?token=looking")) == Refused("refused-token")
    assert READERS.judge(asked(path, cookie=cookie_of("player"))) is None


@pytest.mark.parametrize("path", FOR_READERS)
def test_either_key_opens_the_readers_page(path: str) -> None:
    assert READERS.judge(asked(path, cookie=cookie_of("reader"))) is None
    assert READERS.judge(asked(path, cookie=cookie_of("player"))) is None
    assert admitted(READERS.judge(asked(f"{path}?token=looking"))) == (path, "reader")
    assert admitted(READERS.judge(asked(path, cookie="looking"))) == (path, "reader")
    said = "refused-reader" if path.startswith("/table/") else "refused-token"  # paper leads to a table
    for wrong in ("", "wrong", "wholelooking"):
        assert READERS.judge(asked(path, cookie=wrong)) == Refused(said)


FOR_SEATS = (
    "/table/BCDFGH/seat",
    *(f"/fujikoro/seat/BCDFGH/{what}" for what in ("events", "sit", "write", "leave", "odds")),
)


@pytest.mark.parametrize("path", FOR_SEATS)
def test_a_seats_key_opens_seats_and_what_readers_see(path: str) -> None:
    key = seats_key("whole")
    assert admitted(READERS.judge(asked(f"{path}?token={key}"))) == (path, "seat")
    for role in ("seat", "player"):
        assert READERS.judge(asked(path, cookie=cookie_of(role))) is None
    for wrong in (cookie_of("reader"), "looking", seats_key("looking"), ""):
        assert isinstance(READERS.judge(asked(path, cookie=wrong)), Refused)
    for other in (*INSIDE, f"{path}/x", "/fujikoro/seat/BCDFGH/keys"):
        assert isinstance(READERS.judge(asked(other, cookie=cookie_of("seat"))), Refused), other
        assert isinstance(READERS.judge(asked(f"{other}?token={key}")), Refused), other
    for other in FOR_READERS:
        assert READERS.judge(asked(other, cookie=cookie_of("seat"))) is None, other


def test_without_readers_there_are_no_seats() -> None:
    alone = Guard(names=None, token="whole")
    assert isinstance(alone.judge(asked(f"/table/BCDFGH/seat?token={seats_key('whole')}")), Refused)


def test_who_scans_the_seats_code_keeps_the_better_key() -> None:
    page = "/table/BCDFGH/seat"
    scanned = f"{page}?token={seats_key('whole')}"
    assert admitted(READERS.judge(asked(scanned, cookie=cookie_of("player")))) == (page, None)
    assert admitted(READERS.judge(asked(scanned, cookie=cookie_of("reader")))) == (page, "seat")


def test_who_only_reads_is_known_by_the_key() -> None:
    page = "/table/BCDFGH"
    assert READERS.only_reads(asked(page, cookie=cookie_of("reader")))
    for cookie in (cookie_of("player"), "wrong", ""):
        assert not READERS.only_reads(asked(page, cookie=cookie))
    assert not Guard(names=None).only_reads(asked(page))


def test_the_better_key_is_kept() -> None:
    page = "/table/BCDFGH"
    player, reader = cookie_of("player"), cookie_of("reader")
    # The readers' key gives a player no new week.
    assert admitted(READERS.judge(asked(f"{page}?token=looking", cookie=player))) == (page, None)
    assert admitted(READERS.judge(asked("/?token=whole", cookie=reader))) == ("/", "player")
    assert admitted(READERS.judge(asked("/?token=whole", method="POST"))) == ("/", "player")
    assert READERS.judge(asked("/?token=x", cookie=player, method="POST")) is None
    assert admitted(READERS.judge(asked("/?token=x", cookie=player))) == ("/", None)


def test_who_opens_the_link_again_is_the_same_device() -> None:
    reader = cookie_of("reader")
    again = READERS.judge(asked("/?token=whole", cookie=reader))
    assert isinstance(again, Admitted) and isinstance(again.before, Held)
    assert READERS.sessions.issue("player", before=again.before).partition(".")[0] == reader.partition(".")[0]


def test_a_link_that_is_open_ends_with_its_session() -> None:
    cookie = cookie_of("player")
    held = READERS.sessions.held(cookie)
    assert held and READERS.still_admits(asked("/api/kernels/x/channels", cookie=cookie))
    READERS.sessions.end(held.id)
    assert not READERS.still_admits(asked("/api/kernels/x/channels", cookie=cookie))
    assert not READERS.still_admits(asked("/api/kernels/x/channels", cookie=cookie_of("reader")))
    assert Guard(names=None).still_admits(asked("/"))


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


@pytest.mark.parametrize("reason", ["refused-token", "refused-reader", "refused-host", "refused-path"])
def test_who_lacks_the_key_may_enter_it_and_nobody_else_is_asked(reason: str) -> None:
    has_form = reason in ("refused-token", "refused-reader")
    assert ('<input id="key" name="token"' in refusal_page(reason)) == has_form
    assert "form-action 'self'" in refusal_policy()


@pytest.mark.parametrize(
    "given",
    [
        "whole",
        "  whole ",
        "http://192.168.1.5:3776/?token=whole",
        "http://192.168.1.5:3776/voila/render/game.ipynb?a=b&token=whole#table=BCDFGH",
    ],
)
def test_what_is_entered_may_be_the_key_or_the_link_that_holds_it(given: str) -> None:
    guard = Guard(names=None, token="whole")
    entered = asked(f"/voila/render/game.ipynb?{urlencode({'token': given})}")
    assert admitted(guard.judge(entered)) == ("/voila/render/game.ipynb", "player")


@pytest.mark.parametrize("given", ["", "whol", "wholes", "https://else.example/?token=whol", "?tokens=whole"])
def test_what_is_not_the_key_opens_nothing(given: str) -> None:
    guard = Guard(names=None, token="whole")
    assert guard.judge(asked(f"/?{urlencode({'token': given})}")) == Refused("refused-token")


def test_behind_a_proxy_any_name_is_served_to_whoever_has_the_key() -> None:
    guard = Guard(names=None, token="whole", reader="looking", base_url="/services/tables/")
    place = "/services/tables/table/BCDFGH"
    assert admitted(guard.judge(asked(f"{place}?token=looking"))) == (place, "reader")
    assert guard.judge(asked(place, cookie=guard.sessions.issue("reader"))) is None
    for path in (
        "/table/BCDFGH?token=looking",
        "/services/tables/voila/render/game.ipynb?token=looking",
    ):
        assert guard.judge(asked(path)) == Refused("refused-token")
    assert guard.judge(asked(place)) == Refused("refused-reader")


def test_behind_a_public_proxy_only_its_name_and_its_origin_are_ours() -> None:
    public = "https://club.example"
    guard = Guard(names=lambda: frozenset({"club.example"}), token="whole", public=public)

    def judged(host: str, origin: str = "") -> Refused | Admitted | None:
        session = guard.sessions.issue("player")
        told = {"Host": host, "Cookie": f"fujikoro={session}"} | ({"Origin": origin} if origin else {})
        line = RequestStartLine("GET", "/", "HTTP/1.1")
        return guard.judge(HTTPServerRequest(start_line=line, headers=HTTPHeaders(told)))

    assert judged("club.example") is None
    assert judged("club.example", public) is None
    for origin in ("http://club.example", "https://club.example:8443", "https://evil.example", "null"):
        assert judged("club.example", origin) == Refused("refused-origin"), origin
    for host in ("127.0.0.1:3776", "evil.example", ""):
        assert judged(host) == Refused("refused-host"), host
