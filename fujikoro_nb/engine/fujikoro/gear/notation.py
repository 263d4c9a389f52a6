"""Text forms of gear: they round-trip, quote what they cannot read, and fit in a link and a shell.

A weapon is written row by row, left part ``:`` right part, ``/`` between rows, ``.`` for an empty cell, rows filled
from the top: ``MWWWM:MMM/..M..:...`` (``|`` is read for ``:``). Helmet, sandals and card patterns have no ``:``.
Magic is a suffix: ``+G``, for weapons ``+G@column,row`` of the cube under it.
"""

from __future__ import annotations

import re

import msgspec

from fujikoro_nb.engine.fujikoro.gear.cubes import Material
from fujikoro_nb.engine.fujikoro.gear.grid import (
    EMPTY,
    MAX_COLUMNS,
    MAX_ROWS,
    Layout,
    cell_at,
    column_row,
    extent,
)
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind, WeaponArea
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Illegal, Unreadable, refuse

MAX_TEXT = 400
"""No gear needs more; longer input is refused before it is looked at."""

_MAGIC_AT = re.compile(r"G@([0-9]{1,2}),([0-9]{1,2})", re.ASCII)


def parse_gear(text: str, kind: GearKind, limits: BoardLimits) -> Gear:
    """A gear with this one kind filled.

    Raises Unreadable with the place of the first character that makes no sense, and Illegal for a readable drawing
    that leaves the grid (craft.weapon.grid, craft.grid.shapes) or carries two magic cubes (magic.one-per-gear).
    """
    drawing, *marks = _bounded(text).split("+")
    if kind == GearKind.WEAPON:
        layout = _parse_weapon(drawing, limits.weapon)
        gear = Gear(weapon=layout)
        cells = [_magic_cell(mark, text, limits) for mark in marks]
        if len(set(cells)) > 1 or len(cells) > 1:
            raise Illegal(refuse("magic.one-per-gear", kind=str(kind)))
        return msgspec.structs.replace(gear, weapon_magic=cells[0]) if cells else gear
    layout = _parse_rows(drawing, kind, limits)
    for mark in marks:
        if mark != "G":
            raise Unreadable("magic-mark", text, len(drawing) + 1, mark=mark)
    if len(marks) > 1:
        raise Illegal(refuse("magic.one-per-gear", kind=str(kind)))
    return msgspec.structs.replace(Gear().with_layout(kind, layout), **{f"{kind}_magic": bool(marks)})


def parse_pattern(text: str) -> Layout:
    """A card's pattern, ``MMT/..M``, drawn from the top left. Raises Unreadable."""
    if not text:
        raise Unreadable("empty-pattern", text, 0)
    layout = _layout(_bounded(text), width=MAX_COLUMNS, height=MAX_ROWS)
    if not layout:
        raise Unreadable("empty-pattern", text, 0)
    return layout


def print_gear(gear: Gear, kind: GearKind, limits: BoardLimits) -> str:
    """The canonical text of one kind of gear: full width, empty rows at the end left out.

    >>> from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
    >>> print_gear(parse_gear("WWM|/..M", GearKind.WEAPON, SYMMETRIC), GearKind.WEAPON, SYMMETRIC)
    'WWM..:.../..M..:...'
    """
    layout = gear.layout(kind)
    columns, _ = limits.area_size(kind)
    split = limits.weapon.left_columns if kind == GearKind.WEAPON else columns
    height = max((row for _, row in map(column_row, _cells(layout))), default=1)
    lines = []
    for row in range(1, height + 1):
        letters = "".join(layout.at(cell_at(column, row)) or "." for column in range(1, columns + 1))
        lines.append(letters if kind != GearKind.WEAPON else f"{letters[:split]}:{letters[split:]}")
    return "/".join(lines) + _print_magic(gear, kind)


def print_pattern(pattern: Layout) -> str:
    """The text of a card's pattern."""
    columns, rows = extent(pattern.occupied)
    return "/".join(
        "".join(pattern.at(cell_at(column, row)) or "." for column in range(1, columns + 1))
        for row in range(1, rows + 1)
    )


def _print_magic(gear: Gear, kind: GearKind) -> str:
    if not gear.is_magical(kind):
        return ""
    if gear.weapon_magic is None or kind != GearKind.WEAPON:
        return "+G"
    column, row = column_row(gear.weapon_magic)
    return f"+G@{column},{row}"


def _cells(layout: Layout) -> list[int]:
    return [cell for cell, _ in layout]


def _bounded(text: str) -> str:
    if len(text) > MAX_TEXT:
        raise Unreadable("too-long", text[:40], MAX_TEXT, length=len(text), max=MAX_TEXT)
    return text


def _magic_cell(mark: str, text: str, limits: BoardLimits) -> int:
    found = _MAGIC_AT.fullmatch(mark)
    if found is None:
        raise Unreadable("weapon-magic-mark", text, max(0, text.find("+" + mark)), mark=mark)
    column, row = int(found[1]), int(found[2])
    if not (1 <= column <= limits.weapon.columns and 1 <= row <= limits.weapon.rows):
        raise Illegal(refuse("craft.weapon.grid", columns=limits.weapon.columns, rows=limits.weapon.rows))
    return cell_at(column, row)


def _parse_weapon(drawing: str, area: WeaponArea) -> Layout:
    layout = EMPTY
    place = 0
    for row, line in enumerate(drawing.split("/"), 1):
        left, mark, right = line.replace("|", ":").partition(":")
        if ":" in right:
            raise Unreadable("two-lines", drawing, place + len(left) + 1 + right.index(":"))
        for first, letters, width, start in (
            (1, left, area.left_columns, place),
            (area.left_columns + 1, right, area.right_columns, place + len(left) + len(mark)),
        ):
            for offset, letter in enumerate(letters):
                if letter == ".":
                    continue
                material = _material(letter, drawing, start + offset)
                if not mark and offset >= width and row <= area.rows:
                    raise Unreadable("missing-line", drawing, start + offset, columns=width)
                if offset >= width or row > area.rows:
                    raise Illegal(refuse("craft.weapon.grid", columns=area.columns, rows=area.rows))
                layout = layout.with_cube(cell_at(first + offset, row), material)
        place += len(line) + 1
    return layout


def _parse_rows(drawing: str, kind: GearKind, limits: BoardLimits) -> Layout:
    columns, rows = limits.area_size(kind)
    try:
        return _layout(drawing, width=columns, height=rows)
    except _Outside:
        raise Illegal(refuse("craft.grid.shapes", kind=str(kind), columns=columns, rows=rows)) from None


class _Outside(Unreadable):
    """A cube outside the drawing's frame: unreadable as a pattern, illegal as gear."""


def _layout(drawing: str, *, width: int, height: int) -> Layout:
    layout = EMPTY
    place = 0
    for row, line in enumerate(drawing.split("/"), 1):
        for column, letter in enumerate(line, 1):
            if letter != ".":
                material = _material(letter, drawing, place + column - 1)
                if column > width or row > height:
                    raise _Outside("outside", drawing, place + column - 1, columns=width, rows=height)
                layout = layout.with_cube(cell_at(column, row), material)
        place += len(line) + 1
    return layout


def _material(letter: str, text: str, place: int) -> Material:
    if letter not in "WMT":
        raise Unreadable("cube-letter", text, place, letter=letter)
    return Material(letter)
