"""The cheapest craft that reaches one card or two, and why there is none."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear
from fujikoro_nb.engine.fujikoro.gear.solve import Craft, cheapest_craft
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Illegal, refuse
from fujikoro_nb.helper.gear_check import Cells, Said, cells_in
from fujikoro_nb.texts import say


class SolvedCard(msgspec.Struct, frozen=True):
    """A card that the craft reaches and where it lies; ``provenance`` is ``house`` for one of our invention."""

    card: str
    cells: Cells
    provenance: str


class SolvedCraft(msgspec.Struct, frozen=True):
    """A craft: the gear afterwards in notation, and heaps of cubes in letters."""

    gear: str
    taken: str
    """From the backpack into the gear."""
    stored: str
    """Out of the gear and not wasted."""
    wasted: str
    """The one cube lost of those that come out, or nothing (craft.waste)."""
    thrown: str
    """What the backpack has no room for in the end (backpack.discard.resources)."""
    cards: tuple[SolvedCard, ...]


class Solved(msgspec.Struct, frozen=True):
    """The cheapest craft, or the reason why there is none."""

    craft: SolvedCraft | None
    reason: Said | None = None


def solve_cards(
    cards: Sequence[GearCard | Blueprint],
    gear: Gear,
    backpack: Cubes,
    limits: BoardLimits,
    *,
    is_unlocked: bool = False,
    is_usable: bool = False,
    is_backpack_open: bool = False,
    rulings: Rulings = ADOPTED,
) -> Solved:
    """The cheapest legal craft after which the gear contains all these cards.

    ``is_backpack_open``: a monk opens the upper area; characters with an open backpack need none. Raises Illegal for
    more cubes than the backpack holds.
    """
    kind = cards[0].kind
    if any(card.kind != kind for card in cards):
        return Solved(None, Said("craft.one-type", say("command.solve-two-kinds")))
    found = cheapest_craft(
        gear,
        kind,
        cards,
        backpack,
        limits,
        is_unlocked=is_unlocked,
        is_usable=is_usable,
        capacity=_room(backpack, limits, is_open=is_backpack_open),
        rulings=rulings,
    )
    if found is None:
        return Solved(None, _why_not(cards, gear, backpack))
    return Solved(_solved(found, cards, gear, limits))


def _room(backpack: Cubes, limits: BoardLimits, *, is_open: bool) -> int:
    whole, room = limits.backpack_spaces(has_monk=True), limits.backpack_spaces(has_monk=is_open)
    items = len(backpack)
    if items > whole:
        raise Illegal(refuse("craft.capacity-final", "whole", items=items, whole=whole))
    if items > room:
        raise Illegal(refuse("craft.capacity-final", "closed", items=items, room=room, whole=whole))
    return room


def _solved(
    craft: Craft, cards: Sequence[GearCard | Blueprint], gear: Gear, limits: BoardLimits
) -> SolvedCraft:
    kind = cards[0].kind
    # The green cube is moved by its owner; here only the resource cubes are shown.
    after = Gear().with_layout(kind, craft.layout)
    return SolvedCraft(
        gear=print_gear(after, kind, limits),
        taken=str(craft.taken),
        stored=str(craft.stored),
        wasted="" if craft.wasted is None else str(craft.wasted),
        thrown=str(craft.thrown),
        cards=tuple(
            SolvedCard(card.id, cells_in(placement.cells), str(card.provenance))
            for card, placement in zip(cards, craft.placements, strict=True)
        ),
    )


def _why_not(cards: Sequence[GearCard | Blueprint], gear: Gear, backpack: Cubes) -> Said:
    """The plain reason where there is one: cubes that one card alone asks for and nobody has."""
    here = gear.layout(cards[0].kind).cubes + backpack
    for card in cards:
        missing = card.pattern.cubes.surplus_over(here)
        if missing:
            sentence = say("command.solve-missing", cubes=str(missing), card=card.id)
            return Said("craft.from-backpack", sentence)
    return Said("craft.legal-end", say("command.solve-none"))
