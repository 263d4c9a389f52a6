"""How each card on display stands to the gear on the grid, and what page and grid show of that.

Pure functions of cards, gear and backpack: the engine's `matchset` finds matches, its `near` what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import STRIDE, Cell, Layout
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import Placement
from fujikoro_nb.engine.fujikoro.gear.matchset import CardSet
from fujikoro_nb.engine.fujikoro.gear.near import NearMiss, distance, one_away
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.views.gear.verdict import KINDS, Position, places

Card = GearCard | Blueprint
Say = Callable[..., str]

MAX_SHOWN_DISTANCE = 2
"""A card that lacks more cubes than this wears no badge."""


class Standing(msgspec.Struct, frozen=True):
    """How a card stands to the gear.

    ``distance`` counts the cubes to add until the gear matches the card and is legal; None when adding alone never
    gets there. ``match`` is where the gear contains the card, ``near`` the one cube that would complete it.
    """

    distance: int | None = None
    match: Placement | None = None
    near: NearMiss | None = None
    is_legal: bool = True
    """Whether gear of this kind may lie as it does: illegal gear matches nothing yet."""
    is_barred: bool = False
    """A helmet blueprint of a character whose helmet never becomes magical (char.daisuke.helmet-three)."""

    @property
    def is_match(self) -> bool:
        """Whether the gear matches the card as it lies."""
        return self.match is not None and self.is_legal


def standings(
    cards: Sequence[Card], position: Position | None, *, backpack: Cubes | None = None
) -> dict[str, Standing]:
    """Every card by its id."""
    if position is None:
        return {card.id: Standing() for card in cards}
    found: dict[str, Standing] = {}
    for kind in KINDS:
        here = tuple(card for card in cards if card.kind == kind)
        if here:
            found |= _of_one_kind(here, kind, position, backpack)
    return {card.id: found[card.id] for card in cards}


@lru_cache(maxsize=16)
def _compiled(cards: tuple[Card, ...], rulings: Rulings) -> CardSet:
    """The strip stays while the gear changes."""
    return CardSet(cards, rulings=rulings)


def _of_one_kind(
    cards: tuple[Card, ...], kind: GearKind, position: Position, backpack: Cubes | None
) -> dict[str, Standing]:
    gear, limits, rulings = position.gear, position.limits, position.rulings
    is_legal = position.report(kind).is_legal
    lying: dict[str, Placement] = {}
    for card_id, placement in _compiled(cards, rulings).matches(gear.layout(kind)):
        lying.setdefault(card_id, placement)
    near: dict[str, NearMiss] = {}
    for miss in one_away(
        gear, kind, cards, limits, backpack=backpack, is_unlocked=position.is_unlocked, rulings=rulings
    ):
        best = near.get(miss.card_id)
        if best is None or _price(miss) < _price(best):
            near[miss.card_id] = miss
    found = {}
    for card in cards:
        if isinstance(card, Blueprint) and kind == GearKind.HELMET and not limits.can_helmet_be_magical:
            found[card.id] = Standing(is_barred=True)
        elif card.id in lying:
            found[card.id] = Standing(0 if is_legal else None, match=lying[card.id], is_legal=is_legal)
        elif card.id in near:
            found[card.id] = Standing(1, near=near[card.id])
        else:
            far = distance(gear, kind, card, limits, is_unlocked=position.is_unlocked, rulings=rulings)
            found[card.id] = Standing(far)
    return found


def _price(miss: NearMiss) -> tuple[bool, int]:
    """A cube in the backpack first, then wood before metal before tooth."""
    return miss.is_in_backpack is False, MATERIALS.index(miss.material)


# ---- what page and grid show


def drawn(card: Card, standing: Standing, *, name: str, say: Say) -> dict[str, Any]:
    """A card as the page draws it.

    ``state`` is match, once-legal (contained by gear that is illegal), near (one cube gives it, legally), far, barred
    or none: too far to be worth a word.
    """
    return {
        "id": card.id,
        "kind": str(card.kind),
        "name": name,
        "pattern": print_pattern(card.pattern),
        "missing": places(1 << drawn_cell(card.pattern, standing.near)) if standing.near else [],
        "blueprint": isinstance(card, Blueprint),
        "bonus": card.bonus if isinstance(card, GearCard) else "",
        "house": card.provenance == Provenance.HOUSE,
        "own": card.provenance == Provenance.OWNER,
        **_badge(standing, len(card.pattern), say),
    }


_NEAREST_FIRST = ("match", "once-legal", "near", "far", "none", "barred")


def nearest_first(cards: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Drawn cards: what the gear matches, near misses, the rest; those alike stay in the order they were given."""
    return sorted(cards, key=lambda card: _NEAREST_FIRST.index(card["state"]))


