"""What the craft grid needs and no browser: moments to go back to, what a change is called, and the boards' shapes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.gear.grid import Cell, Layout, Mask, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.play.history import Label, called
from fujikoro_nb.texts import say
from fujikoro_nb.views.gear.verdict import KINDS


class Moment(msgspec.Struct, frozen=True):
    """What undo brings back."""

    gear: Gear
    is_unlocked: bool
    blueprints: tuple[tuple[str, str, str], ...]
    """(kind, state, pattern text) of each blueprint that is known."""


def gear_label(before: Gear, after: Gear) -> Label:
    """What changed, in any language."""
    return lambda language: label_of(before, after, partial(say, language=language))


def circumstance_label(name: str, *, is_on: bool) -> Label:
    """The weapon monk (``is_unlocked``) came or went, or a blueprint is another one."""
    if name == "is_unlocked":
        return called("craft-grid.change-monk" if is_on else "craft-grid.change-monk-off")
    return called("craft-grid.change-blueprint")


def label_of(before: Gear, after: Gear, say: Callable[..., str]) -> str:
    """What changed, as undo names it: one cube with its place, or how many cells of what."""
    changed = [
        (kind, cell, after.layout(kind).at(cell))
        for kind in KINDS
        for cell in cells_of(_difference(before.layout(kind), after.layout(kind)))
    ]
    kinds = {kind for kind, _, _ in changed}
    if len(changed) == 1:
        kind, cell, material = changed[0]
        column, row = column_row(cell)
        shown = material or before.layout(kind).at(cell)
        key = "change-laid" if material else "change-off"
        key += "" if kind == GearKind.WEAPON else "-worn"
        words = {"material": say(f"word.{shown}"), "kind": say(f"word.{kind}")}
        return say(f"craft-grid.{key}", row=row, column=column, **words)
    if not changed:
        kind = next(kind for kind in KINDS if _magic_of(before, kind) != _magic_of(after, kind))
        key = "change-magic" if after.is_magical(kind) else "change-magic-off"
        return say(f"craft-grid.{key}", kind=say(f"word.{kind}"))
    if len(kinds) > 1:
        return say("craft-grid.change-gear", cells=len(changed))
    return say("craft-grid.change-cells", cells=len(changed), kind=say(f"word.{changed[0][0]}"))


def _difference(one: Layout, other: Layout) -> Mask:
    return (one.wood ^ other.wood) | (one.metal ^ other.metal) | (one.tooth ^ other.tooth)


def _magic_of(gear: Gear, kind: GearKind) -> Cell | bool | None:
    return {"weapon": gear.weapon_magic, "helmet": gear.helmet_magic, "sandals": gear.sandals_magic}[kind]


def with_carriers(gear: Gear) -> Gear:
    """The gear without green cubes that have no cube left to lie on (magic.carrier-destroyed)."""
    if gear.weapon_magic is not None and gear.weapon.at(gear.weapon_magic) is None:
        gear = gear.without_magic(GearKind.WEAPON)
    for kind in (GearKind.HELMET, GearKind.SANDALS):
        if gear.is_magical(kind) and not gear.layout(kind):
            gear = gear.without_magic(kind)
    return gear


def boards_of(limits: BoardLimits, *, is_unlocked: bool) -> dict[str, dict[str, Any]]:
    """The boards as a page draws them: columns, rows, after how many columns the gap is, and the right part's lock.

    ``always``: the character's right part needs no monk.
    """
    boards: dict[str, dict[str, Any]] = {}
    for kind in KINDS:
        columns, rows = limits.area_size(kind)
        boards[str(kind)] = {"columns": columns, "rows": rows, "split": 0}
    boards["weapon"] |= {
        "split": limits.weapon.left_columns,
        "open": is_unlocked or limits.is_weapon_grid_open,
        "always": limits.is_weapon_grid_open,
    }
    return boards
