"""The random positions: the same again, plain data, possible in a game, and full of what the rules are about."""

from __future__ import annotations

import pytest

from tests.oracles.eruption import outcomes, victims
from tests.oracles.generate import laws_broken, random_end, random_position, random_steps
from tests.oracles.lava import can_pay, cubes_of, gear_after, total_value, ways_to_pay
from tests.oracles.mountain import has_room, is_lava
from tests.oracles.movement import is_legal, legal_paths, next_steps, walk
from tests.oracles.scoring import final_scores, winners

SEEDS = range(200)


@pytest.mark.parametrize("characters", [False, True])
def test_positions_could_be_so(characters):
    for seed in SEEDS:
        assert laws_broken(random_position(seed, characters=characters)) == []
        assert laws_broken(random_end(seed, characters=characters)) == []


def test_same_seed_same_position():
    assert [random_position(seed) for seed in range(20)] == [random_position(seed) for seed in range(20)]
    assert random_end(3) == random_end(3)
    assert random_position(1) != random_position(2)


def test_laws_of_movement():
    """Every path offered ends with room on firm ground and can be paid for; every other is refused."""
    for seed in range(40):
        position = random_position(seed, characters=True)
        seat = position["active"]
        paths = legal_paths(position, seat)
        for path in paths[::7]:
            gone = walk(position, seat, path)
            assert gone["entered"] == path
            assert not is_lava(position, path[-1])
            assert has_room(position, path[-1], mover=seat)
            sandals = position["players"][seat]["sandals"]
            ways = ways_to_pay(sandals, len(gone["lava"]))
            assert ways
            for way in ways:
                spent = total_value(sandals) - total_value(gear_after(sandals, way))
                assert spent >= gone["damage"]
        steps_seat, path = random_steps(seed, position)
        if steps_seat == seat:
            assert is_legal(position, seat, path) == (path in paths)


def test_steps_are_the_prefixes_of_paths():
    """A step is offered exactly if some path goes that way."""
    for seed in range(60):
        position = random_position(seed)
        seat = position["active"]
        paths = legal_paths(position, seat)
        assert next_steps(position, seat, []) == sorted({path[0] for path in paths})
        if paths and not is_lava(position, paths[-1][0]):
            assert paths[-1][:1] in paths


def test_laws_of_eruptions():
    """Nobody ends on lava or in a crowd, only victims change, cubes only go."""
    seen = 0
    for seed in range(150):
        position = random_position(seed)
        event = position["track"][position["countdown"]]
        if position["marker"] is None or not isinstance(event, int):
            continue
        hurt = victims(position, event)
        seen += len(hurt)
        for after in outcomes(position, event)[:200]:
            assert laws_broken(after) == []
            for seat, one in enumerate(after["players"]):
                before = position["players"][seat]
                if seat not in hurt:
                    assert one == before
                    continue
                assert cubes_of(one["sandals"]).items() <= cubes_of(before["sandals"]).items()
                assert one["space"] != before["space"]
                assert one["conscious"]
                if not before["conscious"]:
                    assert (one["sandals"], one["space"][:6]) == (before["sandals"], "temple")
    assert seen > 30


def test_ends_have_a_winner():
    for seed in SEEDS:
        position = random_end(seed)
        scores = final_scores(position)
        first = winners(position)
        assert first
        assert all(scores[seat] == max(scores) for seat in first)
        assert set(first) <= set(winners(position, tie="escaped"))


def test_positions_are_crowded():
    """Enough of each kind of trouble, so that a comparison means something."""
    found = dict.fromkeys(["lava", "two lava", "asked", "dragon", "shared", "unaffordable", "lying"], 0)
    for seed in range(150):
        position = random_position(seed)
        seat = position["active"]
        spaces = [one["space"] for one in position["players"] if one["space"]]
        found["shared"] += len(spaces) > len(set(spaces))
        found["lying"] += any(not one["conscious"] for one in position["players"])
        found["unaffordable"] += not can_pay(position["players"][seat]["sandals"], 1)
        gone = [walk(position, seat, path) for path in legal_paths(position, seat)]
        found["lava"] += any(one["lava"] for one in gone)
        found["two lava"] += any(len(one["lava"]) > 1 for one in gone)
        found["asked"] += any(one["asked"] for one in gone)
        found["dragon"] += any(one["stop"] == "dragon" for one in gone)
    assert min(found.values()) >= 3, found
    assert found["asked"] > 30
