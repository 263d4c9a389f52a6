"""The land of a drawn task, the walks that it offers, and which of them are right."""

from __future__ import annotations

import random

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import StowThings
from fujikoro_nb.engine.fujikoro.asked.game import Walk
from fujikoro_nb.engine.fujikoro.board.geometry import LEVELS, place, space, spaces_of
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.gear.worn import absorption_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.turns.task import Answers, TurnTask, as_texts, judge_turn, play
from fujikoro_nb.rulebook.cases.records import BoxRecord, Game, SeatRecord

LANDS = (("I-1", "I-2", "II-3"), ("I-2", "I-3", "II-5"), ("I-4", "I-5", "II-9"), ("I-5", "I-6", "II-11"))
"""Tiles that lie in a triangle."""

MOST_WAYS = 12
"""No more answers than a page has buttons for."""

BARE = "......."
"""A tile with nothing on it."""

_HEAPS = ("WM", "WW", "WMM", "WMT", "MT", "WWM")
_DRAGON = "red 18/7/5"
_FAR = SeatRecord(at="temple-2", weapon="WWMM")


def drawn_land(
    source: random.Random, *, tokens: int, dragon: bool = False, used: int = 0
) -> tuple[Game, str]:
    """Three tiles with tokens on them, and one of their spaces where the samurai stands."""
    land = source.choice(LANDS)
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


def walks_of(task: TurnTask) -> list[Answers]:
    """A walk to each space that can be reached, the shortest one."""
    shortest: dict[str, Answers] = {}
    begun = play(task.start, ("move",)).state
    for answer in game_of(begun).options(begun):
        if isinstance(answer, Walk):
            texts = as_texts(task.start, answer)
            end = answer.path[-1]
            if end not in shortest or len(texts[1]) < len(shortest[end][1]):
                shortest[end] = texts
    return list(shortest.values())


def with_right(task: TurnTask, ways: list[Answers], *, most: int) -> TurnTask | None:
    """The task with the right ones of these ways, or None when there are none or too many."""
    right = tuple(way for way in ways if judge_turn(task, way, language="en").outcome == Outcome.RIGHT)
    if not 1 <= len(right) <= most or len(right) == len(ways):
        return None
    return msgspec.structs.replace(task, right=right)


def absorbed_by(stowed: StowThings) -> int:
    """What the cubes of a backpack would absorb as a helmet."""
    return sum(absorption_of(str(cube), rulings=ADOPTED) for cube in stowed.backpack.cubes)
