"""Random small fights, and the same fight for the solver and for the brute force."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import msgspec

from fujikoro_nb.engine.fujikoro.components import Die, Face, Provenance
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cell_at
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Illegal
from fujikoro_nb.odds import Foe, OddsError, Outcome, Samurai
from fujikoro_nb.texts import say
from tests.oracles.brute_fight import (
    VALUE,
    Blueprints,
    BruteFight,
    Cubes,
    Faces,
    Goal,
    State,
    for_points,
    to_stay_conscious,
    to_win,
)

FACES: dict[str, Faces] = {
    "W": ((1, True), *((1, False),) * 3, *((0, False),) * 2),
    "M": ((2, True), (2, False), (1, False), (1, False), (0, False), (0, False)),
    "T": ((3, True), (2, False), (2, False), (1, False), (1, False), (0, False)),
    "G": ((4, False), (3, False), (2, False), (2, False), (1, False), (0, False)),
}
ODD_FACES: dict[str, Faces] = FACES | {
    # broken without a hit, two broken faces, a dragon that often misses
    "W": ((0, True), *((1, False),) * 4, (0, False)),
    "M": ((0, True), (2, True), (2, False), (1, False), (1, False), (0, False)),
    "T": ((0, True), (0, False), (0, False), (0, False), (1, False), (3, False)),
}
GOALS: dict[str, Goal] = {"win": to_win, "conscious": to_stay_conscious, "points": for_points(7)}


class Case(NamedTuple):
    """One fight in both languages."""

    samurai: Samurai
    foe: Foe
    brute: BruteFight
    state: State
    goal: str
    all_dice: bool
    faces: dict[str, Die]
    worth: int
    """Of all cubes at the start."""


def dice(faces: dict[str, Faces]) -> dict[str, Die]:
    """Dice of plain faces."""
    return {
        letter: Die(letter, tuple(Face(hits, is_broken) for hits, is_broken in six), Provenance.HOUSE)
        for letter, six in faces.items()
    }


def layout(cubes: Cubes) -> Layout:
    """A layout of plain cubes."""
    found = Layout()
    for column, row, letter in cubes:
        found = found.with_cube(cell_at(column, row), letter)  # type: ignore[arg-type]
    return found


def _grown(random: Random, start: tuple[int, int], size: int) -> list[tuple[int, int]]:
    cells = [start]
    while len(cells) < size:
        column, row = random.choice(cells)
        across, down = random.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        place = (column + across, row + down)
        if 1 <= place[0] <= 8 and 1 <= place[1] <= 5 and place not in cells:
            cells.append(place)
    return cells


def _pattern(random: Random, cubes: Cubes) -> Cubes:
    """One or two neighbouring cubes of a gear as a card's pattern: it fits at the start."""
    first = random.choice(sorted(cubes))
    beside = [one for one in sorted(cubes) if abs(one[0] - first[0]) + abs(one[1] - first[1]) == 1]
    taken = [first, *beside[:1]]
    left, top = min(one[0] for one in taken), min(one[1] for one in taken)
    return frozenset((column - left + 1, row - top + 1, letter) for column, row, letter in taken)


def random_case(seed: str) -> Case:
    """A legal small fight: one or two weapons, perhaps magic with or without its blueprint."""
    random = Random(seed)
    while True:
        case = _tried(random)
        if case is not None:
            return case


def _tried(random: Random) -> Case | None:
    cells = _grown(random, random.choice([(3, 1), (4, 2), (5, 2), (6, 2)]), random.randint(1, 5))
    if random.random() < 0.4:
        cells += [random.choice([(1, 4), (8, 4)]), random.choice([(1, 5), (8, 5)])]
    weapon = frozenset((column, row, random.choice("WWWMT")) for column, row in dict.fromkeys(cells))
    helmet = frozenset((1 + n % 4, 1 + n // 4, random.choice("WMT")) for n in range(random.randint(0, 4)))
    weapon_magic = random.choice(cells) if random.random() < 0.5 else None
    weapon_pattern = _pattern(random, weapon) if weapon_magic and random.random() < 0.8 else None
    helmet_magic = bool(helmet) and random.random() < 0.5
    helmet_pattern = _pattern(random, helmet) if helmet_magic and random.random() < 0.8 else None
    patterns = tuple(
        (kind, layout(pattern))
        for kind, pattern in ((GearKind.WEAPON, weapon_pattern), (GearKind.HELMET, helmet_pattern))
        if pattern
    )
    gear = Gear(
        weapon=layout(weapon),
        helmet=layout(helmet),
        weapon_magic=cell_at(*weapon_magic) if weapon_magic else None,
        helmet_magic=helmet_magic,
    )
    samurai = Samurai(gear, patterns=patterns)
    try:
        samurai.checked()
    except Illegal:
        return None
    faces = random.choice([FACES, ODD_FACES])
    foe = Foe(random.randint(1, 5), 5, random.randint(1, 3))
    goal, all_dice = random.choice(sorted(GOALS)), random.random() < 0.5
    brute = BruteFight(
        faces,
        foe.dice,
        blueprints=Blueprints(weapon_pattern, helmet_pattern),
        is_all_dice=all_dice,
        goal=GOALS[goal],
    )
    state = State(weapon, weapon_magic, helmet, helmet_magic, foe.health)
    worth = sum(VALUE[letter] for cubes in (weapon, helmet) for _, _, letter in cubes)
    return Case(samurai, foe, brute, state, goal, all_dice, dice(faces), worth)


def two_wood(health: int, dragon_dice: int = 1, initiative: int = 0, **more: object) -> tuple[Samurai, Foe]:
    """A weapon of two wood and no helmet: closed forms are within reach."""
    gear = Gear(weapon=Layout(wood=0b11))
    return msgspec.structs.replace(Samurai(gear), **more), Foe(health, initiative, dragon_dice)


def odds_sentence(error: OddsError) -> str:
    """The sentence of an error, all its slots filled."""
    slots: dict[str, Any] = dict(error.data)
    return say(f"odds.{error.key}", **slots)


def told(outcome: Outcome, worth: int) -> tuple[object, ...]:
    """An outcome as the brute force tells it: to win, to end conscious, what is kept."""
    return outcome.win, outcome.conscious, worth - outcome.lost
