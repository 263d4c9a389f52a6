"""What an escape plan says: ways out, turn by turn and leg by leg."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId, SpaceId

MOVE, REST = "move", "rest"
OUT = "out"
"""Where a group escapes to: it has no palaces."""


class Leg(msgspec.Struct, frozen=True):
    """One action: a walk, or a rest that gives the discs back."""

    action: str
    path: tuple[SpaceId, ...] = ()
    """Empty for a rest, and for a move of no step, after which magic returns (turn.pass-fallback, magic.gain)."""
    monk: bool = False
    """Whether the action monk is pushed instead of a disc."""
    lava: int = 0
    """Lava spaces on the way that the sandals pay for."""
    free: int = 0
    """Further ones, which a scroll crosses (scroll.lava-walk)."""
    cubes: str = ""
    """What the sandals pay, ``G`` for the magic cube."""
    leapt: SpaceId = SpaceId("")
    """The lava space that is jumped over, for a wood cube of the weapon (char.mitsuhide.lava-jump)."""
    met: int = 0
    """Spaces on the way where somebody else is awake and may want a duel (move.samurai.elect)."""


class PlannedTurn(msgspec.Struct, frozen=True):
    """One own turn, and what the mountain does before the next one."""

    number: int
    """1 is the turn going on, or else the next own one; 0 what happens before that one."""
    legs: tuple[Leg, ...] = ()
    erupts: int = 0
    """The number that erupts before the next own turn; 0 for none."""
    fled: tuple[SpaceId, ...] = ()
    """Where the eruption drives the samurai."""
    paid: str = ""
    """What the sandals pay for that."""
    is_revived: bool = False
    """The sandals do not cover it: the last space of ``fled`` is a temple."""
    is_lifted: bool = False
    """The rope comes then and takes the samurai (escape.rope.not-on-placement)."""


class Danger(msgspec.Struct, frozen=True):
    """An "if" of a group's plan: dragons that may stand on a tile of the way by then."""

    turn: int
    place: PlaceId
    dragons: tuple[str, ...]
    """Their colours."""


class WayOut(msgspec.Struct, frozen=True):
    """The quickest plan that ends in one palace; among those the one that leaves the most in the sandals."""

    palace: str
    space: SpaceId
    turns: tuple[PlannedTurn, ...]
    """The last one ends with the escape, or what follows it does, where the rope takes the samurai as it arrives."""
    cubes: str
    """All that the sandals pay; a magic cube that comes back may pay again."""
    worth: int
    """Points that the sandals still absorb then."""
    dangers: tuple[Danger, ...] = ()
    """Where the way holds only if no dragon comes."""


class EscapePlan(msgspec.Struct, frozen=True):
    """What one seat can still do."""

    seat: int
    turns_left: int
    """Own turns until the countdown ends, one that is going on included."""
    ways: tuple[WayOut, ...] = ()
    """At most one for each palace, the quicker one first; of a group out of the secret exit."""
    is_shut: bool = False
    """Whether the ways are open only if the legendary dragon falls before (coop.goal.escape-after-legendary)."""
    rounds: int = 0
    """The last round of a group; 0 where no rounds are played."""
