"""The ways of a group's bots over the whole map, against an independent count."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.bots.goals import is_firm
from fujikoro_nb.bots.together.aims import aims
from fujikoro_nb.bots.together.plan import Plan
from fujikoro_nb.bots.together.routes import FAR_AWAY, costs
from fujikoro_nb.bots.together.turns import KEPT, Field
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    SPACES,
    PlaceKind,
    SpaceId,
    neighbour_places,
    neighbours,
    place,
    space,
)
from fujikoro_nb.engine.kernel import Seat

CROSSED = {PlaceKind.CENTRE: 0.5, PlaceKind.TEMPLE: 0.5, PlaceKind.BRIDGE: 0.7, PlaceKind.VOLCANO: 1.0}


def positions() -> Iterator[GameState]:
    for players, mode in ((1, "solo"), (3, "coop")):
        session = new_session(players=players, seed="ways", mode=mode)
        bots = bots_of(["heuristic"], players=players, seed=1)
        for turns in (1, 12, 30):
            play_out(session, bots, most_turns=turns)
            yield session.state


def test_costs_are_those_of_a_walk_that_tries_every_place() -> None:
    """Each place as often as there are places (Bellman and Ford), whatever the mountain was asked before."""
    compared = 0
    for state in positions():
        for sought in ((), ("II",), ("II", "III")):
            for target in ("centre", "temple-2", "II-5"):
                far = {one.id: 0.0 if one.id == target else FAR_AWAY for one in PLACES}
                for _ in PLACES:
                    for at in PLACES:
                        tile = state.tile_on(at.id)
                        step = CROSSED[at.kind]
                        step += not state.is_revealed(at.id) and at.level not in sought
                        step += 3.0 * (tile is not None and tile.dragon is not None)
                        for to in neighbour_places(at.id):
                            far[to] = min(far[to], far[at.id] + step)
                told = costs(state, place(target).id, sought=sought)
                assert {to: told.get(to, FAR_AWAY) for to in far} == pytest.approx(far)
                compared += len(far)
    assert compared > 1000


def test_the_best_promise_is_that_of_the_best_goal_by_its_way() -> None:
    compared = 0
    for state in positions():
        goals = list(aims(Plan(state), Seat(0)))
        field, best = Field(state, Seat(0), goals, 2), dict.fromkeys((one.id for one in SPACES), 0.0)
        for goal in goals:
            for at, steps in walked_back(state, goal.at):
                best[at] = max(best[at], goal.worth * KEPT**goal.actions * KEPT ** (steps / 2))
        for at, worth in best.items():
            assert max(0.0, field.promise(at).worth) == pytest.approx(worth), at
            compared += worth > 0
    assert compared > 50


def walked_back(state: GameState, start: SpaceId) -> Iterator[tuple[SpaceId, int]]:
    """Every space from which a walk leads there, over firm ground and past no dragon."""
    seen, edge, steps = {start}, [start], 0
    while edge:
        beyond = []
        for at in edge:
            yield at, steps
            if not is_firm(state, Seat(0), at):
                continue
            for to in neighbours(at):
                if to not in seen and state.is_revealed(space(to).place) and state.dragon_on(to) is None:
                    seen.add(to)
                    beyond.append(to)
        edge, steps = beyond, steps + 1
