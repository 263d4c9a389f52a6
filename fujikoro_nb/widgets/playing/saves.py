"""The saves of a game's page: the one that the browser keeps, and files that go down and come up."""

from __future__ import annotations

from typing import Any, Protocol

import traitlets as t

from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.engine.kernel.save import LARGEST
from fujikoro_nb.play.seats import opened
from fujikoro_nb.texts import error_sentence
from fujikoro_nb.views.game.played import OpenGame, Page, PlayedGame
from fujikoro_nb.widgets.fight.play import packed, unpacked

__all__ = ["Saves", "SavesPage"]


class SavesPage(Page, Protocol):
    """What the saves write on the page, and send to it."""

    save: str
    refused_saves: int

    def send(self, content: Any, buffers: Any = None) -> None:
        """A message to the browser."""


class Saves:
    """Every game can be taken along and brought back. ``open_game`` shows one that was brought."""

    def __init__(self, page: SavesPage, game: PlayedGame, *, open_game: OpenGame) -> None:
        self._page, self._game, self._open_game = page, game, open_game
        self._parts: dict[int, str] = {}

    def download(self) -> None:
        """The whole save as a file."""
        game = self._game
        if game.session is not None:
            self._page.send(
                {"kind": "save", "name": f"fuji-koro-{game.agreed.seed[:20]}.json"},
                buffers=[game.session.save()],
            )

    def load(self, text: str, part: int, parts: int) -> None:
        """A save file that was chosen in the browser, in parts; opened when the last one is there."""
        say = self._page.say
        if part >= parts:
            raise t.TraitError(say("widgets.ignored"))
        if part == 0:
            self._parts = {}
        self._parts[part] = text
        if sum(map(len, self._parts.values())) > LARGEST:
            self._parts = {}
            raise t.TraitError(say("unreadable.save-too-large", size=f"> {LARGEST}", max=LARGEST))
        if part != parts - 1:
            return
        whole_text = "".join(self._parts.get(number, "") for number in range(parts))
        self._parts = {}
        self._read(whole_text.encode("utf-8", "replace"))

    def restore(self, save: str) -> None:
        """The game that the browser kept; only when none is here."""
        if self._game.session is not None or not save:
            return
        try:
            data = unpacked(save)
            session, agreed = opened(data)
        except Unreadable:
            self._page.refused_saves += 1  # the page forgets what it kept
            raise t.TraitError(self._page.say("game-page.lost")) from None
        self._open_game(session, agreed)

    def _read(self, data: bytes) -> None:
        try:
            session, agreed = opened(data)
        except Unreadable as fault:
            raise t.TraitError(error_sentence(fault, language=self._page.language)) from None
        if self._page.stage == "play":
            raise t.TraitError(self._page.say("game-page.late-load"))
        self._open_game(session, agreed)

    def keep(self) -> None:
        """The game as it is now, for the browser's store."""
        session = self._game.session
        if session is not None:
            self._page.save = packed(session.save(has_snapshots=False))
