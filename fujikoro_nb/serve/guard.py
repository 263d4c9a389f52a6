"""The one gate that every request passes: pages, static files, the kernels' API and websockets alike.

It stands in `find_handler`, before any handler is chosen, so a route that is added later is guarded too.

1. **Host.** A foreign page can make its own name point to 127.0.0.1 (DNS rebinding), and the browser then
   treats our answers as its own. It cannot change the Host header, so only our own names are served.
2. **Origin.** Browsers send it with websockets and writes, and let websockets of foreign pages through. It must
   name the host that the request went to. Scripts send none; they are no danger to a browser's user.
3. **Sec-Fetch-Site.** A foreign page can load ours as an image or a frame, without an Origin, and each would start
   a kernel. Browsers say so in headers that no page can set: only a person who follows a link comes in. What another
   port of this host serves is as foreign ("same-site"): ports are other programs, perhaps other people's.
4. **Token.** When other machines can reach us, the link carries a key. It is exchanged for a session at once and the
   address is cleaned, so the key stays neither in the history, nor in a screenshot, nor in the cookie.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from tornado.httputil import HTTPServerRequest, parse_cookie, split_host_and_port
from tornado.web import Application, RequestHandler

from fujikoro_nb.serve.connections import showed_key
from fujikoro_nb.serve.headers import POLICY, SafeHeaders, with_style
from fujikoro_nb.serve.keys import seats_key
from fujikoro_nb.serve.sessions import COOKIE_DAYS, Held, Role, Sessions
from fujikoro_nb.serve.spoken import DEFAULT_LANGUAGE, language_of, said
from fujikoro_nb.widgets.base.front_texts import place_of


@dataclass(frozen=True)
class Refused:
    """No entry; `reason` is the name of a sentence in texts."""

    reason: str


@dataclass(frozen=True)
class Admitted:
    """Go on to `location`, the same address without the key; where that was right with a session for this ``role``.

    ``before``: the session that this device has already.
    """

    location: str
    role: Role | None = None
    before: Held | None = None


@dataclass(frozen=True)
class Guard:
    """Who may come in.

    `names` is asked at each request, because addresses change while a table plays; None for a server behind a proxy
    and a key: its names are the proxy's, and a foreign name brings no key. Without `token` nobody needs one: then only
    this machine can reach the server.
    """

    names: Callable[[], frozenset[str]] | None
    token: str | None = None
    reader: str | None = None
    """A second key, for people who only look on: it opens what a table's page for readers needs, and no kernel.

    Where there is one there is a third, for phones that write seats, without a kernel as well.
    """
    seats: str = ""
    """That third key; empty: it is made of `token`, as under `fujikoro table`."""
    cookie: str = "fujikoro"
    base_url: str = "/"
    """Where the server's addresses begin."""
    sessions: Sessions = field(default_factory=Sessions)
    """Of those who opened the link."""
    public: str = ""
    """The origin under which a proxy shows this server; empty: browsers come here themselves."""

    def judge(self, request: HTTPServerRequest) -> Refused | Admitted | None:
        """None means: let it pass."""
        if self.names is not None and _host_name(request.headers.get("Host", "")) not in self.names():
            return Refused("refused-host")
        if _is_no_file(request.path):
            return Refused("refused-path")
        if not self._origin_is_ours(request) or is_pulled_in(request):
            return Refused("refused-origin")
        if self.token is None:
            return None
        session = self.session(request)
        held = None if session is None else self._opened(session.role, request.path)
        # Servers of before made the key itself the cookie: a phone that has one is given a session for it.
        keys = (self._query_key(request), self._cookie_value(request))
        offered = {self._opened(self._role(key), request.path) for key in keys}
        # The better one counts: a reader may be invited to play, and whoever plays may scan the readers' code.
        best = next((role for role in _ROLES if role == held or role in offered), None)
        if best is None:
            is_scanned = _TABLES_PATH.fullmatch(self._place(request.path))
            return Refused("refused-reader" if is_scanned else "refused-token")
        is_clean = self._query_key(request) is None or request.method != "GET"
        if held is not None and is_clean:
            return None
        return Admitted(_clean_location(request), best if best in offered else None, session)

    def session(self, request: HTTPServerRequest) -> Held | None:
        """What this device was given when it opened the link, while it lasts."""
        return self.sessions.held(self._cookie_value(request) or "")

    def still_admits(self, request: HTTPServerRequest) -> bool:
        """Whether a websocket or a stream may go on: its session may have been ended since."""
        session = self.session(request)
        return self.token is None or (
            session is not None and self._opened(session.role, request.path) is not None
        )

    def only_reads(self, request: HTTPServerRequest) -> bool:
        """Whether this is somebody with the readers' key, to whom the start page is closed."""
        return self.role_of(request) == "reader"

    def role_of(self, request: HTTPServerRequest) -> Role | None:
        """What this device came in as; None where nobody needs a key, or it has none."""
        session = self.session(request)
        return None if session is None else session.role

    def _role(self, candidate: str | None) -> Role | None:
        """Whose key this is. Compared in constant time, as bytes: it may hold any character."""
        given = (candidate or "").encode()
        if self.token is not None and secrets.compare_digest(given, self.token.encode()):
            return "player"
        if self.reader is not None and secrets.compare_digest(given, self.reader.encode()):
            return "reader"
        if self.token is not None and self.reader is not None:
            seats = self.seats or seats_key(self.token)
            if secrets.compare_digest(given, seats.encode()):
                return "seat"
        return None

    def _opened(self, role: Role | None, path: str) -> Role | None:
        """The role, if it opens the path."""
        if role == "player":
            return role
        paths = {"reader": (_READERS_PATH,), "seat": (_READERS_PATH, _SEATS_PATH)}.get(role or "", ())
        return role if any(one.fullmatch(self._place(path)) for one in paths) else None

    def _place(self, path: str) -> str:
        """A path below where the server's addresses begin."""
        return "/" + path.removeprefix(self.base_url)

    def _origin_is_ours(self, request: HTTPServerRequest) -> bool:
        origin = request.headers.get("Origin", request.headers.get("Sec-Websocket-Origin"))
        if origin is None:
            return True
        if self.public:
            return origin.lower() == self.public
        try:
            parts = urlsplit(origin)
        except ValueError:  # such as "http://["
            return False
        same_place = parts.netloc.lower() == request.headers.get("Host", "").lower()
        return parts.scheme in {"http", "https"} and same_place

    def _cookie_value(self, request: HTTPServerRequest) -> str | None:
        # The standard library's parser stops at the first cookie of another program that it dislikes.
        return parse_cookie(request.headers.get("Cookie", "")).get(self.cookie)

    def _query_key(self, request: HTTPServerRequest) -> str | None:
        given = dict(parse_qsl(request.query)).get("token")
        return None if given is None else key_in(given)


