"""The map as a plotly figure: made in Python, sent to a page once, redrawn there only where something changes.

Colours stand in the figure as those of the day; `PAINTS` says which token of the style sheet each one is, and the
page puts in what the token means there: by night, or inside somebody's JupyterLab. One unit is a hex's side.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from fujikoro_nb.engine.fujikoro.board.geometry import DIRECTIONS, PLACES, SPACES, Hex, Place, PlaceKind

Point = tuple[float, float]
Loop = Sequence[Point]

TRACES = {"spaces": 0, "letters": -1}
"""Places of the traces that the page restyles; negative ones count from the end."""

SHAPES = {"halo": 0, "chosen": 1}
"""Places of the shapes that mark the chosen space. Moving a shape takes a millisecond, restyling a trace thirty."""

# All values differ, so that a colour names its token.
_L1, _L2, _L3, _SAFE = "#dfd5a9", "#cdbfa6", "#aaa097", "#f8efdc"
_HIDDEN, _LAVA = "#e9e2d4", "#d2410d"
_LINE, _KEY, _INK, _FAINT = "#1e1a17", "#1e1a18", "#574d45", "#8f857a"
_PAPER, _ROCK, _VERM, _GOLD, _SHEET, _INDIGO = (
    "#fbf8f1",
    "#57514d",
    "#b3301a",
    "#d9a441",
    "#fcfaf4",
    "#1d3b66",
)
_SERIF = "fk-serif"

PAINTS: Mapping[str, str] = {
    _L1: "--fk-l1",
    _L2: "--fk-l2",
    _L3: "--fk-l3",
    _SAFE: "--fk-safe",
    _HIDDEN: "--fk-hidden",
    _LAVA: "--fk-lava",
    _LINE: "--fk-map-line",
    _KEY: "--fk-key",
    _INK: "--fk-ink",
    _FAINT: "--fk-map-thin",
    _ROCK: "--fk-rock",
    _VERM: "--fk-verm-block",
    _GOLD: "--fk-gold",
    _SHEET: "--fk-focus-gap",
    _INDIGO: "--fk-indigo",
    _SERIF: "--fk-serif",
}
_SCALE = (_L1, _L2, _L3, _SAFE, _HIDDEN, _LAVA)

SCALE = {"safe": 3, "hidden": 4, "lava": 5}
"""Places on the colour scale of the spaces that a game uses beside the levels."""


def _colour_index(place: Place) -> int:
    return SCALE["safe"] if place.level is None else ("I", "II", "III").index(place.level)


def map_figure() -> go.Figure:
    """All 259 hexes in one clickable trace, outlines of places, letters, pictures, and an empty mark for the choice."""
    places = {place.id: place for place in PLACES}
    hexes = [(one, space) for space in SPACES for one in space.hexes]
    spots = go.Scatter(
        name="spaces",
        x=[round(one.point[0], 4) for one, _ in hexes],
        y=[round(one.point[1], 4) for one, _ in hexes],
        customdata=[space.id for _, space in hexes],
        mode="markers",
        hoverinfo="none",  # events without a label over the finger
        marker={
            "symbol": "hexagon",
            "size": 20,  # the page computes it from its own width
            "opacity": 1,
            "color": [_colour_index(places[space.place]) for _, space in hexes],
            "cmin": 0,
            "cmax": len(_SCALE) - 1,
            "colorscale": [[index / (len(_SCALE) - 1), colour] for index, colour in enumerate(_SCALE)],
            # A place of one space shows no lines inside; its own colour also closes the seams.
            "line": {
                "width": 1.2,
                "color": [_SAFE if places[space.place].is_safe else _FAINT for _, space in hexes],
            },
        },
    )
    figure = go.Figure(
        [
            spots,
            _lines("outlines", (outline(place.hexes) for place in PLACES), _LINE, 3),
            _lines(
                "bridge ends",
                (_seam(place) for place in PLACES if place.kind == PlaceKind.BRIDGE),
                _FAINT,
                1.5,
            ),
            _filled("walls", _pictures(_TEMPLE_BODY, PlaceKind.TEMPLE), _PAPER),
            _filled("stone", _pictures(_TEMPLE_STONE, PlaceKind.TEMPLE), _ROCK),
            _filled("roofs", _pictures(_TEMPLE_ROOF, PlaceKind.TEMPLE), _VERM),
            _filled("decks", _pictures(_BRIDGE_DECK, PlaceKind.BRIDGE), _VERM),
            _lines("rails", _pictures(_BRIDGE_RAIL, PlaceKind.BRIDGE), _KEY, 2),
            _lines("tips", _pictures(_TEMPLE_TIP, PlaceKind.TEMPLE), _KEY, 2),
            _filled("rope", _pictures(_ROPE, PlaceKind.CENTRE), _GOLD),
            _letters(),
        ]
    )
    figure.update_layout(
        template=None,
        dragmode=False,
        hovermode="closest",
        hoverdistance=-1,
        showlegend=False,
        margin={"l": 0, "r": 0, "t": 0, "b": 0},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        xaxis={"visible": False, "fixedrange": True, "range": [-16, 16]},
        yaxis={"visible": False, "fixedrange": True, "range": [-15, 15]},
        shapes=[
            {"type": "path", "path": "M0,0Z", "visible": False, "line": {"color": colour, "width": width}}
            for colour, width in ((_SHEET, 9), (_INDIGO, 5))
        ],
    )
    return figure


def outline(hexes: Iterable[Hex]) -> Loop:
    """The closed border of some hexes that hang together, corner by corner clockwise."""
    own = set(hexes)
    following: dict[Point, Point] = {}
    for one in own:
        corners = [(round(x, 4), round(y, 4)) for x, y in one.corners]
        for k, step in enumerate(DIRECTIONS):
            if one + step not in own:
                following[corners[k]] = corners[(k + 1) % 6]
    start = min(following)
    loop = [start]
    while (point := following[loop[-1]]) != start:
        loop.append(point)
    return [*loop, start]


def _seam(bridge: Place) -> Loop:
    """The line between the two ends of a bridge."""
    first, second = (set(space.hexes) for space in SPACES if space.place == bridge.id)
    points = [
        point
        for one in first
        for k, step in enumerate(DIRECTIONS)
        if one + step in second
        for point in (one.corners[k], one.corners[(k + 1) % 6])
    ]
    (x0, y0) = min(points, key=lambda point: math.dist(point, (0, 0)))
    rounded = {(round(x, 4), round(y, 4)) for x, y in points}
    return sorted(rounded, key=lambda point: math.dist(point, (x0, y0)))


def _path(loops: Iterable[Loop]) -> dict[str, list[float | None]]:
    x: list[float | None] = []
    y: list[float | None] = []
    for loop in loops:
        if x:
            x.append(None)
            y.append(None)
        x.extend(round(point[0], 4) for point in loop)
        y.extend(round(point[1], 4) for point in loop)
    return {"x": x, "y": y}


def _lines(name: str, loops: Iterable[Loop], colour: str, width: float) -> go.Scatter:
    return go.Scatter(
        name=name, **_path(loops), mode="lines", hoverinfo="skip", line={"color": colour, "width": width}
    )


def _filled(name: str, loops: Iterable[Loop], colour: str) -> go.Scatter:
    return go.Scatter(
        name=name,
        **_path(loops),
        mode="lines",
        hoverinfo="skip",
        fill="toself",
        fillcolor=colour,
        line={"color": _KEY, "width": 1.6},
    )


def _letters() -> go.Scatter:
    """The level on each volcano place: never colour alone."""
    volcano = [place for place in PLACES if place.level]
    return go.Scatter(
        name="levels",
        x=[round(place.middle.point[0], 4) for place in volcano],
        y=[round(place.middle.point[1], 4) for place in volcano],
        text=[place.level for place in volcano],
        customdata=[place.id for place in volcano],  # shown instead when there is room
        mode="text",
        hoverinfo="skip",
        textfont={"family": _SERIF, "size": 18, "color": _INK, "weight": 700},
    )


# Our own drawings on a box of 44 x 44 like the symbols, y downwards; 44 units are three hex sides.
_BOX = 44
_Drawing = Sequence[Loop]


def _curve(start: Point, control: Point, end: Point, steps: int = 10) -> list[Point]:
    """A quadratic curve as points."""
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * control[0] + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * control[1] + t * t * end[1],
        )
        for t in (step / steps for step in range(steps + 1))
    ]


_TEMPLE_BODY: _Drawing = ([(11, 20), (33, 20), (33, 38), (11, 38), (11, 20)],)
_TEMPLE_STONE: _Drawing = (
    [(18, 26), (26, 26), (26, 38), (18, 38), (18, 26)],
    [(6, 38), (38, 38), (38, 42), (6, 42), (6, 38)],
)
_TEMPLE_ROOF: _Drawing = (
    [
        *_curve((2, 19), (16, 17.5), (22, 7)),
        *_curve((22, 7), (28, 17.5), (42, 19)),
        (38, 24),
        (6, 24),
        (2, 19),
    ],
)
_TEMPLE_TIP: _Drawing = ([(22, 2), (22, 8)],)
_BRIDGE_DECK: _Drawing = (
    [*_curve((2, 33), (22, 15), (42, 33)), *_curve((42, 40), (22, 23), (2, 40)), (2, 33)],
)
_BRIDGE_RAIL: _Drawing = (
    _curve((2, 27), (22, 8), (42, 27)),
    *(
        [(x, rail), (x, deck)]
        for x, rail, deck in ((3, 26, 33), (13, 20, 27), (22, 18, 24), (31, 20, 27), (41, 26, 33))
    ),
)


def _band(points: Sequence[Point], half: float) -> Loop:
    """A band of constant width along a line, closed."""
    left, right = [], []
    for index, (x, y) in enumerate(points):
        (x0, y0), (x1, y1) = points[max(0, index - 1)], points[min(len(points) - 1, index + 1)]
        length = math.hypot(x1 - x0, y1 - y0)
        nx, ny = (y0 - y1) / length * half, (x1 - x0) / length * half
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return [*left, *reversed(right), left[0]]


_ROPE: _Drawing = (
    _band(
        [
            (22, 2),
            *_curve((22, 8), (22, 12), (18, 14)),
            *_curve((12, 17), (8, 22), (15, 25))[1:],
            *_curve((19, 27), (33, 29), (31, 35))[1:],
            *_curve((31, 35), (30, 41), (21, 41.5))[1:],
        ],
        2.6,
    ),
)


def _pictures(drawing: _Drawing, kind: PlaceKind, *, sides: float = 3.4) -> list[Loop]:
    """A drawing on every place of one kind, so many hex sides wide."""
    scale = sides / _BOX
    return [
        [(x + (px - _BOX / 2) * scale, y - (py - _BOX / 2) * scale) for px, py in loop]
        for place in PLACES
        if place.kind == kind
        for x, y in [place.middle.point]
        for loop in drawing
    ]


def figure_json() -> dict[str, Any]:
    """The figure as plain JSON types."""
    made: dict[str, Any] = map_figure().to_plotly_json()
    return {"data": [_plain(trace) for trace in made["data"]], "layout": _plain(made["layout"])}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    return value
