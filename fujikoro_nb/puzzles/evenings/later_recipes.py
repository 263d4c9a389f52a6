"""The recipes of the last four evenings: a position, what somebody can do in it, and what counts."""

from __future__ import annotations

import random

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import neighbours, space
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import Refusal
from fujikoro_nb.puzzles.evenings.choosing import BARE, NAME, OWN, SHOES, asked_where, picked
from fujikoro_nb.puzzles.evenings.drawing import (
    RING,
    dice,
    firm,
    joined,
    land,
    offered,
    ways,
)
from fujikoro_nb.puzzles.evenings.puzzle import EveningPuzzle, Goal
from fujikoro_nb.puzzles.evenings.worth import done_by
from fujikoro_nb.puzzles.legal.position import Position, asked
from fujikoro_nb.rulebook.cases.records import BoardRecord, BoxRecord, Game, SeatRecord

# ---- 5, survival of the fittest


def reveal(source: random.Random) -> EveningPuzzle | None:
    """A rival has left: where does a dragon most likely appear that calls it back?"""
    tiles = dict.fromkeys(land(source, 4, begin="II-2"), BARE)
    drawn = []
    for level in ("I", "II", "III"):
        count = source.randint(2, 5)
        lairs = source.randint(1, count)
        drawn += [
            f"{level.lower()}-{n} {level} {'BDR'[n % 3] if n < lairs else '.'}......" for n in range(count)
        ]
    game = Game(
        scenario=5,
        seats=(SeatRecord(at=source.choice(firm(tiles)), score=25), SeatRecord(at="centre", score=30)),
        tiles=tiles,
        box=BoxRecord(tiles=", ".join(drawn), dragons="b blue 9/5/3, d green 14/6/4, r red 18/7/5"),
        marker=1,
        countdown=4,
        first=1,
        taken=1,
        dice=dice(),
    )
    halts = ("halt",) if any(at in RING for at in tiles) else ()  # else nowhere to go, and nobody asks
    position = Position(game=game, before=("move", *halts))
    state, _ = asked(position)
    assert isinstance(state, GameState), "an evening is a whole game"
    plans: dict[str, str] = {}
    used: set[str] = set()
    walking = msgspec.structs.replace(position, before=(*position.before, "move"))
    for begin in ("explore", *(joined(("move", way, "explore")) for way in ways(walking, stays=False))):
        done = done_by(state, begin)
        if not isinstance(done, Refusal):
            here = done[0].samurai[OWN].space
            for answer in game_of(done[0]).options(done[0]):
                text = print_game_answer(answer)
                if text.startswith("place") and text not in plans and here not in used:
                    plans[text] = joined((begin, text))
                    used.add(here)  # each answer leads to a space of its own, so to a letter of its own
    every = EveningPuzzle(id=NAME, position=position, choices=tuple(plans.values()), goal=Goal.BACK)
    return picked(source, every, least=3) if plans else None


def door(source: random.Random) -> EveningPuzzle | None:
    """Out by the secret exit, on whose tile a dragon lives: by which way does one leave the mountain?"""
    there = source.choice(["II-1", "II-3", "II-5", "II-7", "II-9"])
    around = land(source, 4, begin=there)
    tiles = dict.fromkeys(around, BARE)
    inside = [at for at in firm(tiles) if at.startswith(f"{there}.")]
    doors = [
        (at, to) for at in inside for to in neighbours(space(at).id) if to in firm(tiles) and to not in inside
    ]
    exit_at, beside = source.choice(doors)
    said = list(BARE)
    said[int(exit_at[-1])] = "X"
    tiles[there] = "".join(said)
    lair = (
        there
        if source.random() < 0.8
        else source.choice([at for at in around if at not in (there, space(beside).place)] or [there])
    )
    near = [to for to in neighbours(beside) if to in firm(tiles) and to not in inside]
    game = Game(
        scenario=5,
        seats=(
            SeatRecord(
                at=source.choice([beside, *near]),
                weapon=source.choice(["WMM", "WWM"]),
                sandals=SHOES,
                score=30,
            ),
            SeatRecord(at="temple-1"),
        ),
        tiles=tiles,
        dragons={lair: source.choice(["blue 2/4/1", "green 3/5/1", "blue 3/9/1"])},
        marker=0,
        countdown=source.choice([4, 5]),
        taken=1,
        dice=dice(),
    )
    return asked_where(source, game, Goal.OUT, prefer=there)


# ---- 6, the beast tamed

_WHITE = 60
"""Its health; damage that was done in earlier fights lies beside it."""


def catch(source: random.Random) -> EveningPuzzle | None:
    """The white dragon on the central tile: with which dice is it caught, and not killed?"""
    weapon = source.choice(["WWMM", "WMMT", "WWM", "WWWMM", "WMTT", "WWMMT", "WWM..:WWM", "MTT"])
    game = Game(
        mode="solo",
        scenario=6,
        seats=(SeatRecord(weapon=weapon, helmet="MM", monks="weapon"),),
        dragons={"centre": f"white {_WHITE}/1/3 damage {_WHITE - source.randint(2, 15)}"},
        dice=dice(),
    )
    position = Position(game=game)
    texts = tuple(text for text in offered(position) if not text.endswith(" -"))
    every = EveningPuzzle(id=NAME, position=position, choices=texts, goal=Goal.WON, rounds=1)
    return picked(source, every)


