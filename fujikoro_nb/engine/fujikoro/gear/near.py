"""What is missing: the one cube that would make the gear match a card, and how many cubes a card is away.

Nothing is moved or taken out here; `solve.cheapest_craft` answers what a whole craft could do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Cell, Layout, cells_of
from fujikoro_nb.engine.fujikoro.gear.lay import laid
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.match import Placement, Turn, contains, has_mirror, shifted, turns
from fujikoro_nb.engine.fujikoro.gear.matchset import Card
from fujikoro_nb.engine.fujikoro.gear.plans import NEVER, board_of, fewest_extra, is_legal
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings


class NearMiss(msgspec.Struct, frozen=True):
    """One cube on one empty cell that would complete a card's pattern."""

    card_id: str
    material: Material
    cell: Cell
    placement: Placement
    """Where the whole pattern would lie, the new cube included."""
    is_in_backpack: bool | None
    """None when the backpack is not known."""


def one_away(
    gear: Gear,
    kind: GearKind,
    cards: Sequence[Card],
    limits: BoardLimits,
    *,
    backpack: Cubes | None = None,
    is_unlocked: bool = True,
    rulings: Rulings = ADOPTED,
) -> tuple[NearMiss, ...]:
    """Every single cube that would make the gear match a card it does not match yet, and leave it legal.

    Cards of another kind are passed over. In the order of the cards; each cube and cell once a card, with the first
    placement that it completes.
    """
    there = gear.layout(kind)
    board = board_of(kind, limits, is_unlocked=is_unlocked, is_usable=False, rulings=rulings)
    found: dict[tuple[str, Cell, Material], NearMiss] = {}
    for card in cards:
        if card.kind != kind or contains(there, card.pattern, rulings=rulings):
            continue
        for turn in turns(card.pattern, with_mirror=has_mirror(rulings)):
            for corner, cell, material in _lacking_one(turn, there):
                key = card.id, cell, material
                bit = 1 << cell
                if key in found or bit & there.occupied or not is_legal(there.occupied | bit, board):
                    continue
                has_it = None if backpack is None else backpack.covers(Cubes.one(material))
                spot = Placement(shifted(turn.layout, corner))
                found[key] = NearMiss(card.id, material, cell, spot, has_it)
    return tuple(found.values())


def _lacking_one(turn: Turn, there: Layout) -> Iterator[tuple[Cell, Cell, Material]]:
    """Top left corners at which exactly one cube of the turn is not there, with that cube."""
    wanted = turn.layout
    planes = ((there.wood, wanted.wood), (there.metal, wanted.metal), (there.tooth, wanted.tooth))
    once = twice = 0
    for plane, cells in planes:
        for distance in cells_of(cells):
            lacking = turn.anchors & ~(plane >> distance)
            twice |= once & lacking
            once |= lacking
    for corner in cells_of(once & ~twice):
        for (plane, cells), material in zip(planes, Material, strict=True):
            missing = cells & ~(plane >> corner)
            if missing:
                yield corner, corner + missing.bit_length() - 1, material


def distance(
    gear: Gear,
    kind: GearKind,
    card: Card,
    limits: BoardLimits,
    *,
    is_unlocked: bool = True,
    rulings: Rulings = ADOPTED,
) -> int | None:
    """How many cubes must be added at least until the gear matches the card and is legal; 0 when it does and is.

    None when adding alone never gets there. Cubes that only join a weapon up count too.
    """
    if card.kind != kind:
        return None
    there = gear.layout(kind)
    board = board_of(kind, limits, is_unlocked=is_unlocked, is_usable=False, rulings=rulings)
    by_missing = sorted(
        ((spot.cells & ~there.occupied).bit_count(), index, spot)
        for index, spot in enumerate(laid(card.pattern, board.area, rulings))
        if spot.cells & there.occupied
        == (spot.wood & there.wood | spot.metal & there.metal | spot.tooth & there.tooth)
    )
    best = NEVER
    for missing, _, spot in by_missing:
        if missing >= best:
            break
        extra = fewest_extra(there.occupied | spot.cells, 0, 0, board)
        best = min(best, missing + extra)
    return None if best >= NEVER else best
