"""The naive map against what the booklets say of it, and against the ids of the engine's geometry."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.board import geometry
from tests.oracles.mountain import (
    HEXES_OF,
    NEIGHBOURS,
    PLACES,
    SPACES,
    face,
    has_room,
    is_lava,
    is_revealed,
    is_safe,
    place_of,
)
from tests.oracles.scene import player, scene


def test_rings_hold_6_12_and_18_places():
    """map.rings, setup.map.fixed-tiles"""
    kinds = [place.rpartition("-")[0] or place for place in PLACES]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "centre": 1,
        "I": 6,
        "II": 12,
        "III": 12,
        "temple": 3,
        "bridge": 3,
    }
    hexes = [hexagon for hexes in HEXES_OF.values() for hexagon in hexes]
    assert len(hexes) == len(set(hexes)) == 37 * 7


def test_spaces_of_a_tile():
    """map.space.volcano, map.space.central-temple, map.space.bridge"""
    assert SPACES.count("centre") == 1
    for place in PLACES:
        count = sum(place_of(space) == place for space in SPACES)
        assert count == (7 if place.startswith("I") else 2 if place.startswith("bridge") else 1)


def test_adjacency_is_mutual_and_a_petal_borders_two_places():
    """map.adjacency, explore.where: nothing but its own tile borders a middle."""
    for space, around in NEIGHBOURS.items():
        assert all(space in NEIGHBOURS[other] for other in around)
        if space.startswith("I"):
            others = {place_of(other) for other in around} - {place_of(space)}
            if space.endswith(".0"):
                assert others == set()
            elif not space.startswith("III"):  # beyond the third ring there is nothing
                assert len(others) == 2


def test_temple_is_crossed_in_two_steps():
    """map.space.central-temple: onto it and off at the far side."""
    for temple in ["temple-1", "temple-2", "temple-3", "centre"]:
        assert len({place_of(other) for other in NEIGHBOURS[temple]}) == (6 if temple == "centre" else 3)


def test_bridge_is_entered_over_any_edge():
    """map.space.bridge: every place beside a bridge borders one of its spaces."""
    around = {place_of(other) for end in "ab" for other in NEIGHBOURS[f"bridge-1.{end}"]}
    assert around - {"bridge-1"} == {"III-2", "III-3", "II-2"}
    assert "bridge-1.b" in NEIGHBOURS["bridge-1.a"]


def test_a_third_of_a_turn_changes_nothing():
    """The map looks the same three times in a turn: so do the numbers of neighbours in each place."""
    for level, count in [("I", 6), ("II", 12), ("III", 12)]:
        for number in range(1, count + 1):
            turned = (number - 1 + count // 3) % count + 1
            for petal in range(7):
                turned_petal = petal and (petal - 1 + 2) % 6 + 1
                one, other = f"{level}-{number}.{petal}", f"{level}-{turned}.{turned_petal}"
                assert len(NEIGHBOURS[one]) == len(NEIGHBOURS[other])


def test_ids_and_neighbours_are_those_of_the_engine():
    assert [space.id for space in geometry.SPACES] == SPACES
    assert [place.id for place in geometry.PLACES] == PLACES
    for space in geometry.SPACES:
        assert sorted(geometry.neighbours(space.id)) == sorted(NEIGHBOURS[space.id])
        assert sorted(space.hexes) == sorted(HEXES_OF[space.id])


def test_lava_now_and_to_come():
    """map.lava.printed: numbered 3, countdown has reached 2. explore.fill.late-lava: 1 and 2 have erupted."""
    position = scene(player(), tiles={"I-1": ".L123XD"}, erupted=[1, 2])
    lava = [space for space in SPACES if is_revealed(position, space) and is_lava(position, space)]
    assert lava == ["I-1.1", "I-1.2", "I-1.3"]
    assert face(position, "I-1.5") == "X"
    assert not is_revealed(position, "I-2.0")


def test_safe_tiles_and_their_switch():
    """map.safe-tiles: three kinds, or without bridges by the shorter lists."""
    assert [space for space in SPACES if is_safe(space)] == [
        space for space in SPACES if not space.startswith("I")
    ]
    assert not is_safe("bridge-1.a", safe_tiles="without-bridges")
    assert is_safe("temple-1", safe_tiles="without-bridges")


def test_room():
    """map.capacity.two, map.capacity.safe-exempt, map.capacity.unconscious"""
    position = scene(
        player("I-1.0"),
        player("I-1.0", conscious=False),
        player(),
        player(),
        player(),
        tiles={"I-1": "......."},
    )
    assert not has_room(position, "I-1.0", mover=2)
    assert has_room(position, "I-1.0", mover=1)
    assert has_room(position, "centre", mover=0)
    assert not has_room(position, "centre", mover=0, safe_room="two")
