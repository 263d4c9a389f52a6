"""The recipes of the first four evenings: a position, what somebody can do in it, and what counts."""

from __future__ import annotations

import random
from typing import Literal

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import Refusal
from fujikoro_nb.puzzles.evenings.choosing import BARE, LEAST, MOST, NAME, SHOES, asked_where, picked
from fujikoro_nb.puzzles.evenings.drawing import (
    RING,
    dice,
    firm,
    joined,
    land,
    letters,
    offered,
    ways,
)
from fujikoro_nb.puzzles.evenings.puzzle import THEN, EveningPuzzle, Goal
from fujikoro_nb.puzzles.evenings.worth import done_by
from fujikoro_nb.puzzles.legal.position import Position, asked
from fujikoro_nb.rulebook.cases.records import BoxRecord, Game, SeatRecord

# ---- 1, to each their own


def loot(source: random.Random) -> EveningPuzzle | None:
    """The last turn: a status token crosses lava and buys an action, and what is left of them is worth points."""
    tiles = {at: letters(source, "L", most=4) for at in land(source, 3)}
    here, first, second = source.sample(firm(tiles), 3)
    game = Game(
        scenario=1,
        seats=(SeatRecord(at=here, score=source.randint(20, 30)), SeatRecord(at="temple-1")),
        tiles=tiles,
        things=dict.fromkeys(source.sample([here, first, second], 2), "loot"),
        scene={"tokens": [source.randint(1, 2), 0]},
        marker=0,
        countdown=7,
        dice=dice(),
    )
    rest = ("move", "halt")
    plans = [(*rest, *rest), ("gather", *rest)]
    for way in _to_loot(game):
        plans += [("gather", "move", way, "buy-action", "gather"), ("move", way, "gather")]
        plans += [("move", way, *rest), ("move", way, "gather", "buy-action", *rest)]
    whole = [text for plan in plans if (text := _whole_turn(game, plan))]
    every = EveningPuzzle(id=NAME, position=Position(game=game), choices=tuple(whole), goal=Goal.POINTS)
    return picked(source, every)


def _whole_turn(game: Game, plan: tuple[str, ...]) -> str:
    """A plan for the whole turn, with the word that ends it where one is asked for; empty where it cannot be done."""
    state, _ = asked(Position(game=game))
    assert isinstance(state, GameState), "an evening is a whole game"
    done = done_by(state, joined(plan))
    if isinstance(done, Refusal):
        return ""
    question = game_of(done[0]).question(done[0])
    return joined((*plan, "enough") if question is not None and question.kind == "one-more" else plan)


def _to_loot(game: Game) -> list[str]:
    """A way to each thing that can be reached in one move, and another one where that costs other tokens."""
    moving = Position(game=game, before=("move",))
    state, _ = asked(moving)
    assert isinstance(state, GameState), "an evening is a whole game"
    found: dict[tuple[str, int], str] = {}
    for way in ways(moving, stays=False, every=True):
        at, done = way.split(THEN)[0].split()[-1], done_by(state, way)
        if at in game.things and not isinstance(done, Refusal):
            found.setdefault((at, done[0].staged.tokens[0]), way)
    return list(found.values())


def prey(source: random.Random) -> EveningPuzzle | None:
    """The last turn, beside a weak dragon: is a token for one more action, or over lava, well spent on it?"""
    there = land(source, 3)
    tiles = {at: letters(source, "L", most=3) for at in there}
    lair = there[-1]
    tiles[lair] = BARE
    near = [at for at in firm(tiles) if at.partition(".")[0] != lair]
    here, loot = source.sample(near, 2)
    beast = source.choice(["blue 2/4/1", "green 3/5/1", "red 3/5/1", "blue 3/9/1", "green 2/9/1"])
    game = Game(
        scenario=1,
        seats=(
            SeatRecord(
                at=here,
                weapon=source.choice(["WWM", "WMM"]),
                helmet=source.choice(["MM", "WM", ""]),
                score=source.randint(20, 30),
            ),
            SeatRecord(at="temple-1"),
        ),
        tiles=tiles,
        dragons={lair: beast},
        things={loot: "loot"},
        scene={"tokens": [source.randint(1, 2), 0]},
        marker=0,
        countdown=7,
        taken=1,
        dice=dice(),
    )
    plans: list[tuple[str, ...]] = [("move", "halt")]
    for way in ways(Position(game=game, before=("move",)), stays=False, every=True):
        end = way.split(THEN)[0].split()[-1]
        if end == loot:
            plans += [("move", way, "buy-action", "gather"), ("move", way)]
        elif end.partition(".")[0] == lair:
            plans.append(("move", way))
    whole = list(dict.fromkeys(text for plan in plans if (text := _whole_turn(game, plan))))
    if len(whole) < LEAST or len(whole) > 3 * MOST:
        return None
    every = EveningPuzzle(id=NAME, position=Position(game=game), choices=tuple(whole), goal=Goal.POINTS)
    return picked(source, every, prefer=lair)


