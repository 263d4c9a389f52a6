"""Thirty fights in a line of text each: legal gear, a dragon, a goal. The text is the seed of everything drawn for it.

What is to be met is dealt out by number, so that no feature is left to luck; the rest is drawn.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

import msgspec

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board, Contents
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import Blueprint, Die, Dragon, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cell_at, cells_of, column_row, pieces
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear, print_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, absorption, inspect_helmet, inspect_weapon
from fujikoro_nb.odds import Foe, Goal, Monk, Samurai
from tests.support.fights import DICE, dragon

POSITIONS = 30
COLOURS = {"blue": 3, "green": 4, "red": 5, "white": 6}
"""Dragons and their dice (combat.dragon.dice)."""
MEAN_HITS = {"W": 4 / 6, "M": 1.0, "T": 1.5}
"""Of one die (combat.dice.limits)."""
SENT = {1: "action", 8: "weapon", 9: "backpack", 14: "lower-area", 22: "weapon", 26: "action"}
"""Positions with a monk, and where it comes from; a white dragon admits none."""


class Position(NamedTuple):
    """One fight of one samurai, and what the samurai plays for."""

    board: Board
    dragon: Dragon
    dice: tuple[Die, ...]
    goal: Goal
    all_dice: bool
    monk: Monk | None

    @property
    def samurai(self) -> Samurai:
        """The samurai as the solver takes it."""
        return Samurai.of(self.board)

    @property
    def foe(self) -> Foe:
        """The dragon as the solver takes it."""
        return Foe.of(self.dragon)

    @property
    def faces(self) -> dict[str, Die]:
        """The dice by letter."""
        return {die.material: die for die in self.dice}

    @property
    def text(self) -> str:
        """All of it in a line."""
        gear = self.board.gear
        numbers = f"{self.dragon.health}/{self.dragon.initiative}/{self.dragon.dice}"
        words = [
            print_gear(gear, GearKind.WEAPON, SYMMETRIC),
            print_gear(gear, GearKind.HELMET, SYMMETRIC),
            f"{self.dragon.colour} {numbers}",
            f"{self.goal} {'all' if self.all_dice else 'free'}",
            "house dice" if self.dice == house_pack().dice else "other dice",
        ]
        for what, blueprints in (("owns", self.board.blueprints), ("lost", self.board.lost_blueprints)):
            words += [f"{what} {one.kind} {print_pattern(one.pattern)}" for one in blueprints]
        if self.monk is not None:
            words.append(f"monk {self.monk.source} throws {self.monk.cube or 'nothing'}")
        return ", ".join(words)


@cache
def positions() -> tuple[Position, ...]:
    """The fights of all playouts."""
    return tuple(_position(number) for number in range(POSITIONS))


def _position(number: int) -> Position:
    random = Random(f"fight {number}")
    weapon, helmet = _weapon(random, number), _helmet(random, least=int(number % 4 in (1, 2)))
    weapon_magic = random.choice(list(cells_of(weapon.occupied))) if number % 5 in (0, 1, 3) else None
    helmet_magic = number % 4 in (1, 2)
    gear = Gear(weapon=weapon, helmet=helmet, weapon_magic=weapon_magic, helmet_magic=helmet_magic)
    owned: list[Blueprint] = []
    lost: list[Blueprint] = []
    for kind, has_magic, is_owned in (
        (GearKind.WEAPON, weapon_magic is not None, number % 5 != 3),
        (GearKind.HELMET, helmet_magic, number % 4 == 1),
    ):
        if has_magic:
            pattern = _pattern(random, gear.layout(kind))
            blueprint = Blueprint(f"{kind}-blueprint", kind, pattern, Provenance.HOUSE)
            (owned if is_owned else lost).append(blueprint)
    colour = "white" if number % 8 == 7 else ("blue", "green", "red")[number % 3]
    health = max(2, round(_hits(gear) * _turns(gear, COLOURS[colour]) * random.uniform(0.5, 1.1)))
    initiative = random.randint(1, 4) if number % 2 else random.randint(6, 12)
    source = SENT.get(number, "")
    board = Board(
        gear=gear,
        monk_spots=tuple({"weapon", source} & {"weapon", "backpack", "action"}),
        blueprints=tuple(owned),
        lost_blueprints=tuple(lost),
        backpack=_backpack(random, source, tuple(one.id for one in owned)),
    )
    board = msgspec.structs.replace(board, monk_spots=tuple(sorted(board.monk_spots)))
    return Position(
        board,
        dragon(f"{health}/{initiative}/{COLOURS[colour]}", colour=colour),
        DICE if number % 3 == 1 else house_pack().dice,
        list(Goal)[(number // 2 + 2) % 3],
        number % 4 == 3,
        _monk(board, source),
    )


def _hits(gear: Gear) -> float:
    """Of all weapons in a turn, by the mean."""
    return sum(mean * gear.weapon.cubes.count(Material(letter)) for letter, mean in MEAN_HITS.items())


def _turns(gear: Gear, dragon_dice: int) -> float:
    """How long such a helmet may last, roughly: the fight shall be neither hopeless nor certain."""
    return 1 + absorption(gear, GearKind.HELMET) / (MEAN_HITS["T"] * dragon_dice)


def _weapon(random: Random, number: int) -> Layout:
    """Two to eight cubes: a one-handed weapon, two of them, or a two-handed one."""
    shape = ("one", "two", "both")[number % 3]
    size = 2 + number // 3 % 7 if shape == "one" else 4 + number // 3 % 5
    while True:
        if shape == "two":
            left = random.randint(2, size - 2)
            cells = [*_grown(random, left, (1, 5)), *_grown(random, size - left, (6, 8))]
        else:
            cells = _grown(random, size, (1, 5) if shape == "one" else (1, 8))
        layout = Layout()
        for column, row in cells:
            layout = layout.with_cube(cell_at(column, row), Material(random.choice("WWWMMT")))
        report = inspect_weapon(Gear(weapon=layout), SYMMETRIC)
        hands = {"one": [1], "two": [1, 1], "both": [2]}[shape]
        is_wanted = [one.hands for one in report.weapons] == hands
        if SENT.get(number) == "weapon" and shape == "both":
            # What is left when the monk takes the right part is in pieces, one of them usable: its owner chooses.
            rests = pieces(layout.occupied & SYMMETRIC.weapon.left)
            wood = [(layout.wood & rest).bit_count() for rest in rests]
            is_wanted = is_wanted and len(rests) > 1 and max(wood) >= 2
        if is_wanted and report.is_legal and all(one.is_usable for one in report.weapons):
            return layout


def _grown(random: Random, size: int, columns: tuple[int, int]) -> list[tuple[int, int]]:
    """Cells that hang together, between these columns."""
    cells = [(random.randint(*columns), random.randint(1, 5))]
    while len(cells) < size:
        column, row = random.choice(cells)
        across, down = random.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        place = (column + across, row + down)
        if columns[0] <= place[0] <= columns[1] and 1 <= place[1] <= 5 and place not in cells:
            cells.append(place)
    return cells


def _helmet(random: Random, *, least: int) -> Layout:
    layout = Layout()
    every = [(column, row) for column in range(1, 4) for row in range(1, 4)]
    for column, row in random.sample(every, random.randint(least, 6)):
        layout = layout.with_cube(cell_at(column, row), Material(random.choice("WMT")))
    assert inspect_helmet(Gear(helmet=layout), SYMMETRIC).is_legal
    return layout


def _pattern(random: Random, layout: Layout) -> Layout:
    """A cube of this gear, with a neighbour if it has one, as a card shows them."""
    drawing = {column_row(cell): material for cell, material in layout}
    column, row = random.choice(sorted(drawing))
    beside = [one for one in sorted(drawing) if abs(one[0] - column) + abs(one[1] - row) == 1]
    taken = [(column, row), *beside[:1]]
    least_column, least_row = min(one[0] for one in taken), min(one[1] for one in taken)
    pattern = Layout()
    for place in taken:
        cell = cell_at(place[0] - least_column + 1, place[1] - least_row + 1)
        pattern = pattern.with_cube(cell, drawing[place])
    return pattern


def _backpack(random: Random, source: str, blueprints: tuple[str, ...]) -> Backpack:
    """Blueprint discs lie in the upper area where the backpack monk goes: then they go too."""
    cubes = Cubes(wood=random.randint(0, 1), metal=1) if source and source != "action" else Cubes()
    if source == "action" and random.random() < 0.5:
        cubes = Cubes(tooth=1)
    lower = Contents(cubes, ("monk",) if source == "lower-area" else ())
    if source == "backpack":
        return Backpack(lower, Contents(Cubes(), blueprints))
    return Backpack(Contents(cubes, (*lower.discs, *blueprints)))


def _monk(board: Board, source: str) -> Monk | None:
    """The monk that is sent, with the first cube that it can throw."""
    if not source:
        return None
    cube = next((Material(letter) for letter in "WMT" if board.backpack.cubes.count(Material(letter))), None)
    return Monk(source, cube)
