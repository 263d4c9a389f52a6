"""What a lesson on duels can end with: whom one strikes first, where the loser is laid, what the winner takes."""

from __future__ import annotations

import random
from collections.abc import Iterator

from fujikoro_nb.engine.fujikoro.board.geometry import neighbours, place, space, spaces_of
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.learning.turns.goal import TurnGoal
from fujikoro_nb.learning.turns.task import Answers, TurnTask
from fujikoro_nb.learning.turns.ways import BARE, LANDS, walks_of, with_right
from fujikoro_nb.rulebook.cases.records import Game, SeatRecord

_WON = ("move", "walk I-1.0", "challenge", "attack left WWMM", "roll W 1 0, M 2 0", "pay -")
"""A duel that is over: the other one, on the middle of I-1, has no helmet."""


def meet(source: random.Random) -> Iterator[TurnTask | None]:
    """One rival has a weapon as long as the learner's, the other a shorter one."""
    while True:
        land = source.choice(LANDS)
        spots = [one.id for name in land for one in spaces_of(place(name).id)]
        at, one, other = source.sample(spots, 3)
        metal = source.randint(2, 3)
        long, short = "WW" + "M" * metal, "WW" + "M" * (metal - 1)
        weapons = source.sample((long, short), 2)
        target = (one, other)[weapons.index(short)]
        game = Game(
            seats=(
                SeatRecord(at=at, weapon=long),
                SeatRecord(at=one, weapon=weapons[0]),
                SeatRecord(at=other, weapon=weapons[1]),
            ),
            tiles=dict.fromkeys(land, BARE),
        )
        goal = TurnGoal(at=(target,), happens=("challenge seat=0",))
        lengths = [len(each) for each in (long, *weapons)]
        slots = tuple(zip(("long", "pink", "green"), lengths, strict=True))
        task = TurnTask(
            id="meet", rule="duel.tie", game=game, goal=goal, right=(("move", "halt"),), slots=slots
        )
        walks = [way[:2] for way in walks_of(task) if way[1].split()[-1] in (one, other)]
        yield with_right(task, [(*way, "challenge") for way in walks], most=1) if len(walks) > 1 else None


def lay(source: random.Random) -> Iterator[TurnTask | None]:
    """Around the winner most spaces are lava."""
    while True:
        petals = [one for one in neighbours(space("I-1.0").id) if one != "I-1.3"]
        hot = source.sample(petals, 3)
        letters = "".join("L" if one.id in hot else "." for one in spaces_of(place("I-1").id))
        game = Game(
            seats=(SeatRecord(at="I-1.3", weapon="WWMM"), SeatRecord(at="I-1.0", weapon="WWM")),
            tiles={"I-1": letters},
        )
        ways: list[Answers] = [(f"lay {one}",) for one in neighbours(space("I-1.0").id)]
        task = TurnTask(
            id="lay",
            rule="duel.defeat.where",
            game=game,
            goal=TurnGoal(happens=("laid",)),
            right=(ways[0],),
            played=_WON,
        )
        yield with_right(task, ways, most=3)


def loot(source: random.Random) -> Iterator[TurnTask | None]:
    """The loser has one of each; the winner's blueprint lacks one cube."""
    while True:
        has = "".join(source.sample("WMT", 2))
        lacks = source.choice("WMT")
        game = Game(
            seats=(
                SeatRecord(at="I-1.3", weapon="WWMM", lower=str(Cubes.parse(has))),
                SeatRecord(at="I-1.0", weapon="WWM", lower="WMT"),
            ),
            tiles={"I-1": BARE},
        )
        needs = str(Cubes.parse(has + lacks))
        ways: list[Answers] = [(f"steal {one}",) for one in ("W", "M", "T", "nothing")]
        task = TurnTask(
            id="loot",
            rule="duel.steal.one",
            game=game,
            goal=TurnGoal(backpack=needs),
            right=(ways[0],),
            played=(*_WON, "lay I-1.6"),
            slots=(("needs", needs),),
        )
        yield with_right(task, ways, most=1)
