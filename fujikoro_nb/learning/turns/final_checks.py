"""What a lesson on the Final Chapter can end with: where no lava comes, which way out is open, what pays most."""

from __future__ import annotations

import random
from collections.abc import Iterator

from fujikoro_nb.engine.fujikoro.asked.game import HandIn
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.board.geometry import place, space, spaces_of
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.learning.turns.goal import SEAT, TurnGoal
from fujikoro_nb.learning.turns.task import Answers, TurnTask, play
from fujikoro_nb.learning.turns.ways import BARE, LANDS, walks_of, with_right
from fujikoro_nb.rulebook.cases.records import Game, SeatRecord

_RIVAL = SeatRecord(at="temple-2", weapon="WWMM", score=24)
_STAY = ("move", "halt")
_NUMBERS = (1, 2, 3)
"""What the house's countdown lays lava on in its first three steps."""

_ROPE = 4
"""The step of the house's countdown with the rope."""


def _numbered(source: random.Random, number: int) -> str:
    """A tile with this lava number on many of its spaces."""
    return "".join(source.choice(f"{number}{number}{number}123.") for _ in range(7))


def lava(source: random.Random) -> Iterator[TurnTask | None]:
    """The last action before lava comes, on a number that erupts, among many that do."""
    while True:
        number = source.choice(_NUMBERS)
        land = source.choice(LANDS)
        tiles = {name: _numbered(source, number) for name in land}
        spots = [one.id for name in land for one in spaces_of(place(name).id)]
        hot = [one for one in spots if tiles[space(one).place][int(one[-1])] == str(number)]
        if len(hot) < 10:
            yield None
            continue
        game = Game(
            seats=(SeatRecord(at=source.choice(hot), weapon="WWMM", score=31), _RIVAL),
            marker=SEAT,
            countdown=number - 1,
            taken=1,
            tiles=tiles,
        )
        goal = TurnGoal(never=("flees seat=0", "dies seat=0"), happens=("token-advances",))
        task = TurnTask(
            id="lava",
            rule="final.event.lava",
            game=game,
            goal=goal,
            right=(_STAY,),
            slots=(("number", number),),
            ours="countdown",
        )
        yield with_right(task, [*walks_of(task), _STAY], most=5)


def out(source: random.Random) -> Iterator[TurnTask | None]:
    """A secret exit is near, and the centre, where the rope has come or not."""
    while True:
        land = source.choice(LANDS)
        high = next(name for name in land if place(name).level == "II")
        way = source.randint(1, 6)
        tiles = dict.fromkeys(land, BARE) | {high: "." * way + "X" + "." * (6 - way)}
        at = source.choice([one.id for name in land for one in spaces_of(place(name).id)])
        game = Game(
            seats=(SeatRecord(at=at, weapon="WWMM", score=31), _RIVAL),
            marker=SEAT,
            countdown=source.choice((2, _ROPE)),
            taken=1,
            tiles=tiles,
        )
        goal = TurnGoal(happens=("escaped seat=0",))
        task = TurnTask(
            id="out", rule="escape.secret", game=game, goal=goal, right=(_STAY,), ours="countdown"
        )
        ways = walks_of(task)
        is_tempting = at != f"{high}.{way}" and any(each[1].endswith("centre") for each in ways)
        yield with_right(task, ways, most=2) if is_tempting else None


def pays(source: random.Random) -> Iterator[TurnTask | None]:
    """Just arrived in the big palace, with some things that the shogun pays for."""
    while True:
        has_helmet, has_weapon = source.random() < 0.7, source.random() < 0.35
        prints = ["helmet MM h"] * has_helmet + ["weapon WT w"] * has_weapon
        own = SeatRecord(
            at="I-1.4",
            weapon="WT+G@1,1" if has_weapon else "WWM",
            helmet="MM+G" if has_helmet else "MM",
            lower=source.choice(("T", "TT", "W")),
            monks=source.choice(("", "scroll", "backpack")),
            blueprints=", ".join(prints),
            score=source.randint(30, 36),
        )
        game = Game(seats=(own, _RIVAL), marker=1, countdown=5, taken=1, tiles={"I-1": BARE, "I-2": BARE})
        played = ("move", "walk centre", "halt")
        task = TurnTask(
            id="pays",
            rule="bonus.space.highest",
            game=game,
            goal=TurnGoal(),
            right=(("hand-in -",),),
            played=played,
            ours="palaces",
        )
        options = [one for one in game_of(task.start).options(task.start) if isinstance(one, HandIn)]
        ways: list[Answers] = [(print_game_answer(one),) for one in options]
        scores = [play(task.start, way).state.samurai[SEAT].score for way in ways]
        if len(ways) < 3:
            yield None
            continue
        yield with_right(
            TurnTask(
                id="pays",
                rule="bonus.space.highest",
                game=game,
                goal=TurnGoal(score=max(scores)),
                right=(ways[0],),
                played=played,
                ours="palaces",
            ),
            ways,
            most=1,
        )
