"""Rolls by hits and by broken cubes of each colour, for every number of dice, as exact integer weights.

A roll's outcomes are held by what breaks: for each break vector (wood, metal, tooth) the weights of 0, 1, 2, ... hits.
The magic die has no broken face (magic.not-removed-by-broken), so it only adds hits.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from fujikoro_nb.engine.fujikoro.components import Die, Face

DiceVector = tuple[int, int, int, int]
"""Dice of wood, metal, tooth and magic."""

Breaks = tuple[int, int, int]
"""Broken wood, metal and tooth."""

Weights = tuple[int, ...]
"""Weight of 0, 1, 2, ... hits."""

NO_BREAKS: Breaks = (0, 0, 0)


@lru_cache(maxsize=256)
def one_colour(faces: tuple[Face, ...], dice: int, *, can_break: bool) -> tuple[Weights, ...]:
    """``[broken][hits]``: weights of so many equal dice; six to their number in all."""
    if dice == 0:
        return ((1,),)
    shorter = one_colour(faces, dice - 1, can_break=can_break)
    most = len(shorter[0]) + max(face.hits for face in faces)
    table = [[0] * most for _ in range(dice + 1 if can_break else 1)]
    for broken, row in enumerate(shorter):
        for hits, weight in enumerate(row):
            if weight:
                for face in faces:
                    table[broken + (face.is_broken and can_break)][hits + face.hits] += weight
    return tuple(map(tuple, table))


def convolved(first: Weights, second: Weights) -> Weights:
    """Weights of the sum of two independent numbers.

    >>> convolved((1, 1), (1, 2))
    (1, 3, 2)
    """
    if len(first) > len(second):
        first, second = second, first
    result = [0] * (len(first) + len(second) - 1)
    for shift, weight in enumerate(first):
        if weight:
            for index, other in enumerate(second, shift):
                result[index] += weight * other
    return tuple(result)


class DiceTable:
    """The rolls of one set of faces; ``faces`` by colour letter, W, M, T and G."""

    def __init__(self, faces: Mapping[str, Die]) -> None:
        self._faces = {letter: die.faces for letter, die in faces.items()}
        self._rolls: dict[DiceVector, Mapping[Breaks, Weights]] = {}

    def roll(self, dice: DiceVector) -> Mapping[Breaks, Weights]:
        """``[breaks][hits]``: weights that are ``6 ** sum(dice)`` together; no entry for what cannot happen."""
        if dice not in self._rolls:
            self._rolls[dice] = self._made(dice)
        return self._rolls[dice]

    def hits(self, letter: str, dice: int) -> Weights:
        """Weights of the hits of so many dice of one colour, whatever breaks."""
        rows = one_colour(self._faces[letter], dice, can_break=False)
        return rows[0]

    def _made(self, dice: DiceVector) -> Mapping[Breaks, Weights]:
        wood, metal, tooth = (
            one_colour(self._faces[letter], count, can_break=True) if count else ((1,),)
            for letter, count in zip("WMT", dice[:3], strict=True)
        )
        magic = self.hits("G", dice[3]) if dice[3] else (1,)
        made: dict[Breaks, Weights] = {}
        for w, row in enumerate(wood):
            with_magic = convolved(row, magic)
            for m, other in enumerate(metal):
                both = convolved(with_magic, other)
                for t, last in enumerate(tooth):
                    hits = convolved(both, last)
                    if any(hits):
                        made[w, m, t] = hits
        return made
