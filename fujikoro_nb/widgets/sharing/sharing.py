"""A page on a table: others look on from their phones, and another device may go on writing.

A page owns a `Sharing` and lists its `SHARE_ACTS`; what its part of the table is, a `TablePart` beside it says.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Generic, Protocol, TypeVar
from urllib.parse import urlsplit

import traitlets as t

from fujikoro_nb.content.signs import shows
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.store import StoreError, read_code
from fujikoro_nb.store.sharing import SharedPart, after_damage, readers_link, seats_link
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.widgets.base.widget import Validator, text

__all__ = ["MAX_TITLE", "SHARE_ACTS", "Sharing", "SharingPage", "TablePart", "code_rows"]

MAX_NAME = 40
MAX_WRITER = 64
MAX_TITLE = 80
LISTEN_SECONDS = 0.5
"""Between two looks at what other devices did."""

SHARE_ACTS: Mapping[str, Mapping[str, Validator]] = {
    "share": {"writer": text(max_length=MAX_WRITER), "name": text(max_length=MAX_NAME)},
    "join": {
        "code": text(max_length=24),
        "writer": text(max_length=MAX_WRITER),
        "name": text(max_length=MAX_NAME),
    },
    "take-over": {"name": text(max_length=MAX_NAME)},
    "unshare": {},
    "show-code": {"url": text(max_length=300)},
}
"""What a browser may ask of a page on a table."""

Part = TypeVar("Part", bound=SharedPart)


def code_rows(link: str) -> list[str]:
    """A link as a phone's camera reads it: rows of 0 and 1."""
    import segno  # a page at no table needs none

    matrix = segno.make(link, error="m", boost_error=False).matrix
    return ["".join(str(bit & 1) for bit in row) for row in matrix]


class SharingPage(Protocol):
    """What the sharing writes on its page, and reads there."""

    shared: dict[str, Any]
    code_picture: list[Any]
    notice: str

    @property
    def language(self) -> str:
        """The language of the people at this device."""

    @property
    def comm(self) -> Any:
        """The link to the browser; None once the page is closed."""

    def say(self, key: str, /, **data: object) -> str:
        """A sentence in that language."""

    def hold_sync(self) -> AbstractContextManager[None]:
        """Send what is written meanwhile in one message."""


class TablePart(Protocol[Part]):
    """The part of the table that a page shows."""

    def begin_table(self, writer: str, name: str) -> Part | None:
        """A new table with what is on the page; None where there is nothing. Raises StoreError."""

    def find_table(self, code: str, writer: str, name: str) -> Part | None:
        """The table of a code; None where the page stays where it is. Raises StoreError, TraitError."""

    def read_part(self, part: bytes, at: Part) -> Any:
        """What the table holds for this page, read; None where it holds nothing. Raises Unreadable."""

    def show_part(self, read: Any) -> None:
        """Show it."""

    def pen_came(self) -> None:
        """This page writes from now on."""

    def table_shown(self) -> None:
        """What stands in ``shared`` was just made anew."""


def _has_lease(part: SharedPart) -> bool:
    return part.lease is not None


def _just_go(to: SharedPart) -> None:
    """Nothing is to be done before."""


def _tell_nobody() -> None:
    """The page has shown everything."""


