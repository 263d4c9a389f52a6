"""Some of the generated fights, played in the engine by the solver's decisions; all of them are played in the soak."""

from __future__ import annotations

from collections import Counter

import pytest

from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.worn import inspect_weapon
from fujikoro_nb.odds import Goal, who_is_first
from tests.odds.generated_positions import COLOURS, POSITIONS, SENT, positions
from tests.odds.playouts import compared

SAMPLED = (1, 5, 8, 10, 23, 27)


@pytest.mark.parametrize("number", SAMPLED)
def test_generated_playouts_equal_odds(number: int) -> None:
    position = positions()[number]
    for one in compared(position, 400):
        assert abs(one.z) < 4, (position.text, one)


def test_generated_positions_meet_everything() -> None:
    found = positions()
    assert len({one.text for one in found}) == POSITIONS
    weapons = [inspect_weapon(one.board.gear, SYMMETRIC).weapons for one in found]
    assert {tuple(weapon.hands for weapon in both) for both in weapons} == {(1,), (1, 1), (2,)}
    assert {len(one.board.gear.weapon) for one in found} == set(range(2, 9))
    assert {one.dragon.colour for one in found} == set(COLOURS)
    assert {one.goal for one in found} == set(Goal)
    assert {one.all_dice for one in found} == {True, False}
    assert {one.monk.source for one in found if one.monk} == set(SENT.values())
    assert {who_is_first(one.samurai, one.foe) for one in found if not one.monk} == {"samurai", "dragon"}
    magic: Counter[tuple[str, bool]] = Counter()
    for one in found:
        magic.update((str(blueprint.kind), True) for blueprint in one.board.blueprints)
        magic.update((str(blueprint.kind), False) for blueprint in one.board.lost_blueprints)
    assert all(magic[kind, is_owned] >= 3 for kind in ("weapon", "helmet") for is_owned in (True, False))
