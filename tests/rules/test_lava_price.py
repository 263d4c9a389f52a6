"""What a walk through lava costs is told beforehand, and is what the engine takes when it is walked."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.asked.game import Walk
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import crossing, walk_cost
from tests.support.game_positions import realm
from tests.support.gear_positions import board
from tests.support.lava import LAVA, move_on, moves, owed, taken

SEEDS = 120


@pytest.mark.rule("scroll.lava-walk", "move.lava.cost")
def test_the_cost_of_a_walk_leaves_out_what_a_scroll_crosses() -> None:
    """One lava space lies on the way to I-1.0, which the scroll crosses; the way back through it is paid for."""
    game = realm(board(sandals="MM/M"), board(), tiles={"I-1": ".LLLLLL"}, scrolls={0: LAVA}).play("move")
    path = (SpaceId("I-1.4"), SpaceId("I-1.0"))
    move = move_on(game.state)
    assert crossing(game.state, move, path) == (0, 1)
    assert walk_cost(game.state, move, path) == 0
    assert walk_cost(game.state, move, (*path, SpaceId("I-1.4"))) == 5
    game.play("walk I-1.4 I-1.0")
    assert walk_cost(game.state, move_on(game.state), (SpaceId("I-1.4"),)) == 5


@pytest.mark.rule("scroll.lava-walk", "move.lava.cost", "move.lava.pay-after", "move.lava.interrupted")
def test_the_cost_of_a_walk_is_what_the_engine_takes() -> None:
    paid = crossed = 0
    for seed in range(SEEDS):
        for state in moves(seed):
            before = owed(state)
            for walk in [one for one in GAME.options(state) if isinstance(one, Walk)][:40]:
                cost = walk_cost(state, move_on(state), walk.path)
                assert cost == taken(state, walk.path) - before, (seed, walk)
                paid += cost > 0
                crossed += crossing(state, move_on(state), walk.path).free > 0
    assert min(paid, crossed) > 100, "otherwise this says nothing"
