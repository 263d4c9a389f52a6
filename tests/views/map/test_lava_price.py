"""The price that a page shows with a walk is what the engine takes when it is walked."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from fujikoro_nb.engine.fujikoro.asked.game import Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.texts import say
from fujikoro_nb.views.game.question import rows_of
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.map.reach import reach_of
from tests.support.game_positions import realm
from tests.support.gear_positions import board
from tests.support.lava import LAVA, moves, owed, taken

SEEDS = 120
WORDS = Words(["Ayame", "Botan"], partial(say, language="en"), "en")


def rows(state: GameState) -> list[dict[str, Any]]:
    """The rows of the walks."""
    question = GAME.question(state)
    assert question is not None
    listed, _ = rows_of(state, question, GAME.options(state), WORDS)
    return [row for row in listed if row["path"]]


@pytest.mark.rule("scroll.lava-walk")
def test_lava_that_a_scroll_crosses_has_no_price() -> None:
    """One space of lava lies before I-1.0, and the scroll crosses it; behind it lies more, which is paid for."""
    game = realm(board(sandals="MM/M"), board(), tiles={"I-1": ".LLLLL."}, scrolls={0: LAVA}).play("move")
    offered = reach_of(game.state).at("I-1.0")
    (row,) = (row for row in rows(game.state) if row["at"] == "I-1.0")
    assert offered is not None
    assert (offered.cost, row["price"], "5" in row["about"]) == (0, "", False)
    game.play("walk I-1.4 I-1.0", "halt")
    assert game.asked == "act"
    assert str(game.board().gear.sandals.cubes) == "MMM"


@pytest.mark.rule("scroll.lava-walk", "move.lava.cost", "move.lava.pay-after")
def test_every_price_shown_is_what_the_engine_takes() -> None:
    paid = 0
    for seed in range(SEEDS):
        for state in moves(seed):
            before = owed(state)
            walks = [one.path for one in GAME.options(state) if isinstance(one, Walk)]
            cheapest: dict[SpaceId, int] = {}
            for path in walks:
                cheapest[path[-1]] = min(cheapest.get(path[-1], 99), taken(state, path) - before)
            for offer in reach_of(state).offers:
                assert isinstance(offer.answer, Walk)
                assert offer.cost == taken(state, offer.answer.path) - before == cheapest[offer.space], seed
            for row in rows(state):
                cost = cheapest[row["at"]]
                price = f"−{cost}" if cost else ""
                assert (row["price"], taken(state, tuple(row["path"][1:])) - before) == (price, cost), seed
                paid += cost > 0
                for way in row["ways"]:
                    dear = taken(state, tuple(way["path"][1:])) - before
                    assert way["label"].endswith(f"(−{dear})") if dear else "(−" not in way["label"]
    assert paid > 40, "otherwise this says nothing"
