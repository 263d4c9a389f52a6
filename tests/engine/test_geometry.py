"""The map against closed forms and against its own symmetry; no number here comes from our own output."""

from __future__ import annotations

from collections import Counter

import pytest

from fujikoro_nb.engine.fujikoro.board.geometry import (
    DIRECTIONS,
    ORIGIN,
    PLACES,
    SPACES,
    Hex,
    PlaceKind,
    hexes_within,
    middle_of,
    neighbour_places,
    neighbours,
    place,
    places_beside,
    space,
    spaces_of,
)
from fujikoro_nb.engine.kernel import Unreadable

OWNER = {one: p.id for p in PLACES for one in p.hexes}
SPACE_ON = {one: s for s in SPACES for one in s.hexes}
VOLCANO = [p for p in PLACES if p.kind == PlaceKind.VOLCANO]


@pytest.mark.parametrize("radius", range(8))
def test_hexes_within_closed_form(radius: int) -> None:
    within = hexes_within(radius)
    assert len(within) == len(set(within)) == 3 * radius * (radius + 1) + 1
    assert all(abs(one) <= radius for one in within)


def test_steps_to_each_direction_are_one_and_turn_clockwise() -> None:
    assert [abs(step) for step in DIRECTIONS] == [1] * 6
    for step, following in zip(DIRECTIONS, DIRECTIONS[1:] + DIRECTIONS[:1], strict=True):
        assert step.turned() == following
    x, y = DIRECTIONS[0].point
    assert x > 0, "the first direction is the north-east, y upwards"
    assert y > 0


def test_flowers_tile_without_overlap() -> None:
    assert len(PLACES) == 37
    assert len(OWNER) == 37 * 7 == 259


def test_lattice_has_density_one_in_seven() -> None:
    """The determinant of the basis is the number of hexes a place."""
    a, b = middle_of(Hex(1, 0)), middle_of(Hex(0, 1))
    assert a.q * b.r - a.r * b.q == 7


@pytest.mark.rule("map.rings")
def test_map_rings() -> None:
    assert Counter(p.ring for p in PLACES) == {0: 1, 1: 6, 2: 12, 3: 18}
    assert Counter(p.level for p in PLACES) == {None: 7, "I": 6, "II": 12, "III": 12}
    assert Counter(p.kind for p in PLACES if p.ring == 3) == {"volcano": 12, "temple": 3, "bridge": 3}


@pytest.mark.rule("setup.map.fixed-tiles")
def test_setup_map_fixed_tiles() -> None:
    assert Counter(p.kind for p in PLACES if p.is_safe) == {"centre": 1, "temple": 3, "bridge": 3}


@pytest.mark.rule("explore.level-by-ring")
def test_explore_level_by_ring() -> None:
    assert {(p.ring, p.level) for p in VOLCANO} == {(1, "I"), (2, "II"), (3, "III")}


def _shared_edges(first: str, second: str) -> list[tuple[Hex, Hex]]:
    return [
        (one, one + step)
        for one in place(first).hexes
        for step in DIRECTIONS
        if OWNER.get(one + step) == second
    ]


def test_neighbour_flowers_touch_along_three_edges_through_two_petals_each() -> None:
    for p in PLACES:
        for other in neighbour_places(p.id):
            edges = _shared_edges(p.id, other)
            assert len(edges) == 3
            assert len({one for one, _ in edges}) == len({two for _, two in edges}) == 2


def test_neighbour_places_by_ring() -> None:
    """In a hexagon of places an inner one has six neighbours, one on a side four, a corner three."""
    counts = Counter(len(neighbour_places(p.id)) for p in PLACES)
    assert counts == {6: 19, 4: 12, 3: 6}


@pytest.mark.rule("explore.where")
def test_explore_where_petal_borders_two_places_and_middle_none() -> None:
    for p in VOLCANO:
        for number, one in enumerate(p.hexes):
            around = {middle_of(p.at + step) for step in DIRECTIONS}
            bordered = [
                middle for middle in around if any(abs(other - one) == 1 for other in _flower(middle))
            ]
            assert len(bordered) == (2 if number else 0)
            inside = [middle for middle in bordered if middle in OWNER]
            assert len(places_beside(f"{p.id}.{number}")) == len(inside)


