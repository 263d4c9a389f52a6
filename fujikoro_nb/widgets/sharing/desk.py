"""A page's place at a table, as an object of its own: whatever page has one, others look on and may go on writing."""

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
from fujikoro_nb.store.sharing import SharedPart, after_damage, readers_link
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator, text

__all__ = ["SHARE_ACTS", "SharedUse", "SharingDesk", "Shown"]

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
"""What the browser may ask of a page with such a place."""

Part = TypeVar("Part", bound=SharedPart)
"""How the page's part of a table is kept."""
Read = TypeVar("Read")
"""What such a part is when it is read."""


class Shown(Protocol):
    """Where a page shows its table."""

    def __call__(self, shared: dict[str, Any], picture: list[str] | None = None) -> None:
        """``shared``: the ``code``, ``who`` writes, whether ``mine`` is that, the other ``parts`` that the table
        holds, the last ``news`` of others, the ``trouble``; empty: at none. ``picture`` is the link for phones as rows
        of a QR code, None where it stays.
        """


class SharedUse(Protocol[Part, Read]):
    """What a page does with its part of a table."""

    def begin(self, writer: str, name: str) -> Part | None:
        """A new table with what is on the page; None where there is nothing. Raises StoreError."""

    def find(self, code: str, writer: str, name: str) -> Part | None:
        """The table of a code; None where the page stays where it is. Raises StoreError, TraitError."""

    def sit_down(self, found: Part) -> None:
        """Change to a table that could be read, with `SharingDesk.sit_at`. Raises StoreError, and nothing changes."""

    def read(self, stored: bytes, at: Part) -> Read | None:
        """What a table holds for this page, read; None where it holds nothing. Raises Unreadable."""

    def show(self, read: Read) -> None:
        """Show it."""

    def has_pen(self, at: Part) -> bool:
        """Whether the page shows itself as the one that writes."""

    def pen_came(self) -> None:
        """This page writes from now on."""

    def news(self, at: Part) -> list[str]:
        """The last changes that others made, where the page does not tell them itself."""

    def told(self) -> None:
        """What is shown of the table is new."""

    def poll(self) -> None:
        """Look once whether another device has changed the table; `SharingDesk.poll` does it."""


