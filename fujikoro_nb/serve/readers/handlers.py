"""Pages that look on at a table, without a kernel: page, front ends of widgets as files, rule cards, the stream."""

from __future__ import annotations

import asyncio
import functools
import gzip
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
from jinja2 import Environment
from jupyter_server.utils import url_path_join
from tornado.http1connection import HTTP1Connection
from tornado.iostream import StreamClosedError
from tornado.web import RequestHandler

from fujikoro_nb import rulebook
from fujikoro_nb.helper.kinds.modes import TABLE_MODES
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.rulebook.entries import MODES
from fujikoro_nb.serve import addresses
from fujikoro_nb.serve.clients import client_of
from fujikoro_nb.serve.guard import Guard, is_still_in
from fujikoro_nb.serve.headers import takes_gzip
from fujikoro_nb.serve.pages import CONTENT_POLICY, FOR_A_YEAR, look, show_message, show_not_found
from fujikoro_nb.serve.readers.closed import follow_closed, holds
from fujikoro_nb.serve.readers.draws import Draws, TooMuch
from fujikoro_nb.serve.readers.followed import Followed
from fujikoro_nb.serve.readers.live import Live
from fujikoro_nb.serve.readers.one_table import rulings_in
from fujikoro_nb.serve.readers.paper import at_place, drawn_table, paper
from fujikoro_nb.serve.readers.stream_places import Streams
from fujikoro_nb.serve.spoken import DEFAULT_LANGUAGE, language_of, said
from fujikoro_nb.store import NoTable, State, Store, StoreError, game_log
from fujikoro_nb.store.guesses import Guesses, Rate, TooSoon
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.rules.card import rule_card
from fujikoro_nb.widgets.base.front_texts import mark_of, place_of
from fujikoro_nb.widgets.base.widget import source_of
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
from fujikoro_nb.widgets.map.hex_map import HexMap
from fujikoro_nb.widgets.readers.game_reader import GameReader
from fujikoro_nb.widgets.readers.ruling_reader import RulingReader
from fujikoro_nb.widgets.readers.score_reader import ScoreReader
from fujikoro_nb.widgets.readers.setup_reader import SetupReader
from fujikoro_nb.widgets.readers.sheet_reader import SheetReader
from fujikoro_nb.widgets.readers.table_view import TableView
from fujikoro_nb.widgets.rules.rules_page import RulesPage
from fujikoro_nb.widgets.seats.duel_seat import DuelSeat
from fujikoro_nb.widgets.seats.seat_page import SeatPage
from fujikoro_nb.widgets.seats.small_seat import SmallSeat

TABLE_ROUTE = r"/table/([A-Za-z -]{6,20})"
PAPER_ROUTE = r"/table/([A-Za-z -]{6,20})/print"
REFERENCE_ROUTE = r"/print"
EVENTS_ROUTE = r"/fujikoro/table/([A-Za-z]{6})/events"
CARD_ROUTE = r"/fujikoro/card/([a-z0-9.-]{1,80})"
FRONT_ROUTE = r"/fujikoro/front/([a-z_]+)\.(js|css)"

Names = Callable[[], frozenset[str]]
"""Asked at each request: every name of this server. None where a hub stands before it."""
DRAWN = (TableView, ScoreReader, SheetReader, RulingReader, SetupReader, GameReader, HexMap, RulesPage)
"""Widgets that a reader's page draws."""
SERVED = (*DRAWN, CraftGrid, SeatPage, SmallSeat, DuelSeat)
"""Those, and what the page of a seat draws."""
BEAT_SECONDS = 1.0
A_SECOND, AT_ONCE = 20.0, 300
"""What one client may ask of tables: thirty phones that load their pages in the same moment."""
AGAIN_MS = 15_000
"""When a page whose stream was ended for somebody else's asks again."""


@dataclass
class Limits:
    """What readers may take."""

    streams: Streams = field(default_factory=Streams)
    rate: Rate = field(default_factory=lambda: Rate(A_SECOND, AT_ONCE))
    guesses: Guesses = field(default_factory=Guesses)

    @contextmanager
    def asking(self, client: str, code: str) -> Iterator[None]:
        """Ask for a table inside. Raises TooSoon before."""
        if seconds := self.rate.wait(client):
            raise TooSoon(seconds)
        with self.guesses.trying(client, code):
            yield


