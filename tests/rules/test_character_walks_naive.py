"""How Daisuke sneaks and Mitsuhide jumps, as the naive reference has it, on random positions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.characters import Leap
from fujikoro_nb.engine.fujikoro.asked.game import Battle, Walk
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.characters import character, person
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Seat
from tests.oracles.generate import random_position, random_steps
from tests.oracles.mountain import NEIGHBOURS, is_lava
from tests.oracles.movement import is_legal, legal_paths, walk
from tests.support.game_positions import Realm
from tests.support.gear_positions import WEAPON
from tests.support.naive_walks import mover, readings_of, realm_of
from tests.support.sampling import sample

POSITIONS = 200
SAMPLED = 30
MANY_POSITIONS = 10_000


def moving(position: dict[str, Any], seat: int, who: str, seed: int, *, weapon: str = "") -> Realm:
    """The position with this character about to move."""
    _, rulings = readings_of(seed)
    game = realm_of(position, seat, rulings)
    board, limits = game.board(seat), character(who)
    gear = msgspec.structs.replace(board.gear, weapon=parse_gear(weapon, WEAPON, limits).weapon)
    board = msgspec.structs.replace(board, limits=limits, played=person(who), gear=gear)
    game.state = game.state.with_board(Seat(seat), board)
    return game.play("move")


def spaces(path: Sequence[str]) -> tuple[SpaceId, ...]:
    return tuple(map(SpaceId, path))


@pytest.mark.rule("char.daisuke.sneak", "char.daisuke.sneak-capacity", "char.daisuke.move-three")
def test_daisuke_walks_where_the_reference_does() -> None:
    """Every legal path is legal, any path is judged alike, and at its end the same waits for him."""
    daisuke_walks(sample(range(POSITIONS), SAMPLED))


@pytest.mark.soak
def test_daisuke_walks_where_the_reference_does_on_many_mountains() -> None:
    daisuke_walks(range(POSITIONS, MANY_POSITIONS))


def daisuke_walks(seeds: Sequence[int]) -> None:
    walked = 0
    for seed in seeds:
        chosen, _ = readings_of(seed)
        position = random_position(seed)
        seat = mover(position)
        if seat is None:
            continue
        position["players"][seat]["who"] = "daisuke"
        game = moving(position, seat, "daisuke", seed)
        paths = legal_paths(position, seat, **chosen)
        offered = {answer.path for answer in game.options if isinstance(answer, Walk)}
        if game.about()["steps"] == 3:
            assert offered == set(map(spaces, paths))
        chance = random.Random(seed)
        for number in range(10):
            path = random_steps(seed * 100 + number, {**position, "active": seat})[1]
            refusal = GAME.check(game.state, Walk(spaces(path)))
            assert (refusal is None) == is_legal(position, seat, path, **chosen), path
        for path in chance.sample(paths, min(4, len(paths))):
            told = walk(position, seat, path, **chosen)
            here = moving(position, seat, "daisuke", seed).play(Walk(spaces(path)))
            assert (here.asked == "meet") == bool(told["asked"]), path
            battles = [frame for frame in here.state.agenda if isinstance(frame, Battle)]
            assert bool(battles) == (told["stop"] == "dragon"), path
            if battles:
                assert battles[0].entries[0].space == told["back"]
            walked += 1
    assert walked > len(seeds) // 2


def without_lava(position: dict[str, Any], at: str) -> dict[str, Any]:
    """The same mountain with firm ground on one space."""
    place, _, number = at.partition(".")
    letters = position["tiles"][place]
    middle = letters[: int(number)] + "." + letters[int(number) + 1 :]
    return {**position, "tiles": {**position["tiles"], place: middle}}


@pytest.mark.rule("char.mitsuhide.lava-jump")
def test_mitsuhide_jumps_as_over_firm_ground() -> None:
    """A jump over lava leads where a walk would lead if that space alone were none, and never comes back to it."""
    mitsuhide_jumps(sample(range(POSITIONS), SAMPLED))


@pytest.mark.soak
def test_mitsuhide_jumps_as_over_firm_ground_on_many_mountains() -> None:
    mitsuhide_jumps(range(POSITIONS, MANY_POSITIONS))


def mitsuhide_jumps(seeds: Sequence[int]) -> None:
    leapt = 0
    for seed in seeds:
        chosen, _ = readings_of(seed)
        position = random_position(seed)
        seat = mover(position)
        if seat is None:
            continue
        game = moving(position, seat, "mitsuhide", seed, weapon="WM")
        offered = {answer.path for answer in game.options if isinstance(answer, Leap)}
        expected = set()
        for at in {path[0] for path in map(spaces, every_first(position, seat))}:
            firm = without_lava(position, at)
            ways = map(spaces, legal_paths(firm, seat, **chosen))
            expected |= {way for way in ways if way[0] == at and len(way) > 1 and at not in way[1:]}
        assert offered == expected, seed
        leapt += len(offered)
    assert leapt


def every_first(position: dict[str, Any], seat: int) -> list[tuple[str, ...]]:
    """The lava spaces of tiles beside a samurai, as paths of one step."""
    here = position["players"][seat]["space"]
    beside = [at for at in NEIGHBOURS[here] if at.partition(".")[0] in position["tiles"]]
    return [(at,) for at in beside if is_lava(position, at)]
