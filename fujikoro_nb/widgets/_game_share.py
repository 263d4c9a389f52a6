"""A game on a table: others look on from their phones, and another device may go on writing."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import urlsplit

import segno
import traitlets as t

from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Session, Unreadable
from fujikoro_nb.engine.kernel.save import Save
from fujikoro_nb.table import game_log
from fujikoro_nb.table.sharing import MENDED, SharedGame, readers_link
from fujikoro_nb.table.store import Conflict, StoreError, TakenOver, read_code
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.widgets._base import Validator, text
from fujikoro_nb.widgets._game_bots import bots_of
from fujikoro_nb.widgets._game_primer_part import PrimerPart
from fujikoro_nb.widgets._game_primers import CONTENT
from fujikoro_nb.widgets._game_table import GameSession, table_of_save

__all__ = ["SharePart"]

MAX_NAME = 40
MAX_WRITER = 64
LISTEN_SECONDS = 0.5
"""Between two looks at what other devices did."""


class _PageGame(SharedGame):
    """What of a game belongs to the table, and not to the device."""

    left_out = (CONTENT,)


class SharePart(PrimerPart):
    """Every step of a game on a table is on the disk before it is drawn; who does not write looks on."""

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        **PrimerPart.acts,
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
    """The table that the game is on: its ``code``, ``who`` writes, whether ``mine`` is that; empty: on none."""
    code_picture: t.List[Any] = t.List().tag(sync=True)
    """The link for phones as rows of a QR code, a text of 0 and 1 each."""

    def __init__(self, **settings: Any) -> None:
        self._shared: SharedGame | None = None
        self._listening: asyncio.Task[None] | None = None
        super().__init__(**settings)

    def close(self) -> None:
        """Nobody listens any more."""
        self._stop_listening()
        super().close()

    # ---- beginning and ending

    def act_share(self, *, writer: str, name: str) -> None:
        """Put the game that is played on a table of its own."""
        if self.session is None or self._shared is not None:
            return
        title = ", ".join(chair.name for chair in self.agreed.chairs)[:80]
        try:
            self._shared = _PageGame.begin(title, self.session, writer=writer, name=self._called(name))
        except StoreError as fault:
            raise t.TraitError(fault.said(language=str(self.language))) from None
        self._show_shared()
        self._listen()

    def act_join(self, *, code: str, writer: str, name: str) -> None:
        """Look at the game of a table; who wrote there with this device goes on writing."""
        if self.session is not None and self.stage == "play":
            if self._shared is None or self._shared.table.code != read_code(code):
                raise t.TraitError(self.say("game-share.share-in-play"))
            return
        try:
            shared = _PageGame.join(code, writer=writer, name=self._called(name))
            save = shared.news()
            holder = shared.table.head().holder
            if holder is not None and holder.writer == writer:
                shared.take()  # this device wrote before its page was loaded again
        except (StoreError, Unreadable) as fault:
            raise t.TraitError(self._why(fault)) from None
        self._shared = shared
        # After a mending nobody has the pen: it is told until somebody has looked and taken it.
        is_mended = holder is None and os.environ.get(MENDED)
        self._show_shared(trouble=self.say("game-share.share-mended") if is_mended else "")
        if save is not None:
            self._show_save(save)
        self._listen()

    def act_take_over(self, *, name: str) -> None:
        """Write from now on."""
        if self._shared is None:
            return
        try:
            self._take_news()
            self._shared.name = self._called(name)
            self._shared.take()
        except (StoreError, Unreadable) as fault:
            raise t.TraitError(self._why(fault)) from None
        self._show_shared()
        if self.session is not None:
            self._go_on()

    def act_unshare(self) -> None:
        """This page lets go of the table; the game stays here, and the table stays where it is."""
        self._stop_listening()
        self._shared = None
        self.shared, self.code_picture = {}, []

    def act_show_code(self, *, url: str) -> None:
        """The link of this table, as a phone's camera reads it."""
        parts = urlsplit(url)
        if self._shared is None or parts.scheme not in ("http", "https"):
            return
        link = readers_link(f"{parts.scheme}://{parts.netloc}", self._shared.table.code)
        self.shared = {**self.shared, "link": link}
        matrix = segno.make(link, error="m", boost_error=False).matrix
        self.code_picture = ["".join(str(bit & 1) for bit in row) for row in matrix]

    def act_leave(self) -> None:
        """Whoever leaves the game lets go of its table."""
        self.act_unshare()
        super().act_leave()

    # ---- each step

    def act_go(self) -> None:
        """Bots play on the device that writes."""
        self._need_pen()
        super().act_go()

    def _described(self, described: Any) -> None:
        """What was drawn is described on the device that writes."""
        self._need_pen()
        super()._described(described)

    def _is_now(self, at: int, *act: str) -> bool:
        """Whoever does not write changes nothing, whatever was tapped."""
        self._need_pen()
        return super()._is_now(at, *act)

    def _need_pen(self) -> None:
        if self._shared is not None and self._shared.lease is None:
            raise t.TraitError(self.say("game-share.share-not-yours", who=self.shared.get("who") or "?"))

    def _store_step(self) -> None:
        """Put the step on the disk before anybody sees it as done; what cannot be stored is taken back."""
        shared = self._shared
        if shared is None or shared.lease is None or self.session is None:
            return
        try:
            shared.keep(self.session, self._step_label())
        except StoreError as fault:
            self._work.cancel()
            self.session = Session.load(GAME, game_log.read(shared.stored))
            if isinstance(fault, (Conflict, TakenOver)):
                self._take_news()
            self._show_shared(trouble=self.say("game-share.share-not-kept", why=self._why(fault)))
        else:
            if self.shared.get("trouble"):
                self._show_shared()

    def _step_label(self) -> str:
        travel = self._travel_view()
        return str(travel.get("undo") or travel.get("redo") or self.say("game-share.share-begun"))[:200]

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
        assert self._shared is not None, "a shared game"
        save = self._shared.news()
        if save is not None:
            self._show_save(save)

    def _show_save(self, save: Save) -> None:
        session: GameSession = Session.load(GAME, save)
        self._work.cancel()
        if self.session is None or self.stage != "play":
            self._open(session, table_of_save(save, session))
        else:
            self.session, self.agreed = session, table_of_save(save, session)
            self._bots = bots_of(self.agreed)
            self._show()

    def _go_on(self) -> None:
        """Dealer and bots play on the device that writes."""
        if self._shared is not None and self._shared.lease is None:
            self._show()
        else:
            super()._go_on()

    def share_with(self, other: SharePart) -> None:
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
        return name.strip() or self.say("game-share.share-somebody")

    def _why(self, fault: StoreError | Unreadable) -> str:
        if isinstance(fault, StoreError):
            return fault.said(language=str(self.language))
        return error_sentence(fault, language=str(self.language))

    def _show_shared(self, *, trouble: str = "") -> None:
        shared = self._shared
        assert shared is not None, "a shared game"
        try:
            holder = shared.table.head().holder
            who = "" if holder is None else holder.name
        except StoreError:  # what is wrong is said already; who wrote last is still known
            who = self.shared.get("who", "")
        self.shared = {
            "code": shared.table.code,
            "who": who,
            "mine": shared.lease is not None,
            "trouble": trouble,
            "link": self.shared.get("link", ""),
        }
