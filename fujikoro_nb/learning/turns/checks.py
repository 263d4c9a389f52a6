"""What a lesson on turns can end with: new maps from a seed, with answers (need T5)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from fujikoro_nb.engine.fujikoro.board.geometry import space
from fujikoro_nb.learning.turns.card_checks import bonus, power, slot
from fujikoro_nb.learning.turns.character_checks import farther, past, whole
from fujikoro_nb.learning.turns.duel_checks import lay, loot, meet
from fujikoro_nb.learning.turns.explore_checks import beside, open_places, points_of, refresh, stacks
from fujikoro_nb.learning.turns.fight_checks import dice, first, room
from fujikoro_nb.learning.turns.final_checks import lava, out, pays
from fujikoro_nb.learning.turns.gather_checks import full, own, supply
from fujikoro_nb.learning.turns.goal import TurnGoal
from fujikoro_nb.learning.turns.group_checks import gift, lure, wake
from fujikoro_nb.learning.turns.lava_checks import crossing, keep, steps
from fujikoro_nb.learning.turns.magic_checks import draws, fits, shield
from fujikoro_nb.learning.turns.scenario_checks import caught, nearer, spoils
from fujikoro_nb.learning.turns.task import Answers, TurnTask
from fujikoro_nb.learning.turns.ways import drawn_land, walks_of, with_right


@lru_cache(maxsize=128)
def turn_check(kind: str, seed: int) -> TurnTask:
    """One task of a kind, the same for the same seed; another seed gives another."""
    source = random.Random(f"fujikoro turn check {kind} {seed}")
    return next(task for task in _DRAWN[kind](source) if task is not None)


def _reach(source: random.Random) -> Iterator[TurnTask | None]:
    """Some tokens lie with a dragon; at least one in reach does not."""
    while True:
        game, at = drawn_land(source, tokens=4, dragon=True)
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
        game, at = drawn_land(source, tokens=3)
        points = {one: points_of(one) for one in open_places(game, at)}
        if len(set(points.values())) < 2:
            yield None
            continue
        score = game.seats[0].score + max(points.values())
        ways: list[Answers] = [("explore", f"place {one}", "turn 0") for one in points]
        bare = TurnTask(
            id="points", rule="explore.vp", game=game, goal=TurnGoal(score=score), right=(ways[0],)
        )
        yield with_right(bare, ways, most=1)


def _turn(source: random.Random) -> Iterator[TurnTask | None]:
    """Of five tokens some are face down and some too far away."""
    while True:
        game, _ = drawn_land(source, tokens=5, used=2)
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
    "beside": beside,
    "refresh": refresh,
    "stacks": stacks,
    "supply": supply,
    "full": full,
    "own": own,
    "room": room,
    "first": first,
    "dice": dice,
    "lava": lava,
    "out": out,
    "pays": pays,
    "steps": steps,
    "crossing": crossing,
    "keep": keep,
    "meet": meet,
    "lay": lay,
    "loot": loot,
    "bonus": bonus,
    "power": power,
    "slot": slot,
    "fits": fits,
    "draws": draws,
    "shield": shield,
    "farther": farther,
    "past": past,
    "whole": whole,
    "nearer": nearer,
    "caught": caught,
    "spoils": spoils,
}

KINDS = tuple(_DRAWN)
"""What checks test, lesson by lesson; each says in its own docstring what."""
