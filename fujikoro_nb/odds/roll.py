"""One roll of a weapon's dice: how many hits, how many broken cubes of each colour, exactly.

Dice are independent, so the table of each colour is made by adding one die at a time, and colours are joined
the same way. Faces are data: no rulebook prints them (combat.dice.limits), so odds always belong to stated faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache

import msgspec

from fujikoro_nb.engine.fujikoro.components import Die, Face
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, Weapon
from fujikoro_nb.engine.fujikoro.rules.fights.attack import most_dice
from fujikoro_nb.engine.kernel import Unreadable

COLOURS = ("W", "M", "T", "G")
"""Wood, metal, tooth, magic: the order of every tuple by colour here."""

MAX_DICE = 40
"""No weapon has more than 17 dice (char.takeko.two-handed-only and the magic die); more is not a roll."""

Weights = tuple[int, ...]
"""Weight of 0, 1, 2, ... ; together they are ``total``."""

_Table = Mapping[tuple[int, int], int]
"""(hits, broken) to weight, for dice of one colour or of all."""


class DiceSet(msgspec.Struct, frozen=True):
    """How many dice of each colour are rolled.

    >>> DiceSet.parse("WMWG")
    DiceSet(wood=2, metal=1, tooth=0, magic=1)
    """

    wood: int = 0
    metal: int = 0
    tooth: int = 0
    magic: int = 0

    @classmethod
    def parse(cls, text: str) -> DiceSet:
        """Read letters in any order. Raises Unreadable."""
        for index, letter in enumerate(text):
            if letter not in COLOURS or index >= MAX_DICE:
                raise Unreadable("die-letter", text[:MAX_DICE], index, letter=letter, max=MAX_DICE)
        return cls(*(text.count(letter) for letter in COLOURS))

    def __str__(self) -> str:
        return "".join(letter * count for letter, count in zip(COLOURS, self.counts, strict=True))

    def __len__(self) -> int:
        return sum(self.counts)

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Dice by colour, in the order of COLOURS."""
        return self.wood, self.metal, self.tooth, self.magic

    def count(self, colour: str) -> int:
        """Dice of one colour."""
        return self.counts[COLOURS.index(colour)]

    def is_within(self, most: DiceSet) -> bool:
        """Whether this is the roll of a weapon that allows ``most`` (combat.attack.dice, combat.attack.fewer)."""
        return all(0 <= own <= other for own, other in zip(self.counts, most.counts, strict=True))


class RollOdds(msgspec.Struct, frozen=True):
    """Everything that can be said before one roll. ``total`` is six to the number of dice."""

    dice: DiceSet
    total: int
    joint: tuple[Weights, ...]
    """``joint[hits][broken]``: weight of so many hits together with so many broken cubes of any colour."""
    broken: tuple[Weights, Weights, Weights, Weights]
    """``broken[colour][cubes]``: weight of so many broken cubes of one colour, in the order of COLOURS."""

    @property
    def hits(self) -> Weights:
        """Weight of each number of hits."""
        return tuple(sum(row) for row in self.joint)

    @property
    def broken_cubes(self) -> Weights:
        """Weight of each number of broken cubes of any colour."""
        return tuple(map(sum, zip(*self.joint, strict=True)))

    def at_least(self, hits: int) -> Fraction:
        """Probability of this many hits or more."""
        return Fraction(sum(self.hits[max(0, hits) :]), self.total)

    def unbroken(self) -> Fraction:
        """Probability that nothing breaks."""
        return Fraction(self.broken_cubes[0], self.total)

    @property
    def expected_hits(self) -> Fraction:
        """Mean number of hits."""
        return _mean(self.hits, self.total)

    @property
    def expected_broken(self) -> Fraction:
        """Mean number of broken cubes of any colour."""
        return _mean(self.broken_cubes, self.total)

    def expected_broken_of(self, colour: str) -> Fraction:
        """Mean number of broken cubes of one colour."""
        return _mean(self.broken[COLOURS.index(colour)], self.total)


def roll_odds(dice: DiceSet, faces: Mapping[str, Die]) -> RollOdds:
    """The odds of rolling these dice once, with the faces given by colour letter.

    >>> from fujikoro_nb.engine.fujikoro.components import Provenance
    >>> coin = Die("W", (Face(1, is_broken=True), *[Face(1)] * 3, *[Face(0)] * 2), Provenance.HOUSE)
    >>> odds = roll_odds(DiceSet(wood=2), {"W": coin})
    >>> odds.hits, odds.total, odds.expected_hits
    ((4, 16, 16), 36, Fraction(4, 3))
    """
    tables = [
        _colour_table(faces[letter].faces, dice.count(letter)) if dice.count(letter) else _NO_DICE
        for letter in COLOURS
    ]
    total = 6 ** len(dice)
    joined: _Table = _NO_DICE
    for table in tables:
        joined = _joined(joined, table)
    most_hits = max(hits for hits, _ in joined)
    most_broken = max(broken for _, broken in joined)
    joint = tuple(
        tuple(joined.get((hits, broken), 0) for broken in range(most_broken + 1))
        for hits in range(most_hits + 1)
    )
    wood, metal, tooth, magic = (
        tuple(weight * (total // 6**count) for weight in _broken_weights(table))
        for table, count in zip(tables, dice.counts, strict=True)
    )
    return RollOdds(dice, total, joint, (wood, metal, tooth, magic))


def dice_of(weapon: Weapon, gear: Gear) -> DiceSet:
    """The most dice that a weapon may roll (combat.attack.dice, magic.weapon.own-roll-only); none if unusable."""
    if not weapon.is_usable:
        return DiceSet()  # combat.attack.usable
    return DiceSet(*most_dice(gear, weapon))


_NO_DICE: _Table = {(0, 0): 1}


@cache
def _colour_table(faces: tuple[Face, ...], count: int) -> _Table:
    """(hits, broken) of ``count`` equal dice; 6**count in all."""
    assert len(faces) == 6, "content lets only six-sided dice through"
    table = _NO_DICE
    one = _summed(((face.hits, int(face.is_broken)), 1) for face in faces)
    for _ in range(count):
        table = _joined(table, one)
    return table


def _joined(first: _Table, second: _Table) -> _Table:
    return _summed(
        ((hits + more_hits, broken + more_broken), weight * more_weight)
        for (hits, broken), weight in first.items()
        for (more_hits, more_broken), more_weight in second.items()
    )


def _summed(weighted: Iterable[tuple[tuple[int, int], int]]) -> _Table:
    table: dict[tuple[int, int], int] = {}
    for key, weight in weighted:
        table[key] = table.get(key, 0) + weight
    return table


def _broken_weights(table: _Table) -> Weights:
    weights = [0] * (max(broken for _, broken in table) + 1)
    for (_, broken), weight in table.items():
        weights[broken] += weight
    return tuple(weights)


def _mean(weights: Weights, total: int) -> Fraction:
    return Fraction(sum(value * weight for value, weight in enumerate(weights)), total)