class SharingDesk(Generic[Part, Read]):
    """Puts a page's part on a table, joins one, takes over, lets go, and hears of others.

    ``page`` gives language, notice and the line to the browser, ``watched`` its guard around what runs by itself.
    """

    def __init__(
        self,
        page: FujiWidget,
        use: SharedUse[Part, Read],
        *,
        shown: Shown,
        watched: Callable[[str], AbstractContextManager[None]],
    ) -> None:
        self._page, self._use = page, use
        self._shown, self._watched = shown, watched
        self._listening: asyncio.Task[None] | None = None
        self._told: dict[str, Any] = {}
        self.part: Part | None = None
        """The page's part of the table that it is at."""

    # ---- beginning and ending

    def share(self, writer: str, name: str) -> None:
        """Put what is on the page on a table of its own."""
        if self.part is not None:
            return
        try:
            part = self._use.begin(writer, self._called(name))
        except StoreError as fault:
            raise t.TraitError(self.why(fault)) from None
        if part is not None:
            self.part = part
            self.tell()
            self._listen()

    def join(self, code: str, writer: str, name: str) -> None:
        """Look at the page of a table; who wrote there with this device goes on writing."""
        try:
            found = self._use.find(code, writer, self._called(name))
            if found is None:
                return
            part = found.latest()
            read = None if part is None else self._use.read(part, found)
            found.regain()  # this device wrote before its page was loaded again
            self._use.sit_down(found)
        except (StoreError, Unreadable) as fault:
            raise t.TraitError(self.why(fault)) from None
        self._page.notice = ""  # a code mistyped before
        self.tell()
        if read is not None:
            self._use.show(read)
        self._listen()

    def sit_at(self, found: Part) -> None:
        """The page is at this table from now on."""
        self.part = found

    def is_at(self, code: str) -> bool:
        """Whether the page is at this table already."""
        return self.part is not None and self.part.table.code == read_code(code)

    def take_over(self, name: str) -> None:
        """Write from now on."""
        part = self.part
        if part is None:
            return
        try:
            self._take_news()
            part.name = self._called(name)
            part.take()
            self._take_news()
        except (StoreError, Unreadable) as fault:
            raise t.TraitError(self.why(fault)) from None
        self.tell()
        self._use.pen_came()

    def unshare(self) -> None:
        """The page lets go of the table, which stays where it is."""
        self.give_up()
        self._told = {}
        self._shown({}, [])

    def give_up(self) -> Part | None:
        """Stop listening at a table, which goes to whoever asks; what is shown of it stays."""
        self.stop_listening()
        part, self.part = self.part, None
        return part

    def take_from(self, other: SharingDesk[Part, Read]) -> None:
        """Take the table of a page that spoke another language."""
        self.part = other.give_up()
        if self.part is not None:
            self.tell()
            self._listen()

    def show_code(self, url: str) -> None:
        """The link of this table, as a phone's camera reads it."""
        parts = urlsplit(url)
        if self.part is None or parts.scheme not in ("http", "https"):
            return
        import segno  # a page at no table needs none

        link = readers_link(f"{parts.scheme}://{parts.netloc}", self.part.table.code)
        matrix = segno.make(link, error="m", boost_error=False).matrix
        self._told = {**self._told, "link": link}
        self._shown(self._told, ["".join(str(bit & 1) for bit in row) for row in matrix])

    # ---- who writes

    def need_pen(self) -> None:
        """Refuse what somebody taps who looks on. Another page of the same device gives the pen up without a word."""
        part = self.part
        if part is None or part.lease is not None:
            return
        try:
            has_pen = part.regain()
            if has_pen:
                self._take_news()
        except (StoreError, Unreadable) as fault:
            raise t.TraitError(self.why(fault)) from None
        if not has_pen:
            who = self._told.get("who")
            raise t.TraitError(
                self._page.say("game-share.share-not-yours", who=who)
                if who
                else self._page.say("game-share.share-nobody-yet")
            )
        self.tell()

    # ---- what others do

    def poll(self) -> None:
        """Look once whether another device has changed the table."""
        part = self.part
        if part is None:
            return
        before = part.version
        with self._page.hold_sync():
            try:
                self._take_news()
            except (StoreError, Unreadable) as fault:
                self.tell(trouble=self.why(fault))
                return
            if part.version != before:
                self.tell()

    def _take_news(self) -> None:
        assert self.part is not None, "a shared page"
        part = self.part.latest()
        read = None if part is None else self._use.read(part, self.part)
        if read is not None:
            self._use.show(read)

    def _listen(self) -> None:
        self.stop_listening()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no kernel around: whoever made the widget calls `poll`
            return
        self._listening = loop.create_task(self._keep_listening())

    async def _keep_listening(self) -> None:
        while self.part is not None and self._page.comm is not None:
            await asyncio.sleep(LISTEN_SECONDS)
            with self._watched("poll"):
                self._use.poll()

    def stop_listening(self) -> None:
        """Nobody listens any more."""
        if self._listening is not None:
            self._listening.cancel()
            self._listening = None

    # ---- what is said

    def _called(self, name: str) -> str:
        return name.strip() if shows(name) else self._page.say("game-share.share-somebody")

    def why(self, fault: StoreError | Unreadable) -> str:
        """What went wrong, in the language of the page."""
        if isinstance(fault, StoreError):
            return fault.said(language=str(self._page.language))
        return error_sentence(fault, language=str(self._page.language))

    def tell(self, *, trouble: str = "") -> None:
        """Show the table as it is now."""
        part = self.part
        assert part is not None, "a shared page"
        try:
            head = part.table.head()
            holder = head.holder
            who = "" if holder is None else holder.name
            trouble = trouble or self._what_was_damaged(
                part.table.code, head.version, is_held=holder is not None
            )
        except StoreError:  # what is wrong is said already; who wrote last is still known
            who = self._told.get("who", "")
        self._told = {
            "code": part.table.code,
            "who": who,
            "mine": self._use.has_pen(part),
            "parts": sorted(part.others),
            "news": self._use.news(part),
            "trouble": trouble,
            "link": self._told.get("link", ""),
        }
        self._shown(self._told)
        self._use.told()

    def _what_was_damaged(self, code: str, version: int, *, is_held: bool) -> str:
        """Said until somebody has looked, and writes on."""
        after = after_damage(code)
        if after is None:
            return ""
        say = self._page.say
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
