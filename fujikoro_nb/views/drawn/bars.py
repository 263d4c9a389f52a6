"""Numbers as bars, for notebooks: a drawing that stands by itself, with nothing to load."""

from __future__ import annotations

import msgspec

from fujikoro_nb.views.drawn.svg import INK, LINE, picture, written

_LEFT, _LONG, _ROW, _TOP, _RIGHT = 210, 320, 26, 40, 70
_BAR = "#1d3b66"
MOST_ROWS = 60


class Bars(msgspec.Struct, frozen=True):
    """A title and rows, each a label with a number; the last line of a cell draws it.

    With the ``unit`` ``%`` numbers are shares of 1, and a whole bar is all of it. Negative ones count as nothing, rows
    beyond sixty are left out.

    >>> Bars("Wins", (("one", 0.25), ("two", 0.75)), unit="%")._repr_svg_().count("<rect")
    5
    """

    title: str
    rows: tuple[tuple[str, float], ...]
    unit: str = ""

    def _repr_svg_(self) -> str:
        rows = self.rows[:MOST_ROWS]
        most = 1 if self.unit == "%" else max((value for _, value in rows), default=0) or 1
        parts = [written(self.title, 12, 24, size=16, anchor="start")]
        for number, (label, value) in enumerate(rows):
            y = _TOP + number * _ROW
            wide = _LONG * min(1.0, max(0.0, value) / most)
            size = f"width='{_LONG}' height='16'"
            parts += [
                written(label, _LEFT - 8, y + 13, size=13, anchor="end"),
                f"<rect x='{_LEFT}' y='{y}' {size} fill='none' stroke='{LINE}'/>",
                f"<rect x='{_LEFT}' y='{y}' width='{wide:.1f}' height='16' fill='{_BAR}'/>",
                written(self._told(value), _LEFT + _LONG + 8, y + 13, size=13, colour=INK, anchor="start"),
            ]
        width, height = _LEFT + _LONG + _RIGHT, _TOP + len(rows) * _ROW + 12
        said = "; ".join(f"{label}: {self._told(value)}" for label, value in rows)
        return picture(width, height, f"{self.title}: {said}", parts)

    def _told(self, value: float) -> str:
        return f"{100 * value:.1f} %" if self.unit == "%" else f"{value:g}{self.unit}"
