"""Who asks a quick question: a board and its character, as far as walking, resting and gathering depend on them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.board.player import DISCS, Board
from fujikoro_nb.engine.fujikoro.characters import NOBODY, PEOPLE, SYMMETRIC, Character
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits
from fujikoro_nb.engine.fujikoro.rules.characters.kit import in_a_row

SANDALS: Mapping[str, tuple[str, ...]] = {
    "weak": ("", "WT"),
    "weak-complete": ("WWW", "WWM"),
    "five": ("MT", "TT"),
    "five-complete": ("WMM", "TTT", "WWM+G:WW"),
    "ten": ("TT+G", "MMM+G", "WTT+G", "TTT+G"),
}
"""The weakest and the strongest sandals behind each tap, and all that pay differently.

Behind a colon the blueprint that is owned: its magic returns after one crossing, for another (move.lava.magic-restore).
Two cubes fit no blueprint any more once one of them has paid, so it helps only who has a third.
"""

LONG_SANDALS: Mapping[str, tuple[str, ...]] = {
    "weak": ("", "WT"),
    "weak-complete": (),
    "five": ("MT", "TTT", "WWWM+G:WW"),
    "five-complete": ("WWWWW", "WMMMM", "WWWWW+G:WW"),
    "ten": ("TT+G", "MMTT", "TTTT", "TTTTT+G", "TTTTT+G:TTTT"),
}
"""The same where only five cubes fill them, which are worth five points at least (char.masako.sandals-five)."""

MONKS = {
    "none": (0, 0),
    "field": (1, 0),
    "fields": (2, 0),
    "pool": (1, 1),
    "both": (2, 1),
    "pools": (2, 2),
}
"""Where action monks can be: how many there are, and how many of them lie in the pool."""


class Walker(msgspec.Struct, frozen=True):
    """A board without a character, unless it says something else."""

    limits: BoardLimits = SYMMETRIC
    character: Character = NOBODY
    wood: int | None = None
    """Wood cubes of the weapon, as far as somebody may burn them; None where nobody told."""

    @classmethod
    def of(cls, limits: BoardLimits, weapon: Layout | None = None) -> Walker:
        """Whose board this is; ``weapon``: what lies there, where it is drawn."""
        who = PEOPLE.get(limits.character, NOBODY)
        is_told = who.may_leap and weapon is not None and weapon.occupied
        return cls(limits, who, weapon.cubes.wood if weapon is not None and is_told else None)

    @property
    def discs(self) -> int:
        """Discs of its own, without monks."""
        kit = self.character.kit
        return DISCS if kit is None else kit.discs

    @property
    def most_monks(self) -> int:
        """Action monks that find room."""
        return 1 + self.character.more_action_monks

    @property
    def sandals(self) -> Mapping[str, tuple[str, ...]]:
        """Sandals by tap; none where no such can be."""
        return SANDALS if self.limits.sandals_cubes.value == SYMMETRIC.sandals_cubes.value else LONG_SANDALS

    @property
    def never(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """(fact, values) that cannot be with this board."""
        most = self.discs + self.most_monks
        discs = tuple(str(number) for number in range(most + 1, MOST_DISCS + 1))
        sandals = tuple(tap for tap, every in self.sandals.items() if not every)
        return ("discs", discs), ("sandals", sandals)

    def monks(self, pool: int) -> tuple[str, ...]:
        """Where action monks can be, if so many discs are in the pool with them; more in the pool come later."""
        return tuple(
            name
            for name, (every, idle) in MONKS.items()
            if every <= self.most_monks and 0 <= pool - idle <= self.discs
        )

    def with_discs(self, board: Board, pool: int, monks: str) -> Board:
        """The board with so many discs in the pool, the action monks counted."""
        every, idle = MONKS[monks]
        board = msgspec.structs.replace(
            board, monk_spots=("action",) * every + board.monk_spots, discs=pool - idle
        )
        return board.with_monk_fields(("gather", "explore")[: every - idle])

    def full(self, monks: str) -> str:
        """As many action monks as there is room for, with the same number in the pool."""
        idle = MONKS[monks][1]
        return next(name for name, many in MONKS.items() if many == (self.most_monks, idle))

    def fields(self, board: Board) -> tuple[int, int, int]:
        """Discs that are not in the pool lie somewhere."""
        return self.discs - board.discs, 0, 0

    def playing(self, board: Board) -> Board:
        """The board as this character plays it."""
        if self.character == NOBODY:
            return board
        return msgspec.structs.replace(board, played=self.character)

    def with_wood(self, board: Board, wood: int) -> Board:
        """The board with so many wood cubes in its weapon, which nobody but a jumper asks for."""
        if not wood or not self.character.may_leap:
            return board
        weapon = next(in_a_row(Cubes(wood=wood)))
        return msgspec.structs.replace(board, gear=msgspec.structs.replace(board.gear, weapon=weapon))


MOST_DISCS = max(
    (DISCS if one.kit is None else one.kit.discs) + 1 + one.more_action_monks
    for one in (NOBODY, *PEOPLE.values())
)
"""Discs that a pool can hold, action monks counted."""

ANYBODY = Walker()
