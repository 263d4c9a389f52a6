"""What a player board allows. Rules ask these objects, never constants, because characters change them.

Every limit carries the rule that sets it, so that a refusal cites the character's rule where it differs.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from fujikoro_nb.engine.fujikoro.gear.grid import Mask, rectangle

SYMMETRIC_NAME = "symmetric"
"""What saves and links call a board without a character."""


class GearKind(StrEnum):
    """The three kinds of gear, in the order in which magic is checked."""

    HELMET = "helmet"
    WEAPON = "weapon"
    SANDALS = "sandals"


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number and the rule that sets it."""

    value: int
    rule: str


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rectangle of cells for helmet or sandals. Its outline is ours: craft.grid.shapes, no source prints it."""

    columns: int
    rows: int

    @property
    def mask(self) -> Mask:
        """All cells of the area."""
        return rectangle(self.columns, self.rows)


class WeaponArea(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weapon grid: a left part and a right part side by side (craft.weapon.grid)."""

    left_columns: int = 5
    right_columns: int = 3
    rows: int = 5

    @property
    def columns(self) -> int:
        """Columns of both parts."""
        return self.left_columns + self.right_columns

    @property
    def left(self) -> Mask:
        """Cells of the left part."""
        return rectangle(self.left_columns, self.rows)

    @property
    def right(self) -> Mask:
        """Cells of the right part."""
        return rectangle(self.right_columns, self.rows, first_column=self.left_columns + 1)

    @property
    def mask(self) -> Mask:
        """All cells."""
        return self.left | self.right


class BoardLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything about gear that a player board decides. The defaults are the symmetric board."""

    character: str = SYMMETRIC_NAME
    weapon: WeaponArea = WeaponArea()
    helmet: Area = Area(4, 4)
    sandals: Area = Area(2, 3)
    one_handed_cubes: Limit = Limit(8, "craft.weapon.one-handed.max-cubes")
    one_handed_length: Limit = Limit(5, "craft.weapon.one-handed.max-length")
    two_handed_cubes: Limit = Limit(12, "craft.weapon.two-handed.max-cubes")
    weapons: Limit = Limit(2, "craft.weapon.two-max")
    one_handed_wood: Limit = Limit(2, "craft.weapon.usable.one-handed")
    two_handed_wood: Limit = Limit(3, "craft.weapon.usable.two-handed")
    helmet_cubes: Limit = Limit(8, "craft.helmet.size")
    sandals_cubes: Limit = Limit(3, "craft.sandals.size")
    steps: Limit = Limit(2, "move.steps.base")
    """Of a move action; complete sandals add one."""
    backpack_lower: int = 6
    backpack_upper: int = 5
    is_backpack_open: bool = False
    """The upper backpack spaces need no monk."""
    is_weapon_grid_open: bool = False
    """The right part of the weapon grid needs no monk."""
    only_hands: Limit | None = None
    """1 or 2 when the character builds only such weapons."""
    are_sandals_a_weapon: bool = False
    """Tomoe's sandals fight as a third one-handed weapon."""
    can_helmet_be_magical: bool = True

    @property
    def is_symmetric(self) -> bool:
        """Whether it is the side of a board that belongs to no character (setup.board.same-side)."""
        return self.character == SYMMETRIC_NAME

    def backpack_spaces(self, *, has_monk: bool) -> int:
        """Spaces of the backpack, the upper ones where its monk or the character opens them."""
        return self.backpack_lower + (self.backpack_upper if has_monk or self.is_backpack_open else 0)

    def area_mask(self, kind: GearKind) -> Mask:
        """All cells of one kind of gear."""
        return self._area(kind).mask

    def area_size(self, kind: GearKind) -> tuple[int, int]:
        """Columns and rows of one area."""
        area = self._area(kind)
        return area.columns, area.rows

    def _area(self, kind: GearKind) -> Area | WeaponArea:
        if kind == GearKind.WEAPON:
            return self.weapon
        return self.helmet if kind == GearKind.HELMET else self.sandals
