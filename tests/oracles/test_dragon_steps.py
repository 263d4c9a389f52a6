"""The engine's dragons walk as those of the naive reference, on random maps."""

from __future__ import annotations

import random

import pytest

from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceId, PlaceKind
from fujikoro_nb.engine.fujikoro.rules.group.steps import nearest, steps_towards
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from tests.oracles.dragon_steps import legal_moves
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
    for dragon in dragons:
        expected = legal_moves(explored, dragons, samurai, dragon, **readings)
        assert by_engine(explored, dragons, seen, dragon, rulings) == expected, (seed, dragon)


@pytest.mark.rule(
    "coop.dragon.moves-towards-nearest",
    "coop.dragon.one-per-tile",
    "coop.dragon.only-explored-tiles",
    "coop.dragon.never-enters-safe",
)
def test_dragons_walk_as_in_the_reference() -> None:
    for seed in MAPS:
        compare(seed, ADOPTED)


@pytest.mark.parametrize("number", range(len(OTHERS)))
def test_dragons_walk_as_in_the_reference_by_other_readings(number: int) -> None:
    rule, reading = OTHERS[number]
    rulings = ADOPTED.with_reading(rule, reading)
    readings = {"by_route": number == 0, "sidesteps": number == 1}
    for seed in MAPS[:30]:
        compare(seed, rulings, **readings)