class Sharing(Generic[Part]):
    """What every page on a table does: put it there, join, take over, let go, and hear of others.

    ``watched`` guards what is done without a tap. ``is_mine`` says whether people are told that this device writes,
    ``news`` the last changes of others, where the page does not tell them itself. ``leave_for`` is told of a table that
    could be read before the page goes there; it may raise StoreError, and the page stays. ``heard`` is told when a look
    at the table found it changed. ``has_seats``: each person may write a seat from a phone, by a link of its own.
    """

    def __init__(
        self,
        page: SharingPage,
        part: TablePart[Part],
        *,
        watched: Callable[[str], AbstractContextManager[None]],
        is_mine: Callable[[Part], bool] = _has_lease,
        news: Callable[[], list[str]] = list,
        leave_for: Callable[[Part], None] = _just_go,
        heard: Callable[[], None] = _tell_nobody,
        has_seats: bool = False,
    ) -> None:
        self._page, self._part, self._watched = page, part, watched
        self._is_mine, self._news = is_mine, news
        self._leave_for, self._heard, self._has_seats = leave_for, heard, has_seats
        self._listening: asyncio.Task[None] | None = None
        self.table: Part | None = None
        """The page's hold on the table where it is; None: at none."""

    # ---- beginning and ending

    def share(self, writer: str, name: str) -> None:
        """Put what is on the page on a table of its own."""
        if self.table is not None:
            return
        try:
            table = self._part.begin_table(writer, self._called(name))
        except StoreError as fault:
            raise t.TraitError(self.why(fault)) from None
        if table is not None:
            self.table = table
            self.show()
            self._listen()

    def join(self, code: str, writer: str, name: str) -> None:
        """Look at the page of a table; who wrote there with this device goes on writing."""
        try:
            found = self._part.find_table(code, writer, self._called(name))
            if found is None:
                return
            part = found.latest()
            read = None if part is None else self._part.read_part(part, found)
            found.regain()  # this device wrote before its page was loaded again
            self._leave_for(found)
        except (StoreError, Unreadable) as fault:
            raise t.TraitError(self.why(fault)) from None
        if self.table is not None:
            self.unshare()
        self.table = found
        self._page.notice = ""  # a code mistyped before
        self.show()
        if read is not None:
            self._part.show_part(read)
        self._listen()

    def is_at(self, code: str) -> bool:
        """Whether the page is at this table already."""
        return self.table is not None and self.table.table.code == read_code(code)

    def take_pen(self, name: str) -> None:
        """Write from now on."""
        table = self.table
        if table is None:
            return
        try:
            self.take_news()
            table.name = self._called(name)
            table.take()
            self.take_news()
        except (StoreError, Unreadable) as fault:
            raise t.TraitError(self.why(fault)) from None
        self.show()
        self._part.pen_came()

    def unshare(self) -> None:
        """This page lets go of the table, which stays where it is."""
        self.stop_listening()
        self.table = None
        self._page.shared, self._page.code_picture = {}, []

    def show_code(self, url: str) -> None:
        """The link of this table, as a phone's camera reads it."""
        page, parts = self._page, urlsplit(url)
        if self.table is None or parts.scheme not in ("http", "https"):
            return
        origin, code = f"{parts.scheme}://{parts.netloc}", self.table.table.code
        link, seats = readers_link(origin, code), seats_link(origin, code) if self._has_seats else ""
        told = {"seats": seats, "seatsPicture": code_rows(seats)} if seats else {}
        page.shared = {**page.shared, "link": link, **told}
        page.code_picture = code_rows(link)

    # ---- who writes

    @property
    def looks_on(self) -> bool:
        """Whether another device writes at the table of this page."""
        return self.table is not None and self.table.lease is None

    def need_pen(self) -> None:
        """Refuse what somebody taps who looks on. Another page of the same device gives the pen up without a word."""
        if self.table is None or self.table.lease is not None:
            return
        try:
            has_pen = self.table.regain()
            if has_pen:
                self.take_news()
        except (StoreError, Unreadable) as fault:
            raise t.TraitError(self.why(fault)) from None
        if not has_pen:
            say, who = self._page.say, self._page.shared.get("who")
            raise t.TraitError(
                say("game-share.share-not-yours", who=who) if who else say("game-share.share-nobody-yet")
            )
        self.show()

    # ---- what others do

    def poll(self) -> None:
        """Look once whether another device has changed the table."""
        if self.table is None:
            return
        before = self.table.version
        with self._page.hold_sync():
            try:
                self.take_news()
            except (StoreError, Unreadable) as fault:
                self.show(trouble=self.why(fault))
            else:
                if self.table.version != before:
                    self.show()
        if self.table.version != before:
            self._heard()

    def take_news(self) -> None:
        """Show what another device changed, if one did. Raises StoreError, Unreadable."""
        assert self.table is not None, "a shared page"
        part = self.table.latest()
        read = None if part is None else self._part.read_part(part, self.table)
        if read is not None:
            self._part.show_part(read)

    def _listen(self) -> None:
        self.stop_listening()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no kernel around: whoever made the widget calls `poll`
            return
        self._listening = loop.create_task(self._keep_listening())

    async def _keep_listening(self) -> None:
        while self.table is not None and self._page.comm is not None:
            await asyncio.sleep(LISTEN_SECONDS)
            with self._watched("poll"):
                self.poll()

    def stop_listening(self) -> None:
        """Nobody hears of others any more, as when the page is closed."""
        if self._listening is not None:
            self._listening.cancel()
            self._listening = None

    # ---- what is said

    def _called(self, name: str) -> str:
        return name.strip() if shows(name) else self._page.say("game-share.share-somebody")

    def why(self, fault: StoreError | Unreadable) -> str:
        """What went wrong, in a sentence."""
        if isinstance(fault, StoreError):
            return fault.said(language=self._page.language)
        return error_sentence(fault, language=self._page.language)

    def show(self, *, trouble: str = "") -> None:
        """The table as the page tells it, and what is wrong with it."""
        table, page = self.table, self._page
        assert table is not None, "a shared page"
        try:
            head = table.table.head()
            holder = head.holder
            who = "" if holder is None else holder.name
            trouble = trouble or self._what_was_damaged(
                table.table.code, head.version, is_held=holder is not None
            )
        except StoreError:  # what is wrong is said already; who wrote last is still known
            who = page.shared.get("who", "")
        page.shared = {
            "code": table.table.code,
            "who": who,
            "mine": self._is_mine(table),
            "parts": sorted(table.others),
            "news": self._news(),
            "trouble": trouble,
            "link": page.shared.get("link", ""),
            **{key: page.shared[key] for key in ("seats", "seatsPicture") if key in page.shared},
        }
        self._part.table_shown()

    def _what_was_damaged(self, code: str, version: int, *, is_held: bool) -> str:
        """Said until somebody has looked, and writes on."""
        after, say = after_damage(code), self._page.say
        if after is None:
            return ""
        if after.unsure_at:
            return say("game-share.share-mirror-lost") if version == after.unsure_at else ""
        if is_held:
            return ""
        if after.is_whole:
            return say("game-share.share-mended-whole")
        told = say("game-share.share-mended")
        if not after.missing:
            return told
        return f"{told} {say('game-share.share-mended-missing', count=after.missing)}"