# ---- 2, dragons on the move


def march(source: random.Random) -> EveningPuzzle | None:
    """The last turn of a round: where does no dragon come?"""
    tiles = dict.fromkeys(land(source, source.randint(6, 9)), BARE)
    lairs = source.sample(sorted(tiles), source.randint(1, 2))
    free = [at for at in firm(tiles) if at.partition(".")[0] not in lairs]
    own, other = source.sample(free, 2)
    tokens: dict[str, Literal["asleep", "awake"]] = {}
    for at in lairs:
        if source.random() < 0.5:
            tokens[at] = "asleep" if source.random() < 0.5 else "awake"
    game = Game(
        scenario=2,
        seats=(SeatRecord(at=own, sandals=source.choice(["", SHOES])), SeatRecord(at=other)),
        tiles=tiles,
        dragons=dict(zip(lairs, ("green 14/6/4", "blue 9/5/3"), strict=False)),
        tokens=tokens,
        scene={"first": 1},
        dice=dice(),
    )
    return asked_where(source, game, Goal.PEACE)


def figures(source: random.Random) -> EveningPuzzle | None:
    """The last action of the game, beside several dragons: which one is worth a try?"""
    middle = source.choice(RING)
    around = [at for at in land(source, 5, begin=middle) if at != middle]
    tiles = {middle: BARE, **dict.fromkeys(around, BARE)}
    beasts = source.sample(["blue 2/4/1", "green 3/5/1", "red 3/5/1", "blue 3/9/1", "green 2/9/1"], 3)
    lairs = source.sample(around, 3)
    game = Game(
        scenario=2,
        seats=(
            SeatRecord(at=f"{middle}.0", weapon=source.choice(["WWM", "WMM"]), sandals=SHOES, score=30),
            SeatRecord(at="temple-1"),
        ),
        tiles=tiles,
        dragons=dict(zip(lairs, beasts, strict=True)),
        figures=(" ".join(source.choices(["blue", "green", "red"], k=source.randint(2, 5))), ""),
        marker=0,
        countdown=7,
        taken=1,
        dice=dice(),
    )
    position = Position(game=game, before=("move",))
    found = ways(position)
    chosen = ["halt"]
    for lair in lairs:
        chosen += [way for way in found if way.split(THEN)[0].split()[-1].partition(".")[0] == lair][:1]
    every = EveningPuzzle(id=NAME, position=position, choices=tuple(chosen), goal=Goal.POINTS)
    return picked(source, every, least=3)


# ---- 3, hot in here


def eruption(source: random.Random) -> EveningPuzzle | None:
    """The countdown goes on at the end of this turn: where does no lava come?"""
    there = land(source, source.randint(4, 6))
    ran = source.choice([0, 0, 3, 6, 8])
    is_warm = not ran and source.random() < 0.6
    countdown = source.choice([0, 1, 2, 4, 5])
    number = {0: "1", 1: "2", 2: "3", 4: "4", 5: "5"}[countdown]
    tiles = {at: letters(source, number * 3 + "12345", most=6) for at in there}
    game = Game(
        scenario=3,
        seats=(
            SeatRecord(at=source.choice(firm(tiles)), score=source.randint(12, 28) if is_warm else 31),
            SeatRecord(at="temple-1"),
        ),
        tiles=tiles,
        scene={"is_warm": is_warm, "ran": ran},
        marker=0,
        countdown=countdown,
        taken=1,
        dice=dice(),
    )
    return asked_where(source, game, Goal.STAYS)