def lure(source: random.Random) -> EveningPuzzle | None:
    """The last action of a round: where has one to be so that the white dragon walks onto the central tile?"""
    tiles = dict.fromkeys([*RING, *land(source, 4)], BARE)
    lairs = source.sample(sorted(tiles), source.randint(1, 2))
    free = [at for at in firm(tiles) if at.partition(".")[0] not in lairs]
    game = Game(
        mode="solo",
        scenario=6,
        round=6,
        seats=(SeatRecord(at=source.choice([*free, "centre"]), sandals=SHOES),),
        tiles=tiles,
        dragons=dict(zip(lairs, ("white 60/12/8", "green 14/6/4"), strict=False)),
        taken=1,
        dice=dice(),
    )
    return asked_where(source, game, Goal.HOME)


# ---- 7, the fallen samurai

_GUARDS = (
    BoardRecord(weapon="WWM", helmet="MM"),
    BoardRecord(weapon="WMM", helmet="WM"),
    BoardRecord(weapon="WWW", helmet="MMM"),
)


def temple(source: random.Random) -> EveningPuzzle | None:
    """A temple hides from dragons, but a guard is there: where has one's samurai not to fight?"""
    tiles = dict.fromkeys(land(source, 6, begin="III-4"), BARE)
    lairs = source.sample(sorted(tiles), 1)
    free = [at for at in firm(tiles) if at.partition(".")[0] not in lairs]
    near = [at for at in free if at.startswith("III-4.")] or free
    game = Game(
        mode="solo",
        scenario=7,
        round=6,
        seats=(SeatRecord(at=source.choice(near), sandals=SHOES, weapon="WWM"),),
        guards=_GUARDS,
        tiles=tiles,
        dragons=dict(zip(lairs, ("green 14/6/4",), strict=False)),
        taken=1,
        dice=dice(),
    )
    return asked_where(source, game, Goal.PEACE, prefer="temple")


def guard(source: random.Random) -> EveningPuzzle | None:
    """In a temple's door: with which dice is the guard beaten most often within two rounds?"""
    foe = BoardRecord(
        weapon=source.choice(["WWM", "WMM"]), helmet=source.choice(["MW/.M", "WMM", "WWM", "MM"])
    )
    game = Game(
        mode="solo",
        scenario=7,
        round=6,
        seats=(
            SeatRecord(
                at="III-4.3",
                weapon=source.choice(["WWMM", "WWWM", "WMMM"]),
                helmet=source.choice(["W", "M", ""]),
            ),
        ),
        guards=(foe, *_GUARDS[1:]),
        tiles={"III-4": BARE},
        taken=1,
        dice=dice(),
    )
    position = Position(game=game, before=("move", "walk temple-1"))
    if asked(position)[1].seat != OWN or asked(position)[1].kind != "roll-dice":
        return None
    every = EveningPuzzle(
        id=NAME, position=position, choices=tuple(offered(position)), goal=Goal.BEATEN, rounds=2
    )
    return picked(source, every)


# ---- 8, Ronin


def ronin(source: random.Random) -> EveningPuzzle | None:
    """The countdown nears its end: where has one to be for the victory?"""
    there = land(source, 3)
    tiles = dict.fromkeys(there, BARE)
    tiles[there[0]] = source.choice(["X......", "..X....", "....X..", ".X....."])
    lairs = source.sample(there[1:], source.randint(0, 1))
    free = [at for at in firm(tiles) if at.partition(".")[0] not in lairs]
    game = Game(
        mode="solo",
        scenario=8,
        seats=(SeatRecord(at=source.choice(free), score=source.randint(50, 53), sandals=SHOES),),
        tiles=tiles,
        dragons=dict.fromkeys(lairs, "green 14/6/4"),
        marker=0,
        countdown=7,  # the last turn, so that nothing can be won in a later one
        taken=1,
        dice=dice(),
    )
    return asked_where(source, game, Goal.WON, prefer=there[0])


def palace(source: random.Random) -> EveningPuzzle | None:
    """Out by the rope: what does one hand in first, so that fifty points are reached before the end?"""
    worn = source.sample(["weapon", "helmet", "sandals"], source.randint(2, 3))
    plans = {"weapon": "weapon WWM w", "helmet": "helmet MM h", "sandals": "sandals MM s"}
    game = Game(
        mode="solo",
        scenario=8,
        seats=(
            SeatRecord(
                at="centre",
                score=source.randint(20, 40),
                weapon="WWM+G@1,1" if "weapon" in worn else "",
                helmet="MM+G" if "helmet" in worn else "",
                sandals="MM+G" if "sandals" in worn else "",
                blueprints=", ".join(plans[one] for one in worn),
                lower="T" * source.randint(0, 2),
                monks=source.choice(["", "weapon", "action, weapon"]),
            ),
        ),
        marker=0,
        countdown=source.choice([4, 5, 6, 7]),
        taken=1,
        dice=dice(),
    )
    position = Position(game=game, before=("move",))
    every = EveningPuzzle(id=NAME, position=position, choices=tuple(offered(position)), goal=Goal.WON)
    return picked(source, every, least=3) if "hand-in -" in every.choices else None
