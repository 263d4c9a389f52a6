"""What a seat's phone asks for, without a kernel: its page, its stream, sitting down, writing, standing up.

A request is JSON of at most 4 kB. Which seat it comes from says a key in a cookie that no script reads; the guard has
let the device in before, and a page of another origin is refused there.
"""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Annotated, Any, TypeVar

import msgspec
from jinja2 import Environment
from jupyter_server.utils import url_path_join
from tornado.httputil import parse_cookie
from tornado.web import RequestHandler

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Areas
from fujikoro_nb.content.table import at_table
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.helper.seats.acts import Asked
from fujikoro_nb.helper.seats.record import HOST, MOST_SEATS, Hand, SeatRefused
from fujikoro_nb.play.duel_seats import milliseconds
from fujikoro_nb.play.seat_table import Asking, Key, SeatTable, hand_of, held, sitters_in
from fujikoro_nb.serve.clients import client_of
from fujikoro_nb.serve.guard import Guard
from fujikoro_nb.serve.pages import CONTENT_POLICY, look, show_message
from fujikoro_nb.serve.readers.closed import closed_in, follow_closed
from fujikoro_nb.serve.readers.followed import Followed
from fujikoro_nb.serve.readers.handlers import EventsHandler, Limits, front_addresses, symbols
from fujikoro_nb.serve.readers.handlers import refuse as slow_down
from fujikoro_nb.serve.readers.live import Live
from fujikoro_nb.serve.readers.own_seat import OwnSeat
from fujikoro_nb.serve.seats.bots import SmallBots
from fujikoro_nb.serve.seats.limits import MAX_BODY, SeatLimits
from fujikoro_nb.serve.seats.view import SeatReading, kind_of
from fujikoro_nb.serve.sessions import COOKIE_DAYS
from fujikoro_nb.serve.spoken import DEFAULT_LANGUAGE, language_of, said
from fujikoro_nb.store import NoTable, StoreError, Table, game_log
from fujikoro_nb.store.guesses import TooSoon
from fujikoro_nb.texts import error_sentence, say
from fujikoro_nb.views.evening.seats import NOBODY

SEAT_ROUTE = r"/table/([A-Za-z -]{6,20})/seat"
_CODE = r"([A-Za-z]{6})"
SEAT_EVENTS_ROUTE = rf"/fujikoro/seat/{_CODE}/events"
SIT_ROUTE = rf"/fujikoro/seat/{_CODE}/sit"
WRITE_ROUTE = rf"/fujikoro/seat/{_CODE}/write"
LEAVE_SEAT_ROUTE = rf"/fujikoro/seat/{_CODE}/leave"

FOREIGN = ("taken-over", "not-held", "not-yours", "host-only")
"""Refusals of a device that may not write there, whatever it sends."""
_WRITERS = 4
"""Reads, and one write, that wait for the disk at a time."""
_AREAS_SECONDS = 5.0

T = TypeVar("T")


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """I am so-and-so; ``over``: although another device holds the seat."""

    seat: Annotated[int, msgspec.Meta(ge=HOST, lt=MOST_SEATS)]
    over: bool = False


def guard_of(handler: RequestHandler) -> Guard | None:
    """Who lets devices in here."""
    guard = getattr(handler.application, "guard", None)
    return guard if isinstance(guard, Guard) else None


def cookie_name(handler: RequestHandler, code: str) -> str:
    """Where a device keeps its key of a table. Cookies know no ports, so the name is the server's."""
    guard = guard_of(handler)
    return f"{'fujikoro' if guard is None else guard.cookie}-seat-{code.upper()}"


def key_of(handler: RequestHandler, code: str) -> Key | None:
    """The key of a device at a table, as far as it says."""
    cookies = parse_cookie(handler.request.headers.get("Cookie", ""))
    return Key.read(cookies.get(cookie_name(handler, code), ""))


