"""Shapes that our drawings are made of, as SVG text. They stand by themselves: light colours on their own paper, and a
letter beside each colour.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

PAPER, INK, LINE = "#f3eee3", "#1e1a17", "#8d8273"
CUBES = {
    "W": ("#985f30", "#fff"),
    "M": ("#9fadb8", INK),
    "T": ("#fbf6e6", "#6b5320"),
    "G": ("#0b4d3b", "#fff"),
}
"""A cube's colour and that of its letter."""
FONT = "font-family='sans-serif' font-weight='700'"


def picture(width: float, height: float, label: str, parts: Iterable[str]) -> str:
    """A whole drawing; ``label`` is what a screen reader says of it."""
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:g} {height:g}' width='{width:g}' "
        f"height='{height:g}' role='img' aria-label='{escape(label, quote=True)}'>"
        f"<rect width='100%' height='100%' fill='{PAPER}'/>{''.join(parts)}</svg>"
    )


def written(
    text: str, x: float, y: float, *, size: float = 14, colour: str = INK, anchor: str = "middle"
) -> str:
    """A word; x, y is the middle of its base line, or its begin."""
    return (
        f"<text x='{x:g}' y='{y:g}' font-size='{size:g}' fill='{colour}' text-anchor='{anchor}' {FONT}>"
        f"{escape(text)}</text>"
    )


def cube(letter: str, x: float, y: float, side: float) -> str:
    """A cube with its letter; x, y is its upper left corner."""
    fill, ink = CUBES[letter]
    size = f"width='{side:g}' height='{side:g}' rx='{side / 8:g}'"
    box = f"<rect x='{x:g}' y='{y:g}' {size} fill='{fill}' stroke='{INK}'/>"
    return box + written(letter, x + side / 2, y + side * 0.72, size=side * 0.6, colour=ink)
