"""What lies on the mountain: tiles as they were laid, and tokens, discs and dragons on their spaces."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.components import AdventureToken, Dragon, ResourceToken, SpaceFace, Tile
from fujikoro_nb.engine.kernel import cites

SPACES_OF_A_TILE = 7
"""map.space.volcano"""

PETALS = 6


class TokenThing(msgspec.Struct, frozen=True, gc=False, tag="token", forbid_unknown_fields=True):
    """A resource token; ``is_used`` while it lies face down."""

    token: ResourceToken
    is_used: bool = False


class MonkDisc(msgspec.Struct, frozen=True, gc=False, tag="monk", forbid_unknown_fields=True):
    """A monk waiting to be taken along."""


class ScrollDisc(msgspec.Struct, frozen=True, gc=False, tag="scroll", forbid_unknown_fields=True):
    """A scroll disc in a player's colour."""

    colour: str


class AdventureDisc(msgspec.Struct, frozen=True, gc=False, tag="adventure", forbid_unknown_fields=True):
    """An adventure token, face up (setup.option.adventure)."""

    token: AdventureToken


class Loot(msgspec.Struct, frozen=True, gc=False, tag="loot", forbid_unknown_fields=True):
    """A tooth and a status token beside a dragon (scenario.1.competitive.dragon-loot)."""


Thing = TokenThing | MonkDisc | ScrollDisc | AdventureDisc | Loot


class LaidTile(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A volcano tile on its place. ``things`` lie on the spaces 0 (middle) to 6 of the place, not of the picture."""

    tile: Tile
    turned: int = 0
    """Sixths of a full turn, clockwise from the tile as drawn."""
    things: tuple[Thing | None, ...] = (None,) * SPACES_OF_A_TILE
    dragon: Dragon | None = None
    """On the middle, for as long as it lives; it defends all seven spaces (map.dragon.one-per-tile)."""
    damage: int = 0
    """Damage tokens beside the dragon (combat.damage-tokens)."""

    @cites("map.space.volcano", "explore.orient")
    def face(self, number: int) -> SpaceFace:
        """What is printed on space 0 to 6 of the place, now that the tile lies turned.

        A petal printed in the north-east lies in the east after one sixth.
        """
        if number == 0:
            return self.tile.spaces[0]
        return self.tile.spaces[1 + (number - 1 - self.turned) % PETALS]

    @property
    def tokens(self) -> tuple[TokenThing, ...]:
        """The resource tokens on this tile, face up and face down."""
        return tuple(thing for thing in self.things if isinstance(thing, TokenThing))

    def with_thing(self, number: int, thing: Thing | None) -> LaidTile:
        """The tile with something else on one space."""
        things = (*self.things[:number], thing, *self.things[number + 1 :])
        return msgspec.structs.replace(self, things=things)

    @cites("explore.refresh")
    def refreshed(self) -> LaidTile:
        """The tile with every resource token face up."""
        things = tuple(
            TokenThing(thing.token) if isinstance(thing, TokenThing) else thing for thing in self.things
        )
        return self if things == self.things else msgspec.structs.replace(self, things=things)
