"""What a lesson on exploring can end with: how a tile is laid, which tokens turn up again, which stacks are used up."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from fujikoro_nb.engine.fujikoro.board.geometry import LEVELS, PlaceId, place, places_beside
from fujikoro_nb.learning.turns.goal import TurnGoal, face_down
from fujikoro_nb.learning.turns.task import Answers, TurnTask, play
from fujikoro_nb.learning.turns.ways import drawn_land, with_right
from fujikoro_nb.rulebook.cases.records import BoxRecord, Game

POINTS = (0, 1, 2)
"""explore.vp"""

_PETALS = 6


def open_places(game: Game, at: str) -> list[PlaceId]:
    """The places without a tile that a samurai borders there."""
    return [one for one in places_beside(at) if place(one).level and one not in game.tiles]


def points_of(name: PlaceId) -> int:
    """What exploring a place scores."""
    return POINTS[LEVELS.index(str(place(name).level))]


def beside(source: random.Random) -> Iterator[TurnTask | None]:
    """The tiles to come have one token each, which is to lie beside the samurai."""
    while True:
        game, at = drawn_land(source, tokens=2)
        petal = source.randint(1, _PETALS)
        letters = "." * petal + "s" + "." * (_PETALS - petal)
        box = BoxRecord(
            tiles=", ".join(f"find-{level} {level} {letters}" for level in LEVELS),
            tokens=", ".join(f"find-token-{level} square {level} WM" for level in LEVELS),
        )
        ways: list[Answers] = [
            ("explore", f"place {one}", f"turn {sixths}")
            for one in open_places(game, at)
            for sixths in range(_PETALS)
        ]
        goal = TurnGoal(near=True, event="explored")
        yield _asked(
            "beside", "explore.fill.square", msgspec.structs.replace(game, box=box), goal, ways, most=4
        )


def refresh(source: random.Random) -> Iterator[TurnTask | None]:
    """Some tokens lie face down; where is explored decides which of them come up again."""
    while True:
        game, at = drawn_land(source, tokens=4, used=4)
        ways: list[Answers] = [("explore", f"place {one}", "turn 0") for one in open_places(game, at)]
        if len(ways) < 2:
            yield None
            continue
        start = TurnTask(id="x", rule="explore.refresh", game=game, goal=TurnGoal(), right=(ways[0],)).start
        left = sorted((face_down(play(start, way).state) for way in ways), key=len)
        if len(left[0]) == len(left[1]) or not left[0]:
            yield None
            continue
        yield _asked("refresh", "explore.refresh", game, TurnGoal(down=tuple(left[0])), ways, most=1)


def stacks(source: random.Random) -> Iterator[TurnTask | None]:
    """The samurai borders places of several levels, and the stack of the highest one is empty."""
    while True:
        game, at = drawn_land(source, tokens=2)
        levels = sorted({str(place(one).level) for one in open_places(game, at)})
        if len(levels) < 2:
            yield None
            continue
        left = [level for level in LEVELS if level != levels[-1]]
        box = BoxRecord(tiles=", ".join(f"bare-{level} {level} ......." for level in left))
        best = max(points_of(one) for one in open_places(game, at) if place(one).level in left)
        goal = TurnGoal(event="explored", score=game.seats[0].score + best)
        ways: list[Answers] = [("explore", f"place {one}", "turn 0") for one in open_places(game, at)]
        yield _asked(
            "stacks", "explore.stack-empty", msgspec.structs.replace(game, box=box), goal, ways, most=2
        )


def _asked(
    name: str, rule: str, game: Game, goal: TurnGoal, ways: list[Answers], *, most: int
) -> TurnTask | None:
    if not ways:
        return None
    return with_right(TurnTask(id=name, rule=rule, game=game, goal=goal, right=(ways[0],)), ways, most=most)