def _badge(standing: Standing, size: int, say: Say) -> dict[str, Any]:
    if standing.is_barred:
        return {"state": "barred", "badge": say("card-strip.never-magical"), "material": ""}
    if standing.match and not standing.is_legal:
        return {"state": "once-legal", "badge": say("card-strip.matches-once-legal"), "material": ""}
    if standing.match:
        return {"state": "match", "badge": say("card-strip.matches"), "material": ""}
    if standing.near:
        material = str(standing.near.material)
        key = {None: "one-away", True: "one-away-have", False: "one-away-lack"}[standing.near.is_in_backpack]
        badge = say(f"card-strip.{key}", material=say(f"word.{material}"))
        return {"state": "near", "badge": badge, "material": material}
    if standing.distance is not None and standing.distance <= MAX_SHOWN_DISTANCE and standing.distance < size:
        return {"state": "far", "badge": say("card-strip.away", cubes=standing.distance), "material": ""}
    return {"state": "none", "badge": "", "material": ""}


def marks(
    cards: Iterable[Card], known: Mapping[str, Standing], *, selected: str = ""
) -> list[dict[str, Any]]:
    """What to outline on the grid: the selected card, or the first match and the first near miss of each kind."""
    shown = [card for card in cards if card.id in known]
    chosen = [card for card in shown if card.id == selected]
    if not chosen:
        for kind in KINDS:
            here = [card for card in shown if card.kind == kind]
            chosen += [card for card in here if known[card.id].is_match][:1]
            chosen += [card for card in here if known[card.id].near][:1]
    return [mark for card in chosen for mark in _marks_of(card, known[card.id])]


def _marks_of(card: Card, standing: Standing) -> list[dict[str, Any]]:
    kind = str(card.kind)
    if standing.match and standing.is_legal:
        return [{"kind": kind, "cells": places(standing.match.cells), "style": "match"}]
    if standing.near:
        cell = places(1 << standing.near.cell)
        return [{"kind": kind, "cells": cell, "style": "near", "text": f"+{standing.near.material}"}]
    return []


def drawn_cell(pattern: Layout, miss: NearMiss) -> Cell:
    """The cell of the pattern's own drawing that stands for the missing cube.

    The engine tells where the whole pattern would lie; the drawing is turned until it lies there too.
    """
    there = dict(miss.placement.cubes)
    corner = _corner(map(_row_column, there))
    for is_mirrored in (False, True):
        for quarters in range(4):
            turned = {
                cell: _turned(_row_column(cell), quarters, is_mirrored=is_mirrored) for cell, _ in pattern
            }
            row, column = _corner(turned.values())
            moved = {
                cell: (spot[0] - row + corner[0]) * STRIDE + spot[1] - column + corner[1]
                for cell, spot in turned.items()
            }
            if all(there.get(moved[cell]) == material for cell, material in pattern):
                return next(cell for cell, real in moved.items() if real == miss.cell)
    raise AssertionError("a placement is a turn of its pattern")


def _row_column(cell: Cell) -> tuple[int, int]:
    return divmod(cell, STRIDE)


def _corner(spots: Iterable[tuple[int, int]]) -> tuple[int, int]:
    rows, columns = zip(*spots, strict=True)
    return min(rows), min(columns)


def _turned(spot: tuple[int, int], quarters: int, *, is_mirrored: bool) -> tuple[int, int]:
    row, column = spot
    if is_mirrored:
        column = -column
    for _ in range(quarters):
        row, column = column, -row
    return row, column
