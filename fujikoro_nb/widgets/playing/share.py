"""A game on a table: others look on from their phones, and another device may go on playing."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any, Protocol

import traitlets as t

from fujikoro_nb.engine.fujikoro.refused import MODES
from fujikoro_nb.engine.fujikoro.scenarios import PLAYED
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.engine.kernel.save import Save
from fujikoro_nb.helper import stored
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.play.seats import session_of, table_of_save
from fujikoro_nb.store import Conflict, StoreError, TakenOver, game_log
from fujikoro_nb.store.labels import in_all
from fujikoro_nb.store.sharing import SharedGame
from fujikoro_nb.texts import say
from fujikoro_nb.views.game.played import OpenGame, Page, PlayedGame
from fujikoro_nb.views.game.primers import CONTENT
from fujikoro_nb.widgets.sharing.sharing import MAX_TITLE, Sharing, SharingPage

__all__ = ["GameAtTable", "GameAtTablePage"]


class _PageGame(SharedGame):
    """What of a game belongs to the table, and not to the device."""

    left_out = (CONTENT,)


class GameAtTablePage(Page, SharingPage, Protocol):
    """What a game on a table writes on the page."""


class GameAtTable:
    """Every step of a game on a table is on the disk before it is drawn; who does not write looks on.

    ``open_game`` puts a game on the page, ``show`` draws the one that is there, ``go_on`` lets dealer and bots play.
    ``offer_evening`` lets the start panel begin with the people and the decisions of an evening.
    """

    def __init__(
        self,
        page: GameAtTablePage,
        game: PlayedGame,
        *,
        watched: Callable[[str], AbstractContextManager[None]],
        open_game: OpenGame,
        show: Callable[[], None],
        go_on: Callable[[], None],
        offer_evening: Callable[[TableRulings, dict[str, Any]], None],
    ) -> None:
        self._page, self._game = page, game
        self._open_game, self._show, self._go_on = open_game, show, go_on
        self._offer_evening = offer_evening
        self._known_evening = b""
        self.sharing: Sharing[_PageGame] = Sharing(page, self, watched=watched)

    # ---- beginning and ending

    def begin_table(self, writer: str, name: str) -> _PageGame | None:
        """A new table with the game; None where there is none."""
        game = self._game
        if game.session is None:
            return None
        title = ", ".join(chair.name for chair in game.agreed.chairs)[:MAX_TITLE]
        return _PageGame.begin(title, game.session, writer=writer, name=name)

    def find_table(self, code: str, writer: str, name: str) -> _PageGame | None:
        """The table of a code; who plays stays where the game is."""
        if self._game.session is not None and self._page.stage == "play":
            if not self.sharing.is_at(code):
                raise t.TraitError(self._page.say("game-share.share-in-play"))
            return None
        return _PageGame.join(code, writer=writer, name=name)

    def read_part(self, part: bytes, at: _PageGame) -> Save | None:
        """The game of a table; None where it waits for one."""
        return game_log.read(part) if part else None

    def pen_came(self) -> None:
        """Whoever writes now lets the bots play."""
        if self._game.session is not None:
            self._go_on()

    def table_shown(self) -> None:
        """At a table without a game the start panel begins with the people and the decisions of its evening."""
        table = self.sharing.table
        part = b"" if table is None else table.others.get(stored.PART, b"")
        if self._game.session is not None or not part or part == self._known_evening:
            return
        self._known_evening = part
        try:
            evening = stored.read_table(part.decode()).evening
        except ValueError:  # its own page says so
            return
        people = evening.people if evening.mode in MODES else ()
        self._offer_evening(
            TableRulings(evening.rulings.switches.chosen),
            {
                "people": [
                    {
                        "name": one.name,
                        "colour": one.colour,
                        "character": "" if one.is_symmetric else one.character,
                    }
                    for one in people
                ],
                "mode": evening.mode,
                "adventures": evening.has_adventures,
                "peaceful": evening.is_peaceful,
                "scenario": evening.scenario if evening.scenario in PLAYED else 0,
            },
        )

    @contextlib.contextmanager
    def beginning(self) -> Iterator[None]:
        """A game is begun meanwhile. At a table that waits for one, whoever writes there begins it."""
        is_at_table = self.sharing.table is not None
        if is_at_table and self._page.stage != "play":
            self.sharing.need_pen()
        yield
        if is_at_table and self.sharing.table is None:
            raise t.TraitError(self._page.say("game-share.share-alone"))

    # ---- each step

    def store_step(self) -> None:
        """Put the step on the disk before anybody sees it as done; what cannot be stored is taken back."""
        game, sharing = self._game, self.sharing
        table = sharing.table
        if table is None or game.session is None:
            return
        if table.lease is None:
            if table.stored and len(game.session.lines) > game_log.length(table.stored):
                self._back_to(table)  # what bots played here while somebody took over
            return
        try:
            table.keep(game.session, self._step_label())
        except StoreError as fault:
            if not table.stored:  # not even the beginning is on the table: it goes on here alone
                game.work.cancel()
                sharing.unshare()
                return
            self._back_to(table)
            if isinstance(fault, (Conflict, TakenOver)):
                # Why the step was not kept is told all the same.
                with contextlib.suppress(StoreError, Unreadable):
                    sharing.take_news()
            sharing.show(trouble=self._page.say("game-share.share-not-kept", why=sharing.why(fault)))
        else:
            if self._page.shared.get("trouble"):
                sharing.show()

    def _back_to(self, table: _PageGame) -> None:
        """The game as it is on the disk."""
        self._game.work.cancel()
        self._game.session = session_of(game_log.read(table.stored))

    def _step_label(self) -> str:
        game = self._game
        steps = [step.entry.answer for step in (game.way_back(), game.way_forward()) if step is not None]
        if not steps:
            return in_all(lambda language: say("game-share.share-begun", language=language))
        return in_all(lambda language: game.words_in(language).answer(steps[0]))

    # ---- what others do

    def show_part(self, read: Save) -> None:
        """The game as another device left it."""
        game = self._game
        session = session_of(read)
        game.work.cancel()
        agreed = table_of_save(read, session)
        if game.session is None or self._page.stage != "play":
            self._open_game(session, agreed)
        else:
            game.put(session, agreed)
            self._show()
