"""What the lesson on the seven characters can end with: how far one walks, past whom, and what is left of a weapon."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from fujikoro_nb.engine.fujikoro.board.geometry import neighbours, place, space, spaces_of
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.learning.turns.goal import TurnGoal
from fujikoro_nb.learning.turns.task import Answers, TurnTask
from fujikoro_nb.learning.turns.ways import LANDS, walks_of, with_right
from fujikoro_nb.rulebook.cases.records import Game, SeatRecord

_FAR = SeatRecord(at="temple-2", weapon="WWM")
_HEAPS = ("WM", "WMM", "WMMT", "WWMMT")
"""Each has a cube more than the one before."""
_MOST = 4
"""Steps with complete sandals (char.masako.move)."""


def farther(source: random.Random) -> Iterator[TurnTask | None]:
    """Masako's sandals are complete or one cube short; the best of three heaps lies one step too far, or not."""
    while True:
        land = source.choice(LANDS)
        spots: list[str] = [one.id for name in land for one in spaces_of(place(name).id)]
        at = source.choice(spots)
        cubes = source.choice((4, 5))
        feet = "".join(source.choices("WM", k=cubes))
        sandals = "/".join(filter(None, (feet[:2], feet[2:4], feet[4:])))
        chosen = source.sample([one for one in spots if one != at], 3)
        heaps = source.sample(_HEAPS, 3)
        things = {name: f"square {heap}" for name, heap in zip(chosen, heaps, strict=True)}
        letters = {
            name: "".join("s" if one.id in things else "." for one in spaces_of(place(name).id))
            for name in land
        }
        game = Game(
            seats=(
                SeatRecord(character="masako", played=True, at=at, weapon="WWWMM/M", sandals=sandals),
                _FAR,
            ),
            tiles=letters,
            things=things,
        )
        bare = TurnTask(
            id="farther",
            rule="char.masako.move",
            game=game,
            goal=TurnGoal(at=(at,)),
            right=(("move", "halt"),),
            shows=(GearKind.SANDALS,),
            slots=(("cubes", cubes),),
        )
        steps = {way[1].split()[-1]: len(way[1].split()) - 1 for way in walks_of(bare)}
        size = {name: len(heap) for name, heap in zip(chosen, heaps, strict=True)}
        near = [name for name in chosen if name in steps]
        target = max(near, key=size.__getitem__, default="")
        is_tempting = target and (max(size.values()) > size[target] or steps[target] == _MOST)
        if not is_tempting or len(near) < 2:
            yield None
            continue
        goal = TurnGoal(event="gathers", backpack=str(Cubes.parse(things[target].split()[1])))
        ways: list[Answers] = [(*way, "gather") for way in walks_of(bare) if way[1].split()[-1] in near]
        yield with_right(msgspec.structs.replace(bare, goal=goal), ways, most=1)


def past(source: random.Random) -> Iterator[TurnTask | None]:
    """Daisuke stands beside a dragon's tile; the token that he reaches without a fight lies beyond it."""
    while True:
        land = source.choice(LANDS)
        lair = source.choice(land)
        others = [name for name in land if name != lair]
        spots: list[str] = [one.id for name in others for one in spaces_of(place(name).id)]
        at, beyond = source.sample(spots, 2)
        is_beside = all(
            any(space(one).place == lair for one in neighbours(space(each).id)) for each in (at, beyond)
        )
        if not is_beside or beyond in neighbours(space(at).id):
            yield None
            continue
        on = source.choice([one.id for one in spaces_of(place(lair).id)][1:])
        things: dict[str, str] = {beyond: "square WMT", on: "square WMMT"}
        letters = {
            name: "".join("s" if one.id in things else "." for one in spaces_of(place(name).id))
            for name in land
        }
        letters[lair] = "R" + letters[lair][1:]
        game = Game(
            seats=(SeatRecord(character="daisuke", played=True, at=at, weapon="WWMM"), _FAR),
            tiles=letters,
            things=things,
            dragons={lair: "red 18/7/5"},
        )
        task = TurnTask(
            id="past",
            rule="char.daisuke.sneak",
            game=game,
            goal=TurnGoal(safe=True, at=(beyond,)),
            right=(("move", "halt"),),
        )
        ways = walks_of(task)
        there = [way for way in ways if way[1].split()[-1] == beyond]
        is_past = any(space(step).place == lair for way in there for step in way[1].split()[1:])
        yield with_right(task, ways, most=1) if is_past else None


def whole(source: random.Random) -> Iterator[TurnTask | None]:
    """Four wood and one or two metal in a row: the wood of an end may go, or else it falls in two."""
    while True:
        row = "".join(source.sample("WWWWM", 5))
        below = source.choice(("", "M", ".M", "....M"))
        weapon = f"{row}/{below}" if below else row
        game = Game(
            seats=(SeatRecord(character="takeko", played=True, at="centre", weapon=weapon), _FAR),
            tiles={"I-1": "D......"},
            dragons={"I-1": "green 12/3/3"},
        )
        cubes = str(Cubes.parse(weapon.replace("/", "").replace(".", "")))
        metal = cubes.count("M")
        hits = ", ".join((f"W 1* {' '.join('0' * 3)}", f"M {' '.join('0' * metal)}"))
        kept = cubes.replace("W", "", 1)
        task = TurnTask(
            id="whole",
            rule="char.takeko.always-two-handed",
            game=game,
            goal=TurnGoal(gear={GearKind.WEAPON: kept}, happens=("dragon-strikes",)),
            right=(("lose 1,1",),),
            played=("move", "walk I-1.4", "keep", f"attack left {cubes}", f"roll {hits}"),
            replies=("roll T 0 0 0",),
        )
        ways: list[Answers] = [(f"lose {column},1",) for column, letter in enumerate(row, 1) if letter == "W"]
        yield with_right(task, ways, most=3)
