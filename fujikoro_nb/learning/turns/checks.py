"""What a lesson on turns can end with: new maps from a seed, with answers (need T5)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from fujikoro_nb.engine.fujikoro.board.geometry import LEVELS, place, places_beside, space, spaces_of
from fujikoro_nb.learning.turns.group_checks import gift, lure, wake
from fujikoro_nb.learning.turns.task import Answers, TurnGoal, TurnTask
from fujikoro_nb.learning.turns.ways import walks_of, with_right
from fujikoro_nb.rulebook.cases.records import BoxRecord, Game, SeatRecord

_LANDS = (("I-1", "I-2", "II-3"), ("I-2", "I-3", "II-5"), ("I-4", "I-5", "II-9"), ("I-5", "I-6", "II-11"))
"""Tiles that lie in a triangle."""

_HEAPS = ("WM", "WW", "WMM", "WMT", "MT", "WWM")
_DRAGON = "red 18/7/5"
_FAR = SeatRecord(at="temple-2", weapon="WWMM")
_POINTS = (0, 1, 2)
"""explore.vp"""


@lru_cache(maxsize=128)
def turn_check(kind: str, seed: int) -> TurnTask:
    """One task of a kind, the same for the same seed; another seed gives another."""
    source = random.Random(f"fujikoro turn check {kind} {seed}")
    return next(task for task in _DRAWN[kind](source) if task is not None)


def _land(source: random.Random, *, tokens: int, dragon: bool = False, used: int = 0) -> tuple[Game, str]:
    """Three tiles with tokens on them, and one of their spaces where the samurai stands."""
    land = source.choice(_LANDS)
    every: list[str] = [one.id for name in land for one in spaces_of(place(name).id)]
    lair = source.choice(land) if dragon else ""
    at = source.choice([name for name in every if space(name).place != lair])
    free = [name for name in every if name not in (at, f"{lair}.0")]
    chosen = source.sample(free, tokens)
    things = {
        name: f"square {source.choice(_HEAPS)}{' used' if number < used else ''}"
        for number, name in enumerate(chosen)
    }
    tiles = {name: _letters(name, things, lair) for name in land}
    seats = (SeatRecord(at=at, weapon="WWMM", score=source.randint(3, 12)), _FAR)
    dragons = {lair: _DRAGON} if lair else {}
    box = BoxRecord(tiles=", ".join(f"bare-{level} {level} ......." for level in LEVELS))
    return Game(seats=seats, tiles=tiles, things=things, dragons=dragons, box=box), at


def _letters(name: str, things: dict[str, str], lair: str) -> str:
    letters = ["s" if one.id in things else "." for one in spaces_of(place(name).id)]
    return "".join(["R" if name == lair else letters[0], *letters[1:]])


def _reach(source: random.Random) -> Iterator[TurnTask | None]:
    """Some tokens lie with a dragon; at least one in reach does not."""
    while True:
        game, at = _land(source, tokens=4, dragon=True)
        lair = next(iter(game.dragons))
        safe = tuple(name for name in game.things if space(name).place != lair)
        bare = TurnTask(
            id="reach",
            rule="move.steps.base",
            game=game,
            goal=TurnGoal(safe=True, at=safe),
            right=(("move", f"walk {at}"),),
        )
        ways = walks_of(bare)
        is_tempting = any(way[-1].split()[-1] in set(game.things) - set(safe) for way in ways)
        yield with_right(bare, ways, most=2) if is_tempting else None


def _points(source: random.Random) -> Iterator[TurnTask | None]:
    """The samurai borders places of two levels."""
    while True:
        game, at = _land(source, tokens=3)
        open_places = [one for one in places_beside(at) if place(one).level and one not in game.tiles]
        points = {one: _POINTS[LEVELS.index(str(place(one).level))] for one in open_places}
        if len(set(points.values())) < 2:
            yield None
            continue
        score = game.seats[0].score + max(points.values())
        ways: list[Answers] = [("explore", f"place {one}", "turn 0") for one in open_places]
        bare = TurnTask(
            id="points", rule="explore.vp", game=game, goal=TurnGoal(score=score), right=(ways[0],)
        )
        yield with_right(bare, ways, most=1)


def _turn(source: random.Random) -> Iterator[TurnTask | None]:
    """Of five tokens some are face down and some too far away."""
    while True:
        game, _ = _land(source, tokens=5, used=2)
        fresh = tuple(name for name, thing in game.things.items() if not thing.endswith("used"))
        bare = TurnTask(
            id="turn",
            rule="turn.two-actions",
            game=game,
            goal=TurnGoal(event="gathers", at=fresh),
            right=(("move", "gather"),),
        )
        ways = [(*way, "gather") for way in walks_of(bare)]
        yield with_right(bare, ways, most=2)


_DRAWN: Mapping[str, Callable[[random.Random], Iterator[TurnTask | None]]] = {
    "reach": _reach,
    "points": _points,
    "turn": _turn,
    "lure": lure,
    "wake": wake,
    "gift": gift,
}

KINDS = tuple(_DRAWN)
"""What checks test: a walk past a dragon, where exploring scores most, two actions for some cubes; of a group: where a
dragon is drawn to, where none comes, what is handed over."""
