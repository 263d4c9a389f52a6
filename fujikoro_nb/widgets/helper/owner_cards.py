"""Cards and dice of the owner on the helper's page: what is on display, and what is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import traitlets as t

from fujikoro_nb.content.faults import BrokenContent
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.content.pack import Areas, Pack
from fujikoro_nb.content.table import at_table
from fujikoro_nb.content.writing_lock import NotSaved
from fujikoro_nb.engine.fujikoro.components import Blueprint, Die, GearCard, Provenance
from fujikoro_nb.widgets.gear.card_strip import Draft, draft_of

__all__ = ["Cards", "OwnerCards"]

Cards = tuple[GearCard | Blueprint, ...]


class OwnerCards:
    """The owner's pack as it is known here. ``is_real_box`` asks whether the house cards stay away.

    ``language`` is asked for a name or a fault whenever one is said.
    """

    def __init__(
        self, store: OwnerPack, *, is_real_box: Callable[[], bool], language: Callable[[], str]
    ) -> None:
        self._store, self._is_real_box, self._language = store, is_real_box, language
        self._before: dict[Draft, Pack] = {}
        loaded = store.load()
        self.is_damaged = bool(loaded.faults)
        """Whether some of the pack could not be read."""
        self._owned = self._table = loaded.pack

    @property
    def folder(self) -> Path:
        """Where the owner's files lie."""
        return self._store.folder

    @property
    def owned(self) -> Pack:
        """The pack, as it was last read or written here."""
        return self._owned

    @property
    def areas_out(self) -> Areas:
        """What the cards on display say about the boards."""
        return self._table.areas

    def areas(self, is_real_box: bool) -> Areas:
        """The same for cards that would be on display."""
        return at_table(self._owned, with_house=not is_real_box).areas

    def on_display(self) -> Cards:
        """Lay the cards out: at a real box no house card is ever on display, so none can be shown as a match."""
        self._table = at_table(self._owned, with_house=not self._is_real_box())
        return (*self._table.gear_cards, *self._table.blueprints)

    def title(self, card_id: str) -> str:
        """The name that the pack has for a card; empty when it has none, so that the strip's own name shows."""
        cards: Cards = (*self._table.gear_cards, *self._table.blueprints)
        if not any(card.id == card_id for card in cards):
            return ""
        title = self._table.title(card_id, language=self._language())
        return "" if title == card_id else title

    # ---- changes

    def news(self) -> Pack | None:
        """The pack on the disk, if it is another one than is known here: other devices enter cards too."""
        owned = self._store.load().pack
        return owned if owned != self._owned else None

    def take(self, pack: Pack) -> None:
        """Somebody else changed the pack."""
        self._owned = pack

    def save(self, draft: Draft, card_id: str) -> Iterable[GearCard | Blueprint]:
        """Keep a card; what is on display then."""
        before = self._owned
        if draft.id != card_id and draft in self._before:
            self._owned = self._store.put_back(draft.id, self._before[draft], instead_of=card_id)
        elif card_id:
            self._owned = self._store.recast(
                card_id, draft.kind, draft.pattern, bonus=draft.bonus, is_blueprint=draft.is_blueprint
            )
            self._note_before(card_id, before)
        elif draft.is_blueprint:
            self._owned = self._store.add_blueprint(draft.kind, draft.pattern)
        else:
            self._owned = self._store.add_card(draft.kind, draft.pattern, bonus=draft.bonus)
        return self.on_display()

    def remove(self, card_id: str) -> Iterable[GearCard | Blueprint]:
        """Take a card out; what is on display then."""
        before = self._owned
        self._owned = self._store.remove(card_id)
        self._note_before(card_id, before)
        return self.on_display()

    def _note_before(self, card_id: str, before: Pack) -> None:
        """Undo puts a card back from the pack that had it."""
        cards: Cards = (*before.gear_cards, *before.blueprints)
        for card in cards:
            if card.id == card_id:
                self._before[draft_of(card)] = before

    def keep_die(self, die: Die) -> None:
        """The owner's die goes to the owner's pack; a house die in its place takes it out again."""
        try:
            if die.provenance == Provenance.OWNER:
                broken = [number for number, face in enumerate(die.faces, 1) if face.is_broken]
                self._owned = self._store.set_die(
                    die.material, [face.hits for face in die.faces], broken=broken
                )
            elif self._owned.die(die.material) is not None:
                self._owned = self._store.remove(f"die-{die.material}")
        except BrokenContent as fault:
            raise t.TraitError(fault.faults[0].said(language=self._language())) from None
        except NotSaved as fault:
            raise t.TraitError(fault.said(language=self._language())) from None
