"""Draw or stop, and how many: every draw out of the bag is played by the engine, more than one by the advice's sums.

Counted without cards. What a floor with a cube adds to the bag changes only later draws: where those are counted, both
such floors lie behind.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from fujikoro_nb.engine.fuji_99.components import FEWEST_DRAWN, FIRST_BAG, GOAL, MILESTONES, Cubes
from fujikoro_nb.engine.fuji_99.game import GAME
from fujikoro_nb.engine.fuji_99.state import ActAgain, Draw, Step
from fujikoro_nb.engine.kernel import DrawOptions
from fujikoro_nb.odds.fuji_99.turn import Advice, advice
from fujikoro_nb.puzzles.rating import had
from fujikoro_nb.puzzles.small.fuji_99 import FujiTable, read_cubes
from fujikoro_nb.puzzles.small.puzzle import (
    LEVEL,
    Asks,
    SmallCertificate,
    SmallPuzzle,
    Takes,
    Thought,
    Worth,
)

STOP = "stop"
_FAR = 10 * GOAL
_CLEAR = 0.05
"""Floors by which the best answer is better than the next: what is nearer is no question for people."""
_TRIES = 600
_BLUR = 0.3
"""Floors that people can hardly tell from none."""


Floors = Mapping[int, Fraction]
"""What each number of cubes is worth."""


def answers(puzzle: SmallPuzzle) -> tuple[str, ...]:
    """To stop, where it is asked, and every number of cubes that the bag gives."""
    return tuple(one.answer for one in certify(puzzle).every)


def certify(puzzle: SmallPuzzle) -> SmallCertificate:
    """Each answer with its floors and the draws that lose the turn, all of them played by the engine."""
    table = table_of(puzzle)
    told = advised(table)
    look = {one.number: look_at(table, one.number) for one in told.every}
    floors = {number: one.floors for number, one in look.items()}
    if puzzle.asks == Asks.DRAW:
        floors = {one.number: Fraction(one.floors) for one in told.every}
    return SmallCertificate(every=tuple(_every(table, look, floors)))


class Look(NamedTuple):
    """All draws of a number of cubes: how many of them lose the turn, and floors for whoever stops after it."""

    lost: Fraction
    floors: Fraction


def look_at(table: FujiTable, number: int) -> Look:
    """Each draw played by the engine."""
    state = table.start()
    if table.step == Step.DETERMINATION:
        state = GAME.step(state, ActAgain()).state
    state = GAME.step(state, Draw(number)).state
    draws = GAME.options(state)
    assert isinstance(draws, DrawOptions), "cubes are drawn"
    lost = floors = 0
    for drawn in draws:
        step, ways = GAME.step(state, drawn), draws.weight(drawn)
        if any(one.kind == "bust" for one in step.events):
            lost += ways
        else:
            floors += ways * (step.state.movement - table.floor)
    return Look(Fraction(lost, draws.total), Fraction(floors, draws.total))


def _every(table: FujiTable, look: Mapping[int, Look], floors: Mapping[int, Fraction]) -> Iterator[Worth]:
    best = _best(table, floors)
    if table.step == Step.DETERMINATION:
        yield Worth(
            answer=STOP,
            is_right=best == STOP,
            word="stop",
            rule="fuji99.determination.choice",
            floors=float(gained(table)),
        )
    for number, one in look.items():
        answer = f"draw {number}"
        yield Worth(
            answer=answer,
            is_right=best == answer,
            word="draw",
            rule="fuji99.danger.three-red",
            n=number,
            floors=round(float(floors[number]), 4),
            lost=str(one.lost),
        )


def _best(table: FujiTable, floors: Mapping[int, Fraction]) -> str:
    """The answer with most floors; to stop, and fewer cubes, of equal ones."""
    number = max(floors, key=lambda one: (floors[one], -one))
    is_stop = table.step == Step.DETERMINATION and floors[number] <= gained(table)
    return STOP if is_stop else f"draw {number}"


def gained(table: FujiTable) -> int:
    """Floors of this turn so far."""
    return (table.floor if table.to is None else table.to) - table.floor


def advised(table: FujiTable, **changes: int) -> Advice:
    """The advice on this table, or with some of what it looks at changed."""
    look = {
        "out": table.red + table.facing,
        "gained": gained(table),
        "ahead": GOAL - table.floor,
        **changes,
    }
    bag = bag_of(table)
    return advice(bag, out=look["out"], gained=look["gained"], ahead=look["ahead"])


def bag_of(table: FujiTable) -> Cubes:
    """What the next draw is taken from: drawn cubes that lie open go back before it."""
    return read_cubes(table.bag) + read_cubes(table.drawn)


# ---- what it takes


def think(puzzle: SmallPuzzle, certificate: SmallCertificate) -> Takes:
    """A thought is needed where leaving it out of account would change the answer."""
    table = table_of(puzzle)
    right = certificate.right[0].answer
    found = {Thought.BAG: 1 / len(certificate.every)}

    def add(thought: Thought, floors: Floors) -> None:
        if _best(table, floors) != right:
            found[thought] = 0.0

    if table.red:
        add(Thought.OUT, _floors(puzzle, out=table.facing))
    if table.facing:
        add(Thought.FACING, _floors(puzzle, out=table.red))
    if table.step == Step.DETERMINATION:
        add(Thought.STAKE, _floors(puzzle, gained=0))
    add(Thought.GOAL, _floors(puzzle, ahead=_FAR))
    if puzzle.asks == Asks.DRAW:
        add(Thought.MORE, _floors(msgspec.structs.replace(puzzle, asks=Asks.ONCE)))
    return found


def chance(puzzle: SmallPuzzle, certificate: SmallCertificate) -> float:
    """How probably somebody of middling strength solves it, who has every thought up to some level and none above.

    What is left out goes together: without the red cubes that are out one draws too much, without the acts to come too
    little, and without both perhaps what is right.
    """
    levels = sorted({LEVEL[one] for one in _LEFT_OUT})
    reached = [had(LEVEL[Thought.BAG]), *map(had, levels), 0.0]
    right = certificate.right[0].answer
    found = (1 - reached[0]) / len(certificate.every)
    for at, level in enumerate((0.0, *levels)):
        left_out = [one for one in _LEFT_OUT if LEVEL[one] > level]
        found += (reached[at] - reached[at + 1]) * _clear_without(puzzle, left_out, right)
    return found


_LEFT_OUT = (Thought.STAKE, Thought.OUT, Thought.FACING, Thought.GOAL, Thought.MORE)


def _clear_without(puzzle: SmallPuzzle, left_out: Collection[Thought], right: str) -> float:
    """How often an answer looks best to somebody who leaves these thoughts out."""
    table = table_of(puzzle)
    changes = {
        "out": table.red * (Thought.OUT not in left_out) + table.facing * (Thought.FACING not in left_out)
    }
    if Thought.STAKE in left_out:
        changes["gained"] = 0
    if Thought.GOAL in left_out:
        changes["ahead"] = _FAR
    asks = Asks.ONCE if Thought.MORE in left_out else puzzle.asks
    return _clear(table, _floors(msgspec.structs.replace(puzzle, asks=asks), **changes), right)


def _clear(table: FujiTable, floors: Floors, right: str) -> float:
    """How often an answer looks best: the seldomer, the more others are nearly as good, or better."""
    worth = {f"draw {number}": float(one) for number, one in floors.items()}
    if table.step == Step.DETERMINATION:
        worth[STOP] = float(gained(table))
    return 1 / sum(math.exp((one - worth[right]) / _BLUR) for one in worth.values())


def _answer(puzzle: SmallPuzzle, **changes: int) -> str:
    """The best answer by the sums, with some of what they look at changed."""
    return _best(table_of(puzzle), _floors(puzzle, **changes))


def _floors(puzzle: SmallPuzzle, **changes: int) -> Floors:
    """What each number of cubes is worth by the sums, with some of what they look at changed."""
    table = table_of(puzzle)
    told = advised(table, **changes)
    if puzzle.asks == Asks.DRAW:
        return {one.number: Fraction(one.floors) for one in told.every}
    room = changes.get("ahead", GOAL - table.floor)
    return {one.number: (1 - one.bust) * min(room, told.gained + one.number) for one in told.every}


# ---- drawn


RECIPES = ("once", "once-more", "reach", "red-out", "card", "go-on", "goal")


def make(source: random.Random, recipe: str, name: str) -> SmallPuzzle | None:
    """A turn with one best answer, and that by enough floors; None when none was drawn."""
    asks = Asks.ONCE if recipe.startswith("once") else Asks.DRAW
    for _ in range(_TRIES):
        table = _TABLES[recipe](source)
        puzzle = SmallPuzzle(id=name, asks=asks, table=table)
        if recipe == "reach" and _answer(puzzle) in (STOP, f"draw {FEWEST_DRAWN}"):
            continue
        certificate = certify(puzzle)
        first, second = sorted((one.floors for one in certificate.every), reverse=True)[:2]
        wanted = _WANTED.get(recipe)
        if first - second >= _CLEAR and (wanted is None or wanted in think(puzzle, certificate)):
            return puzzle
    return None


def _bag(source: random.Random, floor: int) -> Cubes:
    """Of somebody at this floor: a yellow cube for each floor with one that was passed, and clear ones off cards."""
    passed = sum(floor >= one for one in MILESTONES)
    clear = FIRST_BAG.clear + source.randint(0, 4) * (passed > 0)
    return Cubes(clear, FIRST_BAG.yellow + passed, FIRST_BAG.red)


def _turn(source: random.Random, floor: int, *, reds: int, facing: int = 0) -> FujiTable:
    """At the end of an act, with so many red cubes on the sheet."""
    bag = _bag(source, floor)
    number = source.randint(5, 8)
    yellow = min(bag.yellow, source.randint(0, number))
    drawn = Cubes(min(bag.clear, number - yellow), yellow, 0)
    to = min(floor + source.randint(5, 12) * (1 + source.randint(0, 1)), GOAL - 1)
    return FujiTable(
        bag=_text(bag - drawn - Cubes(red=reds)),
        floor=floor,
        to=to,
        drawn=_text(drawn),
        red=reds,
        facing=facing,
        others=(source.randint(0, GOAL - 1),),
        step=Step.DETERMINATION,
    )


def _begun(source: random.Random, floor: int, facing: int) -> FujiTable:
    """At the beginning of a turn."""
    others = (source.randint(0, GOAL - 1),)
    return FujiTable(bag=_text(_bag(source, floor)), floor=floor, facing=facing, others=others)


_LOW: Sequence[int] = (0, 1, 22, 23, 25, 26, 28, *range(MILESTONES[-1], 80))


def _low(source: random.Random) -> int:
    """A floor from which no floor with a cube is passed in one draw."""
    return source.choice(_LOW)


def _high(source: random.Random) -> int:
    return source.randint(MILESTONES[-1], 72)


def _near(source: random.Random) -> int:
    return source.randint(78, 93)


def _text(cubes: Cubes) -> str:
    return f"T{cubes.clear}Y{cubes.yellow}R{cubes.red}"


def table_of(puzzle: SmallPuzzle) -> FujiTable:
    """The table of a puzzle on Fuji 99."""
    assert isinstance(puzzle.table, FujiTable), "a turn"
    return puzzle.table


_TABLES: dict[str, Callable[[random.Random], FujiTable]] = {
    "once": lambda source: _begun(source, _low(source), source.randint(0, 2)),
    "once-more": lambda source: _turn(source, _high(source), reds=source.randint(0, 1)),
    "reach": lambda source: _turn(source, _near(source), reds=source.randint(0, 2)),
    "red-out": lambda source: _turn(source, _high(source), reds=source.randint(1, 2)),
    "card": lambda source: _turn(source, _high(source), reds=source.randint(0, 1), facing=1),
    "go-on": lambda source: _turn(source, _high(source), reds=source.randint(0, 2)),
    "goal": lambda source: _turn(source, _near(source), reds=source.randint(0, 2)),
}
_WANTED = {"red-out": Thought.OUT, "card": Thought.FACING, "go-on": Thought.MORE, "goal": Thought.GOAL}
