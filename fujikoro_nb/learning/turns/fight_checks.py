"""What a lesson on a whole fight can end with: where one joins, whom one strikes first, how many dice are enough."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import RollDice
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.board.geometry import neighbours, place, space, spaces_of
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.learning.turns.goal import TurnGoal
from fujikoro_nb.learning.turns.task import Answers, TurnTask, play
from fujikoro_nb.learning.turns.ways import BARE, LANDS, MOST_WAYS, walks_of, with_right
from fujikoro_nb.rulebook.cases.records import Game, SeatRecord

_MOST_HITS = {"W": 1, "M": 2, "T": 3}
"""combat.dice.limits"""


def room(source: random.Random) -> Iterator[TurnTask | None]:
    """The ally has attacked; of the dragon's spaces beside the learner one is lava."""
    while True:
        lair, own, other = source.sample(source.choice(LANDS), 3)
        at, ally = (source.choice(spaces_of(place(name).id)).id for name in (own, other))
        beside = [one for one in neighbours(at) if space(one).place == lair]
        entries = [one for one in neighbours(ally) if space(one).place == lair]
        if len(beside) < 2 or not entries:
            yield None
            continue
        hot = source.choice(beside)
        entry = source.choice(entries)
        letters = "".join("L" if one.id == hot else "." for one in spaces_of(place(lair).id))
        if hot in (entry, f"{lair}.0"):
            yield None
            continue
        game = Game(
            seats=(SeatRecord(at=at, weapon="WWMM", helmet="WM"), SeatRecord(at=ally, weapon="WWM")),
            first=1,
            tiles={lair: "B" + letters[1:], own: BARE, other: BARE},
            dragons={lair: "blue 9/5/3"},
        )
        ways: list[Answers] = [("stay-out",), *((f"join {one}",) for one in beside)]
        task = TurnTask(
            id="room",
            rule="combat.join.step",
            game=game,
            goal=TurnGoal(happens=("joined seat=0",)),
            right=(ways[0],),
            played=("move", f"walk {entry}"),
        )
        yield with_right(task, ways, most=2)


def first(source: random.Random) -> Iterator[TurnTask | None]:
    """One dragon is as fast as the samurai, the other slower."""
    while True:
        own, *lairs = source.sample(source.choice(LANDS), 3)
        at = source.choice(spaces_of(place(own).id)).id
        if {space(one).place for one in neighbours(at)}.isdisjoint(lairs):
            yield None
            continue
        metal = source.randint(1, 3)
        length = 2 + metal
        source.shuffle(lairs)
        slow, even = lairs
        game = Game(
            seats=(SeatRecord(at=at, weapon="WW" + "M" * metal), SeatRecord(at="temple-2", weapon="WWM")),
            tiles={own: BARE, slow: "B......", even: "D......"},
            dragons={slow: f"blue 9/{length - 1}/3", even: f"green 9/{length}/4"},
        )
        there = tuple(one.id for one in spaces_of(place(slow).id))
        task = TurnTask(
            id="first",
            rule="combat.init.descending",
            game=game,
            goal=TurnGoal(at=there),
            right=(("move", "halt"),),
            slots=(("blue", length - 1), ("green", length), ("long", length)),
        )
        ways = walks_of(task)
        ends = {space(way[1].split()[-1]).place for way in ways}
        yield with_right(task, ways, most=4) if {slow, even} <= ends else None


def dice(source: random.Random) -> Iterator[TurnTask | None]:
    """Every die shows its most hits; the fewest dice that are enough."""
    while True:
        weapon = source.choice(("WWMM", "WWMT", "WWMMT", "WWMMM"))
        most = sum(map(_MOST_HITS.__getitem__, weapon))
        game = Game(
            seats=(SeatRecord(at="I-1.3", weapon=weapon), SeatRecord(at="temple-2", weapon="WWM")),
            tiles={"I-1": BARE, "I-2": "B......"},
            dragons={"I-2": f"blue {source.randint(2, most - 1)}/1/3"},
            dice={letter: " ".join([str(hits)] * 6) for letter, hits in _MOST_HITS.items()},
        )
        task = TurnTask(
            id="dice",
            rule="combat.attack.hits",
            game=game,
            goal=TurnGoal(),
            right=(("attack left -",),),
            played=("move", "walk I-2.1", "keep"),
        )
        options = [one for one in game_of(task.start).options(task.start) if isinstance(one, RollDice)]
        wins = [one for one in options if _wins(task, print_game_answer(one))]
        if len(options) > MOST_WAYS or not wins:
            yield None
            continue
        fewest = min(sum(one.dice) for one in wins)
        goal = TurnGoal(happens=("dragon-defeated", f"attacks dice={fewest}"))
        ways: list[Answers] = [(print_game_answer(one),) for one in options]
        yield with_right(msgspec.structs.replace(task, goal=goal), ways, most=1)


def _wins(task: TurnTask, answer: str) -> bool:
    return any(each.kind == "dragon-defeated" for each in play(task.start, (answer,)).events)
