"""Which components a table may be shown. At a real box no invented one, ever."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fujikoro_nb.content.pack import Pack, pack_of
from fujikoro_nb.content.records import RECORD_TYPES, Record, key_of
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard, Provenance
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind


def at_table(owner: Pack, *, with_house: bool = False) -> Pack:
    """The components in play: the owner's, which are real; with ``with_house`` (no real box) the house pack's too.

    An owner's component takes the place of the house component with the same id, material or area.
    """
    records = owner.records
    is_real = records.provenance == "owner"  # nothing in an invented pack is, not even what is cited
    real: dict[str, tuple[Record, ...]] = {
        section: tuple(
            record
            for record in getattr(records, section)
            if is_real and owner.provenance_of(key_of(record)) != Provenance.HOUSE
        )
        for section in RECORD_TYPES
    }
    if with_house:
        _add_house(real, RECORD_TYPES)
    return pack_of(msgspec.structs.replace(records, complete=False, **real))


def at_real_board(owner: Pack) -> Pack:
    """What a game with the real box begins with: the owner's pieces, and nothing invented among what is drawn.

    Dice and all that is printed on boards are the owner's where entered; the house pack's stand in for the rest.
    """
    pack = at_table(owner)
    sections = {section: getattr(pack.records, section) for section in RECORD_TYPES}
    _add_house(sections, _NOT_DRAWN)
    return pack_of(msgspec.structs.replace(pack.records, **sections))


_NOT_DRAWN = ("areas", "dice", "fixed_tiles", "palaces", "countdown", "board_numbers")
_WHOLE = ("countdown",)
"""Half of one board and half of another is none: the owner's stands in only when it is there from end to end."""


def _add_house(sections: dict[str, tuple[Record, ...]], which: Iterable[str]) -> None:
    from fujikoro_nb.content import house_pack

    house = house_pack()
    for section in which:
        mine = sections[section]
        if section in _WHOLE and len(mine) < len(getattr(house.records, section)):
            mine = ()
        taken = set(map(key_of, mine))
        rest = (record for record in getattr(house.records, section) if key_of(record) not in taken)
        sections[section] = (*mine, *(house.with_own_sources(record) for record in rest))


def cards_at_table(
    owner: Pack, *, kind: GearKind | None = None, with_house: bool = False
) -> tuple[GearCard | Blueprint, ...]:
    """The gear cards, then the blueprints, that may match at this table; at a real box never a house card."""
    pack = at_table(owner, with_house=with_house)
    cards: tuple[GearCard | Blueprint, ...] = (*pack.gear_cards, *pack.blueprints)
    return tuple(card for card in cards if kind is None or card.kind == kind)