def _flower(middle: Hex) -> list[Hex]:
    return [middle, *(middle + step for step in DIRECTIONS)]


@pytest.mark.parametrize("sixths", range(6))
def test_turning_maps_the_lattice_onto_itself(sixths: int) -> None:
    middles = {p.middle: p for p in PLACES}
    for p in PLACES:
        image = middles[p.middle.turned(sixths)]
        assert image.ring == p.ring
        assert {one.turned(sixths) for one in p.hexes} == set(image.hexes)


def _turned_space(name: str, sixths: int) -> frozenset[Hex]:
    return frozenset(one.turned(sixths) for one in space(name).hexes)


@pytest.mark.parametrize("sixths", [2, 4])
def test_turning_by_a_third_keeps_every_neighbour(sixths: int) -> None:
    """Temples and bridges alternate, so a third of a turn is the map's own symmetry."""
    image = {s.id: frozenset(_turned_space(s.id, sixths)) for s in SPACES}
    by_hexes = {frozenset(s.hexes): s.id for s in SPACES}
    for s in SPACES:
        turned = by_hexes[image[s.id]]
        assert {by_hexes[image[other]] for other in neighbours(s.id)} == set(neighbours(turned))


@pytest.mark.rule("map.space.volcano", "map.space.central-temple", "map.space.bridge")
def test_map_spaces() -> None:
    for p in PLACES:
        wanted = {"volcano": 7, "centre": 1, "temple": 1, "bridge": 2}[p.kind]
        assert len(spaces_of(p.id)) == wanted
        assert sorted(one for s in spaces_of(p.id) for one in s.hexes) == sorted(p.hexes)
    assert len(SPACES) == 30 * 7 + 1 + 3 + 3 * 2 == 220
    assert len({s.id for s in SPACES}) == 220


@pytest.mark.rule("map.adjacency")
def test_map_adjacency_is_sharing_an_edge() -> None:
    for s in SPACES:
        expected = {
            other.id
            for other in SPACES
            if other.id != s.id and any(abs(one - two) == 1 for one in s.hexes for two in other.hexes)
        }
        assert set(neighbours(s.id)) == expected
        assert all(s.id in neighbours(other) for other in expected)


@pytest.mark.rule("map.space.bridge")
def test_map_space_bridge_can_be_entered_across_any_edge() -> None:
    """Whoever stands beside a bridge hex is one step from a space of the bridge."""
    for p in PLACES:
        if p.kind != PlaceKind.BRIDGE:
            continue
        first, second = spaces_of(p.id)
        assert second.id in neighbours(first.id)
        for one in p.hexes:
            for step in DIRECTIONS:
                outside = SPACE_ON.get(one + step)
                if outside is not None and outside.place != p.id:
                    assert {first.id, second.id} & set(neighbours(outside.id))


@pytest.mark.rule("map.space.central-temple")
def test_map_space_temple_is_crossed_in_two_steps() -> None:
    for p in PLACES:
        if p.kind == PlaceKind.TEMPLE:
            around = neighbours(p.id)
            assert len({space(other).place for other in around}) == 3  # a corner place has three neighbours
            assert all(p.id in neighbours(other) for other in around)


def test_middle_of_a_tile_borders_its_petals_only() -> None:
    for p in VOLCANO:
        assert set(neighbours(f"{p.id}.0")) == {f"{p.id}.{k}" for k in range(1, 7)}


def test_hexes_meet_exactly_where_corners_are_shared() -> None:
    """The drawing agrees with the grid: neighbours share the two corners of the edge that faces them."""
    for k, step in enumerate(DIRECTIONS):
        own, other = ORIGIN.corners, step.corners
        shared = {(round(x, 6), round(y, 6)) for x, y in own} & {(round(x, 6), round(y, 6)) for x, y in other}
        facing = {(round(x, 6), round(y, 6)) for x, y in (own[k], own[(k + 1) % 6])}
        assert shared == facing


@pytest.mark.parametrize(
    "text", ["", "II-13.0", "I-1", "centre.0", "temple-4", "x" * 5000, "II-7.7", "Ⅱ-7.0"]
)
def test_unknown_space_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable) as error:
        space(text)
    assert error.value.reason == "space"
    assert len(error.value.text) <= 40


def test_unknown_place_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        place("bridge-4")
