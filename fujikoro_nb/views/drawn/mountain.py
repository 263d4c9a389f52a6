"""The mountain as one drawing: what lies open, who stands where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import DIRECTIONS, PLACES, Hex, Place, PlaceKind, spaces_of
from fujikoro_nb.texts import say
from fujikoro_nb.views.drawn.svg import INK, LINE, cube, picture, written
from fujikoro_nb.views.map.picture import map_picture

SIDE = 15.0
"""A hex's side in pixels."""
_LEVELS = {"I": "#dfd5a9", "II": "#cdbfa6", "III": "#aaa097"}
_SAFE, _HIDDEN, _LAVA = "#f8efdb", "#e9e2d4", "#d2410d"
_SEATS = {
    "red": "#b5301c",
    "pink": "#d3669a",
    "green": "#3f7f46",
    "blue": "#2f63a3",
    "purple": "#6c4a93",
    "black": "#2b2724",
    "white": "#fbf8ef",
}
_DRAGONS = {"blue": "#3f74b5", "green": "#4f9156", "red": "#c5432b", "white": "#efe6d2"}


def mountain_svg(state: GameState, *, language: str = "en") -> str:
    """All 37 places; letters beside colours: a dragon's first letter with its health, seats by number."""
    seen = map_picture(state)
    points = [corner for place in PLACES for hex_ in place.hexes for corner in hex_.corners]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    plane = _Plane(left, high)
    parts: list[str] = []
    for place in PLACES:
        parts += plane.place(place, seen)
    for place in PLACES:
        for one in spaces_of(place.id):
            shown = seen["spaces"].get(one.id, {})
            parts += plane.pieces(one.hexes[0], shown.get("pieces", []))
    label = say("drawn.map", language=language)
    return picture((right - left + 1) * SIDE, (high - low + 1) * SIDE, label, parts)


class _Plane:
    """From hexes, y upwards, to pixels."""

    def __init__(self, left: float, high: float) -> None:
        self._left, self._high = left - 0.5, high + 0.5

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        """Where a point of the plane is drawn."""
        return (point[0] - self._left) * SIDE, (self._high - point[1]) * SIDE

    def place(self, place: Place, seen: dict[str, Any]) -> Iterator[str]:
        """The hexes of a place, and its name where nothing lies yet."""
        is_open = place.kind != PlaceKind.VOLCANO or place.id in seen["ground"]
        ground = _LEVELS.get(place.level or "", _SAFE) if is_open else _HIDDEN
        spaces = {hex_: one.id for one in spaces_of(place.id) for hex_ in one.hexes}
        for hex_ in place.hexes:
            lava = seen["spaces"].get(spaces.get(hex_, ""), {}).get("lava")
            corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.at, hex_.corners))
            yield f"<polygon points='{corners}' fill='{_LAVA if lava else ground}' stroke='{LINE}' stroke-width='0.7'/>"
            if lava:
                x, y = self.at(hex_.point)
                yield written("L", x, y + 4, size=11, colour="#fff")
        yield f"<path d='{self._outline(place)}' stroke='{INK}' stroke-width='1.5' fill='none'/>"
        if not is_open:
            x, y = self.at(place.middle.point)
            yield written(place.id, x, y + 4, size=10, colour="#6b6259")

    def _outline(self, place: Place) -> str:
        """The edges of a place that no other hex of it shares."""
        own = set(place.hexes)
        lines = []
        for hex_ in place.hexes:
            corners = [self.at(corner) for corner in hex_.corners]
            for side, step in enumerate(DIRECTIONS):
                if hex_ + step not in own:
                    (x, y), (to_x, to_y) = corners[side], corners[(side + 1) % 6]
                    lines.append(f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}")
        return "".join(lines)

    def pieces(self, hex_: Hex, pieces: list[dict[str, Any]]) -> Iterator[str]:
        """What lies or stands on a space: cubes as cubes, all else as a letter in its colour."""
        x, y = self.at(hex_.point)
        drawn = [one for one in pieces if one["kind"] in ("dragon", "samurai")]
        for one in pieces:
            if one["kind"] in ("token", "always") and not drawn:
                for number, letter in enumerate(one["cubes"]):
                    yield cube(letter, x - 4.5 * len(one["cubes"]) + 9 * number, y - 4, 9)
            elif one["kind"] in ("monk", "scroll", "adventure") and not drawn:
                yield _disc(x, y, 6, _SEATS.get(one.get("tone", ""), "#fff8e6"), one["kind"][0].upper())
        for number, one in enumerate(drawn):
            at = x + 16 * number - 8 * (len(drawn) - 1)
            if one["kind"] == "dragon":
                yield _disc(at, y, 11, _DRAGONS[one["tone"]], f"{one['tone'][0].upper()}{one['number']}")
            else:
                yield _disc(at, y, 8, _SEATS[one["tone"]], str(one["seat"] + 1))


def _disc(x: float, y: float, radius: float, fill: str, text: str) -> str:
    ink = INK if fill in ("#fff8e6", "#fbf8ef", "#efe6d2") else "#fff"
    ring = f"<circle cx='{x:g}' cy='{y:g}' r='{radius:g}' fill='{fill}' stroke='{INK}'/>"
    return ring + written(text, x, y + 3.5, size=10, colour=ink)
