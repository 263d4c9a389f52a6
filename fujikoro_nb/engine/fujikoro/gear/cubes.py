"""Resource cubes: wood, metal and dragon tooth, and what each is worth as protection."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from fujikoro_nb.engine.kernel import Unreadable


class Material(StrEnum):
    """The three resource cubes. The green magic cube is not a resource and never lies in a backpack."""

    WOOD = "W"
    METAL = "M"
    TOOTH = "T"


MATERIALS = tuple(Material)


class Cubes(msgspec.Struct, frozen=True, gc=False, order=True, forbid_unknown_fields=True):
    """A heap of resource cubes, counted by material.

    >>> Cubes.parse("MWWT") - Cubes(wood=1)
    Cubes(wood=1, metal=1, tooth=1)
    """

    wood: int = 0
    metal: int = 0
    tooth: int = 0

    @classmethod
    def parse(cls, text: str) -> Cubes:
        """Read letters in any order, ``WWMT``; the empty text is no cube. Raises Unreadable."""
        for place, letter in enumerate(text):
            if letter not in "WMT":
                raise Unreadable("cube-letter", text, place, letter=letter)
        return cls(text.count("W"), text.count("M"), text.count("T"))

    @classmethod
    def one(cls, material: Material) -> Cubes:
        """One cube of this material."""
        return cls(int(material == "W"), int(material == "M"), int(material == "T"))

    def __str__(self) -> str:
        return "W" * self.wood + "M" * self.metal + "T" * self.tooth

    def __len__(self) -> int:
        return self.wood + self.metal + self.tooth

    def __bool__(self) -> bool:
        return bool(self.wood or self.metal or self.tooth)

    def __iter__(self) -> Iterator[Material]:
        return (Material(letter) for letter in str(self))

    def __add__(self, other: Cubes) -> Cubes:
        return Cubes(self.wood + other.wood, self.metal + other.metal, self.tooth + other.tooth)

    def __sub__(self, other: Cubes) -> Cubes:
        """The difference; a material that is short comes out negative, see `covers`."""
        return Cubes(self.wood - other.wood, self.metal - other.metal, self.tooth - other.tooth)

    def covers(self, other: Cubes) -> bool:
        """Whether every cube of ``other`` is here."""
        return self.wood >= other.wood and self.metal >= other.metal and self.tooth >= other.tooth

    def surplus_over(self, other: Cubes) -> Cubes:
        """What is here and not in ``other``, never negative."""
        return Cubes(
            max(0, self.wood - other.wood), max(0, self.metal - other.metal), max(0, self.tooth - other.tooth)
        )

    def count(self, material: Material) -> int:
        """How many cubes of one material."""
        return {"W": self.wood, "M": self.metal, "T": self.tooth}[material]