def refuse(handler: RequestHandler, fault: TooSoon) -> None:
    """Say that it was too much, and when to come again."""
    handler.set_status(503 if isinstance(fault, TooMuch) else 429)
    handler.set_header("Retry-After", str(fault.seconds))


@functools.cache
def _front(name: str, kind: str) -> bytes | None:
    """A widget's front end as a file; None for any that readers and seats do not need."""
    widget = next((one for one in SERVED if one.front_end == name), None)
    if widget is None:
        return None
    text = source_of(f"{name}.js") if kind == "js" else str(widget._css)
    return text.encode()


@functools.cache
def symbols() -> str:
    """The sprite of our symbols, as a page holds it."""
    return place_of("symbols.svg").read_text(encoding="utf-8")


@functools.cache
def _packed(name: str, kind: str) -> bytes:
    return gzip.compress(_front(name, kind) or b"", mtime=0)


@functools.cache
def front_addresses() -> dict[str, str]:
    """Where the front ends are below the server's place, each with its version in the address."""
    found = {}
    for widget in SERVED:
        for kind in ("js", "css"):
            content = _front(widget.front_end, kind) or b""
            found[f"{widget.front_end}.{kind}"] = (
                f"/fujikoro/front/{widget.front_end}.{kind}?v={mark_of(content)}"
            )
    return found


class FrontHandler(RequestHandler):
    """A widget's JavaScript or style sheet."""

    def get(self, name: str, kind: str) -> None:
        """Kept by browsers where the address names this very content."""
        content = _front(name, kind)
        if content is None:
            show_not_found(self, self.settings["voila_jinja2_env"], self.settings["base_url"])
            return
        self.set_header("Content-Type", "text/javascript" if kind == "js" else "text/css")
        is_named = self.get_query_argument("v", "") == mark_of(content)
        self.set_header("Cache-Control", FOR_A_YEAR if is_named else "no-cache")
        self.set_header("Vary", "Accept-Encoding")
        if takes_gzip(self.request):
            self.set_header("Content-Encoding", "gzip")
            content = _packed(name, kind)
        self.write(content)

    head = get


class CardHandler(RequestHandler):
    """The card of a rule."""

    def initialize(self, draws: Draws, limits: Limits) -> None:
        """Take the tables: what one of them decided stands on its cards."""
        self.draws, self.limits = draws, limits

    async def get(self, rule: str) -> None:
        """In the language of the request, as ``?table=CODE`` plays it; an unknown rule is said to be one."""
        language = language_of(self.request, self.settings.get(DEFAULT_LANGUAGE, ""))
        speak = functools.partial(say, language=language)
        self.set_header("Cache-Control", "no-cache")
        self.set_header("Content-Type", "application/json")
        if not rulebook.has_rule(rule):
            self.set_status(404)
        code = self.get_query_argument("table", "")
        rulings: TableRulings | None = TableRulings()
        client = client_of(self)
        try:
            if code:
                with self.limits.asking(client, code):
                    rulings = await self.draws.drawn(client, code, "rulings", rulings_in)
        except TooMuch:
            rulings = None
        except TooSoon as fault:
            refuse(self, fault)
            rulings = None
        except StoreError:  # the card says what the booklets do, and not what this table plays
            rulings = None
        self.write(msgspec.json.encode(rule_card(rule, speak, rulings=rulings, language=language)))


