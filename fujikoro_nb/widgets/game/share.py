"""A game on a table: others look on from their phones, and another device may go on playing."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Session, Unreadable
from fujikoro_nb.engine.kernel.save import Save
from fujikoro_nb.helper.evening.record import PLAYERS
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.play.bots import bots_of
from fujikoro_nb.play.seats import GameSession, table_of_save
from fujikoro_nb.store import Conflict, StoreError, TakenOver, game_log
from fujikoro_nb.store.labels import in_all
from fujikoro_nb.store.sharing import SharedGame, SharedPart
from fujikoro_nb.texts import say
from fujikoro_nb.views.game.primers import CONTENT
from fujikoro_nb.widgets.base.widget import Validator
from fujikoro_nb.widgets.game.primer_part import PrimerPart
from fujikoro_nb.widgets.sharing.part import MAX_TITLE, SharedPage

__all__ = ["SharePart"]


class _PageGame(SharedGame):
    """What of a game belongs to the table, and not to the device."""

    left_out = (CONTENT,)


class SharePart(SharedPage, PrimerPart):
    """Every step of a game on a table is on the disk before it is drawn; who does not write looks on."""

    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {**PrimerPart.acts, **SharedPage.share_acts}

    _known_evening = b""

    # ---- beginning and ending

    def _begin_table(self, writer: str, name: str) -> SharedPart | None:
        if self.session is None:
            return None
        title = ", ".join(chair.name for chair in self.agreed.chairs)[:MAX_TITLE]
        return _PageGame.begin(title, self.session, writer=writer, name=name)

    def _find_table(self, code: str, writer: str, name: str) -> SharedPart | None:
        if self.session is not None and self.stage == "play":
            if not self._is_at(code):
                raise t.TraitError(self.say("game-share.share-in-play"))
            return None
        return _PageGame.join(code, writer=writer, name=name)

    def _read_part(self, part: bytes) -> Save | None:
        return game_log.read(part) if part else None

    def _pen_came(self) -> None:
        if self.session is not None:
            self._go_on()

    def act_leave(self) -> None:
        """Whoever leaves the game lets go of its table."""
        self.act_unshare()
        super().act_leave()

    def _show_shared(self, *, trouble: str = "") -> None:
        super()._show_shared(trouble=trouble)
        self._take_evening()

    def _take_evening(self) -> None:
        """At a table without a game the start panel begins with the people and the decisions of its evening."""
        from fujikoro_nb.helper import stored as _helper_table

        part = self._shared.others.get(_helper_table.PART, b"")
        if self.session is not None or not part or part == self._known_evening:
            return
        self._known_evening = part
        try:
            evening = _helper_table.read_table(part.decode()).evening
        except ValueError:  # its own page says so
            return
        fewest, most = PLAYERS["competitive"]
        people = evening.people if evening.is_competitive and fewest <= len(evening.people) <= most else ()
        self._rulings = TableRulings(evening.rulings.switches.chosen)
        self._evening = {
            "people": [{"name": one.name, "colour": one.colour} for one in people],
            "adventures": "adventure" in evening.options,
            "peaceful": "peaceful" in evening.options,
        }
        self._show_table()

    # ---- each step

    def act_begin(self, **agreed: Any) -> None:
        """At a table that waits for a game, whoever writes there begins it."""
        at_table = self._shared is not None
        if at_table and self.stage != "play":
            self._need_pen()
        super().act_begin(**agreed)
        if at_table and self._shared is None:
            raise t.TraitError(self.say("game-share.share-alone"))

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

    def _store_step(self) -> None:
        """Put the step on the disk before anybody sees it as done; what cannot be stored is taken back."""
        shared = self._shared
        if shared is None or self.session is None:
            return
        if shared.lease is None:
            if shared.stored and len(self.session.lines) > game_log.length(shared.stored):
                self._back_to_stored()  # what bots played here while somebody took over
            return
        try:
            shared.keep(self.session, self._step_label())
        except StoreError as fault:
            if not shared.stored:  # not even the beginning is on the table: it goes on here alone
                self._work.cancel()
                self.act_unshare()
                return
            self._back_to_stored()
            if isinstance(fault, (Conflict, TakenOver)):
                # Why the step was not kept is told all the same.
                with contextlib.suppress(StoreError, Unreadable):
                    self._take_news()
            self._show_shared(trouble=self.say("game-share.share-not-kept", why=self._why(fault)))
        else:
            if self.shared.get("trouble"):
                self._show_shared()

    def _back_to_stored(self) -> None:
        self._work.cancel()
        self.session = Session.load(GAME, game_log.read(self._shared.stored))

    def _step_label(self) -> str:
        steps = [step.entry.answer for step in (self._way_back(), self._way_forward()) if step is not None]
        if not steps:
            return in_all(lambda language: say("game-share.share-begun", language=language))
        return in_all(lambda language: self._words_in(language).answer(steps[0]))

    # ---- what others do

    def _show_part(self, read: Save) -> None:
        session: GameSession = Session.load(GAME, read)
        self._work.cancel()
        if self.session is None or self.stage != "play":
            self._open(session, table_of_save(read, session))
        else:
            self.session, self.agreed = session, table_of_save(read, session)
            self._bots = bots_of(self.agreed)
            self._show()

    def _go_on(self) -> None:
        """Dealer and bots play on the device that writes."""
        if self._shared is not None and self._shared.lease is None:
            self._show()
        else:
            super()._go_on()
