"""Monks walk as the naive reference has it, and what a game leaves with whom is what was told."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import pytest

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE
from fujikoro_nb.engine.fujikoro.rules.scenes.monk_steps import monk_steps, target_of
from tests.oracles.generate import random_position
from tests.oracles.monk_steps import monk_target, monk_ways
from tests.oracles.mountain import SPACES as EVERY
from tests.oracles.mountain import is_fixed, is_revealed
from tests.support.naive_walks import mover, readings_of, realm_of
from tests.support.sampling import sample

POSITIONS, SAMPLED, MANY_POSITIONS = 400, 25, 10_000


def monks_walk_alike(seeds: Iterable[int]) -> Counter[str]:
    """Three monks anywhere on each mountain: whom each heads for, and by which spaces."""
    seen = Counter[str]()
    for seed in seeds:
        chosen, rulings = readings_of(seed)
        chosen = {name: said for name, said in chosen.items() if name == "safe_tiles"}
        stays = seed % 3 == 0
        if stays:
            rulings = rulings.with_reading("scenario.4.competitive.monk-outnumbered", "stays")
        position, chance = random_position(seed), random.Random(seed)
        seat = mover(position)
        open_spaces = [one for one in EVERY if is_revealed(position, one) and not is_fixed(one)]
        if seat is None or not open_spaces:
            continue
        state = realm_of(position, seat, rulings, scenario=4, mode=COMPETITIVE).state
        for monk in (chance.choice(open_spaces) for _ in range(3)):
            target = monk_target(position, monk, stays_for_pairs=stays, **chosen)
            assert target_of(state, SpaceId(monk)) == target, (seed, monk)
            seen["nobody" if target is None else "target"] += 1
            if target is None or state.samurai[target].space == monk:
                continue
            to = state.samurai[target].space
            ways = monk_ways(position, monk, to, **chosen)
            assert set(monk_steps(state, SpaceId(monk), to)) == ways, (seed, monk)
            seen[f"ways {min(len(ways), 2)}"] += 1
    return seen


def test_monks_walk_as_in_the_reference() -> None:
    seen = monks_walk_alike(sample(range(POSITIONS), SAMPLED))
    assert seen["nobody"] and seen["target"]


@pytest.mark.soak
def test_monks_walk_as_in_the_reference_on_many_mountains() -> None:
    seen = monks_walk_alike(range(POSITIONS, MANY_POSITIONS))
    assert min(seen[what] for what in ("nobody", "target", "ways 0", "ways 1", "ways 2")) > 100


def test_monks_along_a_game_are_those_that_were_told() -> None:
    """Counted from what the log says: every monk beaten leaves the map, every defeat costs what was told."""
    for seed in sample(range(40), 2):
        session = new_session(players=3, seed=str(seed), scenario=4)
        play_out(session, bots_of(["heuristic"], players=3, seed=str(seed)))
        told = Counter(event.kind for line in session.lines for event in line.events)
        assert session.question is None
        assert told["monk-fights"] == told["monk-fight-over"]
        assert told["monk-beaten"] == told["monk-gathered"] + told["monk-leaves"]
        assert told["monk-met"] + told["monk-attacks"] <= told["monk-fights"]
        assert min(samurai.score for samurai in session.state.samurai) >= 0