class TableHandler(RequestHandler):
    """The page of a table for readers."""

    def initialize(
        self, live: Live, limits: Limits, jinja: Environment, base_url: str, has_seats: bool
    ) -> None:
        """Take the tables, and what pages are made with; ``has_seats``: phones may write seats here."""
        self.live, self.limits, self.jinja, self.base_url = live, limits, jinja, base_url
        self.has_seats = has_seats

    def set_default_headers(self) -> None:
        """As on every page; the table's own address stays in this browser."""
        self.set_header("Content-Security-Policy", CONTENT_POLICY)
        self.set_header("Referrer-Policy", "no-referrer")

    async def get(self, code: str) -> None:
        """Everything but the table itself, which comes by the stream."""
        default = self.settings.get(DEFAULT_LANGUAGE, "")
        language = language_of(self.request, default)
        try:
            with self.limits.asking(client_of(self), code):
                table = await self.live.table(code)
        except TooSoon as fault:
            refuse(self, fault)
            show_message(self, self.jinja, self.base_url, self.get_status(), "too-fast")
            return
        except NoTable:
            show_message(self, self.jinja, self.base_url, 404, "no-table")
            return
        except StoreError:
            show_message(self, self.jinja, self.base_url, 503, "tables-away", has_again=True)
            return
        base = self.base_url
        guard = getattr(self.application, "guard", None)
        role = guard.role_of(self.request) if isinstance(guard, Guard) else None
        seat = url_path_join(base, f"/table/{table.code}/seat") if self.has_seats else ""
        home = base if role in (None, "player") else None
        await self.finish(
            self.jinja.get_template("reader.html").render(
                seat=seat if role != "reader" else "",
                has_seats=self.has_seats,
                look=look(home=home, language=language, default=default, base_url=base),
                title=said("title", language),
                symbols=symbols(),
                settings={
                    "events": url_path_join(base, f"/fujikoro/table/{table.code}/events"),
                    "fronts": {name: url_path_join(base, place) for name, place in front_addresses().items()},
                    "cards": url_path_join(base, "/fujikoro/card/"),
                    "code": table.code,
                },
            )
        )


@functools.cache
def empty_paper(mode: str, language: str) -> dict[str, Any]:
    """The page without a table, which is always the same."""
    return paper(mode=mode, language=language)


def _sheet_of(state: State, language: str) -> dict[str, Any] | None:
    """A table on paper; None for duels, which are on no paper."""
    return None if holds(state) == game_log.DUEL else drawn_table(state, language)


class PaperHandler(RequestHandler):
    """One page to print: a table with the code that brings it back, or without a table the rules in short."""

    def initialize(
        self, draws: Draws, limits: Limits, jinja: Environment, base_url: str, names: Names | None
    ) -> None:
        """Take the tables, what pages are made with, and what this server is called."""
        self.draws, self.limits = draws, limits
        self.jinja, self.base_url, self.names = jinja, base_url, names

    def set_default_headers(self) -> None:
        """As on every page; how a table stood is kept nowhere but on paper."""
        self.set_header("Content-Security-Policy", CONTENT_POLICY)
        self.set_header("Referrer-Policy", "no-referrer")
        self.set_header("Cache-Control", "no-store")

    async def get(self, code: str = "") -> None:
        """In the language of the request; without a table also for another mode."""
        language = language_of(self.request, self.settings.get(DEFAULT_LANGUAGE, ""))
        if not code:
            mode = self.get_query_argument("mode", "")
            page = empty_paper(mode if mode in TABLE_MODES else MODES[0], language)
        else:
            found = await self._of_table(code, language)
            if found is None:
                return
            page = found
        await self.finish(
            self.jinja.get_template("print.html").render(
                title=said("title", language),
                to_start=said("to-start", language),
                languages=[(one, say(f"language.{one}", language="en")) for one in LANGUAGES],
                leads=say("score-reader.leads", language=language),
                symbols=symbols(),
                base=self.base_url,
                **page,
            )
        )

    async def _of_table(self, code: str, language: str) -> dict[str, Any] | None:
        """The page of a table; None when another one has been shown instead, which says why."""
        client = client_of(self)
        show = functools.partial(show_message, self, self.jinja, self.base_url)
        try:
            with self.limits.asking(client, code):
                drawn = functools.partial(_sheet_of, language=language)
                page: dict[str, Any] | None = await self.draws.drawn(client, code, ("paper", language), drawn)
        except TooMuch as fault:
            refuse(self, fault)
            show(self.get_status(), "too-much")
            return None
        except TooSoon as fault:
            refuse(self, fault)
            show(self.get_status(), "too-fast")
            return None
        except NoTable:
            show(404, "no-table")
            return None
        except StoreError:
            show(503, "tables-away")
            return None
        if page is None:
            show(404, "no-sheet")
            return None
        origin, is_here_only = self._origin()
        place = origin + self.base_url.removesuffix("/")
        return at_place(page, place, is_here_only=is_here_only, now=datetime.now().astimezone())

    def _origin(self) -> tuple[str, bool]:
        """Where phones find this server, and whether only this machine does."""
        host = self.request.host
        guard = getattr(self.application, "guard", None)
        if isinstance(guard, Guard) and guard.public:
            return guard.public, False
        if self.names is None:  # behind a hub, which alone knows whether it is asked through HTTPS
            forwarded = self.request.headers.get("X-Forwarded-Proto", "").partition(",")[0].strip()
            return f"{'https' if forwarded == 'https' else self.request.protocol}://{host}", False
        return addresses.for_phones(self.request.protocol, host, self.names())