class Outlines:
    """The outlines of this table's boards, as the owner's pack has them; read again after a few seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._until, self._areas = clock, -1.0, Areas()

    def __call__(self) -> Areas:
        """As they are now."""
        if self._clock() >= self._until:
            self._areas = at_table(OwnerPack().load().pack).areas
            self._until = self._clock() + _AREAS_SECONDS
        return self._areas


class Desk:
    """What all handlers of seats share: the tables, threads that write, bounds, and who holds what."""

    def __init__(self, live: Live, limits: Limits, *, clock: Callable[[], float]) -> None:
        self.live, self.limits, self.own = live, limits, SeatLimits(clock)
        self.areas = Outlines(clock)
        self.bots = SmallBots(self)
        self._writers = ThreadPoolExecutor(_WRITERS, thread_name_prefix="seats")
        self._turn = asyncio.Lock()
        self._hurries: set[asyncio.Task[None]] = set()

    async def at(self, code: str, work: Callable[[SeatTable], T]) -> T:
        """Something done at a table, in a thread. Raises NoTable and what ``work`` raises."""

        def do() -> T:
            return work(SeatTable(self.live.store.at(code), areas=self.areas))

        return await asyncio.get_running_loop().run_in_executor(self._writers, do)

    async def write_at(self, code: str, work: Callable[[SeatTable], T]) -> T:
        """The same for what writes: one after the other in the order of their coming, so that none is passed over.

        The database lets whoever asks at the right moment through, and on a busy machine one may wait too long.
        """
        async with self._turn:
            return await self.at(code, work)

    def hurry(self, code: str, version: int) -> None:
        """Whoever follows this table sees at once what was just written."""
        task = asyncio.create_task(self.live.hurry(code, version))
        self._hurries.add(task)
        task.add_done_callback(self._hurries.discard)

    def close(self) -> None:
        """Write no more; what is under way is on the disk first."""
        self.bots.close()
        self._writers.shutdown(wait=True, cancel_futures=True)


class SeatRequest(RequestHandler):
    """What they share."""

    def initialize(self, desk: Desk) -> None:
        """Take the tables."""
        self.desk = desk

    def set_default_headers(self) -> None:
        """What a seat is told is nobody's to keep."""
        self.set_header("Cache-Control", "no-store")

    def check_xsrf_cookie(self) -> None:
        """The guard has compared the Origin, and only JSON is read, which no form of a foreign page can send."""

    @property
    def spoken(self) -> str:
        """The language of the request."""
        return language_of(self.request, self.settings.get(DEFAULT_LANGUAGE, ""))

    # ---- who asks

    def key(self, code: str) -> Key | None:
        """The key of this device at this table, as far as it says; `held` judges it."""
        return key_of(self, code)

    def writer(self, code: str, seat: int) -> Key:
        """The key by which this device writes now. Raises SeatRefused without one, TooSoon for too many."""
        key = self.key(code)
        if key is None:
            raise SeatRefused("not-held", name=str(seat + 1))
        if seconds := self.desk.own.writes.wait(f"{client_of(self)} {code.upper()} {key.seat}"):
            raise TooSoon(seconds)
        return key

    def hand_out(self, code: str, key: Key | None) -> None:
        """Let the device keep a key, or forget it."""
        name, guard = cookie_name(self, code), guard_of(self)
        place = "/" if guard is None else guard.base_url
        if key is None:
            self.clear_cookie(name, path=place)
            return
        is_public = guard is not None and guard.public.startswith("https:")
        told = self.request.headers.get("X-Forwarded-Proto", self.request.protocol)
        is_https = told.split(",")[0].strip().lower() == "https"
        self.set_cookie(
            name,
            str(key),
            httponly=True,
            secure=is_public or is_https,
            samesite="Strict",
            max_age=COOKIE_DAYS * 24 * 3600,
            path=place,
        )

    def asking(self, code: str, *, is_over: bool) -> Asking:
        """This device, for sitting down: a device that the guard knows comes back without being asked."""
        guard = guard_of(self)
        session = None if guard is None else guard.session(self.request)
        device = "" if session is None else sha256(f"seat {session.id}".encode()).hexdigest()[:24]
        role = None if session is None else session.role
        may_host = role == "player" or (guard is None or guard.token is None)
        return Asking(device, self.key(code), is_over, may_host)

    # ---- what is read and said

    def read(self, kind: type[T]) -> T | None:
        """What was sent; None when it was no such thing, which has been said then."""
        is_json = self.request.headers.get("Content-Type", "").partition(";")[0].strip() == "application/json"
        if len(self.request.body) > MAX_BODY:
            self.refuse(413, "unreadable", say("seat.unreadable", language=self.spoken))
        elif not is_json:
            self.refuse(415, "unreadable", say("seat.unreadable", language=self.spoken))
        else:
            try:
                return msgspec.json.decode(self.request.body, type=kind)
            except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
                self.refuse(400, "unreadable", say("seat.unreadable", language=self.spoken))
        return None

    def refuse(self, status: int, reason: str, sentence: str) -> None:
        """Say no, in a sentence; ``reason`` is for the page's script."""
        self.set_status(status)
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps({"refused": reason, "said": sentence}))

    def too_fast(self, fault: TooSoon) -> None:
        """Say when to come again."""
        slow_down(self, fault)
        sentence = say("seat.too-fast", language=self.spoken, n=fault.seconds)
        self.refuse(self.get_status(), "too-fast", sentence)

    async def guarded(self, code: str, work: Callable[[], Any]) -> None:
        """Do it, and say what went wrong where something did."""
        language = self.spoken
        try:
            with self.desk.limits.asking(client_of(self), code):
                await work()
        except TooSoon as fault:
            self.too_fast(fault)
        except SeatRefused as fault:
            status = 403 if fault.reason in FOREIGN else 409
            self.refuse(status, fault.reason, fault.said(language=language))
        except Illegal as fault:
            self.refuse(409, "illegal", error_sentence(fault, language=language))
        except NoTable as fault:
            self.refuse(404, "no-table", fault.said(language=language))
        except StoreError as fault:
            self.refuse(503, fault.reason, fault.said(language=language))


