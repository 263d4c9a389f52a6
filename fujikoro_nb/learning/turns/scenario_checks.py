"""What the lesson on the eight scenarios can end with: whom a dragon heads for, how few dice, which blueprint."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from fujikoro_nb.engine.fujikoro.board.geometry import PlaceKind, place, space
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.group.steps import from_above
from fujikoro_nb.learning.lesson import OUR_CARDS
from fujikoro_nb.learning.turns.goal import SEAT, TurnGoal
from fujikoro_nb.learning.turns.group_checks import asked, drawn_to, ends_of, hanging_land, space_on
from fujikoro_nb.learning.turns.magic_checks import HELMETS, WEAPONS, turned, with_more
from fujikoro_nb.learning.turns.task import Answers, TurnTask
from fujikoro_nb.learning.turns.ways import BARE, with_right
from fujikoro_nb.rulebook.cases.records import BoardRecord, Game, SeatRecord

_STAY = ("move", "halt")
_NEAR = 2
"""Tiles between a dragon and those whom it does not reach at once."""
_SANDALS = {"house-blueprint-sandals-1": "MM", "house-blueprint-sandals-3": "WMW"}


def nearer(source: random.Random) -> Iterator[TurnTask | None]:
    """The round ends with the learner's last action; a rival is about as far from the one dragon."""
    while True:
        land = hanging_land(source, 7)
        lair, rival, own = source.sample(land, 3)
        far = sorted(from_above(lair, one) for one in (rival, own))
        if far[0] < _NEAR or far[1] - far[0] > 1:
            yield None
            continue
        seats = (
            SeatRecord(at=space_on(source, own), weapon="WWMM"),
            SeatRecord(at=space_on(source, rival), weapon="WWM"),
        )
        game = Game(
            scenario=2,
            scene={"first": 1},
            seats=seats,
            tiles=dict.fromkeys(map(str, land), BARE),
            dragons={lair: "blue 9/5/3"},
        )
        rule = "scenario.2.competitive.dragons-move-each-round"
        bare = TurnTask(id="nearer", rule=rule, game=game, goal=TurnGoal(), right=(_STAY,), played=_STAY)
        ends = {drawn_to(bare.start, lair, end) for end in ends_of(bare.start)} - {""}
        goes = sorted(ends - {drawn_to(bare.start, lair, bare.start.samurai[SEAT].space)})
        if not goes or len(ends) < _NEAR:
            yield None
            continue
        to = source.choice(goes)
        goal = TurnGoal(lairs={"blue": to}, unhurt=True, happens=("dragon-walks",))
        task = asked(bare, goal, slots=(("place", to),))
        yield task if task is not None and any(map(_ends_in_sight, task.right)) else None


def _ends_in_sight(way: Answers) -> bool:
    """Whether a walk ends on a volcano tile: who hides from dragons is no nearer, and no farther."""
    end = next(word for word in way if word.startswith("walk ")).split()[-1]
    return place(space(end).place).kind == PlaceKind.VOLCANO


def caught(source: random.Random) -> Iterator[TurnTask | None]:
    """Dice that all fall the same way, and a dragon for which some are too many and perhaps some too few."""
    while True:
        metal = source.randint(1, 3)
        wood, hard = source.choice(((1, 2), (1, 1), (0, 2), (1, 3)))
        health = source.randint(3, 15)
        game = Game(
            mode="solo",
            scenario=6,
            round=source.randint(6, 18),
            seats=(SeatRecord(at="centre", weapon="WW" + "M" * metal),),
            tiles={"I-1": BARE, "I-2": BARE},
            dragons={"centre": f"white {health}/1/5"},
            dice={"W": " ".join([str(wood)] * 6), "M": " ".join([str(hard)] * 6)},
        )
        task = TurnTask(
            id="caught",
            rule="scenario.6.coop.goal-capture",
            game=game,
            goal=TurnGoal(outcome="captured"),
            right=(("attack left W",),),
            slots=(("health", health), ("wood", wood), ("metal", hard)),
        )
        rolled = ("W" * n + "M" * m for n, m in product(range(3), range(metal + 1)) if n + m)
        ways: list[Answers] = [(f"attack left {dice}",) for dice in rolled]
        yield with_right(task, ways, most=len(ways))


def spoils(source: random.Random) -> Iterator[TurnTask | None]:
    """The guard is beaten; of its three blueprints the learner's gear, turned and with more cubes, shows one."""
    while True:
        cards = {
            GearKind.HELMET: source.choice(sorted(HELMETS)),
            GearKind.WEAPON: source.choice(sorted(WEAPONS)),
            GearKind.SANDALS: source.choice(sorted(_SANDALS)),
        }
        patterns = {**HELMETS, **WEAPONS, **_SANDALS}
        kind = source.choice((GearKind.HELMET, GearKind.WEAPON))
        worn = "/".join(with_more(turned(patterns[cards[kind]], source.randrange(4)), source))
        seat = SeatRecord(
            at="III-4.3",
            weapon=worn if kind == GearKind.WEAPON else "WWMM",
            helmet=worn if kind == GearKind.HELMET else "MM",
        )
        held = ", ".join(f"{one} {patterns[name]} {name}" for one, name in cards.items())
        guard = BoardRecord(weapon="WM", blueprints=held, discs=", ".join(cards.values()))
        task = TurnTask(
            id="spoils",
            rule="scenario.7.solo.win-steals-blueprint",
            game=Game(
                mode="solo",
                scenario=7,
                round=source.randint(6, 20),
                seats=(seat,),
                guards=(guard, guard, guard),
                tiles={"III-4": BARE},
                dice={"W": "1 1 1 1 1 1", "M": "1 1 1 1 1 1"},
            ),
            goal=TurnGoal(happens=(f"magic-gained kind={kind}",)),
            right=(_STAY,),
            played=("move", "walk temple-1"),
            shows=(GearKind.WEAPON, GearKind.HELMET),
            ours=OUR_CARDS,
        )
        struck = f"attack left {Cubes.parse(seat.weapon.replace('/', '').replace('.', ''))}"
        ways: list[Answers] = [(struck, f"steal blueprint {name}") for name in cards.values()]
        yield with_right(task, ways, most=1)
