"""Every way to play a turn, without what the proofs rest on: no list of options and nothing kept.

Whatever could be answered is tried, and the engine says of each whether it may be: all rows of neighbouring spaces, all
heaps of cells that could pay, all backpacks, places and turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from fujikoro_nb.engine.fujikoro.asked.fight import PayDamage, StowThings
from fujikoro_nb.engine.fujikoro.asked.game import Act, ChoosePlace, Flee, Halt, Revive, TurnTile, Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, SPACES, SpaceId, neighbours
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Contents
from fujikoro_nb.engine.fujikoro.games import game_of, started
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Answer, Question
from fujikoro_nb.puzzles.plans.puzzle import PlanPuzzle
from fujikoro_nb.rulebook.cases.positions import position_of

FIELDS = ("move", "explore", "gather")
MOST_STEPS = 3


def rows(at: SpaceId, most: int) -> Iterator[tuple[SpaceId, ...]]:
    for to in neighbours(at):
        yield (to,)
        if most > 1:
            yield from ((to, *row) for row in rows(to, most - 1))


def heaps(cubes: Cubes) -> Iterator[Cubes]:
    for wood, metal, tooth in product(range(cubes.wood + 1), range(cubes.metal + 1), range(cubes.tooth + 1)):
        yield Cubes(wood, metal, tooth)


def parts(mask: int) -> Iterator[int]:
    """Every set of cells among these."""
    part = mask
    while part:
        yield part
        part = (part - 1) & mask
    yield 0


def tried(state: GameState, question: Question) -> Iterator[Answer]:
    board = state.boards[0]
    match question.kind:
        case "act":
            yield from map(Act, FIELDS)
        case "walk":
            yield Halt()
            yield from map(Walk, rows(state.samurai[0].space, MOST_STEPS))
        case "place":
            yield from (ChoosePlace(one.id) for one in PLACES)
        case "turn-tile":
            yield from map(TurnTile, range(6))
        case "stow":
            new = Cubes.parse(str(dict(question.data)["cubes"]))
            for thrown, left in product(heaps(board.backpack.cubes), heaps(new)):
                kept = board.backpack.cubes + new - thrown - left
                yield StowThings(Backpack(Contents(kept)), thrown, left)
        case "pay-lava" | "pay-eruption":
            yield from map(PayDamage, parts(board.gear.sandals.occupied))
        case "flee":
            yield from (Flee(one.id) for one in SPACES)
        case "revive":
            yield from (Revive(one.id) for one in SPACES)
        case kind:
            raise AssertionError(f"a question that no puzzle here asks: {kind}")


def ends_of(puzzle: PlanPuzzle) -> Counter[int | None]:
    """How many ways end with each worth; None where the aim is missed."""
    found: Counter[int | None] = Counter()
    _play(puzzle, started(position_of(puzzle.game, ADOPTED)).state, 0, found)
    return found


def _play(puzzle: PlanPuzzle, state: GameState, over: int, found: Counter[int | None]) -> None:
    game = game_of(state)
    question = game.question(state)
    if question is None or state.samurai[0].palace or over == puzzle.turns:
        found[_worth(puzzle, state)] += 1
        return
    if question.seat != 0:  # a draw of the one that is left, or somebody who has one answer
        every: list[Answer] = list(game.options(state))
        assert len(every) == 1
    else:
        every = [one for one in tried(state, question) if game.check(state, one) is None]
        every = [
            one for one in every if isinstance(one, StowThings) and not (one.left or one.thrown)
        ] or every
    if not every:  # nothing is left but a rest
        found[_worth(puzzle, state)] += 1
    for answer in every:
        step = game.step(state, answer)
        ended = sum(one.kind == "turn-over" and dict(one.data)["seat"] == 0 for one in step.events)
        _play(puzzle, step.state, over + ended, found)


def _worth(puzzle: PlanPuzzle, state: GameState) -> int | None:
    """By the printed worths of cubes: wood 1, metal 2, tooth 3 (magic.value.absorb is not in play)."""
    samurai, board = state.samurai[0], state.boards[0]
    worth = {"W": 1, "M": 2, "T": 3}
    held = str(board.backpack.cubes)
    match str(puzzle.kind):
        case "haul":
            return len(held)
        case "pack":
            has_all = all(held.count(one) >= puzzle.needs.count(one) for one in "WMT")
            return sum(worth[one] for one in held) if has_all else None
        case "escape":
            is_there = bool(samurai.palace)
        case _:
            is_there = samurai.space == puzzle.to
    return sum(worth[one] for one in str(board.gear.sandals.cubes)) if is_there else None
