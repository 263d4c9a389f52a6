"""What the rulebooks state of every box: how many components there are, and which numbers stand on them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class DieLimits(msgspec.Struct, frozen=True):
    """What is known of the faces of a die (combat.dice.limits, combat.dice.broken-face)."""

    max_hits: int
    sum_of_hits: int
    broken: int
    """Faces that also show the broken weapon."""


BONUSES: Mapping[str, tuple[str, ...]] = {
    "helmet": ("wood", "metal"),
    "weapon": ("vp-or-peek",),
    "sandals": ("step",),
}
"""gearcard.bonus.helmet, .weapon, .sandals"""

DIE_LIMITS: Mapping[str, DieLimits] = {
    "W": DieLimits(max_hits=1, sum_of_hits=4, broken=1),
    "M": DieLimits(max_hits=2, sum_of_hits=6, broken=1),
    "T": DieLimits(max_hits=3, sum_of_hits=9, broken=1),
    "G": DieLimits(max_hits=4, sum_of_hits=12, broken=0),
}
"""By material; G is the magic die."""

DRAGON_DICE: Mapping[str, int] = {"blue": 3, "green": 4, "red": 5, "white": 6}
"""combat.dragon.dice"""

COLOUR_BY_DICE: Mapping[int, str] = {dice: colour for colour, dice in DRAGON_DICE.items()}
"""The same the other way round: a dragon that is only numbers has its colour by its dice."""

DRAGON_POINTS: Mapping[str, int] = {"blue": 5, "green": 7, "red": 10, "white": 15}
"""combat.win.reward"""

# combat.health.over-30 and coop.combat.health-solo-icon
LEGENDARY_HEALTH = 60
SOLO_HEALTH: Mapping[str, tuple[int, ...]] = {"red": (18, 19, 20, 21), "white": (25,)}

BOX: Mapping[str, Mapping[str, int]] = {
    "areas": {"helmet": 1, "sandals": 1},
    "dice": {"W": 1, "M": 1, "T": 1, "G": 1},
    "dragons": {"blue": 4, "green": 4, "red": 4, "white": 1},
    "gear_cards": {"helmet": 8, "weapon": 8, "sandals": 8},
    "blueprints": {"helmet": 8, "weapon": 8, "sandals": 8},
}
"""How many the box holds. That cards come in equal thirds is derived, so only a complete file has to keep to it."""
