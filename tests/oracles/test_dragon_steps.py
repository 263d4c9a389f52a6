"""The engine's dragons walk as those of the naive reference, on random maps."""

from __future__ import annotations

import random

import pytest

from fujikoro_nb.engine.fujikoro.asked.dens import with_dragon
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceId, PlaceKind, spaces_of
from fujikoro_nb.engine.fujikoro.board.mountain import LaidTile
from fujikoro_nb.engine.fujikoro.modes import COOP
from fujikoro_nb.engine.fujikoro.rules.group.steps import nearest, next_steps, steps_towards, targets
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Seat
from tests.oracles.dragon_steps import CENTRE, legal_moves
from tests.support.fights import dragon
from tests.support.game_positions import HOUSE, tile
from tests.support.sampling import sample

VOLCANO = [one.id for one in PLACES if one.kind == PlaceKind.VOLCANO]
MAPS = sample(range(10_000), 150)

OTHERS = (
    ("coop.dragon.moves-towards-nearest", "by-route"),
    ("coop.dragon.blocked-stays", "may-sidestep"),
)


def by_engine(
    explored: list[PlaceId], dragons: list[PlaceId], seen: list[PlaceId], dragon: PlaceId, rulings: Rulings
) -> set[tuple[str, str]]:
    """The same as the reference says, asked of the engine's functions."""
    targets = nearest(dragon, seen, frozenset(explored), rulings=rulings)
    if not targets:
        return {("", dragon)}
    moves = set()
    for target in targets:
        steps = steps_towards(dragon, target, frozenset(explored), dragons, rulings=rulings)
        moves |= {(target, to) for to in steps or (dragon,)}
    return moves


def compare(seed: int, rulings: Rulings, **readings: bool) -> None:
    """One random map: any tiles, dragons and samurai."""
    chance = random.Random(seed)
    explored = [at for at in VOLCANO if chance.random() < chance.choice((0.3, 0.6, 0.9))] or VOLCANO[:3]
    dragons = chance.sample(explored, min(len(explored), chance.randint(1, 9)))
    samurai = [chance.choice([*explored, *(one.id for one in PLACES if one.is_safe)]) for _ in range(4)]
    seen = [at for at in samurai if at in VOLCANO]
    for lair in dragons:
        expected = legal_moves(explored, dragons, samurai, lair, **readings)
        assert by_engine(explored, dragons, seen, lair, rulings) == expected, (seed, lair)


@pytest.mark.rule(
    "coop.dragon.moves-towards-nearest",
    "coop.dragon.one-per-tile",
    "coop.dragon.only-explored-tiles",
    "coop.dragon.never-enters-safe",
)
def test_dragons_walk_as_in_the_reference() -> None:
    for seed in MAPS:
        compare(seed, ADOPTED)


@pytest.mark.rule(
    "scenario.6.coop.centre-not-safe",
    "scenario.6.coop.route-through-centre",
    "scenario.6.coop.other-dragon-blocks",
)
def test_dragons_walk_over_the_open_centre_as_in_the_reference() -> None:
    """Whole states of the scenario: tiles, dragons (perhaps one on the central tile) and samurai anywhere."""
    bare = new_game(HOUSE, players=4, mode=COOP, scenario=6)
    for seed in MAPS[:60]:
        chance = random.Random(seed)
        explored = [at for at in VOLCANO if chance.random() < chance.choice((0.3, 0.6, 0.9))] or VOLCANO[:3]
        lairs = chance.sample([*explored, CENTRE], min(len(explored), chance.randint(1, 9)))
        where = [chance.choice([*explored, *(one.id for one in PLACES if one.is_safe)]) for _ in range(4)]
        state = bare
        for at in explored:
            state = state.with_tile(at, LaidTile(tile(name=f"tile-{at}")))
        for at in lairs:
            state = with_dragon(state, at, dragon("9/9/1", name=f"dragon-{at}"))
        for seat, at in enumerate(where):
            state = state.moved(Seat(seat), spaces_of(at)[0].id)
        for lair in lairs:
            heads = targets(state, lair)
            found = {(to, at) for to in heads for at in next_steps(state, lair, to) or (lair,)}
            expected = legal_moves(explored, lairs, where, lair, is_centre_open=True)
            assert (found or {("", lair)}) == expected, (seed, lair)


@pytest.mark.parametrize("number", range(len(OTHERS)))
def test_dragons_walk_as_in_the_reference_by_other_readings(number: int) -> None:
    rule, reading = OTHERS[number]
    rulings = ADOPTED.with_reading(rule, reading)
    readings = {"by_route": number == 0, "sidesteps": number == 1}
    for seed in MAPS[:30]:
        compare(seed, rulings, **readings)
