"""What the rulebooks state of every box: how many components there are, and which numbers stand on them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.components import DRAGON_DICE, SCROLL_COLOURS


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

COLOUR_BY_DICE: Mapping[int, str] = {dice: colour for colour, dice in DRAGON_DICE.items()}
"""The same the other way round: a dragon that is only numbers has its colour by its dice."""

BOX: Mapping[str, Mapping[str, int]] = {
    "areas": {"helmet": 1, "sandals": 1},
    "dice": {"W": 1, "M": 1, "T": 1, "G": 1},
    "dragons": {"blue": 4, "green": 4, "red": 4, "white": 1},
    "gear_cards": {"helmet": 8, "weapon": 8, "sandals": 8},
    "blueprints": {"helmet": 8, "weapon": 8, "sandals": 8},
    "tiles": {"I": 7, "II": 13, "III": 13},
    "resource_tokens": {"square": 21, "hexagon": 17},
    "scrolls": {"scrolls": 16},
    "adventure_tokens": {"adventure_tokens": 20},
    "fixed_tiles": {"centre": 1, "temple": 1, "bridge": 1},
    "palaces": {
        **{f"big {category}": 1 for category in ("helmet", "weapon", "sandals", "monk", "tooth")},
        **{f"small {category}": 1 for category in ("helmet", "weapon", "sandals", "monk")},
    },
    "countdown": {str(step): 1 for step in range(1, 9)},
}
"""How many records there are of each sort. That cards come in equal thirds and tiles as 7, 13 and 13 is derived, so
only a complete file has to keep to it."""

BY_TOTAL = ("gear_cards", "blueprints", "tiles")
"""Sections of which only the whole number is stated."""

PICTURES: Mapping[str, int] = {
    "square": 21,
    "hexagon": 17,
    "adventure": 20,
    "monk": 26,
    "exit": 1,
    **{f"dragon {colour}": 1 if colour == "white" else 4 for colour in DRAGON_DICE},
    **{f"scroll {colour}": 7 for colour in SCROLL_COLOURS},
}
"""How many spaces of all tiles can show a picture, because no more pieces lie in the box to put there (001:903-1051).

Of the 38 monks six players begin with twelve (setup.player.start-monks).
"""

NUMBERED_LAVA = 51
"""As many spaces can erupt as there are lava tiles (setup.supply.size)."""

SUPPLY: Mapping[str, int] = {
    "wood": 60,
    "metal": 90,
    "teeth": 25,
    "magic": 20,
    "monks": 38,
    "lava": NUMBERED_LAVA,
}
"""setup.supply.size"""


class FixedLimits(msgspec.Struct, frozen=True):
    """What is stated of a tile that lies on the map from the start."""

    count: int
    spaces: int
    cubes: str


# setup.map.fixed-tiles, map.space.central-temple, map.space.bridge, gather.permanent
FIXED_TILES: Mapping[str, FixedLimits] = {
    "centre": FixedLimits(count=1, spaces=1, cubes="WM"),
    "temple": FixedLimits(count=3, spaces=1, cubes="WM"),
    "bridge": FixedLimits(count=3, spaces=2, cubes=""),
}

SMALL_PALACE_POINTS = 5
"""bonus.small.categories"""

SHARED_POINTS: Mapping[str, int] = {"helmet": 3, "weapon": 3, "sandals": 3, "monk": 1, "tooth": 1}
"""The last place of each row of the big palace (bonus.space.dark)."""