class SitHandler(SeatRequest):
    """I am so-and-so."""

    async def post(self, code: str) -> None:
        """A seat, and the cookie that holds its key."""
        await self.guarded(code, functools.partial(self._sit, code))

    async def _sit(self, code: str) -> None:
        if (sit := self.read(Sit)) is None:
            return
        if seconds := self.desk.own.sits.wait(f"{client_of(self)} {code.upper()}"):
            raise TooSoon(seconds)
        asking, language = self.asking(code, is_over=sit.over), self.spoken
        taken = await self.desk.write_at(code, lambda table: table.take(sit.seat, asking, language=language))
        self.hand_out(code, taken.key)
        self.desk.hurry(code, taken.version)
        self.write({"seat": sit.seat, "version": taken.version})


class WriteHandler(SeatRequest):
    """One tap of a seat."""

    async def post(self, code: str) -> None:
        """The version at which the table holds it, once it is on the disk."""
        await self.guarded(code, functools.partial(self._write, code))

    async def _write(self, code: str) -> None:
        if (asked := self.read(Asked)) is None:
            return
        key, language = self.writer(code, asked.seat), self.spoken
        version, is_new = await self.desk.write_at(
            code, lambda table: table.write(asked, key, language=language)
        )
        if is_new:
            self.desk.hurry(code, version)
        self.write({"version": version})


class LeaveSeatHandler(SeatRequest):
    """This phone is nobody's from now on."""

    async def post(self, code: str) -> None:
        """What lies on the board stays."""
        await self.guarded(code, functools.partial(self._leave, code))

    async def _leave(self, code: str) -> None:
        key, language = self.key(code), self.spoken
        if key is not None:
            left = await self.desk.write_at(code, lambda table: table.leave(key, language=language))
            self.desk.hurry(code, left)
        self.hand_out(code, None)
        self.write({})


