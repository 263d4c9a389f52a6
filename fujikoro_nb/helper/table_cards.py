"""Which cards a command or a page may look at: the owner's, a pack file's, ours, or none."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

import msgspec

from fujikoro_nb.content import Pack, at_table, house_pack, read_pack
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits
from fujikoro_nb.engine.kernel import Unreadable


class CardSource(StrEnum):
    """``owner``: the real box, never an invented card; ``house``: ours; ``none``: no cards at all."""

    OWNER = "owner"
    HOUSE = "house"
    NONE = "none"


class TableCards(msgspec.Struct, frozen=True):
    """Cards in play, and the outlines of the areas that their pack knows."""

    cards: tuple[GearCard | Blueprint, ...]
    on_board: Callable[[BoardLimits], BoardLimits]
    faults: tuple[str, ...] = ()
    """Sentences about records of the owner's pack that could not be read."""

    def card(self, card_id: str) -> GearCard | Blueprint:
        """A card by id. Raises Unreadable."""
        for card in self.cards:
            if card.id == card_id:
                return card
        raise Unreadable("card-id", card_id, 0)


def table_cards(source: CardSource = CardSource.OWNER, *, pack: Path | None = None) -> TableCards:
    """The cards of the owner's pack, or of the pack file ``pack`` in its place. Raises BrokenContent for a bad file.

    With `CardSource.HOUSE` the house pack stands in where no file is named.
    """
    if source == CardSource.NONE:
        return TableCards((), lambda limits: limits)
    faults: tuple[str, ...] = ()
    if pack is not None:
        chosen = read_pack(pack)
    elif source == CardSource.HOUSE:
        chosen = house_pack()
    else:
        loaded = OwnerPack().load()
        chosen, faults = loaded.pack, tuple(map(str, loaded.faults))
    return _of(at_table(chosen) if source == CardSource.OWNER else chosen, faults)


def cards_by_name(*, pack: Path | None = None) -> TableCards:
    """Every card that a person may ask for by its id: the pack file's or the owner's, then ours with their mark."""
    if pack is not None:
        return _of(read_pack(pack), ())
    loaded = OwnerPack().load()
    return _of(at_table(loaded.pack, with_house=True), tuple(map(str, loaded.faults)))


def _of(pack: Pack, faults: tuple[str, ...]) -> TableCards:
    return TableCards((*pack.gear_cards, *pack.blueprints), pack.areas.on, faults)
