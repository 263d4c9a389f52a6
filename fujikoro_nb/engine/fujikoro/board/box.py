"""The components that a game is played with, and the hidden piles they are drawn from.

No pile has an order: it is what is left, drawn on demand by chance, so nothing that a view or a bot could read says
what comes next. With the real box a pile holds only what is known of it, and whoever draws describes what came up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import (
    AdventureToken,
    Blueprint,
    CountdownStep,
    Die,
    Dragon,
    FixedTile,
    GearCard,
    GroupBoard,
    PalaceRow,
    ResourceToken,
    ScrollCard,
    Tile,
)
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits
from fujikoro_nb.engine.kernel import Seat

Component = Tile | ResourceToken | Dragon | GearCard | Blueprint | ScrollCard | AdventureToken


class Outlines(Protocol):
    """The outlines of helmet and sandals areas, which are content (craft.grid.shapes)."""

    def on(self, limits: BoardLimits, /) -> BoardLimits:
        """The limits of a board with these outlines."""
        ...


class Components(Protocol):
    """What a game needs of a pack: `content.Pack` offers it."""

    @property
    def dice(self) -> tuple[Die, ...]:
        """Four dice, one a colour."""
        ...

    @property
    def dragons(self) -> tuple[Dragon, ...]:
        """Thirteen dragons."""
        ...

    @property
    def gear_cards(self) -> tuple[GearCard, ...]:
        """Eight a kind."""
        ...

    @property
    def blueprints(self) -> tuple[Blueprint, ...]:
        """Eight a kind."""
        ...

    @property
    def areas(self) -> Outlines:
        """The outlines of the small grids."""
        ...

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The volcano tiles of three levels."""
        ...

    @property
    def resource_tokens(self) -> tuple[ResourceToken, ...]:
        """Square and hexagonal ones."""
        ...

    @property
    def scrolls(self) -> tuple[ScrollCard, ...]:
        """The sacred scrolls."""
        ...

    @property
    def adventure_tokens(self) -> tuple[AdventureToken, ...]:
        """The adventure tokens."""
        ...

    @property
    def fixed_tiles(self) -> tuple[FixedTile, ...]:
        """Centre, temples and bridges."""
        ...

    @property
    def palaces(self) -> tuple[PalaceRow, ...]:
        """The rows of the shogun's bonuses."""
        ...

    @property
    def countdown(self) -> tuple[CountdownStep, ...]:
        """The countdown track."""
        ...

    @property
    def group_board(self) -> GroupBoard | None:
        """What a group's side of the board prints; None where that is not known whole."""
        ...


class Peeked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The top of a stack that somebody looked at and put back (gearcard.bonus.peek)."""

    level: str
    tile: Tile | None
    """Still in its pile, too; None in the view of a seat that has not looked."""
    seats: tuple[Seat, ...]
    """Who has looked, in that order: that, everybody saw."""


class Piles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is left in the box and in the face-down stacks, in the pack's order, which means nothing."""

    tiles: tuple[Tile, ...] = ()
    tokens: tuple[ResourceToken, ...] = ()
    dragons: tuple[Dragon, ...] = ()
    scrolls: tuple[ScrollCard, ...] = ()
    adventures: tuple[AdventureToken, ...] = ()
    gear_cards: tuple[GearCard, ...] = ()
    """Until the display is drawn; the others leave the game (setup.gearcards.draw)."""
    blueprints: tuple[Blueprint, ...] = ()
    """Until the temples are filled; the others leave the game (setup.blueprints.draw)."""

    def tiles_of(self, level: str) -> tuple[Tile, ...]:
        """The face-down stack of one level (setup.tiles.stacks)."""
        return tuple(tile for tile in self.tiles if tile.level == level)

    def tokens_of(self, shape: str, level: str) -> tuple[ResourceToken, ...]:
        """The tokens of one shape and level that are left (setup.tokens.resource-square)."""
        return tuple(token for token in self.tokens if (token.shape, token.level) == (shape, level))

    def dragons_of(self, colour: str) -> tuple[Dragon, ...]:
        """The dragons of one colour that are left (setup.dragons.pool)."""
        return tuple(dragon for dragon in self.dragons if dragon.colour == colour)

    def without(self, component: Component) -> Piles:
        """The piles after one component came out of them; the same where it was never known to be in."""
        field = _FIELDS[type(component)]
        pile: Sequence[Component] = getattr(self, field)
        return msgspec.structs.replace(self, **{field: tuple(one for one in pile if one != component)})


_FIELDS: dict[type, str] = {
    Tile: "tiles",
    ResourceToken: "tokens",
    Dragon: "dragons",
    ScrollCard: "scrolls",
    AdventureToken: "adventures",
    GearCard: "gear_cards",
    Blueprint: "blueprints",
}


class Charts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on the board and never moves."""

    fixed_tiles: tuple[FixedTile, ...] = ()
    palaces: tuple[PalaceRow, ...] = ()
    track: tuple[CountdownStep, ...] = ()
    """The countdown track, its first space first (final.track.length)."""
    limits: BoardLimits = SYMMETRIC
    """The symmetric board, with the pack's outlines."""
    group: GroupBoard | UnsetType = UNSET
    """A group's side of the board; not there, and not written down, where nobody plays on it."""


def piles_of(pack: Components) -> Piles:
    """Everything of a pack that is drawn."""
    return Piles(
        tiles=pack.tiles,
        tokens=pack.resource_tokens,
        dragons=pack.dragons,
        scrolls=pack.scrolls,
        adventures=pack.adventure_tokens,
        gear_cards=pack.gear_cards,
        blueprints=pack.blueprints,
    )


def charts_of(pack: Components) -> Charts:
    """Everything of a pack that is printed on the board."""
    return Charts(
        pack.fixed_tiles,
        pack.palaces,
        pack.countdown,
        pack.areas.on(SYMMETRIC),
        UNSET if pack.group_board is None else pack.group_board,
    )