class SeatEventsHandler(EventsHandler):
    """The stream of a seat's own view; a device without a seat sees who sits where."""

    def initialize(self, live: Live, limits: Limits, desk: Desk) -> None:  # type: ignore[override]
        """Take the tables."""
        super().initialize(live, limits)
        self.desk = desk

    async def follow(self, code: str, language: str) -> Followed:
        """What this device may see. Raises StoreError."""
        self._reading: SeatReading | OwnSeat
        self._key = key_of(self, code)
        seat, hand, closed = await self.desk.at(code, self._whose)
        if closed == game_log.SMALL:
            self.desk.bots.go_on(code)  # a server may have ended while one was to answer
        if closed:
            own = await follow_closed(self.live, code, language, part=closed, seat=seat)
            self._reading = own
            return own

        def make(table: Table, spoken: str) -> SeatReading:
            return SeatReading(
                table, spoken, seat=seat, hand=hand, areas=self.desk.areas, look=self.live.newest
            )

        reading = await self.live.follow(code, language, kind=kind_of(seat, hand), make=make)
        assert isinstance(reading, SeatReading), "its kind is of no other"
        self._reading = reading
        return reading

    def still_sees(self) -> bool:
        """A seat that another device took over is not shown to the one before any more."""
        return self._reading.is_for(self._key)

    async def _tell(self, kind: str, data: dict[str, Any]) -> None:
        """With the server's own clock, by which a duel runs: a phone's may go wrong by minutes."""
        now = {} if kind == "beat" else {"now": milliseconds()}
        await super()._tell(kind, {**data, **now})

    def _whose(self, table: SeatTable) -> tuple[int, Hand | None, str]:
        """The seat that this device holds, or that the host's device has open; `NOBODY` for any other.

        And the part that makes this a table of closed seats, empty for an evening.
        """
        key, parts = self._key, table.table.state().parts
        closed = closed_in(parts)
        try:
            who = sitters_in(parts)
            if key is None:
                return NOBODY, None, closed
            if key.seat != HOST:
                return key.seat, hand_of(parts, key, key.seat, who, "en"), closed
            held(parts, key, who, "en")
        except SeatRefused:
            return NOBODY, None, closed
        wanted = self.get_query_argument("seat", "")
        return (int(wanted) if wanted in ("0", "1", "2", "3", "4", "5") else NOBODY), "host", closed


class SeatHandler(RequestHandler):
    """The page of a seat: everything but the table itself, which comes by the stream."""

    def initialize(
        self, live: Live, limits: Limits, jinja: Environment, base_url: str, has_host: bool
    ) -> None:
        """Take the tables, and what pages are made with; ``has_host``: a device may be the host of all seats."""
        self.has_host = has_host
        self.live, self.limits, self.jinja, self.base_url = live, limits, jinja, base_url

    def set_default_headers(self) -> None:
        """As on every page; the table's own address stays in this browser."""
        self.set_header("Content-Security-Policy", CONTENT_POLICY)
        self.set_header("Referrer-Policy", "no-referrer")

    async def get(self, code: str) -> None:
        """The same for whoever opens it: whose the phone is says the stream."""
        default = self.settings.get(DEFAULT_LANGUAGE, "")
        language = language_of(self.request, default)
        try:
            with self.limits.asking(client_of(self), code):
                table = await self.live.table(code)
        except TooSoon as fault:
            slow_down(self, fault)
            show_message(self, self.jinja, self.base_url, self.get_status(), "too-fast")
            return
        except NoTable:
            show_message(self, self.jinja, self.base_url, 404, "no-table")
            return
        except StoreError:
            show_message(self, self.jinja, self.base_url, 503, "tables-away", has_again=True)
            return
        base = self.base_url
        guard = guard_of(self)
        role = None if guard is None else guard.role_of(self.request)
        has_keys = guard is not None and guard.token is not None
        place = functools.partial(url_path_join, base, "/fujikoro/seat/", table.code)
        await self.finish(
            self.jinja.get_template("seat.html").render(
                look=look(
                    home=None if role in ("seat", "reader") else base,
                    language=language,
                    default=default,
                    base_url=base,
                ),
                title=said("title", language),
                symbols=symbols(),
                settings={
                    "events": place("events"),
                    "sit": place("sit"),
                    "write": place("write"),
                    "play": place("play"),
                    "duel": place("duel"),
                    "leave": place("leave"),
                    "odds": place("odds"),
                    "fronts": {name: url_path_join(base, where) for name, where in front_addresses().items()},
                    "cards": url_path_join(base, "/fujikoro/card/"),
                    "rules": url_path_join(base, f"/table/{table.code}"),
                    "code": table.code,
                    "hasHost": self.has_host,
                    "mayHost": self.has_host and (role == "player" or not has_keys),
                },
            )
        )
