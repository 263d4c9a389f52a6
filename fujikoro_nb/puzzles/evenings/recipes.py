"""The recipes of the eight evenings: a position of one, what somebody can do in it, and what counts."""

from __future__ import annotations

import random
from typing import Literal

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import neighbours, space
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import Refusal, Seat
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
from fujikoro_nb.puzzles.evenings.prove import certify_evening
from fujikoro_nb.puzzles.evenings.puzzle import THEN, EveningPuzzle, Goal
from fujikoro_nb.puzzles.evenings.worth import done_by
from fujikoro_nb.puzzles.legal.position import Position, asked
from fujikoro_nb.rulebook.cases.records import BoardRecord, BoxRecord, Game, SeatRecord

OWN = Seat(0)
_NAME = "drawn"
_BARE = "......."
_SHOES = "WW/M"
"""Complete sandals."""
_MOST = 6
"""Answers to choose from."""
_LEAST = 4
"""Fewer are no question."""


def _where(source: random.Random, game: Game, goal: Goal, *, prefer: str = "") -> EveningPuzzle | None:
    """The last action of a turn, a move: where does it end? Of the wrong ways those to ``prefer`` are offered first."""
    position = Position(game=game, before=("move",) if game.taken else ("move", "halt", "move"))
    every = EveningPuzzle(id=_NAME, position=position, choices=tuple(ways(position)), goal=goal)
    return _picked(source, every, prefer=prefer)


def _picked(
    source: random.Random, every: EveningPuzzle, *, prefer: str = "", least: int = _LEAST
) -> EveningPuzzle | None:
    """The puzzle with one of the best answers and some of the others; None where it is not worth asking."""
    found = certify_evening(every)
    if found is None:
        return None
    right, answers = found.certificate.right, found.certificate.answers
    wrong = [one for one in every.choices if one not in right]
    source.shuffle(wrong)
    wrong.sort(key=lambda one: not (prefer and prefer in one))
    spread = sorted(wrong[: 2 * _MOST], key=lambda one: not answers[one].worth)[: _MOST - 1]
    chosen = {source.choice(right), *spread}
    if len(chosen) < least:
        return None
    return msgspec.structs.replace(every, choices=tuple(one for one in every.choices if one in chosen))


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
    every = EveningPuzzle(id=_NAME, position=Position(game=game), choices=tuple(whole), goal=Goal.POINTS)
    return _picked(source, every)


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


# ---- 2, dragons on the move


def march(source: random.Random) -> EveningPuzzle | None:
    """The last turn of a round: where does no dragon come?"""
    tiles = dict.fromkeys(land(source, source.randint(6, 9)), _BARE)
    lairs = source.sample(sorted(tiles), source.randint(1, 2))
    free = [at for at in firm(tiles) if at.partition(".")[0] not in lairs]
    own, other = source.sample(free, 2)
    tokens: dict[str, Literal["asleep", "awake"]] = {}
    for at in lairs:
        if source.random() < 0.5:
            tokens[at] = "asleep" if source.random() < 0.5 else "awake"
    game = Game(
        scenario=2,
        seats=(SeatRecord(at=own, sandals=source.choice(["", _SHOES])), SeatRecord(at=other)),
        tiles=tiles,
        dragons=dict(zip(lairs, ("green 14/6/4", "blue 9/5/3"), strict=False)),
        tokens=tokens,
        scene={"first": 1},
        dice=dice(),
    )
    return _where(source, game, Goal.PEACE)


