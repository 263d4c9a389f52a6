"""Movement as the naive reference has it: paths, refusals, interruptions and payments on random positions."""

from __future__ import annotations

import random

import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import PayDamage
from fujikoro_nb.engine.fujikoro.asked.game import Battle, Entry, Halt, Walk
from fujikoro_nb.engine.fujikoro.asked.realm import meeting_of
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.gear.grid import cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Answer, Seat
from tests.oracles.generate import random_position, random_steps
from tests.oracles.lava import cubes_of, ways_to_pay
from tests.oracles.movement import faults, is_legal, legal_paths, walk
from tests.support.game_positions import Realm
from tests.support.gear_positions import board
from tests.support.naive_walks import mover, readings_of, realm_of
from tests.support.sampling import sample

POSITIONS = 300
SAMPLED = 80


def paths_are_alike(seed: int) -> int:
    """The walks offered are the reference's legal paths, any path is refused for one of its reasons; how many walks."""
    chosen, rulings = readings_of(seed)
    position = random_position(seed)
    seat = mover(position)
    if seat is None:
        return 0
    game = realm_of(position, seat, rulings).play("move")
    offered = {answer.path for answer in game.options if isinstance(answer, Walk)}
    assert offered == {tuple(path) for path in legal_paths(position, seat, **chosen)}
    assert Halt() in game.options
    for number in range(20):
        path = random_steps(seed * 100 + number, {**position, "active": seat})[1]
        refusal = GAME.check(game.state, Walk(tuple(map(SpaceId, path))))
        assert (refusal is None) == is_legal(position, seat, path, **chosen), path
        if refusal is not None:
            # The reference stops reading at an unexplored place, so what comes before is read by itself.
            begun = [path[:length] for length in range(1, len(path) + 1)]
            reasons = {rule for part in begun for rule in faults(position, seat, part, **chosen)}
            steps = {"move.steps.base", "move.steps.sandals"}
            assert refusal.rule in reasons or (refusal.rule in steps and steps & reasons), path
    return len(offered)


def walks_go_alike(seed: int) -> int:
    """Where walks stop and lead back, who is asked, and which payments are offered; how many were walked."""
    chosen, rulings = readings_of(seed)
    position = random_position(seed)
    seat = mover(position)
    if seat is None:
        return 0
    chance = random.Random(seed)
    paths = legal_paths(position, seat, **chosen)
    walked = chance.sample(paths, min(5, len(paths)))
    for path in walked:
        told = walk(position, seat, path, **chosen)
        game = realm_of(position, seat, rulings).play("move")
        done = 0
        while done < len(told["entered"]):
            # One who is asked in between is asked again where to walk; the rest of the path is given then.
            rest = [number for number, _ in told["asked"] if number > done] or [len(path)]
            game.play(Walk(tuple(map(SpaceId, path[done:]))))
            done = rest[0]
            asked = []
            if game.asked == "meet":
                fought = walk(position, seat, path, fights=[done], **chosen)
                assert (fought["stop"], fought["back"]) == ("duel", meeting_of(game.state).back)
            while game.asked == "meet":
                asked.append(game.seat)
                game.play("let-be")
            if asked:
                assert [done, asked] in told["asked"]
            if game.asked != "walk" or done == len(path):
                break
        if game.asked == "walk":
            game.play("halt")
        assert game.at(seat) == told["space"]
        battles = [frame.entries[0] for frame in game.state.agenda if isinstance(frame, Battle)]
        assert battles == ([Entry(Seat(seat), told["back"])] if told["stop"] == "dragon" else [])
        offered = paid_in(game)
        ways = ways_to_pay(position["players"][seat]["sandals"], len(told["lava"]), **chosen)
        assert offered == sorted({way[0] for way in ways if way})
    return len(walked)


def paid_in(game: Realm) -> list[tuple[str, ...]]:
    """The payments offered now, in the form of the reference."""
    if game.asked != "pay-lava":
        return []
    return sorted(paid_by(answer) for answer in game.options)


def paid_by(answer: Answer) -> tuple[str, ...]:
    """One payment in the form of the reference."""
    assert isinstance(answer, PayDamage)
    cells = ["{},{}".format(*column_row(cell)) for cell in cells_of(answer.cells)]
    return tuple(sorted([*cells, "magic"] if answer.magic else cells))


@pytest.mark.rule(
    "move.steps.base",
    "move.steps.sandals",
    "move.end.not-lava",
    "move.lava.affordable",
    "move.dragon.stop",
    "map.capacity.two",
    "map.adjacency",
)
def test_every_path_is_one_of_the_reference() -> None:
    for seed in sample(range(POSITIONS), SAMPLED):
        paths_are_alike(seed)


@pytest.mark.rule(
    "move.samurai.elect",
    "move.samurai.continue",
    "move.samurai.unconscious-ignored",
    "move.combat-ends-move",
    "move.lava.interrupted",
    "move.lava.cost",
    "move.lava.choice",
    "move.lava.pay-after",
    "move.lava.value-table",
    "combat.retreat.where",
    "combat.retreat.lava-origin",
    "final.eruption.no-dragon",
)
def test_every_walk_goes_as_in_the_reference() -> None:
    for seed in sample(range(POSITIONS), SAMPLED):
        walks_go_alike(seed)


def test_the_positions_show_everything() -> None:
    """Lava paid, dragons met, samurai met: the comparison above is not about empty maps."""
    seen = {"lava": 0, "dragon": 0, "asked": 0}
    for seed in range(POSITIONS):
        position = random_position(seed)
        seat = mover(position)
        for path in [] if seat is None else legal_paths(position, seat):
            told = walk(position, int(position["active"]), path)
            seen["lava"] += bool(told["lava"])
            seen["dragon"] += told["stop"] == "dragon"
            seen["asked"] += bool(told["asked"])
    assert min(seen.values()) > POSITIONS, seen


def test_a_drawing_is_read_as_the_reference_reads_it() -> None:
    """Cells of the sandals are counted alike on both sides."""
    layout = board(sandals="W./.M").gear.layout(GearKind.SANDALS)
    assert {"{},{}".format(*column_row(cell)): str(cube) for cell, cube in layout} == cubes_of(
        {"cubes": ["W.", ".M"], "magic": False, "blueprint": None, "lost": None}
    )
    assert parse_pattern("W./.M").occupied == layout.occupied