class EventsHandler(RequestHandler):
    """The stream of a table's moments: ``whole`` once, ``change`` for what is new, ``beat`` each second, ``gone``."""

    def initialize(self, live: Live, limits: Limits) -> None:
        """Take the tables."""
        self.live, self.limits = live, limits

    async def get(self, code: str) -> None:
        """Until the page goes away."""
        language = language_of(self.request, self.settings.get(DEFAULT_LANGUAGE, ""))
        self.set_header("Content-Type", "text/event-stream")
        self.set_header("Cache-Control", "no-store")
        client = client_of(self)
        try:
            with self.limits.asking(client, code):
                reading = await self.follow(code, language)
            with self.limits.streams.taking(client):
                await self._stream(reading)
            if self.limits.streams.is_lost():
                self._give_way()
        except asyncio.CancelledError:
            if not self.limits.streams.is_lost():
                raise
            self._give_way()
        except TooSoon as fault:
            refuse(self, fault)
        except NoTable:
            self.set_status(404)
        except StoreError:
            self.set_status(503)

    async def follow(self, code: str, language: str) -> Followed:
        """What this device sees of the table. Raises NoTable, other StoreError."""
        if part := await self.live.look(code, holds):
            return await follow_closed(self.live, code, language, part=part)
        return await self.live.follow(code, language)

    def still_sees(self) -> bool:
        """Whether what this device follows is still meant for it."""
        return True

    def _give_way(self) -> None:
        """End at once, though the phone may be asleep and take nothing any more."""
        connection = self.request.connection
        with suppress(StreamClosedError):
            self.finish(f"retry: {AGAIN_MS}\n\n")
        if isinstance(connection, HTTP1Connection):
            connection.close()

    async def _stream(self, reading: Followed) -> None:
        try:
            self.write("retry: 1000\n\n")
            drawn = None
            # A cancellation may come too late to be noticed.
            while is_still_in(self) and not self.limits.streams.is_lost():
                moment = reading.moment
                if moment is None:
                    await self._tell("gone", {})
                    return
                if drawn is not None and moment is not drawn and not self.still_sees():
                    return  # the page asks anew, and sees what is meant for it now
                if drawn is None:
                    await self._tell("whole", {"version": reading.version, "models": moment.models})
                elif moment is not drawn:
                    await self._tell("change", {"version": reading.version, "models": moment.since(drawn)})
                else:
                    await self._tell("beat", {})
                drawn = moment
                await self.live.next(reading, drawn, seconds=BEAT_SECONDS)
        except StreamClosedError:  # the phone sleeps, or the page was closed
            pass
        finally:
            self.live.leave(reading)

    async def _tell(self, kind: str, data: dict[str, Any]) -> None:
        self.write(f"event: {kind}\ndata: ".encode() + msgspec.json.encode(data) + b"\n\n")
        await self.flush()


class Readers:
    """What the server adds for people who look on. Made once, in the server's own process."""

    has_seats = False

    def __init__(self, store: Store) -> None:
        self.live = Live(store)
        self._draws = Draws(self.live)
        self.limits = Limits()

    def routes(self, jinja: Environment, base_url: str, names: Names | None) -> list[tuple[Any, ...]]:
        """The addresses of readers, as tornado takes them."""
        page = {"limits": self.limits, "jinja": jinja, "base_url": base_url}
        sheet = {**page, "draws": self._draws, "names": names}
        routes: list[tuple[Any, ...]] = [
            (TABLE_ROUTE, TableHandler, {**page, "live": self.live, "has_seats": self.has_seats}),
            (PAPER_ROUTE, PaperHandler, sheet),
            (REFERENCE_ROUTE, PaperHandler, sheet),
            (EVENTS_ROUTE, EventsHandler, {"limits": self.limits, "live": self.live}),
            (CARD_ROUTE, CardHandler, {"limits": self.limits, "draws": self._draws}),
            (FRONT_ROUTE, FrontHandler),
        ]
        return [(url_path_join(base_url, place), *what) for place, *what in routes]

    def close(self) -> None:
        """Stop drawing and watching, and let go of the store."""
        self._draws.close()
        self.live.close()
