"""The map: hexes, the 37 places and the spaces that samurai stand on. Nothing here changes during a game.

Hexes have axial coordinates (q, r), pointy side up. A place is a flower of seven hexes, and the flowers lie on
a lattice of their own with basis (2, 1) and (-1, 3). Petals and directions count clockwise from the north-east.

House choices, because no rulebook draws the map: of the two mirror-image lattices this one; temples on three
alternate corners of ring 3 and bridges on the other three; a bridge's two spaces are its ends along the ring.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from typing import NamedTuple, NewType

import msgspec

from fujikoro_nb.engine.kernel import Unreadable, cites

PlaceId = NewType("PlaceId", str)
"""``centre``, ``temple-2``, ``bridge-1``, or level and number clockwise from the north: ``II-7``."""

SpaceId = NewType("SpaceId", str)
"""``II-7.0`` (middle) to ``II-7.6``, ``bridge-1.a`` and ``.b``; a place of one space lends it its own id."""

RINGS = 3
LEVELS = ("I", "II", "III")


class Hex(NamedTuple):
    """One hexagon in axial coordinates.

    >>> Hex(1, 0) + Hex(0, 1)
    Hex(q=1, r=1)
    """

    q: int
    r: int

    def __add__(self, other: object) -> Hex:
        if not isinstance(other, Hex):
            return NotImplemented
        return Hex(self.q + other.q, self.r + other.r)

    def __sub__(self, other: Hex) -> Hex:
        return Hex(self.q - other.q, self.r - other.r)

    def __abs__(self) -> int:
        """Steps from the origin."""
        return max(abs(self.q), abs(self.r), abs(self.q + self.r))

    def turned(self, sixths: int = 1) -> Hex:
        """This hex after turning the plane clockwise about the origin by sixths of a full turn.

        >>> Hex(2, 1).turned(6)
        Hex(q=2, r=1)
        """
        q, r = self
        for _ in range(sixths % 6):
            q, r = -r, q + r
        return Hex(q, r)

    @property
    def point(self) -> tuple[float, float]:
        """Its middle in the plane, y upwards; the unit is the hex's side."""
        return math.sqrt(3) * (self.q + self.r / 2), -1.5 * self.r

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its corners clockwise from the top; the edge from corner k to the next faces direction k."""
        x, y = self.point
        return tuple((x + math.sin(math.pi / 3 * k), y + math.cos(math.pi / 3 * k)) for k in range(6))


DIRECTIONS = (Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1))
"""Clockwise from the north-east; each is the one before, turned by a sixth."""

ORIGIN = Hex(0, 0)
_BASIS = (Hex(2, 1), Hex(-1, 3))


class PlaceKind(StrEnum):
    """What lies on a place: map.rings, setup.map.fixed-tiles."""

    CENTRE = "centre"
    VOLCANO = "volcano"
    TEMPLE = "temple"
    BRIDGE = "bridge"


class Place(msgspec.Struct, frozen=True):
    """A place for one tile. ``at`` counts in lattice steps, ``middle`` in hexes."""

    id: PlaceId
    kind: PlaceKind
    at: Hex
    middle: Hex

    @property
    def ring(self) -> int:
        """0 for the centre to 3."""
        return abs(self.at)

    @property
    def level(self) -> str | None:
        """Level of the tile that belongs here (explore.level-by-ring); None where no volcano tile lies."""
        return LEVELS[self.ring - 1] if self.kind == PlaceKind.VOLCANO else None

    @property
    def is_safe(self) -> bool:
        """map.safe-tiles"""
        return self.kind != PlaceKind.VOLCANO

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The middle and the six petals clockwise from the north-east."""
        return (self.middle, *(self.middle + step for step in DIRECTIONS))


class Space(msgspec.Struct, frozen=True):
    """Where a samurai can stand; one hex of a volcano tile, several hexes of the others."""

    id: SpaceId
    place: PlaceId
    hexes: tuple[Hex, ...]


def hexes_within(radius: int) -> tuple[Hex, ...]:
    """All hexes at most ``radius`` steps from the origin, 3r(r+1)+1 of them.

    >>> len(hexes_within(3))
    37
    """
    span = range(-radius, radius + 1)
    return tuple(Hex(q, r) for q in span for r in span if abs(q + r) <= radius)


def middle_of(at: Hex) -> Hex:
    """The middle hex of the place at these lattice coordinates."""
    (aq, ar), (bq, br) = _BASIS
    return Hex(aq * at.q + bq * at.r, ar * at.q + br * at.r)


@cites("map.rings")
def _kind(at: Hex) -> PlaceKind:
    if at == ORIGIN:
        return PlaceKind.CENTRE
    for direction, step in enumerate(DIRECTIONS):
        if at == Hex(step.q * RINGS, step.r * RINGS):  # a corner of the third ring
            return PlaceKind.TEMPLE if direction % 2 else PlaceKind.BRIDGE
    return PlaceKind.VOLCANO


