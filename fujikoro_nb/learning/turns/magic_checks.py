"""What a lesson on blueprints can end with: which one fits, what goes for discs, what pays and keeps the magic."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import PayDamage, StowThings
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.learning.lesson import OUR_CARDS
from fujikoro_nb.learning.turns.goal import SEAT, TurnGoal
from fujikoro_nb.learning.turns.task import Answers, TurnTask, play
from fujikoro_nb.learning.turns.ways import MOST_WAYS, absorbed_by, with_right
from fujikoro_nb.rulebook.cases.records import Game, SeatRecord

_RIVAL = SeatRecord(at="centre", weapon="WWMM")
_AT_TEMPLE = {"II-4": "......."}
HELMETS = {
    "house-blueprint-helmet-1": "MW/.M",
    "house-blueprint-helmet-2": "WM./..W/.M.",
    "house-blueprint-helmet-3": "M.M/W.W",
}
WEAPONS = {
    "house-blueprint-weapon-1": "WM/MW",
    "house-blueprint-weapon-2": "M../WMM/..W",
    "house-blueprint-weapon-3": "W..M/WMMM",
}


def fits(source: random.Random) -> Iterator[TurnTask | None]:
    """Three blueprints of a kind lie in the temple; the gear, turned and with more cubes, fits one of them."""
    while True:
        kind, patterns = source.choice(((GearKind.HELMET, HELMETS), (GearKind.WEAPON, WEAPONS)))
        name = source.choice(sorted(patterns))
        rows = turned(patterns[name], source.randrange(4))
        worn = "/".join(with_more(rows, source))
        seat = SeatRecord(
            at="temple-1",
            weapon=worn if kind == GearKind.WEAPON else "WWMM",
            helmet=worn if kind == GearKind.HELMET else "",
        )
        temple = ", ".join(f"{kind} {patterns[one]} {one}" for one in source.sample(sorted(patterns), 3))
        game = Game(seats=(seat, _RIVAL), tiles=_AT_TEMPLE, temples=(temple,))
        task = TurnTask(
            id="fits",
            rule="magic.match.contains",
            game=game,
            goal=TurnGoal(happens=(f"magic-gained kind={kind}",)),
            right=(("gather",),),
            shows=(kind,),
            ours=OUR_CARDS,
        )
        ways: list[Answers] = [("gather", "take blueprints", f"blueprints {one}") for one in patterns]
        yield with_right(task, ways, most=1)


def turned(pattern: str, quarters: int) -> list[str]:
    """The rows of a pattern after so many quarter turns.

    >>> turned("MW/.M", 1)
    ['.M', 'MW']
    """
    rows = pattern.split("/")
    for _ in range(quarters):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    return rows


def with_more(rows: list[str], source: random.Random) -> list[str]:
    """One more cube, in a gap beside others."""
    gaps = [
        (at, row)
        for row, line in enumerate(rows)
        for at, cube in enumerate(line)
        if cube == "." and _is_beside(rows, at, row)
    ]
    if not gaps:
        return rows
    at, row = source.choice(gaps)
    return [
        f"{line[:at]}{source.choice('WM')}{line[at + 1 :]}" if number == row else line
        for number, line in enumerate(rows)
    ]


def _is_beside(rows: list[str], at: int, row: int) -> bool:
    around = ((at + 1, row), (at - 1, row), (at, row + 1), (at, row - 1))
    return any(0 <= y < len(rows) and 0 <= x < len(rows[y]) and rows[y][x] != "." for x, y in around)


def draws(source: random.Random) -> Iterator[TurnTask | None]:
    """Two blueprints come into a backpack without room for both: what absorbs most stays."""
    while True:
        held = Cubes.parse("".join(source.choices("WMT", (4, 4, 1), k=source.choice((5, 6)))))
        helmet, weapon = source.choice(sorted(HELMETS)), source.choice(sorted(WEAPONS))
        temple = f"helmet {HELMETS[helmet]} {helmet}, weapon {WEAPONS[weapon]} {weapon}"
        seat = SeatRecord(at="temple-1", weapon="WWMM", lower=str(held))
        taken = (f"blueprint-taken blueprint={helmet}", f"blueprint-taken blueprint={weapon}")
        task = TurnTask(
            id="draws",
            rule="gather.blueprint.disc-space",
            game=Game(seats=(seat, _RIVAL), tiles=_AT_TEMPLE, temples=(temple,)),
            goal=TurnGoal(happens=taken),
            right=(("gather",),),
            ours=OUR_CARDS,
        )
        begun = ("gather", "take blueprints", f"blueprints {helmet} {weapon}")
        state = play(task.start, begun).state
        stowed = [one for one in game_of(state).options(state) if isinstance(one, StowThings)]
        worth = sorted({(absorbed_by(one), str(one.backpack.cubes)) for one in stowed}, reverse=True)
        if len(worth) < 3 or worth[0][0] == worth[1][0] or len(stowed) > MOST_WAYS:
            yield None
            continue
        goal = msgspec.structs.replace(task.goal, backpack=worth[0][1])
        ways: list[Answers] = [(*begun, print_game_answer(one)) for one in stowed]
        yield with_right(msgspec.structs.replace(task, goal=goal), ways, most=4)


def shield(source: random.Random) -> Iterator[TurnTask | None]:
    """A dragon hits a magical helmet: some ways to pay keep the magic, and of these some keep more cubes."""
    while True:
        name = source.choice(sorted(HELMETS))
        rows = turned(HELMETS[name], source.randrange(4))
        helmet = "/".join(with_more([f"{line}{source.choice('.WM')}" for line in rows], source))
        seat = SeatRecord(
            at="I-1.3",
            weapon="WWMM",
            helmet=f"{helmet}+G",
            discs=name,
            blueprints=f"helmet {HELMETS[name]} {name}",
        )
        hits = source.choice(("1 0 0", "1 1 0", "2 1 0"))
        task = TurnTask(
            id="shield",
            rule="magic.loss.immediate",
            game=Game(
                seats=(seat, SeatRecord(at="temple-2", weapon="WWMM")),
                tiles={"I-1": ".......", "I-2": "B......"},
                dragons={"I-2": "blue 9/9/3"},
            ),
            goal=TurnGoal(happens=("paid",), never=("magic-lost",)),
            right=(("pay +G",),),
            played=("move", "walk I-2.1", "keep", f"roll T {hits}"),
            shows=(GearKind.HELMET,),
        )
        options = [one for one in game_of(task.start).options(task.start) if isinstance(one, PayDamage)]
        ways: list[Answers] = [(print_game_answer(one),) for one in options]
        if len(ways) > MOST_WAYS:
            yield None
            continue
        yield _kept(task, {way: str(_helmet(task, way)) for way in ways if _keeps_magic(task, way)}, ways)


def _kept(task: TurnTask, left: Mapping[Answers, str], ways: list[Answers]) -> TurnTask | None:
    """The task to keep most, where one helmet is larger than all the others with magic."""
    most = sorted(set(left.values()), key=len, reverse=True)
    if not most or (len(most) > 1 and len(most[0]) == len(most[1])):
        return None
    goal = msgspec.structs.replace(task.goal, gear={GearKind.HELMET: most[0]})
    return with_right(msgspec.structs.replace(task, goal=goal), ways, most=3)


def _keeps_magic(task: TurnTask, way: Answers) -> bool:
    kinds = {each.kind for each in play(task.start, way).events}
    return "paid" in kinds and "magic-lost" not in kinds


def _helmet(task: TurnTask, way: Answers) -> Cubes:
    """The cubes that are left on the helmet."""
    return play(task.start, way).state.fighter(SEAT).gear.helmet.cubes