def heat(source: random.Random) -> EveningPuzzle | None:
    """On ground that erupts at the end of this turn: away, or is there something better?"""
    there = land(source, source.randint(3, 4), begin=source.choice(["II-1", "II-4", "II-7", "II-10"]))
    countdown = source.choice([0, 1, 2, 4, 5])
    number = {0: "1", 1: "2", 2: "3", 4: "4", 5: "5"}[countdown]
    tiles = {at: letters(source, number * 4 + "12345", most=6) for at in there}
    hot = [f"{at}.{petal}" for at, said in tiles.items() for petal, one in enumerate(said) if one == number]
    if not hot:
        return None
    game = Game(
        scenario=3,
        seats=(SeatRecord(at=source.choice(hot), score=source.choice([28, 29])), SeatRecord(at="temple-1")),
        tiles=tiles,
        box=BoxRecord(tiles="one I ......., two II ......., three III ......."),
        scene={"is_warm": True},
        marker=0,
        countdown=countdown,
        taken=1,
        dice=dice(),
    )
    position = Position(game=game)
    if "explore" not in offered(position) or "move" not in offered(position):
        return None
    going = [joined(("move", way)) for way in ways(Position(game=game, before=("move",)))]
    trying = [joined(("explore", one)) for one in offered(Position(game=game, before=("explore",)))]
    trying = [one for one in trying if "place" in one]
    chosen = (*source.sample(going, min(4, len(going))), *source.sample(trying, min(3, len(trying))))
    every = EveningPuzzle(id=NAME, position=position, choices=chosen, goal=Goal.STAYS)
    return picked(source, every, prefer="explore")


def second(source: random.Random) -> EveningPuzzle | None:
    """The same ground when the clock runs for the second time: now nothing turns it back."""
    there = land(source, source.randint(3, 4), begin=source.choice(["II-1", "II-4", "II-7", "II-10"]))
    countdown = source.choice([0, 1, 2, 4])
    number = {0: "1", 1: "2", 2: "3", 4: "4"}[countdown]
    tiles = {at: letters(source, number * 4 + "12345", most=6) for at in there}
    hot = [f"{at}.{petal}" for at, said in tiles.items() for petal, one in enumerate(said) if one == number]
    if not hot:
        return None
    game = Game(
        scenario=3,
        seats=(SeatRecord(at=source.choice(hot), score=source.choice([28, 29])), SeatRecord(at="temple-1")),
        tiles=tiles,
        box=BoxRecord(tiles="one I ......., two II ......., three III ......."),
        scene={"ran": source.choice([3, 6, 8])},
        marker=0,
        countdown=countdown,
        taken=1,
        dice=dice(),
    )
    position = Position(game=game)
    if "explore" not in offered(position) or "move" not in offered(position):
        return None
    going = [joined(("move", way)) for way in ways(Position(game=game, before=("move",)))]
    trying = [joined(("explore", one)) for one in offered(Position(game=game, before=("explore",)))]
    trying = [one for one in trying if "place" in one]
    chosen = (*going, *source.sample(trying, min(2, len(trying))))
    every = EveningPuzzle(id=NAME, position=position, choices=chosen, goal=Goal.STAYS)
    return picked(source, every, prefer="explore")


# ---- 4, who is worthy


def monks(source: random.Random) -> EveningPuzzle | None:
    """The last turn of a round: where does no monk come?"""
    tiles = {at: letters(source, "L", most=2) for at in land(source, source.randint(4, 7))}
    places = firm(tiles)
    count = source.randint(1, 3)
    own, other, *stand = source.sample(places, 2 + count)
    game = Game(
        scenario=4,
        seats=(SeatRecord(at=own, sandals=source.choice(["", SHOES])), SeatRecord(at=other)),
        tiles=tiles,
        scene={"monks": sorted(stand), "first": 1},
        dice=dice(),
    )
    return asked_where(source, game, Goal.PEACE)
