"""What the craft grid needs and no browser: moments to go back to, what a change is called, and the boards' shapes."""

from __future__ import annotations

from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.helper.gear_strokes import KINDS, gear_change
from fujikoro_nb.play.history import Label, called


class Moment(msgspec.Struct, frozen=True):
    """What undo brings back."""

    gear: Gear
    is_unlocked: bool
    blueprints: tuple[tuple[str, str, str], ...]
    """(kind, state, pattern text) of each blueprint that is known."""


def gear_label(before: Gear, after: Gear) -> Label:
    """What changed, in any language."""
    return lambda language: gear_change(before, after).said(language=language)


def circumstance_label(name: str, *, is_on: bool) -> Label:
    """The weapon monk (``is_unlocked``) came or went, or a blueprint is another one."""
    if name == "is_unlocked":
        return called("craft-grid.change-monk" if is_on else "craft-grid.change-monk-off")
    return called("craft-grid.change-blueprint")


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
