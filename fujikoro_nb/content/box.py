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


class NumberLimits(msgspec.Struct, frozen=True):
    """How many numbers stand under a name, both bounds included, and the highest that one of them can be."""

    least: int
    most: int
    highest: int


MAKAI_COLOURS = ("blue", "green", "yellow", "red")
"""In the order of the prize row (makai.setup.prize-row)."""
FUJI99_CARDS = ("step3", "facedown", "unred", "lantern", "cont3", "tens", "catch", "catch5", "immediate")
"""The nine effects, as the ledger calls them (fuji99.card.chosen-table)."""
LEVELS = ("I", "II", "III")

NUMBERS: Mapping[str, NumberLimits] = {
    **{f"coop-teeth-{colour}": NumberLimits(1, 1, 9) for colour in DRAGON_DICE},
    "coop-track": NumberLimits(8, 8, 5),
    "tiles": NumberLimits(3, 3, 33),
    **{f"makai-{colour}": NumberLimits(1, 30, 20) for colour in MAKAI_COLOURS},
    "makai-magic": NumberLimits(1, 1, 30),
    **{f"makai-poison-{colour}": NumberLimits(0, 10, 20) for colour in MAKAI_COLOURS},
    "makai-out": NumberLimits(5, 5, 30),
    **{f"fuji99-{card}": NumberLimits(4, 4, 22) for card in FUJI99_CARDS},
}
"""What stands under each name:

``coop-teeth-COLOUR``: teeth for a dragon's defeat on the co-operative board. ``coop-track``: the lava number of each of
the eight final rounds there, 0 for none. ``tiles``: volcano tiles of level I, II and III. ``makai-COLOUR``: the
strengths of all its monsters; ``makai-magic``: how many Magic there are; ``makai-poison-COLOUR``: the strengths that
carry Poison; ``makai-out``: cards with the crossed-out 3P mark, by colour and of Magic. ``fuji99-CARD``: value, cost,
transparent cubes and copies.
"""

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
    "board_numbers": dict.fromkeys(NUMBERS, 1),
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
