"""Status tokens as the naive reference has them: which walks they pay for, and how many a game leaves with whom."""

from __future__ import annotations

import random

import pytest

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.asked.game import Halt, Walk
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from tests.oracles.generate import random_position, random_steps
from tests.oracles.movement import faults, is_legal, legal_paths
from tests.support.naive_walks import mover, readings_of, realm_of
from tests.support.sampling import sample

POSITIONS, SAMPLED, MANY_POSITIONS = 400, 60, 10_000


def walks_by_tokens_are_alike(seed: int) -> None:
    """The walks offered are the reference's; each step onto lava takes a token, and no cube of the sandals."""
    chosen, rulings = readings_of(seed)
    chosen = {name: said for name, said in chosen.items() if name in ("safe_room", "safe_tiles")}
    position, chance = random_position(seed), random.Random(seed)
    seat = mover(position)
    if seat is None:
        return
    position = {**position, "players": [{**one, "who": "symmetric"} for one in position["players"]]}
    tokens = tuple(chance.randrange(4) for _ in position["players"])
    game = realm_of(position, seat, rulings, scenario=1, mode=COMPETITIVE, scene={"tokens": tokens}).play(
        "move"
    )
    paths = legal_paths(position, seat, tokens=tokens, **chosen)
    assert {answer.path for answer in game.options if isinstance(answer, Walk)} == set(map(tuple, paths))
    assert Halt() in game.options
    for number in range(10):
        path = random_steps(seed * 100 + number, {**position, "active": seat})[1]
        refusal = GAME.check(game.state, Walk(tuple(map(SpaceId, path))))
        assert (refusal is None) == is_legal(position, seat, path, tokens=tokens, **chosen), path
        if refusal is not None and refusal.rule.startswith("scenario"):
            begun = [path[:length] for length in range(1, len(path) + 1)]
            assert refusal.rule in {
                rule for part in begun for rule in faults(position, seat, part, tokens=tokens, **chosen)
            }
    once = [
        path for path in paths if len({*path}) == len(path)
    ]  # where it was stopped says then what was entered
    if once:
        path = chance.choice(once)
        sandals, lava = game.board(seat).gear.sandals, 0
        state = GAME.step(game.state, Walk(tuple(map(SpaceId, path)))).state
        at = state.samurai[seat].space
        entered = path[: path.index(at) + 1] if at in path else path
        lava = sum(game.state.is_lava(SpaceId(space)) for space in entered)
        assert state.tokens_of(seat) == tokens[seat] - lava
        assert state.boards[seat].gear.sandals == sandals


@pytest.mark.rule("scenario.1.competitive.tokens-cross-lava")
def test_walks_by_tokens_are_those_of_the_reference() -> None:
    for seed in sample(range(POSITIONS), SAMPLED):
        walks_by_tokens_are_alike(seed)


@pytest.mark.soak
def test_walks_by_tokens_are_those_of_the_reference_on_many_mountains() -> None:
    for seed in range(POSITIONS, MANY_POSITIONS):
        walks_by_tokens_are_alike(seed)


@pytest.mark.rule("scenario.1.competitive.tokens-kept", "scenario.1.competitive.tokens-end-score")
def test_tokens_along_a_game_are_those_that_were_told() -> None:
    """Counted from what the log says, whole games of bots: what is left is worth five points each."""
    for seed in sample(range(40), 2):
        session = new_session(players=3, seed=str(seed), scenario=1)
        play_out(session, bots_of(["random"], players=3, seed=str(seed)), most_turns=4_000)
        told = [0, 0, 0]
        points = [0, 0, 0]
        for line in session.lines:
            for event in line.events:
                data = dict(event.data)
                told_by = {"loot-gathered": 1, "token-step": -1, "action-bought": -1}.get(event.kind, 0)
                if told_by:
                    told[int(data["seat"])] += told_by
                if event.kind == "tokens-count":
                    points[int(data["seat"])] = int(data["points"])
        assert session.question is None
        assert list(session.state.staged.tokens) == told
        assert points == [5 * count for count in told]