def key_in(given: str) -> str:
    """The key of what somebody typed or pasted: the key alone, or the whole link that holds it.

    >>> key_in(" http://192.168.1.5:3776/?token=a-key#page=score "), key_in("a-key")
    ('a-key', 'a-key')
    """
    held = _IN_A_LINK.search(given)
    return held[1] if held else given.strip()


_IN_A_LINK = re.compile(r"[?&]token=([^&#\s]+)")
_READERS_PATH = re.compile(
    r"/table/[^/]*(/print)?|/print"
    r"|/fujikoro/(leave|table/[^/]*/events|card/[^/]*|front/[^/]*|plotly-basic\.min\.js|[a-z-]+-[a-z]+\.json)"
)
"""Addresses that a page for readers asks for: none that starts, reaches or ends a kernel."""
_SEATS_PATH = re.compile(r"/table/[^/]*/seat|/fujikoro/seat/[^/]*/(sit|write|play|duel|leave|odds|events)")
"""What the page of a seat asks for besides."""
_ROLES: tuple[Role, ...] = ("player", "seat", "reader")
"""The better one first."""
_TABLES_PATH = re.compile(r"/table/[^/]*(/print|/seat)?")
"""What somebody scans from a printed page, which holds no key."""


def _is_no_file(path: str) -> bool:
    """Addresses on which Voila's handlers of files fail with a traceback instead of an answer."""
    told = unquote(path)
    if "\0" in told:
        return True
    if not told.startswith("/voila/templates/"):
        return False
    parts = told.split("/")[3:]
    return len(parts) < 3 or parts[1] != "static" or not {"", ".", ".."}.isdisjoint(parts)


