"""Check my gear: legal or not and by which rule, what it is worth, which cards it matches."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard
from fujikoro_nb.engine.fujikoro.gear.grid import Mask, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.matchset import CardSet
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, Weapon, initiative, inspect
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Illegal, Refusal
from fujikoro_nb.texts import refusal_sentence

Cells = tuple[tuple[int, int], ...]
"""Pairs of column and row, both from 1."""


class Said(msgspec.Struct, frozen=True):
    """A refusal as a person reads it."""

    rule: str
    sentence: str


class CheckedWeapon(msgspec.Struct, frozen=True):
    """One weapon on the grid. ``length`` in cells, without magic."""

    hands: int
    usable: bool
    length: int
    cubes: int
    magic: bool


class Match(msgspec.Struct, frozen=True):
    """A card that the gear contains, and the first place where it lies.

    ``provenance`` is ``house`` for a card of our own invention, which no real box holds.
    """

    card: str
    cells: Cells
    provenance: str


class GearCheck(msgspec.Struct, frozen=True):
    """Everything the rules say of one kind of gear."""

    legal: bool
    refusals: tuple[Said, ...] = ()
    weapons: tuple[CheckedWeapon, ...] = ()
    initiative: int = 0
    absorbs: int = 0
    matches: tuple[Match, ...] = ()
    """Cards that this gear matches: none while it is illegal, because no rest can end with it."""
    matches_once_legal: tuple[Match, ...] = ()
    """What illegal gear contains all the same."""


def check_notation(
    notation: str,
    kind: GearKind,
    limits: BoardLimits,
    *,
    cards: Iterable[GearCard | Blueprint] = (),
    is_unlocked: bool = False,
    rulings: Rulings = ADOPTED,
    language: str = "en",
) -> GearCheck:
    """The check of a gear in notation. Raises Unreadable; a drawing that leaves the grid is read, and illegal.

    >>> from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
    >>> check_notation("WWW/WWW/WWW", GearKind.HELMET, SYMMETRIC).refusals[0].rule
    'craft.helmet.size'
    """
    try:
        gear = parse_gear(notation, kind, limits)
    except Illegal as error:
        return GearCheck(legal=False, refusals=_said(error.refusals, language))
    return check_gear(
        gear, kind, limits, cards=cards, is_unlocked=is_unlocked, rulings=rulings, language=language
    )


def check_gear(
    gear: Gear,
    kind: GearKind,
    limits: BoardLimits,
    *,
    cards: Iterable[GearCard | Blueprint] = (),
    is_unlocked: bool = False,
    rulings: Rulings = ADOPTED,
    language: str = "en",
) -> GearCheck:
    """The check of one kind; initiative is that of the whole gear. ``cards`` of other kinds are passed over."""
    report = inspect(gear, kind, limits, is_unlocked=is_unlocked, rulings=rulings)
    found = _matches(gear, kind, cards, rulings)
    return GearCheck(
        legal=report.is_legal,
        refusals=_said(report.refusals, language),
        weapons=tuple(map(_checked, report.weapons)),
        initiative=initiative(gear, limits, rulings=rulings),
        absorbs=report.absorbs,
        matches=found if report.is_legal else (),
        matches_once_legal=() if report.is_legal else found,
    )


def cells_in(mask: Mask) -> Cells:
    """The cells of a mask as people count them, row by row."""
    return tuple(column_row(cell) for cell in cells_of(mask))


def _said(refusals: Iterable[Refusal], language: str) -> tuple[Said, ...]:
    return tuple(Said(refusal.rule, refusal_sentence(refusal, language=language)) for refusal in refusals)


def _checked(weapon: Weapon) -> CheckedWeapon:
    return CheckedWeapon(weapon.hands, weapon.is_usable, weapon.length, weapon.cubes, weapon.is_magical)


def _matches(
    gear: Gear, kind: GearKind, cards: Iterable[GearCard | Blueprint], rulings: Rulings
) -> tuple[Match, ...]:
    known = [card for card in cards if card.kind == kind]
    first: dict[str, Cells] = {}
    for card_id, placement in CardSet(known, rulings=rulings).matches(gear.layout(kind)):
        first.setdefault(card_id, cells_in(placement.cells))
    return tuple(Match(card.id, first[card.id], str(card.provenance)) for card in known if card.id in first)
