"""The frames and answers of what single characters may, and where each frame stands.

Move
  Leap                          an answer: a walk that begins with a jump over lava
  Scorch                        what the wood that burnt for it does to the weapon
  Pilfer                        one who sneaked by a samurai may take one of its scrolls
DragonFight, Duel
  Slip                          after a roll: does one who may leave at any time do so?
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.asked.fight import StealScroll
from fujikoro_nb.engine.fujikoro.asked.game import MOST_STEPS
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.gear.grid import Cell, Layout
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.kernel import Answer, Frame, Seat

# ---- answers


class Leap(Answer, frozen=True):
    """A walk whose first space is lava that is jumped over, for the wood cube of the weapon on ``cell``."""

    path: Annotated[tuple[SpaceId, ...], msgspec.Meta(max_length=MOST_STEPS)]
    cell: Cell


class ArrangeHelmet(Answer, frozen=True):
    """The first helmet, all its cubes."""

    layout: Layout


CharacterAnswer = Leap | ArrangeHelmet
"""What single characters are asked beyond what everybody is."""


# ---- frames


class Scorch(Frame, frozen=True):
    """A cube of the weapon has burnt: an illegal weapon is mended, then its magic judged."""

    seat: Seat
    before: Gear | None
    """The gear before, while its magic is still to be judged."""
    places: tuple[int, ...] = ()
    """Cells between which the owner chooses for the green cube (magic.split-carrier)."""


class Pilfer(Frame, frozen=True):
    """Asks one who sneaked by another whether it takes a scroll, in a group then the other whether it agrees."""

    seat: Seat
    victim: Seat
    wish: StealScroll | UnsetType = UNSET


class Slip(Frame, frozen=True):
    """Asks one who may leave a fight after any roll whether it does."""

    seat: Seat


CharacterFrame = Scorch | Pilfer | Slip