LEAVE_ROUTE = "/fujikoro/leave"
_FOREIGN_SITES = frozenset({"cross-site", "same-site"})


def is_pulled_in(request: HTTPServerRequest) -> bool:
    """Whether a foreign page loads ours into itself; a person who follows a link there opens a document."""
    headers = request.headers
    if headers.get("Sec-Fetch-Site", "").lower() not in _FOREIGN_SITES:
        return False
    opened = (headers.get("Sec-Fetch-Mode", "").lower(), headers.get("Sec-Fetch-Dest", "").lower())
    return opened != ("navigate", "document")


def _is_https(request: HTTPServerRequest) -> bool:
    """Whether the browser speaks HTTPS, as the first proxy it met says.

    A browser whose page could claim this would gain nothing: it keeps a cookie for HTTPS that is no use to it.
    """
    said = request.headers.get("X-Forwarded-Proto", request.protocol)
    return said.split(",")[0].strip().lower() == "https"


def _host_name(host: str) -> str:
    """The name in a Host header, without port and brackets.

    >>> _host_name("[::1]:3776"), _host_name("LocalHost")
    ('::1', 'localhost')
    """
    name, _port = split_host_and_port(host.lower())
    return name.strip("[]").removesuffix(".")


def _clean_location(request: HTTPServerRequest) -> str:
    """The address without its key. Leading slashes collapse: `//other.example` would lead to another host."""
    query = urlencode([(key, value) for key, value in parse_qsl(request.query) if key != "token"])
    path = "/" + request.path.lstrip("/\\")
    return f"{path}?{query}" if query else path


class GuardedApplication(Application):
    """A tornado application whose routes are all behind one guard."""

    def __init__(self, guard: Guard, **settings: Any) -> None:
        super().__init__(**settings)
        self.transforms.append(SafeHeaders)
        self.guard = guard

    def find_handler(self, request: HTTPServerRequest, **kwargs: Any) -> Any:
        """Choose the gate's own handler for whoever may not pass as they are."""
        verdict = self.guard.judge(request)
        if not isinstance(verdict, Refused):
            showed_key(request)
        if verdict is None:
            return super().find_handler(request, **kwargs)
        return self.get_handler_delegate(request, GateHandler, {"verdict": verdict, "guard": self.guard})


class GateHandler(RequestHandler):
    """Refuses with a friendly page, or takes the key and sends the guest on."""

    def initialize(self, verdict: Refused | Admitted, guard: Guard) -> None:
        """Take what `find_handler` decided."""
        self.verdict = verdict
        self.guard = guard

    def set_default_headers(self) -> None:
        """Nothing of this may be kept or framed."""
        self.set_header("Cache-Control", "no-store")
        self.set_header(POLICY, refusal_policy())

    def check_xsrf_cookie(self) -> None:
        """Nothing is changed here, so there is nothing to forge."""

    async def prepare(self) -> None:
        """Answer every method alike, before tornado looks for one."""
        if isinstance(self.verdict, Admitted):
            if self.verdict.role is not None:
                device = self.request.headers.get("User-Agent", "")
                session = self.guard.sessions.issue(
                    self.verdict.role, device=device, before=self.verdict.before
                )
                self._hand_out(session)
            self.redirect(self.verdict.location)
            return
        self.set_status(403)
        if self.verdict.reason in _WITH_A_KEY:
            self.set_header("Fujikoro-Key", "other")  # for a page that held the key of before
        default = self.settings.get(DEFAULT_LANGUAGE, "")
        await self.finish(refusal_page(self.verdict.reason, language_of(self.request, default)))

    def _hand_out(self, session: str) -> None:
        self.set_cookie(
            self.guard.cookie,
            session,
            httponly=True,
            secure=self.guard.public.startswith("https:") or _is_https(self.request),
            samesite="Lax",  # Strict would lose the cookie on the very redirect that follows a tapped link
            max_age=COOKIE_DAYS * 24 * 3600,
        )


