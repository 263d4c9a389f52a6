"""Pieces of the real box that a game was told of, offered for the owner's pack."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.content.faults import BrokenContent
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.pieces import described_in, new_pieces, pieces_of
from fujikoro_nb.content.writing_lock import NotSaved
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Component
from fujikoro_nb.engine.fujikoro.rules.mountain.describe import sort_of
from fujikoro_nb.engine.kernel import Record
from fujikoro_nb.play.history import Entry, History, called
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator
from fujikoro_nb.widgets.pieces.piece_editor import shown

__all__ = ["PieceOffer"]

SOURCE = "offer"
"""By which the history knows its changes."""


class PieceOffer(FujiWidget, front_end="piece_offer"):
    """What was described and the pack lacks, with one button. ``on_change(pack)`` is told of what reached the disk."""

    word_tables = ("widgets", "card-strip", "piece-editor", "piece-offer")
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {"keep": {}, "undo": {}}

    store = t.Instance(OwnerPack)
    shown: t.List[Any] = t.List().tag(sync=True)
    """What is new, as it is drawn."""
    kept = t.Int(0).tag(sync=True)
    """How many pieces undo would take out of the pack again."""

    def __init__(
        self,
        store: OwnerPack | None = None,
        *,
        on_change: Callable[[Pack], None] | None = None,
        **settings: Any,
    ) -> None:
        self._on_change = on_change
        self._log: Record[GameState] | None = None
        self._told: tuple[Component, ...] = ()
        self._new: tuple[Component, ...] = ()
        self.history = History(most=1)  # its button names what was kept last, and no more
        store = store or OwnerPack()
        self._pack = store.load().pack
        super().__init__(store=store, **settings)

    def show(self, log: Record[GameState] | None) -> None:
        """Offer what this game was told of; None: no game with the real box is on the page."""
        told = () if log is None else described_in(log)
        self._log = log
        if told != self._told:
            self._told = told
            self._show()

    def speak_anew(self) -> None:
        """Names of the pieces."""
        self._show()

    def act_keep(self) -> None:
        """Put everything that is new into the pack, or nothing of it."""
        known = {piece.id for piece in pieces_of(self.store.load().pack)}
        new = self._new
        if new and self._save(lambda: self.store.add_pieces(new)):
            kept = tuple(piece for piece in pieces_of(self._pack) if piece.id not in known)
            self.history.add(Entry(SOURCE, called("piece-offer.undo-keep", n=len(kept)), kept))
            self._show()

    def act_undo(self) -> None:
        """Take out again what was kept last; what is no longer as it was stays, with a notice."""
        entry = self.history.newest()
        if entry is None:
            return
        self._pack = self.store.load().pack
        now = pieces_of(self._pack)
        if any(piece not in now for piece in entry.before):
            self.notice = self.say("piece-offer.undo-gone")
        elif not self._save(lambda: self.store.remove_all(piece.id for piece in entry.before)):
            return
        self.history.drop(entry)
        self._show()

    def _save(self, change: Callable[[], Pack]) -> bool:
        """Whether the change reached the disk; else the notice says why not."""
        self.notice = ""
        try:
            self._pack = change()
        except BrokenContent as fault:
            self.notice = fault.faults[0].said(language=self.language)
        except NotSaved as fault:
            self.notice = fault.said(language=self.language)
        else:
            if self._on_change is not None:
                self._on_change(self._pack)
            return True
        return False

    def _show(self) -> None:
        self._new = () if self._log is None else new_pieces(self._log, self._pack)
        with self.hold_sync():
            self.shown = [{**shown(piece), "name": self._name_of(piece)} for piece in self._new]
            newest = self.history.newest()
            self.kept = 0 if newest is None else len(newest.before)

    def _name_of(self, piece: Component) -> str:
        kind, sort = sort_of(piece)
        what = self.say(f"piece-editor.what-{kind}")
        if not sort:
            return what
        return self.say("piece-offer.name", what=what, sort=self.say(f"piece-editor.sort-{sort}"))
