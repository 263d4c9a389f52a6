"""The state of a fight without a map: boards, who is still on their feet, what was won."""

from __future__ import annotations

from typing import Self

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.asked.characters import Slip
from fujikoro_nb.engine.fujikoro.asked.fight import FightFrame
from fujikoro_nb.engine.fujikoro.asked.rest import EndOfAction
from fujikoro_nb.engine.fujikoro.board.arena import CONSCIOUS, KNOCKED_OUT, Arena
from fujikoro_nb.engine.fujikoro.components import DRAGON_TEETH, Dragon
from fujikoro_nb.engine.kernel import Event, Seat, cites


class DamageTokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Permanent damage beside one dragon."""

    dragon: str
    damage: int


class ArenaState(Arena, frozen=True):
    """An arena without a map: boards, who is still on their feet, points won, tokens beside dragons."""

    agenda: tuple[FightFrame | Slip | EndOfAction, ...] = ()
    table_size: int = 0
    """Players in the game, when it is more than the boards that are here."""
    standing: tuple[str, ...] = ()
    """``conscious``, ``knocked-out`` or ``retreated``, one a seat; empty while all are conscious."""
    scores: tuple[int, ...] = ()
    """Victory points won here, one a seat; empty while nobody has won any."""
    tokens: tuple[DamageTokens, ...] = ()
    defeated: tuple[str, ...] = ()
    """Ids of the dragons that are out of the game."""
    together: bool | UnsetType = UNSET
    """Whether the fighters play together against the mountain; not written down where they do not."""
    group_teeth: tuple[int, ...] | UnsetType = UNSET
    """What their board prints for a beaten dragon, by colour in the order of `DRAGON_TEETH`; not written down where
    nobody has typed it: then the numbers that we chose hold."""

    group_points: bool | UnsetType = UNSET
    """Whether who plays together scores all the same, as a Ronin does; not written down where it does not."""

    hostile: tuple[Seat, ...] | UnsetType = UNSET
    """Fighters whom nobody plays, who decide by a fixed rule; not written down where somebody plays all."""

    def is_hostile(self, seat: Seat) -> bool:
        """Whether nobody plays this fighter."""
        return self.hostile is not UNSET and seat in self.hostile

    @property
    def is_group(self) -> bool:
        """Whether the fighters play together against the mountain."""
        return self.together is True

    @cites("coop.play.no-victory-points", "scenario.8.solo.competitive-board")
    def points(self, points: int) -> int:
        """So many points; none for a group, unless it scores."""
        return 0 if self.is_group and self.group_points is not True else points

    def teeth_of(self, dragon: Dragon) -> int:
        """What this group's board prints for the dragon, else the number that we chose."""
        if self.group_teeth is UNSET:
            return super().teeth_of(dragon)
        return dict(zip(DRAGON_TEETH, self.group_teeth, strict=True))[dragon.colour]

    @property
    def players(self) -> int:
        return max(self.table_size, len(self.boards))

    @cites("combat.damage-tokens")
    def damage_on(self, dragon: Dragon) -> int:
        return sum(token.damage for token in self.tokens if token.dragon == dragon.id)

    def stands(self, seat: Seat) -> str:
        """How a samurai stands."""
        return self.standing[seat] if self.standing else CONSCIOUS

    @cites("combat.defeat.safe")
    def is_conscious(self, seat: Seat) -> bool:
        return self.stands(seat) != KNOCKED_OUT

    def score(self, seat: Seat) -> int:
        """Victory points won here."""
        return self.scores[seat] if self.scores else 0

    @cites("combat.defeat.no-loot")
    def leaves(self, seat: Seat, why: str) -> tuple[Self, tuple[Event, ...]]:
        """combat.defeat.no-loot: nothing but the standing changes."""
        standing = [self.stands(Seat(index)) for index in range(self.players)]
        standing[seat] = why
        return msgspec.structs.replace(self, standing=tuple(standing)), ()

    def award(self, seat: Seat, victory_points: int) -> tuple[Self, tuple[Event, ...]]:
        scores = [self.score(Seat(index)) for index in range(self.players)]
        scores[seat] += victory_points
        return msgspec.structs.replace(self, scores=tuple(scores)), ()

    def without_dragon(self, dragon: Dragon) -> Self:
        return msgspec.structs.replace(self, defeated=(*self.defeated, dragon.id))