class LeaveHandler(RequestHandler):
    """A device ends its own session: whoever finds it later needs the link."""

    def check_xsrf_cookie(self) -> None:
        """The guard has compared the Origin, and the worst that a stranger could do is to be asked for the link."""

    def post(self) -> None:
        """Answer without a body: 204, or 503 when it could not be written; who has no session has left already."""
        application = self.application
        assert isinstance(application, GuardedApplication)
        guard = application.guard
        session = guard.session(self.request)
        if session is not None and not guard.sessions.end(session.id):
            self.set_status(503)
            return
        self.clear_cookie(guard.cookie)
        self.set_status(204)


def is_still_in(handler: RequestHandler) -> bool:
    """Whether the device on the other end of a websocket or a stream still has its session."""
    guard = getattr(handler.application, "guard", None)  # behind a hub there is another door
    return not isinstance(guard, Guard) or guard.still_admits(handler.request)


def refusal_page(reason: str, language: str = "en") -> str:
    """A page that stands alone: it may use no file, because whoever sees it may fetch none."""
    # From any other place the start page would refuse them just the same.
    home = f'<p><a href="/">{said("to-start", language)}</a></p>' if reason in _WITH_WAY_HOME else ""
    enter = (
        f'<form method="get"><label for="key">{said("refused-enter", language)}</label>'
        '<input id="key" name="token" required maxlength="400" autocomplete="off" autocapitalize="off"'
        ' spellcheck="false">'
        f"<button>{said('refused-open', language)}</button></form>"
        if reason in _WITH_A_KEY
        else ""
    )
    title = said("refused-title", language)
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>{_own_style()}</style>"
        f"<header><h1>{title}</h1></header>"
        f"<main><p>{said(reason, language)}</p>{enter}{home}</main></html>"
    )


_WITH_A_KEY = frozenset({"refused-token", "refused-reader"})
"""Here the right key opens the very page that was asked for."""
_WITH_WAY_HOME = frozenset({"refused-path", "refused-origin"})

_LAYOUT = """
body{margin:0;background:var(--fk-paper);color:var(--fk-ink);font:400 18px/1.4 var(--fk-sans)}
header{background:var(--fk-sky-1)}
h1,main{box-sizing:border-box;max-width:640px;margin:0 auto;padding:16px}
h1{color:#fffaf0;font:700 26px/1.15 var(--fk-serif)}
main{padding-top:24px}
a,button,input{box-sizing:border-box;min-height:48px;padding:10px 16px;border:1px solid var(--fk-line);
border-radius:6px;background:var(--fk-sheet);color:inherit}
a,button{display:inline-block;font:700 18px/1.4 var(--fk-sans);text-decoration:none}
form{display:grid;gap:8px;margin-top:24px}
label{font-weight:700}
input{width:100%;min-width:0;font:inherit}
"""


def _own_style() -> str:
    """The colours of the other pages, and a layout for one sentence."""
    return colours() + _LAYOUT


@cache
def refusal_policy() -> str:
    """What a browser may do with that page: wear its style, and send the key that somebody enters back here."""
    return with_style(_own_style()).replace("form-action 'none'", "form-action 'self'")


@cache
def colours() -> str:
    """Those of the other pages by day and night, as the device has it."""
    tokens = place_of("tokens.css").read_text(encoding="utf-8")
    night = re.search(r'\[data-theme="dark"\][^{]*\{(.*?)\}', tokens, re.DOTALL)
    day = re.search(r":root[^{]*\{(.*?)\}", tokens, re.DOTALL)
    assert day, "the tokens begin with those of the day"
    assert night, "the tokens have a night"
    return f":root{{{day[1]}}}@media (prefers-color-scheme:dark){{:root{{{night[1]}}}}}"
