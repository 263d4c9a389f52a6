"""The mountain: 37 places, 220 spaces, who borders whom, and what lies where in a position.

Ids are those of the map in `engine/fujikoro/board/geometry.py`: places number clockwise from the north within
their ring, ``II-7.0`` is a middle, ``II-7.1`` to ``II-7.6`` the petals clockwise from the north-east, ``bridge-1.a``
and ``.b``.
Everything is counted out here again, hex by hex.
"""

from __future__ import annotations

import math
from typing import Any

from tests.oracles.readings import reading

Hexagon = tuple[int, int]
Position = dict[str, Any]

# Axial coordinates; north-east, east, south-east, south-west, west, north-west.
AROUND: list[Hexagon] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]


def plus(one: Hexagon, other: Hexagon) -> Hexagon:
    return one[0] + other[0], one[1] + other[1]


def middle_of_flower(at: Hexagon) -> Hexagon:
    """Flowers of seven hexes lie on the lattice with basis (2, 1) and (-1, 3)."""
    return 2 * at[0] - at[1], at[0] + 3 * at[1]


def clockwise_from_north(at: Hexagon) -> float:
    q, r = middle_of_flower(at)
    angle = math.degrees(math.atan2(math.sqrt(3) * (q + r / 2), -1.5 * r))
    return round(angle % 360, 6)


def make_spaces() -> dict[str, list[Hexagon]]:
    """map.rings, map.space.volcano, map.space.central-temple, map.space.bridge, setup.map.fixed-tiles."""
    corners = [(3 * q, 3 * r) for q, r in AROUND]
    spaces = {}
    for ring, level in enumerate(["centre", "I", "II", "III"]):
        places = [
            (q, r) for q in range(-3, 4) for r in range(-3, 4) if max(abs(q), abs(r), abs(q + r)) == ring
        ]
        counted = {"temple": 0, "bridge": 0, level: 0}
        for at in sorted(places, key=clockwise_from_north):
            middle = middle_of_flower(at)
            petals = [plus(middle, step) for step in AROUND]
            corner = corners.index(at) if at in corners else -1
            kind = level if corner < 0 else ["bridge", "temple"][corner % 2]
            counted[kind] += 1
            name = f"{kind}-{counted[kind]}"
            if kind == "centre":
                spaces["centre"] = [middle, *petals]
            elif kind == "temple":
                spaces[name] = [middle, *petals]
            elif kind == "bridge":
                # Its ends: the three petals clockwise of the one that points outwards, and the other three.
                turned = petals[corner + 1 :] + petals[: corner + 1]
                spaces[f"{name}.a"] = [middle, *turned[:3]]
                spaces[f"{name}.b"] = turned[3:]
            else:
                for number, hexagon in enumerate([middle, *petals]):
                    spaces[f"{name}.{number}"] = [hexagon]
    return spaces


HEXES_OF = make_spaces()
SPACES = list(HEXES_OF)


def place_of(space: str) -> str:
    """II-7 for II-7.3."""
    return space.split(".")[0]


PLACES = list(dict.fromkeys(place_of(space) for space in SPACES))


def make_neighbours() -> dict[str, list[str]]:
    """map.adjacency: spaces are adjacent when they share an edge, seams of tiles do not matter."""
    space_on = {hexagon: space for space, hexes in HEXES_OF.items() for hexagon in hexes}
    neighbours = {}
    for space, hexes in HEXES_OF.items():
        around = [space_on.get(plus(hexagon, step)) for hexagon in hexes for step in AROUND]
        neighbours[space] = [other for other in dict.fromkeys(around) if other not in (None, space)]
    return neighbours


NEIGHBOURS = make_neighbours()
TEMPLES = [space for space in SPACES if space.startswith("temple")]


def is_fixed(space: str) -> bool:
    """setup.map.fixed-tiles: the central tile, the temples and the bridges lie there from the start."""
    return space.startswith(("centre", "temple", "bridge"))


def is_revealed(position: Position, space: str) -> bool:
    """map.unexplored, move.revealed-only"""
    return is_fixed(space) or place_of(space) in position["tiles"]


def face(position: Position, space: str) -> str:
    """The letter printed on a space of a revealed volcano tile; firm ground on the other tiles."""
    if is_fixed(space):
        return "."
    return str(position["tiles"][place_of(space)][int(space.split(".")[1])])


def is_lava(position: Position, space: str) -> bool:
    """map.lava.printed, final.event.lava, explore.fill.late-lava"""
    letter = face(position, space)
    return letter == "L" or (letter.isdigit() and int(letter) in position["erupted"])


def is_safe(space: str, **readings: Any) -> bool:
    """map.safe-tiles: no fights between samurai here."""
    if space.startswith("bridge"):
        return reading(readings, "safe_tiles") == "with-bridges"
    return is_fixed(space)


def has_dragon(position: Position, space: str) -> bool:
    """map.dragon.one-per-tile: it defends all seven spaces."""
    return place_of(space) in position["dragons"]


def samurai_on(position: Position, space: str, *, but: int) -> list[int]:
    """The other seats whose samurai stand or lie on a space."""
    return [
        seat for seat, player in enumerate(position["players"]) if player["space"] == space and seat != but
    ]


def has_room(position: Position, space: str, *, mover: int, **readings: Any) -> bool:
    """map.capacity.two, map.capacity.safe-exempt; one that lies there counts too (map.capacity.unconscious)."""
    if is_fixed(space) and reading(readings, "safe_room") == "any":
        return True
    return len(samurai_on(position, space, but=mover)) < 2


def with_player(position: Position, seat: int, **changes: Any) -> Position:
    """The position with some things of one player changed."""
    players = list(position["players"])
    players[seat] = {**players[seat], **changes}
    return {**position, "players": players}
