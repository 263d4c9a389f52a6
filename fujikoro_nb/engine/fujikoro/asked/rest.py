"""The state that crafting is played on, its answers and its frames."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.board.player import Backpack
from fujikoro_nb.engine.fujikoro.board.state import TableState
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import Cell, Layout
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.kernel import Answer, Frame, Seat


class Rest(Frame, frozen=True):
    """The action itself; its exit effect is the magic check at the end of an action."""

    seat: Seat


class Craft(Frame, frozen=True):
    """Asks once: craft one kind of gear, or nothing."""

    seat: Seat
    kinds: tuple[GearKind, ...] | UnsetType = UNSET
    """What may be crafted now, where something was at the same time; not there where everything may."""


class Claim(Frame, frozen=True):
    """Asks again and again: which card on display, or stop."""

    seat: Seat
    crafted: GearKind | None = None


class EndOfAction(Frame, frozen=True):
    """The magic check for every seat; asks only owners of two weapons where the cube goes, clockwise from ``first``."""

    first: Seat = Seat(0)
    """Whose action it was."""


class CraftNothing(Answer, frozen=True):
    """No crafting in this rest."""


class CraftGear(Answer, frozen=True):
    """The whole craft of one kind of gear, as it lies at the end.

    ``backpack`` is the owner's arrangement afterwards, ``wasted`` the one cube lost if any came out of the gear,
    ``thrown`` backpack cubes given up to make room, ``magic_at`` the cell of the green cube on weapons.
    """

    kind: GearKind
    layout: Layout
    backpack: Backpack
    wasted: Material | None = None
    thrown: Cubes = Cubes()
    magic_at: Cell | None = None


class ClaimCard(Answer, frozen=True):
    """Take a displayed card and tie it to an action; a weapon card also says which bonus it gives from now on."""

    card: Annotated[str, msgspec.Meta(max_length=80)]
    slot: Annotated[str, msgspec.Meta(max_length=20)]
    bonus: Annotated[str, msgspec.Meta(max_length=20)] = ""


class StopClaiming(Answer, frozen=True):
    """No (further) card in this rest."""


class PlaceMagic(Answer, frozen=True):
    """Which of two one-handed weapons gets the green cube."""

    part: Annotated[str, msgspec.Meta(max_length=10)]


CraftingAnswer = CraftNothing | CraftGear | ClaimCard | StopClaiming | PlaceMagic
"""Everything a person can answer here: decode outside input to this union."""


class CraftingState(TableState, frozen=True):
    """A rest by itself."""

    agenda: tuple[Rest | Craft | Claim | EndOfAction, ...] = ()
