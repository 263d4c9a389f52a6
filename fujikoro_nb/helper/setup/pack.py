"""Back into the box: each sort once, with what lies on the table and what never left the box."""

from __future__ import annotations

from fujikoro_nb.helper.kinds.modes import FUJI_99, FUJI_KORO, MAKAI_FUDA
from fujikoro_nb.helper.setup.step import SetupList, Step

_CUBES = ("wood", "metal", "tooth", "magic")
_KINDS = ("helmet", "weapon", "sandals")

# From the boards inwards: what players hold first, what lies under everything else last.
_ORDER: dict[str, tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...]] = {
    FUJI_KORO: (
        ("cubes", "cube-W", ("setup.supply.size",), _CUBES),
        ("dice", "s-die", ("setup.supply.size",), tuple(f"die-{name}" for name in _CUBES)),
        ("pieces", "monk", ("setup.supply.size",), ("monk", "lava", "damage-token")),
        (
            "discs",
            "s-disc",
            ("setup.player.scroll-discs", "setup.player.blueprint-discs"),
            ("action-disc", "scroll-disc", "blueprint-disc"),
        ),
        (
            "cards",
            "s-card",
            ("setup.gearcards.draw", "setup.blueprints.draw", "setup.scrolls.display"),
            (
                *(f"gear-{kind}" for kind in _KINDS),
                *(f"blueprint-{kind}" for kind in _KINDS),
                "scroll-card",
            ),
        ),
        ("players", "samurai", (), ("samurai", "vp-marker", "health-tile", "player-board")),
        (
            "dragons",
            "dragon-L",
            ("setup.dragons.pool",),
            (
                *(f"dragon-{colour}" for colour in ("blue", "green", "red", "white")),
                "health-marker",
                "plus-thirty",
                "status-token",
            ),
        ),
        (
            "tokens",
            "token-sq",
            ("setup.tokens.resource-square",),
            ("square-token", "hexagon-token", "adventure-token"),
        ),
        (
            "tiles",
            "s-tile",
            ("setup.tiles.stacks",),
            ("tile-1", "tile-2", "tile-exit", "tile-3", "tile-legendary"),
        ),
        (
            "map",
            "temple",
            ("setup.map.fixed-tiles",),
            ("rope", "central-tile", "temple", "bridge"),
        ),
        ("board", "s-board", (), ("countdown-token", "tokugawa", "board")),
    ),
    MAKAI_FUDA: (
        ("makai-cards", "s-card", ("makai.setup.components",), ("makai-card", "makai-breakdown")),
        (
            "makai-prizes",
            "s-card",
            ("makai.setup.components",),
            ("makai-chip", "makai-die", "makai-prize", "makai-start"),
        ),
    ),
    FUJI_99: (
        (
            "fuji99-cubes",
            "cube-any",
            ("fuji99.setup.components",),
            ("fuji99-transparent", "fuji99-yellow", "fuji99-red", "fuji99-bag"),
        ),
        ("fuji99-cards", "s-card", ("fuji99.setup.components",), ("fuji99-card", "fuji99-book")),
        (
            "fuji99-board",
            "s-board",
            ("fuji99.setup.components",),
            ("fuji99-token", "fuji99-movement", "fuji99-sheet", "fuji99-board"),
        ),
    ),
}
"""By game: key, symbol, rules and components of each step."""


def pack_steps(laid: SetupList) -> tuple[Step, ...]:
    """The steps that undo a setup."""
    takes, aside = laid.takes, laid.aside
    return tuple(
        Step(
            key=f"pack-{key}",
            symbol=symbol,
            rules=rules,
            takes={part: takes[part] for part in parts if part in takes},
            aside={part: aside[part] for part in parts if part in aside},
            fact="tiles" if key == "tiles" else "",
        )
        for key, symbol, rules, parts in _ORDER[laid.game]
    )
