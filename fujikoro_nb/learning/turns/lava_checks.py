"""What a lesson on lava can end with: a third step, a way through lava that can be paid, and what pays for it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import PayDamage
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.board.geometry import place, space, spaces_of
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.learning.turns.goal import SEAT, TurnGoal
from fujikoro_nb.learning.turns.task import Answers, TurnTask, play
from fujikoro_nb.learning.turns.ways import LANDS, walks_of, with_right
from fujikoro_nb.rulebook.cases.records import Game, SeatRecord

_RIVAL = SeatRecord(at="temple-2", weapon="WWMM")
_SANDALS = ("WM", "MT", "WW/M", "WM/T", "MM/T", "WM/MT", "MM/MT")
_STAY = ("move", "halt")


def _heap(source: random.Random) -> str:
    return source.choice(("WM", "WMM", "WMT"))


def _land(source: random.Random, *, hot: float, tokens: int, sandals: str) -> Game:
    """Three tiles, much of it lava, with tokens on firm ground."""
    land = source.choice(LANDS)
    spots = [one.id for name in land for one in spaces_of(place(name).id)]
    lava = {one for one in spots if source.random() < hot}
    firm = [one for one in spots if one not in lava]
    at, *found = source.sample(firm, tokens + 1)
    letters = {one: "L" if one in lava else "s" if one in found else "." for one in spots}
    return Game(
        seats=(SeatRecord(at=at, weapon="WWMM", sandals=sandals), _RIVAL),
        tiles={name: "".join(letters[one.id] for one in spaces_of(place(name).id)) for name in land},
        things={one: f"square {_heap(source)}" for one in found},
    )


def _to_tokens(name: str, rule: str, game: Game) -> TurnTask:
    goal = TurnGoal(at=tuple(game.things))
    return TurnTask(
        id=name, rule=rule, game=game, goal=goal, right=(_STAY,), shows=(GearKind.SANDALS,), ours="areas"
    )


def steps(source: random.Random) -> Iterator[TurnTask | None]:
    """Every token is three steps away, which complete sandals walk."""
    while True:
        game = _land(source, hot=0, tokens=2, sandals=source.choice(("WW/M", "WM/T", "WM/M")))
        task = _to_tokens("steps", "move.steps.sandals", game)
        ways = walks_of(task)
        far = [way for way in ways if way[1].split()[-1] in game.things]
        is_far = bool(far) and all(len(way[1].split()) == 4 for way in far)
        yield with_right(task, ways, most=2) if is_far else None


def crossing(source: random.Random) -> Iterator[TurnTask | None]:
    """Some token can be reached only through lava, and the sandals can pay for it."""
    while True:
        game = _land(source, hot=0.5, tokens=3, sandals=source.choice(_SANDALS))
        task = _to_tokens("crossing", "move.lava.affordable", game)
        ways = walks_of(task)
        right = [way for way in ways if way[1].split()[-1] in game.things]
        hot = [one for way in right for one in way[1].split()[1:] if _is_lava(game, one)]
        yield with_right(task, ways, most=2) if hot else None


def _is_lava(game: Game, name: str) -> bool:
    at = str(space(name).place)
    return at in game.tiles and game.tiles[at][int(name[-1])] == "L"


def keep(source: random.Random) -> Iterator[TurnTask | None]:
    """Lava was crossed; some ways to pay keep more cubes than others."""
    while True:
        letters = "".join(source.choice("WMT") for _ in range(source.choice((4, 5))))
        sandals = "/".join(letters[at : at + 2] for at in range(0, len(letters), 2))
        game = Game(
            seats=(SeatRecord(at="I-1.3", weapon="WWMM", sandals=sandals), _RIVAL),
            tiles={"I-1": "L.L.L..", "I-2": "......."},
        )
        task = TurnTask(
            id="keep",
            rule="move.lava.choice",
            game=game,
            goal=TurnGoal(),
            right=(("pay -",),),
            played=("move", "walk I-1.0 I-1.1", "halt"),
            shows=(GearKind.SANDALS,),
            ours="areas",
        )
        options = [one for one in game_of(task.start).options(task.start) if isinstance(one, PayDamage)]
        ways: list[Answers] = [(print_game_answer(one),) for one in options]
        left = sorted({str(_sandals(task, way)) for way in ways}, key=len, reverse=True)
        if len(left) < 2 or len(left[0]) == len(left[1]) or len(ways) > 8:
            yield None
            continue
        yield with_right(
            msgspec.structs.replace(task, goal=TurnGoal(gear={GearKind.SANDALS: left[0]})), ways, most=4
        )


def _sandals(task: TurnTask, way: Answers) -> str:
    """The cubes that are left on the sandals."""
    return str(play(task.start, way).state.fighter(SEAT).gear.sandals.cubes)
