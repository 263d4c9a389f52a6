"""Component types that the engine knows and content fills: patterns, gear cards, blueprints, dice, dragons."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from fujikoro_nb.engine.fujikoro.grid import Layout
from fujikoro_nb.engine.fujikoro.limits import GearKind


class Provenance(StrEnum):
    """Where a datum comes from. House components wear a visible mark and never match at a real box."""

    RULEBOOK = "rulebook"
    DERIVED = "derived"
    HOUSE = "house"
    OWNER = "owner"


class GearCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gear card on display: a pattern to build, drawn from the top left, and the bonus it brings.

    ``bonus`` is ``wood`` or ``metal`` on a helmet card, ``vp-or-peek`` on a weapon card, ``step`` on a sandals card
    (gearcard.bonus.helmet, .weapon, .sandals).
    """

    id: str
    kind: GearKind
    pattern: Layout
    bonus: str
    provenance: Provenance


class Blueprint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A magical blueprint: gear that contains its pattern becomes magical while the blueprint is owned."""

    id: str
    kind: GearKind
    pattern: Layout
    provenance: Provenance


class Face(msgspec.Struct, frozen=True):
    """One face of a die: hits and whether it also shows the broken-weapon symbol (combat.dice.broken-face)."""

    hits: int
    is_broken: bool = False


class Die(msgspec.Struct, frozen=True):
    """Six faces; ``material`` is W, M, T or G for the magic die."""

    material: str
    faces: tuple[Face, ...]
    provenance: Provenance


class Dragon(msgspec.Struct, frozen=True):
    """A dragon. ``health`` holds for 3-6 players; None where the dragon has no separate value."""

    id: str
    colour: str
    health: int
    health_two_players: int | None
    health_solo: int | None
    initiative: int
    dice: int
    victory_points: int
    provenance: Provenance

    @property
    def is_legendary(self) -> bool:
        """The white dragon, against which no monk helps (combat.hero.when)."""
        return self.colour == "white"
