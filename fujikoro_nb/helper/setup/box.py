"""What lies in each of the three boxes, so that a setup list can be counted against it.

The French booklet alone prints the parts of Fuji Koro (001:903-1051); 002:27-36 and 003:28-39 those of the small games.
What a whole number was divided by is `DERIVED`: the booklets state the sum, not how it falls.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import cache, partial

import msgspec

from fujikoro_nb.content.box import BOX, FIXED_TILES, SUPPLY
from fujikoro_nb.helper.kinds.modes import FUJI_99, FUJI_KORO, MAKAI_FUDA
from fujikoro_nb.helper.setup.numbers import number


class Origin(StrEnum):
    """Whether a booklet prints a number, or it follows from those that are printed."""

    STATED = "stated"
    DERIVED = "derived"


class Part(msgspec.Struct, frozen=True):
    """A sort of component. Its name is the sentence ``setup.part-<id>``."""

    id: str
    count: int
    symbol: str
    origin: Origin = Origin.STATED


@cache
def _fuji_koro() -> tuple[Part, ...]:
    levels = BOX["tiles"]
    return (
        Part("board", 1, "s-board"),
        Part("player-board", 7, "s-player-board"),
        Part("central-tile", FIXED_TILES["centre"].count, "s-tile"),
        Part("temple", FIXED_TILES["temple"].count, "temple"),
        Part("bridge", FIXED_TILES["bridge"].count, "bridge"),
        # 33 tiles are stated, and one each with the exit and the legendary dragon; the split by level is derived.
        Part("tile-1", levels["I"], "s-tile", Origin.DERIVED),
        Part("tile-2", levels["II"] - 1, "s-tile", Origin.DERIVED),
        Part("tile-exit", 1, "exit"),
        Part("tile-3", levels["III"] - 1, "s-tile", Origin.DERIVED),
        Part("tile-legendary", 1, "dragon-XL"),
        Part("lava", SUPPLY["lava"], "lava"),
        Part("rope", 1, "rope"),
        Part("square-token", BOX["resource_tokens"]["square"], "token-sq"),
        Part("hexagon-token", BOX["resource_tokens"]["hexagon"], "token-hex"),
        Part("samurai", 7, "samurai"),
        Part("vp-marker", 7, "s-flower"),
        Part("countdown-token", 1, "s-countdown"),
        Part("tokugawa", 1, "s-first"),
        Part("status-token", number("coop.setup.status-tokens", "count"), "s-sleep"),
        Part("health-tile", 6, "s-heart"),
        Part("dragon-blue", number("setup.dragons.pool", "blue"), "dragon-S"),
        Part("dragon-green", number("setup.dragons.pool", "green"), "dragon-M"),
        Part("dragon-red", number("setup.dragons.pool", "red"), "dragon-L"),
        Part("dragon-white", number("setup.dragons.pool", "white"), "dragon-XL"),
        Part("health-marker", 1, "s-heart"),
        Part("plus-thirty", 1, "s-heart"),
        Part("damage-token", 12, "broken"),
        Part("adventure-token", BOX["adventure_tokens"]["adventure_tokens"], "adventure"),
        # 24 gear cards and 24 blueprints are stated, equal thirds are derived.
        *(Part(f"gear-{kind}", n, "s-card", Origin.DERIVED) for kind, n in BOX["gear_cards"].items()),
        *(Part(f"blueprint-{kind}", n, "s-card", Origin.DERIVED) for kind, n in BOX["blueprints"].items()),
        Part("scroll-card", BOX["scrolls"]["scrolls"], "scroll"),
        Part("blueprint-disc", number("setup.player.blueprint-discs", "discs_total"), "blueprint"),
        Part("scroll-disc", number("setup.player.scroll-discs", "discs_total"), "scroll"),
        Part("action-disc", 19, "s-disc"),
        Part("monk", SUPPLY["monks"], "monk"),
        Part("wood", SUPPLY["wood"], "cube-W"),
        Part("metal", SUPPLY["metal"], "cube-M"),
        Part("tooth", SUPPLY["teeth"], "cube-T"),
        Part("magic", SUPPLY["magic"], "cube-G"),
        Part("die-wood", number("setup.supply.size", "dice.wood"), "die-W"),
        Part("die-metal", number("setup.supply.size", "dice.metal"), "die-M"),
        Part("die-tooth", number("setup.supply.size", "dice.tooth"), "die-T"),
        Part("die-magic", number("setup.supply.size", "dice.magic"), "die-G"),
    )


@cache
def _makai_fuda() -> tuple[Part, ...]:
    there = partial(number, "makai.setup.components")
    return (
        Part("makai-start", there("start_player_card"), "s-first"),
        Part("makai-card", there("cards"), "s-card"),
        Part("makai-breakdown", there("breakdown_cards"), "i-list"),
        Part("makai-prize", there("prize_cards"), "s-card"),
        Part("makai-die", there("dice"), "s-die"),
        Part("makai-chip", there("chips"), "s-disc"),
    )


@cache
def _fuji_99() -> tuple[Part, ...]:
    there = partial(number, "fuji99.setup.components")
    return (
        Part("fuji99-board", 1, "s-board"),
        Part("fuji99-transparent", there("transparent"), "cube-any"),
        Part("fuji99-yellow", there("yellow"), "cube-any"),
        Part("fuji99-red", there("red"), "cube-any"),
        Part("fuji99-card", there("cards"), "s-card"),
        Part("fuji99-movement", there("movement_token"), "s-disc"),
        Part("fuji99-token", there("player_tokens"), "s-disc"),
        Part("fuji99-bag", there("bags"), "s-bag"),
        Part("fuji99-sheet", there("summary_sheets"), "i-list"),
        Part("fuji99-book", there("story_books"), "h-rule"),
    )


BOXES: dict[str, Callable[[], tuple[Part, ...]]] = {
    FUJI_KORO: _fuji_koro,
    MAKAI_FUDA: _makai_fuda,
    FUJI_99: _fuji_99,
}
"""Every part of a box but its booklets, by game; what the ledger counts is asked when somebody sets up."""


def count_of(part_id: str) -> int:
    """How many of a component the box of Fuji Koro has.

    >>> count_of("action-disc")
    19
    """
    return next(part.count for part in _fuji_koro() if part.id == part_id)


@cache
def symbols() -> dict[str, str]:
    """The symbol of each component of all boxes."""
    return {part.id: part.symbol for box in BOXES.values() for part in box()}