def figures(source: random.Random) -> EveningPuzzle | None:
    """The last action of the game, beside several dragons: which one is worth a try?"""
    middle = source.choice(RING)
    around = [at for at in land(source, 5, begin=middle) if at != middle]
    tiles = {middle: _BARE, **dict.fromkeys(around, _BARE)}
    beasts = source.sample(["blue 2/4/1", "green 3/5/1", "red 3/5/1", "blue 3/9/1", "green 2/9/1"], 3)
    lairs = source.sample(around, 3)
    game = Game(
        scenario=2,
        seats=(
            SeatRecord(at=f"{middle}.0", weapon=source.choice(["WWM", "WMM"]), sandals=_SHOES, score=30),
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
    every = EveningPuzzle(id=_NAME, position=position, choices=tuple(chosen), goal=Goal.POINTS)
    return _picked(source, every, least=3)


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
    return _where(source, game, Goal.STAYS)


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
    every = EveningPuzzle(id=_NAME, position=position, choices=chosen, goal=Goal.STAYS)
    return _picked(source, every, prefer="explore")


# ---- 4, who is worthy


def monks(source: random.Random) -> EveningPuzzle | None:
    """The last turn of a round: where does no monk come?"""
    tiles = {at: letters(source, "L", most=2) for at in land(source, source.randint(4, 7))}
    places = firm(tiles)
    count = source.randint(1, 3)
    own, other, *stand = source.sample(places, 2 + count)
    game = Game(
        scenario=4,
        seats=(SeatRecord(at=own, sandals=source.choice(["", _SHOES])), SeatRecord(at=other)),
        tiles=tiles,
        scene={"monks": sorted(stand), "first": 1},
        dice=dice(),
    )
    return _where(source, game, Goal.PEACE)


# ---- 5, survival of the fittest


def reveal(source: random.Random) -> EveningPuzzle | None:
    """A rival has left: where does a dragon most likely appear that calls it back?"""
    tiles = dict.fromkeys(land(source, 4, begin="II-2"), _BARE)
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
    walking = msgspec.structs.replace(position, before=(*position.before, "move"))
    for begin in ("explore", *(joined(("move", way, "explore")) for way in ways(walking, stays=False))):
        done = done_by(state, begin)
        if not isinstance(done, Refusal):
            for answer in game_of(done[0]).options(done[0]):
                text = print_game_answer(answer)
                if text.startswith("place"):
                    plans.setdefault(text, joined((begin, text)))
    every = EveningPuzzle(id=_NAME, position=position, choices=tuple(plans.values()), goal=Goal.BACK)
    return _picked(source, every, least=3) if plans else None


def door(source: random.Random) -> EveningPuzzle | None:
    """Out by the secret exit, on whose tile a dragon lives: by which way does one leave the mountain?"""
    there = source.choice(["II-1", "II-3", "II-5", "II-7", "II-9"])
    around = land(source, 4, begin=there)
    tiles = dict.fromkeys(around, _BARE)
    inside = [at for at in firm(tiles) if at.startswith(f"{there}.")]
    doors = [
        (at, to) for at in inside for to in neighbours(space(at).id) if to in firm(tiles) and to not in inside
    ]
    exit_at, beside = source.choice(doors)
    said = list(_BARE)
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
                sandals=_SHOES,
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
    return _where(source, game, Goal.OUT, prefer=there)


# ---- 6, the beast tamed


def catch(source: random.Random) -> EveningPuzzle | None:
    """The white dragon on the central tile: with which dice is it caught, and not killed?"""
    weapon = source.choice(["WWMM", "WMMT", "WWM", "WWWMM", "WMTT", "WWMMT", "WWM..:WWM", "MTT"])
    game = Game(
        mode="solo",
        scenario=6,
        seats=(SeatRecord(weapon=weapon, helmet="MM", monks="weapon"),),
        dragons={"centre": f"white {source.randint(2, 15)}/1/3"},
        dice=dice(),
    )
    position = Position(game=game)
    texts = tuple(text for text in offered(position) if not text.endswith(" -"))
    every = EveningPuzzle(id=_NAME, position=position, choices=texts, goal=Goal.WON, rounds=1)
    return _picked(source, every)


def lure(source: random.Random) -> EveningPuzzle | None:
    """The last action of a round: where has one to be so that the white dragon walks onto the central tile?"""
    tiles = dict.fromkeys([*RING, *land(source, 4)], _BARE)
    lairs = source.sample(sorted(tiles), source.randint(1, 2))
    free = [at for at in firm(tiles) if at.partition(".")[0] not in lairs]
    game = Game(
        mode="solo",
        scenario=6,
        round=6,
        seats=(SeatRecord(at=source.choice([*free, "centre"]), sandals=_SHOES),),
        tiles=tiles,
        dragons=dict(zip(lairs, ("white 60/12/8", "green 14/6/4"), strict=False)),
        taken=1,
        dice=dice(),
    )
    return _where(source, game, Goal.HOME)


# ---- 7, the fallen samurai

_GUARDS = (
    BoardRecord(weapon="WWM", helmet="MM"),
    BoardRecord(weapon="WMM", helmet="WM"),
    BoardRecord(weapon="WWW", helmet="MMM"),
)


def temple(source: random.Random) -> EveningPuzzle | None:
    """A temple hides from dragons, but a guard is there: where has one's samurai not to fight?"""
    tiles = dict.fromkeys(land(source, 6, begin="III-4"), _BARE)
    lairs = source.sample(sorted(tiles), 1)
    free = [at for at in firm(tiles) if at.partition(".")[0] not in lairs]
    near = [at for at in free if at.startswith("III-4.")] or free
    game = Game(
        mode="solo",
        scenario=7,
        round=6,
        seats=(SeatRecord(at=source.choice(near), sandals=_SHOES, weapon="WWM"),),
        guards=_GUARDS,
        tiles=tiles,
        dragons=dict(zip(lairs, ("green 14/6/4",), strict=False)),
        taken=1,
        dice=dice(),
    )
    return _where(source, game, Goal.PEACE, prefer="temple")


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
        tiles={"III-4": _BARE},
        taken=1,
        dice=dice(),
    )
    position = Position(game=game, before=("move", "walk temple-1"))
    if asked(position)[1].seat != OWN or asked(position)[1].kind != "roll-dice":
        return None
    every = EveningPuzzle(
        id=_NAME, position=position, choices=tuple(offered(position)), goal=Goal.BEATEN, rounds=2
    )
    return _picked(source, every)


# ---- 8, Ronin


def ronin(source: random.Random) -> EveningPuzzle | None:
    """The countdown nears its end: where has one to be for the victory?"""
    there = land(source, 3)
    tiles = dict.fromkeys(there, _BARE)
    tiles[there[0]] = source.choice(["X......", "..X....", "....X..", ".X....."])
    lairs = source.sample(there[1:], source.randint(0, 1))
    free = [at for at in firm(tiles) if at.partition(".")[0] not in lairs]
    game = Game(
        mode="solo",
        scenario=8,
        seats=(SeatRecord(at=source.choice(free), score=source.randint(50, 53), sandals=_SHOES),),
        tiles=tiles,
        dragons=dict.fromkeys(lairs, "green 14/6/4"),
        marker=0,
        countdown=7,  # the last turn, so that nothing can be won in a later one
        taken=1,
        dice=dice(),
    )
    return _where(source, game, Goal.WON, prefer=there[0])


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
    every = EveningPuzzle(id=_NAME, position=position, choices=tuple(offered(position)), goal=Goal.WON)
    return _picked(source, every, least=3) if "hand-in -" in every.choices else None
