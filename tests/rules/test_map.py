"""Chapter "map": rings, spaces, who is safe where, how many find room, and where lava is."""

from __future__ import annotations

from collections import Counter

import pytest

from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, SPACES, SpaceId, neighbours, place, spaces_of
from tests.support.game_positions import WEAK, realm
from tests.support.gear_positions import adopted_but, board

FOUR = tuple(board() for _ in range(4))
SIX = tuple(board() for _ in range(6))
PLAIN = {"I-1": "......."}


@pytest.mark.rule("map.rings", "explore.level-by-ring")
def test_map_rings() -> None:
    """Six, twelve, and eighteen of which twelve have level III and three each are bridges and temples."""
    kinds = Counter((each.ring, each.level or str(each.kind)) for each in PLACES)
    assert kinds == {
        (0, "centre"): 1,
        (1, "I"): 6,
        (2, "II"): 12,
        (3, "III"): 12,
        (3, "bridge"): 3,
        (3, "temple"): 3,
    }


@pytest.mark.rule("map.space.volcano")
def test_map_space_volcano() -> None:
    game = realm(tiles={"I-1": "DL1smhX"})
    tile = game.laid("I-1")
    assert len(spaces_of(place("I-1").id)) == 7
    assert [tile.face(number).kind for number in range(7)] == [
        "dragon",
        "lava",
        "plain",
        "square",
        "monk",
        "hexagon",
        "exit",
    ]


@pytest.mark.rule("map.space.central-temple")
def test_map_space_central_temple() -> None:
    """Onto a temple and off at its far side are two steps."""
    assert [len(spaces_of(place(name).id)) for name in ("centre", "temple-1")] == [1, 1]
    game = realm(tiles={"III-4": ".......", "III-5": "......."}, at=("III-4.3",))
    assert game.play("move").refused("walk temple-1 III-5.2") is None


@pytest.mark.rule("map.space.bridge")
def test_map_space_bridge() -> None:
    """Two spaces; every space that shares an edge leads onto them."""
    assert len(spaces_of(place("bridge-1").id)) == 2
    game = realm(tiles={"III-3": ".......", "II-2": "......."}, at=("III-3.1", "II-2.1"))
    assert game.play("move").refused("walk bridge-1.a bridge-1.b") is None
    across = realm(tiles={"II-2": "......."}, at=("II-2.1",)).play("move")
    assert (across.refused("walk bridge-1.a"), across.refused("walk bridge-1.b")) == (None, None)


@pytest.mark.rule("map.unexplored", "move.revealed-only")
def test_map_unexplored() -> None:
    game = realm(tiles=PLAIN).play("move")
    assert game.refused("walk I-1.4") is None
    assert game.refused("walk I-2.6") == "move.revealed-only"


@pytest.mark.rule("map.safe-tiles")
@pytest.mark.parametrize("space", ["centre", "temple-1", "bridge-1.a"])
def test_map_safe_tiles(space: str) -> None:
    """Nobody is asked to fight there, and one may go on."""
    tiles = {"I-1": ".......", "III-4": ".......", "II-2": "......."}
    came_from = {"centre": "I-1.4", "temple-1": "III-4.3", "bridge-1.a": "II-2.1"}[space]
    game = realm(tiles=tiles, at=(came_from, space)).play("move", f"walk {space}")
    assert (game.asked, game.at()) == ("walk", space)


@pytest.mark.rule("map.capacity.two")
def test_map_capacity_two() -> None:
    """Two share a space; a third neither enters nor crosses it."""
    game = realm(*FOUR, tiles=PLAIN, at=("centre", "I-1.4", "I-1.5", "I-1.5")).play("move")
    assert game.refused("walk I-1.5") == "map.capacity.two"
    assert game.refused("walk I-1.5 I-1.6") == "map.capacity.two"
    game.play("walk I-1.4", "let-be", "let-be")
    assert [samurai.space for samurai in game.state.samurai].count(SpaceId("I-1.4")) == 2


@pytest.mark.rule("map.capacity.safe-exempt")
@pytest.mark.parametrize(("space", "origin"), [("temple-1", "III-4.3"), ("bridge-1.a", "II-2.1")])
def test_map_capacity_safe_exempt(space: str, origin: str) -> None:
    tiles = {"III-4": ".......", "II-2": "......."}
    at = (origin, space, space, space)
    assert realm(*FOUR, tiles=tiles, at=at).play("move").refused(f"walk {space}") is None
    two = adopted_but("map.capacity.safe-exempt", "two")
    strict = realm(*FOUR, tiles=tiles, at=at, rulings=two).play("move")
    assert strict.refused(f"walk {space}") == "map.capacity.two"


@pytest.mark.rule("map.capacity.unconscious")
def test_map_capacity_unconscious() -> None:
    game = realm(*FOUR, tiles=PLAIN, at=("centre", "I-1.4", "I-1.4"), down=(2,)).play("move")
    assert game.refused("walk I-1.4") == "map.capacity.two"


@pytest.mark.rule("map.dragon.one-per-tile")
def test_map_dragon_one_per_tile() -> None:
    """It defends all seven spaces and stays where it is."""
    tiles = {"I-1": "D......"}
    game = realm(tiles=tiles, dragons={"I-1": WEAK})
    every = [space.id for space in spaces_of(place("I-1").id)]
    assert {game.state.dragon_on(space) for space in every} == {WEAK}
    game.play("move", "halt", "move", "halt")
    assert game.laid("I-1").dragon == WEAK


@pytest.mark.rule("map.lava.printed")
def test_map_lava_printed() -> None:
    """Printed lava is lava from the start; a number only once it has a lava tile."""
    game = realm(tiles={"I-1": ".L..3.."}, countdown=2)
    spaces = {number: SpaceId(f"I-1.{number}") for number in range(7)}
    assert [number for number, space in spaces.items() if game.state.is_lava(space)] == [1]
    later = realm(tiles={"I-1": ".L..3.."}, lava=("I-1.4",))
    assert [number for number, space in spaces.items() if later.state.is_lava(space)] == [1, 4]
    assert not game.state.is_lava(SpaceId("centre"))


@pytest.mark.rule("map.adjacency")
def test_map_adjacency() -> None:
    """Sharing an edge is mutual and crosses seams; nothing else is a step."""
    assert all(space.id in neighbours(other) for space in SPACES for other in neighbours(space.id))
    tiles = {"I-1": ".......", "I-2": "......."}
    game = realm(tiles=tiles, at=("I-1.3",)).play("move")
    assert game.refused("walk I-2.1") is None
    assert game.refused("walk I-2.2") == "map.adjacency"
    assert game.refused("walk I-1.6") == "map.adjacency"
