"""What a player has beside the board: the figure on the map, points, action fields and scrolls."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.board.player import SLOTS
from fujikoro_nb.engine.fujikoro.components import AdventureToken, EffectKind, ScrollCard
from fujikoro_nb.engine.kernel import Seat


class Samurai(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One seat's figure and all that its player board does not hold."""

    colour: str
    space: SpaceId = SpaceId("centre")
    """Empty once it has left the mountain."""
    is_conscious: bool = True
    score: int = 0
    fields: tuple[int, int, int] = (0, 0, 0)
    """Ordinary action discs on move, explore and gather; the action monk's field stands on the board."""
    scroll_discs: int = 0
    """Discs of this colour that are not on the map yet."""
    scrolls: tuple[ScrollCard, ...] = ()
    adventures: tuple[AdventureToken, ...] = ()
    palace: str = ""
    """``big`` or ``small`` after an escape."""
    escape: int = 0
    """1 for the first who left the mountain; 0 while still on it."""

    @property
    def is_on_map(self) -> bool:
        """Whether the figure stands or lies on the mountain."""
        return bool(self.space)

    def power(self, kind: EffectKind) -> int:
        """What the scrolls beside the board give together of one lasting power (scroll.use)."""
        if not self.scrolls:
            return 0
        effects = [effect for scroll in self.scrolls for effect in scroll.effects]
        return sum([effect.amount for effect in effects if effect.kind == kind])

    def discs_on(self, field: str) -> int:
        """Ordinary discs on one action field."""
        return self.fields[SLOTS.index(field)]

    def with_disc_on(self, field: str) -> Samurai:
        """One more ordinary disc on a field (turn.disc.stack: any number may lie there)."""
        move, explore, gather = self.fields
        at = SLOTS.index(field)
        fields = (move + (at == 0), explore + (at == 1), gather + (at == 2))
        return msgspec.structs.replace(self, fields=fields)


class Bonus(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One disc, monk or tooth handed in to the shogun.

    bonus.no-side-effects: it is written down here and nothing on the player board changes, so no gear becomes
    illegal, no magic is lost and no monk's ability ends.
    """

    seat: Seat
    palace: str
    category: str
    points: int