def _clock(at: Hex) -> float:
    """Angle of a place clockwise from the north, for numbering."""
    x, y = middle_of(at).point
    return round(math.atan2(x, y) % math.tau, 9)


def _make_places() -> tuple[Place, ...]:
    places = []
    counts: dict[str, int] = {}
    for at in sorted(hexes_within(RINGS), key=lambda at: (abs(at), _clock(at) if at != ORIGIN else 0)):
        kind = _kind(at)
        family = LEVELS[abs(at) - 1] if kind == PlaceKind.VOLCANO else str(kind)
        counts[family] = counts.get(family, 0) + 1
        name = family if kind == PlaceKind.CENTRE else f"{family}-{counts[family]}"
        places.append(Place(PlaceId(name), kind, at, middle_of(at)))
    return tuple(places)


def _make_spaces(place: Place) -> tuple[Space, ...]:
    """map.space.volcano, map.space.central-temple, map.space.bridge."""
    if place.kind == PlaceKind.VOLCANO:
        return tuple(
            Space(SpaceId(f"{place.id}.{number}"), place.id, (one,)) for number, one in enumerate(place.hexes)
        )
    if place.kind != PlaceKind.BRIDGE:
        return (Space(SpaceId(str(place.id)), place.id, place.hexes),)
    outward = next(k for k, step in enumerate(DIRECTIONS) if place.at == Hex(step.q * RINGS, step.r * RINGS))
    petals = [place.hexes[1 + (outward + k) % 6] for k in range(1, 7)]
    # The middle hex borders nothing outside, so which end it is drawn with changes no step.
    return (
        Space(SpaceId(f"{place.id}.a"), place.id, (place.middle, *petals[:3])),
        Space(SpaceId(f"{place.id}.b"), place.id, tuple(petals[3:])),
    )


PLACES: tuple[Place, ...] = _make_places()
"""The 37 places: the centre, then ring by ring, clockwise from the north."""

SPACES: tuple[Space, ...] = tuple(space for place in PLACES for space in _make_spaces(place))
"""The 220 spaces of a full map, in the order of their places."""

TEMPLES: tuple[SpaceId, ...] = tuple(
    space.id for place in PLACES if place.kind == PlaceKind.TEMPLE for space in _make_spaces(place)
)
"""The spaces of the three temples."""

_PLACE_BY_ID: Mapping[str, Place] = {place.id: place for place in PLACES}
_PLACE_AT: Mapping[Hex, Place] = {place.at: place for place in PLACES}
_SPACE_BY_ID: Mapping[str, Space] = {space.id: space for space in SPACES}
_KIND_OF: Mapping[SpaceId, PlaceKind] = {space.id: _PLACE_BY_ID[space.place].kind for space in SPACES}
_SPACE_ON: Mapping[Hex, Space] = {one: space for space in SPACES for one in space.hexes}


def place(name: str) -> Place:
    """The place with this id. Raises Unreadable.

    >>> place("temple-1").ring
    3
    """
    try:
        return _PLACE_BY_ID[name]
    except KeyError:
        raise Unreadable("place", name[:40], 0) from None


def space(name: str) -> Space:
    """The space with this id. Raises Unreadable.

    >>> space("II-7.0").place
    'II-7'
    """
    try:
        return _SPACE_BY_ID[name]
    except KeyError:
        raise Unreadable("space", name[:40], 0) from None


def kind_of(space_id: SpaceId) -> PlaceKind:
    """The kind of place that a space belongs to; of a space of the full map.

    >>> str(kind_of(TEMPLES[0]))
    'temple'
    """
    return _KIND_OF[space_id]


def space_named(values: Iterable[object]) -> str:
    """The first of these values that is the id of a space; empty where none is.

    >>> space_named([3, "II-7", "II-7.0", "centre"])
    'II-7.0'
    """
    return next((value for value in values if isinstance(value, str) and value in _SPACE_BY_ID), "")


@cache
def spaces_of(place_id: PlaceId) -> tuple[Space, ...]:
    """The spaces of one place."""
    return tuple(space for space in SPACES if space.place == place_id)


@cache
def neighbours(space_id: SpaceId) -> tuple[SpaceId, ...]:
    """Spaces that share an edge with this one (map.adjacency), whether a tile lies there or not."""
    own = space(space_id)
    found: dict[SpaceId, None] = {}
    for one in own.hexes:
        for step in DIRECTIONS:
            other = _SPACE_ON.get(one + step)
            if other is not None and other.id != space_id:
                found[other.id] = None
    return tuple(found)


@cache
def places_beside(space_id: SpaceId) -> tuple[PlaceId, ...]:
    """Other places that this space borders: where one can explore from here (explore.where)."""
    own = space(space_id)
    return tuple(
        dict.fromkeys(space(other).place for other in neighbours(space_id) if space(other).place != own.place)
    )


@cache
def neighbour_places(place_id: PlaceId) -> tuple[PlaceId, ...]:
    """The places round a place, clockwise."""
    at = place(place_id).at
    return tuple(_PLACE_AT[at + step].id for step in DIRECTIONS if at + step in _PLACE_AT)
