"""Gear on its three grids, and the pattern of a card."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from fujikoro_nb.content.pack import house_title
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard, Provenance
from fujikoro_nb.engine.fujikoro.gear.grid import Cell, Layout, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.texts import say
from fujikoro_nb.views.drawn.svg import LINE, cube, picture, written

CELL, EDGE, HEAD = 24, 8, 22
"""Side of a cell, room around a drawing, and above a grid for its name; in pixels."""
NAMED = 64
"""Room for the longest name."""


def gear_svg(gear: Gear, limits: BoardLimits = SYMMETRIC, *, language: str = "en") -> str:
    """Helmet, weapon grid and sandals side by side."""
    parts: list[str] = []
    x, height = float(EDGE), 0.0
    for kind in (GearKind.HELMET, GearKind.WEAPON, GearKind.SANDALS):
        columns, rows = limits.area_size(kind)
        parts.append(written(say(f"widgets.{kind}", language=language), x, EDGE + 12, anchor="start"))
        parts += _grid(gear.layout(kind), columns, rows, x, _magic(gear, kind))
        if kind == GearKind.WEAPON:
            line = x + limits.weapon.left_columns * CELL
            parts.append(
                f"<path d='M{line:g} {HEAD + EDGE}v{rows * CELL}' stroke='{LINE}' stroke-width='4'/>"
            )
        x += max(columns * CELL, NAMED) + 2 * EDGE
        height = max(height, HEAD + 2 * EDGE + rows * CELL)
    label = ", ".join(
        f"{say(f'widgets.{kind}', language=language)}: {print_gear(gear, kind, limits)}" for kind in GearKind
    )
    return picture(x - EDGE, height, label, parts)


def board_svg(board: Board, *, language: str = "en") -> str:
    """The gear of a player board, on the grids that its character has."""
    return gear_svg(board.gear, board.limits, language=language)


def _magic(gear: Gear, kind: GearKind) -> Cell | bool:
    """The cell of the green cube on weapons; on the others whether there is one."""
    if kind == GearKind.WEAPON:
        return False if gear.weapon_magic is None else gear.weapon_magic
    return gear.is_magical(kind)


def _grid(layout: Layout, columns: int, rows: int, left: float, magic: Cell | bool) -> Iterator[str]:
    top = HEAD + EDGE
    for column in range(columns):
        for row in range(rows):
            yield (
                f"<rect x='{left + column * CELL:g}' y='{top + row * CELL}' width='{CELL}' height='{CELL}' "
                f"fill='none' stroke='{LINE}' stroke-width='0.6'/>"
            )
    for cell, material in layout:
        column, row = column_row(cell)
        x, y = left + (column - 1) * CELL, top + (row - 1) * CELL
        yield cube(str(material), x + 2, y + 2, CELL - 4)
        if magic is not False and magic is not True and cell == magic:
            yield cube("G", x + CELL / 2, y + CELL / 2, CELL / 2)
    if magic is True:  # on helmet and sandals it lies on no cube of its own
        yield cube("G", left + columns * CELL - CELL * 0.6, top - CELL * 0.3, CELL * 0.7)


def pattern_svg(pattern: Layout, *, label: str = "") -> str:
    """A pattern, pushed to the upper left."""
    cells = [(column_row(cell), str(material)) for cell, material in pattern]
    left = min((column for (column, _), _ in cells), default=1)
    top = min((row for (_, row), _ in cells), default=1)
    wide = max((column for (column, _), _ in cells), default=left) - left + 1
    high = max((row for (_, row), _ in cells), default=top) - top + 1
    drawn = [
        cube(letter, EDGE + (column - left) * CELL + 2, EDGE + (row - top) * CELL + 2, CELL - 4)
        for (column, row), letter in cells
    ]
    return picture(wide * CELL + 2 * EDGE, high * CELL + 2 * EDGE, label or str(pattern.cubes), drawn)


def card_html(card: GearCard | Blueprint, *, language: str = "en") -> str:
    """A gear card or a blueprint: name, kind, pattern, and the house's mark on what is our own."""
    name = house_title(card.id, language=language) or card.id
    kind = say(f"widgets.{card.kind}", language=language)
    is_ours = card.provenance == Provenance.HOUSE
    mark = f" <small>⌂ {escape(say('card-strip.house', language=language))}</small>" if is_ours else ""
    bonus = getattr(card, "bonus", "")
    gives = f"<br>{escape(say(f'game-page.bonus-{bonus}', language=language))}" if bonus else ""
    drawn = pattern_svg(card.pattern, label=name)
    said = f"<b>{escape(name)}</b>, {escape(kind)}{mark}{gives}"
    return f"<figure style='margin:0'>{drawn}<figcaption>{said}</figcaption></figure>"
