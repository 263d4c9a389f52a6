"""A page on a table: others look on from their phones, and another device may go on writing."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import urlsplit

import traitlets as t

from fujikoro_nb.content.signs import shows
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.store import StoreError, read_code
from fujikoro_nb.store.sharing import SharedPart, after_damage, readers_link
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator, text

__all__ = ["SharedPage"]

MAX_NAME = 40
MAX_WRITER = 64
MAX_TITLE = 80
LISTEN_SECONDS = 0.5
"""Between two looks at what other devices did."""


class SharedPage(FujiWidget):
    """What every page on a table does: put it there, join, take over, let go, and hear of others.

    The class around it says what its part of the table is: `_begin_table`, `_find_table`, `_read_part`, `_show_part`.
    """

    share_acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
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

    shared = t.Dict().tag(sync=True)
    """The table that the page is on: its ``code``, ``who`` writes, whether ``mine`` is that, the other ``parts`` that
    it holds, the last ``news`` of others, the ``trouble``; empty: on none."""
    code_picture: t.List[Any] = t.List().tag(sync=True)
    """The link for phones as rows of a QR code, a text of 0 and 1 each."""

    def __init__(self, **settings: Any) -> None:
        self._shared: Any = None
        self._listening: asyncio.Task[None] | None = None
        super().__init__(**settings)

    def close(self) -> None:
        """Nobody listens any more."""
        self._stop_listening()
        super().close()

    # ---- what the class around it says

    def _begin_table(self, writer: str, name: str) -> SharedPart | None:
        """A new table with what is on the page; None where there is nothing. Raises StoreError."""
        raise NotImplementedError

    def _find_table(self, code: str, writer: str, name: str) -> SharedPart | None:
        """The table of a code; None where the page stays where it is. Raises StoreError, TraitError."""
        raise NotImplementedError

    def _read_part(self, part: bytes) -> Any:
        """What the table holds for this page, read; None where it holds nothing. Raises Unreadable."""
        raise NotImplementedError

    def _show_part(self, read: Any) -> None:
        """Show it."""
        raise NotImplementedError

    def _pen_came(self) -> None:
        """This page writes from now on."""

    # ---- beginning and ending

    def act_share(self, *, writer: str, name: str) -> None:
        """Put what is on the page on a table of its own."""
        if self._shared is not None:
            return
        try:
            shared = self._begin_table(writer, self._called(name))
        except StoreError as fault:
            raise t.TraitError(self._why(fault)) from None
        if shared is not None:
            self._shared = shared
            self._show_shared()
            self._listen()

    def act_join(self, *, code: str, writer: str, name: str) -> None:
        """Look at the page of a table; who wrote there with this device goes on writing."""
        before = self._shared
        try:
            found = self._find_table(code, writer, self._called(name))
            if found is None:
                return
            self._shared = found
            try:
                part = found.latest()
                read = None if part is None else self._read_part(part)
                found.regain()  # this device wrote before its page was loaded again
            finally:
                self._shared = before
            self._sit_down(found)
        except (StoreError, Unreadable) as fault:
            raise t.TraitError(self._why(fault)) from None
        self.notice = ""  # a code mistyped before
        self._show_shared()
        if read is not None:
            self._show_part(read)
        self._listen()

    def _sit_down(self, found: SharedPart) -> None:
        """Change to a table that could be read. Raises StoreError, and then the page stays where it is."""
        if self._shared is not None:
            self.act_unshare()
        self._shared = found

    def _is_at(self, code: str) -> bool:
        """Whether the page is at this table already."""
        return self._shared is not None and self._shared.table.code == read_code(code)

    def act_take_over(self, *, name: str) -> None:
        """Write from now on."""
        if self._shared is None:
            return
        try:
            self._take_news()
            self._shared.name = self._called(name)
            self._shared.take()
            self._take_news()
        except (StoreError, Unreadable) as fault:
            raise t.TraitError(self._why(fault)) from None
        self._show_shared()
        self._pen_came()

    def act_unshare(self) -> None:
        """This page lets go of the table, which stays where it is."""
        self._stop_listening()
        self._shared = None
        self.shared, self.code_picture = {}, []

    def act_show_code(self, *, url: str) -> None:
        """The link of this table, as a phone's camera reads it."""
        parts = urlsplit(url)
        if self._shared is None or parts.scheme not in ("http", "https"):
            return
        import segno  # a page at no table needs none

        link = readers_link(f"{parts.scheme}://{parts.netloc}", self._shared.table.code)
        self.shared = {**self.shared, "link": link}
        matrix = segno.make(link, error="m", boost_error=False).matrix
        self.code_picture = ["".join(str(bit & 1) for bit in row) for row in matrix]

    # ---- who writes

    @property
    def _has_pen(self) -> bool:
        return self._shared is not None and self._shared.lease is not None

    def _need_pen(self) -> None:
        """Refuse what somebody taps who looks on. Another page of the same device gives the pen up without a word."""
        if self._shared is None or self._shared.lease is not None:
            return
        try:
            has_pen = self._shared.regain()
            if has_pen:
                self._take_news()
        except (StoreError, Unreadable) as fault:
            raise t.TraitError(self._why(fault)) from None
        if not has_pen:
            who = self.shared.get("who")
            raise t.TraitError(
                self.say("game-share.share-not-yours", who=who)
                if who
                else self.say("game-share.share-nobody-yet")
            )
        self._show_shared()

    # ---- what others do

    def poll(self) -> None:
        """Look once whether another device has changed the table."""
        if self._shared is None:
            return
        before = self._shared.version
        with self.hold_sync():
            try:
                self._take_news()
            except (StoreError, Unreadable) as fault:
                self._show_shared(trouble=self._why(fault))
                return
            if self._shared.version != before:
                self._show_shared()

    def _take_news(self) -> None:
        assert self._shared is not None, "a shared page"
        part = self._shared.latest()
        read = None if part is None else self._read_part(part)
        if read is not None:
            self._show_part(read)

    def share_with(self, other: SharedPage) -> None:
        """Take the table of a page that spoke another language."""
        self._shared, other._shared = other._shared, None
        other._stop_listening()
        if self._shared is not None:
            self._show_shared()
            self._listen()

    def _listen(self) -> None:
        self._stop_listening()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no kernel around: whoever made the widget calls `poll`
            return
        self._listening = loop.create_task(self._keep_listening())

    async def _keep_listening(self) -> None:
        while self._shared is not None and self.comm is not None:
            await asyncio.sleep(LISTEN_SECONDS)
            with self._watched("poll"):
                self.poll()

    def _stop_listening(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            self._listening = None

    # ---- what is said

    def _called(self, name: str) -> str:
        return name.strip() if shows(name) else self.say("game-share.share-somebody")

    def _why(self, fault: StoreError | Unreadable) -> str:
        if isinstance(fault, StoreError):
            return fault.said(language=str(self.language))
        return error_sentence(fault, language=str(self.language))

    def _show_shared(self, *, trouble: str = "") -> None:
        shared = self._shared
        assert shared is not None, "a shared page"
        try:
            head = shared.table.head()
            holder = head.holder
            who = "" if holder is None else holder.name
            trouble = trouble or self._what_was_damaged(
                shared.table.code, head.version, is_held=holder is not None
            )
        except StoreError:  # what is wrong is said already; who wrote last is still known
            who = self.shared.get("who", "")
        self.shared = {
            "code": shared.table.code,
            "who": who,
            "mine": self._has_pen,
            "parts": sorted(shared.others),
            "news": self._news(),
            "trouble": trouble,
            "link": self.shared.get("link", ""),
        }

    def _what_was_damaged(self, code: str, version: int, *, is_held: bool) -> str:
        """Said until somebody has looked, and writes on."""
        after = after_damage(code)
        if after is None:
            return ""
        if after.unsure_at:
            return self.say("game-share.share-mirror-lost") if version == after.unsure_at else ""
        if is_held:
            return ""
        if after.is_whole:
            return self.say("game-share.share-mended-whole")
        told = self.say("game-share.share-mended")
        if not after.missing:
            return told
        return f"{told} {self.say('game-share.share-mended-missing', count=after.missing)}"

    def _news(self) -> list[str]:
        """The last changes that others made, where the page does not tell them itself."""
        return []
